import { describe, expect, test } from 'vitest'
import { errors } from '../../../shared/contract/errors.ts'
import { ApiError } from '../../api/apiError.ts'
import { paymentProblem, registrationProblem } from './campProblem.ts'
import { paymentStatus, registerState } from './campRules.ts'

const refusal = (code: keyof typeof errors) =>
  new ApiError(errors[code].status, { code, message: errors[code].message })

describe('a registration that failed', () => {
  test('asks for a login where there is none any more', () => {
    expect(registrationProblem(refusal('unauthenticated'))).toEqual({ kind: 'login' })
  })

  test('is told as news where one is registered already', () => {
    expect(registrationProblem(refusal('already_registered'))).toEqual({
      kind: 'already',
      message: 'You are already registered for this camp!',
    })
  })

  test('says that someone else was faster', () => {
    expect(registrationProblem(refusal('camp_full'))).toEqual({
      kind: 'failed',
      message: 'Camp Full. Someone else just took the last spot.',
      unsure: false,
    })
  })

  test('may have worked where no answer came', () => {
    const lost = new ApiError(0, { code: 'network', message: 'We couldn’t reach the server.' })
    expect(registrationProblem(lost)).toMatchObject({ kind: 'failed', unsure: true })
    expect(registrationProblem(new TypeError('bug'))).toEqual({
      kind: 'failed',
      message: 'An unexpected error occurred.',
      unsure: true,
    })
  })
})

describe('a payment that was not opened', () => {
  test('is told here where it is about the seat', () => {
    expect(paymentProblem(refusal('payment_login_required'))).toEqual({ kind: 'login' })
    expect(paymentProblem(refusal('already_registered'))).toMatchObject({ kind: 'already' })
    expect(paymentProblem(refusal('age_outside_range'))).toMatchObject({
      message: errors.age_outside_range.message,
    })
    expect(paymentProblem(refusal('camp_full'))).toMatchObject({ kind: 'payment' })
  })

  test('is left to the checkout where it is about the money', () => {
    expect(paymentProblem(refusal('price_changed'))).toBeNull()
    expect(paymentProblem(refusal('payments_unavailable'))).toBeNull()
  })
})

const seat = { status: 'registered' } as const
const held = { status: 'held' } as const

test('a seat of the family comes before a full or closed camp', () => {
  expect(registerState({ registration_state: 'full' }, [held, seat], false)).toBe('registered')
  expect(registerState({ registration_state: 'full' }, [], false)).toBe('full')
})

test('a camp whose last seat is held for the family is still open', () => {
  expect(registerState({ registration_state: 'full' }, [held], false)).toBe('open')
  expect(registerState({ registration_state: 'full' }, [], true)).toBe('open')
  expect(registerState({ registration_state: 'closed' }, [held], true)).toBe('closed')
})

test.each([
  ['registered', 180, 'Pay on Arrival'],
  ['paid', 180, 'Payment Complete'],
  ['registered', 0, 'Payment Complete'],
] as const)('a seat that is %s at $%i reads %s', (status, total_cost, words) => {
  expect(paymentStatus({ status, total_cost })).toBe(words)
})
