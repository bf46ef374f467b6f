import type Stripe from 'stripe'
import { createCustomer } from '../payments/customers.ts'
import type { PastCharge } from '../payments/pastPayments.ts'
import type { Scope } from '../settings.ts'
import { createSubscription } from './createSubscription.ts'
import { advanceSubscription } from './renewal.ts'
import { itemOfSubscription } from './subscriptionBody.ts'

/** A subscription that began in the past. */
export interface PastSubscription {
  readonly customer: string
  readonly subscription: Stripe.Subscription
  /** Oldest first. */
  readonly bills: readonly PastBill[]
}

export interface PastBill extends PastCharge {
  readonly invoice: string
  readonly cents: number
  readonly at: Date
}

/**
 * Creates a subscription as if it had begun here in the past and been paid every month since, with a Visa card. It emits no
 * events.
 */
export async function recordPastSubscription(
  scope: Scope,
  { since, payer }: { since: Date; payer: { id: string; name: string; email: string } },
): Promise<PastSubscription> {
  const { store, settings, now } = scope
  const at = (moment: number): Scope => ({ ...scope, now: moment, quiet: true })
  const begin = at(Math.floor(since.getTime() / 1000))
  const { id: customer } = await createCustomer(begin, {
    name: payer.name,
    email: payer.email,
    metadata: { user_id: payer.id },
    payment_method: 'pm_card_visa',
  })
  const [card] = await store.all('payment_method', { customer })
  const { id } = (await createSubscription(begin, {
    customer,
    items: [{ price: settings.priceId }],
    ...(card && { default_payment_method: card.id }),
    off_session: true,
  })) as Stripe.Subscription
  const read = async () => (await store.read('subscription', id)).body
  let subscription = await read()
  for (let end = periodEnd(subscription); end <= now; end = periodEnd(subscription)) {
    await advanceSubscription(at(end), id, new Date(end * 1000))
    subscription = await read()
  }
  return { customer, subscription, bills: await billsOf(scope, customer) }
}

const periodEnd = (subscription: Stripe.Subscription): number =>
  itemOfSubscription(subscription).current_period_end

async function billsOf({ store }: Scope, customer: string): Promise<PastBill[]> {
  const [invoices, charges] = await Promise.all([
    store.all('invoice', { customer }),
    store.all('charge', { customer }),
  ])
  const bills = []
  for (const invoice of invoices.toReversed()) {
    const [payment] = await store.all('invoice_payment', { invoice: invoice.id })
    const charge = charges.find(({ payment_intent }) => payment_intent === payment?.payment.payment_intent)
    if (!charge) continue
    bills.push({
      invoice: invoice.id,
      intent: String(charge.payment_intent),
      charge: charge.id,
      receiptUrl: charge.receipt_url,
      cents: charge.amount,
      at: new Date(invoice.created * 1000),
    })
  }
  return bills
}
