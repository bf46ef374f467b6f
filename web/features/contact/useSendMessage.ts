import { useMutation } from '@tanstack/react-query'
import { isTemporary } from '../../api/apiError.ts'
import { useAttemptKey } from '../../api/attemptKey.ts'
import { api, unwrap } from '../../api/client.ts'
import { idempotencyHeaders } from '../../api/idempotencyKey.ts'
import { useGuestCheck } from '../../api/queries/formToken.ts'
import type { ContactValues } from './contactForm.ts'

/**
 * Sends a message to the facility (decision 24). Pressing again after a lost answer repeats the same message under
 * the same key, so that the facility does not get it twice.
 */
export function useSendMessage() {
  const check = useGuestCheck()
  const attempt = useAttemptKey()

  return useMutation({
    mutationFn: ({ subject, ...values }: ContactValues) => {
      if (subject === '') throw new Error('A message without a subject was sent')
      return check.send((form_token) => {
        const json = { ...values, subject, form_token }
        return unwrap(api.contact.$post({ json }, { headers: idempotencyHeaders(attempt.keyOf(json)) }))
      })
    },
    onSuccess: () => {
      attempt.end()
    },
    onError: (error) => {
      if (!isTemporary(error)) attempt.end()
    },
  })
}
