/**
 * Days and times as text: always facility time, always in the English that the facility's owner has chosen (decision record
 * 142), regardless of the browser's settings.
 */
import { dayOfWeek, epochMs, type Instant } from './time.ts'

/** 'Tue, Nov 24, 4:00 PM' in the United States, 'Tue 24 Nov, 4:00 PM' in Australia, 'Tue 24 Nov, 16:00' in Britain. */
export type DateLanguage = 'en-US' | 'en-AU' | 'en-GB'

let language: DateLanguage = 'en-US'

/** Days and times are written so from here on: a process serves one facility, and a page is of one. */
export function writeDatesIn(chosen: DateLanguage = 'en-US'): void {
  language = chosen
}

/** Whether the day stands before the month, and without commas. */
export const isDayFirst = (): boolean => language !== 'en-US'
const comma = () => (isDayFirst() ? '' : ',')

export const weekdayNames: readonly string[] =
  'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const monthNames =
  'January February March April May June July August September October November December'.split(' ')

const clocks = new Map<string, Intl.DateTimeFormat>()

/** An instant on the facility's clock: '4:00 PM', '16:00'. */
export function formatTime(instant: Instant, zone: string): string {
  return plainSpaces(clockOf(zone).format(epochMs(instant)))
}

/** A wall time `HH:mm` or `HH:mm:ss`: '4:00 PM', '16:00'. */
export function formatWallTime(wallTime: string): string {
  return formatTime(utcOf(wallTime), 'UTC')
}

/** '4 PM' for '4:00 PM'; other times stay as they are. */
export const shortTime = (time: string): string => time.replace(':00 ', ' ')

/** '4:00' for '4:00 PM', where it is clear which half of the day is meant. */
export const withoutHalfDay = (time: string): string => time.replace(/ [AP]M/g, '')

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
  return epochMs(end) - epochMs(start) < halfDayMs ? joinTimes(from, to) : `${from}–${to}`
}

/** Two times of one day as a range, AM and PM once where both have the same. */
export const joinTimes = (from: string, to: string): string =>
  `${from.slice(-2) === to.slice(-2) ? withoutHalfDay(from) : from}–${to}`

/** Of the United States; the others have the day first, and no commas. */
const patterns = {
  short: 'www, MMM d',
  full: 'www, MMM d, y',
  /** For tables and the names of slots. */
  dense: 'www MMM d',
  long: 'wwww, MMMM d, y',
  dated: 'MMM d, y',
  date: 'MMM d',
  month: 'MMMM y',
  /** Spec 2 §2. */
  numeric: 'M/dd/y',
}

/**
 * 'short' is 'Tue, Nov 24', 'full' is 'Tue, Nov 24, 2026', 'dense' is 'Tue Nov 24', 'long' is 'Tuesday, November 24, 2026',
 * 'dated' is 'Nov 24, 2026', 'date' is 'Nov 24', 'month' is 'November 2026', 'numeric' is '3/08/2026'.
 */
export function formatDay(day: string, variant: keyof typeof patterns = 'short'): string {
  const [y = '', month = '', dd = ''] = day.split('-')
  const [wwww = '', MMMM = ''] = [weekdayNames[dayOfWeek(day)], monthNames[Number(month) - 1]]
  const M = isDayFirst() ? month : Number(month)
  const parts = { wwww, www: wwww.slice(0, 3), MMMM, MMM: MMMM.slice(0, 3), M, dd, d: Number(dd), y }
  const pattern = isDayFirst()
    ? patterns[variant].replaceAll(',', '').replace(/(M+)(.)(d+)/, '$3$2$1')
    : patterns[variant]
  return pattern.replace(/\w+/g, (part) => `${parts[part as keyof typeof parts]}`)
}

/** 'Tue, Nov 24'; with the year only where it is not that of `today`. */
export function dayInText(day: string, today: string): string {
  return `${formatDay(day)}${yearOtherThan(today, day)}`
}

/** ', 2027', or nothing where the day is in the year of `today`. */
export const yearOtherThan = (today: string, day: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? '' : `${comma()} ${day.slice(0, 4)}`

/** The parts of a day's tile in a date strip: 'Tue', 'Nov', 24. */
export function dayParts(day: string): { weekday: string; month: string; date: number } {
  const [weekday = '', month = ''] = formatDay(day, 'dense').split(/ (?:\d+ )?/)
  return { weekday, month, date: Number(day.slice(8)) }
}

/** Days from one to another: 'Mon–Wed, Dec 7–9', 'Wed–Sat, Dec 30–Jan 2', 'Fri, Dec 4', and 'Dec 26–Jan 2' from a Saturday to a Saturday. */
export function formatDays(first: string, last: string): string {
  const [from, to] = [dayParts(first), dayParts(last)]
  if (first === last) return formatDay(first)
  const dates = formatDates(first, last)
  return from.weekday === to.weekday ? dates : `${from.weekday}–${to.weekday}${comma()} ${dates}`
}

/** The same without weekdays: 'Dec 7–9', 'Dec 30–Jan 2'. */
export function formatDates(first: string, last: string): string {
  const [from, to] = [dayParts(first), dayParts(last)]
  if (from.month !== to.month) return `${formatDay(first, 'date')}–${formatDay(last, 'date')}`
  return formatDay(first, 'date').replace(/\d+/, (date) => `${date}–${to.date}`)
}

/** A length of time in words: '30 minutes', '1 hour', '1.5 hours'. */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`
  return minutes === 60 ? '1 hour' : `${Number((minutes / 60).toFixed(2))} hours`
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const key = `${language} ${zone}`
  const known = clocks.get(key)
  if (known) return known
  // One locale for both clocks: Australia's own writes a small pm.
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: language === 'en-GB' ? 'h23' : 'h12',
  })
  clocks.set(key, clock)
  return clock
}

/** Newer ICU data puts a narrow no-break space before PM; searches, tests and mail clients expect a plain one. */
function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ')
}
