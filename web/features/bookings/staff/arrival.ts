/** Who has come, who is late and who is about to come: the clock decides, so it is asked again each minute. */

import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { facilityDay, minuteMs } from '../../../../shared/domain/time/time.ts'

/** So long after its start a booking that nobody was checked in to is late (decision 44). */
const lateMinutes = 5
/** So long before the start the desk acts: until then, that something is unpaid is no news. */
const actMinutes = 15

export interface Arrival {
  /** Of a class, seats are checked in one by one. */
  readonly mayCheckIn: boolean
  readonly isIn: boolean
  readonly isUnpaid: boolean
  /** Whole minutes since the start, where that is too long; else null. */
  readonly late: number | null
  /** The start is near or past. */
  readonly isSoon: boolean
  /** Late, or unpaid with the start near or past: the desk has something to do now. */
  readonly isDueNow: boolean
}

type Coming = Pick<ListedBooking, 'kind' | 'status' | 'start_time' | 'end_time' | 'attendance'>

export function arrivalOf(booking: Coming, now: Date): Arrival {
  const { kind, status, attendance } = booking
  const minutes = (now.getTime() - Date.parse(booking.start_time)) / minuteMs
  const isOver = Date.parse(booking.end_time) <= now.getTime()
  const isUnpaid = kind !== 'class' && status === 'pending payment'
  const isAwaited = kind !== 'class' && (attendance === null || attendance === 'late')
  const isLate = isAwaited && !isOver && status !== 'canceled' && minutes >= lateMinutes
  const isSoon = minutes >= -actMinutes
  const isUnpaidSoon = isUnpaid && attendance !== 'no_show' && !isOver && isSoon
  return {
    mayCheckIn: isAwaited && status !== 'canceled',
    isIn: attendance === 'checked_in',
    isUnpaid,
    late: isLate ? Math.floor(minutes) : null,
    isSoon,
    isDueNow: isLate || isUnpaidSoon,
  }
}

/** Whether it is on the facility's day of now: nobody checks in before. */
export const isToday = (
  { start_time }: Pick<ListedBooking, 'start_time'>,
  now: Date,
  zone: string,
): boolean => facilityDay(start_time, zone) === facilityDay(now, zone)
