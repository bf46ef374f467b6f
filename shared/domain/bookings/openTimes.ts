/** How much of the coming days is free, day by day: what the strip of days and 'Next free' show. */
import type { DayOpenTimes, NextFree, OpenTimes, ScheduleEntry } from '../../contract/bookings/cages.ts'
import { type FacilityHours, hoursOf } from '../facility/openingHours.ts'
import { monthStripLength } from '../time/calendar.ts'
import { addDays, facilityDay, facilityWallTime, type Instant } from '../time/time.ts'
import { isTaken, slotStarts, takenTimes } from './slots.ts'

interface BookableFacility extends FacilityHours {
  readonly time_zone: string
  readonly booking_window_days: number
}

/** The times of one day, with the first free one as an instant. */
export interface CountedDay extends DayOpenTimes {
  readonly next: NextFree | null
}

/** The days that are counted: thirty from today on, or fewer where the booking window ends before. */
export function countedDays(now: Instant, facility: BookableFacility): string[] {
  const today = facilityDay(now, facility.time_zone)
  const count = Math.min(monthStripLength, facility.booking_window_days + 1)
  return Array.from({ length: count }, (_, index) => addDays(today, index))
}

/**
 * Counts the half hours of a day over all cages in service. What has begun counts neither as open nor as free; neither does
 * what lies outside the opening hours. A closed day has none.
 */
export function countDay(
  day: string,
  {
    facility,
    cageIds,
    entries,
    now,
  }: {
    facility: FacilityHours & Pick<BookableFacility, 'time_zone'>
    /** Of the cages in service. */
    cageIds: readonly string[]
    entries: readonly ScheduleEntry[]
    now: Date
  },
): CountedDay {
  const zone = facility.time_zone
  const taken = takenTimes(entries)
  const starts = slotStarts(day, hoursOf(day, facility), zone).filter((start) => start >= now)
  let free = 0
  let next: NextFree | null = null
  for (const start of starts) {
    const cages = cageIds.filter((id) => !isTaken(taken, id, start)).length
    free += cages
    if (cages > 0)
      next ??= { date: day, time: facilityWallTime(start, zone), start_time: start.toISOString(), cages }
  }
  return {
    date: day,
    open_slots: starts.length * cageIds.length,
    free_slots: free,
    first_free: next?.time ?? null,
    next,
  }
}

/** The answer of get-open-times from its days. */
export function openTimes(days: readonly CountedDay[]): OpenTimes {
  return {
    days: days.map(({ next, ...day }) => day),
    next_free: days.find(({ next }) => next !== null)?.next ?? null,
  }
}

/** The first day after this one on which something is free; where none is known to come, the first of all. */
export function nextFreeDay({ days }: Pick<OpenTimes, 'days'>, day: string): DayOpenTimes | undefined {
  const free = days.filter(({ date, first_free }) => first_free !== null && date !== day)
  return free.find(({ date }) => date > day) ?? free[0]
}
