import type { z } from 'zod'
import type { getPaymentConfiguration } from '../../../shared/contract/payments.ts'

/** Who takes the card: Stripe's own form, or ours for the sandbox and other servers that speak Stripe's API. */
export interface CardProvider {
  readonly publishableKey: string
  /** Where our form sends the card; null where Stripe's form is used. */
  readonly apiBase: string | null
}

type Configuration = z.output<typeof getPaymentConfiguration.answer>

/** The provider, or why there is none: card payment is off, or its keys are not what they should be (spec 1 §5). */
export function cardProviderOf(configuration: Configuration): CardProvider | 'unavailable' | 'misconfigured' {
  const { mode, publishable_key: publishableKey, api_base: apiBase } = configuration
  if (mode === 'unavailable') return 'unavailable'
  if (mode === 'misconfigured' || !publishableKey?.startsWith('pk_')) return 'misconfigured'
  return { publishableKey, apiBase }
}
