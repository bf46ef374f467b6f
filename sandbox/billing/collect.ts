import type Stripe from 'stripe'
import { attemptPayment } from '../payments/attempt.ts'
import type { Scope } from '../settings.ts'
import type { Stored } from '../store/store.ts'
import { followPayment } from './followPayment.ts'
import { type Invoice, lockInvoiceIntent } from './invoices.ts'

/**
 * Tries to charge an open invoice to a card; without a card the attempt fails. Subscription and invoice are locked.
 * Updates the subscription too. Returns the intent after the attempt.
 */
export async function collect(
  scope: Scope,
  invoice: Invoice,
  method: Stored<'payment_method'> | undefined,
  offSession: boolean,
): Promise<Stored<'payment_intent'>> {
  const intent = await lockInvoiceIntent(scope, invoice.body.id)
  if (!intent) throw new Error(`Invoice ${invoice.body.id} has nothing to pay.`)
  // A payment that is processing is not attempted twice.
  if (intent.body.status === 'processing' || intent.body.status === 'succeeded') return intent
  await scope.store.save('invoice', {
    ...invoice,
    body: { ...invoice.body, attempted: true, attempt_count: invoice.body.attempt_count + 1 },
  })
  const tried = method
    ? await attemptPayment(scope, intent, method, {
        offSession,
        onAuthentication: 'wait',
        useSdk: true,
        authenticated: false,
      })
    : intent
  await followPayment(scope, tried)
  return tried
}

/** The card of a subscription: its own or its customer's; undefined when there is none. */
export async function cardFor(
  { store }: Scope,
  subscription: Stripe.Subscription,
): Promise<Stored<'payment_method'> | undefined> {
  const customerId = String(subscription.customer)
  const { body: customer } = await store.read('customer', customerId)
  for (const id of [subscription.default_payment_method, customer.invoice_settings.default_payment_method]) {
    if (typeof id !== 'string') continue
    const method = await store.lock('payment_method', id)
    if (method.body.customer === customerId) return method
  }
  return undefined
}
