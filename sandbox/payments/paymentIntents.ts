import { followPayment } from '../billing/followPayment.ts'
import { emit } from '../events/emit.ts'
import { endpoint, type StripeEndpoint } from '../http/endpoint.ts'
import { listPage } from '../http/list.ts'
import { listParameters, parameters, text } from '../http/parameters.ts'
import { invalid } from '../http/problem.ts'
import type { Scope } from '../settings.ts'
import type { Stored } from '../store/store.ts'
import { requireClientSecret } from './clientSecret.ts'
import { confirmed, confirmIntent } from './confirmIntent.ts'
import { browserView, intentBody } from './intentBody.ts'
import {
  type CreateParameters,
  cancelParameters,
  confirmParameters,
  createParameters,
  type UpdateParameters,
  updateParameters,
} from './intentParameters.ts'
import { lockIntent } from './lockIntent.ts'
import { mergeMetadata } from './metadata.ts'
import { givenMethod } from './paymentMethods.ts'

type Intent = Stored<'payment_intent'>
const url = '/v1/payment_intents'

export const paymentIntentEndpoints: StripeEndpoint[] = [
  endpoint('POST', url, createParameters, async ({ scope, params, by }) => {
    const created = await createIntent(scope, params)
    return params.confirm ? confirmed(await confirmIntent(scope, created, params, by), by) : created.body
  }),
  endpoint(
    'GET',
    `${url}/:id`,
    parameters({ client_secret: text(200).optional() }),
    async ({ scope, id, params, by }) => {
      const { body } = await scope.store.read('payment_intent', id, 'intent')
      requireClientSecret('payment_intent', body, params.client_secret, by)
      return by === 'publishable' ? browserView(body) : body
    },
    'browser',
  ),
  endpoint('POST', `${url}/:id`, updateParameters, async ({ scope, id, params }) => {
    return (await updateIntent(scope, await lockIntent(scope, id), params)).body
  }),
  endpoint(
    'POST',
    `${url}/:id/confirm`,
    confirmParameters,
    async ({ scope, id, params, by }) => {
      const intent = await lockIntent(scope, id)
      requireClientSecret('payment_intent', intent.body, params.client_secret, by)
      const tried = await confirmIntent(scope, intent, params, by)
      await followPayment(scope, tried)
      return confirmed(tried, by)
    },
    'browser',
  ),
  endpoint('POST', `${url}/:id/cancel`, cancelParameters, async ({ scope, id, params }) => {
    return cancelIntent(scope, await lockIntent(scope, id), params.cancellation_reason ?? null)
  }),
  endpoint('GET', url, listParameters({ customer: text().optional() }), ({ scope, params }) =>
    listPage(scope, 'payment_intent', url, params, {
      customer: params.customer,
    }),
  ),
]

async function createIntent(scope: Scope, params: CreateParameters): Promise<Intent> {
  if (params.customer) await scope.store.read('customer', params.customer, 'customer')
  const automatic = params.automatic_payment_methods
  const body = intentBody(scope, {
    amount: params.amount,
    currency: params.currency,
    customer: params.customer,
    description: params.description,
    metadata: mergeMetadata({}, params.metadata),
    receiptEmail: params.receipt_email,
    setupFutureUsage: params.setup_future_usage,
    statementDescriptor: params.statement_descriptor,
    statementDescriptorSuffix: params.statement_descriptor_suffix,
    automatic:
      automatic?.enabled === false
        ? null
        : { enabled: true, allow_redirects: automatic?.allow_redirects ?? 'always' },
    allowedTypes: params.allowed_payment_method_types,
    captureMethod: params.capture_method,
  })
  const method = await givenMethod(scope, params)
  if (method) {
    body.payment_method = method.body.id
    body.status = 'requires_confirmation'
  }
  await scope.store.insert('payment_intent', body)
  await emit(scope, 'payment_intent.created', body)
  return { body, hidden: {} }
}

const amountChangeable = ['requires_payment_method', 'requires_confirmation', 'requires_action']

async function updateIntent(scope: Scope, intent: Intent, params: UpdateParameters): Promise<Intent> {
  const { body } = intent
  const open = amountChangeable.includes(body.status)
  for (const name of ['amount', 'currency', 'customer', 'payment_method', 'setup_future_usage'] as const) {
    if (params[name] === undefined || open) continue
    throw invalid(
      `This PaymentIntent's ${name} could not be updated because it has a status of ${body.status}.`,
      {
        code: 'payment_intent_unexpected_state',
        param: name,
      },
    )
  }
  if (params.customer) await scope.store.read('customer', params.customer, 'customer')
  const method = await givenMethod(scope, params)
  const updated: Intent = {
    ...intent,
    body: {
      ...body,
      amount: params.amount ?? body.amount,
      currency: params.currency ?? body.currency,
      customer: params.customer ?? body.customer,
      description: params.description === undefined ? body.description : params.description,
      receipt_email: params.receipt_email === undefined ? body.receipt_email : params.receipt_email,
      setup_future_usage:
        params.setup_future_usage === undefined ? body.setup_future_usage : params.setup_future_usage,
      allowed_payment_method_types: params.allowed_payment_method_types ?? body.allowed_payment_method_types,
      metadata: mergeMetadata(body.metadata, params.metadata),
      ...(method
        ? { payment_method: method.body.id, status: 'requires_confirmation', next_action: null }
        : {}),
    },
  }
  await scope.store.save('payment_intent', updated)
  return updated
}

async function cancelIntent(
  scope: Scope,
  intent: Intent,
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | 'abandoned' | null,
): Promise<object> {
  const { body, hidden } = intent
  if (hidden.invoice !== undefined) {
    throw invalid(
      'This PaymentIntent belongs to an invoice; cancel the subscription or void the invoice instead.',
    )
  }
  if (!amountChangeable.includes(body.status)) {
    throw invalid(`You cannot cancel this PaymentIntent because it has a status of ${body.status}.`, {
      code: 'payment_intent_unexpected_state',
    })
  }
  const canceled: Intent['body'] = {
    ...body,
    status: 'canceled',
    canceled_at: scope.now,
    cancellation_reason: reason,
    next_action: null,
  }
  await scope.store.save('payment_intent', { body: canceled, hidden: {} })
  await emit(scope, 'payment_intent.canceled', canceled)
  return canceled
}
