import {
  cancelPaymentIntent,
  confirmPayment,
  createPaymentIntent,
  getPaymentConfiguration,
  type PaymentState,
  updatePaymentTransactionStatus,
} from '../../../shared/contract/payments/payments.ts'
import { accessRoles } from '../../../shared/contract/route.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Context } from '../../context.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../http/idempotency.ts'
import { countedAddress, countedAs, networkOf, refuseTooMany } from '../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { takingTime } from '../places/takingTime.ts'
import { closeIntent } from './checkout/closeIntent.ts'
import { closeReleasedCheckouts } from './checkout/closeReleased.ts'
import { openIntent } from './checkout/intents.ts'
import { ownCheckout, paymentStateOf } from './checkout/ownCheckout.ts'
import { openCheckout } from './commands/openCheckout.ts'
import { provider } from './provider/provider.ts'
import type { IntentReading } from './provider/readIntent.ts'
import { settlePayment } from './provider/settle.ts'
import { type Buyer, type CountedAs, purchaseContext } from './purchase.ts'
import { findCheckout } from './queries.ts'

/** Limits how often one customer can hold places by opening one checkout after another. */
const MOST_CHECKOUTS = { most: 30, seconds: 3_600 }

export const paymentEndpoints = [
  endpoint(getPaymentConfiguration, ({ context: { payments } }) =>
    reply({
      mode: payments.mode,
      publishable_key: payments.publishableKey,
      api_base: payments.browserApiBase,
    }),
  ),

  endpoint(createPaymentIntent, async (call) => {
    const { context } = call
    const unavailable = provider(context)
    if (unavailable instanceof Refusal) return unavailable
    const held = await hold(call)
    if (held instanceof Refusal) return held
    const opened = await openIntent(context, held.holdId)
    if (opened instanceof Refusal) return opened
    const { checkout, intent } = opened
    return reply({
      clientSecret: intent.client_secret ?? '',
      paymentIntentId: intent.id,
      payment_type: checkout.payment_type,
      description: checkout.description ?? '',
      total_amount: dollarsFromDecimal(checkout.total_amount),
      expires_at: checkout.expires_at.toISOString(),
    })
  }),

  endpoint(confirmPayment, async (call) =>
    answerState(await ownPaymentState(call, call.body, settlePayment)),
  ),

  endpoint(cancelPaymentIntent, async (call) =>
    answerState(await ownPaymentState(call, call.body, closeIntent)),
  ),

  endpoint(updatePaymentTransactionStatus, async (call) => {
    const intentId = call.body.p_payment_intent_id
    const isDesk = accessRoles.desk.some((role) => role === call.user.profile.role)
    const state = isDesk
      ? await anyPaymentState(call.context, intentId)
      : await ownPaymentState(call, { payment_intent_id: intentId }, settlePayment)
    if (state instanceof Refusal) return state
    return state.status === 'succeeded'
      ? reply({ status: 'completed' as const })
      : refuse('payment_not_completed')
  }),
]

const answerState = (state: PaymentState | Refusal) => (state instanceof Refusal ? state : reply(state))

/** The state of the caller's own payment after `ask` has read or canceled it at the provider. */
async function ownPaymentState(
  call: Pick<Call, 'context' | 'caller'>,
  named: { payment_intent_id: string; client_secret?: string | undefined },
  ask: (context: Context, intentId: string) => Promise<IntentReading | Refusal>,
): Promise<PaymentState | Refusal> {
  const owned = await ownCheckout(call, named)
  if (owned instanceof Refusal) return owned
  const reading = await ask(call.context, named.payment_intent_id)
  return reading instanceof Refusal ? reading : paymentStateOf(call.context, reading)
}

/** The state of anybody's payment, for staff, after the provider was asked. */
async function anyPaymentState(context: Context, intentId: string): Promise<PaymentState | Refusal> {
  if (!(await findCheckout(context.db, intentId))) return refuse('payment_not_found')
  const reading = await settlePayment(context, intentId)
  return reading instanceof Refusal ? reading : paymentStateOf(context, reading)
}

/** Holds the places in one transaction; the provider is asked after the commit. */
async function hold(call: Call<typeof createPaymentIntent>): Promise<{ holdId: string } | Refusal> {
  const { context, body } = call
  const caller = await call.caller()
  const actor = { ...call.actor, userId: caller?.profile.id ?? null }
  const replay = await answeredBefore<{ holdId: string }>({ ...call, actor })
  if (replay) return replay instanceof Refusal ? replay : replay.body
  const found = await buyerOf(call)
  if (found instanceof Refusal) return found
  const { buyer } = found
  const tooMany = await refuseTooMany(context.limits, {
    name: 'checkout by',
    subject: buyer.userId ?? networkOf(call.address),
    ...MOST_CHECKOUTS,
  })
  if (tooMany) return tooMany
  const at = await purchaseContext(context)
  const product = context.products.of(body)
  const of = { userId: buyer.userId, taken: product.takenCode }
  const outcome = await takingTime(context, of, (time) =>
    runCommand({ ...call, actor }, async (tx) => {
      const opened = await openCheckout(tx, body, { ...found, product, time }, at)
      return opened instanceof Refusal ? opened : reply({ holdId: opened })
    }),
  )
  if (outcome instanceof Refusal) return outcome
  closeReleasedCheckouts(context, buyer)
  return outcome.body
}

/**
 * The signed-in customer, or the guest of the form where the product admits guests (decision 27); with the keys by which
 * the limits count them.
 */
async function buyerOf(
  call: Call<typeof createPaymentIntent>,
): Promise<{ buyer: Buyer; counted: CountedAs } | Refusal> {
  const { context, body } = call
  const address = countedAddress(context, call.address)
  const caller = await call.caller()
  if (caller) {
    const { id, full_name, email, phone_number } = caller.profile
    return {
      buyer: { userId: id, name: full_name, email, phone: phone_number },
      counted: { person: [countedAs(context, 'account', id)], address },
    }
  }
  const admitted = await context.products.of(body).admitGuest(context, body, call.address)
  if (admitted instanceof Refusal) return admitted
  return { buyer: admitted.buyer, counted: { person: admitted.person, address } }
}
