/** Who has come, who is late and who is about to come: the clock decides, so it is asked again each minute. */

import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { facilityDay, minuteMs } from '../../../../shared/domain/time/time.ts'

/** So long before the start the desk acts: until then, that something is unpaid is no news. */
const actMinutes = 15

/** When the desk's places are taken by it: a no-show whose rest was freed has them no longer than until then. */
export const takenTime = ({
  start_time,
  end_time,
  freed_from,
}: {
  start_time: string
  end_time: string
  freed_from?: string | null
}) => ({ start_time, end_time: freed_from ?? end_time })

export interface Arrival {
  /** Of a class, seats are checked in one by one. */
  readonly mayCheckIn: boolean
  readonly isIn: boolean
  readonly isUnpaid: boolean
  /** The start is near or past. */
  readonly isSoon: boolean
  /** Unpaid, and the start is near or past: the desk has something to do now. */
  readonly isUnpaidSoon: boolean
}

type Coming = Pick<ListedBooking, 'kind' | 'status' | 'start_time' | 'end_time' | 'attendance'>

const minutesSince = ({ start_time }: Coming, now: Date) =>
  (now.getTime() - Date.parse(start_time)) / minuteMs

const isOver = ({ end_time }: Coming, now: Date) => Date.parse(end_time) <= now.getTime()

const isAwaited = ({ kind, status, attendance }: Coming) =>
  kind !== 'class' && status !== 'canceled' && (attendance === null || attendance === 'late')

export function arrivalOf(booking: Coming, now: Date): Arrival {
  const { kind, status, attendance } = booking
  const isUnpaid = kind !== 'class' && status === 'pending payment'
  const isSoon = minutesSince(booking, now) >= -actMinutes
  return {
    mayCheckIn: isAwaited(booking),
    isIn: attendance === 'checked_in',
    isUnpaid,
    isSoon,
    isUnpaidSoon: isUnpaid && attendance !== 'no_show' && !isOver(booking, now) && isSoon,
  }
}

/** On a booking of today: I checks in, $ takes cash, and checks in where that is due. */
export const arrivalKeys = { i: 'checked_in', $: 'cash' } as const

/** What a key does with an arrival, where that is due. */
export function arrivalAct(key: string, { mayCheckIn, isUnpaid }: Arrival) {
  if (key === 'i') return mayCheckIn && arrivalKeys.i
  return key === '$' && isUnpaid && arrivalKeys.$
}

/**
 * Whole minutes since the start of a booking that nobody is checked in to, where that is too long; else null.
 *
 * @param lateAfter in minutes: the facility's `late_after_minutes` (decision 44).
 */
export function lateOf(booking: Coming, now: Date, lateAfter: number): number | null {
  const minutes = minutesSince(booking, now)
  return isAwaited(booking) && !isOver(booking, now) && minutes >= lateAfter ? Math.floor(minutes) : null
}

/** Whether it is on the facility's day of now: nobody checks in before. */
export const isToday = (
  { start_time }: Pick<ListedBooking, 'start_time'>,
  now: Date,
  zone: string,
): boolean => facilityDay(start_time, zone) === facilityDay(now, zone)
