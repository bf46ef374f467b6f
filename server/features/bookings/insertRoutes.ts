/** Cage bookings as the desk and admins enter them, and the guests whom they wrote down. */

import {
  getBookingCustomer,
  insertBookings,
  insertGuestBookings,
  type StaffBooking,
  updateGuestContact,
} from '../../../shared/contract/staffBookings.ts'
import type { Undo } from '../../../shared/contract/staffChanges.ts'
import { dollarsFromCents } from '../../../shared/domain/money.ts'
import { type Call, endpoint, type Reply, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { phoneOf } from '../../phoneNumber.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { type BookedPerson, findPerson } from '../accounts/bookedPerson.ts'
import { listParticipants } from '../households/queries.ts'
import { staffTerms } from '../payments/actingTerms.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { undoable } from '../payments/staffChange.ts'
import { takingTime } from '../places/takingTime.ts'
import { findBooking } from './bookingRows.ts'
import { createBooking } from './commands/createBooking.ts'
import { readCageDiscount } from './queries.ts'
import { requestedSessions } from './requestedSessions.ts'
import { asStaffBooking } from './staffBooking.ts'

export const insertBookingEndpoints = [
  endpoint(insertBookings, async (call) => {
    const person = await findPerson(call.context.db, call.params.user_id)
    if (!person) return refuse('customer_not_found')
    return insert(call, { person, participantId: call.body.participant_id ?? null })
  }),

  endpoint(getBookingCustomer, async ({ context, params }) => {
    const [person, participants, cage_discount_percent] = await Promise.all([
      findPerson(context.db, params.user_id),
      listParticipants(context.db, params.user_id),
      readCageDiscount(context.db, params.user_id),
    ])
    if (!person) return refuse('customer_not_found')
    return reply({
      id: person.userId,
      full_name: person.name,
      participants: participants
        .filter(({ archived_at }) => archived_at === null)
        .map(({ id, name }) => ({ id, name })),
      cage_discount_percent,
    })
  }),

  endpoint(insertGuestBookings, async (call) => {
    const { guest_name, guest_email: email, guest_phone, walk_in: walkIn } = call.body
    const phone = guest_phone && phoneOf(guest_phone, ['guest_phone'])
    if (phone instanceof Refusal) return phone
    const person = { userId: null, name: guest_name ?? WALK_IN, email, phone }
    return insert(call, { person, participantId: null, walkIn })
  }),

  endpoint(updateGuestContact, async (call) => {
    const { guest_name, guest_email, guest_phone: typed } = call.body
    const guest_phone = typed && phoneOf(typed, ['guest_phone'])
    if (guest_phone instanceof Refusal) return guest_phone
    const id = call.params.booking_id
    return runCommand(call, async (tx) => {
      await tx
        .updateTable('guest_bookings')
        .set({ guest_name: guest_name ?? WALK_IN, guest_email, guest_phone })
        .where('id', '=', id)
        .execute()
      const booking = await findBooking(tx, 'guest', id)
      if (!booking) return refuse('booking_not_found')
      return reply({
        message: `The contact of ${booking.person.name} is saved.`,
        booking: asStaffBooking(booking),
      })
    })
  }),
]

/** The name of somebody at the desk who gave none. */
const WALK_IN = 'Walk-in'

interface For {
  readonly person: BookedPerson
  readonly participantId: string | null
  /** Entered for somebody who need not be reachable. */
  readonly walkIn?: boolean
}

interface Inserted {
  message: string
  bookings: StaffBooking[]
  total_amount: number
  undo: Undo
}

async function insert(
  call: Call<typeof insertBookings | typeof insertGuestBookings>,
  { person, participantId, walkIn = false }: For,
): Promise<Reply<Inserted> | Refusal> {
  const { context, user, body } = call
  const at = await purchaseContext(context)
  const terms = await staffTerms(context.db, user.profile, body.override_reason ?? null, body)
  if (terms instanceof Refusal) return terms
  const { start_time: startTime, end_time: endTime, cage_ids } = body
  const groups = cage_ids.map((cageId) => ({ cageId, startTime, endTime }))
  const sessions = requestedSessions(groups, at.facility, at.now, terms)
  if (sessions instanceof Refusal) return sessions
  const request = {
    person,
    participantId,
    walkIn,
    sessions,
    shownTotalDollars: body.totalAmount ?? null,
    payment: { status: body.status, payment_method: body.payment_method },
    notes: body.admin_notes ?? null,
  }
  return takingTime(context, { userId: null, namesFor: user.profile.role }, (time) =>
    runCommand(call, async (tx) => {
      const made = await undoable(tx, { at, terms, time }, (acting) => createBooking(tx, request, acting))
      if (made instanceof Refusal) return made
      const { done: booked, undo } = made
      const type = person.userId === null ? 'guest' : 'user'
      const rows = await Promise.all(booked.sessions.map(({ id }) => findBooking(tx, type, id)))
      const bookings = rows.flatMap((row) => (row ? [asStaffBooking(row)] : []))
      const count = bookings.length === 1 ? '1 session' : `${bookings.length} sessions`
      return reply({
        message: `Booked for ${booked.participant?.name ?? person.name}: ${count}.`,
        bookings,
        total_amount: dollarsFromCents(booked.totalCents),
        undo,
      })
    }),
  )
}
