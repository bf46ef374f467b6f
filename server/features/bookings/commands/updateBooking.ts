import type { BookingStatus } from '../../../../shared/contract/bookings/bookings.ts'
import type { DeskPaymentMethod } from '../../../../shared/contract/payments/staffPayments.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { Acting } from '../../payments/changes/actingTerms.ts'
import type { Changed, PriceChoice, RefundChoice } from '../../payments/changes/settleChange.ts'
import { applyUpdate } from '../../payments/provider/applyUpdate.ts'
import { type Booking, lockBooking, writeBooking } from '../bookingRows.ts'
import { cancelBooking } from './cancelBooking.ts'
import { moveBooking } from './moveBooking.ts'

/** What is to be different; what is left out stays. */
export interface BookingUpdate {
  readonly start?: Date | undefined
  readonly end?: Date | undefined
  readonly cageId?: string | undefined
  readonly status?: BookingStatus | undefined
  /** Null: none any more. */
  readonly notes?: string | null | undefined
  readonly price: PriceChoice
  readonly refund: RefundChoice
  readonly shownTotalDollars: number | null
  /** How the desk takes the money, where it becomes paid, or is paid and becomes dearer. */
  readonly takeDifference?: DeskPaymentMethod | undefined
}

/**
 * Changes a booking in one step, as a form has it: time, cage, price, status and notes. A cancellation is told as one, a
 * new time, cage or price as a change; a payment at the desk and notes are not told by mail.
 *
 * @returns the booking as it is now and what comes back; or what is in the way, and nothing has changed.
 */
export async function updateBooking(
  tx: Tx,
  seen: Booking,
  update: BookingUpdate,
  acting: Acting,
): Promise<Changed<Booking> | Refusal> {
  const { status = seen.status } = update
  const note = update.notes && update.notes !== seen.admin_notes ? update.notes : ''
  const { start = seen.start_time, end = seen.end_time, cageId = seen.cage_id } = update
  const moves =
    start.getTime() !== seen.start_time.getTime() ||
    end.getTime() !== seen.end_time.getTime() ||
    cageId !== seen.cage_id
  const to = { ...update, status, start, end, cageId, note }
  const changed = await applyUpdate(tx, seen, { ...update, status, moves }, acting.terms, {
    cancel: () => cancelBooking(tx, seen, to, acting),
    move: () => moveBooking(tx, seen, to, acting),
    lock: () => lockBooking(tx, seen),
    writeStatus: (before, status) => writeBooking(tx, before, { status }),
  })
  if (changed instanceof Refusal || update.notes === undefined) return changed
  const row = await lockBooking(tx, changed.after)
  if (!row) return refuse('booking_not_found')
  return { ...changed, after: await writeBooking(tx, row, { admin_notes: update.notes }) }
}
