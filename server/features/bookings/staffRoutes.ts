/** Cage bookings as the desk and admins book and change them. */

import {
  type BookingUpdateRequest,
  deleteBooking as deleteBookingRoute,
  deleteGuestBooking,
  insertBookings,
  insertGuestBookings,
  type StaffBooking,
  updateBooking as updateBookingRoute,
  updateBookingStatus,
  updateGuestBooking,
} from '../../../shared/contract/staffBookings.ts'
import { dollarsFromCents, dollarsFromDecimal } from '../../../shared/domain/money.ts'
import { type Call, endpoint, type Reply, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { phoneOf } from '../../phoneNumber.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { type BookedPerson, findPerson } from '../accounts/bookedPerson.ts'
import { nameBesideBooker } from '../households/participation.ts'
import { staffTerms } from '../payments/actingTerms.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { changeAnswer, choiceOf } from '../payments/settleChange.ts'
import { takingTime } from '../places/takingTime.ts'
import { type Booking, type BookingType, findBooking } from './bookingRows.ts'
import { bookingTitle } from './changeRoutes.ts'
import { createBooking } from './commands/createBooking.ts'
import { deleteBooking } from './commands/deleteBooking.ts'
import { type BookingUpdate, updateBooking } from './commands/updateBooking.ts'
import { anyForStaff } from './policy.ts'
import { requestedSessions } from './requestedSessions.ts'

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

  endpoint(insertBookings, async (call) => {
    const person = await findPerson(call.context.db, call.params.user_id)
    return person ? insert(call, person, call.body.participant_id ?? null) : refuse('customer_not_found')
  }),

  endpoint(insertGuestBookings, async (call) => {
    const { guest_name: name, guest_email: email, guest_phone } = call.body
    const phone = guest_phone ? phoneOf(guest_phone, ['guest_phone']) : null
    if (phone instanceof Refusal) return phone
    return insert(call, { userId: null, name, email: email ?? null, phone })
  }),
]

type Updating = Call<typeof updateBookingRoute | typeof updateGuestBooking | typeof updateBookingStatus>
type Deleting = Call<typeof deleteBookingRoute | typeof deleteGuestBooking>
type Inserting = Call<typeof insertBookings | typeof insertGuestBookings>
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
  return takingTime(context, { userId: null }, (time) =>
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

interface Inserted {
  message: string
  bookings: StaffBooking[]
  total_amount: number
}

async function insert(
  call: Inserting,
  person: BookedPerson,
  participantId: string | null = null,
): Promise<Reply<Inserted> | Refusal> {
  const { context, user, body } = call
  const at = await purchaseContext(context)
  const terms = await staffTerms(context.db, user.profile, body.override_reason ?? null)
  if (terms instanceof Refusal) return terms
  const { start_time: startTime, end_time: endTime, cage_ids } = body
  const groups = cage_ids.map((cageId) => ({ cageId, startTime, endTime }))
  const sessions = requestedSessions(groups, at.facility, at.now, terms)
  if (sessions instanceof Refusal) return sessions
  const request = {
    person,
    participantId,
    sessions,
    shownTotalDollars: body.totalAmount ?? null,
    payment: { status: body.status, payment_method: body.payment_method },
    notes: body.admin_notes ?? null,
  }
  return takingTime(context, { userId: null }, (time) =>
    runCommand(call, async (tx) => {
      const booked = await createBooking(tx, request, { at, terms, time })
      if (booked instanceof Refusal) return booked
      const type = person.userId === null ? 'guest' : 'user'
      const rows = await Promise.all(booked.sessions.map(({ id }) => findBooking(tx, type, id)))
      const bookings = rows.flatMap((row) => (row ? [asStaffBooking(row)] : []))
      const count = bookings.length === 1 ? '1 session' : `${bookings.length} sessions`
      return reply({
        message: `Booked for ${booked.participant?.name ?? person.name}: ${count}.`,
        bookings,
        total_amount: dollarsFromCents(booked.totalCents),
      })
    }),
  )
}

const asStaffBooking = (booking: Booking): StaffBooking => ({
  id: booking.id,
  booking_type: booking.booking_type,
  user_id: booking.person.userId,
  customer_name: booking.person.name,
  customer_email: booking.person.email,
  customer_phone: booking.person.phone,
  cage_id: booking.cage_id,
  cage_name: booking.cage_name,
  status: booking.status,
  payment_method: booking.payment_method,
  start_time: booking.start_time.toISOString(),
  end_time: booking.end_time.toISOString(),
  total_cost: dollarsFromDecimal(booking.total_cost),
  participant_name: nameBesideBooker(booking),
  admin_notes: booking.admin_notes,
  created_at: booking.created_at.toISOString(),
})
