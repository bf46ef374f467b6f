import type { CustomerCampRegistration } from '../../../shared/contract/accountRegistrations.ts'
import { dayBounds, instantOf } from '../../../shared/domain/time.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'

type Camp = Pick<CustomerCampRegistration['camps'], 'start_date' | 'end_date' | 'camp_timeslots'>

/** '6/08/2026 - 6/12/2026', as everywhere for camps (spec 2 §2); a camp of one day has one date. */
export const campDates = ({ start_date, end_date }: Camp): string =>
  start_date === end_date
    ? formatDay(start_date, 'numeric')
    : `${formatDay(start_date, 'numeric')} - ${formatDay(end_date, 'numeric')}`

/** The hours when they are the same on all days, else every session with its day; nothing without timeslots. */
export function campTimes({ camp_timeslots }: Camp): string[] {
  const hours = camp_timeslots.map(
    ({ start_time, end_time }) => `${formatWallTime(start_time)} - ${formatWallTime(end_time)}`,
  )
  if (new Set(hours).size <= 1) return hours.slice(0, 1)
  return camp_timeslots.map(({ date }, index) => `${formatDay(date)}, ${hours[index]}`)
}

/** A camp is over with its last timeslot; without any, with its last day. */
export function isCampOver({ end_date, camp_timeslots }: Camp, now: Date, zone: string): boolean {
  const last = camp_timeslots.at(-1)
  const end = last ? instantOf(last.date, last.end_time, zone, 'after') : dayBounds(end_date, zone).end
  return end <= now
}
