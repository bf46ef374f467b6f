/** Stripe's keys that the owner enters in the browser (decision record 091). They are kept sealed and never sent. */

import { hash } from 'node:crypto'
import Stripe from 'stripe'
import type { CardConnection } from '../../../../shared/contract/facility/connections.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { type EnteredKeys, keptKeys, readEnteredKeys } from '../../../integrations/stripe/enteredKeys.ts'
import { createClient, createPayments, hasKeys, usesSandbox } from '../../../integrations/stripe/payments.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { monthlyCents } from '../../memberships/prices.ts'
import { WEBHOOK_PATH, webhookEvents } from '../../payments/provider/webhook.ts'

type CardContext = Pick<Context, 'config' | 'publicUrl'>

/** By which keys cards are charged. */
export async function readCardConnection(
  db: Db,
  { config, publicUrl }: CardContext,
): Promise<CardConnection> {
  const entered = hasKeys(config) ? null : await readEnteredKeys(db, config)
  const { problem, publishableKey } = createPayments(config, null, entered)
  const publishable = entered?.publishableKey ?? publishableKey
  const source = hasKeys(config)
    ? 'environment'
    : entered
      ? 'settings'
      : usesSandbox(config)
        ? 'sandbox'
        : 'none'
  return {
    source,
    mode: publishable ? (publishable.startsWith('pk_live_') ? 'live' : 'test') : null,
    publishable_key: publishable,
    secret_hint: entered?.hint ?? null,
    // Of the environment's keys the message names variables, which is for the log.
    problem: entered
      ? problem
      : problem && 'The keys where Dugout runs do not fit together. Its log says why.',
    webhook_url: publicUrl() + WEBHOOK_PATH,
    webhook_events: [...webhookEvents],
    webhook_heard_at: entered?.heardAt?.toISOString() ?? null,
  }
}

export interface NewKeys {
  readonly publishable_key: string
  readonly secret_key?: string | undefined
  readonly webhook_secret?: string | undefined
}

/** What is saved, once Stripe has accepted the keys. */
export type AcceptedKeys = Parameters<typeof keptKeys>[1] & { readonly heardAt: Date | null }

/**
 * Asks Stripe with the keys, outside of any transaction, and makes the membership's product and first price where the
 * account has none of ours.
 */
export async function tryKeys(context: Context, wanted: NewKeys): Promise<AcceptedKeys | Refusal> {
  const { config, db, log } = context
  const before = await readEnteredKeys(db, config)
  const secretKey = wanted.secret_key ?? before?.secrets?.secretKey
  const webhookSecret = wanted.webhook_secret ?? before?.secrets?.webhookSecret
  const missing = [
    ...(secretKey ? [] : [{ path: ['secret_key'], message: 'Enter the secret key.' }]),
    ...(webhookSecret
      ? []
      : [{ path: ['webhook_secret'], message: 'Enter the signing secret of the webhook.' }]),
  ]
  if (!secretKey || !webhookSecret) return refuse('invalid_input', missing)
  if (secretKey.split('_')[1] !== wanted.publishable_key.split('_')[1])
    return refuse('invalid_input', [
      { path: ['publishable_key'], message: 'One key is for test mode and the other for live mode.' },
    ])
  try {
    const stripe = createClient(secretKey, config.stripe.apiBase, config.stripe)
    const priceId = await membershipPrice(db, stripe, { secretKey, before })
    const isSame = webhookSecret === before?.secrets?.webhookSecret
    return {
      ...{ publishableKey: wanted.publishable_key, secretKey, webhookSecret, priceId },
      heardAt: isSame ? before.heardAt : null,
    }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    log.warn({ reason: error.message }, 'the keys that were entered are not accepted')
    return error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError
      ? refuse('stripe_keys_untried')
      : refuse('stripe_keys_refused', { words: error.message })
  }
}

/** Stripe takes no less, and another amount becomes another price of the same product (`ensurePrice`). */
const LEAST_CENTS = 100

async function membershipPrice(
  db: Db,
  stripe: Stripe,
  { secretKey, before }: { secretKey: string; before: EnteredKeys | null },
): Promise<string> {
  const { name } = await db.selectFrom('facility').select('name').executeTakeFirstOrThrow()
  if (before) {
    const kept = await stripe.prices.retrieve(before.priceId).catch(nullForOthers)
    if (kept?.active) return kept.id
  }
  const price = {
    currency: 'usd',
    unit_amount: Math.max(await monthlyCents(db), LEAST_CENTS),
    recurring: { interval: 'month' },
    product_data: { name: name ? `Membership, ${name}` : 'Membership' },
  } as const
  // Pressed again after a lost answer, it is the same price.
  const content = hash('sha256', JSON.stringify([secretKey, price])).slice(0, 32)
  const made = await stripe.prices.create(price, { idempotencyKey: `dugout-membership-${content}` })
  return made.id
}

/** A price of another account does not exist for this one; that the key is wrong is said by the next call. */
const nullForOthers = (error: unknown): null => {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
  throw error
}

export async function saveKeys(tx: Tx, { config }: CardContext, keys: AcceptedKeys): Promise<void> {
  const row = { ...keptKeys(config, keys), accepted_at: keys.heardAt }
  await tx
    .insertInto('connections')
    .values({ name: 'cards', ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

const TEST_CENTS = 100

/** Charges Stripe's test card and gives the money back; says in the provider's words what went wrong. */
export async function testCharge(context: Context): Promise<{ charged: boolean; words: string } | Refusal> {
  const { config, db } = context
  const entered = hasKeys(config) ? null : await readEnteredKeys(db, config)
  // Not the context's: it may not have heard yet of the keys that were just saved.
  const { stripe, publishableKey, mode } = entered ? createPayments(config, null, entered) : context.payments
  if (!stripe) return refuse(mode === 'misconfigured' ? 'payment_configuration' : 'payments_unavailable')
  if (publishableKey?.startsWith('pk_live_')) return refuse('not_test_mode')
  try {
    const intent = await stripe.paymentIntents.create({
      amount: TEST_CENTS,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      description: 'Test of the card connection',
    })
    if (intent.status !== 'succeeded') return { charged: false, words: `The payment is ${intent.status}.` }
    await stripe.refunds.create({ payment_intent: intent.id })
    return { charged: true, words: '' }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return { charged: false, words: error.message }
  }
}
