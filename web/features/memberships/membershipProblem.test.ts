import { expect, test } from 'vitest'
import { ApiError } from '../../api/apiError.ts'
import { createFailed, initiateFailed, isDeclined, isOutdated, withoutCharge } from './membershipProblem.ts'

const refusal = (code: string, details?: unknown) =>
  new ApiError(409, { code, message: 'A sentence.', details })

test('a decline is told in the words of the bank', () => {
  const declined = refusal('membership_declined', { reason: 'Your card has insufficient funds.' })
  expect(createFailed(declined)).toBe('Failed to create subscription: Your card has insufficient funds.')
  expect(isDeclined(declined)).toBe(true)
  expect(createFailed(refusal('membership_declined'))).toBe('Failed to create subscription: A sentence.')
})

test('a card that did not work is told with what matters most, once', () => {
  expect(withoutCharge('Failed: no.')).toBe('Failed: no. You have not been charged.')
  expect(withoutCharge('No. You have not been charged. Try another.')).toBe(
    'No. You have not been charged. Try another.',
  )
})

test('any other problem is told in its own words', () => {
  expect(createFailed(refusal('membership_in_progress'))).toBe('Failed to create subscription: A sentence.')
  expect(initiateFailed(refusal('membership_full'))).toBe(
    'Failed to initiate the sign-up process: A sentence.',
  )
  expect(initiateFailed(null)).toBe('Failed to initiate the sign-up process: An unexpected error occurred.')
})

test('what the page shows is out of date when someone else was faster', () => {
  expect(isOutdated(refusal('membership_full'))).toBe(true)
  expect(isOutdated(refusal('membership_declined'))).toBe(false)
})
