import type { BookingStatus } from '../../../../shared/contract/bookings.ts'
import { mayFollow } from '../../../../shared/domain/bookingStatus.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type ActingTerms, keepOverrideReason } from '../../payments/actingTerms.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import {
  type CustomerRefund,
  nothingBack,
  type PriceChoice,
  type RefundChoice,
  refuseStatus,
} from '../../payments/settleChange.ts'
import type { TimeWanted } from '../../places/takingTime.ts'
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
}

export interface BookingUpdated {
  readonly booking: Booking
  readonly back: CustomerRefund
}

interface Acting {
  readonly at: PurchaseContext
  readonly terms: ActingTerms
  readonly time: TimeWanted
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
  const status = update.status ?? seen.status
  if (!mayFollow(acting.terms.actor, seen.status, status)) return refuse('status_refused')
  const changed = await changeOf(tx, seen, { ...update, status }, acting)
  if (changed instanceof Refusal || update.notes === undefined) return changed
  return { ...changed, booking: await writeBooking(tx, changed.booking, { admin_notes: update.notes }) }
}

function changeOf(
  tx: Tx,
  seen: Booking,
  update: BookingUpdate & { status: BookingStatus },
  acting: Acting,
): Promise<BookingUpdated | Refusal> | BookingUpdated | Refusal {
  const { status, start = seen.start_time, end = seen.end_time, cageId = seen.cage_id } = update
  const note = update.notes && update.notes !== seen.admin_notes ? update.notes : ''
  const moves =
    start.getTime() !== seen.start_time.getTime() ||
    end.getTime() !== seen.end_time.getTime() ||
    cageId !== seen.cage_id
  if (status === 'canceled') {
    // Its time is kept as it was: nobody is told of a time at which nothing takes place.
    if (moves) return refuse('already_canceled')
    if (seen.status === 'canceled') return { booking: seen, back: nothingBack }
    return cancelBooking(tx, seen, { refund: update.refund, note }, acting)
  }
  if (moves || seen.status === 'canceled' || update.price !== 'by_rule') {
    return moved(tx, seen, { ...update, status, start, end, cageId, note }, acting)
  }
  return status === seen.status
    ? { booking: seen, back: nothingBack }
    : setPaid(tx, seen, status, acting.terms)
}

async function moved(tx: Tx, seen: Booking, move: Parameters<typeof moveBooking>[2], acting: Acting) {
  const refusal = refuseStatus(seen, move.status)
  if (refusal) return refusal
  const done = await moveBooking(tx, seen, move, acting)
  return done instanceof Refusal ? done : { booking: done.after, back: done.back }
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
