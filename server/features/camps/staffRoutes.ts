/** Registrations for camps that the desk and admins enter by hand. */

import { manualCampRegistration } from '../../../shared/contract/staffRegistrations.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal } from '../../refusal.ts'
import { birthDateRefusalOf, readRegistrant } from '../households/manualChoice.ts'
import { listOfNames } from '../households/names.ts'
import { staffTerms } from '../payments/actingTerms.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { campRefusalOf } from './campRefusal.ts'
import { registerByHand } from './commands/registerByHand.ts'

export const staffCampEndpoints = [
  endpoint(manualCampRegistration, async (call) => {
    const { context, body, user } = call
    const at = await purchaseContext(context)
    const terms = await staffTerms(context.db, user.profile, body.override_reason ?? null)
    if (terms instanceof Refusal) return terms
    try {
      return await runCommand(call, async (tx) => {
        const registrant = await readRegistrant(tx, body)
        if (registrant instanceof Refusal) return registrant
        const wanted = { campId: body.camp_id, registrant, status: body.status }
        const registered = await registerByHand(tx, wanted, at, terms)
        if (registered instanceof Refusal) return registered
        const names = listOfNames(registrant.people.map(({ name }) => name))
        return reply({
          message: `Registered for ${registered.campName}: ${names}.`,
          registrations: registered.seats.map(({ id, participant }) => ({
            registration_id: id,
            participant,
          })),
        })
      })
    } catch (error) {
      return birthDateRefusalOf(error) ?? campRefusalOf(error)
    }
  }),
]
