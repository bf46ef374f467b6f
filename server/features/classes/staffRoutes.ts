/** Registrations for class sessions that the desk and admins enter by hand. */

import { manualClassRegistration } from '../../../shared/contract/manualRegistrations.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal } from '../../refusal.ts'
import { birthDateRefusalOf, readRegistrant } from '../households/manualChoice.ts'
import { listOfNames } from '../households/names.ts'
import { staffTerms } from '../payments/actingTerms.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { undoable } from '../payments/staffChange.ts'
import { classRefusalOf } from './classRefusal.ts'
import { registerByHand } from './commands/registerByHand.ts'

export const staffClassEndpoints = [
  endpoint(manualClassRegistration, async (call) => {
    const { context, body, user } = call
    const at = await purchaseContext(context)
    const terms = await staffTerms(context.db, user.profile, body.override_reason ?? null)
    if (terms instanceof Refusal) return terms
    try {
      return await runCommand(call, async (tx) => {
        const registrant = await readRegistrant(tx, body, at)
        if (registrant instanceof Refusal) return registrant
        const { class_instance_id: sessionId, status, paid_by: paidBy } = body
        const wanted = { sessionId, registrant, status, paidBy }
        const made = await undoable(tx, { at, terms, time: noTime }, () =>
          registerByHand(tx, wanted, at, terms),
        )
        if (made instanceof Refusal) return made
        const names = listOfNames(registrant.people.map(({ name }) => name))
        const sessions = made.done.map(
          ({ class_name, class_date, start_time }) =>
            `${class_name}, ${formatDay(class_date)}, ${formatWallTime(start_time)}`,
        )
        return reply({
          message: `Registered for ${sessions[0] ?? ''}: ${names}.`,
          registrations: made.done.map(({ registrationId, participant }) => ({
            registration_id: registrationId,
            participant,
          })),
          undo: made.undo,
        })
      })
    } catch (error) {
      return birthDateRefusalOf(error) ?? classRefusalOf(error)
    }
  }),
]

/** A seat takes no time of its own: the session has it. */
const noTime = { takes: () => undefined, frees: () => undefined }
