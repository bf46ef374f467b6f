import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OpenCheckout } from './checkoutStore.ts'
import { releaseUntilAnswered } from './releaseCheckout.ts'

const intent = { paymentIntentId: 'pi_1', clientSecret: 'pi_1_secret_1' }
const request = { bookingDetails: [], totalAmount: 20 }
const canceled = { status: 'canceled', message: '', payment: {} }
const opened = {
  ...intent,
  payment_type: 'cage_booking',
  description: '',
  total_amount: 20,
  expires_at: '2026-11-24T22:00:00.000Z',
}
const json = (body: object, status = 200) => Response.json(body, { status })
const refusal = (status: number) => json({ code: 'told', message: 'No.' }, status)

/** A server that gives these answers in turn; an error is no answer. */
function server(...answers: (Response | Error)[]) {
  const asked: { path: string; key: string | null }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ path: url, key: new Headers(init.headers).get('Idempotency-Key') })
    const answer = answers.shift()
    if (!answer || answer instanceof Error) throw answer ?? new Error('asked too often')
    return answer
  })
  return asked
}

/** A clock that only waiting moves on. */
function clock() {
  const waits: number[] = []
  return {
    waits,
    now: () => waits.reduce((sum, wait) => sum + wait, 0),
    wait: async (milliseconds: number) => void waits.push(milliseconds),
  }
}

const checkout = (payment: OpenCheckout['payment']): OpenCheckout => ({ key: 'k1', payment, openedAt: 0 })
const lost = () => new TypeError('Failed to fetch')

afterEach(() => vi.unstubAllGlobals())

describe('releasing a checkout', () => {
  it('retries until the server has answered', async () => {
    const asked = server(lost(), refusal(503), json(canceled))
    const time = clock()
    expect(await releaseUntilAnswered(checkout(intent), time)).toEqual(canceled)
    expect(asked.map(({ path }) => path)).toEqual(Array(3).fill('/api/payments/cancel'))
    expect(time.waits).toEqual([1_000, 2_000])
  })

  it('asks under its own key for a payment whose opening was not answered, and gives that up', async () => {
    const asked = server(json(opened, 201), json(canceled))
    expect(await releaseUntilAnswered(checkout(request), clock())).toEqual(canceled)
    expect(asked).toMatchObject([
      { path: '/api/payments/intents', key: 'k1' },
      { path: '/api/payments/cancel' },
    ])
  })

  it.each([401, 404, 409, 429])('ends with the answer %d: nothing is left to give up', async (status) => {
    const asked = server(refusal(status))
    expect(await releaseUntilAnswered(checkout(request), clock())).toBeNull()
    expect(asked).toHaveLength(1)
  })

  it('ends when the hold has ended by itself, after few tries', async () => {
    const asked = server(...Array.from({ length: 30 }, lost))
    expect(await releaseUntilAnswered(checkout(request), clock())).toBeNull()
    expect(asked.length).toBeLessThan(15)
  })
})
