import type Stripe from 'stripe'
import { z } from 'zod'
import { emit } from '../events/emit.ts'
import { endpoint, type StripeEndpoint } from '../http/endpoint.ts'
import { listPage } from '../http/list.ts'
import { integer, listParameters, metadata, parameters, text } from '../http/parameters.ts'
import { invalid } from '../http/problem.ts'
import type { Scope } from '../settings.ts'
import { newId, randomText } from '../store/ids.ts'
import type { Stored } from '../store/store.ts'
import { testCardOf } from './paymentMethods.ts'

const url = '/v1/refunds'
/** How long a pending refund takes, in seconds. */
const SETTLING_SECONDS = 10

const createParameters = parameters({
  amount: integer()
    .refine((cents) => cents >= 1, 'must be at least 1')
    .optional(),
  charge: text(200).optional(),
  payment_intent: text(200).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata().optional(),
})

export const refundEndpoints: StripeEndpoint[] = [
  endpoint('POST', url, createParameters, ({ scope, params }) => createRefund(scope, params)),
  endpoint('GET', `${url}/:id`, parameters({}), async ({ scope, id }) => {
    return (await scope.store.read('refund', id)).body
  }),
  endpoint(
    'GET',
    url,
    listParameters({ charge: text().optional(), payment_intent: text().optional() }),
    ({ scope, params: { charge, payment_intent, ...page } }) =>
      listPage(scope, 'refund', url, page, { charge, payment_intent }),
  ),
]

async function createRefund(scope: Scope, params: z.output<typeof createParameters>): Promise<Stripe.Refund> {
  const charge = await scope.store.lock('charge', await chargeId(scope, params), 'charge')
  const left = charge.body.amount_captured - charge.body.amount_refunded
  if (left === 0) {
    throw invalid(`Charge ${charge.body.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const amount = params.amount ?? left
  if (amount > left) {
    throw invalid(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      {
        param: 'amount',
      },
    )
  }
  const method = await scope.store.read('payment_method', String(charge.body.payment_method))
  const { refunds } = testCardOf(method)
  const refund = refundBody(
    scope,
    charge.body,
    amount,
    params,
    refunds === 'pending' ? 'pending' : 'succeeded',
  )
  await scope.store.insert('refund', refund, {}, refunds ? scope.now + SETTLING_SECONDS : null)
  const refunded = await changeRefunded(scope, charge, amount)
  await emit(scope, 'refund.created', refund)
  await emit(scope, 'charge.refunded', refunded)
  return refund
}

/** Ends a pending refund, or fails a succeeded one: a failed refund is added back to the charge. */
export async function settleRefund(scope: Scope, id: string, at: Date): Promise<void> {
  const { body } = await scope.store.read('refund', id)
  const charge = await scope.store.lock('charge', String(body.charge))
  const refund = await scope.store.lock('refund', id)
  if (!(await scope.store.isDue(id, at))) return
  const method = await scope.store.read('payment_method', String(charge.body.payment_method))
  if (testCardOf(method).refunds === 'pending') {
    const { pending_reason: _reason, ...rest } = refund.body
    const done: Stripe.Refund = { ...rest, status: 'succeeded' }
    await scope.store.save('refund', { ...refund, body: done })
    await emit(scope, 'refund.updated', done, { status: refund.body.status })
    await emit(scope, 'charge.refund.updated', done, { status: refund.body.status })
    return
  }
  const failed: Stripe.Refund = {
    ...refund.body,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  }
  await scope.store.save('refund', { ...refund, body: failed })
  await changeRefunded(scope, charge, -refund.body.amount)
  await emit(scope, 'refund.failed', failed)
  await emit(scope, 'charge.refund.updated', failed, { status: refund.body.status })
}

async function chargeId(
  { store }: Scope,
  { charge, payment_intent: intentId }: { charge?: string | undefined; payment_intent?: string | undefined },
): Promise<string> {
  if (charge !== undefined && intentId !== undefined) {
    throw invalid('Give either the charge or the payment_intent, not both.', { code: 'parameters_exclusive' })
  }
  if (charge !== undefined) return charge
  if (intentId === undefined) {
    throw invalid('Missing required param: charge or payment_intent.', {
      code: 'parameter_missing',
      param: 'payment_intent',
    })
  }
  const { body } = await store.read('payment_intent', intentId, 'payment_intent')
  if (body.status !== 'succeeded' || typeof body.latest_charge !== 'string') {
    throw invalid('This PaymentIntent does not have a successful charge to refund.', {
      code: 'charge_not_refundable',
      param: 'payment_intent',
    })
  }
  return body.latest_charge
}

async function changeRefunded(
  { store }: Scope,
  { body, hidden }: Stored<'charge'>,
  cents: number,
): Promise<Stripe.Charge> {
  const amountRefunded = body.amount_refunded + cents
  const changed = {
    ...body,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === body.amount_captured,
  }
  await store.save('charge', { body: changed, hidden })
  return changed
}

function refundBody(
  { now }: Scope,
  charge: Stripe.Charge,
  amount: number,
  { reason, metadata: meta }: z.output<typeof createParameters>,
  status: 'pending' | 'succeeded',
): Stripe.Refund {
  return {
    id: newId('refund'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: {
        reference: randomText(14),
        reference_status: status === 'pending' ? 'pending' : 'available',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata: meta ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(status === 'pending' ? { pending_reason: 'processing' } : {}),
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  }
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
