import type { Result } from '../http/endpoint.ts'
import type { KeyKind } from '../http/keys.ts'
import { invalid } from '../http/problem.ts'
import type { Scope } from '../settings.ts'
import type { Stored } from '../store/store.ts'
import { attemptPayment } from './attempt.ts'
import { browserView } from './intentBody.ts'
import type { ConfirmParameters, CreateParameters } from './intentParameters.ts'
import { givenMethod, takePaymentMethod } from './paymentMethods.ts'
import { failureOf } from './refusedCard.ts'
import { requireReturnUrl } from './returnUrl.ts'

type Intent = Stored<'payment_intent'>
type Parameters = Partial<ConfirmParameters & Pick<CreateParameters, 'return_url'>>

const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** Intents whose payment was declined or cannot be attempted are reported differently; see `failureOf`. */
export function requireConfirmable({ body }: Intent): void {
  if (confirmable.includes(body.status)) return
  throw invalid(`You cannot confirm this PaymentIntent because it has a status of ${body.status}.`, {
    code: 'payment_intent_unexpected_state',
  })
}

/**
 * Confirms a locked intent with the card in the parameters, or the intent's own.
 *
 * @throws 400 without a card, with another customer's card, or without a required return URL.
 */
export async function confirmIntent(
  scope: Scope,
  intent: Intent,
  params: Parameters,
  by: KeyKind,
): Promise<Intent> {
  requireConfirmable(intent)
  const method = await methodFor(scope, intent, params)
  const { body } = intent
  const owner = method.body.customer
  if (owner !== null && owner !== body.customer) {
    throw invalid('The payment method belongs to a customer; the intent has to name the same one.', {
      code: 'payment_method_unexpected_state',
      param: 'payment_method',
    })
  }
  requireReturnUrl(body, params, by)
  const prepared: Intent = {
    ...intent,
    body: {
      ...body,
      allowed_payment_method_types: params.allowed_payment_method_types ?? body.allowed_payment_method_types,
      setup_future_usage: params.setup_future_usage ?? body.setup_future_usage,
      receipt_email: params.receipt_email ?? body.receipt_email,
    },
  }
  return attemptPayment(scope, prepared, method, {
    offSession: params.off_session === true,
    useSdk: params.use_stripe_sdk === true,
    returnUrl: params.return_url,
    authenticated: false,
  })
}

async function methodFor(
  scope: Scope,
  { body }: Intent,
  params: Parameters,
): Promise<Stored<'payment_method'>> {
  const given = await givenMethod(scope, params)
  if (given) return given
  if (typeof body.payment_method === 'string') return takePaymentMethod(scope, body.payment_method)
  throw invalid('You cannot confirm this PaymentIntent because it has no payment method.', {
    code: 'payment_intent_unexpected_state',
  })
}

/** The answer to an attempt: the intent, or 402 when the card was declined. */
export function confirmed(intent: Intent, by: KeyKind): Result {
  const view = by === 'publishable' ? browserView : (body: object) => body
  return failureOf(intent.body, view) ?? view(intent.body)
}
