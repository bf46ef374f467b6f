/** Cage time that was to be paid on arrival, paid by card from its ticket: by any adult of who takes part. */

import { z } from 'zod'
import type { BookingLatePayment } from '../../../shared/contract/payments/payments.ts'
import { refundableCents } from '../../../shared/domain/bookings/changePolicy.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { whoIsToldOfNew } from '../households/told.ts'
import type { Product } from '../payments/purchase.ts'
import { paidOf } from '../payments/refunds/cardMoney.ts'
import { type Booking, lockOwnBookings } from './bookingRows.ts'
import { enqueueBookingConfirmed } from './emails.ts'
import { descriptionOf } from './product.ts'

/** What a hold keeps of it: it has its time already. */
const held = z.object({ bookingIds: z.array(z.string()) })

export const lateBookingProduct: Product<BookingLatePayment> = {
  type: 'cage_booking',
  takenCode: 'slots_taken',
  refusedBy: [],
  isRequestedBy: (request) => 'bookingIds' in request,
  isHeldIn: (details) => 'bookingIds' in details,
  admitGuest: () => refuse('booking_login_required'),

  /** Also after it has begun: what is owed can always be paid. */
  async prepare(tx, { bookingIds, amount }, { userId }, { facility }) {
    if (!facility.card_payment_for_cages) return refuse('online_payment_unavailable')
    const unpaid = await lockUnpaid(tx, bookingIds, userId, facility.time_zone)
    if (unpaid instanceof Refusal) return unpaid
    const { sessions, owedCents } = unpaid
    if (owedCents !== amount) return refuse('price_changed', { total_amount: dollarsFromCents(owedCents) })
    return {
      type: 'cage_booking',
      totalCents: owedCents,
      description: descriptionOf(sessions, facility.time_zone),
      count: sessions.length,
      details: { bookingIds: sessions.map(({ id }) => id) } satisfies z.infer<typeof held>,
      slots: [],
      seats: [],
    }
  },

  /** Notes it as paid, and says so. Paid, canceled or moved to another price since: the payment goes back. */
  async book(tx, { buyer, totalCents, details, paymentId }, at) {
    const { bookingIds } = held.parse(details)
    const unpaid = await lockUnpaid(tx, bookingIds, buyer.userId, at.facility.time_zone)
    if (unpaid instanceof Refusal) return unpaid
    const { first, sessions, owedCents } = unpaid
    if (owedCents !== totalCents) return refuse('price_changed')
    const status = { status: 'paid', payment_method: 'card' } as const
    await tx.updateTable('bookings').set(status).where('id', 'in', bookingIds).execute()
    const { person, participant, participant_id } = first
    const entered = Promise.resolve(participant_id)
    const told = await whoIsToldOfNew(tx, { person, participant, actorId: buyer.userId }, entered)
    const booked = { sessions, totalCents: sessions.reduce((sum, one) => sum + one.totalCents, 0) }
    const confirming = { isPaid: true, paymentLine: 'Paid by card. Thank you!', note: '', entered }
    await enqueueBookingConfirmed(tx, told, booked, { ...confirming, event: paymentId }, at)
    return sessions.map(({ id, owedCents: cents }) => ({ item: { booking_id: id }, cents }))
  },
}

/** Of the customer's household and of one booking; `already_canceled`, or `nothing_to_pay` where one is paid. */
async function lockUnpaid(tx: Tx, ids: readonly string[], userId: string | null, zone: string) {
  const rows = userId === null ? [] : await lockOwnBookings(tx, ids, userId)
  const [first] = rows
  const isOther = ({ participant_id }: Booking) => participant_id !== first?.participant_id
  if (!first || rows.length < new Set(ids).size || rows.some(isOther)) return refuse('booking_not_found')
  if (rows.some(({ status }) => status === 'canceled')) return refuse('already_canceled')
  const sessions = rows.map((row) => {
    const { id, cage_id: cageId, cage_name: cageName, start_time: start, end_time: end } = row
    const totalCents = centsFromDollars(row.total_cost)
    const owedCents = totalCents - refundableCents(paidOf(row))
    const discountCents = centsFromDollars(row.discount ?? 0)
    return {
      id,
      cageId,
      cageName,
      start,
      end,
      day: facilityDay(start, zone),
      totalCents,
      discountCents,
      owedCents,
    }
  })
  const isPaid =
    rows.some(({ status }) => status === 'paid') || sessions.some(({ owedCents }) => owedCents <= 0)
  if (isPaid) return refuse('nothing_to_pay')
  return { first, sessions, owedCents: sessions.reduce((sum, one) => sum + one.owedCents, 0) }
}
