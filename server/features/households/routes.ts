import {
  createParticipant,
  deleteParticipant,
  listParticipants as listParticipantsRoute,
  removeAdult as removeAdultRoute,
  updateParticipant,
  updateParticipantAdult,
} from '../../../shared/contract/accounts/households.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import type { Context } from '../../context.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../http/idempotency.ts'
import { refuseTooMany } from '../../http/limits/rateLimits.ts'
import { Refusal } from '../../refusal.ts'
import { removeAdult, setIsTold } from './adults.ts'
import { type At, addParticipant, changeParticipant, forgetParticipant } from './participants.ts'
import { listParticipants, readParticipant } from './queries.ts'

export const householdEndpoints = [
  endpoint(listParticipantsRoute, async ({ db, user }) => reply(await listParticipants(db, user.profile.id))),

  endpoint(createParticipant, async (call) => {
    const { id: userId } = call.user.profile
    const before = await answeredBefore<never>(call)
    if (before) return before
    const limit = { name: 'people added by', subject: userId, most: 60, seconds: 3_600 }
    const tooMany = await refuseTooMany(call.context.limits, limit)
    if (tooMany) return tooMany
    const at = await momentOf(call.context)
    return runCommand(call, async (tx) => {
      const added = await addParticipant(tx, userId, call.body, at)
      return added instanceof Refusal ? added : reply(await readParticipant(tx, userId, added))
    })
  }),

  endpoint(updateParticipant, async (call) => {
    const named = { userId: call.user.profile.id, id: call.params.id }
    const at = await momentOf(call.context)
    return runCommand(
      call,
      async (tx) =>
        (await changeParticipant(tx, named, call.body, at)) ??
        reply(await readParticipant(tx, named.userId, named.id)),
    )
  }),

  endpoint(deleteParticipant, async (call) => {
    const named = { userId: call.user.profile.id, id: call.params.id }
    const at = await momentOf(call.context)
    return runCommand(call, async (tx) => (await forgetParticipant(tx, named, at)) ?? reply(null))
  }),

  endpoint(updateParticipantAdult, (call) => {
    const { params, user, body } = call
    const adult = { callerId: user.profile.id, participantId: params.id, userId: params.user_id }
    return runCommand(
      call,
      async (tx) =>
        (await setIsTold(tx, adult, body.is_told)) ??
        reply(await readParticipant(tx, user.profile.id, params.id)),
    )
  }),

  endpoint(removeAdultRoute, (call) => {
    const { params, user, context } = call
    const adult = { callerId: user.profile.id, participantId: params.id, userId: params.user_id }
    return runCommand(call, async (tx) => (await removeAdult(tx, adult, context.publicUrl())) ?? reply(null))
  }),
]

/** Now, and the facility day that it is. */
export async function momentOf(context: Pick<Context, 'clock' | 'facility'>): Promise<At> {
  const now = context.clock.now()
  const { time_zone } = await context.facility.get()
  return { now, today: facilityDay(now, time_zone) }
}
