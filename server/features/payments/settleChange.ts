/** What canceling and moving have in common, of cage bookings and of lessons. */

import type { Route } from '../../../shared/contract/route.ts'
import {
  type Changeable,
  changeRefusalOf,
  changeUntil,
  moveDifference,
  type PaidCents,
} from '../../../shared/domain/changePolicy.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money.ts'
import type { Tx } from '../../db/database.ts'
import { type Call, type Reply, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { giveBack, type MoneyBack } from './giveBack.ts'
import { refundLine } from './refundLine.ts'
import type { RefundedItem } from './refunds.ts'

/** Why it can no longer be canceled or moved, with the moment until which it could; null when it can. */
export function refuseChange(booked: Changeable, now: Date): Refusal | null {
  const refusal = changeRefusalOf(booked, now)
  return refusal && refuse(refusal, { until: changeUntil(booked).toISOString() })
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
): Promise<MoneyBack | Refusal> {
  const { shownTotalDollars } = price
  const difference = moveDifference({
    ...price,
    costs: centsFromDollars(price.costs),
    shown: shownTotalDollars === null ? null : centsFromDollars(shownTotalDollars),
  })
  return typeof difference === 'string'
    ? refuse(difference, { total_amount: dollarsFromCents(price.price) })
    : giveBack(tx, difference, { ...move, reason: 'customer_moved' })
}

/** Runs a change in its transaction. Our own readers must not see its days as they were; other instances hear of it by NOTIFY. */
export async function runChange<R extends Route, Answer>(
  call: Call<R>,
  work: (tx: Tx) => Promise<{ days: readonly string[]; answer: Answer } | Refusal>,
): Promise<Reply<Answer> | Refusal> {
  const days: string[] = []
  const outcome = await runCommand(call, async (tx) => {
    const done = await work(tx)
    if (done instanceof Refusal) return done
    days.push(...done.days)
    return reply(done.answer)
  })
  for (const day of days) call.context.schedule.drop(day)
  return outcome
}

/** The answer to a change, beside the thing itself. `told`: 'Your booking is canceled: Cage 2, Tue Nov 24, 4:00 PM.' */
export const changeAnswer = (told: string, back: MoneyBack) => ({
  message: `${told} ${refundLine(back)}`.trim(),
  refund_amount: dollarsFromCents(back.cents),
  refund_method: back.method,
})
