import type { SelectedSlot } from '../../../shared/domain/selection.ts'

const key = 'dugout.kept-selection'

/** Keeps a selection in this tab while the person is away to sign in. */
export function keepSelection(day: string, slots: readonly SelectedSlot[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ day, slots }))
  } catch {
    // Storage can be switched off; then the slots are chosen once more.
  }
}

/** The selection kept for a day; empty when there is none. */
export function keptSelection(day: string): SelectedSlot[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isKept(kept) && kept.day === day ? kept.slots.flatMap(readSlot) : []
  } catch {
    return []
  }
}

/** To be called once the kept selection is on the page again. */
export function forgetKeptSelection(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept either.
  }
}

function isKept(kept: unknown): kept is { day: string; slots: unknown[] } {
  return (
    typeof kept === 'object' && kept !== null && 'day' in kept && 'slots' in kept && Array.isArray(kept.slots)
  )
}

function readSlot(slot: unknown): SelectedSlot[] {
  const { cageId, cageName, start } = slot as Record<string, unknown>
  if (typeof cageId !== 'string' || typeof cageName !== 'string' || typeof start !== 'string') return []
  const at = new Date(start)
  return Number.isNaN(at.getTime()) ? [] : [{ cageId, cageName, start: at }]
}
