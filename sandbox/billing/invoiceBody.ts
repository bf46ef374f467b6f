import type Stripe from 'stripe'
import type { Scope } from '../settings.ts'
import { newId, randomText } from '../store/ids.ts'
import { wireDecimal } from '../wireDecimal.ts'
import { itemOfSubscription } from './subscriptionBody.ts'

export interface NewInvoice {
  readonly subscription: Stripe.Subscription
  readonly customer: Stripe.Customer
  readonly reason: 'subscription_create' | 'subscription_cycle'
  /** Cents; nothing for a trial. */
  readonly amount: number
  readonly period: { readonly start: number; readonly end: number }
}

/** A draft invoice for one period of a subscription. */
export function invoiceBody(
  scope: Scope,
  { subscription, customer, reason, amount, period }: NewInvoice,
): Stripe.Invoice {
  const id = newId('invoice')
  const { now } = scope
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Dugout',
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: [lineOf(id, subscription, amount, period)],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    // Stripe's `period_start` and `period_end` of an invoice are those of the previous period.
    period_end: now,
    period_start:
      reason === 'subscription_create' ? now : itemOfSubscription(subscription).current_period_start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: null,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  }
}

function lineOf(
  invoice: string,
  subscription: Stripe.Subscription,
  amount: number,
  period: NewInvoice['period'],
): Stripe.InvoiceLineItem {
  const { id, price, quantity = 1 } = itemOfSubscription(subscription)
  return {
    id: `il_${randomText(24)}`,
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description: amount === 0 ? 'Membership, trial' : `Membership${quantity === 1 ? '' : ` × ${quantity}`}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: String(price.product) },
      type: 'price_details',
      unit_amount_decimal: wireDecimal(amount / quantity),
    },
    quantity,
    quantity_decimal: wireDecimal(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}
