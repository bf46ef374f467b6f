import type { Scope } from '../settings.ts'
import { cardFor, collect } from './collect.ts'
import { createInvoice, finalizeInvoice, type Invoice, voidInvoice } from './invoices.ts'
import { periodEnd } from './periods.ts'
import { itemOfSubscription, periodCents } from './subscriptionBody.ts'
import {
  changeSubscription,
  endSubscription,
  type Subscription,
  saveSubscription,
} from './subscriptionState.ts'

/**
 * Does the next due step of a subscription: expiry of an unpaid first payment, its end, the end of a pause, a retry, or
 * the next period.
 */
export async function advanceSubscription(scope: Scope, id: string, at: Date): Promise<void> {
  const subscription = await scope.store.lock('subscription', id)
  if (!(await scope.store.isDue(id, at))) return
  const { body } = subscription
  const { now } = scope
  const latest =
    typeof body.latest_invoice === 'string' ? await lockInvoice(scope, body.latest_invoice) : undefined
  if (body.status === 'incomplete') return expire(scope, subscription, latest)
  const { current_period_end: end } = itemOfSubscription(body)
  if ((body.cancel_at !== null && body.cancel_at <= now) || (body.cancel_at_period_end && end <= now)) {
    await endSubscription(scope, subscription, {})
    return
  }
  const resumes = body.pause_collection?.resumes_at ?? null
  if (resumes !== null && resumes <= now) {
    await changeSubscription(scope, subscription, { pause_collection: null })
    return
  }
  const retryAt = latest?.body.status === 'open' ? latest.body.next_payment_attempt : null
  if (latest && retryAt !== null && retryAt <= now) {
    await collect(scope, latest, await cardFor(scope, body), true)
    return
  }
  if (end <= now) await renew(scope, subscription, end)
  else await saveSubscription(scope, subscription)
}

const lockInvoice = ({ store }: Scope, id: string): Promise<Invoice> => store.lock('invoice', id)

async function expire(scope: Scope, subscription: Subscription, latest: Invoice | undefined): Promise<void> {
  if (latest?.body.status === 'open') await voidInvoice(scope, latest)
  await changeSubscription(scope, subscription, { status: 'incomplete_expired', ended_at: scope.now })
}

/**
 * Begins a period at `start` (unix seconds), with its invoice; a declined card makes the subscription past due. While the
 * collection is paused the invoice is void.
 */
export async function renew(scope: Scope, subscription: Subscription, start: number): Promise<void> {
  const { body } = subscription
  const item = itemOfSubscription(body)
  const period = { start, end: periodEnd(body.billing_cycle_anchor, start) }
  const { body: customer } = await scope.store.read('customer', String(body.customer))
  const draft = await createInvoice(scope, {
    subscription: body,
    customer,
    reason: 'subscription_cycle',
    amount: periodCents(body),
    period,
  })
  const renewed = await changeSubscription(scope, subscription, {
    items: {
      ...body.items,
      data: [{ ...item, current_period_start: period.start, current_period_end: period.end }],
    },
    latest_invoice: draft.body.id,
    status: body.status === 'trialing' ? 'active' : body.status,
  })
  if (renewed.body.pause_collection) {
    await voidInvoice(scope, draft)
    return
  }
  // An unpaid subscription gets invoices, but its card is not charged.
  if (body.status === 'unpaid') return
  const invoice = await finalizeInvoice(scope, draft)
  if (invoice.body.status === 'open') {
    await collect(scope, invoice, await cardFor(scope, renewed.body), true)
  }
}
