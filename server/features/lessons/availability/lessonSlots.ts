import { LRUCache } from 'lru-cache'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { LessonSlot } from '../../../../shared/contract/lessons/coaches.ts'
import { hoursOf, type WallHours } from '../../../../shared/domain/facility/openingHours.ts'
import {
  coachFee,
  type LessonTime,
  lessonDurations,
  lessonTimes,
} from '../../../../shared/domain/lessons/lessons.ts'
import { dollarsFromCents } from '../../../../shared/domain/money/money.ts'
import { sessionPrice } from '../../../../shared/domain/money/pricing.ts'
import { type SalesTax, withTax } from '../../../../shared/domain/money/salesTax.ts'
import { weekLength } from '../../../../shared/domain/time/calendar.ts'
import { addDays, daysBetween, facilityDay } from '../../../../shared/domain/time/time.ts'
import type { CoachDay } from './availability.ts'

/** The lessons that the opening hours, the clock and the booking window allow on a day (decision 10). */
export function bookableTimes(facility: Facility, day: string, minutes: number, now: Date): LessonTime[] {
  const zone = facility.time_zone
  if (daysBetween(facilityDay(now, zone), day) > facility.booking_window_days) return []
  return timesOfDay(day, minutes, hoursOf(day, facility), zone).filter(({ start }) => start >= now)
}

/**
 * The longest booking window with each length: where a coach has no time at all, all of it is looked at. With fewer, each such
 * look would drop what the next one begins with.
 */
const daysKept = 731 * lessonDurations.length
const kept = new LRUCache<string, readonly LessonTime[]>({ max: daysKept })

/** The arithmetic of a month takes 20 ms, so what a day's hours come to is kept. */
function timesOfDay(
  day: string,
  minutes: number,
  hours: WallHours | null,
  zone: string,
): readonly LessonTime[] {
  if (!hours) return []
  const key = [day, minutes, hours.opens, hours.closes, zone].join()
  const times = kept.get(key) ?? lessonTimes(day, minutes, hours, zone)
  kept.set(key, times)
  return times
}

/** A lesson's time on a facility day. */
export type DatedTime = LessonTime & { readonly day: string }

/** The times that can be booked on each of these facility days, for lessons of so many minutes. */
export const timesOn = (
  days: readonly string[],
  facility: Facility,
  minutes: number,
  now: Date,
): DatedTime[] =>
  days.flatMap((day) => bookableTimes(facility, day, minutes, now).map((time) => ({ ...time, day })))

/**
 * The same on all days after one, up to the end of the booking window. Generated week by week, because most callers
 * need only the first.
 *
 * @param last the last day that is wanted, in days from today.
 */
export function* laterTimes(
  facility: Facility,
  after: string,
  minutes: number,
  now: Date,
  last: number = facility.booking_window_days,
): Generator<DatedTime[]> {
  const today = facilityDay(now, facility.time_zone)
  for (let first = Math.max(0, daysBetween(today, after) + 1); first <= last; first += weekLength) {
    const length = Math.min(weekLength, last - first + 1)
    const days = Array.from({ length }, (_, index) => addDays(today, first + index))
    yield timesOn(days, facility, minutes, now)
  }
}

/** The starts that can be booked, each priced in the cage that the lesson would get. */
export function lessonSlots({ coach, times }: CoachDay, minutes: number, tax: SalesTax): LessonSlot[] {
  const fee = coachFee(coach.hourly_rate, minutes)
  return times.flatMap(({ time, cages: [cage] }) => {
    if (!cage) return []
    const cageCents = sessionPrice(cage, minutes)
    return [
      {
        available_start_time: time.startTime,
        cage_name: cage.name,
        coach_fee: dollarsFromCents(fee),
        cage_cost: dollarsFromCents(cageCents),
        total_cost: dollarsFromCents(withTax(fee + cageCents, tax)),
      },
    ]
  })
}
