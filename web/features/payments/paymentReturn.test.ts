import { describe, expect, it } from 'vitest'
import { paymentReturnUrl, readPaymentReturn, withoutPaymentReturn } from './paymentReturn.ts'

const returned =
  'payment=success&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded'

describe('the way back from a bank’s page', () => {
  it('is the account, or a page with a search of its own', () => {
    expect(paymentReturnUrl('https://cages.test', '/account')).toBe(
      'https://cages.test/account?payment=success',
    )
    expect(paymentReturnUrl('https://cages.test', '/book-coach/1?date=2026-11-24')).toBe(
      'https://cages.test/book-coach/1?date=2026-11-24&payment=success',
    )
  })

  it('names the payment and its secret', () => {
    expect(readPaymentReturn(new URLSearchParams(returned))).toEqual({
      paymentIntentId: 'pi_1',
      clientSecret: 'pi_1_secret_2',
    })
  })

  it.each([
    'payment=success',
    returned.replace('payment=success&', ''),
    returned.replace('pi_1_secret_2', 'pi_9_secret_2'),
    returned.replace('payment_intent=pi_1', 'payment_intent=../1'),
  ])('is nothing to read: %s', (search) => expect(readPaymentReturn(new URLSearchParams(search))).toBeNull())

  it('leaves nothing of itself in the address', () => {
    const search = { tab: 'camps', ...Object.fromEntries(new URLSearchParams(returned)) }
    expect(Object.entries(withoutPaymentReturn(search)).filter(([, value]) => value !== undefined)).toEqual([
      ['tab', 'camps'],
    ])
  })
})
