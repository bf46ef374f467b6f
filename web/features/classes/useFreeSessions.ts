import type { z } from 'zod'
import type { bookFreeClassSessions } from '../../../shared/contract/classes.ts'
import { api, unwrap } from '../../api/client.ts'
import { useAttempt } from '../../api/useAttempt.ts'

/**
 * Books sessions that cost nothing, without a card. Pending until the page shows the new state.
 *
 * @param refresh loads again what the page and the account show.
 */
export function useFreeSessions(refresh: () => Promise<unknown>) {
  const { attempt, isPending } = useAttempt({
    send: (json: z.input<typeof bookFreeClassSessions.body>, once) =>
      unwrap(api['class-registrations'].$post({ json }, once(json))),
    refresh,
    pendingUntilRefreshed: true,
  })
  return { book: attempt, isPending }
}
