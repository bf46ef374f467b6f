import type Stripe from 'stripe'
import { type Refusal, refuse } from '../../refusal.ts'
import { nullWhenMissing } from './stripeCustomer.ts'

/** A card setup, for the browser to continue. */
export interface CardSetup {
  readonly clientSecret: string
  readonly setupIntentId: string
  readonly customerId: string
  /** Set once the setup has succeeded. */
  readonly paymentMethodId: string | null
}

/** Creates a setup for a card that can be charged off session. */
export const createSetup = (
  stripe: Stripe,
  setup: { customerId: string; metadata: Record<string, string>; idempotencyKey?: string },
): Promise<Stripe.SetupIntent> =>
  stripe.setupIntents.create(
    {
      customer: setup.customerId,
      usage: 'off_session',
      // Wallets count as cards; a debit that takes days to fail would make members of people who have not paid.
      allowed_payment_method_types: ['card'],
      metadata: setup.metadata,
    },
    setup.idempotencyKey === undefined ? {} : { idempotencyKey: setup.idempotencyKey },
  )

/** An existing setup, if it is this customer's and can be continued. */
export async function findSetup(
  stripe: Stripe,
  setupIntentId: string,
  customerId: string,
): Promise<Stripe.SetupIntent | null> {
  const intent = await stripe.setupIntents.retrieve(setupIntentId).catch(nullWhenMissing)
  if (intent === null || intent.status === 'canceled') return null
  return idOf(intent.customer) === customerId ? intent : null
}

/** What the browser needs to go on with a card; the payment method once the setup has succeeded. */
export const setupAnswer = (intent: Stripe.SetupIntent, customerId: string): CardSetup => ({
  clientSecret: intent.client_secret ?? '',
  setupIntentId: intent.id,
  customerId,
  paymentMethodId: intent.status === 'succeeded' ? idOf(intent.payment_method) : null,
})

/**
 * Attaches a card to this customer, unless it is attached already. A card of another
 * customer is answered like one that does not exist.
 */
export async function claimCard(
  stripe: Stripe,
  paymentMethodId: string,
  customerId: string,
): Promise<Refusal | null> {
  const method = await stripe.paymentMethods.retrieve(paymentMethodId).catch(nullWhenMissing)
  const owner = method && idOf(method.customer)
  if (method === null || (owner !== null && owner !== customerId)) return refuse('payment_method_not_found')
  if (owner === null) await stripe.paymentMethods.attach(paymentMethodId, { customer: customerId })
  return null
}

/** The id of something that the provider may have expanded. */
const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)
