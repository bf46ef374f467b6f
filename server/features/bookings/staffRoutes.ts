/** Cage bookings as the desk and admins change them. */

import {
  type BookingUpdateRequest,
  deleteBooking as deleteBookingRoute,
  deleteGuestBooking,
  updateBookingAttendance,
  updateBooking as updateBookingRoute,
  updateBookingStatus,
  updateGuestBooking,
} from '../../../shared/contract/staffBookings.ts'
import type { Tx } from '../../db/database.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal } from '../../refusal.ts'
import type { Acting, Telling } from '../payments/actingTerms.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { type Changed, changeAnswer, choiceOf } from '../payments/settleChange.ts'
import { undoable } from '../payments/staffChange.ts'
import { ifUnchanged } from '../payments/whatChanged.ts'
import { takingTime } from '../places/takingTime.ts'
import { type Booking, type BookingType, tableOf } from './bookingRows.ts'
import { bookingTitle } from './changeRoutes.ts'
import { deleteBooking } from './commands/deleteBooking.ts'
import { noteAttendance } from './commands/noteAttendance.ts'
import { type BookingUpdate, updateBooking } from './commands/updateBooking.ts'
import { anyForStaff } from './policy.ts'
import { asStaffBooking } from './staffBooking.ts'

export const staffBookingEndpoints = [
  endpoint(updateBookingRoute, (call) =>
    update(call, named(call, 'user'), requestedUpdate(call.body), call.body),
  ),
  endpoint(updateGuestBooking, (call) =>
    update(call, named(call, 'guest'), requestedUpdate(call.body), call.body),
  ),

  endpoint(updateBookingStatus, (call) => {
    const { status, refund } = call.body
    const asked = { status, refund: choiceOf(refund), price: 'by_rule', shownTotalDollars: null } as const
    return update(call, { type: 'user', id: call.params.id }, asked, call.body)
  }),

  endpoint(updateBookingAttendance, (call) => {
    const { attendance, ...choices } = call.body
    return change(call, { type: 'any', id: call.params.id }, { ...choices, tell: true }, (tx, seen, { at }) =>
      noteAttendance(tx, seen, attendance, at.now),
    )
  }),

  endpoint(deleteBookingRoute, (call) => remove(call, named(call, 'user'))),
  endpoint(deleteGuestBooking, (call) => remove(call, named(call, 'guest'))),
]

type Updating = Call<
  | typeof updateBookingRoute
  | typeof updateGuestBooking
  | typeof updateBookingStatus
  | typeof updateBookingAttendance
>
type Deleting = Call<typeof deleteBookingRoute | typeof deleteGuestBooking>
interface Named {
  readonly type: BookingType | 'any'
  readonly id: string
}

const named = (call: { params: { booking_id: string } }, type: BookingType): Named => ({
  type,
  id: call.params.booking_id,
})

const requestedUpdate = (body: BookingUpdateRequest): BookingUpdate => ({
  start: body.new_start_time === undefined ? undefined : new Date(body.new_start_time),
  end: body.new_end_time === undefined ? undefined : new Date(body.new_end_time),
  cageId: body.new_cage_id,
  status: body.new_status,
  notes: body.new_admin_notes,
  price: choiceOf(body.price),
  refund: choiceOf(body.refund),
  shownTotalDollars: body.totalAmount ?? null,
  takeDifference: body.take_difference,
})

const update = (call: Updating, named: Named, asked: BookingUpdate, choices: Choices) =>
  change(call, named, choices, (tx, seen, acting) => updateBooking(tx, seen, asked, acting))

/** What staff may say of any change. */
interface Choices extends Telling {
  readonly override_reason?: string | undefined
  readonly expected_revision?: number | undefined
}

async function change(
  call: Updating,
  named: Named,
  choices: Choices,
  work: (tx: Tx, seen: Booking, acting: Acting) => Promise<Changed<Booking> | Refusal>,
) {
  const { context, user } = call
  const at = await purchaseContext(context)
  return takingTime(context, { userId: null, namesFor: call.user.profile.role }, (time) =>
    runCommand(call, async (tx) => {
      const changed = await changeAny(tx, user, { named, choices, at, time }, work)
      if (changed instanceof Refusal) return changed
      const { after: booking, back } = changed.done
      const told = `The booking of ${booking.person.name} is saved: ${bookingTitle(booking, at)}.`
      const { undo } = changed
      return reply({ ...changeAnswer(told, back, 'staff'), booking: asStaffBooking(booking), undo })
    }),
  )
}

async function remove(call: Deleting, named: Named) {
  const { context, user, query } = call
  const at = await purchaseContext(context)
  return takingTime(context, { userId: null }, (time) =>
    runCommand(call, async (tx) => {
      const deleted = await changeAny(
        tx,
        user,
        { named, choices: query, at, time },
        async (tx, booking, acting) => {
          const back = await deleteBooking(tx, booking, choiceOf(query.refund), acting)
          return back instanceof Refusal ? back : { booking, back }
        },
      )
      if (deleted instanceof Refusal) return deleted
      const { booking, back } = deleted.done
      const told = `The booking of ${booking.person.name} is deleted: ${bookingTitle(booking, at)}.`
      return reply({ ...changeAnswer(told, back, 'staff'), undo: deleted.undo })
    }),
  )
}

/** Changes a booking under the terms of one of the staff, if it is what they looked at, so that it can be undone. */
async function changeAny<Done>(
  tx: Tx,
  { profile }: Updating['user'],
  { named, choices, at, time }: { named: Named; choices: Choices } & Pick<Acting, 'at' | 'time'>,
  work: (tx: Tx, seen: Booking, acting: Acting) => Promise<Done | Refusal>,
) {
  const allowed = await anyForStaff(tx, profile, named, choices.override_reason ?? null, choices)
  if (allowed instanceof Refusal) return allowed
  const { booking: seen, terms } = allowed
  const row = { table: tableOf(seen), id: seen.id, version: seen.version } as const
  return undoable(tx, { at, terms, time }, (acting) =>
    ifUnchanged(tx, row, choices.expected_revision, at.facility.time_zone, () => work(tx, seen, acting)),
  )
}
