/** Where everything of a facility day is on the desk's grid: half hours down, cages across. Knows no pixels. */

import type { ListedBooking } from '../../../../../shared/contract/bookings/bookingLists.ts'
import type { ScheduleBlock, ScheduleDay } from '../../../../../shared/contract/bookings/scheduleDay.ts'
import type { Facility } from '../../../../../shared/contract/facility/facility.ts'
import {
  gridRange,
  openRange,
  slotMs,
  slotsOf,
  type TimeRange,
} from '../../../../../shared/domain/bookings/slots.ts'
import { type FacilityHours, hoursOf } from '../../../../../shared/domain/facility/openingHours.ts'
import { dayOfWeek, instantOf } from '../../../../../shared/domain/time/time.ts'
import { formatTime, shortTime } from '../../../../../shared/domain/time/timeFormat.ts'
import { takenTime } from '../../../bookings/staff/arrival.ts'

/** A half hour of the day: a row of the grid. */
export interface DayRow {
  readonly start: Date
  /** On the facility's clock: '4:00 PM'. */
  readonly time: string
  /** Outside of the opening hours. */
  readonly isClosed: boolean
}

/** What is drawn: a booking, or what takes cages and is none. */
export type DayThing =
  | { readonly booking: ListedBooking; readonly block: null }
  | { readonly booking: null; readonly block: ScheduleBlock }

/** One rectangle of the grid. What takes cages that do not stand side by side has several. */
export interface Tile {
  /** The same at each reading of the day. */
  readonly key: string
  readonly thing: DayThing
  readonly row: number
  readonly rows: number
  readonly column: number
  readonly columns: number
  /** How much of its first and last half hour it leaves free, from 0 to 1. */
  readonly late: number
  readonly early: number
}

export type DayCage = ScheduleDay['cages'][number]

export interface DayLayout {
  readonly day: string
  readonly zone: string
  /** Minutes after the start from which who is not there is late. */
  readonly lateAfter: number
  readonly rows: readonly DayRow[]
  readonly cages: readonly DayCage[]
  readonly tiles: readonly Tile[]
  /** The closed hours before and after, in words, shown or folded away; null where there are none. */
  readonly closed: { readonly before: string | null; readonly after: string | null }
  /** What has no cage of the grid: sessions elsewhere, and no-shows whose whole time was freed. */
  readonly unplaced: readonly DayThing[]
  /** The tiles that cover a cell. */
  readonly at: (row: number, column: number) => readonly Tile[]
}

type GridFacility = FacilityHours & Pick<Facility, 'time_zone' | 'late_after_minutes'>

/** What the desk always sees: 3 PM to 9:30 PM on weekdays, 9 AM to 9:30 PM on weekends (spec 3 §9). */
function deskHours(day: string, zone: string): TimeRange {
  const isWeekend = dayOfWeek(day) % 6 === 0
  return {
    start: instantOf(day, isWeekend ? '09:00' : '15:00', zone, 'after'),
    end: instantOf(day, '21:30', zone, 'after'),
  }
}

/** The line of the CSS grid on which the first half hour begins: below the heads and the fold of the hours before. */
export const firstLine = 3

type DayRows = Pick<DayLayout, 'rows' | 'closed'>

/**
 * The half hours of a day: the desk's hours, the facility's, and all that is booked. Closures widen nothing. Folded, without the
 * closed hours in which nothing lies.
 */
function dayRows(day: string, facility: GridFacility, schedule: ScheduleDay, isFolded: boolean): DayRows {
  const zone = facility.time_zone
  const hours = hoursOf(day, facility)
  const open = openRange(day, hours, zone)
  const desk = deskHours(day, zone)
  const shown = [...schedule.bookings, ...schedule.blocks.filter(({ kind }) => kind !== 'closure')].map(
    (entry) => ({ ...takenTime(entry), cage_id: '' }),
  )
  const deskTime = { start_time: desk.start.toISOString(), end_time: desk.end.toISOString(), cage_id: '' }
  const whole = gridRange(day, hours, [deskTime, ...shown], zone)
  const needed = open && gridRange(day, hours, shown, zone)
  const range = isFolded ? (needed ?? whole) : whole
  if (!range) return { rows: [], closed: { before: null, after: null } }
  const isFoldable = open !== null && needed !== null && whole !== null
  return {
    rows: slotsOf({ startTime: range.start, endTime: range.end }).map((start) => ({
      start,
      time: formatTime(start, zone),
      isClosed: !open || start < open.start || start >= open.end,
    })),
    closed: {
      before: isFoldable && whole.start < needed.start ? `Closed until ${hourText(open.start, zone)}` : null,
      after: isFoldable && whole.end > needed.end ? `Closed from ${hourText(open.end, zone)}` : null,
    },
  }
}

/** '4 PM', '4:30 PM' */
const hourText = (instant: Date, zone: string): string => shortTime(formatTime(instant, zone))

/**
 * @param now an unpaid checkout whose time is over takes nothing (decision 16).
 * @param isFolded without the closed hours in which nothing lies.
 */
export function dayLayout(
  day: string,
  facility: GridFacility,
  schedule: ScheduleDay,
  now: Date,
  isFolded = false,
): DayLayout {
  const { rows, closed } = dayRows(day, facility, schedule, isFolded)
  const { cages } = schedule
  const columnOf = new Map(cages.map(({ id }, column) => [id, column]))
  const tiles: Tile[] = []
  const unplaced: DayThing[] = []
  for (const thing of thingsOf(schedule, now)) {
    const columns = cageIdsOf(thing).flatMap((id) => columnOf.get(id) ?? [])
    const { booking } = thing
    const place = rowsOf(rows, takenTime(booking ?? thing.block))
    if (booking?.freed_from && booking.freed_from === booking.start_time) unplaced.push(thing)
    if (!place) continue
    if (columns.length === 0) unplaced.push(thing)
    for (const { first, count } of runsOf(columns))
      tiles.push({ ...place, key: `${keyOf(thing)}@${first}`, thing, column: first, columns: count })
  }
  const cells = new Map<number, Tile[]>()
  for (const tile of tiles)
    for (let row = tile.row; row < tile.row + tile.rows; row++)
      for (let column = tile.column; column < tile.column + tile.columns; column++) {
        const cell = row * cages.length + column
        const there = cells.get(cell)
        if (there) there.push(tile)
        else cells.set(cell, [tile])
      }
  return {
    day,
    lateAfter: facility.late_after_minutes,
    zone: facility.time_zone,
    rows,
    cages,
    tiles,
    closed,
    unplaced,
    at: (row, column) => cells.get(row * cages.length + column) ?? none,
  }
}

const none: readonly Tile[] = []

/** Bookings first: a closure that hits some is drawn behind them. */
const thingsOf = ({ bookings, blocks }: ScheduleDay, now: Date): DayThing[] => [
  ...bookings.map((booking) => ({ booking, block: null })),
  ...blocks
    .filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > now.getTime())
    .map((block) => ({ booking: null, block })),
]

const cageIdsOf = ({ booking, block }: DayThing): readonly string[] =>
  booking ? booking.cages.map(({ id }) => id) : block.cage_ids

export const keyOf = ({ booking, block }: DayThing): string =>
  booking ? `${booking.kind}:${booking.id}` : `${block.kind}:${block.id}:${block.start_time}`

/** The rows that a time covers, as far as the grid shows them; null when it shows nothing of it. */
function rowsOf(
  rows: readonly DayRow[],
  time: { readonly start_time: string; readonly end_time: string },
): Pick<Tile, 'row' | 'rows' | 'late' | 'early'> | null {
  const from = Math.max(0, rowPosition(rows, Date.parse(time.start_time)))
  const to = Math.min(rows.length, rowPosition(rows, Date.parse(time.end_time)))
  if (to <= from) return null
  const row = Math.floor(from)
  const end = Math.ceil(to)
  return { row, rows: end - row, late: from - row, early: end - to }
}

/** Where an instant stands, counted in rows from the top; all rows are half hours, also when the clocks change. */
export const rowPosition = (rows: readonly DayRow[], ms: number): number =>
  (ms - (rows[0]?.start.getTime() ?? 0)) / slotMs

/** Columns side by side, each run by its first. */
function runsOf(columns: readonly number[]): { first: number; count: number }[] {
  const runs: { first: number; count: number }[] = []
  for (const column of [...new Set(columns)].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run.first + run.count === column) run.count += 1
    else runs.push({ first: column, count: 1 })
  }
  return runs
}
