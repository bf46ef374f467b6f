import { useEffect } from 'react'
import { toast } from '../../ui/toast.ts'
import { sessionName } from './sessionName.ts'
import type { SessionRow } from './sessionViews.ts'

/** Takes chosen sessions that cannot be booked any more out of the selection, and says which; not while `held`. */
export function useLostSessions(
  selected: readonly SessionRow[],
  { held, remove }: { held: boolean; remove: (ids: readonly string[]) => void },
): void {
  useEffect(() => {
    const lost = selected.filter(({ state }) => state !== 'open').map(({ session }) => session)
    if (held || lost.length === 0) return
    toast.info(`No longer available and taken out of your selection: ${lost.map(sessionName).join('; ')}.`)
    remove(lost.map(({ id }) => id))
  }, [selected, held, remove])
}
