import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { registerForCamp } from '../../../shared/contract/camps.ts'
import { api, unwrap } from '../../api/client.ts'
import { refreshAccount } from '../../api/queries/account.ts'
import { campsQuery } from '../../api/queries/camps.ts'
import { useAttempt } from '../../api/useAttempt.ts'

type Request = z.input<typeof registerForCamp.body>

/** Registers for a camp, to be paid on arrival. Pending until the page shows the new state. */
export function useCampRegistration() {
  const queryClient = useQueryClient()
  /** Spots and the family's seats, as they are now; those are among what is the customer's own. */
  const refreshIn = (cache: QueryClient): Promise<unknown> =>
    Promise.all([cache.invalidateQueries({ queryKey: campsQuery.queryKey }), refreshAccount(cache)])
  const { attempt, isPending } = useAttempt({
    send: (json: Request, once) => unwrap(api['camp-registrations'].$post({ json }, once(json))),
    refresh: refreshIn,
    pendingUntilRefreshed: true,
  })
  return { register: attempt, refresh: () => refreshIn(queryClient), isPending }
}
