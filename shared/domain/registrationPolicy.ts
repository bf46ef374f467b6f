/**
 * Until when a registration for a camp or a class session is canceled for a full refund, as the rule of changes reads it
 * (changePolicy.ts). The rule is the one that the registration has kept since it was made.
 *
 * A class session goes by elapsed hours before its start, as cages do. A camp goes by facility days: seven days before a
 * camp that begins at 9:00 AM it is 9:00 AM too, also when the clocks change in between.
 */
import { type CampSession, campStart, registrationEnd } from './camps.ts'
import { type Changeable, changeUntil } from './changePolicy.ts'
import { startOf } from './classSessions.ts'
import { addDays, facilityDay, facilityWallTime, instantOf, minuteMs } from './time.ts'
import { formatDay, formatTime } from './timeFormat.ts'

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

/** Bookings call it pending what registrations call registered. */
const statusOf = (status: Status): Changeable['status'] =>
  status === 'registered' ? 'pending payment' : status

/** A registration for a class session; `cutoffHours` is the rule kept with it. */
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

/** A registration for a camp; `cutoffDays` is the rule kept with it. */
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

/** The same of a class session that starts at `start`. */
export const sessionRefundUntil = (start: Date, hours: number): Date =>
  changeUntil({ start, cutoffHours: hours })

function campEnd(camp: CampDays, zone: string): Date {
  const ends = camp.camp_timeslots.map(({ date, end_time }) => instantOf(date, end_time, zone, 'after'))
  return ends.length === 0
    ? registrationEnd(camp, zone)
    : new Date(Math.max(...ends.map((end) => end.getTime())))
}

/**
 * The rule in one sentence, for people who are about to register and for those who have; null when all of it begins too
 * soon to be canceled online.
 *
 * @param untils of each thing that is bought together.
 * @param before what each of several things is canceled before, e.g. '24 hours before it starts'.
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
