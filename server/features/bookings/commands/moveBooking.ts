import type { BookingStatus } from '../../../../shared/contract/bookings/bookings.ts'
import type { DeskPaymentMethod } from '../../../../shared/contract/payments/staffPayments.ts'
import { totalAfterMove } from '../../../../shared/domain/bookings/changePolicy.ts'
import { centsFromDollars, decimalFromCents } from '../../../../shared/domain/money/money.ts'
import { type CageRates, priceSessions } from '../../../../shared/domain/money/pricing.ts'
import { beforeTax, type SalesTax, taxOf } from '../../../../shared/domain/money/salesTax.ts'
import { minuteMs } from '../../../../shared/domain/time/time.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type Acting, type ActingTerms, keepOverrideReason } from '../../payments/changes/actingTerms.ts'
import { type PriceChoice, refuseChange, settleMove } from '../../payments/changes/settleChange.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { paidOf } from '../../payments/refunds/cardMoney.ts'
import { overlappingOccupancy } from '../../places/occupancy.ts'
import { claimPlaces } from '../../places/places.ts'
import { takenSlots } from '../../places/takenSlots.ts'
import {
  type Booking,
  type BookingMoved,
  changeableBooking,
  itemOf,
  lockBooking,
  slotOf,
  writeBooking,
} from '../bookingRows.ts'
import { enqueueBookingsChanged } from '../changeEmails.ts'
import { readRates } from '../queries.ts'
import { type RequestedSession, requestedSessions } from '../requestedSessions.ts'

export interface BookingMove {
  readonly cageId: string
  readonly start: Date
  readonly end: Date
  /** What it is afterwards: a canceled booking is brought back by a status that is not. */
  readonly status: BookingStatus
  readonly price: PriceChoice
  /** Null: none was shown. */
  readonly shownTotalDollars: number | null
  /** How the desk takes the difference, where it is paid and becomes dearer. */
  readonly takeDifference?: DeskPaymentMethod | undefined
  /** What the person is told beside it; empty for nothing. */
  readonly note: string
}

/**
 * Gives a booking another time, cage or price, or brings a canceled one back. The start that is given up decides whether
 * the terms allow it, and the cut-off kept with the booking stays (changePolicy.ts). The price is computed again; what was
 * paid must cover it, and what is left over comes back. Queues the message with it.
 *
 * @param seen the booking as its caller loaded it and may change it.
 * @returns the booking before and after, or what is in its way.
 */
export async function moveBooking(
  tx: Tx,
  seen: Booking,
  move: BookingMove,
  { at, terms, time }: Acting,
): Promise<BookingMoved | Refusal> {
  const to = whereTo(seen, move, at, terms)
  if (to instanceof Refusal) return to
  const slot = { cageId: to.cageId, coachId: null, start: to.start, end: to.end }
  time.takes([slot], seen.id)
  time.frees([slotOf(seen)])
  // The customer's own checkout does not stand in the customer's way; staff do not end one that is going on.
  const holder = { userId: terms.refundedFor === 'customer' ? terms.actorId : null }
  await claimPlaces(tx, { slots: [slotOf(seen), slot], seats: [] }, holder, at)
  // Read again under the locks. Only a payment may have come in between.
  const before = await lockBooking(tx, seen)
  if (before?.revision !== seen.revision) return refuse('changed_meanwhile')

  const [taken, { cages, discountPercent }] = await Promise.all([
    overlappingOccupancy(tx, [to], before.id),
    readRates(tx, before.person.userId, [to.cageId]),
  ])
  const cage = cages.get(to.cageId)
  if (!cage) return refuse('cage_not_found', { cage_id: to.cageId })
  if (taken.length > 0)
    return refuse('slots_taken', { slots: takenSlots([{ ...to, cageName: cage.name }], taken) })

  await keepOverrideReason(tx, terms)
  // A payment that has come in since is kept, where no other status was asked for.
  const status = move.status === seen.status ? before.status : move.status
  const tax = taxOf(at.facility, 'cages')
  const { subtotal, total } = priceOf(before, to, cage, { discountPercent, tax })
  const settled = await settleMove(
    tx,
    {
      ...move,
      choice: move.price,
      costs: before.total_cost,
      price: total,
      isPaid: before.status === 'paid',
      staysPaid: status === 'paid',
      paid: paidOf(before),
    },
    { item: itemOf(before), now: at.now },
    terms,
  )
  if (settled instanceof Refusal) return settled
  const after = await writeBooking(tx, before, {
    cage_id: to.cageId,
    start_time: to.start,
    end_time: to.end,
    status,
    total_cost: decimalFromCents(settled.totalCents),
    discount: decimalFromCents(Math.max(0, subtotal - beforeTax(settled.totalCents, tax))),
    // What keeps its price keeps its tax.
    ...(settled.totalCents === centsFromDollars(before.total_cost) ? {} : { tax_percent: `${tax.percent}` }),
  })
  await settled.collect()
  const moved = { before, after, back: settled.back }
  if (terms.tells.includes('person'))
    await enqueueBookingsChanged(tx, [moved], { note: terms.line || move.note, actorId: terms.actorId }, at)
  return moved
}

/** The time that is asked for, if the terms, the clock and the opening hours allow the change. */
function whereTo(
  seen: Booking,
  { cageId, start, end, status, price }: BookingMove,
  { facility, now }: PurchaseContext,
  terms: ActingTerms,
): RequestedSession | Refusal {
  const comesBack = seen.status === 'canceled' && status !== 'canceled'
  const refusal = comesBack ? null : refuseChange(changeableBooking(seen), now, terms)
  if (refusal) return refusal
  const stays =
    cageId === seen.cage_id &&
    start.getTime() === seen.start_time.getTime() &&
    end.getTime() === seen.end_time.getTime()
  if (stays && !comesBack && price === 'by_rule') return refuse('move_changes_nothing')
  const asked = { cageId, startTime: start.toISOString(), endTime: end.toISOString() }
  const sessions = requestedSessions([asked], facility, now, terms)
  if (sessions instanceof Refusal) return sessions
  return sessions[0] ?? refuse('no_slots')
}

/** What the prices say for the new time, in cents, before and after the discount. */
function priceOf(
  before: Booking,
  to: RequestedSession,
  cage: CageRates,
  { discountPercent, tax }: { discountPercent: number; tax: SalesTax },
): { subtotal: number; total: number } {
  const minutes = (to.end.getTime() - to.start.getTime()) / minuteMs
  const { subtotal, total } = priceSessions([{ rates: cage, minutes }], discountPercent, tax)
  return { subtotal, total: totalAfterMove(centsFromDollars(before.total_cost), total) }
}
