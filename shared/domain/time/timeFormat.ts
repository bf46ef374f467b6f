/** Days and times as text: always facility time, always US English (spec 1 §1), regardless of the browser's settings. */
import { dayOfWeek, epochMs, type Instant } from './time.ts'

export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const clocks = new Map<string, Intl.DateTimeFormat>()

/** An instant on the facility's clock: '4:00 PM'. */
export function formatTime(instant: Instant, zone: string): string {
  return plainSpaces(clockOf(zone).format(epochMs(instant)))
}

/** A wall time `HH:mm` or `HH:mm:ss`: '4:00 PM'. */
export function formatWallTime(wallTime: string): string {
  return formatTime(utcOf(wallTime), 'UTC')
}

const halfDayMs = 12 * 3_600_000

const utcOf = (wallTime: string): string => `1970-01-01T${wallTime.slice(0, 5)}:00Z`

/** A range of wall times: '4:00–5:30 PM'. */
export const formatWallTimeRange = (range: {
  readonly start_time: string
  readonly end_time: string
}): string => formatTimeRange(utcOf(range.start_time), utcOf(range.end_time), 'UTC')

/** A range on the facility's clock, AM and PM once where both ends have the same: '4:00–5:30 PM', '11:30 AM–12:30 PM'. */
export function formatTimeRange(start: Instant, end: Instant, zone: string): string {
  const [from, to] = [formatTime(start, zone), formatTime(end, zone)]
  // From 4:00 PM to 4:00 PM of the next day both are needed.
  const isShort = from.slice(-2) === to.slice(-2) && epochMs(end) - epochMs(start) < halfDayMs
  return `${isShort ? from.slice(0, -3) : from}–${to}`
}

/**
 * 'short' is 'Tue, Nov 24', 'dense' is 'Tue Nov 24' for tables and the names of slots, 'long' is 'Tuesday, November 24,
 * 2026', 'dated' is 'Nov 24, 2026', 'numeric' is M/dd/yyyy: '3/08/2026'.
 */
export function formatDay(
  day: string,
  variant: 'short' | 'dense' | 'long' | 'dated' | 'numeric' = 'short',
): string {
  const weekday = weekdayNames[dayOfWeek(day)] ?? ''
  const [year = '', month = '', date = ''] = day.split('-')
  const monthName = monthNames[Number(month) - 1] ?? ''
  if (variant === 'numeric') return `${Number(month)}/${date}/${year}`
  if (variant === 'long') return `${weekday}, ${monthName} ${Number(date)}, ${Number(year)}`
  if (variant === 'dated') return `${monthName.slice(0, 3)} ${Number(date)}, ${Number(year)}`
  return `${weekday.slice(0, 3)}${variant === 'short' ? ',' : ''} ${monthName.slice(0, 3)} ${Number(date)}`
}

/** 'Tue, Nov 24'; with the year only where it is not that of `today`. */
export function dayInText(day: string, today: string): string {
  return `${formatDay(day)}${yearOtherThan(today, day)}`
}

/** ', 2027', or nothing where the day is in the year of `today`. */
export const yearOtherThan = (today: string, day: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? '' : `, ${day.slice(0, 4)}`

/** The parts of a day's tile in a date strip: 'Tue', 'Nov', 24. */
export function dayParts(day: string): { weekday: string; month: string; date: number } {
  const [weekday = '', month = '', date = ''] = formatDay(day, 'dense').split(' ')
  return { weekday, month, date: Number(date) }
}

/** Days from one to another: 'Mon–Wed, Dec 7–9', 'Wed–Sat, Dec 30–Jan 2', 'Fri, Dec 4', and 'Dec 26–Jan 2' from a Saturday to a Saturday. */
export function formatDays(first: string, last: string): string {
  const [from, to] = [dayParts(first), dayParts(last)]
  if (first === last) return formatDay(first)
  const end = from.month === to.month ? to.date : `${to.month} ${to.date}`
  const dates = `${from.month} ${from.date}–${end}`
  return from.weekday === to.weekday ? dates : `${from.weekday}–${to.weekday}, ${dates}`
}

/** A length of time in words: '30 minutes', '1 hour', '1.5 hours'. */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`
  return minutes === 60 ? '1 hour' : `${Number((minutes / 60).toFixed(2))} hours`
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
  })
  clocks.set(zone, clock)
  return clock
}

/** Newer ICU data puts a narrow no-break space before PM; searches, tests and mail clients expect a plain one. */
function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ')
}
