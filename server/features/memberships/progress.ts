import type { MembershipProgress } from '../../../shared/contract/memberships/memberships.ts'
import { membershipStates } from '../../../shared/domain/memberships/memberships.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Context } from '../../context.ts'
import { type Db, system, transaction } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { askProvider } from '../payments/provider/provider.ts'
import { nextAttempt } from './commands/takeSpot.ts'
import type { InvoiceReading, SubscriptionReading } from './readSubscription.ts'
import { nullWhenMissing } from './stripeCustomer.ts'
import { syncSubscription } from './sync.ts'

/**
 * The state of a sign-up or card change, for its person. A declined first payment leaves no unpaid membership:
 * it is ended at the provider, and the person can try another card.
 *
 * @returns `membership_declined` with the bank's reason.
 */
export async function progressOf(
  context: Context,
  reading: SubscriptionReading,
): Promise<MembershipProgress | Refusal> {
  const owed = waitingInvoice(reading)
  if (membershipStates[reading.status].live && !membershipStates[reading.status].owes) {
    return {
      status: 'active',
      message: 'Your membership is active.',
      client_secret: null,
      payment: await latestPayment(context.db, reading.id),
    }
  }
  if (owed?.intent && forOwner.includes(owed.intent.status)) {
    return {
      status: 'requires_action',
      message: 'Your bank asks you to confirm this payment.',
      client_secret: owed.intent.clientSecret,
      payment: null,
    }
  }
  if (owed?.intent?.status === 'processing') {
    const message = 'Your payment is being processed. We will write to you as soon as it is through.'
    return { status: 'processing', message, client_secret: null, payment: null }
  }
  if (membershipStates[reading.status].owes) {
    const message = 'The monthly payment has not gone through yet.'
    return { status: 'owing', message, client_secret: null, payment: null }
  }
  await endFailedSubscription(context, reading)
  return declined(owed?.intent?.failure ?? null)
}

const forOwner: readonly (string | undefined)[] = ['requires_action', 'requires_confirmation']

/** The open invoice: first one that needs authentication, else the newest. */
function waitingInvoice({ invoices }: SubscriptionReading): InvoiceReading | undefined {
  const open = invoices.filter(({ status }) => status === 'open')
  return open.find(({ intent }) => forOwner.includes(intent?.status)) ?? open[0]
}

/** The refusal for a declined card, with the bank's reason. */
export const declined = (reason: string | null): Refusal =>
  refuse('membership_declined', reason === null ? undefined : { reason })

/** Ends a subscription whose first payment failed, so that nothing is charged for it later. */
async function endFailedSubscription(context: Context, reading: SubscriptionReading): Promise<void> {
  if (!membershipStates[reading.status].over) {
    await askProvider(context, (stripe) => stripe.subscriptions.cancel(reading.id).catch(nullWhenMissing))
    await syncSubscription(context, reading.id)
  }
  const { holdId, attempt } = reading
  if (holdId === null) return
  await transaction(context.db, system, (tx) => nextAttempt(tx, { holdId, attempt }))
}

/** The latest payment of a membership, for the dialog after paying. */
async function latestPayment(db: Db, subscriptionId: string): Promise<MembershipProgress['payment']> {
  const row = await db
    .selectFrom('payment_transactions as payment')
    .innerJoin('payment_items as item', 'item.payment_transaction_id', 'payment.id')
    .innerJoin('subscriptions', 'subscriptions.id', 'item.subscription_id')
    .select(['payment.id', 'payment.total_amount', 'payment.description', 'payment.receipt_url'])
    .select(['payment.card_brand', 'payment.card_last4', 'payment.booking_count'])
    .where('subscriptions.stripe_subscription_id', '=', subscriptionId)
    .orderBy('payment.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    payment_transaction_id: row.id,
    amount: dollarsFromDecimal(row.total_amount),
    description: row.description ?? '',
    receiptUrl: row.receipt_url,
    paymentType: 'membership',
    card_brand: row.card_brand,
    card_last4: row.card_last4,
    booking_count: row.booking_count,
    calendar_url: null,
    item_ids: [],
  }
}
