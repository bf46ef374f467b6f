/** Cage bookings as the desk and admins change them. */

import {
  type BookingUpdateRequest,
  deleteBooking as deleteBookingRoute,
  deleteGuestBooking,
  updateBooking as updateBookingRoute,
  updateBookingStatus,
  updateGuestBooking,
} from '../../../shared/contract/staffBookings.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal } from '../../refusal.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { changeAnswer, choiceOf } from '../payments/settleChange.ts'
import { takingTime } from '../places/takingTime.ts'
import type { BookingType } from './bookingRows.ts'
import { bookingTitle } from './changeRoutes.ts'
import { deleteBooking } from './commands/deleteBooking.ts'
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

  endpoint(deleteBookingRoute, (call) => remove(call, named(call, 'user'))),
  endpoint(deleteGuestBooking, (call) => remove(call, named(call, 'guest'))),
]

type Updating = Call<typeof updateBookingRoute | typeof updateGuestBooking | typeof updateBookingStatus>
type Deleting = Call<typeof deleteBookingRoute | typeof deleteGuestBooking>
interface Named {
  readonly type: BookingType
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

async function update(
  call: Updating,
  { type, id }: Named,
  asked: BookingUpdate,
  { override_reason = null }: { override_reason?: string | undefined | null },
) {
  const { context, user } = call
  const at = await purchaseContext(context)
  return takingTime(context, { userId: null, namesFor: user.profile.role }, (time) =>
    runCommand(call, async (tx) => {
      const allowed = await anyForStaff(tx, user.profile, { type, id }, override_reason)
      if (allowed instanceof Refusal) return allowed
      const { booking: seen, terms } = allowed
      const updated = await updateBooking(tx, seen, asked, { at, terms, time })
      if (updated instanceof Refusal) return updated
      const { after: booking, back } = updated
      const told = `The booking of ${booking.person.name} is saved: ${bookingTitle(booking, at)}.`
      return reply({ ...changeAnswer(told, back, 'staff'), booking: asStaffBooking(booking) })
    }),
  )
}

async function remove(call: Deleting, { type, id }: Named) {
  const { context, user, query } = call
  const at = await purchaseContext(context)
  return takingTime(context, { userId: null }, (time) =>
    runCommand(call, async (tx) => {
      const allowed = await anyForStaff(tx, user.profile, { type, id }, query.override_reason ?? null)
      if (allowed instanceof Refusal) return allowed
      const { booking, terms } = allowed
      const back = await deleteBooking(tx, booking, choiceOf(query.refund), { at, terms, time })
      if (back instanceof Refusal) return back
      const told = `The booking of ${booking.person.name} is deleted: ${bookingTitle(booking, at)}.`
      return reply(changeAnswer(told, back, 'staff'))
    }),
  )
}
