import { getCoachAvailability, getNextLessonDay } from '../../../shared/contract/coaches.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { refuse } from '../../refusal.ts'
import { readCoachDay, readNextDay } from './availability.ts'
import { bookableTimes, laterTimes, lessonSlots } from './lessonSlots.ts'

/** When lessons with a coach can be booked. */
export const availabilityEndpoints = [
  endpoint(getCoachAvailability, async ({ context, params, query }) => {
    const { p_lesson_date: day, p_duration_minutes: minutes } = query
    const now = context.clock.now()
    const times = bookableTimes(await context.facility.get(), day, minutes, now)
    const coachDay = await readCoachDay(context.db, params.id, day, times, { now })
    return coachDay ? reply(lessonSlots(coachDay, minutes)) : refuse('coach_not_found')
  }),

  endpoint(getNextLessonDay, async ({ context, params, query }) => {
    const { p_lesson_date: day, p_duration_minutes: minutes } = query
    const now = context.clock.now()
    for (const times of laterTimes(await context.facility.get(), day, minutes, now)) {
      const next = await readNextDay(context.db, params.id, times, now)
      if (!next) return refuse('coach_not_found')
      if (next.lesson_date) return reply(next)
    }
    return reply({ lesson_date: null })
  }),
]
