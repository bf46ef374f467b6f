import { describe, expect, it } from 'vitest'
import { type ErrorCode, errors } from '../../../shared/contract/errors.ts'
import { ApiError } from '../../api/apiError.ts'
import { problemOf } from '../../api/client.ts'
import { problemSentence, readBookingProblem } from './bookingProblem.ts'

const refusal = (code: ErrorCode, details?: unknown) =>
  new ApiError(errors[code].status, { code, message: errors[code].message, details })

describe('why a booking was not made', () => {
  it('names the slots that are gone', () => {
    const slots = [
      {
        cage_id: 'a',
        cage_name: 'Cage 1',
        start_time: '2026-11-24T22:00:00.000Z',
        end_time: '2026-11-24T22:30:00.000Z',
      },
    ]
    expect(readBookingProblem(refusal('slots_taken', { slots }))).toEqual({
      kind: 'taken',
      slots: [{ cageId: 'a', cageName: 'Cage 1', start: new Date('2026-11-24T22:00:00Z') }],
    })
  })

  it('brings the fresh total in cents', () => {
    expect(readBookingProblem(refusal('price_changed', { total_amount: 25.5 }))).toEqual({
      kind: 'price',
      total: 2550,
      message: 'The price has changed. Please check the new total and book again.',
    })
  })

  it('is a limit, with what is open, what may be and what to do', async () => {
    const details = {
      limit_minutes: 240,
      open_minutes: 210,
      requested_minutes: 60,
      pay_by_card: true,
      phone: '(409) 555-0142',
    }
    const answer = Response.json({ code: 'unpaid_hours_limit', message: '', details }, { status: 409 })
    const problem = readBookingProblem(await problemOf(answer))
    expect(problem.kind).toBe('limit')
    expect(problemSentence(problem)).toBe(
      'You can have up to 4 hours booked to pay on arrival, and you have 3.5 hours already. Please pay with card, cancel a booking, or call us at (409) 555-0142.',
    )
  })

  it.each(['booking_login_required', 'unauthenticated'] as const)('is the session for %s', (code) => {
    expect(readBookingProblem(refusal(code))).toEqual({ kind: 'login' })
  })

  it('has the sentence of any other refusal', () => {
    expect(readBookingProblem(refusal('slot_in_past'))).toEqual({
      kind: 'failed',
      message: 'That time has already passed.',
      unsure: false,
    })
  })

  it.each([0, 408, 500, 502, 503])('leaves open with status %i whether it was made', (status) => {
    const error = new ApiError(status, { code: 'network', message: 'No answer.' })
    expect(readBookingProblem(error)).toEqual({ kind: 'failed', message: 'No answer.', unsure: true })
  })

  it('falls back to a sentence of its own', () => {
    expect(readBookingProblem(new TypeError('x is not a function'))).toMatchObject({
      kind: 'failed',
      message: 'Failed to create booking.',
    })
  })
})

describe('what the dialog says', () => {
  it('has the form of the specification', () => {
    expect(problemSentence(readBookingProblem(refusal('facility_closed')))).toBe(
      'Booking failed: The facility is closed at that time.',
    )
  })

  it('takes the fear of pressing again when no answer came', () => {
    const sentence = problemSentence(readBookingProblem(refusal('unavailable')))
    expect(sentence).toMatch(/^Booking failed: Booking is briefly unavailable.*can’t book you twice\.$/)
  })
})
