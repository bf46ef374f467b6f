import type Stripe from 'stripe'
import { emit } from '../events/emit.ts'
import { subscriptionOf } from '../payments/lockIntent.ts'
import type { Scope } from '../settings.ts'
import type { Stored } from '../store/store.ts'
import { type Invoice, payInvoice } from './invoices.ts'
import { DAY } from './periods.ts'
import { changeSubscription, endSubscription, type Subscription } from './subscriptionState.ts'

/** Days after the first failure of a renewal on which it is retried. */
export const RETRY_DAYS = [1, 3, 5]

/**
 * Applies the outcome of a payment attempt to its invoice (paid, or retried later) and subscription (active, waiting or
 * ended). Does nothing if the intent pays no invoice. Subscription, invoice and intent are locked (`lockIntent`).
 */
export async function followPayment(scope: Scope, intent: Stored<'payment_intent'>): Promise<void> {
  const { invoice: invoiceId } = intent.hidden
  if (invoiceId === undefined) return
  const invoice = await scope.store.read('invoice', invoiceId)
  const subscriptionId = subscriptionOf(invoice.body)
  if (subscriptionId === undefined || invoice.body.status !== 'open') return
  const subscription = await scope.store.read('subscription', subscriptionId)
  const { status } = intent.body
  if (status === 'succeeded') await afterSuccess(scope, invoice, subscription, intent.body)
  else if (status === 'processing') await afterProcessing(scope, subscription)
  else await afterFailure(scope, invoice, subscription, status === 'requires_action')
}

const waiting = ['incomplete', 'past_due', 'unpaid']

async function afterSuccess(
  scope: Scope,
  invoice: Invoice,
  subscription: Subscription,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  await payInvoice(scope, invoice)
  const { body } = subscription
  const latest = body.latest_invoice === invoice.body.id
  const saves = body.payment_settings?.save_default_payment_method === 'on_subscription'
  await changeSubscription(scope, subscription, {
    ...(latest && waiting.includes(body.status) ? { status: 'active' } : {}),
    ...(saves ? { default_payment_method: intent.payment_method } : {}),
  })
}

/** As with a bank debit, the subscription is active while the payment is processing. */
async function afterProcessing(scope: Scope, subscription: Subscription): Promise<void> {
  if (subscription.body.status === 'incomplete') {
    await changeSubscription(scope, subscription, { status: 'active' })
  }
}

async function afterFailure(
  scope: Scope,
  invoice: Invoice,
  subscription: Subscription,
  holderWanted: boolean,
): Promise<void> {
  const { now, store, settings } = scope
  const first = subscription.body.status === 'incomplete'
  const failedSince = invoice.hidden.failedSince ?? now
  const next = first ? undefined : RETRY_DAYS.map((day) => failedSince + day * DAY).find((at) => at > now)
  const failed: Invoice = {
    body: { ...invoice.body, next_payment_attempt: next ?? null, auto_advance: next !== undefined },
    hidden: { ...invoice.hidden, failedSince },
  }
  await store.save('invoice', failed)
  if (holderWanted) await emit(scope, 'invoice.payment_action_required', failed.body)
  await emit(scope, 'invoice.payment_failed', failed.body)
  if (first || subscription.body.status === 'canceled' || subscription.body.status === 'unpaid') return
  if (next !== undefined) await changeSubscription(scope, subscription, { status: 'past_due' })
  else if (settings.afterLastRetry === 'cancel') {
    await endSubscription(scope, subscription, { reason: 'payment_failed' })
  } else await changeSubscription(scope, subscription, { status: 'unpaid' })
}
