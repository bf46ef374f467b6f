import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type Acting, keepOverrideReason } from '../../payments/changes/actingTerms.ts'
import {
  type Changed,
  type RefundChoice,
  refuseChange,
  settleCancellation,
} from '../../payments/changes/settleChange.ts'
import type { ReleasePlace } from '../../payments/checkout/releasePlace.ts'
import { paidOf } from '../../payments/refunds/cardMoney.ts'
import {
  type Booking,
  changeableBooking,
  findBooking,
  itemOf,
  lockBooking,
  slotOf,
  writeBooking,
} from '../bookingRows.ts'
import { enqueueBookingsCanceled } from '../changeEmails.ts'

/**
 * Cancels a booking where the terms allow it; the cage is free at once (decision 12), what was paid comes back by the
 * terms' refund rule or the choice that they allow, and the message is queued with it.
 *
 * @param seen the booking as its caller loaded it and may change it.
 * @returns the booking as it is now and what comes back, or why not.
 */
export async function cancelBooking(
  tx: Tx,
  seen: Booking,
  { refund, note }: { refund: RefundChoice; note: string },
  { at, terms, time }: Acting,
): Promise<Changed<Booking> | Refusal> {
  time.frees([slotOf(seen)])
  const before = await lockBooking(tx, seen)
  if (!before) return refuse('booking_not_found')
  const booked = changeableBooking(before)
  const refusal = refuseChange(booked, at.now, terms)
  if (refusal) return refusal
  await keepOverrideReason(tx, terms)
  const back = await settleCancellation(
    tx,
    { booked, paid: paidOf(before), choice: refund, item: itemOf(before) },
    at,
    terms,
  )
  if (back instanceof Refusal) return back
  const canceled = { after: await writeBooking(tx, before, { status: 'canceled' }), back }
  if (terms.tells.includes('person'))
    await enqueueBookingsCanceled(tx, [canceled], { note: terms.line || note, actorId: terms.actorId }, at)
  return canceled
}

/** Cancels a cage booking whose payment staff refund. */
export const releaseBooking: ReleasePlace = async (tx, { kind, id }, cents, acting) => {
  const seen = await findBooking(tx, kind === 'booking' ? 'user' : 'guest', id)
  if (!seen) return refuse('booking_not_found')
  const canceled = await cancelBooking(tx, seen, { refund: { cents }, note: '' }, acting)
  return canceled instanceof Refusal ? canceled : canceled.back
}
