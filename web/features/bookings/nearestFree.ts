import { groupSlots, type SelectedSlot, slotKey } from '../../../shared/domain/bookings/selection.ts'
import { slotMs } from '../../../shared/domain/bookings/slots.ts'
import type { CageGrid } from '../../components/grid/cageGrid.ts'

/** How far from its time a session may go so that it stays in its cage, in milliseconds. */
const nearMs = 60 * 60_000

/**
 * What to offer for slots that someone else has booked: as many slots in a row for each session that was lost. It stays
 * in its cage if that is free within an hour, at best next to what is still selected there; else it goes to another cage at
 * the same time, or to the nearest time anywhere.
 *
 * @param grid the day as it is now, with what is still selected.
 * @returns the slots that replace the lost ones; null if nothing is free for one of the sessions.
 */
export function nearestFree(lost: readonly SelectedSlot[], grid: CageGrid): SelectedSlot[] | null {
  const used = new Set(lost.map(slotKey))
  const found: SelectedSlot[] = []
  for (const { cageId, startTime, slots } of groupSlots(lost)) {
    const best = places(grid, slots.length, used)
      .map((place) => ({ place, rank: rankOf(place, { cageId, start: Date.parse(startTime) }, grid) }))
      .sort((a, b) => compare(a.rank, b.rank))[0]
    if (!best) return null
    found.push(...best.place)
    for (const slot of best.place) used.add(slotKey(slot))
  }
  return found
}

/** Every row of so many free slots in one cage that does not touch what is `used`. */
function places(grid: CageGrid, length: number, used: ReadonlySet<string>): SelectedSlot[][] {
  return grid.cages.flatMap(({ id: cageId, name: cageName }) =>
    grid.slots.flatMap((_, first) => {
      const place = grid.slots.slice(first, first + length).map(({ start }) => ({ cageId, cageName, start }))
      const isFree = place.every(
        (slot) => !used.has(slotKey(slot)) && grid.stateOf(cageId, slot.start) === 'Available',
      )
      const isWhole = place.length === length && lastOf(place) - firstOf(place) === (length - 1) * slotMs
      return isFree && isWhole ? [place] : []
    }),
  )
}

const firstOf = (place: readonly SelectedSlot[]) => place[0]?.start.getTime() ?? 0
const lastOf = (place: readonly SelectedSlot[]) => place.at(-1)?.start.getTime() ?? 0

/** Smaller is better, from the first number on. */
function rankOf(place: readonly SelectedSlot[], lost: { cageId: string; start: number }, grid: CageGrid) {
  const cageId = place[0]?.cageId ?? ''
  const distance = Math.abs(firstOf(place) - lost.start)
  const isNear = cageId === lost.cageId && distance <= nearMs
  const isSelected = (at: number) => grid.stateOf(cageId, new Date(at)) === 'Selected'
  const joins = isSelected(firstOf(place) - slotMs) || isSelected(lastOf(place) + slotMs)
  return [isNear ? 0 : 1, isNear && joins ? 0 : 1, distance, firstOf(place) < lost.start ? 1 : 0]
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((part, index) => part !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
