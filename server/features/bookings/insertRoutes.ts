/** Cage bookings as the desk and admins enter them, and the guests whom they wrote down. */

import { randomUUID } from 'node:crypto'
import {
  getBookingCustomer,
  insertBookings,
  insertGuestBookings,
  updateGuestContact,
} from '../../../shared/contract/bookings/staffBookings.ts'
import { dollarsFromCents } from '../../../shared/domain/money/money.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { phoneOf } from '../../phoneNumber.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { type BookedPerson, findPerson } from '../accounts/bookedPerson.ts'
import { listParticipants } from '../households/queries.ts'
import { staffChange } from '../payments/changes/bookedChange.ts'
import { checkIn } from '../payments/desk/attendance.ts'
import { nameDeskPayment } from '../payments/desk/deskPayments.ts'
import { findBooking } from './bookingRows.ts'
import { cagesOf } from './changeEmails.ts'
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

  endpoint(getBookingCustomer, async ({ db, params }) => {
    const [person, participants, cage_discount_percent] = await Promise.all([
      findPerson(db, params.user_id),
      listParticipants(db, params.user_id),
      readCageDiscount(db, params.user_id),
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
        .updateTable('bookings')
        .set({ guest_name: guest_name ?? WALK_IN, guest_email, guest_phone })
        .where('id', '=', id)
        .where('guest_name', 'is not', null)
        .execute()
      const booking = await findBooking(tx, 'guest', id)
      if (!booking) return refuse('booking_not_found')
      return reply({
        message: `Saved for ${booking.person.name}.`,
        booking: asStaffBooking(booking),
      })
    })
  }),
]

/** The name of someone at the desk who gave none. */
const WALK_IN = 'Walk-in'

interface For {
  readonly person: BookedPerson
  readonly participantId: string | null
  /** Entered for someone who need not be reachable. */
  readonly walkIn?: boolean
}

const insert = (
  call: Call<typeof insertBookings | typeof insertGuestBookings>,
  { person, participantId, walkIn = false }: For,
) =>
  staffChange(call, { choices: call.body }, async (tx, acting) => {
    const { body } = call
    const { start_time: startTime, end_time: endTime, cage_ids } = body
    const groups = cage_ids.map((cageId) => ({ cageId, startTime, endTime }))
    const sessions = requestedSessions(groups, acting.at.facility, acting.at.now, acting.terms)
    if (sessions instanceof Refusal) return sessions
    if (body.paid_by) await nameDeskPayment(tx, { method: body.paid_by, receiptGroup: randomUUID() })
    const request = {
      person,
      participantId,
      walkIn,
      sessions,
      shownTotalDollars: body.totalAmount ?? null,
      payment: { status: body.status, payment_method: body.payment_method },
      notes: body.admin_notes ?? null,
    }
    const booked = await createBooking(tx, request, acting)
    if (booked instanceof Refusal) return booked
    const type = person.userId === null ? 'guest' : 'user'
    for (const { id } of body.check_in ? booked.sessions : []) {
      const refused = await checkIn(tx, type === 'guest' ? 'guest_booking' : 'booking', id, acting.at.now)
      if (refused && refused.code !== 'waiver_needed') return refused
    }
    const rows = await Promise.all(booked.sessions.map(({ id }) => findBooking(tx, type, id)))
    const bookings = rows.flatMap((row) => row ?? [])
    return {
      message: `Booked for ${booked.participant?.name ?? person.name}: ${cagesOf(bookings)}.`,
      bookings: bookings.map(asStaffBooking),
      total_amount: dollarsFromCents(booked.totalCents),
    }
  })
