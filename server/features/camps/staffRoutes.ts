/** Registrations for camps as the desk and admins read, enter, change and delete them. */

import {
  deleteCampRegistration,
  findCampRegistrationPayment,
  listCampRegistrations,
  updateCampAttendance,
  updateCampRegistration,
  updateCampRegistrationAttendance,
} from '../../../shared/contract/programs/campRegistrations.ts'
import { manualCampRegistration } from '../../../shared/contract/programs/manualRegistrations.ts'
import type { Tx } from '../../db/database.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { birthDateRefusalOf, readRegistrant } from '../households/manualChoice.ts'
import { listOfNames } from '../households/names.ts'
import type { Acting } from '../payments/changes/actingTerms.ts'
import { type StaffChoices, staffChange } from '../payments/changes/bookedChange.ts'
import { changeAnswer, choiceOf } from '../payments/changes/settleChange.ts'
import { ifUnchanged } from '../payments/changes/whatChanged.ts'
import { closeReleasedCheckouts } from '../payments/checkout/closeReleased.ts'
import { attendanceWords, checkedInText } from '../payments/desk/attendance.ts'
import { findPayment } from '../payments/paymentList.ts'
import { campRefusalOf } from './campRefusal.ts'
import { deleteRegistration } from './commands/deleteRegistration.ts'
import { checkInAll, lockCampSeat, noteAttendance } from './commands/noteAttendance.ts'
import { registerByHand } from './commands/registerByHand.ts'
import { type RegistrationUpdated, updateRegistration } from './commands/updateRegistration.ts'
import {
  findPaymentId,
  findRegistration,
  type LoadedRegistration,
  readCampRegistrations,
} from './staffRegistrations.ts'

export const staffCampEndpoints = [
  endpoint(listCampRegistrations, async ({ context, db, now, params }) => {
    const zone = (await context.facility.get()).time_zone
    const moment = { now, zone }
    const found = await readCampRegistrations(db, params.camp_id, moment)
    return found ? reply(found) : refuse('camp_not_found')
  }),

  endpoint(findCampRegistrationPayment, async ({ db, params }) => {
    const registration = await findRegistration(db, params.id)
    if (!registration) return refuse('registration_not_found')
    const id = await findPaymentId(db, registration.id)
    const payment = id === undefined ? null : await findPayment(db, id)
    return payment ? reply(payment) : refuse('registration_payment_not_found')
  }),

  endpoint(updateCampRegistration, (call) => {
    const { body } = call
    const update = {
      status: body.status,
      payment: { method: body.paid_by, note: body.note ?? null },
      refund: choiceOf(body.refund),
    }
    return change(call, body, { what: 'Saved', work: (...work) => updateRegistration(...work, update) })
  }),

  endpoint(deleteCampRegistration, (call) => {
    const refund = choiceOf(call.query.refund)
    return change(call, call.query, {
      what: 'Registration deleted',
      work: (...work) => deleteRegistration(...work, refund),
    })
  }),

  endpoint(updateCampRegistrationAttendance, (call) => {
    const { day, attendance, expected_revision } = call.body
    return staffChange(call, {}, async (tx, { at }) => {
      const seat = await lockCampSeat(tx, call.params.id)
      if (!seat) return refuse('registration_not_found')
      // Two tablets that note the same do not disagree.
      const expected = (seat.attendance[day] ?? null) === attendance ? undefined : expected_revision
      const noted = await ifUnchanged(tx, seat, expected, at.facility.time_zone, () =>
        noteAttendance(tx, seat, { day, attendance }, at),
      )
      if (noted instanceof Refusal) return noted
      const now = await lockCampSeat(tx, seat.id)
      const registered = await findRegistration(tx, seat.id)
      if (!now || !registered) throw new Error(`Registration ${seat.id} is locked and gone.`)
      return {
        message: `${registered.name}: ${attendanceWords[attendance ?? 'none']}.`,
        registration: { id: seat.id, attendance: now.attendance, revision: now.version },
      }
    })
  }),

  endpoint(updateCampAttendance, (call) =>
    staffChange(call, {}, async (tx, { at }) => {
      const count = await checkInAll(tx, call.params.camp_id, call.body.day, at)
      return count instanceof Refusal ? count : { message: checkedInText(count), registrations: count }
    }),
  ),

  endpoint(manualCampRegistration, (call) => {
    const { body } = call
    const choices = { override_reason: body.override_reason }
    return staffChange(call, { choices }, async (tx, { at, terms }) => {
      const registrant = await readRegistrant(tx, body, at)
      if (registrant instanceof Refusal) return registrant
      const { camp_id: campId, status, paid_by: paidBy } = body
      const made = await registerByHand(tx, { campId, registrant, status, paidBy }, at, terms)
      if (made instanceof Refusal) return made
      const names = listOfNames(registrant.people.map(({ name }) => name))
      return {
        message: `Registered for ${made.campName}: ${names}.`,
        registrations: made.seats.map(({ id, participant }) => ({ registration_id: id, participant })),
      }
    }).catch((error) => birthDateRefusalOf(error) ?? campRefusalOf(error))
  }),
]

type Work = (
  tx: Tx,
  seen: LoadedRegistration,
  acting: Acting,
) => Promise<RegistrationUpdated | Refusal> | RegistrationUpdated

/** Changes a registration. A checkout that a customer has open for it can no longer be paid, and is closed. */
async function change(
  call: Call<typeof updateCampRegistration | typeof deleteCampRegistration>,
  choices: StaffChoices,
  { what, work }: { what: 'Saved' | 'Registration deleted'; work: Work },
) {
  let buyers: readonly string[] = []
  const load = async (tx: Tx) =>
    (await findRegistration(tx, call.params.id)) ?? refuse('registration_not_found')
  const outcome = await staffChange(call, { choices, load }, async (tx, acting, seen) => {
    const done = await work(tx, seen, acting)
    if (done instanceof Refusal) return done
    buyers = done.buyers
    const told = `${what} for ${seen.name}: ${seen.campName}.`
    return { ...changeAnswer(told, done.back, 'staff'), registration_id: seen.id }
  }).catch(campRefusalOf)
  if (outcome instanceof Refusal) return outcome
  for (const userId of buyers) closeReleasedCheckouts(call.context, { userId })
  return outcome
}
