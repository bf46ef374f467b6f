import { groupSlots, minutesOf, type SelectedSlot } from '../../../shared/domain/bookings/selection.ts'
import { slotMinutes } from '../../../shared/domain/bookings/slots.ts'
import { type CageRow, type FreeSession, freeSessions } from '../../../shared/domain/programs/freeSessions.ts'
import type { CageGrid } from '../../components/grid/cageGrid.ts'

/** The sessions of so many minutes that can be had on a day. What is chosen counts as free. */
export function sessionsOf(grid: CageGrid, minutes: number): FreeSession[] {
  const rows = grid.cages.map(
    ({ id }): CageRow => ({
      id,
      free: grid.slots.map(({ start }) => {
        const state = grid.stateOf(id, start)
        return state === 'Available' || state === 'Selected'
      }),
    }),
  )
  return freeSessions(rows, minutes / slotMinutes)
}

/** The half hours of a session in one cage, as the grid selects them. */
export function slotsOfSession(
  grid: CageGrid,
  { at, cageId, minutes }: { at: number; cageId: string; minutes: number },
): SelectedSlot[] {
  const cageName = grid.cages.find(({ id }) => id === cageId)?.name ?? ''
  return grid.slots.slice(at, at + minutes / slotMinutes).map(({ start }) => ({ cageId, cageName, start }))
}

/** The selection as one session of so many minutes in one cage; null if it is anything else. */
export function chosenSession(
  grid: CageGrid,
  selected: readonly SelectedSlot[],
  minutes: number,
): { at: number; cageId: string } | null {
  const [group, ...others] = groupSlots(selected)
  if (!group || others.length > 0 || minutesOf(group) !== minutes) return null
  const begins = Date.parse(group.startTime)
  const at = grid.slots.findIndex(({ start }) => start.getTime() === begins)
  return at < 0 ? null : { at, cageId: group.cageId }
}
