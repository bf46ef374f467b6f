import { sql } from 'kysely'
import type Stripe from 'stripe'
import { endpoint, type StripeEndpoint } from '../http/endpoint.ts'
import { listPage } from '../http/list.ts'
import { listParameters, parameters, text } from '../http/parameters.ts'
import { invalid, missing } from '../http/problem.ts'
import { requireOwnMethod } from '../payments/customers.ts'
import { mergeMetadata } from '../payments/metadata.ts'
import type { Scope } from '../settings.ts'
import { createSubscription } from './createSubscription.ts'
import { voidInvoice } from './invoices.ts'
import { renew } from './renewal.ts'
import { itemOfSubscription } from './subscriptionBody.ts'
import {
  type CancelParameters,
  cancelParameters,
  createParameters,
  type UpdateParameters,
  updateParameters,
} from './subscriptionParameters.ts'
import { changeSubscription, endSubscription, type Subscription } from './subscriptionState.ts'

const url = '/v1/subscriptions'
const over = ['canceled', 'incomplete_expired']

export const subscriptionEndpoints: StripeEndpoint[] = [
  endpoint('POST', url, createParameters, ({ scope, params }) => createSubscription(scope, params)),
  endpoint('GET', `${url}/:id`, parameters({}), async ({ scope, id }) => {
    return (await scope.store.read('subscription', id)).body
  }),
  endpoint('POST', `${url}/:id`, updateParameters, async ({ scope, id, params }) => {
    const subscription = await scope.store.lock('subscription', id)
    const changed = await changeSubscription(scope, subscription, await changes(scope, subscription, params))
    // The next month begins at once: a way to test a renewal without waiting for it.
    if (params.billing_cycle_anchor?.type === 'now') await renew(scope, changed, scope.now)
    return (await scope.store.read('subscription', id)).body
  }),
  endpoint('DELETE', `${url}/:id`, cancelParameters, async ({ scope, id, params }) => {
    return (await cancel(scope, await scope.store.lock('subscription', id), params)).body
  }),
  endpoint(
    'GET',
    url,
    listParameters({ customer: text().optional(), price: text().optional(), status: text(40).optional() }),
    ({ scope, params }) => {
      const { status = 'live', customer } = params
      const ofStatus =
        status === 'live' || status === 'ended'
          ? sql<boolean>`(body ->> 'status' = any(${over})) = ${status === 'ended'}`
          : undefined
      const exactly = status === 'live' || status === 'ended' || status === 'all' ? undefined : status
      return listPage(
        scope,
        'subscription',
        url,
        params,
        { customer, status: exactly, 'items.data.0.price.id': params.price },
        ofStatus,
      )
    },
  ),
]

/**
 * The changes of an update.
 *
 * @throws 400 for a subscription that has ended, and for a card that is not the customer's.
 */
async function changes(
  scope: Scope,
  { body }: Subscription,
  params: UpdateParameters,
): Promise<Partial<Stripe.Subscription>> {
  const { metadata, cancellation_details: details, expand: _expand, ...rest } = params
  const described = {
    metadata: mergeMetadata(body.metadata, metadata),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
      ...body.cancellation_details,
      ...withoutUndefined(details ?? {}),
    },
  }
  if (over.includes(body.status)) {
    if (Object.keys(rest).length === 0) return described
    throw invalid('A subscription that is over can only have its cancellation_details and metadata changed.')
  }
  const method = params.default_payment_method
  if (method) await requireOwnMethod(scope, String(body.customer), method, 'default_payment_method')
  return {
    ...described,
    ...(method ? { default_payment_method: method } : {}),
    ...(params.billing_cycle_anchor?.type === 'now' ? { billing_cycle_anchor: scope.now } : {}),
    ...(params.description === undefined ? {} : { description: params.description }),
    ...pausing(scope, params),
    ...(params.payment_settings?.save_default_payment_method && body.payment_settings
      ? {
          payment_settings: {
            ...body.payment_settings,
            save_default_payment_method: params.payment_settings.save_default_payment_method,
          },
        }
      : {}),
    ...ending(scope, body, params, described.cancellation_details),
  }
}

/**
 * Pauses the collection of the invoices to come, or ends a pause.
 *
 * @throws 400 for a pause that would be over already.
 */
function pausing(
  { now }: Scope,
  { pause_collection: pause }: UpdateParameters,
): Partial<Stripe.Subscription> {
  if (pause === undefined) return {}
  if (pause === null) return { pause_collection: null }
  const { behavior, resumes_at: at = null } = pause
  if (at !== null && at <= now)
    throw invalid('The pause has to end in the future.', { param: 'pause_collection[resumes_at]' })
  return { pause_collection: { behavior, resumes_at: at } }
}

/** Schedules or unschedules a cancellation. */
function ending(
  { now }: Scope,
  body: Stripe.Subscription,
  { cancel_at_period_end: atPeriodEnd, cancel_at: at }: UpdateParameters,
  details: Stripe.Subscription.CancellationDetails,
): Partial<Stripe.Subscription> {
  if (atPeriodEnd === undefined && at === undefined) return {}
  if (atPeriodEnd && at)
    throw invalid('Give either cancel_at or cancel_at_period_end, not both.', {
      code: 'parameters_exclusive',
    })
  const cancelAt = atPeriodEnd ? itemOfSubscription(body).current_period_end : (at ?? null)
  return {
    cancel_at_period_end: atPeriodEnd === true,
    cancel_at: cancelAt,
    canceled_at: cancelAt === null ? null : (body.canceled_at ?? now),
    cancellation_details: { ...details, reason: cancelAt === null ? null : 'cancellation_requested' },
  }
}

async function cancel(
  scope: Scope,
  subscription: Subscription,
  { cancellation_details: details }: CancelParameters,
): Promise<Subscription> {
  const { body } = subscription
  if (over.includes(body.status)) throw missing('subscription', body.id, 'id')
  if (body.status === 'incomplete' && typeof body.latest_invoice === 'string') {
    const invoice = await scope.store.lock('invoice', body.latest_invoice)
    if (invoice.body.status === 'open') await voidInvoice(scope, invoice)
  }
  return endSubscription(scope, subscription, {
    ...withoutUndefined(details ?? {}),
    reason: 'cancellation_requested',
  })
}

const withoutUndefined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
