/** What canceling and moving have in common, whatever it is that was booked. */

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

/** What comes back to a customer, in cents, and how. */
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
 * Sets what is due on its way back to the card that paid, in the transaction that decides it. What was paid at the desk
 * is given back over the counter: the entries of the change in the audit log, which come after this, tell the staff.
 *
 * @returns what comes back: less than is due where less was left of what was paid.
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
    const told = `To be given back at the front desk: ${formatDollars(due.cents)}.`
    await sql`select set_config('dugout.description', ${told}, true)`.execute(tx)
  }
  if (due.method !== 'card') return due
  const cents = await refundItem(tx, { ...refund, cents: due.cents })
  return { cents, method: cents > 0 ? 'card' : null }
}

/**
 * Settles the price of a move, in cents: gives back what is left over of what was paid.
 *
 * @returns what comes back; or a refusal with the new price, where it is not paid for or not the one that was shown.
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

/** The answer to a change, beside the thing itself. `told`: 'Your booking is canceled: Cage 2, Tue Nov 24, 4:00 PM.' */
export const changeAnswer = (told: string, back: CustomerRefund) => ({
  message: `${told} ${refundLine(back)}`.trim(),
  refund_amount: dollarsFromCents(back.cents),
  refund_method: back.method,
})

/** What comes back, as a sentence for the customer; empty when nothing does. */
export function refundLine({ cents, method }: CustomerRefund): string {
  if (method === null) return ''
  const amount = formatDollars(cents)
  return method === 'card'
    ? `${amount} goes back to the card you paid with. Banks take 5 to 10 days to show it.`
    : `Our front desk gives you back the ${amount} that you paid.`
}
