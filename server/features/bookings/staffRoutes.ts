/** Cage bookings as the desk and admins change them. */

import {
  type BookingUpdateRequest,
  deleteBooking as deleteBookingRoute,
  deleteGuestBooking,
  updateBookingAttendance,
  updateBooking as updateBookingRoute,
  updateBookingStatus,
  updateGuestBooking,
} from '../../../shared/contract/bookings/staffBookings.ts'
import type { Tx } from '../../db/database.ts'
import { type Call, endpoint } from '../../http/endpoint.ts'
import { Refusal } from '../../refusal.ts'
import type { Acting } from '../payments/changes/actingTerms.ts'
import { type StaffChoices, staffChange } from '../payments/changes/bookedChange.ts'
import { type Changed, changeAnswer, choiceOf } from '../payments/changes/settleChange.ts'
import type { Booking, BookingType } from './bookingRows.ts'
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
    const { expected_revision, ...note } = call.body
    const choices = { expected_revision, tell: true }
    return change(call, { type: 'any', id: call.params.id }, choices, (tx, acting, seen) =>
      noteAttendance(tx, seen, note, acting),
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

const update = (call: Updating, named: Named, asked: BookingUpdate, choices: StaffChoices) =>
  change(call, named, choices, (tx, acting, seen) => updateBooking(tx, seen, asked, acting))

const change = (
  call: Updating,
  named: Named,
  choices: StaffChoices,
  work: (tx: Tx, acting: Acting, seen: Booking) => Promise<Changed<Booking> | Refusal>,
) =>
  staffChange(call, { choices, load: (tx) => anyForStaff(tx, named) }, async (tx, acting, seen) => {
    const changed = await work(tx, acting, seen)
    if (changed instanceof Refusal) return changed
    const { after: booking, back } = changed
    const isCanceled = booking.status === 'canceled' && seen.status !== 'canceled'
    const told = `${isCanceled ? 'Canceled' : 'Saved'} for ${booking.person.name}: ${bookingTitle(booking, acting.at)}.`
    return { ...changeAnswer(told, back, 'staff'), booking: asStaffBooking(booking) }
  })

const remove = (call: Deleting, named: Named) =>
  staffChange(
    call,
    { choices: call.query, load: (tx) => anyForStaff(tx, named) },
    async (tx, acting, booking) => {
      const deleted = await deleteBooking(tx, booking, choiceOf(call.query.refund), acting)
      if (deleted instanceof Refusal) return deleted
      const told = `Deleted for ${booking.person.name}: ${bookingTitle(booking, acting.at)}.`
      return changeAnswer(told, deleted.back, 'staff')
    },
  )
