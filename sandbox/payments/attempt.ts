import type Stripe from 'stripe'
import { type Decline, declines } from '../cards/declines.ts'
import type { TestCard } from '../cards/testCards.ts'
import { emit } from '../events/emit.ts'
import type { Scope } from '../settings.ts'
import type { Stored } from '../store/store.ts'
import { createCharge, settleCharge } from './charges.ts'
import { type ActionOptions, newAction, withoutAction } from './nextAction.ts'
import { attach, testCardOf } from './paymentMethods.ts'
import { lastError } from './refusedCard.ts'

/** The minimum time that a payment stays `processing`, in seconds. */
const PROCESSING_SECONDS = 10

export interface Attempt extends ActionOptions {
  /** The cardholder is not present. */
  readonly offSession: boolean
  /** Off session, the outcome of a payment that needs authentication: declined, or waiting for it. */
  readonly onAuthentication?: 'refuse' | 'wait'
  /** The cardholder has passed the authentication. */
  readonly authenticated: boolean
}

type Intent = Stored<'payment_intent'>
type Method = Stored<'payment_method'>

/**
 * Attempts an intent's payment, with the card's behaviour. Afterwards the intent is `succeeded`,
 * `processing`, `requires_action`, or `requires_payment_method` with the reason in `last_payment_error`.
 */
export async function attemptPayment(
  scope: Scope,
  intent: Intent,
  method: Method,
  attempt: Attempt,
): Promise<Intent> {
  const card = testCardOf(method)
  const prepared: Intent = {
    body: { ...intent.body, payment_method: method.body.id, next_action: null, last_payment_error: null },
    hidden: withoutAction(intent.hidden),
  }
  if (!attempt.authenticated && requiresAuthentication(card, method, attempt.offSession)) {
    return attempt.offSession && attempt.onAuthentication !== 'wait'
      ? refusePayment(scope, prepared, method, declines.authenticationRequired, attempt)
      : requireAction(scope, prepared, attempt)
  }
  if (card.decline) return refusePayment(scope, prepared, method, card.decline, attempt)
  if (card.settles) return beginProcessing(scope, prepared, method, attempt)
  const charge = await createCharge(scope, { ...charging(prepared, method, attempt), status: 'succeeded' })
  return succeed(scope, prepared, method, charge, attempt.authenticated)
}

/** Whether the bank requires authentication. */
export function requiresAuthentication(card: TestCard, { hidden }: Method, offSession: boolean): boolean {
  if (card.authentication === 'on_session') return !offSession
  if (card.authentication === 'until_set_up') return hidden.setUp !== true
  return card.authentication === 'always'
}

/** Ends a payment that was `processing`, with its card's outcome. */
export async function settlePayment(scope: Scope, intent: Intent): Promise<Intent> {
  const method = await scope.store.lock('payment_method', String(intent.body.payment_method))
  const decline = testCardOf(method).settles === 'failed' ? declines.generic : null
  const charge = await settleCharge(scope, String(intent.body.latest_charge), decline)
  const settled: Intent = { ...intent, body: { ...intent.body, processing: null } }
  return decline
    ? recordRefusal(scope, settled, method, decline, charge.id)
    : succeed(scope, settled, method, charge, false)
}

const charging = (intent: Intent, method: Method, { authenticated }: Attempt) => ({
  intent: intent.body,
  method,
  authenticated,
})

async function requireAction(scope: Scope, intent: Intent, attempt: Attempt): Promise<Intent> {
  const { action, hidden } = newAction(scope.settings, intent.hidden, attempt)
  const waiting: Intent = { body: { ...intent.body, status: 'requires_action', next_action: action }, hidden }
  await scope.store.save('payment_intent', waiting)
  await emit(scope, 'payment_intent.requires_action', waiting.body)
  return waiting
}

async function refusePayment(
  scope: Scope,
  intent: Intent,
  method: Method,
  decline: Decline,
  attempt: Attempt,
): Promise<Intent> {
  const charge = await createCharge(scope, {
    ...charging(intent, method, attempt),
    status: 'failed',
    decline,
  })
  return recordRefusal(scope, intent, method, decline, charge.id)
}

/** Resets the intent, so that another card can be tried. */
export async function recordRefusal(
  scope: Scope,
  intent: Intent,
  method: Method,
  decline: Decline,
  charge: string | null,
): Promise<Intent> {
  const refused: Intent = {
    body: {
      ...intent.body,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      latest_charge: charge ?? intent.body.latest_charge,
      last_payment_error: {
        ...lastError(method, decline),
        ...(charge ? { charge } : {}),
      },
    },
    hidden: withoutAction(intent.hidden),
  }
  await scope.store.save('payment_intent', refused)
  await emit(scope, 'payment_intent.payment_failed', refused.body)
  return refused
}

async function beginProcessing(
  scope: Scope,
  intent: Intent,
  method: Method,
  attempt: Attempt,
): Promise<Intent> {
  const charge = await createCharge(scope, { ...charging(intent, method, attempt), status: 'pending' })
  const processing: Intent = {
    ...intent,
    body: {
      ...intent.body,
      status: 'processing',
      latest_charge: charge.id,
      processing: { type: 'card', card: {} },
    },
  }
  await scope.store.save('payment_intent', processing, scope.now + PROCESSING_SECONDS)
  await emit(scope, 'payment_intent.processing', processing.body)
  return processing
}

async function succeed(
  scope: Scope,
  intent: Intent,
  method: Method,
  charge: Stripe.Charge,
  authenticated: boolean,
): Promise<Intent> {
  const { customer, setup_future_usage: usage } = intent.body
  if (usage && typeof customer === 'string') {
    const saved = await attach(scope, method, customer)
    const setUp = authenticated || saved.hidden.setUp === true
    await scope.store.save('payment_method', { ...saved, hidden: { ...saved.hidden, setUp } })
  }
  const succeeded: Intent = {
    ...intent,
    body: {
      ...intent.body,
      status: 'succeeded',
      latest_charge: charge.id,
      amount_received: intent.body.amount,
    },
  }
  await scope.store.save('payment_intent', succeeded)
  await emit(scope, 'payment_intent.succeeded', succeeded.body)
  return succeeded
}
