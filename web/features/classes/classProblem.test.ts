import { describe, expect, it } from 'vitest'
import { errors } from '../../../shared/contract/errors.ts'
import { ApiError } from '../../api/apiError.ts'
import { readClassProblem, readFreeSessionsProblem } from './classProblem.ts'
import { isSolvedInDialog } from './useClassBooking.tsx'

const refusal = (code: keyof typeof errors, details?: unknown) =>
  new ApiError(errors[code].status, { code, message: errors[code].message, details })
const said = (message: string) => new ApiError(400, { code: 'provider', message })
const told = (error: unknown) => {
  const { title, message } = readClassProblem(error)
  return [title, message]
}

const configuration = [
  'Payment Configuration Error',
  'There is a configuration issue with the payment system. Please contact support.',
]
const unknown = ['Booking Error', 'There was an error processing your booking. Please try again.']

describe('a message about the way of paying', () => {
  it.each(['This key was used in live mode.', 'A similar object exists in test mode, but not here.'])(
    'is an error of configuration: %s',
    (message) => expect(told(said(message))).toEqual(configuration),
  )

  it('is an error of configuration when the server says that it is', () => {
    expect(told(refusal('payment_configuration'))).toEqual(configuration)
  })

  it.each(['Authentication failed', 'You need to be logged in to pay.'])('asks to sign in: %s', (message) => {
    expect(readClassProblem(said(message))).toMatchObject({
      kind: 'authentication',
      title: 'Authentication Required',
    })
  })

  it('asks to sign in when the session has ended', () => {
    expect(readClassProblem(refusal('payment_login_required')).kind).toBe('authentication')
    expect(readClassProblem(refusal('unauthenticated')).kind).toBe('authentication')
  })

  it.each([
    'Payment method not available',
    'Stripe is not reachable',
    'Invalid payment response. Please try again.',
  ])('is an error of payment: %s', (message) => {
    expect(told(said(message))).toEqual(['Payment Error', message])
  })

  it('never sends to pay on arrival, which classes do not have', () => {
    expect(told(refusal('payments_unavailable'))).toEqual([
      'Payment Error',
      'Payment by card is not available right now. Please call us to book this class.',
    ])
  })
})

describe('anything else', () => {
  it.each([said('out of luck'), new TypeError('x is undefined'), refusal('internal'), 'nothing', undefined])(
    'is an error of booking: %s',
    (error) => expect(told(error)).toEqual(unknown),
  )

  it('says which sessions cannot be had, and why', () => {
    const sessions = [
      { id: 'a', class_name: 'Bunting', class_date: '2026-11-24', start_time: '16:00', end_time: '17:00' },
    ]
    expect(readClassProblem(refusal('class_session_full', { sessions }))).toEqual({
      kind: 'booking',
      title: 'Booking Error',
      message: 'A selected session has no spots left.',
      sessions,
    })
    expect(readClassProblem(refusal('class_session_not_found', { instance_ids: [] })).sessions).toEqual([])
  })

  it('says what to do about a class that has become free, and one that is paid for after all', () => {
    expect(told(refusal('nothing_to_pay'))).toEqual([
      'Booking Error',
      'This class has become free. Please book again: no card is needed.',
    ])
    expect(told(refusal('price_changed', { total_amount: 5 }))).toEqual([
      'Booking Error',
      'The price has changed. Please check the new total and book again.',
    ])
  })

  it('says what to do about less than a card can be charged', () => {
    expect(told(refusal('below_card_minimum'))).toEqual([
      'Payment Error',
      'Payment by card begins at $0.50. Please choose more sessions, or call us to book this one.',
    ])
  })
})

describe('sessions that cost nothing', () => {
  it('may be booked although no answer came, and can be asked for again', () => {
    const { problem, unsure } = readFreeSessionsProblem(refusal('unavailable'))
    expect(unsure).toBe(true)
    expect(problem.message).toBe(`${unknown[1]} Pressing the button again can’t book you twice.`)
    expect(readFreeSessionsProblem(refusal('class_session_full', { sessions: [] }))).toMatchObject({
      unsure: false,
      problem: { message: 'A selected session has no spots left.' },
    })
  })
})

describe('the payment dialog', () => {
  it.each(['price_changed', 'payment_provider_unavailable', 'unavailable'] as const)(
    'solves %s itself',
    (code) => {
      expect(isSolvedInDialog(refusal(code))).toBe(true)
    },
  )

  it.each([
    'class_session_full',
    'payments_unavailable',
    'payment_configuration',
    'payment_login_required',
    'internal',
  ] as const)('leaves %s to the page', (code) => {
    expect(isSolvedInDialog(refusal(code))).toBe(false)
  })
})
