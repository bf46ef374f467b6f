import Stripe from 'stripe'
import type { Context } from '../../../context.ts'
import { type Refusal, refuse } from '../../../refusal.ts'

export type ProviderContext = Pick<Context, 'payments' | 'log'>

/** The provider's client, or why there is none. */
export function provider({ payments }: ProviderContext): Stripe | Refusal {
  if (payments.stripe) return payments.stripe
  return refuse(payments.mode === 'misconfigured' ? 'payment_configuration' : 'payments_unavailable')
}

/**
 * Calls the provider. One that cannot be reached, or fails itself, is an expected outcome; its error is logged and not
 * sent to the customer. Card errors are thrown.
 */
export async function askProvider<Answer>(
  context: ProviderContext,
  ask: (stripe: Stripe) => Promise<Answer>,
): Promise<Answer | Refusal> {
  const stripe = provider(context)
  if (!(stripe instanceof Stripe)) return stripe
  try {
    return await ask(stripe)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error instanceof Stripe.errors.StripeCardError)
      throw error
    context.log.error({ err: error }, 'the payment provider refused or cannot be reached')
    const ours =
      error instanceof Stripe.errors.StripeAuthenticationError ||
      error instanceof Stripe.errors.StripePermissionError
    return refuse(ours ? 'payment_configuration' : 'payment_provider_unavailable')
  }
}
