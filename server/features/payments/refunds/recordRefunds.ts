import { sql } from 'kysely'
import type Stripe from 'stripe'
import { centsFromDollars, decimalFromCents, formatDollars } from '../../../../shared/domain/money/money.ts'
import { inOneLine } from '../../../../shared/domain/money/purchaseText.ts'
import type { Context } from '../../../context.ts'
import { system, type Tx, transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { enqueueMessage } from '../../messages/commands.ts'
import { type ProviderEvent, recordEvent } from '../provider/events.ts'
import { askProvider } from '../provider/provider.ts'

/** Records the provider's state of a refund. One that the provider has not finished stays pending. */
export async function recordRefund(
  tx: Tx,
  refund: { id: string; payment_id: string },
  { id, status, failure_reason }: Stripe.Refund,
  now: Date,
): Promise<void> {
  const failed = status === 'failed' || status === 'canceled'
  if (failed) {
    const reason = failure_reason ?? 'The provider could not send it back.'
    await failRefund(tx, refund.id, reason)
    return notifyFacility(tx, refund.id, reason)
  }
  const succeeded = status === 'succeeded' || status === null
  await tx
    .updateTable('payment_refunds')
    .set({ stripe_refund_id: id, ...(succeeded && { status: 'succeeded' as const, completed_at: now }) })
    .where('id', '=', refund.id)
    .execute()
  await sumRefunds(tx, refund.payment_id)
}

/** Records that a refund failed. */
export async function failRefund(tx: Tx, refundId: string, failureMessage: string): Promise<void> {
  const { payment_transaction_id } = await tx
    .updateTable('payment_refunds')
    .set({ status: 'failed', failure_message: failureMessage })
    .where('id', '=', refundId)
    .returning('payment_transaction_id')
    .executeTakeFirstOrThrow()
  await sumRefunds(tx, payment_transaction_id)
}

/** The customer was promised this refund: the facility is told once, with the customer's name. */
async function notifyFacility(tx: Tx, refundId: string, reason: string): Promise<void> {
  const { facility_email, amount, ...told } = await tx
    .selectFrom('payment_refunds as refund')
    .innerJoin('payment_transactions as payment', 'payment.id', 'refund.payment_transaction_id')
    .innerJoin('facility', (join) => join.onTrue())
    .select(['refund.amount', 'facility.email as facility_email'])
    .select(({ fn, val }) => [
      fn.coalesce('payment.customer_name', val('a customer')).as('customer_name'),
      fn.coalesce('payment.customer_email', val('')).as('customer_email'),
      fn.coalesce('payment.description', val('')).as('description'),
    ])
    .where('refund.id', '=', refundId)
    .executeTakeFirstOrThrow()
  await enqueueMessage(tx, {
    template: 'refund-failed',
    to: { email: facility_email },
    replyTo: told.customer_email || null,
    data: {
      ...told,
      description: inOneLine(told.description),
      amount: formatDollars(centsFromDollars(amount)),
      reason,
    },
    dedupeKey: `refund-failed:${refundId}`,
  })
}

/** The refunded amount is the sum of the refunds; a payment is 'refunded' when that is all of it. */
export const sumRefunds = (tx: Tx, paymentId: string) =>
  sql`
    update payment_transactions payment
    set refunded_amount = back.total,
      status = case when back.total >= payment.total_amount then 'refunded' else 'completed' end
    from (
      select coalesce(sum(amount), 0) as total from payment_refunds
      where payment_transaction_id = ${paymentId} and status = 'succeeded'
    ) back
    where payment.id = ${paymentId} and payment.status in ('completed', 'refunded')`.execute(tx)

/**
 * Records all refunds of a payment that the provider knows, including those made on the provider's own pages.
 *
 * @returns a refusal when the provider cannot be reached.
 */
export async function syncRefunds(
  context: Context,
  intentId: string,
  event?: ProviderEvent,
): Promise<Refusal | undefined> {
  const refunds = await askProvider(context, (stripe) =>
    stripe.refunds.list({ payment_intent: intentId, limit: 100 }),
  )
  if (refunds instanceof Refusal) return refunds
  const now = context.clock.now()
  await transaction(context.db, system, async (tx) => {
    if (event && !(await recordEvent(tx, event, now))) return
    const payment = await tx
      .selectFrom('payment_transactions')
      .select('id')
      .where('stripe_payment_intent_id', '=', intentId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!payment) return
    for (const refund of refunds.data) {
      const id = (await findRefund(tx, refund)) ?? (await adoptRefund(tx, payment.id, refund))
      await recordRefund(tx, { id, payment_id: payment.id }, refund, now)
    }
  })
  return undefined
}

async function findRefund(tx: Tx, { id, metadata }: Stripe.Refund): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payment_refunds')
    .select('id')
    .where(({ or, eb }) =>
      or([
        eb('stripe_refund_id', '=', id),
        eb(sql<string>`id::text`, '=', metadata?.payment_refund_id ?? ''),
      ]),
    )
    .executeTakeFirst()
  return row?.id
}

/** A refund made on the provider's own pages. Pending refunds fail where the sum would exceed the payment. */
async function adoptRefund(tx: Tx, paymentId: string, refund: Stripe.Refund): Promise<string> {
  await sql`
    update payment_refunds set status = 'failed', failure_message = 'It was sent back by hand.'
    where payment_transaction_id = ${paymentId} and status = 'pending' and (
      select coalesce(sum(amount), 0) + ${decimalFromCents(refund.amount)}::numeric > (
        select total_amount from payment_transactions where id = ${paymentId}
      )
      from payment_refunds where payment_transaction_id = ${paymentId} and status <> 'failed'
    )`.execute(tx)
  const { id } = await tx
    .insertInto('payment_refunds')
    .values({
      payment_transaction_id: paymentId,
      amount: decimalFromCents(refund.amount),
      reason: 'provider',
      stripe_refund_id: refund.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
