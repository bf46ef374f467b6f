import { sql } from 'kysely'
import type Stripe from 'stripe'
import {
  readSubscriptionStatus,
  type SubscriptionStatus,
} from '../../../shared/domain/memberships/memberships.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { askProvider } from '../payments/provider/provider.ts'
import { type IntentReading, readIntent } from '../payments/provider/readIntent.ts'
import { nullWhenMissing } from './stripeCustomer.ts'

/** The member, for messages. */
export interface Member {
  readonly id: string
  readonly full_name: string
  readonly email: string
}

/** Whole months without a charge and without members' prices. */
export interface Freeze {
  readonly from: Date
  readonly until: Date
}

/** The previous state of our row. */
export interface MembershipRow {
  readonly id: string
  readonly user_id: string | null
  readonly status: SubscriptionStatus
  readonly cancel_at_period_end: boolean
  readonly frozen_from: Date | null
  readonly frozen_until: Date | null
}

/** The provider's state of one month's invoice. */
export interface InvoiceReading {
  readonly id: string
  readonly status: string | null
  /** Whether it is the first invoice of the subscription. */
  readonly first: boolean
  readonly paidCents: number
  /** The remaining amount. */
  readonly dueCents: number
  /** The number of payment attempts. */
  readonly attempts: number
  readonly createdAt: Date
  readonly paidAt: Date | null
  readonly url: string | null
  /** When the provider tries the card again. */
  readonly nextAttemptAt: Date | null
  /** The charges of a month that did not go through at once. */
  readonly charges: readonly ChargeReading[]
  /** Null where nothing is charged, and for paid invoices that are recorded already. */
  readonly intent: IntentReading | null
}

/** One charge of a card, as the provider keeps it. */
export interface ChargeReading {
  readonly id: string
  readonly cents: number
  readonly succeeded: boolean
  /** Why the bank declined it. */
  readonly reason: string | null
  readonly at: Date
}

/** A pause of the collection at the provider. The dates are those that we wrote beside it; null for a pause of others. */
export interface PauseReading {
  readonly from: Date | null
  readonly until: Date | null
}

/** The provider's state of a membership at one moment. */
export interface SubscriptionReading {
  readonly id: string
  readonly status: SubscriptionStatus
  readonly customerId: string
  readonly priceId: string | null
  /** Per month, in cents; null where the price has no fixed amount. */
  readonly priceCents: number | null
  /** Its day and time of the month are those of every charge. */
  readonly anchor: Date
  readonly pause: PauseReading | null
  readonly card: { readonly brand: string; readonly last4: string } | null
  /** The id of our sign-up, from the subscription's metadata. */
  readonly holdId: string | null
  readonly attempt: number
  readonly cancelAtPeriodEnd: boolean
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
  readonly canceledAt: Date | null
  readonly createdAt: Date
  /** Newest first. */
  readonly invoices: readonly InvoiceReading[]
  /** The database's clock when the reading began, as text with all its digits: the same for every instance. */
  readonly startedAt: string
}

const INVOICES = 12

/**
 * Reads a membership and its invoices from the provider, which is the only source of truth (decision 2). The data of an
 * event or an earlier answer are never used.
 *
 * @returns null for a subscription that the provider does not know.
 */
export async function readSubscription(
  context: Context,
  subscriptionId: string,
): Promise<SubscriptionReading | Refusal | null> {
  const startedAt = await databaseClock(context.db)
  const answers = await askProvider(context, async (stripe) => {
    const subscription = await stripe.subscriptions
      .retrieve(subscriptionId, { expand: ['default_payment_method'] })
      .catch(nullWhenMissing)
    if (!subscription) return null
    const { data } = await stripe.invoices.list({
      subscription: subscriptionId,
      limit: INVOICES,
      expand: ['data.payments'],
    })
    const booked = await bookedInvoices(context.db, data)
    const invoices = await Promise.all(
      data.map(async (invoice) => ({
        invoice,
        ...(booked.has(invoice.id) ? { intentId: null, charges: [] } : await paymentOf(stripe, invoice)),
      })),
    )
    return { subscription, invoices }
  })
  if (answers === null || answers instanceof Refusal) return answers
  const invoices: InvoiceReading[] = []
  for (const { invoice, intentId, charges } of answers.invoices) {
    const intent = intentId === null ? null : await readIntent(context, intentId)
    if (intent instanceof Refusal) return intent
    invoices.push({ ...invoiceReading(invoice, charges), intent })
  }
  return subscriptionReading(answers.subscription, invoices, startedAt)
}

async function databaseClock(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db)
  return rows[0]?.now ?? new Date().toISOString()
}

/** Paid and recorded invoices: only refunds can change them, and these have their own events. */
async function bookedInvoices(db: Db, invoices: readonly Stripe.Invoice[]): Promise<Set<string | null>> {
  if (invoices.length === 0) return new Set()
  const rows = await db
    .selectFrom('payment_transactions')
    .select('stripe_invoice_id')
    .where(
      'stripe_invoice_id',
      'in',
      invoices.map(({ id }) => id),
    )
    .where('status', 'in', ['completed', 'refunded'])
    .execute()
  return new Set(rows.map(({ stripe_invoice_id }) => stripe_invoice_id))
}

/** The payment of an invoice, and its charges if the first one failed. */
async function paymentOf(stripe: Stripe, invoice: Stripe.Invoice) {
  const intentId = await intentOf(stripe, invoice)
  const failed = invoice.attempt_count > (invoice.status === 'paid' ? 1 : 0)
  const first = invoice.billing_reason === 'subscription_create'
  const charges = intentId && failed && !first ? await chargesOf(stripe, intentId) : []
  return { intentId, charges }
}

const MOST_CHARGES = 50

async function chargesOf(stripe: Stripe, intentId: string): Promise<ChargeReading[]> {
  const { data } = await stripe.charges.list({ payment_intent: intentId, limit: MOST_CHARGES })
  return data
    .filter(({ status }) => status !== 'pending')
    .map(({ id, amount, status, failure_message, created }) => ({
      id,
      cents: amount,
      succeeded: status === 'succeeded',
      reason: failure_message,
      at: new Date(created * 1000),
    }))
}

/** The payment of an invoice. Not every implementation of the API expands it. */
async function intentOf(stripe: Stripe, invoice: Stripe.Invoice): Promise<string | null> {
  if (invoice.status === 'draft' || invoice.total === 0) return null
  const payments = invoice.payments ?? (await stripe.invoicePayments.list({ invoice: invoice.id }))
  const { data } = payments
  const paying =
    data.find(({ status }) => status === 'paid') ?? data.find((each) => each.is_default) ?? data[0]
  const intent = paying?.payment.payment_intent
  return typeof intent === 'string' ? intent : (intent?.id ?? null)
}

const instant = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' ? new Date(seconds * 1000) : null

const invoiceReading = (
  invoice: Stripe.Invoice,
  charges: readonly ChargeReading[],
): Omit<InvoiceReading, 'intent'> => ({
  id: invoice.id,
  status: invoice.status,
  first: invoice.billing_reason === 'subscription_create',
  paidCents: invoice.amount_paid,
  dueCents: invoice.amount_remaining,
  attempts: invoice.attempt_count,
  createdAt: new Date(invoice.created * 1000),
  paidAt: instant(invoice.status_transitions.paid_at),
  url: invoice.hosted_invoice_url ?? null,
  nextAttemptAt: instant(invoice.next_payment_attempt),
  charges,
})

function subscriptionReading(
  subscription: Stripe.Subscription,
  invoices: readonly InvoiceReading[],
  startedAt: string,
): SubscriptionReading {
  const [item] = subscription.items.data
  const { customer, metadata, cancel_at: end } = subscription
  const status = readSubscriptionStatus(subscription.status)
  if (status === null) throw new Error(`The provider's state ${subscription.status} is not known.`)
  return {
    id: subscription.id,
    status,
    customerId: typeof customer === 'string' ? customer : customer.id,
    priceId: item?.price.id ?? null,
    priceCents: item?.price.unit_amount == null ? null : item.price.unit_amount * (item.quantity ?? 1),
    anchor: new Date(subscription.billing_cycle_anchor * 1000),
    pause: pauseOf(subscription),
    card: cardOf(subscription.default_payment_method),
    holdId: metadata.checkout_hold_id ?? null,
    attempt: Number(metadata.attempt ?? 0),
    // The provider has two fields for a cancellation; one at a later month lets it renew until then.
    cancelAtPeriodEnd:
      subscription.cancel_at_period_end || (end !== null && end <= (item?.current_period_end ?? end)),
    periodStart: instant(item?.current_period_start),
    periodEnd: instant(item?.current_period_end),
    canceledAt: instant(subscription.ended_at ?? subscription.canceled_at),
    createdAt: new Date(subscription.created * 1000),
    invoices,
    startedAt,
  }
}

/** Our dates of a freeze, in the subscription's metadata: unix seconds. */
export const freezeMetadata = (freeze: { from: Date; until: Date } | null): Record<string, string> => ({
  frozen_from: freeze ? String(Math.floor(freeze.from.getTime() / 1000)) : '',
  frozen_until: freeze ? String(Math.floor(freeze.until.getTime() / 1000)) : '',
})

function pauseOf({ pause_collection: pause, metadata }: Stripe.Subscription): PauseReading | null {
  if (!pause) return null
  const ours = (text: string | undefined) => (text && /^\d{1,12}$/.test(text) ? instant(Number(text)) : null)
  const [from, until] = [ours(metadata.frozen_from), ours(metadata.frozen_until)]
  return from && until && until > from ? { from, until } : { from: null, until: instant(pause.resumes_at) }
}

function cardOf(method: string | Stripe.PaymentMethod | null): SubscriptionReading['card'] {
  const card = typeof method === 'string' ? null : method?.card
  return card ? { brand: card.brand, last4: card.last4 } : null
}
