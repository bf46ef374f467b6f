import { describe, expect, it } from 'vitest'
import type { PaymentState } from '../../../shared/contract/payments/payments.ts'
import { ApiError } from '../../api/apiError.ts'
import { settlePayment } from './settlePayment.ts'

const payment: PaymentState['payment'] = {
  payment_transaction_id: '00000000-0000-4000-8000-000000000001',
  amount: 20,
  description: 'Cage 1',
  receiptUrl: null,
  paymentType: 'cage_booking',
  card_brand: 'visa',
  card_last4: '4242',
  booking_count: 1,
  calendar_url: null,
  item_ids: [],
}
const answer = (status: PaymentState['status'], message = ''): PaymentState => ({ status, message, payment })
const noAnswer = new ApiError(0, { code: 'network', message: 'We couldn’t reach the server.' })

/** A server that gives these answers in turn, the last one for ever; counts how long it was waited for. */
function server(...answers: (PaymentState | Error)[]) {
  const pauses: number[] = []
  let asked = 0
  return {
    pauses,
    asked: () => asked,
    ask: async () => {
      const next = answers[Math.min(asked, answers.length - 1)]
      asked += 1
      if (!next || next instanceof Error) throw next
      return next
    },
    pause: async (milliseconds: number) => void pauses.push(milliseconds),
  }
}

describe('settling a payment', () => {
  it('is done when the server has booked', async () => {
    const booked = server(answer('succeeded'))
    expect(await settlePayment(booked)).toEqual({ kind: 'paid', payment })
    expect(booked.asked()).toBe(1)
  })

  it('asks again when answers get lost', async () => {
    const flaky = server(noAnswer, noAnswer, answer('succeeded'))
    expect(await settlePayment(flaky)).toMatchObject({ kind: 'paid' })
    expect(flaky.pauses).toEqual([1_000, 2_000])
  })

  it('says after a quarter of a minute that the booking was not confirmed', async () => {
    const gone = server(noAnswer)
    expect(await settlePayment(gone)).toEqual({
      kind: 'unconfirmed',
      message: 'Payment succeeded but booking confirmation failed: We couldn’t reach the server.',
    })
    expect(gone.pauses).toEqual([1_000, 2_000, 4_000, 8_000])
  })

  it('does not repeat what was refused', async () => {
    const refusing = server(
      new ApiError(404, { code: 'payment_not_found', message: 'That payment does not exist.' }),
    )
    expect(await settlePayment(refusing)).toMatchObject({ kind: 'unconfirmed' })
    expect(refusing.asked()).toBe(1)
  })

  it('waits for the bank for about a minute', async () => {
    expect(await settlePayment(server(answer('processing'), answer('succeeded')))).toMatchObject({
      kind: 'paid',
    })
    const slow = server(answer('processing'))
    expect(await settlePayment(slow)).toEqual({ kind: 'pending', payment })
    expect(slow.pauses.reduce((sum, pause) => sum + pause, 0)).toBe(56_000)
  })

  it.each([
    ['refunded', { kind: 'refunded', message: 'It comes back.' }],
    ['requires_payment_method', { kind: 'declined', message: 'Payment failed: It comes back.', payment }],
    ['requires_action', { kind: 'action', payment }],
    ['canceled', { kind: 'over' }],
  ] as const)('reads %s', async (status, expected) => {
    expect(await settlePayment(server(answer(status, 'It comes back.')))).toEqual(expected)
  })
})
