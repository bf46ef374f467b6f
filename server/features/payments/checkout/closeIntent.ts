import type Stripe from 'stripe'
import type { Context } from '../../../context.ts'
import { Refusal } from '../../../refusal.ts'
import { askProvider } from '../provider/provider.ts'
import { type IntentReading, readIntent } from '../provider/readIntent.ts'
import { applyReading } from '../provider/settle.ts'

/** Statuses in which the provider accepts a cancellation; in any other the payment is paid or in progress. */
const cancelable: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]

/**
 * Cancels a payment at the provider, so that it can never be paid, and releases its hold. A payment that was paid at the
 * same moment is settled as paid.
 */
export async function closeIntent(context: Context, intentId: string): Promise<IntentReading | Refusal> {
  const reading = await readIntent(context, intentId)
  if (reading instanceof Refusal) return reading
  const last = cancelable.includes(reading.status) ? await cancel(context, reading) : reading
  if (!(last instanceof Refusal)) await applyReading(context, last)
  return last
}

/** The provider refuses when the payment was paid after it was read: then it is read again. */
async function cancel(context: Context, reading: IntentReading): Promise<IntentReading | Refusal> {
  const canceled = await askProvider(context, (stripe) =>
    stripe.paymentIntents.cancel(reading.id, { cancellation_reason: 'abandoned' }),
  )
  if (canceled instanceof Refusal) return readIntent(context, reading.id)
  return { ...reading, status: canceled.status }
}
