/** Which days the date strips show and which of them can be chosen (spec 1 §2.4, §4, §9). */
import { type FacilityHours, isClosedOn } from '../facility/openingHours.ts'
import { addDays, facilityDay, facilityWallTime, type Instant, mondayOf } from './time.ts'

/** From this hour of the facility's clock on, the first day shown is tomorrow. */
export const eveningHour = 21
export const weekLength = 7
export const monthStripLength = 30

/** The longest search for an open day: nobody books further ahead. */
const searchedDays = 366

/** One tile of a date strip. A closed day is shown as Closed and cannot be selected. */
export interface StripDay {
  readonly day: string
  readonly closed: boolean
}

/**
 * The day shown first: today, from 9 PM on tomorrow, and in place of a Sunday or another closed day the next open
 * one. A facility that never opens is shown today (or tomorrow).
 */
export function initialDay(now: Instant, facility: FacilityHours, zone: string): string {
  const today = facilityDay(now, zone)
  const hour = Number(facilityWallTime(now, zone).slice(0, 2))
  const first = hour >= eveningHour ? addDays(today, 1) : today
  return isClosedOn(first, facility) ? (nextOpenDay(first, facility) ?? first) : first
}

/** The seven days from Monday of the week a day is in: the strip of large screens. */
export function weekStrip(day: string, facility: FacilityHours): StripDay[] {
  return strip(mondayOf(day), weekLength, facility)
}

/** Thirty days from Monday of the current week: the strip of small screens. */
export function monthStrip(today: string, facility: FacilityHours): StripDay[] {
  return strip(mondayOf(today), monthStripLength, facility)
}

/** All days of the month of a day. */
export function daysOfMonth(day: string): string[] {
  const month = day.slice(0, 'yyyy-MM'.length)
  return Array.from({ length: 31 }, (_, index) => addDays(`${month}-01`, index)).filter((other) =>
    other.startsWith(month),
  )
}

/** The first open day after a day; null when none comes within a year. */
export function nextOpenDay(day: string, facility: FacilityHours): string | null {
  return openDay(day, 1, facility)
}

/** The last open day before a day; null when none lies within a year. */
export function previousOpenDay(day: string, facility: FacilityHours): string | null {
  return openDay(day, -1, facility)
}

function strip(first: string, length: number, facility: FacilityHours): StripDay[] {
  return Array.from({ length }, (_, index) => {
    const day = addDays(first, index)
    return { day, closed: isClosedOn(day, facility) }
  })
}

function openDay(day: string, step: 1 | -1, facility: FacilityHours): string | null {
  for (let distance = 1; distance <= searchedDays; distance += 1) {
    const candidate = addDays(day, step * distance)
    if (!isClosedOn(candidate, facility)) return candidate
  }
  return null
}
