import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../config.ts'
import { createPayments, type SandboxAccess, usesSandbox } from './payments.ts'

const SECRET = 'sk_test_abc'
const PUBLISHABLE = 'pk_test_abc'
const WEBHOOK = 'whsec_abc'
const keys = {
  STRIPE_SECRET_KEY: SECRET,
  STRIPE_PUBLISHABLE_KEY: PUBLISHABLE,
  STRIPE_WEBHOOK_SECRET: WEBHOOK,
}
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://cages.example.com' }
const configOf = (variables: Record<string, string>) =>
  loadConfig({
    AUTH_SECRET: 'a-secret-that-only-tests-know-and-use',
    AUDIT_KEY: 'a-key-that-only-tests-seal-with-of-32',
    ...variables,
  })
const paymentsOf = (variables: Record<string, string>) => createPayments(configOf(variables), null)

describe('The settings of card payment', () => {
  test('with matching keys select Stripe', () => {
    expect(paymentsOf({ ...keys, STRIPE_PRICE_ID: 'price_1' })).toMatchObject({
      mode: 'stripe',
      publishableKey: PUBLISHABLE,
      browserApiBase: null,
      priceId: 'price_1',
    })
  })

  test('can name another server with the same API, which the card form then uses too', () => {
    const payments = paymentsOf({ ...keys, STRIPE_API_BASE: 'http://localhost:12111/v1/' })

    expect(payments).toMatchObject({ mode: 'stripe', browserApiBase: 'http://localhost:12111' })
  })

  test('without any key select the sandbox, in production only where it is allowed', () => {
    const sandbox: SandboxAccess = {
      origin: 'http://127.0.0.1:4000',
      path: '/payment-sandbox',
      secretKey: SECRET,
      publishableKey: PUBLISHABLE,
      webhookSecret: WEBHOOK,
      priceId: 'price_1',
    }
    expect(usesSandbox(configOf({}))).toBe(true)
    expect(usesSandbox(configOf(production))).toBe(false)
    expect(usesSandbox(configOf({ ...production, PAYMENT_SANDBOX: 'true' }))).toBe(true)
    expect(usesSandbox(configOf({ PAYMENT_SANDBOX: 'false' }))).toBe(false)
    expect(usesSandbox(configOf(keys))).toBe(false)
    expect(createPayments(configOf({}), sandbox)).toMatchObject({
      mode: 'sandbox',
      browserApiBase: '/payment-sandbox',
    })
    expect(paymentsOf(production)).toMatchObject({ mode: 'unavailable', stripe: null, problem: null })
  })

  test.each([
    ['a secret key where the publishable one belongs', { STRIPE_PUBLISHABLE_KEY: 'sk_test_leak' }],
    ['no publishable key', { STRIPE_PUBLISHABLE_KEY: '' }],
    ['a publishable key of another form', { STRIPE_PUBLISHABLE_KEY: 'abc' }],
    ['no secret key', { STRIPE_SECRET_KEY: '' }],
    ['a publishable key where the secret one belongs', { STRIPE_SECRET_KEY: PUBLISHABLE }],
    ['one key for tests and one for real', { STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' }],
    ['no webhook secret', { STRIPE_WEBHOOK_SECRET: '' }],
  ])('with %s charge nothing, and no key reaches a browser or the log', (_name, wrong) => {
    const payments = paymentsOf({ ...keys, ...wrong })

    expect(payments).toMatchObject({ mode: 'misconfigured', stripe: null, publishableKey: null })
    expect(payments.problem).toMatch(/^(STRIPE_|One Stripe key)/)
    expect(payments.problem).not.toContain('leak')
  })

  test('refuse an address with a path, which the client would not use', () => {
    expect(() => configOf({ STRIPE_API_BASE: 'http://localhost:12111/stripe' })).toThrow(/STRIPE_API_BASE/)
  })
})
