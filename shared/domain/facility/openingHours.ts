/** The only source of opening hours (decision 7), for the grid, footer, contact page and marketing lines. */
import type { OpeningHours, SpecialDay } from '../../contract/facility/facility.ts'
import { dayOfWeek } from '../time/time.ts'
import {
  formatWallTime,
  formatWallTimeRange,
  joinTimes,
  shortTime,
  weekdayNames,
} from '../time/timeFormat.ts'

/** When the facility is open on a day, on its own clock (`HH:mm`). */
export interface WallHours {
  readonly opens: string
  readonly closes: string
}

/** The part of the facility's data that says when it is open. */
export interface FacilityHours {
  readonly opening_hours: readonly OpeningHours[]
  readonly special_days: readonly SpecialDay[]
}

/** The weekdays as people read a week here: Sunday last. */
export const mondayFirst = [1, 2, 3, 4, 5, 6, 0]

/** The hours of one day, or null when closed. A special day replaces the week's hours entirely. */
export function hoursOf(day: string, facility: FacilityHours): WallHours | null {
  const special = facility.special_days.find((candidate) => candidate.date === day)
  if (!special) return weekdayHours(dayOfWeek(day), facility.opening_hours)
  if (special.opens === null || special.closes === null) return null
  return { opens: special.opens, closes: special.closes }
}

/** Whether nobody can book on a day at all. */
export function isClosedOn(day: string, facility: FacilityHours): boolean {
  return hoursOf(day, facility) === null
}

/** The week in lines for the footer, neighbours with equal hours together: 'Monday to Friday: 4:00–9:00 PM'. */
export function formatHoursLines(openingHours: readonly OpeningHours[]): string[] {
  return weekInGroups(openingHours).map(({ days, hours }) => `${days}: ${hours}`)
}

/** The week for a table, neighbours with equal hours together: 'Monday to Friday', '4:00–9:00 PM'. */
export function weekInGroups(openingHours: readonly OpeningHours[]): { days: string; hours: string }[] {
  const groups: { first: string; last: string; hours: string }[] = []
  for (const weekday of mondayFirst) {
    const name = weekdayNames[weekday] ?? ''
    const hours = formatHours(weekdayHours(weekday, openingHours))
    const group = groups.at(-1)
    if (group?.hours === hours) group.last = name
    else groups.push({ first: name, last: name, hours })
  }
  return groups.map(({ first, last, hours }) => ({
    days: first === last ? first : `${first} to ${last}`,
    hours,
  }))
}

/** '4:00–9:00 PM', or 'Closed'. */
export function formatHours(hours: WallHours | null): string {
  return hours ? formatWallTimeRange({ start_time: hours.opens, end_time: hours.closes }) : 'Closed'
}

/** The same where room is short: '4–9 PM', '9 AM–6 PM', '4:30–9 PM', or 'Closed'. */
export function formatShortHours(hours: WallHours | null): string {
  if (!hours) return 'Closed'
  return joinTimes(shortTime(formatWallTime(hours.opens)), shortTime(formatWallTime(hours.closes)))
}

function weekdayHours(weekday: number, openingHours: readonly OpeningHours[]): WallHours | null {
  const row = openingHours.find((candidate) => candidate.day_of_week === weekday)
  return row ? { opens: row.opens, closes: row.closes } : null
}
