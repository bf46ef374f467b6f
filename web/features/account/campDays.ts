import type { CustomerCampRegistration } from '../../../shared/contract/accountRegistrations.ts'
import { dayBounds, instantOf } from '../../../shared/domain/time.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'

type Camp = Pick<CustomerCampRegistration['camps'], 'start_date' | 'end_date' | 'camp_timeslots'>

/** The hours if they are the same on all days, or else each session with its day; empty without timeslots. */
export function campTimes({ camp_timeslots }: Camp): string[] {
  const hours = camp_timeslots.map(
    ({ start_time, end_time }) => `${formatWallTime(start_time)} - ${formatWallTime(end_time)}`,
  )
  if (new Set(hours).size <= 1) return hours.slice(0, 1)
  return camp_timeslots.map(({ date }, index) => `${formatDay(date)}, ${hours[index]}`)
}

/** A camp is over at the end of its last timeslot; without timeslots, at the end of its last day. */
export function isCampOver({ end_date, camp_timeslots }: Camp, now: Date, zone: string): boolean {
  const last = camp_timeslots.at(-1)
  const end = last ? instantOf(last.date, last.end_time, zone, 'after') : dayBounds(end_date, zone).end
  return end <= now
}
