import { centsFromDollars, decimalFromCents } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../../db/database.ts'
import type { RefundReason } from '../../../db/tables/payments.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { refundPayment } from '../../payments/refunds/refunds.ts'
import type { InvoiceReading, Member, SubscriptionReading } from '../readSubscription.ts'

/** A newly recorded month. */
export interface NewPayment {
  readonly paymentId: string
  readonly invoice: InvoiceReading
}

/**
 * Records every paid invoice once, with what it pays, including past ones that were not reported. A failed renewal is
 * recorded as failed until it is paid or the provider voids its invoice.
 *
 * From a reading that is older than our rows only paid invoices count.
 *
 * @returns the new months, and intents that were refunded before we read them.
 */
export async function recordInvoices(
  tx: Tx,
  work: {
    membershipId: string
    member: Member | null
    reading: SubscriptionReading
    fresher: boolean
    at: PurchaseContext
  },
): Promise<{ payments: NewPayment[]; refundedIntents: string[] }> {
  const paid = work.reading.invoices.filter(({ status, paidCents }) => status === 'paid' && paidCents > 0)
  const payments: NewPayment[] = []
  for (const invoice of paid.toReversed()) {
    const paymentId = await bookInvoice(tx, invoice, work)
    if (paymentId !== null) payments.push({ paymentId, invoice })
  }
  if (!work.fresher) await recordFailures(tx, work)
  const refunded = payments.filter(({ invoice }) => (invoice.intent?.charge?.refundedCents ?? 0) > 0)
  return { payments, refundedIntents: refunded.flatMap(({ invoice }) => invoice.intent?.id ?? []) }
}

async function bookInvoice(
  tx: Tx,
  invoice: InvoiceReading,
  { membershipId, member, at }: Parameters<typeof recordInvoices>[1],
): Promise<string | null> {
  const paidAt = invoice.paidAt ?? at.now
  const amount = decimalFromCents(invoice.paidCents)
  const paid = {
    total_amount: amount,
    // Without a payment it was settled at the desk and marked as paid at the provider.
    payment_method: invoice.intent ? ('card' as const) : ('pay_in_person' as const),
    card_brand: invoice.intent?.charge?.brand ?? null,
    card_last4: invoice.intent?.charge?.last4 ?? null,
    status: 'completed' as const,
    receipt_url: invoice.intent?.charge?.receiptUrl ?? invoice.url,
    payment_date: paidAt,
    completed_at: paidAt,
    stripe_charge_id: invoice.intent?.charge?.id ?? null,
    stripe_payment_intent_id: invoice.intent?.id ?? null,
    failure_message: null,
  }
  const row = await tx
    .insertInto('payment_transactions')
    .values({ ...invoiceFields(invoice, { member, at }), ...paid })
    .onConflict((conflict) =>
      conflict
        .column('stripe_invoice_id')
        .doUpdateSet(paid)
        .where('payment_transactions.status', 'not in', ['completed', 'refunded']),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await tx
    .insertInto('payment_items')
    .values({ payment_transaction_id: row.id, subscription_id: membershipId, amount })
    .execute()
  return row.id
}

type InvoiceContext = Pick<Parameters<typeof recordInvoices>[1], 'member' | 'at'>

/** The fields of an invoice that do not depend on whether it was paid. */
function invoiceFields({ id, createdAt }: InvoiceReading, { member, at }: InvoiceContext) {
  const description = `Founders Unlimited membership, ${formatDay(facilityDay(createdAt, at.facility.time_zone), 'long')}`
  return {
    user_id: member?.id ?? null,
    customer_name: member?.full_name ?? null,
    customer_email: member?.email ?? null,
    payment_type: 'membership' as const,
    description,
    payment_description: description,
    created_at: createdAt,
    stripe_invoice_id: id,
  }
}

/** Declined renewals. A declined first month is not one: it ends the sign-up, and nothing is owed. */
async function recordFailures(
  tx: Tx,
  { reading, ...context }: InvoiceContext & { reading: SubscriptionReading },
) {
  for (const invoice of reading.invoices) {
    const { id, status, first, attempts, dueCents, intent } = invoice
    const isUnpaid = status === 'open' || status === 'uncollectible'
    if (isUnpaid && !first && attempts > 0 && dueCents > 0) {
      const failed = { total_amount: decimalFromCents(dueCents), failure_message: intent?.failure ?? null }
      await tx
        .insertInto('payment_transactions')
        .values({ ...invoiceFields(invoice, context), ...failed, payment_method: 'card', status: 'failed' })
        .onConflict((conflict) =>
          conflict
            .column('stripe_invoice_id')
            .doUpdateSet(failed)
            .where('payment_transactions.status', '=', 'failed'),
        )
        .execute()
    } else if (status === 'void') {
      await tx
        .updateTable('payment_transactions')
        .set({ status: 'canceled' })
        .where('stripe_invoice_id', '=', id)
        .where('status', '=', 'failed')
        .execute()
    }
  }
}

/** Refunds the payments of a membership that was refused, except those already refunded. */
export async function refundInvoices(
  tx: Tx,
  membershipId: string,
  reason: RefundReason,
  now: Date,
): Promise<void> {
  const payments = await tx
    .selectFrom('payment_transactions as payment')
    .innerJoin('payment_items as item', 'item.payment_transaction_id', 'payment.id')
    .select(['payment.id', 'payment.total_amount'])
    .where('item.subscription_id', '=', membershipId)
    .where('payment.stripe_payment_intent_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_refunds')
            .select('payment_refunds.id')
            .whereRef('payment_refunds.payment_transaction_id', '=', 'payment.id')
            .where('payment_refunds.status', '<>', 'failed'),
        ),
      ),
    )
    .execute()
  for (const { id, total_amount } of payments) {
    await refundPayment(tx, { paymentId: id, cents: centsFromDollars(total_amount), reason, now })
  }
}
