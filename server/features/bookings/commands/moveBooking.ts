import { totalAfterMove } from '../../../../shared/domain/changePolicy.ts'
import { centsFromDollars, decimalFromCents } from '../../../../shared/domain/money.ts'
import { type CageRates, priceSessions } from '../../../../shared/domain/pricing.ts'
import { minuteMs } from '../../../../shared/domain/time.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { type CustomerRefund, refuseChange, settleMove } from '../../payments/settleChange.ts'
import { type CageTime, overlappingOccupancy } from '../../places/occupancy.ts'
import { claimPlaces } from '../../places/places.ts'
import {
  type BookingOwner,
  changeableBooking,
  findOwnBooking,
  lockOwnBooking,
  type OwnBooking,
  paidFor,
} from '../ownBookings.ts'
import { readRates } from '../queries.ts'
import { type RequestedSession, requestedSessions } from '../requestedSessions.ts'
import { takenSlots } from './createBooking.ts'
import { updateOwnBooking } from './updateOwnBooking.ts'

export interface BookingMove {
  readonly owner: BookingOwner
  readonly id: string
  readonly start: Date
  /** Null: the cage stays the same. */
  readonly cageId: string | null
  /** Null: no more than the booking costs. */
  readonly shownTotalDollars: number | null
}

export interface BookingMoved {
  readonly before: OwnBooking
  readonly after: OwnBooking
  readonly back: CustomerRefund
}

/**
 * Moves the owner's own booking to a free time of the same length, until its cut-off. The start that is given up decides
 * whether it may, and the rule kept with the booking stays (changePolicy.ts). The price is computed anew; what was
 * paid must cover it, and what is left over comes back.
 *
 * @param tell queues the message; it travels together with the move itself.
 * @returns the booking before and after, or what stands in its way. Somebody else's is as if it did not exist.
 */
export async function moveBooking(
  tx: Tx,
  move: BookingMove,
  at: Pick<PurchaseContext, 'facility' | 'now'>,
  tell: (moved: BookingMoved) => Promise<void>,
): Promise<BookingMoved | Refusal> {
  const { owner, id } = move
  // Read first to know which locks to take, and again under them. Only a payment may have come in between.
  const seen = await findOwnBooking(tx, owner, id)
  if (!seen) return refuse('booking_not_found')
  const to = whereTo(seen, move, at)
  if (to instanceof Refusal) return to
  const from = { cageId: seen.cage_id, start: seen.start_time, end: seen.end_time }
  await claimPlaces(tx, { slots: [slotOf(from), slotOf(to)], seats: [] }, { userId: owner.id }, at)
  const before = await lockOwnBooking(tx, owner, id)
  if (before?.revision !== seen.revision) return refuse('changed_meanwhile')

  const [taken, { cages, discountPercent }] = await Promise.all([
    overlappingOccupancy(tx, [to], id),
    readRates(tx, owner.id, [to.cageId]),
  ])
  const cage = cages.get(to.cageId)
  if (!cage) return refuse('cage_not_found', { cage_id: to.cageId })
  if (taken.length > 0)
    return refuse('slots_taken', { slots: takenSlots([{ ...to, cageName: cage.name }], taken) })

  const { total, discount } = priceOf(before, to, cage, discountPercent)
  const back = await settleMove(
    tx,
    {
      costs: before.total_cost,
      price: total,
      paid: paidFor(before),
      shownTotalDollars: move.shownTotalDollars,
    },
    { item: { booking_id: id }, now: at.now, requestedBy: owner.id },
  )
  if (back instanceof Refusal) return back
  const after = await updateOwnBooking(tx, owner, before, {
    cage_id: to.cageId,
    start_time: to.start,
    end_time: to.end,
    total_cost: decimalFromCents(total),
    discount: decimalFromCents(discount),
  })
  const moved = { before, after, back }
  await tell(moved)
  return moved
}

/** The time that is asked for, if the rule and the opening hours allow the change. */
function whereTo(
  booking: OwnBooking,
  { start, cageId }: BookingMove,
  { facility, now }: Pick<PurchaseContext, 'facility' | 'now'>,
): RequestedSession | Refusal {
  const booked = changeableBooking(booking)
  const refusal = refuseChange(booked, now)
  if (refusal) return refusal
  const length = booked.end.getTime() - booked.start.getTime()
  const asked = {
    cageId: cageId ?? booking.cage_id,
    startTime: start.toISOString(),
    endTime: new Date(start.getTime() + length).toISOString(),
  }
  if (asked.cageId === booking.cage_id && start.getTime() === booked.start.getTime()) {
    return refuse('move_changes_nothing')
  }
  const sessions = requestedSessions([asked], facility, now)
  if (sessions instanceof Refusal) return sessions
  return sessions[0] ?? refuse('no_slots')
}

const slotOf = ({ cageId, start, end }: CageTime) => ({
  cageId,
  coachId: null,
  start,
  end,
})

/** The price of the new time and the discount in it, in cents. */
function priceOf(
  before: OwnBooking,
  to: RequestedSession,
  cage: CageRates,
  discountPercent: number,
): { total: number; discount: number } {
  const minutes = (to.end.getTime() - to.start.getTime()) / minuteMs
  const price = priceSessions([{ rates: cage, minutes }], discountPercent)
  const total = totalAfterMove(centsFromDollars(before.total_cost), price.total)
  return { total, discount: Math.max(0, price.subtotal - total) }
}
