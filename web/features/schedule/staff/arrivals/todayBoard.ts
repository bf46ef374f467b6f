/** What the front desk asks of a moment: who is in which cage until when, who comes, and what is free. */

import type { ListedBooking } from '../../../../../shared/contract/bookings/bookingLists.ts'
import { minuteMs } from '../../../../../shared/domain/time/time.ts'
import { arrivalOf, lateOf, takenTime } from '../../../bookings/staff/arrival.ts'
import type { DayCage, DayLayout, DayThing } from '../grid/dayLayout.ts'
import { selectCells } from '../grid/daySelection.ts'

/** How far the board looks ahead. */
const aheadMs = 60 * minuteMs

export interface CageNow {
  readonly cage: DayCage
  readonly column: number
  /** What takes it now, and what begins within the next hour. */
  readonly now: DayThing | null
  readonly next: DayThing | null
  /** The row from which a walk-in can have it now, and until when; null where it is taken, closed or out of service. */
  readonly free: { readonly row: number; readonly until: Date } | null
}

const startOf = ({ booking, block }: DayThing): number => Date.parse((booking ?? block).start_time)
const endOf = ({ booking, block }: DayThing): number => Date.parse(takenTime(booking ?? block).end_time)

/** Each cage of the day at a moment. A no-show takes its cage until staff free it. */
export function boardOf(layout: DayLayout, now: Date): CageNow[] {
  const at = now.getTime()
  return layout.cages.map((cage, column) => {
    const things = layout.tiles
      .filter((tile) => tile.column <= column && column < tile.column + tile.columns)
      .map(({ thing }) => thing)
      .filter((thing) => endOf(thing) > at)
      .sort((a, b) => startOf(a) - startOf(b))
    const next = things.find((thing) => startOf(thing) > at && startOf(thing) <= at + aheadMs)
    return {
      cage,
      column,
      now: things.find((thing) => startOf(thing) <= at) ?? null,
      next: next ?? null,
      free: freeNow(layout, column, now),
    }
  })
}

function freeNow(layout: DayLayout, column: number, now: Date): CageNow['free'] {
  const row = layout.rows.findLastIndex(({ start }) => start <= now)
  const ends = (layout.rows[row]?.start.getTime() ?? 0) + 30 * minuteMs
  if (ends <= now.getTime() || layout.rows[row]?.isClosed !== false) return null
  if (!selectCells(layout, { row, column }, { row, column })) return null
  let last = row
  while (layout.rows[last + 1]?.isClosed === false && layout.at(last + 1, column).length === 0) last++
  const start = layout.rows[last]?.start
  return start ? { row, until: new Date(start.getTime() + 30 * minuteMs) } : null
}

export interface Arrivals {
  readonly late: readonly ListedBooking[]
  /** Those of the next hour, soonest first. */
  readonly next: readonly ListedBooking[]
  /** Who is in now; who owes first. */
  readonly isIn: readonly ListedBooking[]
}

/** Everyone with whom the desk has to do now, by urgency. */
export function arrivalsOf(bookings: readonly ListedBooking[], now: Date, lateAfter: number): Arrivals {
  const at = now.getTime()
  const live = bookings
    .filter(({ status, end_time }) => status !== 'canceled' && Date.parse(end_time) > at)
    .map((booking) => ({
      booking,
      start: Date.parse(booking.start_time),
      late: lateOf(booking, now, lateAfter),
      ...arrivalOf(booking, now),
    }))
    .sort((a, b) => a.start - b.start)
  const of = (some: typeof live) => some.map(({ booking }) => booking)
  return {
    late: of(live.filter(({ late }) => late !== null)),
    next: of(live.filter((one) => one.mayCheckIn && one.late === null && one.start <= at + aheadMs)),
    isIn: of(
      live
        .filter(({ isIn, start }) => isIn && start <= at + aheadMs)
        .sort((a, b) => Number(b.isUnpaid) - Number(a.isUnpaid)),
    ),
  }
}
