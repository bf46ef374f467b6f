import { sql } from 'kysely'
import type { RefundMethod } from '../../../shared/contract/changes.ts'
import { formatDollars } from '../../../shared/domain/money.ts'
import type { Tx } from '../../db/database.ts'
import { type RefundedItem, refundItem } from './refunds.ts'

/** What comes back to a customer, in cents, and how. */
export interface MoneyBack {
  readonly cents: number
  readonly method: RefundMethod
}

/**
 * Sets what is due on its way back to the card that paid, in the transaction that decides it. What was paid at the desk
 * is given back over the counter: the entries of the change in the audit log, which come after this, tell the staff.
 *
 * @returns what comes back: less than is due where less was left of what was paid.
 */
export async function giveBack(
  tx: Tx,
  due: MoneyBack,
  refund: {
    item: RefundedItem
    reason: 'customer_canceled' | 'customer_moved'
    now: Date
    requestedBy: string
  },
): Promise<MoneyBack> {
  if (due.method === 'front_desk') {
    const told = `To be given back at the front desk: ${formatDollars(due.cents)}.`
    await sql`select set_config('dugout.description', ${told}, true)`.execute(tx)
  }
  if (due.method !== 'card') return due
  const cents = await refundItem(tx, { ...refund, cents: due.cents })
  return { cents, method: cents > 0 ? 'card' : null }
}
