/** When a camp can be registered for, and how its dates and free spots read (spec 2 §2, §4, §9). */
import { dayBounds, daysBetween, instantOf } from '../time/time.ts'
import { dayParts, formatDay, formatDays, formatWallTimeRange, isDayFirst } from '../time/timeFormat.ts'

/** A session on the facility's clock, `HH:mm`. */
export interface CampSession {
  readonly date: string
  readonly start_time: string
  readonly end_time: string
}

/** 'closed': by the facility; 'over': its last session has started; 'full': no spot is left. */
export type RegistrationState = 'open' | 'called_off' | 'closed' | 'over' | 'full'

/**
 * When registration ends unless the facility closes it earlier: at the start of the last session, so that people can
 * join a camp of several days late. A camp without sessions can be registered for until the end of its last day.
 */
export function registrationEnd(
  camp: { readonly end_date: string; readonly camp_timeslots: readonly CampSession[] },
  zone: string,
): Date {
  const starts = sessionStarts(camp.camp_timeslots, zone)
  return starts.length === 0 ? dayBounds(camp.end_date, zone).end : new Date(Math.max(...starts))
}

/** When the camp begins: at the start of the first session, or of the first day where none are set. */
export function campStart(
  camp: { readonly start_date: string; readonly camp_timeslots: readonly CampSession[] },
  zone: string,
): Date {
  const starts = sessionStarts(camp.camp_timeslots, zone)
  return starts.length === 0 ? dayBounds(camp.start_date, zone).start : new Date(Math.min(...starts))
}

const sessionStarts = (sessions: readonly CampSession[], zone: string): number[] =>
  sessions.map(({ date, start_time }) => instantOf(date, start_time, zone, 'after').getTime())

/** The first reason that prevents registration, the most permanent first. */
export function registrationState(
  camp: {
    readonly called_off_at: Date | null
    readonly registration_enabled: boolean
    readonly spots_left: number
  },
  ends: Date,
  now: Date,
): RegistrationState {
  if (camp.called_off_at !== null) return 'called_off'
  if (now >= ends) return 'over'
  if (!camp.registration_enabled) return 'closed'
  return camp.spots_left > 0 ? 'open' : 'full'
}

/** Free seats: never below zero, even where the maximum was lowered. */
export const spotsLeft = (maxSpots: number, taken: number): number => Math.max(0, maxSpots - taken)

/** Whom a camp is for, by what they can do already. */
export const campLevels = ['beginner', 'intermediate', 'advanced', 'all'] as const
export type CampLevel = (typeof campLevels)[number]
export const campLevelNames: Readonly<Record<CampLevel, string>> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
  all: 'All Levels',
}

/** 2 or fewer red, 5 or fewer yellow, otherwise green (spec 2 §2). */
export function spotsColour(spots: number): 'red' | 'yellow' | 'green' {
  if (spots <= 2) return 'red'
  return spots <= 5 ? 'yellow' : 'green'
}

/** '3/08/2026 - 3/10/2026'; one date for a camp of one day. */
export function campDates({
  start_date,
  end_date,
}: {
  readonly start_date: string
  readonly end_date: string
}): string {
  const first = formatDay(start_date, 'numeric')
  return start_date === end_date ? first : `${first} - ${formatDay(end_date, 'numeric')}`
}

/**
 * The same with how many sessions it has, where there are several: '6/08/2026 - 6/12/2026 · 5 sessions'. A camp need
 * not take place on every day between its first and its last.
 */
export const campDatesAndSessions = (camp: CampDays): string =>
  camp.camp_timeslots.length > 1
    ? `${campDates(camp)} · ${camp.camp_timeslots.length} sessions`
    : campDates(camp)

/** The days of its sessions: 'Mon–Wed, Dec 7–9', 'Sat, Dec 19 and 26' where up to three have others between them, 'Fri, Dec 4'. */
export function campDays({ start_date, end_date, camp_timeslots }: CampDays): string {
  const days = [...new Set(camp_timeslots.map(({ date }) => date))].toSorted()
  const apart = days.length > 1 && days.length < daysBetween(start_date, end_date) + 1
  if (!apart || days.length > 3) return formatDays(start_date, end_date)
  const [first = start_date, ...others] = days
  const { weekday } = dayParts(first)
  const sameWeekday = others.every((day) => dayParts(day).weekday === weekday)
  return `${sameWeekday ? `${weekday}${isDayFirst() ? '' : ','} ` : ''}${listDates(days)}`
}

/** Two single days or more: 'Dec 19 and 26', 'Dec 26, Jan 2 and 9'. */
function listDates(days: readonly string[]): string {
  const dates = days.map((day, index) => {
    // A month is said once, on the side where it stands.
    const beside = days[isDayFirst() ? index + 1 : index - 1]
    return beside?.slice(0, 7) === day.slice(0, 7) ? dayParts(day).date : formatDay(day, 'date')
  })
  return `${dates.slice(0, -1).join(', ')} and ${dates.at(-1)}`
}

interface CampDays {
  readonly start_date: string
  readonly end_date: string
  readonly camp_timeslots: readonly Pick<CampSession, 'date'>[]
}

/**
 * When the sessions are, in lines: only the hours if they are the same on every day from the first to the last, or else
 * each session with its day; none without sessions.
 */
export function campTimes({
  start_date,
  end_date,
  camp_timeslots,
}: CampDays & { readonly camp_timeslots: readonly CampSession[] }): string[] {
  const hours = camp_timeslots.map(formatWallTimeRange)
  const days = new Set(camp_timeslots.map(({ date }) => date)).size
  const everyDay = days === daysBetween(start_date, end_date) + 1
  if (everyDay && days === hours.length && new Set(hours).size === 1) return hours.slice(0, 1)
  return camp_timeslots.map(({ date }, index) => `${formatDay(date)}, ${hours[index]}`)
}

/** The facility's text for the age group, or else the ages. */
export function ageGroup(camp: {
  readonly age_group: string | null
  readonly min_age: number
  readonly max_age: number
}): string {
  const worded = camp.age_group?.trim()
  if (worded) return worded
  return camp.min_age === camp.max_age ? `${camp.min_age} years` : `${camp.min_age}-${camp.max_age} years`
}
