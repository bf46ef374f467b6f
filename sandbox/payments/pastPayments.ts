import type { Scope } from '../settings.ts'
import type { Stored } from '../store/store.ts'
import type { SandboxTables } from '../store/tables.ts'
import { chargeOf } from './charges.ts'
import { intentBody } from './intentBody.ts'
import { visaMethod } from './paymentMethods.ts'

/** A card payment in the past. */
export interface PastPayment {
  readonly cents: number
  readonly at: Date
  readonly description: string
  readonly payer: { readonly name: string; readonly email: string | null }
}

/** The ids of a payment at the sandbox. */
export interface PastCharge {
  readonly intent: string
  readonly charge: string
  readonly receiptUrl: string | null
}

/**
 * Creates payments as if they had been made here in the past, each with a Visa card, all in one statement. It emits no
 * events.
 */
export async function recordPastPayments(
  scope: Scope,
  payments: readonly PastPayment[],
): Promise<PastCharge[]> {
  if (payments.length === 0) return []
  const made = payments.map((payment) => madeAt(scope, payment))
  const row = ({ body, hidden }: Stored<'payment_intent' | 'charge' | 'payment_method'>) => ({
    id: body.id,
    object: body.object,
    body: JSON.stringify(body),
    hidden: JSON.stringify(hidden),
    due_at: null,
  })
  await scope.store.tx
    .withTables<SandboxTables>()
    .insertInto('stripe_sandbox.objects')
    .values(made.flatMap(({ method, intent, charge }) => [row(method), row(intent), row(charge)]))
    .execute()
  return made.map(({ intent, charge }) => ({
    intent: intent.body.id,
    charge: charge.body.id,
    receiptUrl: charge.body.receipt_url,
  }))
}

function madeAt(scope: Scope, { cents, at, description, payer }: PastPayment) {
  const then = { ...scope, now: Math.floor(at.getTime() / 1000) }
  const method = visaMethod(then.now, payer)
  const asked = intentBody(then, {
    amount: cents,
    currency: 'usd',
    description,
    automatic: { enabled: true, allow_redirects: 'always' },
  })
  const charge = chargeOf(then, { intent: asked, method, status: 'succeeded', authenticated: false })
  const intent: Stored<'payment_intent'>['body'] = {
    ...asked,
    status: 'succeeded',
    payment_method: method.body.id,
    latest_charge: charge.id,
    amount_received: cents,
  }
  return { method, intent: { body: intent, hidden: {} }, charge: { body: charge, hidden: {} } }
}
