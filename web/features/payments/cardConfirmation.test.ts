import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  answerOfError,
  answerOfIntent,
  cardProviderOf,
  intentIdOf,
  intentStatus,
} from './cardConfirmation.ts'
import { isBlocked } from './paymentTexts.ts'
import { sandboxConfirmation } from './sandboxConfirmation.ts'

describe('what the provider says', () => {
  it.each([
    ['succeeded', 'succeeded'],
    ['processing', 'processing'],
    ['requires_payment_method', 'requires_payment_method'],
    ['requires_confirmation', 'requires_payment_method'],
    ['requires_action', 'requires_action'],
    ['canceled', 'other'],
    ['requires_capture', 'other'],
  ])('%s counts as %s', (status, expected) => expect(intentStatus(status)).toBe(expected))

  it('has the payment method, expanded or not', () => {
    expect(answerOfIntent({ status: 'succeeded', payment_method: 'pm_1' })).toMatchObject({
      paymentMethodId: 'pm_1',
    })
    expect(answerOfIntent({ status: 'succeeded', payment_method: { id: 'pm_2' } })).toMatchObject({
      paymentMethodId: 'pm_2',
    })
    expect(answerOfIntent({ status: 'canceled' })).toMatchObject({ status: 'other', paymentMethodId: null })
  })

  it("says why a card for later was refused, as a bank's page leaves it, and nothing once another one is taken", () => {
    const last_setup_error = { message: 'We are unable to authenticate your payment method.' }
    expect(answerOfIntent({ status: 'requires_payment_method', last_setup_error })).toEqual({
      kind: 'refused',
      reason: last_setup_error.message,
    })
    expect(answerOfIntent({ status: 'succeeded', last_setup_error })).toMatchObject({ status: 'succeeded' })
    expect(answerOfIntent({ status: 'requires_payment_method', last_setup_error: null })).toMatchObject({
      kind: 'status',
    })
  })

  it('tells a refused card from an incomplete one and from an intent that takes none', () => {
    const message = 'Your card was declined.'
    expect(answerOfError({ type: 'card_error', code: 'card_declined', message })).toEqual({
      kind: 'refused',
      reason: message,
    })
    expect(answerOfError({ type: 'validation_error', message: 'Incomplete.' })).toEqual({ kind: 'invalid' })
    expect(answerOfError({ code: 'payment_intent_unexpected_state' })).toEqual({ kind: 'unusable' })
    expect(answerOfError({})).toEqual({ kind: 'refused', reason: 'An unexpected error occurred.' })
  })

  it('counts a request that did not get through as blocked, not as a refusal', () => {
    expect(() => answerOfError({ type: 'api_connection_error', message: 'Failed to fetch' })).toThrow(
      'Failed to fetch',
    )
    expect(isBlocked(new TypeError('Failed to fetch'))).toBe(true)
    expect(isBlocked(new Error('net::ERR_BLOCKED_BY_ADBLOCKER'))).toBe(true)
    expect(isBlocked(new Error('Failed to load Stripe.js'))).toBe(true)
    expect(isBlocked(new Error('Your card was declined.'))).toBe(false)
    expect(isBlocked(undefined)).toBe(false)
  })

  it('is asked for by the id in the client secret', () => {
    expect(intentIdOf('pi_123_secret_456')).toBe('pi_123')
  })
})

describe('the configuration', () => {
  const configuration = { mode: 'stripe' as const, publishable_key: 'pk_test_1', api_base: null }

  it('names who takes the card', () => {
    expect(cardProviderOf(configuration)).toEqual({ publishableKey: 'pk_test_1', apiBase: null })
    expect(cardProviderOf({ ...configuration, mode: 'sandbox', api_base: '/cards' })).toMatchObject({
      apiBase: '/cards',
    })
  })

  it.each([null, '', 'sk_live_1', 'rk_test_1', 'nonsense'])(
    'is an error with the key %s',
    (publishable_key) => {
      expect(cardProviderOf({ ...configuration, publishable_key })).toBe('misconfigured')
    },
  )
})

describe('the sandbox’s form', () => {
  afterEach(() => vi.unstubAllGlobals())

  const card = { number: '4242424242424242', expMonth: 12, expYear: 2029, cvc: '123', postalCode: '77701' }
  const purpose = {
    kind: 'payment' as const,
    clientSecret: 'pi_1_secret_2',
    returnUrl: 'https://cages.test/account?payment=success',
  }

  function form(answer: unknown, readCard = () => card as typeof card | null) {
    const asked: { url: string; body: URLSearchParams | null }[] = []
    const left: string[] = []
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      asked.push({ url, body: (init?.body as URLSearchParams | undefined) ?? null })
      return Response.json(answer)
    })
    const sandbox = {
      apiBase: '/cards',
      publishableKey: 'pk_test_1',
      readCard,
      leaveFor: (url: string) => void left.push(url),
    }
    return { asked, left, confirmation: sandboxConfirmation(sandbox, purpose) }
  }

  it('sends the card in the words of Stripe’s API', async () => {
    const { asked, confirmation } = form({ status: 'succeeded', payment_method: 'pm_1' })
    expect(await confirmation.confirm()).toEqual({
      kind: 'status',
      status: 'succeeded',
      paymentMethodId: 'pm_1',
    })
    expect(asked[0]?.url).toBe('/cards/v1/payment_intents/pi_1/confirm')
    expect(Object.fromEntries(asked[0]?.body ?? [])).toEqual({
      key: 'pk_test_1',
      client_secret: 'pi_1_secret_2',
      return_url: 'https://cages.test/account?payment=success',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2029',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][address][postal_code]': '77701',
    })
  })

  it('sends nothing while a field is wrong', async () => {
    const { asked, confirmation } = form({}, () => null)
    expect(await confirmation.confirm()).toEqual({ kind: 'invalid' })
    expect(asked).toEqual([])
  })

  it('goes to the bank’s page when it is asked to, and only from a press of the button', async () => {
    const intent = { status: 'requires_action', next_action: { redirect_to_url: { url: '/cards/bank' } } }
    const { left, confirmation } = form(intent)
    expect(await confirmation.retrieve()).toMatchObject({ status: 'requires_action' })
    expect(left).toEqual([])
    expect(await confirmation.confirm()).toEqual({ kind: 'leaving' })
    expect(await confirmation.resume()).toEqual({ kind: 'leaving' })
    expect(left).toEqual(['/cards/bank', '/cards/bank'])
  })
})
