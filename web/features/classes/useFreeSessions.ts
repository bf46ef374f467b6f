import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAttemptKey } from '../../api/attemptKey.ts'
import { api, unwrap } from '../../api/client.ts'
import { idempotencyHeaders } from '../../api/idempotencyKey.ts'
import type { ClassDialog } from './ClassDialogs.tsx'
import { readFreeSessionsProblem } from './classProblem.ts'

/**
 * Books sessions that cost nothing, without a card. Pressing again after a lost answer repeats the request under the
 * same key, so it cannot book twice; any definite answer ends that attempt.
 *
 * @param refresh has the page and the account show how it stands now.
 */
export function useFreeSessions(refresh: () => Promise<unknown>) {
  const attempt = useAttemptKey()
  const sending = useRef(false)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ instanceIds, key }: { instanceIds: string[]; key: string }) =>
      unwrap(
        api['class-registrations'].$post({ json: { instanceIds } }, { headers: idempotencyHeaders(key) }),
      ),
    // Pending until the page shows how it stands now.
    onSettled: refresh,
  })

  /** What the dialog tells of it; undefined for a second press meanwhile. */
  async function book(instanceIds: string[]): Promise<ClassDialog | undefined> {
    if (sending.current) return undefined
    sending.current = true
    try {
      await mutateAsync({ instanceIds, key: attempt.keyOf(instanceIds) })
      attempt.end()
      return 'booked'
    } catch (error) {
      const { problem, unsure } = readFreeSessionsProblem(error)
      if (!unsure) attempt.end()
      return problem.kind === 'authentication' ? 'login' : problem
    } finally {
      sending.current = false
    }
  }

  return { book, isPending }
}
