import type { Payments } from '../integrations/stripe/payments.ts'

/** On every answer; pages get a policy with a nonce instead of the API's, which allows nothing at all. */
export const baseHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
  'x-frame-options': 'DENY',
}

/** Two years, as the preload list requires; sent only where the site is served over TLS. */
export const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains'

export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * The policy of a page: its own files, and inline elements with this response's nonce; where cards are taken also
 * what the provider's form needs (https://docs.stripe.com/security/guide#content-security-policy).
 */
export function pagePolicy(nonce: string, payments: Pick<Payments, 'mode' | 'browserApiBase'>): string {
  const stripe = payments.mode === 'stripe' && payments.browserApiBase === null
  const cardServer = payments.browserApiBase?.startsWith('http') ? payments.browserApiBase : ''
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${stripe ? ' https://js.stripe.com https://*.js.stripe.com' : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src 'self' ${stripe ? 'https://api.stripe.com' : cardServer}`.trim(),
    ...(stripe ? ['frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com'] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
