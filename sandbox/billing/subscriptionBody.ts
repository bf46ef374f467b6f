import type Stripe from 'stripe'
import type { Scope } from '../settings.ts'
import { newId, randomText } from '../store/ids.ts'
import { wireDecimal } from '../wireDecimal.ts'

export interface NewSubscription {
  readonly customer: string
  readonly price: Stripe.Price
  readonly quantity: number
  readonly defaultPaymentMethod: string | null
  readonly description: string | null
  readonly metadata: Record<string, string>
  /** Unix seconds, where the subscription begins with a trial. */
  readonly trialEnd: number | null
  readonly period: { readonly start: number; readonly end: number }
  readonly saveDefault: 'on_subscription' | 'off'
}

export function subscriptionBody({ now }: Scope, wanted: NewSubscription): Stripe.Subscription {
  const id = newId('subscription')
  const anchor = wanted.trialEnd ?? wanted.period.start
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: wanted.price.currency,
    customer: wanted.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: wanted.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: wanted.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [itemOf(now, id, wanted)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: wanted.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: wanted.saveDefault,
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: wanted.trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: wanted.trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: wanted.trialEnd === null ? null : now,
  }
}

function itemOf(now: number, subscription: string, wanted: NewSubscription): Stripe.SubscriptionItem {
  const { price } = wanted
  return {
    id: `si_${randomText(14)}`,
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: wanted.period.end,
    current_period_start: wanted.period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: {
      id: price.id,
      object: 'plan',
      active: true,
      amount: price.unit_amount,
      amount_decimal: wireDecimal(price.unit_amount ?? 0),
      billing_scheme: 'per_unit',
      created: price.created,
      currency: price.currency,
      interval: 'month',
      interval_count: 1,
      livemode: false,
      metadata: {},
      meter: null,
      nickname: null,
      product: price.product,
      tiers_mode: null,
      transform_usage: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    price,
    quantity: wanted.quantity,
    subscription,
    tax_rates: [],
  }
}

/** The one item of a subscription. */
export function itemOfSubscription(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error(`Subscription ${subscription.id} has no item.`)
  return item
}

/** The price of a period, in cents. */
export function periodCents(subscription: Stripe.Subscription): number {
  const { price, quantity } = itemOfSubscription(subscription)
  return (price.unit_amount ?? 0) * (quantity ?? 1)
}
