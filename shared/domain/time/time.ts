/**
 * Facility time (decision 6): the one place that knows zones and the calendar. A day is a `yyyy-MM-dd` of the
 * facility's calendar, a wall time is `HH:mm` on the facility's clock, an instant is a point in time. The zone
 * of the browser or of the process never matters.
 */
import { Temporal } from 'temporal-polyfill'

/** A point in time: a Date, or ISO 8601 with an offset. */
export type Instant = Date | string

/** The clocks skip this wall time on that day, so nothing can be scheduled at it (decision 6). */
export class NonexistentWallTime extends RangeError {
  override name = 'NonexistentWallTime'
}

export const minuteMs = 60_000

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const wallTimePattern = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
const offsetPattern = /T.*(Z|[+-]\d{2}:\d{2})$/

/** Milliseconds since 1970. Throws RangeError for text without an offset: it would mean the process's zone. */
export function epochMs(instant: Instant): number {
  const ms =
    typeof instant !== 'string'
      ? instant.getTime()
      : offsetPattern.test(instant)
        ? Date.parse(instant)
        : Number.NaN
  if (Number.isNaN(ms)) throw new RangeError(`Not a point in time: ${String(instant)}`)
  return ms
}

/** The facility day on which an instant falls. */
export function facilityDay(instant: Instant, zone: string): string {
  return zoned(instant, zone).toPlainDate().toString()
}

/** The facility's wall clock at an instant, `HH:mm` (seconds are cut off). */
export function facilityWallTime(instant: Instant, zone: string): string {
  return zoned(instant, zone).toPlainTime().toString({ smallestUnit: 'minute', roundingMode: 'trunc' })
}

/**
 * The instant of a wall time (`HH:mm`, or `HH:mm:ss` as the database writes it). In the hour that comes twice
 * in autumn it is the earlier one. In the hour that spring skips, `onGap` decides: refuse with
 * NonexistentWallTime, or take the time as far after the gap as the wall time lies inside it.
 */
export function instantOf(
  day: string,
  wallTime: string,
  zone: string,
  onGap: 'refuse' | 'after' = 'refuse',
): Date {
  if (!wallTimePattern.test(wallTime)) throw new RangeError(`Not a wall time: ${wallTime}`)
  const planned = plainDate(day).toPlainDateTime(Temporal.PlainTime.from(wallTime))
  const found = planned.toZonedDateTime(zone, { disambiguation: 'compatible' })
  if (onGap === 'refuse' && !found.toPlainDateTime().equals(planned)) {
    throw new NonexistentWallTime(`${day} has no ${wallTime} in ${zone}: the clocks skip it.`)
  }
  return new Date(found.epochMilliseconds)
}

/** An instant with the facility's clock and zone, for libraries that write both, such as calendar files. */
export const facilityTime = zoned

/** First instant of a facility day and first of the next: 23 or 25 hours apart when the clocks change. */
export function dayBounds(day: string, zone: string): { start: Date; end: Date } {
  const date = plainDate(day)
  const start = date.toZonedDateTime(zone).epochMilliseconds
  const end = date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  return { start: new Date(start), end: new Date(end) }
}

/** The day `count` calendar days later (earlier when negative). */
export function addDays(day: string, count: number): string {
  return plainDate(day).add({ days: count }).toString()
}

/** 0 = Sunday … 6 = Saturday, as in the specification. */
export function dayOfWeek(day: string): number {
  return plainDate(day).dayOfWeek % 7
}

/** The Monday of the week a day is in; weeks start on Monday (spec 1 §9). */
export function mondayOf(day: string): string {
  const date = plainDate(day)
  return date.subtract({ days: date.dayOfWeek - 1 }).toString()
}

/** Negative when `a` is before `b`, 0 when equal, positive when after: fit for sorting. */
export function compareDays(a: string, b: string): number {
  return Temporal.PlainDate.compare(plainDate(a), plainDate(b))
}

/** Whole calendar days from `a` to `b`, negative when `b` is earlier. */
export function daysBetween(a: string, b: string): number {
  return plainDate(a).until(plainDate(b), { largestUnit: 'day' }).days
}

/** Whether a `yyyy-MM-dd` is in a year that PostgreSQL and JavaScript write alike, and that a person may mean: 1900 to 2999. */
export const hasUsualYear = (day: string): boolean => day >= '1900' && day < '3000'

/** Reading a day takes longer than reckoning with it, and a page asks for the same month many times. */
const knownDays = new Map<string, Temporal.PlainDate>()
const MOST_KNOWN_DAYS = 1_000

/** Refuses anything but a real `yyyy-MM-dd` with a RangeError. */
function plainDate(day: string): Temporal.PlainDate {
  const known = knownDays.get(day)
  if (known) return known
  if (!dayPattern.test(day)) throw new RangeError(`Not a day: ${day}`)
  const date = Temporal.PlainDate.from(day, { overflow: 'reject' })
  if (knownDays.size >= MOST_KNOWN_DAYS) knownDays.clear()
  knownDays.set(day, date)
  return date
}

function zoned(instant: Instant, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs(instant)).toZonedDateTimeISO(zone)
}
