import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isUnsure } from './apiError.ts'
import { idempotencyHeaders, newIdempotencyKey } from './idempotencyKey.ts'
import { withProof } from './proof.ts'

/** Options of a call with the idempotency key of its content: everything that it sends, path parameters included. */
export type Once = (content: object) => { headers: Record<'Idempotency-Key', string> }

interface AttemptOptions<Request, Answer> {
  /** Makes the call: `unwrap(api.bookings.$post({ json }, once(json)))`. */
  send: (request: Request, once: Once) => Promise<Answer>
  /**
   * Loads again what the change concerns. Runs after every call: one that failed may have changed something, or shows
   * that others did.
   */
  refresh?: (queryClient: QueryClient) => Promise<unknown>
  /** Whether the attempt is pending until `refresh` is done; by default only until the answer. */
  pendingUntilRefreshed?: boolean
}

/** How an attempt ended. When `unsure`, the server may have done it although no answer came. */
export type AttemptOutcome<Answer> = { answer: Answer } | { error: unknown; unsure: boolean }

export interface Attempt<Request, Answer> {
  /** Never throws. Undefined for a second press while the first is on its way: nothing is sent then. */
  attempt: (request: Request) => Promise<AttemptOutcome<Answer> | undefined>
  isPending: boolean
  /** On its way or done, and not to be done again: what it takes away is not asked for in between. */
  isUnderWayOrDone: boolean
  /** Why the last attempt failed; null once another one has begun. */
  error: Error | null
  forgetError: () => void
}

/**
 * One change that a person asks for. Pressing again after a lost answer repeats the same call
 * under the same idempotency key, so that nothing happens twice. A call with other content, and any call after a
 * definite answer, gets a new key.
 */
export function useAttempt<Request, Answer>({
  send,
  refresh,
  pendingUntilRefreshed = false,
}: AttemptOptions<Request, Answer>): Attempt<Request, Answer> {
  const queryClient = useQueryClient()
  const unanswered = useRef<{ content: string; key: string } | null>(null)
  const sending = useRef(false)
  const { mutateAsync, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: (request: Request) => withProof(() => send(request, once)),
    onSettled: () => {
      const refreshed = refresh?.(queryClient)
      return pendingUntilRefreshed ? refreshed : undefined
    },
  })

  function once(parts: object) {
    const content = JSON.stringify(parts)
    if (unanswered.current?.content !== content) unanswered.current = { content, key: newIdempotencyKey() }
    return { headers: idempotencyHeaders(unanswered.current.key) }
  }

  async function attempt(request: Request): Promise<AttemptOutcome<Answer> | undefined> {
    if (sending.current) return undefined
    sending.current = true
    try {
      const answer = await mutateAsync(request)
      unanswered.current = null
      return { answer }
    } catch (failure) {
      const unsure = isUnsure(failure)
      if (!unsure) unanswered.current = null
      return { error: failure, unsure }
    } finally {
      sending.current = false
    }
  }

  return { attempt, isPending, isUnderWayOrDone: isPending || isSuccess, error, forgetError: reset }
}
