import type Stripe from 'stripe'
import type { Scope } from '../settings.ts'
import type { Stored } from '../store/store.ts'

/**
 * Locks an intent together with its subscription and invoice, in the common lock order.
 * takes them.
 *
 * @throws 404 `resource_missing`.
 */
export async function lockIntent(
  { store }: Scope,
  id: string,
  param = 'intent',
): Promise<Stored<'payment_intent'>> {
  const { hidden } = await store.read('payment_intent', id, param)
  if (hidden.invoice !== undefined) {
    const { body } = await store.read('invoice', hidden.invoice)
    const subscription = subscriptionOf(body)
    if (subscription) await store.lock('subscription', subscription)
    await store.lock('invoice', hidden.invoice)
  }
  return store.lock('payment_intent', id, param)
}

/** The subscription of an invoice. */
export function subscriptionOf(invoice: Stripe.Invoice): string | undefined {
  const subscription = invoice.parent?.subscription_details?.subscription
  return typeof subscription === 'string' ? subscription : undefined
}
