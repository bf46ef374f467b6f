import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import type { Price } from '../../../shared/domain/money/pricing.ts'
import { keepChoice, keptChoice } from '../../components/keptChoice.ts'
import type { Selection } from '../../components/SelectionBar.tsx'
import { toast } from '../../ui/toast.ts'
import { type SessionRow, sessionName } from './sessionViews.ts'

export interface ChosenSessions {
  readonly ids: readonly string[]
  readonly toggle: (id: string) => void
  readonly remove: (ids: readonly string[]) => void
  readonly clear: () => void
}

const none: readonly string[] = []

/** The chosen sessions of a class, kept with every change as chosen slots are (`useSelection`). */
export function useChosenSessions(classId: string): ChosenSessions {
  // Null until what was kept has been read: the server renders the page without it.
  const [known, setIds] = useState<readonly string[] | null>(null)
  const ids = known ?? none
  // Before what was ticked ahead of the code is ticked once more (keepTyped.ts).
  useLayoutEffect(() => {
    setIds(keptChoice('class-sessions', classId).filter((id) => typeof id === 'string'))
  }, [classId])
  useEffect(() => {
    if (known !== null) keepChoice('class-sessions', classId, known)
  }, [known, classId])
  const toggle = useCallback(
    (id: string) =>
      setIds((chosen) =>
        chosen?.includes(id) ? chosen.filter((other) => other !== id) : [...(chosen ?? none), id],
      ),
    [],
  )
  const remove = useCallback(
    (removed: readonly string[]) =>
      setIds((chosen) => (chosen ?? none).filter((id) => !removed.includes(id))),
    [],
  )
  const clear = useCallback(() => setIds([]), [])
  return { ids, toggle, remove, clear }
}

/** Removes sessions that can no longer be booked from the selection, and says which; not while `held`. */
export function useLostSessions(
  selected: readonly SessionRow[],
  { held, remove }: { held: boolean; remove: (ids: readonly string[]) => void },
): void {
  useEffect(() => {
    const lost = selected.filter(({ state }) => state !== 'open')
    if (held || lost.length === 0) return
    const registered = lost.every(({ state, names }) => state === 'registered' && names.length > 0)
    const reason = registered ? 'Already registered' : 'No longer available'
    const list = lost.map(({ session }) => sessionName(session)).join('; ')
    toast.info(`${reason} and taken out of your selection: ${list}.`)
    remove(lost.map(({ session }) => session.id))
  }, [selected, held, remove])
}

/**
 * The chosen sessions in the words of the selection bar; null for none. Prices in cents.
 *
 * @param people how many come to each of them.
 */
export function selectionOf(
  { total, subtotal }: Price,
  discountPercent: number,
  sessions: number,
  people: number,
): Selection | null {
  if (sessions === 0) return null
  const count = sessions === 1 ? '1 session' : `${sessions} sessions`
  const amount = people > 1 ? `${count} · ${people} people` : count
  const spoken = people > 1 ? `${count} selected for ${people} people` : `${count} selected`
  return { total, subtotal, discountPercent, amount, spoken }
}
