/** The dates on which a weekly schedule has sessions (spec 3 §3, decision 14). */
import type { ClassSchedule } from '../../contract/programs/classes.ts'
import { type FacilityHours, hoursOf } from '../facility/openingHours.ts'
import { addDays, compareDays, dayOfWeek, daysBetween, instantOf, NonexistentWallTime } from '../time/time.ts'

/** More lines than half hours in a week's opening hours are a mistake. */
export const mostScheduleLines = 28
/** Two years: a class that goes on is given a new season. */
export const mostSeasonDays = 731

/** A row of the schedule as the editor adds it (spec 3 §9). */
export const defaultScheduleLine: ClassSchedule = { day_of_week: 1, start_time: '16:00', end_time: '17:00' }

/** One session as the schedule has it: facility day and wall times, `HH:mm`. */
export interface SeasonSlot {
  readonly class_date: string
  readonly start_time: string
  readonly end_time: string
}

/** Which session of a class is meant: a class has one at a time. */
export const slotKey = ({ class_date, start_time }: Omit<SeasonSlot, 'end_time'>): string =>
  `${class_date} ${start_time}`

export interface Season {
  readonly slots: readonly SeasonSlot[]
  /** On special days on which the facility is closed at that time. */
  readonly closed: readonly SeasonSlot[]
  /** At wall times that the clocks skip on that day (decision 6). */
  readonly skipped: readonly SeasonSlot[]
}

/**
 * The sessions of a schedule from its first to its last day, both included, in order of time. Special days replace the
 * week's hours: a session outside them is not held. The week's own hours do not matter, because a class may meet before
 * the facility opens to everybody.
 *
 * @param span.after sessions that have begun at this instant are not meant.
 */
export function seasonOf(
  schedules: readonly ClassSchedule[],
  span: { readonly start_date: string; readonly end_date: string; readonly after: Date },
  facility: FacilityHours & { readonly time_zone: string },
): Season {
  const slots: SeasonSlot[] = []
  const closed: SeasonSlot[] = []
  const skipped: SeasonSlot[] = []
  const byWeekday = Map.groupBy(schedules.toSorted(inOrder), (line) => line.day_of_week)
  const specialDays = new Set(facility.special_days.map(({ date }) => date))
  const days = Math.min(daysBetween(span.start_date, span.end_date), mostSeasonDays)
  for (let count = 0; count <= days; count++) {
    const class_date = addDays(span.start_date, count)
    for (const { start_time, end_time } of byWeekday.get(dayOfWeek(class_date)) ?? []) {
      const slot = { class_date, start_time, end_time }
      if (instantOf(class_date, start_time, facility.time_zone, 'after') <= span.after) continue
      if (!exists(slot, facility.time_zone)) skipped.push(slot)
      else if (specialDays.has(class_date) && !isOpen(slot, facility)) closed.push(slot)
      else slots.push(slot)
    }
  }
  return { slots, closed, skipped }
}

function isOpen({ class_date, start_time, end_time }: SeasonSlot, facility: FacilityHours): boolean {
  const hours = hoursOf(class_date, facility)
  return hours !== null && start_time >= hours.opens && end_time <= hours.closes
}

function exists({ class_date, start_time, end_time }: SeasonSlot, zone: string): boolean {
  try {
    return instantOf(class_date, start_time, zone) < instantOf(class_date, end_time, zone)
  } catch (error) {
    if (error instanceof NonexistentWallTime) return false
    throw error
  }
}

const inOrder = (a: ClassSchedule, b: ClassSchedule): number => (a.start_time < b.start_time ? -1 : 1)

export interface ScheduleProblem {
  readonly index: number
  readonly problem: 'backwards' | 'overlap'
}

/** The indexes of lines that end before they begin, or overlap another line of the same weekday. */
export function scheduleProblems(lines: readonly ClassSchedule[]): ScheduleProblem[] {
  return lines.flatMap((line, index): ScheduleProblem[] => {
    if (line.end_time <= line.start_time) return [{ index, problem: 'backwards' }]
    const overlaps = lines.some(
      (other, at) =>
        at < index &&
        other.day_of_week === line.day_of_week &&
        other.start_time < line.end_time &&
        line.start_time < other.end_time,
    )
    return overlaps ? [{ index, problem: 'overlap' }] : []
  })
}

/** The dates of the season after this one: as long, on the same weekdays, from the week after it ended or from today on. */
export function nextSeason(
  { start_date, end_date }: { readonly start_date: string; readonly end_date: string },
  today: string,
): { start_date: string; end_date: string } {
  const length = daysBetween(start_date, end_date)
  const least = compareDays(end_date, today) < 0 ? today : addDays(end_date, 1)
  const first = addDays(start_date, Math.ceil(daysBetween(start_date, least) / 7) * 7)
  return { start_date: first, end_date: addDays(first, length) }
}
