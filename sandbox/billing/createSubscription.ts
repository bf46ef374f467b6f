import { priceOf } from '../catalogue/catalogue.ts'
import { emit } from '../events/emit.ts'
import { invalid, StripeProblem } from '../http/problem.ts'
import { requireOwnMethod } from '../payments/customers.ts'
import { mergeMetadata } from '../payments/metadata.ts'
import type { Scope } from '../settings.ts'
import type { Stored } from '../store/store.ts'
import { cardFor, collect } from './collect.ts'
import { createInvoice, finalizeInvoice, type Invoice, lockInvoiceIntent } from './invoices.ts'
import { DAY, periodEnd } from './periods.ts'
import { periodCents, subscriptionBody } from './subscriptionBody.ts'
import type { CreateParameters } from './subscriptionParameters.ts'
import { changeSubscription, type Subscription, saveSubscription } from './subscriptionState.ts'

/**
 * Creates a subscription with its first invoice, and tries to collect it according to `payment_behavior`.
 *
 * @throws 400 without a card; 402 with `error_if_incomplete` when the first payment fails:
 * nothing is created then.
 */
export async function createSubscription(scope: Scope, params: CreateParameters): Promise<object> {
  const { store, now } = scope
  const { body: customer } = await store.read('customer', params.customer, 'customer')
  const [wanted] = params.items
  const price = await priceOf(scope, wanted?.price ?? '', 'items[0][price]')
  const { default_payment_method: methodId } = params
  if (methodId) await requireOwnMethod(scope, customer.id, methodId, 'default_payment_method')

  const trialEnd = trialEndOf(params, now)
  const period = { start: now, end: trialEnd ?? periodEnd(now, now) }
  const body = subscriptionBody(scope, {
    customer: customer.id,
    price,
    quantity: wanted?.quantity ?? 1,
    defaultPaymentMethod: methodId ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    trialEnd,
    period,
    saveDefault: params.payment_settings?.save_default_payment_method ?? 'off',
  })
  if (params.cancel_at_period_end) {
    Object.assign(body, { cancel_at_period_end: true, cancel_at: period.end, canceled_at: now })
  }
  await store.insert('subscription', body)
  const draft = await createInvoice(scope, {
    subscription: body,
    customer,
    reason: 'subscription_create',
    amount: trialEnd === null ? periodCents(body) : 0,
    period,
  })
  const subscription: Subscription = { body: { ...body, latest_invoice: draft.body.id }, hidden: {} }
  await saveSubscription(scope, subscription)
  await emit(scope, 'customer.subscription.created', subscription.body)
  const invoice = await finalizeInvoice(scope, draft)
  await collectFirst(scope, subscription, invoice, params)
  return (await store.read('subscription', body.id)).body
}

function trialEndOf(
  { trial_end: end, trial_period_days: days }: CreateParameters,
  now: number,
): number | null {
  if (days !== undefined && days > 0) return now + days * DAY
  if (end === undefined || end === 'now') return null
  if (end <= now) throw invalid('The trial has to end in the future.', { param: 'trial_end' })
  return end
}

async function collectFirst(
  scope: Scope,
  subscription: Subscription,
  invoice: Invoice,
  params: CreateParameters,
): Promise<void> {
  if (invoice.body.status === 'paid') {
    if (subscription.body.status === 'incomplete')
      await changeSubscription(scope, subscription, { status: 'active' })
    return
  }
  const card = await cardFor(scope, subscription.body)
  if (params.payment_behavior === 'default_incomplete') {
    if (card) await prepareIntent(scope, invoice, card)
    return
  }
  if (!card) {
    throw invalid('This customer has no default payment method to collect from.', {
      code: 'resource_missing',
    })
  }
  const intent = await collect(scope, invoice, card, params.off_session === true)
  if (params.payment_behavior === 'error_if_incomplete') requirePaid(intent)
}

/** The page confirms the first payment. */
async function prepareIntent(scope: Scope, invoice: Invoice, card: Stored<'payment_method'>): Promise<void> {
  const intent = await lockInvoiceIntent(scope, invoice.body.id)
  if (!intent) return
  await scope.store.save('payment_intent', {
    ...intent,
    body: { ...intent.body, payment_method: card.body.id, status: 'requires_confirmation' },
  })
}

function requirePaid({ body }: Stored<'payment_intent'>): void {
  if (body.status === 'succeeded' || body.status === 'processing') return
  const error = body.last_payment_error
  throw new StripeProblem(402, {
    type: 'card_error',
    code: error?.code ?? 'subscription_payment_intent_requires_action',
    message: error?.message ?? 'The first payment of the subscription has to be confirmed by its payer.',
    ...(error?.decline_code ? { decline_code: error.decline_code } : {}),
  })
}
