/** Where a booking can be put on the grid, and why not elsewhere. The server has the last word. */

import type { ScheduleDay } from '../../../../../shared/contract/bookings/scheduleDay.ts'
import { slotMs } from '../../../../../shared/domain/bookings/slots.ts'
import type { GridCell } from '../../../../components/grid/gridCell.ts'
import { takenTime } from '../../../bookings/staff/arrival.ts'
import type { DayLayout, Tile } from './dayLayout.ts'
import { isFreeFor } from './daySelection.ts'

/** A booking on its way: where it would begin, and what is in the way there. */
export interface DayMove {
  readonly tile: Tile
  readonly to: GridCell
  /** Null where it can be put. */
  readonly problem: string | null
  readonly start: Date
  readonly end: Date
  readonly cageId: string
  readonly cageName: string
}

/** Whether it can be moved by hand: a cage booking or lesson that is not over. Sessions belong to their class or camp. */
export const isMovable = ({ thing: { booking } }: Tile, now: Date): boolean =>
  booking !== null &&
  booking.kind !== 'class' &&
  booking.freed_from === null &&
  Date.parse(booking.end_time) > now.getTime()

/** The move of a tile to a cell; kept inside of the grid. */
export function moveTo(
  layout: DayLayout,
  tile: Tile,
  wanted: GridCell,
  { timeOff, now }: { timeOff: ScheduleDay['time_off']; now: Date },
): DayMove | null {
  const { booking } = tile.thing
  const to = {
    row: within(wanted.row, layout.rows.length - tile.rows),
    column: within(wanted.column, layout.cages.length - 1),
  }
  const row = layout.rows[to.row]
  const cage = layout.cages[to.column]
  if (!booking || !row || !cage) return null
  const start = new Date(row.start.getTime() + tile.late * slotMs)
  const end = new Date(start.getTime() + Date.parse(booking.end_time) - Date.parse(booking.start_time))
  const place = { tile, to, start, end, cageId: cage.id, cageName: cage.name }
  return { ...place, problem: problemOf(layout, place, { timeOff, now }) }
}

function problemOf(
  layout: DayLayout,
  { tile, to, start, end, cageName }: Omit<DayMove, 'problem'>,
  { timeOff, now }: { timeOff: ScheduleDay['time_off']; now: Date },
): string | null {
  if (!layout.cages[to.column]?.is_active) return `${cageName} is out of service`
  if (start < now && start.getTime() !== startOf(tile)) return 'That time has passed'
  if (!isFreeFor(layout, { row: to.row, rows: tile.rows, column: to.column }, tile))
    return `${cageName} is taken then`
  const covered = layout.rows.slice(to.row, to.row + tile.rows)
  if (covered.some(({ isClosed }) => isClosed)) return 'The facility is closed then'
  return coachIsBusy(layout, tile, { start, end }, timeOff) ? 'The coach is busy then' : null
}

/** Only what the day shows of the coach: lessons, sessions and time off. */
function coachIsBusy(
  layout: DayLayout,
  tile: Tile,
  time: { start: Date; end: Date },
  timeOff: ScheduleDay['time_off'],
): boolean {
  const coach = tile.thing.booking?.coach_id
  if (!coach) return false
  const overlaps = (one: { start_time: string; end_time: string }) =>
    Date.parse(one.start_time) < time.end.getTime() && Date.parse(one.end_time) > time.start.getTime()
  const others = [...layout.tiles.map(({ thing }) => thing), ...layout.unplaced].filter(
    ({ booking, block }) =>
      booking
        ? booking !== tile.thing.booking && booking.coach_id === coach
        : block.coach_ids.includes(coach),
  )
  return (
    others.some(({ booking, block }) => overlaps(takenTime(booking ?? block))) ||
    timeOff.some((off) => off.coach_id === coach && overlaps(off))
  )
}

const startOf = ({ thing: { booking } }: Tile): number => Date.parse(booking?.start_time ?? '')

/** Whether it would stay where it is. */
export const staysThere = ({ tile, to }: DayMove): boolean => to.row === tile.row && to.column === tile.column

const within = (value: number, most: number): number => Math.max(0, Math.min(most, value))
