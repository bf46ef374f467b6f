import type { SelectedSlot } from '../../../shared/domain/selection.ts'
import { keptChoice } from '../../components/keptChoice.ts'

/** The slots kept for a day while the person was away to sign in; empty when there are none. */
export const keptSelection = (day: string): SelectedSlot[] => keptChoice('slots', day).flatMap(readSlot)

function readSlot(slot: unknown): SelectedSlot[] {
  if (typeof slot !== 'object' || slot === null) return []
  const { cageId, cageName, start } = slot as Record<string, unknown>
  if (typeof cageId !== 'string' || typeof cageName !== 'string' || typeof start !== 'string') return []
  const at = new Date(start)
  return Number.isNaN(at.getTime()) ? [] : [{ cageId, cageName, start: at }]
}
