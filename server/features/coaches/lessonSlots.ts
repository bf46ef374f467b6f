import type { LessonSlot } from '../../../shared/contract/coaches.ts'
import type { Facility } from '../../../shared/contract/facility.ts'
import { coachFee, type LessonTime, lessonTimes } from '../../../shared/domain/lessons.ts'
import { dollarsFromCents } from '../../../shared/domain/money.ts'
import { hoursOf } from '../../../shared/domain/openingHours.ts'
import { sessionPrice } from '../../../shared/domain/pricing.ts'
import { daysBetween, facilityDay } from '../../../shared/domain/time.ts'
import type { CoachDay } from './availability.ts'

/** The lessons that the opening hours, the clock and the booking window allow on a day (decision 10). */
export function bookableTimes(facility: Facility, day: string, minutes: number, now: Date): LessonTime[] {
  const zone = facility.time_zone
  if (daysBetween(facilityDay(now, zone), day) > facility.booking_window_days) return []
  return lessonTimes(day, minutes, hoursOf(day, facility), zone).filter(({ start }) => start >= now)
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
