import {
  getParticipantCare,
  readParticipantCare,
  updateParticipantCare,
} from '../../../shared/contract/accounts/participantCare.ts'
import { transaction } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { Refusal } from '../../refusal.ts'
import { type CareReader, findCare, readCare, replaceCare } from './care.ts'

export const careEndpoints = [
  endpoint(getParticipantCare, async ({ db, params, user }) => {
    const care = await findCare(db, params.id, user.profile)
    return care instanceof Refusal ? care : reply(care)
  }),

  // A replacement is safe to repeat. Not under an idempotency key, which would store a digest of the note.
  endpoint(updateParticipantCare, async ({ context, db, actor, params, body, user }) => {
    const refusal = await transaction(db, actor, (tx) =>
      replaceCare(tx, params.id, user.profile, body, context.publicUrl()),
    )
    return refusal ?? reply(null)
  }),

  endpoint(readParticipantCare, async ({ context, db, actor, params, user }) => {
    // The route's access class has admitted only these roles.
    const reader = { id: user.profile.id, role: user.profile.role } as CareReader
    const care = await transaction(db, actor, (tx) => readCare(tx, params.id, reader, context.clock.now()))
    return care instanceof Refusal ? care : reply(care)
  }),
]
