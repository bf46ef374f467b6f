/**
 * Payments at the desk. The database records them (`take_payment_at_desk`): whatever becomes paid and is not covered by payments
 * has, when the transaction ends, a payment of its own, and one that is taken back is voided. Commands only say how it was
 * paid.
 */

import { sql } from 'kysely'
import type { DeskPaymentMethod } from '../../../../shared/contract/payments/staffPayments.ts'
import { decimalFromCents } from '../../../../shared/domain/money/money.ts'
import type { Tx } from '../../../db/database.ts'
import type { RefundedItem } from '../refunds/cardMoney.ts'

/** How something was paid at the desk. */
export interface DeskPayment {
  readonly method: DeskPaymentMethod
  readonly note?: string | null
  /** The cash that was given, in cents; the sale keeps it with the change. */
  readonly tendered?: number | null
  /** An id that all payments of one receipt share. */
  readonly receiptGroup?: string | null
}

/** Says how everything that this transaction marks as paid was paid; unsaid it is in cash where the booking says so, else 'other'. */
export const nameDeskPayment = (tx: Tx, { method, note, tendered = null, receiptGroup }: DeskPayment) =>
  sql`
    select set_config('dugout.payment_method', ${method}, true),
      set_config('dugout.payment_note', ${note ?? ''}, true),
      set_config('dugout.cash_tendered', ${tendered === null ? '' : decimalFromCents(tendered)}, true),
      set_config('dugout.receipt_group', ${receiptGroup ?? ''}, true)`.execute(tx)

/** Says which payment this transaction takes back, and why: other payments of the same thing stay. */
export const nameVoided = (tx: Tx, { paymentId, reason }: { paymentId: string; reason: string }) =>
  sql`
    select set_config('dugout.voided_payment', ${paymentId}, true),
      set_config('dugout.void_reason', ${reason}, true)`.execute(tx)

/**
 * Records a payment at the desk for one thing; `nameDeskPayment` says how it was paid.
 *
 * @param cents what was paid; null for what the thing costs and no payment covers yet.
 * @returns the payment's id; null where nothing was to be paid.
 */
export async function recordDeskPayment(
  tx: Tx,
  { id, at, cents = null }: { id: string; at: Date; cents?: number | null },
): Promise<string | null> {
  const part = cents === null ? null : decimalFromCents(cents)
  const { rows } = await sql<{ id: string | null }>`
    select record_desk_payment(${id}::uuid, ${at}, ${part}::numeric) as id`.execute(tx)
  return rows[0]?.id ?? null
}

/** The same for a thing that is known by its column of `payment_items`. */
export async function takeDifference(
  tx: Tx,
  item: RefundedItem,
  { cents, at, payment }: { cents: number; at: Date; payment: DeskPayment },
): Promise<void> {
  const id = Object.values(item).find((each) => each !== undefined)
  if (id === undefined) return
  await nameDeskPayment(tx, payment)
  await recordDeskPayment(tx, { id, at, cents })
}

/**
 * Voids payments at the desk and drops what of them is still to be given back. What is voided already, was refunded or was
 * paid by card stays as it is; what they paid is the caller's to change.
 */
export async function voidDeskPayments(tx: Tx, paymentIds: readonly string[], reason: string): Promise<void> {
  await sql`
    with dropped as (
      update payment_refunds set status = 'failed', failure_message = 'The payment was taken back.'
      where status = 'pending' and payment_transaction_id in (
        select id from payment_transactions where id = any (${paymentIds}::uuid[]) and taken_at_desk
      )
    )
    update payment_transactions
    set status = 'voided', voided_at = now(), void_reason = ${reason},
      voided_by = nullif(current_setting('dugout.actor_id', true), '')::uuid
    where id = any (${paymentIds}::uuid[]) and taken_at_desk and status = 'completed'`.execute(tx)
}

/**
 * Takes back refunds that nobody has sent or given yet, because what they were for was undone.
 *
 * @returns how many there were; fewer than asked for when some are on their way.
 */
export async function dropRefunds(tx: Tx, refundIds: readonly string[], why: string): Promise<number> {
  if (refundIds.length === 0) return 0
  const dropped = await tx
    .updateTable('payment_refunds')
    .set({ status: 'failed', failure_message: why })
    .where('id', 'in', refundIds)
    .where('status', '=', 'pending')
    .where('stripe_refund_id', 'is', null)
    .where('attempts', '=', 0)
    .returning('id')
    .execute()
  return dropped.length
}
