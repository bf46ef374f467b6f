import type { Decline } from '../cards/declines.ts'
import { emit } from '../events/emit.ts'
import { type ActionOptions, newAction, withoutAction } from '../payments/nextAction.ts'
import { attach, testCardOf } from '../payments/paymentMethods.ts'
import { lastError } from '../payments/refusedCard.ts'
import type { Scope } from '../settings.ts'
import type { Stored } from '../store/store.ts'

type Setup = Stored<'setup_intent'>
type Method = Stored<'payment_method'>

/**
 * Saves a card for later payments, with the card's behaviour. Afterwards the setup intent is `succeeded`, `requires_action`,
 * or `requires_payment_method` with the reason in `last_setup_error`.
 */
export async function attemptSetup(
  scope: Scope,
  setup: Setup,
  method: Method,
  attempt: ActionOptions & { authenticated: boolean },
): Promise<Setup> {
  const card = testCardOf(method)
  const prepared: Setup = {
    body: { ...setup.body, payment_method: method.body.id, next_action: null, last_setup_error: null },
    hidden: withoutAction(setup.hidden),
  }
  if (card.decline && card.refusedOnSetup) return refuseSetup(scope, prepared, method, card.decline)
  if (card.authentication && method.hidden.setUp !== true && !attempt.authenticated) {
    return requireAction(scope, prepared, attempt)
  }
  return succeed(scope, prepared, method)
}

export async function refuseSetup(
  scope: Scope,
  setup: Setup,
  method: Method,
  decline: Decline,
): Promise<Setup> {
  const refused: Setup = {
    body: {
      ...setup.body,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: lastError(method, decline),
    },
    hidden: withoutAction(setup.hidden),
  }
  await scope.store.save('setup_intent', refused)
  await emit(scope, 'setup_intent.setup_failed', refused.body)
  return refused
}

async function requireAction(scope: Scope, setup: Setup, options: ActionOptions): Promise<Setup> {
  const { action, hidden } = newAction(scope.settings, setup.hidden, options)
  const waiting: Setup = { body: { ...setup.body, status: 'requires_action', next_action: action }, hidden }
  await scope.store.save('setup_intent', waiting)
  await emit(scope, 'setup_intent.requires_action', waiting.body)
  return waiting
}

async function succeed(scope: Scope, setup: Setup, method: Method): Promise<Setup> {
  const { customer } = setup.body
  const saved = typeof customer === 'string' ? await attach(scope, method, customer) : method
  await scope.store.save('payment_method', { ...saved, hidden: { ...saved.hidden, setUp: true } })
  const succeeded: Setup = { ...setup, body: { ...setup.body, status: 'succeeded' } }
  await scope.store.save('setup_intent', succeeded)
  await emit(scope, 'setup_intent.succeeded', succeeded.body)
  return succeeded
}
