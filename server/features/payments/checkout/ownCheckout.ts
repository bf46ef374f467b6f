import { timingSafeEqual } from 'node:crypto'
import type { PaymentState, PaymentSummary } from '../../../../shared/contract/payments/payments.ts'
import { dollarsFromDecimal } from '../../../../shared/domain/money/money.ts'
import { calendarFilePath } from '../../../../shared/domain/time/calendarFile.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/endpoint.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { askProvider } from '../provider/provider.ts'
import type { IntentReading } from '../provider/readIntent.ts'
import { type Checkout, findCheckout } from '../queries.ts'

/**
 * The caller's own checkout with this payment intent. A guest proves it with the client secret. Another person's checkout
 * is answered as one that does not exist.
 */
export async function ownCheckout(
  call: Pick<Call, 'context' | 'caller'>,
  named: { payment_intent_id: string; client_secret?: string | undefined },
): Promise<Checkout | Refusal> {
  const { context } = call
  const checkout = await findCheckout(context.db, named.payment_intent_id)
  if (!checkout) return refuse('payment_not_found')
  if (checkout.user_id !== null) {
    const caller = await call.caller()
    return caller?.profile.id === checkout.user_id ? checkout : refuse('payment_not_found')
  }
  const secret = await askProvider(context, async (stripe) => {
    const intent = await stripe.paymentIntents.retrieve(named.payment_intent_id)
    return intent.client_secret
  })
  if (secret instanceof Refusal) return secret
  return isSame(secret, named.client_secret) ? checkout : refuse('payment_not_found')
}

function isSame(secret: string | null, shown: string | undefined): boolean {
  const [right, given] = [Buffer.from(secret ?? ''), Buffer.from(shown ?? '')]
  return right.length > 0 && right.length === given.length && timingSafeEqual(right, given)
}

/** The state of a payment: from our rows once it is settled, else from the provider's reading. */
export async function paymentStateOf(
  context: Pick<Context, 'db' | 'config' | 'products'>,
  reading: IntentReading,
): Promise<PaymentState> {
  const checkout = await findCheckout(context.db, reading.id)
  if (!checkout) throw new Error('A payment that was just settled is gone.')
  const status = stateOf(checkout, reading)
  return {
    status,
    message: sentences[status] ?? reading.failure ?? 'Something went wrong with your payment.',
    payment: paymentSummaryOf(context, checkout),
  }
}

const paymentSummaryOf = (
  context: Pick<Context, 'config' | 'products'>,
  checkout: Checkout,
): PaymentSummary => ({
  payment_transaction_id: checkout.payment_id,
  amount: dollarsFromDecimal(checkout.total_amount),
  description: checkout.description ?? '',
  receiptUrl: checkout.receipt_url,
  paymentType: checkout.payment_type,
  card_brand: checkout.card_brand,
  card_last4: checkout.card_last4,
  booking_count: checkout.booking_count,
  calendar_url: calendarUrlOf(context, checkout),
  item_ids: checkout.item_ids,
})

/** Where the calendar file of what was paid is; null before anything is booked. */
function calendarUrlOf(
  context: Pick<Context, 'config' | 'products'>,
  { payment_type, item_ids, user_id }: Checkout,
): string | null {
  const product = context.products.ofType(payment_type)
  const [first] = item_ids
  return first && product.calendarPath
    ? product.calendarPath(context, first, user_id)
    : calendarFilePath(item_ids)
}

function stateOf(checkout: Checkout, { status }: IntentReading): PaymentState['status'] {
  if (checkout.status === 'completed' || checkout.status === 'refunded') {
    return checkout.given_back ? 'refunded' : 'succeeded'
  }
  // Succeeded and not settled yet: shown as processing.
  return states[status] ?? 'requires_payment_method'
}

const states: Partial<Record<string, PaymentState['status']>> = {
  succeeded: 'processing',
  processing: 'processing',
  requires_action: 'requires_action',
  canceled: 'canceled',
}

const sentences: Partial<Record<PaymentState['status'], string>> = {
  succeeded: 'Payment successful! Your booking is confirmed.',
  processing: 'Your payment is being processed. We will confirm your booking as soon as it has gone through.',
  requires_action: 'Your bank asks you to confirm this payment.',
  canceled: 'This payment was given up. You have not been charged.',
  refunded: 'Your payment came after the place had been taken. We are sending your money back in full.',
}
