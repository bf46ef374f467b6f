import { changeRefusalOf, changeUntil, refundOf } from '../../../../shared/domain/changePolicy.ts'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { giveBack, type MoneyBack } from '../../payments/giveBack.ts'
import {
  type BookingOwner,
  changeableBooking,
  lockOwnBooking,
  type OwnBooking,
  paidFor,
} from '../ownBookings.ts'
import { updateOwnBooking } from './updateOwnBooking.ts'

export interface BookingCanceled {
  readonly booking: OwnBooking
  readonly back: MoneyBack
}

/**
 * Cancels the owner's own booking until its cut-off; the cage is free at once (decision 12), and what was paid comes
 * back by the same rule.
 *
 * @param tell queues the message; it travels together with the cancellation itself.
 * @returns the booking as it was and what comes back, or why not. Somebody else's is as if it did not exist.
 */
export async function cancelBooking(
  tx: Tx,
  request: { owner: BookingOwner; id: string; now: Date },
  tell: (canceled: BookingCanceled & { revision: number }) => Promise<void>,
): Promise<BookingCanceled | Refusal> {
  const { owner, id, now } = request
  const booking = await lockOwnBooking(tx, owner, id)
  if (!booking) return refuse('booking_not_found')
  const booked = changeableBooking(booking)
  const refusal = changeRefusalOf(booked, now)
  if (refusal) return refuse(refusal, { until: changeUntil(booked).toISOString() })
  const due = refundOf(booked, paidFor(booking), now)
  const back = await giveBack(tx, due, {
    item: { booking_id: id },
    reason: 'customer_canceled',
    now,
    requestedBy: owner.id,
  })
  const { revision } = await updateOwnBooking(tx, booking, { status: 'canceled' })
  const canceled = { booking, back }
  await tell({ ...canceled, revision })
  return canceled
}
