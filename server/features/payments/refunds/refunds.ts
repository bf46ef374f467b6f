import { sql } from 'kysely'
import { centsFromDollars, decimalFromCents, formatDollars } from '../../../../shared/domain/money/money.ts'
import { inOneLine } from '../../../../shared/domain/money/purchaseText.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { RefundReason } from '../../../db/tables/payments.ts'
import { enqueueMessage } from '../../messages/commands.ts'
import { leftOfItem, type RefundedItem } from './cardMoney.ts'

/** Why the system itself refunds a payment, as the customer and the audit log read it. */
const automaticReasons: Partial<Record<RefundReason, string>> = {
  place_gone:
    'The payment came when the time it was held for was over, and the place had been taken by someone else.',
  duplicate: 'This had already been paid.',
  wrong_amount: 'The amount that was charged is not the price.',
  registration_canceled: 'The payment came after this had been canceled.',
}

/**
 * Records the refund of a payment in the transaction that decides it, and queues a message where the system itself
 * decided; `sendRefunds` then asks the provider. Fails for more than was paid.
 */
export async function refundPayment(
  tx: Tx,
  { paymentId, cents, reason, now }: { paymentId: string; cents: number; reason: RefundReason; now: Date },
): Promise<void> {
  const because = automaticReasons[reason]
  if (because) await sql`select set_config('dugout.description', ${`Refund: ${because}`}, true)`.execute(tx)
  const refundId = await insertRefund(tx, { paymentId, itemId: null, cents, reason, now })
  const payment = await tx
    .selectFrom('payment_transactions')
    .select(['user_id', 'customer_name', 'customer_email', 'description'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  if (!because || !payment.customer_email) return
  await enqueueMessage(tx, {
    template: 'payment-refunded',
    to: { email: payment.customer_email, userId: payment.user_id },
    data: {
      full_name: payment.customer_name ?? '',
      amount: formatDollars(cents),
      description: inOneLine(payment.description ?? ''),
      reason_line: because,
    },
    dedupeKey: `payment-refunded:${refundId}`,
  })
}

/** What is refunded of one thing, in cents: to the card that paid it, and by hand at the desk. */
export interface RefundedCents {
  readonly card: number
  readonly desk: number
}

/** By which way money goes back. */
export type RefundWay = 'card' | 'desk'

/**
 * Records the refund of what was paid for one booking, lesson or registration, never more than is left over all calls;
 * the caller sends the message. What a card paid goes back to it first; what the desk took is to be given by hand. Call it
 * in the transaction that cancels or changes the thing.
 *
 * @param refund.cents to refund; null for all that is left.
 * @param refund.way 'desk' to give by hand also what a card paid.
 * @param refund.paymentId only of this payment.
 * @returns what is refunded: nothing when nothing was paid, or when nothing is left.
 */
export async function refundItem(
  tx: Tx,
  refund: {
    item: RefundedItem
    cents: number | null
    reason: RefundReason
    now: Date
    requestedBy?: string | null
    way?: RefundWay | undefined
    paymentId?: string | undefined
  },
): Promise<RefundedCents> {
  const items = await tx
    .selectFrom('payment_items as item')
    .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
    .select(['item.id', 'payment.id as payment_id', 'payment.taken_at_desk'])
    .where(paidItem(refund.item))
    .where('payment.status', '=', 'completed')
    .$if(refund.paymentId !== undefined, (query) => query.where('payment.id', '=', refund.paymentId ?? ''))
    .where(({ or, eb }) =>
      or([eb('payment.stripe_payment_intent_id', 'is not', null), eb('payment.taken_at_desk', '=', true)]),
    )
    .orderBy('payment.taken_at_desk')
    .orderBy('payment.created_at')
    .orderBy('item.id')
    .forNoKeyUpdate(['item', 'payment'])
    .execute()
  const refunded = { card: 0, desk: 0 }
  for (const { id, payment_id, taken_at_desk } of items) {
    const left = await leftCents(tx, id)
    const due = refund.cents === null ? left : refund.cents - refunded.card - refunded.desk
    const cents = Math.min(due, left)
    if (cents <= 0) continue
    const way = taken_at_desk ? 'desk' : (refund.way ?? 'card')
    await insertRefund(tx, { ...refund, way, paymentId: payment_id, itemId: id, cents })
    refunded[way] += cents
  }
  return refunded
}

/**
 * Cents that staff decided to refund of the payments of a thing, which may have paid for more than it: a limit counts what was
 * bought together, also where it goes back piece by piece. Call it when the thing is locked.
 */
export async function centsRefundedByStaff(tx: Tx, item: RefundedItem): Promise<number> {
  // Two of the staff who cancel two things of one payment wait for each other here.
  await tx
    .selectFrom('payment_transactions as payment')
    .select('payment.id')
    .where(
      sql<boolean>`payment.id in (select item.payment_transaction_id from payment_items item where ${paidItem(item)})`,
    )
    .orderBy('payment.taken_at_desk')
    .orderBy('payment.created_at')
    .orderBy('payment.id')
    .forNoKeyUpdate()
    .execute()
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount), 0) as sum from payment_refunds
    where reason = 'staff' and status <> 'failed' and payment_transaction_id in (
      select item.payment_transaction_id from payment_items item where ${paidItem(item)}
    )`.execute(tx)
  return centsFromDollars(rows[0]?.sum ?? 0)
}

/** The same of a payment and of all that paid for the same things, voided ones too. */
export async function centsRefundedWith(db: Db, paymentId: string): Promise<number> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount), 0) as sum from payment_refunds
    where reason = 'staff' and status <> 'failed' and payment_transaction_id in (
      select ${paymentId}::uuid
      union
      select other.payment_transaction_id
      from payment_items item
      join payment_items other
        on other.booking_id = item.booking_id
        or other.coach_booking_id = item.coach_booking_id
        or other.class_registration_id = item.class_registration_id
        or other.camp_registration_id = item.camp_registration_id
      where item.payment_transaction_id = ${paymentId}::uuid
    )`.execute(db)
  return centsFromDollars(rows[0]?.sum ?? 0)
}

/** Whether `item` is the payment's item of a thing. */
export const paidItem = (of: RefundedItem) => sql<boolean>`(
  item.booking_id = ${of.booking_id ?? null}
  or item.coach_booking_id = ${of.coach_booking_id ?? null}
  or item.class_registration_id = ${of.class_registration_id ?? null}
  or item.camp_registration_id = ${of.camp_registration_id ?? null}
)`

/** Read after the item and its payment are locked: refunds that others recorded before count. */
async function leftCents(tx: Tx, itemId: string): Promise<number> {
  const { left } = await tx
    .selectFrom('payment_items as item')
    .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
    .select(leftOfItem.as('left'))
    .where('item.id', '=', itemId)
    .executeTakeFirstOrThrow()
  return centsFromDollars(left)
}

/** Records a refund. Fails for more than was paid. */
export async function insertRefund(
  tx: Tx,
  refund: {
    paymentId: string
    itemId: string | null
    cents: number
    reason: RefundReason
    now: Date
    requestedBy?: string | null
    way?: RefundWay
    note?: string | null
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('payment_refunds')
    .values({
      payment_transaction_id: refund.paymentId,
      payment_item_id: refund.itemId,
      amount: decimalFromCents(refund.cents),
      reason: refund.reason,
      requested_by: refund.requestedBy ?? null,
      way: refund.way ?? 'card',
      note: refund.note ?? null,
      created_at: refund.now,
      next_attempt_at: refund.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
