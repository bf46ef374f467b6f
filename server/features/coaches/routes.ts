import { coachEvents, getCoach, listCoaches as listCoachesRoute } from '../../../shared/contract/coaches.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { followLive } from '../../http/followLive.ts'
import type { LiveTopic } from '../../http/liveEvents.ts'
import { refuse } from '../../refusal.ts'
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

  endpoint(coachEvents, (call) => followLive(call, coachTopic(call.params.id, call.query.p_lesson_date))),
]

/** The database announces '<coach id> <day>' in lower case. */
const coachTopic = (coachId: string, day: string): LiveTopic => ({
  channel: 'coach_changed',
  payload: `${coachId.toLowerCase()} ${day}`,
  event: 'coach',
  data: { coach_id: coachId, p_lesson_date: day },
})
