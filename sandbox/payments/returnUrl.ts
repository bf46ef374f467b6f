import type { KeyKind } from '../http/keys.ts'
import { invalid } from '../http/problem.ts'

/** Payment method types that never redirect. */
const inPlace = new Set(['card', 'link'])

/**
 * Payment methods may redirect, so Stripe requires a return URL, unless the call excludes redirects or
 * comes from Stripe.js.
 *
 * @throws 400 where a server confirms without one.
 */
export function requireReturnUrl(
  intent: {
    automatic_payment_methods: { allow_redirects?: string | undefined } | null
    allowed_payment_method_types: string[] | null
  },
  params: { return_url?: string | undefined; use_stripe_sdk?: boolean | undefined },
  by: KeyKind,
): void {
  const { automatic_payment_methods: automatic, allowed_payment_method_types: allowed } = intent
  if (by === 'publishable' || params.return_url !== undefined || params.use_stripe_sdk === true) return
  if (automatic === null || automatic.allow_redirects === 'never') return
  if (allowed?.every((type) => inPlace.has(type))) return
  throw invalid(
    'With automatic payment methods some may redirect the customer: give a return_url, or set automatic_payment_methods[allow_redirects] to never.',
    { param: 'return_url' },
  )
}
