import { useMutation } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'

/** What pressing the button came to: unsubscribed, or a confirming link is on its way. */
export type Outcome = { kind: 'unsubscribed' } | { kind: 'link-mailed'; message: string }

/** With a signature unsubscribes at once; without one has a signed link mailed, the same for everyone (decision 26). */
export function useUnsubscribe(email: string, signature: string | undefined) {
  return useMutation({
    mutationFn: async (intent: 'unsubscribe' | 'mail-link'): Promise<Outcome> => {
      if (intent === 'unsubscribe' && signature) {
        await unwrap(api.unsubscribe.$post({ json: { email, signature } }))
        return { kind: 'unsubscribed' }
      }
      const { message } = await unwrap(api.unsubscribe.resend.$post({ json: { email } }))
      return { kind: 'link-mailed', message }
    },
  })
}

export type Leave = ReturnType<typeof useUnsubscribe>
