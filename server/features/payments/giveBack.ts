import type { RefundMethod } from '../../../shared/contract/changes.ts'
import { centsFromDollars, decimalFromCents } from '../../../shared/domain/money.ts'
import type { Tx } from '../../db/database.ts'

/** What comes back to a customer, in cents, and how. */
export interface MoneyBack {
  readonly cents: number
  readonly method: RefundMethod
}

type Item = { booking_id: string } | { guest_booking_id: string } | { coach_booking_id: string }

/**
 * Sets money on its way back to the card that paid for something, in the transaction that decides it; the provider is
 * asked afterwards. What was paid at the desk is given back over the counter: of that only the audit log is told.
 *
 * @returns what comes back: less than is due where less was paid.
 */
export async function giveBack(
  tx: Tx,
  { item, reason, due }: { item: Item; reason: 'customer_canceled' | 'customer_moved'; due: MoneyBack },
): Promise<MoneyBack> {
  if (due.method !== 'card') return due
  const [column, id] = referenceTo(item)
  const items = await tx
    .selectFrom('payment_items as item')
    .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
    .select(['item.id', 'item.payment_transaction_id', 'item.amount', 'payment.user_id'])
    .where(column, '=', id)
    .where('payment.status', '=', 'completed')
    .where('payment.stripe_payment_intent_id', 'is not', null)
    .execute()
  let left = due.cents
  for (const { id: itemId, payment_transaction_id, amount, user_id } of items) {
    const cents = Math.min(left, centsFromDollars(amount))
    if (cents <= 0) continue
    await tx
      .insertInto('payment_refunds')
      .values({
        payment_transaction_id,
        payment_item_id: itemId,
        amount: decimalFromCents(cents),
        reason,
        requested_by: user_id,
      })
      .execute()
    left -= cents
  }
  const cents = due.cents - left
  return { cents, method: cents > 0 ? 'card' : null }
}

function referenceTo(item: Item) {
  if ('booking_id' in item) return ['item.booking_id', item.booking_id] as const
  if ('guest_booking_id' in item) return ['item.guest_booking_id', item.guest_booking_id] as const
  return ['item.coach_booking_id', item.coach_booking_id] as const
}
