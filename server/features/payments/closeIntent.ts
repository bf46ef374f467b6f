import type Stripe from 'stripe'
import type { Context } from '../../context.ts'
import { Refusal } from '../../refusal.ts'
import { askProvider } from './provider.ts'
import { type IntentReading, readIntent } from './readIntent.ts'
import { applyReading } from './settle.ts'

/** What the provider lets us cancel; anything else is paid, or just being paid. */
const cancelable: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]

/**
 * Gives a payment up: cancels it at the provider, so that it can never be paid, and frees what it kept. One that was
 * paid in the same moment is settled as paid.
 */
export async function closeIntent(context: Context, intentId: string): Promise<IntentReading | Refusal> {
  const reading = await readIntent(context, intentId)
  if (reading instanceof Refusal) return reading
  const last = cancelable.includes(reading.status) ? await cancel(context, reading) : reading
  if (!(last instanceof Refusal)) await applyReading(context, last)
  return last
}

/** The provider refuses when it has been paid since we looked: then what it is now counts. */
async function cancel(context: Context, reading: IntentReading): Promise<IntentReading | Refusal> {
  const canceled = await askProvider(context, (stripe) =>
    stripe.paymentIntents.cancel(reading.id, { cancellation_reason: 'abandoned' }),
  )
  if (canceled instanceof Refusal) return readIntent(context, reading.id)
  return { ...reading, status: canceled.status }
}
