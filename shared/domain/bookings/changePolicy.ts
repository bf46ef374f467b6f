/**
 * Until when customers cancel or move what they booked, and what they get back, as data: the server's guard and the
 * button's reason read the same table.
 *
 * The rule is the one in force when it was booked: so many elapsed hours before the start, whatever the clocks do in
 * between. On a Monday after the autumn change, '24 hours before 4:00 PM' is Sunday 4:00 PM; of a session on the very
 * Sunday of the change it is Saturday 5:00 PM, because that night has one hour more.
 *
 * Registrations for camps and class sessions use the same table; registrationPolicy.ts has their cut-offs.
 *
 * A move keeps the rule and is judged by the start that is given up: nobody gets out of the last hours by moving. The
 * new start may lie within them; from then on it is what counts.
 */

import type { Change, ChangeRefusal, RefundMethod } from '../../contract/accounts/changes.ts'
import type { BookingStatus } from '../../contract/bookings/bookings.ts'
import { dollarsFromCents } from '../money/money.ts'
import { minuteMs } from '../time/time.ts'
import { nextStatuses } from './bookingStatus.ts'

const hourMs = 60 * minuteMs

/** A booking, lesson or registration as the rule sees it. */
export interface Changeable {
  readonly status: BookingStatus
  readonly start: Date
  readonly end: Date
  /** Hours before the start, as kept with it since it was booked. */
  readonly cutoffHours: number
}

/** Where something booked stands for its customer. */
export type ChangeStanding = 'canceled' | 'over' | 'started' | 'late' | 'open'

/** What is in the way of canceling or moving it, and how much of what was paid comes back, in percent. */
export const changeRules: Record<ChangeStanding, { refusal: ChangeRefusal | null; refundPercent: number }> = {
  open: { refusal: null, refundPercent: 100 },
  late: { refusal: 'change_too_late', refundPercent: 0 },
  started: { refusal: 'already_started', refundPercent: 0 },
  over: { refusal: 'already_over', refundPercent: 0 },
  canceled: { refusal: 'already_canceled', refundPercent: 0 },
}

/** The moment from which on it can no longer be changed; at that very moment it cannot. */
export const changeUntil = ({ start, cutoffHours }: Pick<Changeable, 'start' | 'cutoffHours'>): Date =>
  new Date(start.getTime() - cutoffHours * hourMs)

/** Where it is at a moment: canceled before all else, then by its end, start and cut-off. */
export function standingOf(booked: Changeable, now: Date): ChangeStanding {
  if (!nextStatuses.customer[booked.status].includes('canceled')) return 'canceled'
  if (now >= booked.end) return 'over'
  if (now >= booked.start) return 'started'
  return now < changeUntil(booked) ? 'open' : 'late'
}

/** The code with which a cancellation or move is refused; null when it is allowed. */
export const changeRefusalOf = (booked: Changeable, now: Date): ChangeRefusal | null =>
  changeRules[standingOf(booked, now)].refusal

/** What was paid, in cents: by card as far as it was not given back yet, and at the desk. */
export interface PaidCents {
  readonly byCard: number
  readonly atDesk: number
}

/** What can come back in cents: to the card what the card paid, over the counter what was paid there. */
export const refundableCents = ({ byCard, atDesk }: PaidCents): number => byCard + atDesk

/** An amount in cents with the way that it comes back: to the card as far as the card paid, the rest over the counter. */
export function refundBy({ byCard }: PaidCents, cents: number): { cents: number; method: RefundMethod } {
  if (cents <= 0) return { cents: 0, method: null }
  if (byCard <= 0) return { cents, method: 'front_desk' }
  return { cents, method: cents <= byCard ? 'card' : 'card_and_front_desk' }
}

/** What a cancellation gives back now, and how. */
export function refundOf(
  booked: Changeable,
  paid: PaidCents,
  now: Date,
): { cents: number; method: RefundMethod } {
  const { refundPercent } = changeRules[standingOf(booked, now)]
  return refundBy(paid, Math.round((refundableCents(paid) * refundPercent) / 100))
}

/** All of the above as it goes over the wire. */
export function changeOf(booked: Changeable, paid: PaidCents, now: Date): Change {
  const reason = changeRefusalOf(booked, now)
  const { cents, method } = refundOf(booked, paid, now)
  return {
    allowed: reason === null,
    until: changeUntil(booked).toISOString(),
    refund_amount: dollarsFromCents(cents),
    refund_method: method,
    reason,
  }
}

/**
 * The total after a move, in cents. A cent is no difference: a session's part of a discount that was shared over several
 * may lie a cent beside what the session would cost by itself.
 */
export const totalAfterMove = (costs: number, price: number): number =>
  Math.abs(price - costs) <= 1 ? costs : price

/**
 * What becomes of the price when something is moved, all in cents. What was paid must cover the new price, and what is
 * left over comes back; what is still to be paid at the desk takes the new price, once the customer has seen it.
 *
 * @param costs what it costs now; `price` is what it would cost.
 * @param shown the new price that the customer was shown; null: no more than it costs now.
 */
export function moveDifference({
  costs,
  price,
  paid,
  shown,
}: {
  costs: number
  price: number
  paid: PaidCents
  shown: number | null
}): 'move_costs_more' | 'price_changed' | { cents: number; method: RefundMethod } {
  const paidCents = refundableCents(paid)
  if (paidCents > 0 && price > costs) return 'move_costs_more'
  if (shown === null ? price > costs : price !== shown) return 'price_changed'
  return refundBy(paid, Math.min(paidCents, costs - price))
}
