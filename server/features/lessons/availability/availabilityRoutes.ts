import {
  getCoachAvailability,
  getNextLessonDay,
  listLessonDays,
  listNextLessonTimes,
} from '../../../../shared/contract/lessons/coaches.ts'
import { taxOf } from '../../../../shared/domain/money/salesTax.ts'
import { daysOfMonth } from '../../../../shared/domain/time/calendar.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { refuse } from '../../../refusal.ts'
import { readCoachDay } from './availability.ts'
import { findFirstTime, readLessonDays } from './freeDays.ts'
import { bookableTimes, laterTimes, lessonSlots, timesOn } from './lessonSlots.ts'

/** When lessons with a coach can be booked. */
export const availabilityEndpoints = [
  endpoint(getCoachAvailability, async ({ context, db, now, params, query }) => {
    const { p_lesson_date: day, p_duration_minutes: minutes } = query
    const facility = await context.facility.get()
    const times = bookableTimes(facility, day, minutes, now)
    const coachDay = await readCoachDay(db, params.id, day, times, { now })
    return coachDay
      ? reply(lessonSlots(coachDay, minutes, taxOf(facility, 'lessons')))
      : refuse('coach_not_found')
  }),

  endpoint(getNextLessonDay, async ({ context, db, now, params, query }) => {
    const { p_lesson_date: day, p_duration_minutes: minutes } = query
    const weeks = laterTimes(await context.facility.get(), day, minutes, now)
    const found = await findFirstTime(db, params.id, weeks, now)
    return found ? reply({ lesson_date: found.first?.lesson_date ?? null }) : refuse('coach_not_found')
  }),

  endpoint(listLessonDays, async ({ context, db, now, params, query }) => {
    const { p_lesson_date: day, p_duration_minutes: minutes } = query
    const times = timesOn(daysOfMonth(day), await context.facility.get(), minutes, now)
    const days = await readLessonDays(db, params.id, times, now)
    return days ? reply({ days }) : refuse('coach_not_found')
  }),

  endpoint(listNextLessonTimes, async ({ context }) => reply([...(await context.nextLessonTimes.get())])),
]
