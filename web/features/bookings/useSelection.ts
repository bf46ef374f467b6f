import { useCallback, useEffect, useState } from 'react'
import { type SelectedSlot, slotKey } from '../../../shared/domain/selection.ts'
import { keepChoice, keptChoice } from '../../components/keptChoice.ts'

export interface Selection {
  readonly slots: readonly SelectedSlot[]
  readonly toggle: (slot: SelectedSlot) => void
  readonly remove: (slots: readonly Omit<SelectedSlot, 'cageName'>[]) => void
  readonly clear: () => void
}

/**
 * The chosen slots of the shown day. Another day begins without any (spec 1 §4). They are kept with every change, so
 * that they are still there after a sign-in, a reload, or a step back to the page however quick.
 */
export function useSelection(day: string): Selection {
  const [opened] = useState(() => ({ day, slots: keptSelection(day) }))
  const [chosen, setChosen] = useState(opened)
  if (chosen.day !== day) setChosen({ day, slots: [] })
  useEffect(() => {
    if (chosen !== opened) keepChoice('slots', chosen.day, chosen.slots)
  }, [chosen, opened])

  const change = useCallback(
    (next: (slots: SelectedSlot[]) => SelectedSlot[]) =>
      setChosen((current) => ({ ...current, slots: next(current.slots) })),
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
  const clear = useCallback(() => change(() => []), [change])
  return { slots: chosen.day === day ? chosen.slots : [], toggle, remove, clear }
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
