import {
  getCamp,
  getCampActiveRegistrationsCount,
  getMyCampRegistration,
  listCamps as listCampsRoute,
  registerForCamp as registerForCampRoute,
} from '../../../shared/contract/camps.ts'
import type { Context } from '../../context.ts'
import { isDatabaseError } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { registerForCamp } from './commands/registerForCamp.ts'
import { countTakenSeats, findCamp, findOwnRegistration, listCamps, type Moment } from './queries.ts'

const UNIQUE_VIOLATION = '23505'
const CHECK_VIOLATION = '23514'

export const campEndpoints = [
  endpoint(listCampsRoute, async ({ context }) =>
    reply(await listCamps(context.db, await momentOf(context))),
  ),

  endpoint(getCamp, async ({ context, params }) => {
    const camp = await findCamp(context.db, params.id, await momentOf(context))
    return camp ? reply(camp) : refuse('camp_not_found')
  }),

  endpoint(getCampActiveRegistrationsCount, async ({ context, params }) => {
    const count = await countTakenSeats(context.db, params.camp_id_param)
    return count === null ? refuse('camp_not_found') : reply(count)
  }),

  endpoint(getMyCampRegistration, async ({ context, params, user }) =>
    reply(await findOwnRegistration(context.db, params.camp_id, user.profile.id)),
  ),

  endpoint(registerForCampRoute, async (call) => {
    const { context, body, user } = call
    const at = {
      facility: await context.facility.get(),
      now: context.clock.now(),
      siteUrl: context.publicUrl(),
    }
    try {
      return await runCommand(call, async (tx) => {
        const registered = await registerForCamp(tx, body.p_camp_id, user.profile, at)
        if (registered instanceof Refusal) return registered
        const payment = registered.cents > 0 ? ' You will pay on arrival.' : ''
        return reply({
          registration_id: registered.id,
          message: `Registration Successful!${payment} See you at the camp!`,
        })
      })
    } catch (error) {
      return refusalOf(error)
    }
  }),
]

const momentOf = async ({ clock, facility }: Context): Promise<Moment> => ({
  now: clock.now(),
  zone: (await facility.get()).time_zone,
})

/** The database refused what the lock let through: some writer took none. The answer is the same. */
function refusalOf(error: unknown): Refusal {
  if (isDatabaseError(error, CHECK_VIOLATION, 'camp_seats')) return refuse('camp_full')
  if (isDatabaseError(error, UNIQUE_VIOLATION, 'camp_registrations_once')) return refuse('already_registered')
  throw error
}
