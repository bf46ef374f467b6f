import type { BookingStatus } from '../../../../shared/contract/bookings.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type Acting, type ActingTerms, keepOverrideReason } from '../../payments/actingTerms.ts'
import { refuseStatus, type UpdateStep, updateStep } from '../../payments/changeStatus.ts'
import {
  type CustomerRefund,
  nothingBack,
  type PriceChoice,
  type RefundChoice,
} from '../../payments/settleChange.ts'
import { type Booking, lockBooking, writeBooking } from '../bookingRows.ts'
import { cancelBooking } from './cancelBooking.ts'
import { type BookingMove, moveBooking } from './moveBooking.ts'

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
}

export interface BookingUpdated {
  readonly booking: Booking
  readonly back: CustomerRefund
}

/**
 * Changes a booking in one step, as a form has it: time, cage, price, status and notes. A cancellation is told as one, a
 * new time, cage or price as a change; a payment at the desk and notes are not told by mail.
 *
 * @returns the booking as it is now and what comes back; or what stands in the way, and nothing has changed.
 */
export async function updateBooking(
  tx: Tx,
  seen: Booking,
  update: BookingUpdate,
  acting: Acting,
): Promise<BookingUpdated | Refusal> {
  const { status = seen.status } = update
  const note = update.notes && update.notes !== seen.admin_notes ? update.notes : ''
  const { start = seen.start_time, end = seen.end_time, cageId = seen.cage_id } = update
  const moves =
    start.getTime() !== seen.start_time.getTime() ||
    end.getTime() !== seen.end_time.getTime() ||
    cageId !== seen.cage_id
  const to = { ...update, status, start, end, cageId, note }
  const step = updateStep(acting.terms, seen.status, { status, moves, price: update.price })
  if (step instanceof Refusal) return step
  const changed = await changeBy(step, tx, seen, to, acting)
  if (changed instanceof Refusal || update.notes === undefined) return changed
  return { ...changed, booking: await writeBooking(tx, changed.booking, { admin_notes: update.notes }) }
}

async function changeBy(
  step: UpdateStep,
  tx: Tx,
  seen: Booking,
  to: BookingMove & { readonly refund: RefundChoice },
  acting: Acting,
): Promise<BookingUpdated | Refusal> {
  switch (step) {
    case 'none':
      return { booking: seen, back: nothingBack }
    case 'cancel':
      return cancelBooking(tx, seen, to, acting)
    case 'set_paid':
      return setPaid(tx, seen, to.status, acting.terms)
    case 'move': {
      const refusal = refuseStatus(seen, to.status)
      if (refusal) return refusal
      const moved = await moveBooking(tx, seen, to, acting)
      return moved instanceof Refusal ? moved : { booking: moved.after, back: moved.back }
    }
  }
}

/** Notes a payment at the desk, or takes it back. */
async function setPaid(
  tx: Tx,
  seen: Booking,
  status: BookingStatus,
  terms: ActingTerms,
): Promise<BookingUpdated | Refusal> {
  const before = await lockBooking(tx, seen)
  if (before?.status !== seen.status) return refuse('changed_meanwhile')
  const refusal = refuseStatus(before, status)
  if (refusal) return refusal
  await keepOverrideReason(tx, terms)
  return { booking: await writeBooking(tx, before, { status }), back: nothingBack }
}
