import { api, unwrap } from '../../api/client.ts'
import { useAttempt } from '../../api/useAttempt.ts'
import type { ClassDialog } from './ClassDialogs.tsx'
import { readFreeSessionsProblem } from './classProblem.ts'

/**
 * Books sessions that cost nothing, without a card. Pending until the page shows the new state.
 *
 * @param refresh loads again what the page and the account show.
 */
export function useFreeSessions(refresh: () => Promise<unknown>) {
  const { attempt, isPending } = useAttempt({
    send: (instanceIds: string[], once) => {
      const json = { instanceIds }
      return unwrap(api['class-registrations'].$post({ json }, once(json)))
    },
    refresh,
    pendingUntilRefreshed: true,
  })

  /** What the dialog tells of it; undefined for a second press meanwhile. */
  async function book(instanceIds: string[]): Promise<ClassDialog | undefined> {
    const outcome = await attempt(instanceIds)
    if (!outcome) return undefined
    if ('answer' in outcome) return 'booked'
    const { problem } = readFreeSessionsProblem(outcome.error)
    return problem.kind === 'authentication' ? 'login' : problem
  }

  return { book, isPending }
}
