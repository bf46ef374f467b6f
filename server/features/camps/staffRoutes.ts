/** Registrations for camps as the desk and admins read, enter, change and delete them. */

import {
  deleteCampRegistration,
  findCampRegistrationPayment,
  listCampRegistrations,
  updateCampRegistration,
} from '../../../shared/contract/campRegistrations.ts'
import { manualCampRegistration } from '../../../shared/contract/manualRegistrations.ts'
import type { Tx } from '../../db/database.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { birthDateRefusalOf, readRegistrant } from '../households/manualChoice.ts'
import { listOfNames } from '../households/names.ts'
import { type Acting, staffTerms } from '../payments/actingTerms.ts'
import { closeReleasedCheckouts } from '../payments/closeReleased.ts'
import { findPayment } from '../payments/paymentList.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { changeAnswer, choiceOf } from '../payments/settleChange.ts'
import { undoable } from '../payments/staffChange.ts'
import { ifUnchanged } from '../payments/whatChanged.ts'
import { takingTime } from '../places/takingTime.ts'
import { campRefusalOf } from './campRefusal.ts'
import { deleteRegistration } from './commands/deleteRegistration.ts'
import { registerByHand } from './commands/registerByHand.ts'
import { type RegistrationUpdated, updateRegistration } from './commands/updateRegistration.ts'
import {
  findPaymentId,
  findRegistration,
  type LoadedRegistration,
  readCampRegistrations,
} from './staffRegistrations.ts'

export const staffCampEndpoints = [
  endpoint(listCampRegistrations, async ({ context, params }) => {
    const zone = (await context.facility.get()).time_zone
    const moment = { now: context.clock.now(), zone }
    const found = await readCampRegistrations(context.db, params.camp_id, moment)
    return found ? reply(found) : refuse('camp_not_found')
  }),

  endpoint(findCampRegistrationPayment, async ({ context, params }) => {
    const registration = await findRegistration(context.db, params.id)
    if (!registration) return refuse('registration_not_found')
    const id = await findPaymentId(context.db, registration)
    const payment = id === undefined ? null : await findPayment(context.db, id)
    return payment ? reply(payment) : refuse('registration_payment_not_found')
  }),

  endpoint(updateCampRegistration, (call) => {
    const { body } = call
    const update = {
      status: body.status,
      payment: { method: body.paid_by, note: body.note ?? null },
      refund: choiceOf(body.refund),
    }
    return change(call, body, { verb: 'saved', work: (...work) => updateRegistration(...work, update) })
  }),

  endpoint(deleteCampRegistration, (call) => {
    const refund = choiceOf(call.query.refund)
    return change(call, call.query, {
      verb: 'deleted',
      work: (...work) => deleteRegistration(...work, refund),
    })
  }),

  endpoint(manualCampRegistration, async (call) => {
    const { context, body, user } = call
    const at = await purchaseContext(context)
    const terms = await staffTerms(context.db, user.profile, body.override_reason ?? null)
    if (terms instanceof Refusal) return terms
    try {
      return await takingTime(context, { userId: null }, (time) =>
        runCommand(call, async (tx) => {
          const registrant = await readRegistrant(tx, body, at)
          if (registrant instanceof Refusal) return registrant
          const { camp_id: campId, status, paid_by: paidBy } = body
          const made = await undoable(tx, { at, terms, time }, () =>
            registerByHand(tx, { campId, registrant, status, paidBy }, at, terms),
          )
          if (made instanceof Refusal) return made
          const { campName, seats } = made.done
          const names = listOfNames(registrant.people.map(({ name }) => name))
          return reply({
            message: `Registered for ${campName}: ${names}.`,
            registrations: seats.map(({ id, participant }) => ({ registration_id: id, participant })),
            undo: made.undo,
          })
        }),
      )
    } catch (error) {
      return birthDateRefusalOf(error) ?? campRefusalOf(error)
    }
  }),
]

type Changing = Call<typeof updateCampRegistration | typeof deleteCampRegistration>

/** What staff may say of any change. */
interface Choices {
  readonly override_reason?: string | undefined
  readonly expected_revision?: number | undefined
  readonly tell: boolean
  readonly message?: string | undefined
}

interface Change {
  readonly verb: 'saved' | 'deleted'
  readonly work: (
    tx: Tx,
    seen: LoadedRegistration,
    acting: Acting,
  ) => Promise<RegistrationUpdated | Refusal> | RegistrationUpdated
}

/** Changes a registration under the terms of one of the staff, if it is what they looked at, so that it can be undone. */
async function change(call: Changing, choices: Choices, { verb, work }: Change) {
  const { context, user, params } = call
  const at = await purchaseContext(context)
  let buyers: readonly string[] = []
  try {
    const outcome = await takingTime(context, { userId: null }, (time) =>
      runCommand(call, async (tx) => {
        const [seen, terms] = await Promise.all([
          findRegistration(tx, params.id),
          staffTerms(tx, user.profile, choices.override_reason ?? null, choices),
        ])
        if (!seen) return refuse('registration_not_found')
        if (terms instanceof Refusal) return terms
        const made = await undoable(tx, { at, terms, time }, (acting) =>
          ifUnchanged(tx, seen, choices.expected_revision, at.facility.time_zone, () =>
            work(tx, seen, acting),
          ),
        )
        if (made instanceof Refusal) return made
        const { done, undo } = made
        buyers = done.buyers
        const told = `The registration of ${seen.name} is ${verb}: ${seen.campName}.`
        return reply({ ...changeAnswer(told, done.back, 'staff'), registration_id: seen.id, undo })
      }),
    )
    // A checkout that a customer has open for it can no longer be paid.
    for (const userId of buyers) closeReleasedCheckouts(context, { userId })
    return outcome
  } catch (error) {
    return campRefusalOf(error)
  }
}
