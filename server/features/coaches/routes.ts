import { getCoach, listCoaches as listCoachesRoute } from '../../../shared/contract/lessons/coaches.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
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
]
