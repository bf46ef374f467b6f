import type Stripe from 'stripe'
import type { Context } from '../../../context.ts'
import type { Refusal } from '../../../refusal.ts'
import { askProvider } from './provider.ts'

/** How the provider reports a payment at one moment. */
export interface IntentReading {
  readonly id: string
  readonly status: Stripe.PaymentIntent.Status
  readonly clientSecret: string | null
  /** Our payment, as the provider was told when the intent was made. */
  readonly paymentId: string | null
  /** Cents that the provider received. */
  readonly receivedCents: number
  readonly currency: string
  readonly charge: {
    readonly id: string
    readonly receiptUrl: string | null
    readonly brand: string | null
    readonly last4: string | null
    /** Cents that were refunded. */
    readonly refundedCents: number
  } | null
  /** Why the last attempt failed, as the provider tells the customer. */
  readonly failure: string | null
}

/** Asks the provider how a payment stands now: the one source of truth about money (decision 2). */
export function readIntent(context: Context, intentId: string): Promise<IntentReading | Refusal> {
  return askProvider(context, async (stripe) => {
    const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
    return readingOf(intent, await chargeOf(stripe, intent))
  })
}

/** What we keep of a payment intent and its charge, with amounts in cents. */
export const readingOf = (intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): IntentReading => ({
  id: intent.id,
  status: intent.status,
  clientSecret: intent.client_secret,
  paymentId: intent.metadata.payment_transaction_id ?? null,
  receivedCents: intent.amount_received,
  currency: intent.currency,
  charge: charge && {
    id: charge.id,
    receiptUrl: charge.receipt_url,
    brand: charge.payment_method_details?.card?.brand ?? null,
    last4: charge.payment_method_details?.card?.last4 ?? null,
    refundedCents: charge.amount_refunded,
  },
  failure: intent.last_payment_error?.message ?? null,
})

/** Servers that imitate the API may not expand the charge. */
async function chargeOf(
  stripe: Stripe,
  { latest_charge: charge }: Stripe.PaymentIntent,
): Promise<Stripe.Charge | null> {
  return typeof charge === 'string' ? stripe.charges.retrieve(charge) : charge
}
