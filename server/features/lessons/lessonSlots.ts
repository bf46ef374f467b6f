import type { LessonSlot } from '../../../shared/contract/coaches.ts'
import type { Facility } from '../../../shared/contract/facility.ts'
import { weekLength } from '../../../shared/domain/calendar.ts'
import { coachFee, type LessonTime, lessonTimes } from '../../../shared/domain/lessons.ts'
import { dollarsFromCents } from '../../../shared/domain/money.ts'
import { hoursOf } from '../../../shared/domain/openingHours.ts'
import { sessionPrice } from '../../../shared/domain/pricing.ts'
import { addDays, daysBetween, facilityDay } from '../../../shared/domain/time.ts'
import type { CoachDay } from './availability.ts'

/** The lessons that the opening hours, the clock and the booking window allow on a day (decision 10). */
export function bookableTimes(facility: Facility, day: string, minutes: number, now: Date): LessonTime[] {
  const zone = facility.time_zone
  if (daysBetween(facilityDay(now, zone), day) > facility.booking_window_days) return []
  return lessonTimes(day, minutes, hoursOf(day, facility), zone).filter(({ start }) => start >= now)
}

/** A lesson's time on a facility day. */
export type DatedTime = LessonTime & { readonly day: string }

/**
 * The same on all days after one, up to the end of the booking window. Generated week by week, because most callers
 * need only the first.
 */
export function* laterTimes(
  facility: Facility,
  after: string,
  minutes: number,
  now: Date,
): Generator<DatedTime[]> {
  const today = facilityDay(now, facility.time_zone)
  const last = facility.booking_window_days
  for (let first = Math.max(0, daysBetween(today, after) + 1); first <= last; first += weekLength) {
    const length = Math.min(weekLength, last - first + 1)
    yield Array.from({ length }, (_, index) => addDays(today, first + index)).flatMap((day) =>
      bookableTimes(facility, day, minutes, now).map((time) => ({ ...time, day })),
    )
  }
}

/** The starts that can be booked, each priced in the cage that the lesson would get. */
export function lessonSlots({ coach, times }: CoachDay, minutes: number): LessonSlot[] {
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
        total_cost: dollarsFromCents(fee + cageCents),
      },
    ]
  })
}
