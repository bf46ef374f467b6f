import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAttemptKey } from '../../api/attemptKey.ts'
import { api, unwrap } from '../../api/client.ts'
import { idempotencyHeaders } from '../../api/idempotencyKey.ts'
import { campsQuery, myCampRegistrationQuery } from '../../api/queries/camps.ts'
import { type CampDialog, registrationProblem } from './campProblem.ts'

/**
 * Registers for a camp, to be paid on arrival. Pressing again after a lost answer repeats the request under the same
 * key, so it cannot register twice; any definite answer ends that attempt.
 */
export function useCampRegistration(campId: string) {
  const queryClient = useQueryClient()
  const attempt = useAttemptKey()
  const sending = useRef(false)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (key: string) =>
      unwrap(
        api['camp-registrations'].$post(
          { json: { p_camp_id: campId } },
          { headers: idempotencyHeaders(key) },
        ),
      ),
    // Pending until the page shows how it stands now.
    onSettled: refresh,
  })

  /** Null where it worked, or else why it did not; undefined for a second press meanwhile. */
  async function register(): Promise<CampDialog | null | undefined> {
    if (sending.current) return undefined
    sending.current = true
    try {
      await mutateAsync(attempt.keyOf(campId))
      attempt.end()
      return null
    } catch (error) {
      const problem = registrationProblem(error)
      if (!('unsure' in problem && problem.unsure)) attempt.end()
      return problem
    } finally {
      sending.current = false
    }
  }

  /** Spots and one's own seat, as they are now. */
  function refresh(): Promise<unknown> {
    const stale = [campsQuery.queryKey, myCampRegistrationQuery(campId).queryKey]
    return Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }

  return { register, refresh, isPending }
}
