import { expect, test } from 'vitest'
import { pagePolicy } from './securityHeaders.ts'

test('the policy allows Stripe only where cards are charged through Stripe', () => {
  const stripe = pagePolicy('n', { mode: 'stripe', browserApiBase: null })
  expect(stripe).toContain("script-src 'self' 'nonce-n' https://js.stripe.com")
  expect(stripe).toContain("connect-src 'self' https://api.stripe.com")
  expect(stripe).toContain('frame-src https://js.stripe.com')

  for (const mode of ['sandbox', 'unavailable', 'misconfigured'] as const) {
    const policy = pagePolicy('n', { mode, browserApiBase: mode === 'sandbox' ? '/payment-sandbox' : null })
    expect(policy).not.toContain('stripe')
    expect(policy).toContain("connect-src 'self';")
  }
})

test('another server with the same API may be connected to, but may run no script', () => {
  const policy = pagePolicy('n', { mode: 'stripe', browserApiBase: 'http://localhost:12111' })

  expect(policy).toContain("connect-src 'self' http://localhost:12111;")
  expect(policy).toContain("script-src 'self' 'nonce-n';")
})
