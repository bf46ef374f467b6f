import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { campsQuery, myCampRegistrationQuery } from '../../api/queries/camps.ts'
import { useAttempt } from '../../api/useAttempt.ts'
import { type CampDialog, registrationProblem } from './campProblem.ts'

/** Registers for a camp, to be paid on arrival. Pending until the page shows the new state. */
export function useCampRegistration(campId: string) {
  const queryClient = useQueryClient()
  /** Spots and one's own seat, as they are now. */
  const refreshIn = (cache: QueryClient): Promise<unknown> => {
    const stale = [campsQuery.queryKey, myCampRegistrationQuery(campId).queryKey]
    return Promise.all(stale.map((queryKey) => cache.invalidateQueries({ queryKey })))
  }
  const { attempt, isPending } = useAttempt({
    send: (json: { p_camp_id: string }, once) =>
      unwrap(api['camp-registrations'].$post({ json }, once(json))),
    refresh: refreshIn,
    pendingUntilRefreshed: true,
  })

  /** Null where it worked, or else why it did not; undefined for a second press meanwhile. */
  async function register(): Promise<CampDialog | null | undefined> {
    const outcome = await attempt({ p_camp_id: campId })
    return outcome && ('answer' in outcome ? null : registrationProblem(outcome.error))
  }

  return { register, refresh: () => refreshIn(queryClient), isPending }
}
