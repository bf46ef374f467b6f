import { useState } from 'react'
import type { Facility } from '../../shared/contract/facility/facility.ts'
import { type FacilityHours, isClosedOn } from '../../shared/domain/facility/openingHours.ts'
import { initialDay, nextOpenDay, previousOpenDay, weekLength } from '../../shared/domain/time/calendar.ts'
import { addDays, compareDays, facilityDay, mondayOf } from '../../shared/domain/time/time.ts'
import { formatDay } from '../../shared/domain/time/timeFormat.ts'

type BookableFacility = FacilityHours & Pick<Facility, 'time_zone' | 'booking_window_days'>

/** The first and last facility day that may be shown: today, and the end of the booking window. */
export interface DayRange {
  readonly first: string
  readonly last: string
}

/** Where previous and next lead from a day; null where there is nothing to book. */
export interface DayChoices {
  readonly previousDay: string | null
  readonly nextDay: string | null
  readonly previousWeek: string | null
  readonly nextWeek: string | null
}

export function bookableRange(now: Date, facility: BookableFacility): DayRange {
  const first = facilityDay(now, facility.time_zone)
  return { first, last: addDays(first, facility.booking_window_days) }
}

export function isInRange(day: string, range: DayRange): boolean {
  return compareDays(day, range.first) >= 0 && compareDays(day, range.last) <= 0
}

/** The day to show: the asked one if it can be shown, closed or not, else the initial day (spec 1 §4). */
export function shownDay(asked: string | undefined, now: Date, facility: BookableFacility): string {
  if (asked && isInRange(asked, bookableRange(now, facility))) return asked
  return initialDay(now, facility, facility.time_zone)
}

/** Why another day is shown than the address asks for; null where it is that day. */
export function otherDayText(asked: string | undefined, day: string, range: DayRange): string | null {
  if (!asked || isInRange(asked, range)) return null
  const isOver = compareDays(asked, range.first) < 0
  return `${formatDay(asked)} ${isOver ? 'is over' : "can't be booked yet"}. Here is ${formatDay(day)}.`
}

/** The day to show as long as the page stands: the evening's change to tomorrow must not take a day away that someone sees. */
export function useShownDay(asked: string | undefined, now: Date, facility: BookableFacility): string {
  const [opened] = useState(() => shownDay(undefined, now, facility))
  return shownDay(asked ?? opened, now, facility)
}

/**
 * The neighbours of a day. A step by a day passes over closed days. A step by a week keeps the weekday; where that is
 * closed or cannot be booked it takes another day of that week.
 */
export function dayChoices(day: string, range: DayRange, facility: BookableFacility): DayChoices {
  const within = (candidate: string | null) => (candidate && isInRange(candidate, range) ? candidate : null)
  const week = (count: number) => {
    const wanted = addDays(day, count * weekLength)
    return inWeek(mondayOf(wanted), wanted).find(
      (candidate) => isInRange(candidate, range) && !isClosedOn(candidate, facility),
    )
  }
  return {
    previousDay: within(previousOpenDay(day, facility)),
    nextDay: within(nextOpenDay(day, facility)),
    previousWeek: week(-1) ?? null,
    nextWeek: week(1) ?? null,
  }
}

/** The days of a week, the wanted one first, then those after it, then those before it from the nearest. */
function inWeek(monday: string, wanted: string): string[] {
  const days = Array.from({ length: weekLength }, (_, index) => addDays(monday, index))
  const at = days.indexOf(wanted)
  return [...days.slice(at), ...days.slice(0, at).reverse()]
}
