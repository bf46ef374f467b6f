import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type Acting, keepOverrideReason, underTerms } from '../../payments/changes/actingTerms.ts'
import {
  type Changed,
  type CustomerRefund,
  isRecordOfSale,
  nothingBack,
  type RefundChoice,
} from '../../payments/changes/settleChange.ts'
import { type Booking, deleteBookingRow, lockBooking, slotOf } from '../bookingRows.ts'
import { cancelBooking } from './cancelBooking.ts'

export interface Deleted {
  readonly back: CustomerRefund
  /** The cancellation before it; null where it was canceled already, or is the record of a sale. */
  readonly canceled: Changed<Booking> | null
}

/**
 * Deletes a booking. One that is not canceled is canceled first: what is owed comes back, its person is told, and its
 * time is free. What was paid and has begun is the record of a sale, which the terms may keep. The audit log has the row.
 *
 * @returns what comes back, or what is in the way.
 */
export async function deleteBooking(
  tx: Tx,
  seen: Booking,
  refund: RefundChoice,
  acting: Acting,
): Promise<Deleted | Refusal> {
  const { at, terms } = acting
  const before = await lockBooking(tx, seen)
  if (!before) return refuse('booking_not_found')
  const { id, status, start_time: start } = before
  const isSale = await isRecordOfSale(tx, { table: 'bookings', id, status, start }, at.now)
  const refusal = underTerms(terms, 'record', isSale ? refuse('sale_kept') : null)
  if (refusal) return refusal
  if (status === 'canceled' || isSale) {
    await keepOverrideReason(tx, terms)
    acting.time.frees([slotOf(before)])
    await deleteBookingRow(tx, before)
    return { back: nothingBack, canceled: null }
  }
  const canceled = await cancelBooking(tx, before, { refund, note: '' }, acting)
  if (canceled instanceof Refusal) return canceled
  await deleteBookingRow(tx, before)
  return { back: canceled.back, canceled }
}
