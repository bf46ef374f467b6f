import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { type SelectedSlot, slotKey } from '../../../shared/domain/bookings/selection.ts'
import { keepChoice, keptChoice } from '../../components/keptChoice.ts'

export interface Selection {
  readonly slots: readonly SelectedSlot[]
  readonly toggle: (slot: SelectedSlot) => void
  /** Puts these slots in the place of all. */
  readonly choose: (slots: readonly SelectedSlot[]) => void
  readonly remove: (slots: readonly Omit<SelectedSlot, 'cageName'>[]) => void
  readonly clear: () => void
}

interface Chosen {
  readonly day: string
  readonly slots: readonly SelectedSlot[]
  /** As it was found in storage, or before anything was chosen: there is nothing to keep. */
  readonly isKept: boolean
}

/**
 * The chosen slots of the shown day. Another day begins without any (spec 1 §4). They are kept with every change, so
 * that they are still there after a sign-in, a reload, or a step back to the page however quick. What was kept is read
 * once the page stands: the server, which draws the same page first, has none of it.
 */
export function useSelection(day: string): Selection {
  const [chosen, setChosen] = useState<Chosen>({ day, slots: [], isKept: true })
  if (chosen.day !== day) setChosen({ day, slots: [], isKept: false })

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the day that the page opens with has kept slots
  useLayoutEffect(() => {
    const slots = keptSelection(day)
    if (slots.length > 0) setChosen((current) => (current.isKept ? { day, slots, isKept: true } : current))
  }, [])
  useEffect(() => {
    if (!chosen.isKept) keepChoice('slots', chosen.day, chosen.slots)
  }, [chosen])

  const change = useCallback(
    (next: (slots: readonly SelectedSlot[]) => readonly SelectedSlot[]) =>
      setChosen((current) => ({ ...current, slots: next(current.slots), isKept: false })),
    [],
  )
  const remove = useCallback(
    (slots: readonly Omit<SelectedSlot, 'cageName'>[]) => {
      const gone = new Set(slots.map(slotKey))
      change((current) => current.filter((slot) => !gone.has(slotKey(slot))))
    },
    [change],
  )
  const toggle = useCallback(
    (slot: SelectedSlot) => {
      const key = slotKey(slot)
      change((current) =>
        current.some((other) => slotKey(other) === key)
          ? current.filter((other) => slotKey(other) !== key)
          : [...current, slot],
      )
    },
    [change],
  )
  const choose = useCallback((slots: readonly SelectedSlot[]) => change(() => slots), [change])
  const clear = useCallback(() => change(() => []), [change])
  return { slots: chosen.day === day ? chosen.slots : [], toggle, choose, remove, clear }
}

/** The slots kept for a day; empty when there are none. */
export const keptSelection = (day: string): SelectedSlot[] => keptChoice('slots', day).flatMap(readSlot)

function readSlot(slot: unknown): SelectedSlot[] {
  if (typeof slot !== 'object' || slot === null) return []
  const { cageId, cageName, start } = slot as Record<string, unknown>
  if (typeof cageId !== 'string' || typeof cageName !== 'string' || typeof start !== 'string') return []
  const at = new Date(start)
  return Number.isNaN(at.getTime()) ? [] : [{ cageId, cageName, start: at }]
}
