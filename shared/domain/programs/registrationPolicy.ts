/**
 * Until when a registration for a camp or a class session can be canceled for a full refund, in the form that
 * changePolicy.ts reads. Each registration keeps the cut-off under which it was made.
 *
 * For a class session the cut-off is in elapsed hours before its start, as for cages. For a camp it is in facility
 * days: seven days before a camp that begins at 9:00 AM, at 9:00 AM, also when the clocks change in between.
 */

import { type Changeable, changeUntil } from '../bookings/changePolicy.ts'
import { addDays, facilityDay, facilityWallTime, instantOf, minuteMs } from '../time/time.ts'
import { formatDay, formatTime } from '../time/timeFormat.ts'
import { type CampSession, campStart, registrationEnd } from './camps.ts'
import { startOf } from './classSessions.ts'

type Status = 'registered' | 'paid' | 'canceled'

interface ClassSession {
  readonly class_date: string
  readonly start_time: string
  readonly end_time: string
}

interface CampDays {
  readonly start_date: string
  readonly end_date: string
  /** Earliest first. */
  readonly camp_timeslots: readonly CampSession[]
}

/** The status of a registration, mapped to a booking status. */
const statusOf = (status: Status): Changeable['status'] =>
  status === 'registered' ? 'pending payment' : status

/** A registration for a class session with its cut-off. */
export const changeableSession = (
  registration: { readonly status: Status; readonly cutoffHours: number },
  session: ClassSession,
  zone: string,
): Changeable => ({
  status: statusOf(registration.status),
  start: startOf(session, zone),
  end: startOf({ ...session, start_time: session.end_time }, zone),
  cutoffHours: registration.cutoffHours,
})

/** A registration for a camp with its cut-off. */
export function changeableCamp(
  registration: { readonly status: Status; readonly cutoffDays: number },
  camp: CampDays,
  zone: string,
): Changeable {
  const start = campStart(camp, zone)
  const until = campRefundUntil(start, registration.cutoffDays, zone)
  return {
    status: statusOf(registration.status),
    start,
    end: campEnd(camp, zone),
    cutoffHours: (start.getTime() - until.getTime()) / (60 * minuteMs),
  }
}

/** The moment from which on a camp that begins at `start` can no longer be canceled online. */
export const campRefundUntil = (start: Date, days: number, zone: string): Date =>
  days === 0
    ? start
    : instantOf(addDays(facilityDay(start, zone), -days), facilityWallTime(start, zone), zone, 'after')

/** The moment from which on a class session that begins at `start` can no longer be canceled online. */
export const sessionRefundUntil = (start: Date, hours: number): Date =>
  changeUntil({ start, cutoffHours: hours })

function campEnd(camp: CampDays, zone: string): Date {
  const ends = camp.camp_timeslots.map(({ date, end_time }) => instantOf(date, end_time, zone, 'after'))
  return ends.length === 0
    ? registrationEnd(camp, zone)
    : new Date(Math.max(...ends.map((end) => end.getTime())))
}

/**
 * The cancellation rule in one sentence, before and after registering; null when everything begins too soon to be
 * canceled online.
 *
 * @param untils the cut-offs of the things that are bought together.
 * @param before the rule for several things, e.g. '24 hours before it starts'.
 */
export function cancelLine(
  untils: readonly Date[],
  { now, zone, before }: { now: Date; zone: string; before: string },
): string | null {
  const [first] = untils
  if (!first || untils.every((until) => now >= until)) return null
  if (untils.every((until) => until.getTime() === first.getTime())) {
    const moment = `${formatDay(facilityDay(first, zone))}, ${formatTime(first, zone)}`
    return `Cancel in your account until ${moment}, and any payment comes back in full.`
  }
  return `Cancel each of them in your account until ${before}, and its payment comes back in full.`
}

/** '24 hours before it starts', for `cancelLine`. */
export function hoursBeforeStart(hours: number): string {
  if (hours === 0) return 'it starts'
  return hours === 1 ? '1 hour before it starts' : `${hours} hours before it starts`
}
