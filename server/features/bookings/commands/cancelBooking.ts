import { refundOf } from '../../../../shared/domain/changePolicy.ts'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { type CustomerRefund, refundCustomer, refuseChange } from '../../payments/settleChange.ts'
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
  readonly back: CustomerRefund
}

/**
 * Cancels the owner's own booking until its cut-off; the cage is free at once (decision 12), and what was paid comes
 * back by the same rule.
 *
 * @param tell queues the message; it travels together with the cancellation itself.
 * @returns the booking as it is now and what comes back, or why not. Somebody else's is as if it did not exist.
 */
export async function cancelBooking(
  tx: Tx,
  request: { owner: BookingOwner; id: string; now: Date },
  tell: (canceled: BookingCanceled) => Promise<void>,
): Promise<BookingCanceled | Refusal> {
  const { owner, id, now } = request
  const before = await lockOwnBooking(tx, owner, id)
  if (!before) return refuse('booking_not_found')
  const booked = changeableBooking(before)
  const refusal = refuseChange(booked, now)
  if (refusal) return refusal
  const back = await refundCustomer(tx, refundOf(booked, paidFor(before), now), {
    item: { booking_id: id },
    reason: 'customer_canceled',
    now,
    requestedBy: owner.id,
  })
  const canceled = { booking: await updateOwnBooking(tx, owner, before, { status: 'canceled' }), back }
  await tell(canceled)
  return canceled
}
