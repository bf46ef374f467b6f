import type Stripe from 'stripe'
import { attemptPayment } from '../payments/attempt.ts'
import type { Scope } from '../settings.ts'
import type { Kept } from '../store/store.ts'
import { followPayment } from './followPayment.ts'
import { type Invoice, lockInvoiceIntent } from './invoices.ts'

/**
 * Tries to collect an open invoice from a card; without a card the attempt fails. Subscription and invoice are locked.
 * What follows for the subscription is done too. The intent as it is then.
 */
export async function collect(
  scope: Scope,
  invoice: Invoice,
  method: Kept<'payment_method'> | undefined,
  offSession: boolean,
): Promise<Kept<'payment_intent'>> {
  const intent = await lockInvoiceIntent(scope, invoice.body.id)
  if (!intent) throw new Error(`Invoice ${invoice.body.id} has nothing to pay.`)
  // Money that is on its way is not asked for twice.
  if (intent.body.status === 'processing' || intent.body.status === 'succeeded') return intent
  await scope.store.save('invoice', {
    ...invoice,
    body: { ...invoice.body, attempted: true, attempt_count: invoice.body.attempt_count + 1 },
  })
  const tried = method
    ? await attemptPayment(scope, intent, method, {
        offSession,
        whenHolderIsMissed: 'wait',
        useSdk: true,
        authenticated: false,
      })
    : intent
  await followPayment(scope, tried)
  return tried
}

/** The card that a subscription is paid with: its own or its customer's; undefined once that was taken away. */
export async function cardFor(
  { store }: Scope,
  subscription: Stripe.Subscription,
): Promise<Kept<'payment_method'> | undefined> {
  const customerId = String(subscription.customer)
  const { body: customer } = await store.read('customer', customerId)
  for (const id of [subscription.default_payment_method, customer.invoice_settings.default_payment_method]) {
    if (typeof id !== 'string') continue
    const method = await store.lock('payment_method', id)
    if (method.body.customer === customerId) return method
  }
  return undefined
}
