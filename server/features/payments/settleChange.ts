/** The money of a cancellation or a move, for bookings, lessons and registrations alike. */

import { sql } from 'kysely'
import type { RefundMethod } from '../../../shared/contract/changes.ts'
import {
  type Changeable,
  changeRefusalOf,
  changeUntil,
  moveDifference,
  type PaidCents,
} from '../../../shared/domain/changePolicy.ts'
import { centsFromDollars, dollarsFromCents, formatDollars } from '../../../shared/domain/money.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type RefundedItem, refundItem } from './refunds.ts'

/** A customer's refund: cents, and by which way. */
export interface CustomerRefund {
  readonly cents: number
  readonly method: RefundMethod
}

/** Why it can no longer be canceled or moved, with the moment until which it could; null when it can. */
export function refuseChange(booked: Changeable, now: Date): Refusal | null {
  const refusal = changeRefusalOf(booked, now)
  return refusal && refuse(refusal, { until: changeUntil(booked).toISOString() })
}

/**
 * Records a card refund in the transaction that decides it. What was paid at the desk is refunded at the desk: the audit
 * entries of the change, written after this, say so to the staff.
 *
 * @returns the refund: less than `due` where less is left of the payment.
 */
export async function refundCustomer(
  tx: Tx,
  due: CustomerRefund,
  refund: {
    item: RefundedItem
    reason: 'customer_canceled' | 'customer_moved'
    now: Date
    requestedBy: string
  },
): Promise<CustomerRefund> {
  if (due.method === 'front_desk') {
    const note = `To be given back at the front desk: ${formatDollars(due.cents)}.`
    await sql`select set_config('dugout.description', ${note}, true)`.execute(tx)
  }
  if (due.method !== 'card') return due
  const cents = await refundItem(tx, { ...refund, cents: due.cents })
  return { cents, method: cents > 0 ? 'card' : null }
}

/**
 * Settles the price of a move, in cents: refunds what was paid above the new price.
 *
 * @returns the refund; or a refusal with the new price, when it is higher than what was paid or not the one shown.
 */
export async function settleMove(
  tx: Tx,
  price: { costs: string; price: number; paid: PaidCents; shownTotalDollars: number | null },
  move: { item: RefundedItem; now: Date; requestedBy: string },
): Promise<CustomerRefund | Refusal> {
  const { shownTotalDollars } = price
  const difference = moveDifference({
    ...price,
    costs: centsFromDollars(price.costs),
    shown: shownTotalDollars === null ? null : centsFromDollars(shownTotalDollars),
  })
  return typeof difference === 'string'
    ? refuse(difference, { total_amount: dollarsFromCents(price.price) })
    : refundCustomer(tx, difference, { ...move, reason: 'customer_moved' })
}

/**
 * The answer to a change, beside the thing itself.
 *
 * @param sentence e.g. 'Your booking is canceled: Cage 2, Tue Nov 24, 4:00 PM.'
 */
export const changeAnswer = (sentence: string, refund: CustomerRefund) => ({
  message: `${sentence} ${refundLine(refund)}`.trim(),
  refund_amount: dollarsFromCents(refund.cents),
  refund_method: refund.method,
})

/** The refund as a sentence for the customer; empty without one. */
export function refundLine({ cents, method }: CustomerRefund): string {
  if (method === null) return ''
  const amount = formatDollars(cents)
  return method === 'card'
    ? `${amount} goes back to the card you paid with. Banks take 5 to 10 days to show it.`
    : `Our front desk gives you back the ${amount} that you paid.`
}
