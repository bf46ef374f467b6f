import { followPayment } from '../billing/followPayment.ts'
import { declines } from '../cards/declines.ts'
import { attemptPayment, recordRefusal } from '../payments/attempt.ts'
import { lockIntent } from '../payments/lockIntent.ts'
import type { Scope } from '../settings.ts'
import type { Kept } from '../store/store.ts'
import type { Authentication } from './authenticate.ts'
import { cardName } from './receipt.ts'

/** The authentication that a page's token stands for; undefined once it is over. */
export async function authenticationOf(
  { store }: Scope,
  token: string,
): Promise<(Authentication & { returnUrl: string | undefined }) | undefined> {
  const intent = await store.byToken('payment_intent', token)
  if (!intent) return undefined
  const method = await store.read('payment_method', String(intent.body.payment_method))
  return {
    amount: intent.body.amount,
    description: intent.body.description,
    card: method.body.card ? cardName(method.body.card) : 'Card',
    returnUrl: intent.hidden.returnUrl,
  }
}

/** Ends an authentication: the payment is tried, or refused. Undefined for one that is over already. */
export async function finishAuthentication(
  scope: Scope,
  token: string,
  passed: boolean,
): Promise<{ leadsTo: string | undefined } | undefined> {
  const found = await scope.store.byToken('payment_intent', token)
  if (!found) return undefined
  const intent = await lockIntent(scope, found.body.id)
  if (intent.hidden.token !== token) return undefined
  const { returnUrl } = intent.hidden
  const tried = await authenticatePayment(scope, intent, passed)
  await followPayment(scope, tried)
  return { leadsTo: returnUrl && returnAddress('payment_intent', tried.body, returnUrl) }
}

async function authenticatePayment(
  scope: Scope,
  intent: Kept<'payment_intent'>,
  passed: boolean,
): Promise<Kept<'payment_intent'>> {
  const method = await scope.store.lock('payment_method', String(intent.body.payment_method))
  if (!passed) return recordRefusal(scope, intent, method, declines.paymentAuthenticationFailed, null)
  return attemptPayment(scope, intent, method, { offSession: false, useSdk: false, authenticated: true })
}

/** The return address with the intent, its client secret and how it went, named as Stripe names them. */
function returnAddress(
  kind: 'payment_intent' | 'setup_intent',
  intent: { id: string; client_secret: string | null; status: string },
  returnUrl: string,
): string {
  const url = new URL(returnUrl)
  url.searchParams.set(kind, intent.id)
  url.searchParams.set(`${kind}_client_secret`, intent.client_secret ?? '')
  url.searchParams.set('redirect_status', redirectStatus(intent.status))
  return url.href
}

const redirectStatus = (status: string): string =>
  status === 'succeeded' ? 'succeeded' : status === 'processing' ? 'pending' : 'failed'
