import { followPayment } from '../billing/followPayment.ts'
import { declines } from '../cards/declines.ts'
import { attemptPayment, recordRefusal } from '../payments/attempt.ts'
import { lockIntent } from '../payments/lockIntent.ts'
import type { Scope } from '../settings.ts'
import { attemptSetup, refuseSetup } from '../setups/setupAttempt.ts'
import type { Authentication } from './authenticate.ts'
import { cardName } from './receipt.ts'

/** The authentication with a page's token; undefined once it has ended. */
export async function authenticationOf(
  { store }: Scope,
  token: string,
): Promise<(Authentication & { returnUrl: string | undefined }) | undefined> {
  const payment = await store.byToken('payment_intent', token)
  const intent = payment ?? (await store.byToken('setup_intent', token))
  if (!intent) return undefined
  const method = await store.read('payment_method', String(intent.body.payment_method))
  return {
    amount: payment?.body.amount ?? null,
    description: intent.body.description,
    card: method.body.card ? cardName(method.body.card) : 'Card',
    returnUrl: intent.hidden.returnUrl,
  }
}

/**
 * Ends an authentication: the payment is attempted or the card saved, or it fails. Undefined for one that has ended
 * already.
 */
export async function finishAuthentication(
  scope: Scope,
  token: string,
  passed: boolean,
): Promise<{ leadsTo: string | undefined } | undefined> {
  const { store } = scope
  const payment = await store.byToken('payment_intent', token)
  if (payment) return finishPayment(scope, payment.body.id, token, passed)
  const setup = await store.byToken('setup_intent', token)
  return setup && finishSetup(scope, setup.body.id, token, passed)
}

async function finishPayment(scope: Scope, id: string, token: string, passed: boolean) {
  const intent = await lockIntent(scope, id)
  if (intent.hidden.token !== token) return undefined
  const method = await scope.store.lock('payment_method', String(intent.body.payment_method))
  const tried = passed
    ? await attemptPayment(scope, intent, method, { offSession: false, useSdk: false, authenticated: true })
    : await recordRefusal(scope, intent, method, declines.paymentAuthenticationFailed, null)
  await followPayment(scope, tried)
  return { leadsTo: returnAddress('payment_intent', tried.body, intent.hidden.returnUrl) }
}

async function finishSetup(scope: Scope, id: string, token: string, passed: boolean) {
  const setup = await scope.store.lock('setup_intent', id)
  if (setup.hidden.token !== token) return undefined
  const method = await scope.store.lock('payment_method', String(setup.body.payment_method))
  const tried = passed
    ? await attemptSetup(scope, setup, method, { useSdk: false, authenticated: true })
    : await refuseSetup(scope, setup, method, declines.setupAuthenticationFailed)
  return { leadsTo: returnAddress('setup_intent', tried.body, setup.hidden.returnUrl) }
}

/** The return URL with the intent, its client secret and the outcome, under Stripe's parameter names. */
function returnAddress(
  kind: 'payment_intent' | 'setup_intent',
  intent: { id: string; client_secret: string | null; status: string },
  returnUrl: string | undefined,
): string | undefined {
  if (returnUrl === undefined) return undefined
  const url = new URL(returnUrl)
  url.searchParams.set(kind, intent.id)
  url.searchParams.set(`${kind}_client_secret`, intent.client_secret ?? '')
  url.searchParams.set('redirect_status', redirectStatus(intent.status))
  return url.href
}

const redirectStatus = (status: string): string =>
  status === 'succeeded' ? 'succeeded' : status === 'processing' ? 'pending' : 'failed'
