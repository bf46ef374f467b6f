/** Class sessions and the seats in them, as the desk and admins see and change them. */

import {
  cancelClassRegistrationAdmin,
  cancelClassSession,
  deleteClassRegistration,
  deleteClassSession,
  getAdminClassInstances,
  getClassRegistrationsForAdmin,
  previewClassSessionCancellation,
  updateClassRegistrationAttendance,
  updateClassSessionAttendance,
} from '../../../shared/contract/programs/classSessions.ts'
import type { Tx } from '../../db/database.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { type Acting, keepOverrideReason } from '../payments/changes/actingTerms.ts'
import { type StaffChoices, staffChange } from '../payments/changes/bookedChange.ts'
import {
  type CustomerRefund,
  changeAnswer,
  choiceOf,
  sumOfRefunds,
} from '../payments/changes/settleChange.ts'
import { ifUnchanged } from '../payments/changes/whatChanged.ts'
import { attendanceWords, checkedInText } from '../payments/desk/attendance.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { classRefusalOf } from './classRefusal.ts'
import { cancelSession } from './commands/cancelSession.ts'
import { cancelForFacility, deleteRegistration } from './commands/deleteRegistration.ts'
import { deleteSession } from './commands/deleteSession.ts'
import { checkInAll, lockSeat, noteAttendance, type SeatToNote } from './commands/noteAttendance.ts'
import { previewCancellation, readSessionSlots } from './sessionCancellation.ts'
import { listSessions } from './sessionList.ts'
import { findSeat, readSessionSeats } from './sessionSeats.ts'

export const classSessionEndpoints = [
  endpoint(getAdminClassInstances, async ({ context, db, now, params, query }) => {
    const { time_zone: zone } = await context.facility.get()
    const at = { now, zone }
    const page = await listSessions(db, params.class_id_param, query, at)
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(getClassRegistrationsForAdmin, async ({ context, db, now, params }) => {
    const { time_zone: zone } = await context.facility.get()
    const at = { now, zone }
    const found = await readSessionSeats(db, params.instance_id_param, at)
    return found ? reply(found) : refuse('class_session_not_found')
  }),

  endpoint(previewClassSessionCancellation, async ({ context, db, params, user, actor }) => {
    const at = await purchaseContext(context)
    const preview = await previewCancellation(db, { id: params.id, staff: user.profile, actor }, at)
    return preview instanceof Refusal ? preview : reply(preview)
  }),

  endpoint(cancelClassSession, (call) => {
    const { id } = call.params
    return changeSession(call, id, call.body, 'The class session is canceled.', async (tx, { at, terms }) => {
      await keepOverrideReason(tx, terms)
      return cancelSession(tx, { id, note: terms.line }, at, terms)
    })
  }),

  endpoint(deleteClassSession, (call) => {
    const { id } = call.params
    return changeSession(call, id, call.query, 'Class session deleted successfully.', (tx, { at, terms }) =>
      deleteSession(tx, { id, note: terms.line }, at, terms),
    )
  }),

  endpoint(updateClassSessionAttendance, (call) =>
    changeSeats(call, {}, async (tx, acting) => {
      const count = await checkInAll(tx, call.params.id, acting.at)
      if (count instanceof Refusal) return count
      return { message: checkedInText(count), registrations: count }
    }),
  ),

  endpoint(updateClassRegistrationAttendance, (call) => {
    const { attendance, expected_revision } = call.body
    return changeSeats(call, {}, async (tx, acting) => {
      const seat = await lockSeat(tx, call.params.id)
      if (!seat) return refuse('registration_not_found')
      // Two tablets that note the same do not disagree.
      const expected = seat.attendance === attendance ? undefined : expected_revision
      const noted = await ifUnchanged(tx, seat, expected, acting.at.facility.time_zone, () =>
        noteAttendance(tx, seat, attendance, acting.at),
      )
      if (noted instanceof Refusal) return noted
      const registration = await findSeat(tx, seat.id, acting.at.now)
      if (!registration) throw new Error(`Registration ${seat.id} is locked and gone.`)
      return {
        message: `${registration.participant.name}: ${attendanceWords[attendance ?? 'none']}.`,
        registration,
      }
    })
  }),

  endpoint(cancelClassRegistrationAdmin, (call) => {
    const refund = choiceOf(call.body.refund)
    return changeSeat(call, call.body, 'canceled', (tx, { id }, { at, terms }) =>
      cancelForFacility(tx, { id, refund }, at, terms),
    )
  }),

  endpoint(deleteClassRegistration, (call) => {
    const refund = choiceOf(call.query.refund)
    return changeSeat(call, call.query, 'deleted', (tx, seat, { at, terms }) =>
      deleteRegistration(tx, seat, refund, at, terms),
    )
  }),
]

type Changing = Call<
  | typeof cancelClassSession
  | typeof deleteClassSession
  | typeof updateClassSessionAttendance
  | typeof updateClassRegistrationAttendance
  | typeof cancelClassRegistrationAdmin
  | typeof deleteClassRegistration
>

/** A change of a session or its seats. */
const changeSeats = <Answer extends object>(
  call: Changing,
  choices: StaffChoices,
  work: (tx: Tx, acting: Acting) => Promise<Answer | Refusal>,
) => staffChange(call, { choices }, work).catch(classRefusalOf)

/** Cancels or deletes a session: its cages and coach are free. */
const changeSession = (
  call: Call<typeof cancelClassSession | typeof deleteClassSession>,
  id: string,
  choices: StaffChoices,
  told: string,
  work: (tx: Tx, acting: Acting) => Promise<CustomerRefund[] | Refusal>,
) =>
  changeSeats(call, choices, async (tx, acting) => {
    acting.time.frees(await readSessionSlots(tx, id))
    const refunds = await work(tx, acting)
    if (refunds instanceof Refusal) return refunds
    return { ...changeAnswer(told, sumOfRefunds(refunds), 'staff'), registrations: refunds.length }
  })

/** Cancels or deletes one seat, if it is what someone looked at. */
const changeSeat = (
  call: Call<typeof cancelClassRegistrationAdmin | typeof deleteClassRegistration>,
  choices: StaffChoices,
  done: 'canceled' | 'deleted',
  work: (tx: Tx, seat: SeatToNote, acting: Acting) => Promise<CustomerRefund | Refusal>,
) =>
  changeSeats(call, choices, async (tx, acting) => {
    const [seat, shown] = [
      await lockSeat(tx, call.params.id),
      await findSeat(tx, call.params.id, acting.at.now),
    ]
    if (!seat || !shown) return refuse('registration_not_found')
    const { expected_revision: expected } = choices
    const back = await ifUnchanged(tx, seat, expected, acting.at.facility.time_zone, () =>
      work(tx, seat, acting),
    )
    if (back instanceof Refusal) return back
    return changeAnswer(`The registration of ${shown.participant.name} is ${done}.`, back, 'staff')
  })
