import { getCoach, listCoaches as listCoachesRoute } from '../../../shared/contract/lessons/coaches.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { refuse } from '../../refusal.ts'
import { findCoach, listCoaches } from './queries.ts'

export const coachEndpoints = [
  endpoint(listCoachesRoute, async ({ context, db }) =>
    reply(
      await listCoaches(db, (reason) =>
        context.log.warn({ reason: String(reason) }, 'roles of coaches cannot be read; all active are shown'),
      ),
    ),
  ),

  endpoint(getCoach, async ({ db, params }) => {
    const coach = await findCoach(db, params.id)
    return coach ? reply(coach) : refuse('coach_not_found')
  }),
]
