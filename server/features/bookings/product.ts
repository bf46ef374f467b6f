import { z } from 'zod'
import type { BookingRequest } from '../../../shared/contract/bookings/bookings.ts'
import { purchaseText } from '../../../shared/domain/money/purchaseText.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { namedParticipant } from '../households/participation.ts'
import { whoIsToldOfNew } from '../households/told.ts'
import type { Product } from '../payments/purchase.ts'
import { claimPlaces } from '../places/places.ts'
import { refuseUnsignedFor } from '../waivers/refuseUnsigned.ts'
import { insertBookings, quoteBooking } from './commands/createBooking.ts'
import { enqueueBookingConfirmed } from './emails.ts'
import { type Booked, requestedSessions } from './requestedSessions.ts'

/** What a hold keeps of a cage booking. */
const heldBooking = z.object({
  participantId: z.string().nullable().default(null),
  sessions: z.array(
    z.object({
      id: z.string(),
      cageId: z.string(),
      cageName: z.string(),
      day: z.string(),
      start: z.coerce.date(),
      end: z.coerce.date(),
      totalCents: z.number(),
      discountCents: z.number(),
    }),
  ),
})

/** Cage time by card, where the facility switched that on (decision 17); the price stands while it is held. */
export const bookingProduct: Product<BookingRequest> = {
  type: 'cage_booking',
  takenCode: 'slots_taken',
  refusedBy: [],
  isRequestedBy: (request) => 'bookingDetails' in request,
  admitGuest: () => refuse('booking_login_required'),

  async prepare(tx, request, { userId }, at) {
    if (!at.facility.card_payment_for_cages) return refuse('online_payment_unavailable')
    if (!userId) return refuse('booking_login_required')
    const participant = await namedParticipant(tx, userId, request.participant_id)
    if (participant instanceof Refusal) return participant
    const who = { userId, participantId: participant?.id ?? null }
    const unsigned = await refuseUnsignedFor(tx, 'cages', who, at.now)
    if (unsigned) return unsigned
    const sessions = requestedSessions(request.bookingDetails, at.facility, at.now)
    if (sessions instanceof Refusal) return sessions
    const slots = sessions.map(({ cageId, start, end }) => ({ cageId, coachId: null, start, end }))
    await claimPlaces(tx, { slots, seats: [] }, { userId }, at)
    const quoted = await quoteBooking(
      tx,
      { customerId: userId, sessions, shownTotalDollars: request.totalAmount },
      at,
    )
    if (quoted instanceof Refusal) return quoted
    return {
      type: 'cage_booking',
      totalCents: quoted.totalCents,
      description: descriptionOf(quoted.sessions, at.facility.time_zone),
      count: quoted.sessions.length,
      details: { sessions: quoted.sessions, participantId: participant?.id ?? null },
      slots,
      seats: [],
    }
  },

  async book(tx, { buyer, details, totalCents }, at) {
    const { sessions, participantId } = heldBooking.parse(details)
    const booked = { sessions, totalCents }
    // The account was deleted during the payment: a refusal here refunds it.
    if (!buyer.userId || !buyer.email) return refuse('not_found')
    const payment = { status: 'paid', payment_method: 'card' } as const
    const entered = insertBookings(tx, { person: buyer, participantId, payment }, booked)
    const participant = participantId === null ? null : { id: participantId }
    const telling = whoIsToldOfNew(tx, { person: buyer, participant, actorId: buyer.userId }, entered)
    const confirmed = telling.then((told) =>
      enqueueBookingConfirmed(
        tx,
        told,
        booked,
        { isPaid: true, paymentLine: 'Paid by card. Thank you!', note: '', entered },
        at,
      ),
    )
    await Promise.all([entered, confirmed])
    return sessions.map((session) => ({ item: { booking_id: session.id }, cents: session.totalCents }))
  },
}

/** What a payment is called. */
export function descriptionOf(sessions: Booked['sessions'], timeZone: string): string {
  const lines = sessions
    .toSorted((a, b) => a.start.getTime() - b.start.getTime())
    .map(
      ({ cageName, day, start, end }) =>
        `${cageName}, ${formatDay(day, 'long')}, ${formatTimeRange(start, end, timeZone)}`,
    )
  return lines.length === 1 ? lines.join() : purchaseText(`Cage booking: ${lines.length} sessions`, lines)
}
