import { expect, test } from 'vitest'
import { pagePolicy } from './securityHeaders.ts'

test('only a facility that takes cards through Stripe lets Stripe into its pages', () => {
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

test('another server that speaks the API may be connected to, and runs no script', () => {
  const policy = pagePolicy('n', { mode: 'stripe', browserApiBase: 'http://localhost:12111' })

  expect(policy).toContain("connect-src 'self' http://localhost:12111;")
  expect(policy).toContain("script-src 'self' 'nonce-n';")
})
