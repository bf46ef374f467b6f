import { useRef } from 'react'
import { newIdempotencyKey } from './idempotencyKey.ts'

/**
 * The idempotency key of one attempt (architecture rule 11): pressing again after a lost answer repeats the same request
 * under the same key, so nothing happens twice. Another request is another attempt.
 */
export function useAttemptKey() {
  const attempt = useRef<{ request: string; key: string } | null>(null)
  return {
    keyOf(request: unknown): string {
      const text = JSON.stringify(request)
      if (attempt.current?.request !== text) attempt.current = { request: text, key: newIdempotencyKey() }
      return attempt.current.key
    },
    /** After any definite answer: the next press is another attempt. */
    end(): void {
      attempt.current = null
    },
  }
}
