import type Stripe from 'stripe'
import { emit, emitUpdate } from '../events/emit.ts'
import type { Scope } from '../settings.ts'
import type { Stored } from '../store/store.ts'
import { itemOfSubscription } from './subscriptionBody.ts'

export type Subscription = Stored<'subscription'>

/** How long the first payment may take before the subscription expires. */
const INCOMPLETE_SECONDS = 23 * 3_600

/** Stores a subscription, with the time at which the worker next processes it. */
export async function saveSubscription(scope: Scope, { body, hidden }: Subscription): Promise<void> {
  await scope.store.save('subscription', { body, hidden }, await nextDue(scope, body))
}

/** Updates a locked subscription and emits the event. */
export async function changeSubscription(
  scope: Scope,
  { body, hidden }: Subscription,
  change: Partial<Stripe.Subscription>,
): Promise<Subscription> {
  const changed: Subscription = { body: { ...body, ...change }, hidden }
  await saveSubscription(scope, changed)
  await emitUpdate(scope, 'customer.subscription.updated', body, changed.body)
  return changed
}

/** Ends a subscription permanently. */
export async function endSubscription(
  scope: Scope,
  { body, hidden }: Subscription,
  details: Partial<Stripe.Subscription.CancellationDetails>,
): Promise<Subscription> {
  const ended: Subscription = {
    body: {
      ...body,
      status: 'canceled',
      canceled_at: body.canceled_at ?? scope.now,
      ended_at: scope.now,
      cancellation_details: {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: null,
        ...body.cancellation_details,
        ...details,
      },
    },
    hidden,
  }
  await saveSubscription(scope, ended)
  await emit(scope, 'customer.subscription.deleted', ended.body)
  return ended
}

async function nextDue({ store }: Scope, body: Stripe.Subscription): Promise<number | null> {
  if (body.status === 'canceled' || body.status === 'incomplete_expired') return null
  if (body.status === 'incomplete') return body.created + INCOMPLETE_SECONDS
  const moments = [itemOfSubscription(body).current_period_end]
  if (body.cancel_at !== null) moments.push(body.cancel_at)
  const resumes = body.pause_collection?.resumes_at ?? null
  if (resumes !== null) moments.push(resumes)
  if (body.status === 'past_due' && typeof body.latest_invoice === 'string') {
    const { body: invoice } = await store.read('invoice', body.latest_invoice)
    if (invoice.status === 'open' && invoice.next_payment_attempt !== null) {
      moments.push(invoice.next_payment_attempt)
    }
  }
  return Math.min(...moments)
}
