import { api, unwrap } from '../../api/client.ts'
import { useGuestCheck } from '../../api/queries/formToken.ts'
import { useAttempt } from '../../api/useAttempt.ts'
import type { ContactValues } from './contactForm.ts'

/** Sends a message to the facility (decision 24). */
export function useSendMessage() {
  const check = useGuestCheck()
  return useAttempt({
    send: ({ subject, ...values }: ContactValues, once) => {
      if (subject === '') throw new Error('A message without a subject was sent')
      return check.send((form_token) => {
        const json = { ...values, subject, form_token }
        return unwrap(api.contact.$post({ json }, once(json)))
      })
    },
  })
}
