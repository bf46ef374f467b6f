/** What tiles and cells of the desk's grid say, on screen and to a screen reader. */

import type { ListedBooking } from '../../../../../shared/contract/bookings/bookingLists.ts'
import {
  formatDay,
  formatTime,
  formatTimeRange,
  withoutHalfDay,
} from '../../../../../shared/domain/time/timeFormat.ts'
import { takenTime } from '../../../bookings/staff/arrival.ts'
import type { DayLayout, DayThing, Tile } from './dayLayout.ts'

/** Who comes; of a class, camp or closure what it is called. */
export function titleOf({ booking, block }: DayThing): string {
  if (booking)
    return booking.kind === 'class'
      ? booking.item_name
      : (booking.participant_name ?? booking.customer_name ?? booking.item_name)
  if (block.kind === 'hold') return block.title || 'Someone'
  return block.title || (block.kind === 'closure' ? 'Closed' : 'Camp')
}

/** What it is: 'Lesson with Casey', 'Class, 5 booked', 'Camp, 8 of 20'. */
export function whatOf({ booking, block }: DayThing): string {
  if (block) {
    if (block.kind === 'camp') return `Camp, ${block.taken ?? 0} of ${block.max_spots ?? 0}`
    return block.kind === 'hold' ? 'Being paid now' : 'Closure'
  }
  if (booking.kind === 'class') {
    const booked = booking.participants.filter(({ status }) => status !== 'canceled').length
    return `Class, ${booked} booked`
  }
  return booking.kind === 'lesson' ? booking.item_name : 'Cage booking'
}

/** Whether it is paid; null where that is not a question of one booking. */
export function paymentOf({ booking }: DayThing): 'Paid' | 'Unpaid' | 'Refunded' | null {
  if (!booking || booking.kind === 'class') return null
  if (booking.payment_status === 'refunded') return 'Refunded'
  return (booking.payment_status ?? booking.status) === 'paid' ? 'Paid' : 'Unpaid'
}

const attendanceTexts = { checked_in: 'Checked in', late: 'Late', no_show: 'No-show' } as const

/** Whether someone came; null while nothing is noted. */
export const attendanceOf = (booking: ListedBooking | null): string | null =>
  booking?.attendance ? attendanceTexts[booking.attendance] : null

/** What stands below the time of a tile: who came or did not, with whom, or how many. A cage booking needs no word. */
export function footOf(thing: DayThing, zone: string): string {
  const { booking } = thing
  if (booking?.payment_status === 'refunded') return 'Refunded'
  if (booking?.attendance === 'no_show') return 'No-show'
  if (booking?.attendance === 'checked_in' && booking.attendance_at && booking.kind !== 'lesson')
    return `in at ${withoutHalfDay(formatTime(booking.attendance_at, zone))}`
  if (booking?.kind === 'lesson') return `with ${booking.coach_name?.split(' ')[0] ?? 'a coach'}`
  return booking && booking.kind !== 'class' ? '' : whatOf(thing).replace(/^(Class|Camp), /, '')
}

/** 'Cage 2, Tue Nov 24, 4:00 PM, Mia Lopez, cage booking, 4:00–5:00 PM, unpaid' */
export function tileName(layout: DayLayout, tile: Tile): string {
  const { thing } = tile
  const { start_time, end_time } = takenTime(thing.booking ?? thing.block)
  const { zone } = layout
  return [
    cageNames(layout, tile.column, tile.columns),
    formatDay(layout.day, 'dense'),
    layout.rows[tile.row]?.time,
    titleOf(thing),
    lowerFirst(whatOf(thing)),
    formatTimeRange(start_time, end_time, zone),
    paymentOf(thing)?.toLowerCase(),
    attendanceOf(thing.booking)?.toLowerCase(),
  ]
    .filter(Boolean)
    .join(', ')
}

export type FreeState = 'available' | 'past' | 'closed' | 'out of service'

/** 'Cage 2, Tue Nov 24, 4:00 PM, available' */
export const cellLabel = (cage: string, day: string, time: string, state: FreeState): string =>
  `${cage}, ${formatDay(day, 'dense')}, ${time}, ${state}`

/** The cages of a tile: 'Cage 2', 'Cages 2 and 3'. */
export function cageNames({ cages }: DayLayout, first: number, count = 1): string {
  const names = cages.slice(first, first + count).map(({ name }) => name)
  return listOfCages(names)
}

/** 'Cage 2', 'Cages 2, 4 and 5', 'Cage 2 and Tunnel'. */
export function listOfCages(names: readonly string[]): string {
  const numbers = names.map((name) => /^Cage (\d+)$/.exec(name)?.[1])
  if (names.length < 2) return names.join('')
  return numbers.every((number) => number !== undefined) ? `Cages ${inWords(numbers)}` : inWords([...names])
}

const inWords = (parts: readonly (string | undefined)[]): string =>
  `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
