import type Stripe from 'stripe'
import type { Decline } from '../cards/declines.ts'
import { emit } from '../events/emit.ts'
import type { Scope } from '../settings.ts'
import { newId, randomText } from '../store/ids.ts'
import type { Stored } from '../store/store.ts'
import { createDispute } from './disputes.ts'
import { testCardOf } from './paymentMethods.ts'

export interface Charging {
  readonly intent: Stripe.PaymentIntent
  readonly method: Stored<'payment_method'>
  readonly status: 'succeeded' | 'pending' | 'failed'
  readonly decline?: Decline | undefined
  /** The cardholder passed the authentication. */
  readonly authenticated: boolean
}

const events = {
  succeeded: 'charge.succeeded',
  pending: 'charge.pending',
  failed: 'charge.failed',
} as const

/** Stores one payment attempt. */
export async function createCharge(scope: Scope, charging: Charging): Promise<Stripe.Charge> {
  const isDisputed = charging.status === 'succeeded' && testCardOf(charging.method).disputed === true
  const charge = { ...chargeOf(scope, charging), disputed: isDisputed }
  await scope.store.insert('charge', charge)
  await emit(scope, events[charging.status], charge)
  if (isDisputed) await createDispute(scope, charge)
  return charge
}

/** Ends a pending charge. */
export async function settleCharge(
  scope: Scope,
  id: string,
  decline: Decline | null,
): Promise<Stripe.Charge> {
  const { body, hidden } = await scope.store.lock('charge', id)
  const settled: Stripe.Charge = {
    ...body,
    ...outcomeOf(decline ? 'failed' : 'succeeded', decline ?? undefined),
    amount_captured: decline ? 0 : body.amount,
    captured: !decline,
    paid: !decline,
    receipt_url: decline ? null : receiptUrl(scope, id),
  }
  await scope.store.save('charge', { body: settled, hidden })
  await emit(scope, decline ? 'charge.failed' : 'charge.succeeded', settled)
  return settled
}

const receiptUrl = ({ settings }: Scope, id: string) => `${settings.publicBase()}/receipts/${id}`

function outcomeOf(status: Charging['status'], decline: Decline | undefined) {
  return {
    status,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline
        ? decline.blocked
          ? 'not_sent_to_network'
          : 'declined_by_network'
        : 'approved_by_network',
      reason: decline ? (decline.blocked ? 'highest_risk_level' : (decline.declineCode ?? null)) : null,
      risk_level: decline?.blocked ? 'highest' : 'normal',
      risk_score: decline?.blocked ? 95 : 20,
      seller_message: decline ? decline.message : 'Payment complete.',
      type: decline ? (decline.blocked ? 'blocked' : 'issuer_declined') : 'authorized',
    },
  }
}

/** The input of `createCharge`. */
export function chargeOf(scope: Scope, charging: Charging): Stripe.Charge {
  const { intent, method, status, decline } = charging
  const id = newId('charge')
  const succeeded = status === 'succeeded'
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: succeeded ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.body.billing_details,
    calculated_statement_descriptor: 'DUGOUT SANDBOX',
    captured: succeeded,
    created: scope.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    paid: succeeded,
    payment_intent: intent.id,
    payment_method: method.body.id,
    payment_method_details: methodDetails(charging),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: succeeded ? receiptUrl(scope, id) : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    transfer_data: null,
    transfer_group: null,
    ...outcomeOf(status, decline),
  }
}

function methodDetails({
  intent,
  method,
  authenticated,
}: Charging): Stripe.Charge.PaymentMethodDetails | null {
  const { card } = method.body
  if (!card) return null
  return {
    type: 'card',
    card: {
      amount_authorized: intent.amount,
      authorization_code: randomText(6).toUpperCase(),
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: card.checks?.cvc_check === null ? null : (testCardOf(method).cvcCheck ?? 'pass'),
      },
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: authenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: null,
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}
