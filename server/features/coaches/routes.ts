import {
  coachEvents,
  getCoach,
  getCoachAvailability,
  getNextLessonDay,
  listCoaches as listCoachesRoute,
} from '../../../shared/contract/coaches.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { followLive } from '../../http/followLive.ts'
import type { LiveTopic } from '../../http/liveEvents.ts'
import { refuse } from '../../refusal.ts'
import { readCoachDay, readNextDay } from '../lessons/availability.ts'
import { bookableTimes, laterTimes, lessonSlots } from '../lessons/lessonSlots.ts'
import { findCoach, listCoaches } from './queries.ts'

export const coachEndpoints = [
  endpoint(listCoachesRoute, async ({ context }) =>
    reply(
      await listCoaches(context.db, (reason) =>
        context.log.warn({ reason: String(reason) }, 'roles of coaches cannot be read; all active are shown'),
      ),
    ),
  ),

  endpoint(getCoach, async ({ context, params }) => {
    const coach = await findCoach(context.db, params.id)
    return coach ? reply(coach) : refuse('coach_not_found')
  }),

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

  endpoint(coachEvents, (call) => followLive(call, coachTopic(call.params.id, call.query.p_lesson_date))),
]

/** The database announces '<coach id> <day>' in lower case. */
const coachTopic = (coachId: string, day: string): LiveTopic => ({
  channel: 'coach_changed',
  payload: `${coachId.toLowerCase()} ${day}`,
  event: 'coach',
  data: { coach_id: coachId, p_lesson_date: day },
})
