import type Stripe from 'stripe'
import type { Scope } from '../settings.ts'
import { newClientSecret, newId } from '../store/ids.ts'

/** The parameters of a new intent; everything else has Stripe's default. */
export interface NewIntent {
  readonly amount: number
  readonly currency: string
  readonly customer?: string | null | undefined
  readonly description?: string | null | undefined
  readonly metadata?: Record<string, string> | null | undefined
  readonly receiptEmail?: string | null | undefined
  readonly setupFutureUsage?: 'on_session' | 'off_session' | null | undefined
  readonly statementDescriptor?: string | null | undefined
  readonly statementDescriptorSuffix?: string | null | undefined
  /** The allowed payment method types; any, if not listed. */
  readonly allowedTypes?: string[] | undefined
  /** Null when disabled. */
  readonly automatic: { enabled: boolean; allow_redirects: 'always' | 'never' } | null
  readonly captureMethod?: 'automatic' | 'automatic_async' | undefined
}

export function intentBody({ now }: Scope, wanted: NewIntent): Stripe.PaymentIntent {
  const id = newId('payment_intent')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: wanted.allowedTypes ?? null,
    amount: wanted.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: wanted.automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: wanted.captureMethod ?? 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: now,
    currency: wanted.currency,
    customer: wanted.customer ?? null,
    customer_account: null,
    description: wanted.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: wanted.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { ...CARD_OPTIONS } },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: wanted.receiptEmail ?? null,
    review: null,
    setup_future_usage: wanted.setupFutureUsage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: wanted.statementDescriptor ?? null,
    statement_descriptor_suffix: wanted.statementDescriptorSuffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}

const CARD_OPTIONS: Stripe.PaymentIntent.PaymentMethodOptions.Card = {
  installments: null,
  mandate_options: null,
  network: null,
  request_three_d_secure: 'automatic',
}

const shown = [
  'id',
  'object',
  'allowed_payment_method_types',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
  'usage',
  'last_setup_error',
] as const

/** The intent as a publishable key may see it: without metadata, charge and customer. */
export const browserView = (intent: object): object =>
  Object.fromEntries(Object.entries(intent).filter(([key]) => (shown as readonly string[]).includes(key)))
