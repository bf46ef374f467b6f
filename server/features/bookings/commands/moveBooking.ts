import type { Facility } from '../../../../shared/contract/facility.ts'
import {
  changeRefusalOf,
  changeUntil,
  moveDifference,
  totalAfterMove,
} from '../../../../shared/domain/changePolicy.ts'
import { centsFromDollars, decimalFromCents, dollarsFromCents } from '../../../../shared/domain/money.ts'
import { type CageRates, priceSessions } from '../../../../shared/domain/pricing.ts'
import { minuteMs } from '../../../../shared/domain/time.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { overlappingOccupancy } from '../../cages/occupancy.ts'
import { giveBack, type MoneyBack } from '../../payments/giveBack.ts'
import { claimPlaces } from '../../payments/places.ts'
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
  readonly back: MoneyBack
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
  at: { facility: Facility; now: Date },
  tell: (moved: BookingMoved) => Promise<void>,
): Promise<BookingMoved | Refusal> {
  const { owner, id } = move
  // Read first to know which locks to take, and again under them.
  const seen = await findOwnBooking(tx, owner, id)
  const wanted = whereTo(seen, move, at)
  if (wanted instanceof Refusal) return wanted
  await claimPlaces(
    tx,
    { slots: [slotOf(wanted.from), slotOf(wanted.to)], seats: [] },
    { userId: owner.id },
    at,
  )
  const before = await lockOwnBooking(tx, owner, id)
  if (before?.revision !== seen?.revision) return refuse('changed_meanwhile')
  // Canceling counts as a revision too, so only a payment can have come in between.
  const stillWanted = whereTo(before, move, at)
  if (stillWanted instanceof Refusal || !before) return refuse('changed_meanwhile')

  const { to } = wanted
  const [taken, { cages, discountPercent }] = await Promise.all([
    overlappingOccupancy(tx, [to], id),
    readRates(tx, owner.id, [to.cageId]),
  ])
  const cage = cages.get(to.cageId)
  if (!cage) return refuse('cage_not_found', { cage_id: to.cageId })
  if (taken.length > 0)
    return refuse('slots_taken', { slots: takenSlots([{ ...to, cageName: cage.name }], taken) })

  const price = priceOf(before, to, cage, discountPercent)
  const difference = moveDifference({
    costs: centsFromDollars(before.total_cost),
    price: price.total,
    paid: paidFor(before),
    shown: move.shownTotalDollars === null ? null : centsFromDollars(move.shownTotalDollars),
  })
  if (typeof difference === 'string') {
    const code = difference === 'costs_more' ? 'move_costs_more' : difference
    return refuse(code, { total_amount: dollarsFromCents(price.total) })
  }

  const back = await giveBack(tx, difference, {
    item: { booking_id: id },
    reason: 'customer_moved',
    now: at.now,
    requestedBy: owner.id,
  })
  await updateOwnBooking(tx, before, {
    cage_id: to.cageId,
    start_time: to.start,
    end_time: to.end,
    total_cost: decimalFromCents(price.total),
    discount: decimalFromCents(price.discount),
  })
  const after = await findOwnBooking(tx, owner, id)
  if (!after) throw new Error(`booking ${id} is gone within the transaction that moved it`)
  const moved = { before, after, back }
  await tell(moved)
  return moved
}

/** The time that is given up and the one that is asked for, if the rule and the opening hours allow the change. */
function whereTo(
  booking: OwnBooking | null,
  { start, cageId }: BookingMove,
  { facility, now }: { facility: Facility; now: Date },
): { from: Omit<RequestedSession, 'day'>; to: RequestedSession } | Refusal {
  if (!booking) return refuse('booking_not_found')
  const booked = changeableBooking(booking)
  const refusal = changeRefusalOf(booked, now)
  if (refusal) return refuse(refusal, { until: changeUntil(booked).toISOString() })
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
  const [to] = sessions
  if (!to) return refuse('no_slots')
  return { from: { cageId: booking.cage_id, start: booked.start, end: booked.end }, to }
}

const slotOf = ({ cageId, start, end }: { cageId: string; start: Date; end: Date }) => ({
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
