import { expect, test } from 'vitest'
import { ApiError } from '../../api/apiError.ts'
import { recoverySentenceOf, sentenceOf } from './accountTexts.ts'

const refusal = (code: string, message = 'As the server says it.', status = 400) =>
  new ApiError(status, { code, message })

test.each([
  ['invalid_credentials', 'Invalid email or password. Please check your credentials and try again.'],
  ['email_not_confirmed', 'Please check your email and click the confirmation link before signing in.'],
  ['recovery_link_invalid', 'Invalid or expired reset link. Please request a new password reset.'],
  ['too_many_requests', 'As the server says it.'],
  ['password_common', 'As the server says it.'],
  ['internal', 'An unexpected error occurred. Please try again.'],
])('%s reads: %s', (code, sentence) => {
  expect(sentenceOf(refusal(code))).toBe(sentence)
})

test('a fault of the page itself reads as an unexpected error', () => {
  expect(sentenceOf(new TypeError('x is not a function'))).toBe(
    'An unexpected error occurred. Please try again.',
  )
})

test.each([
  [refusal('recovery_link_invalid'), 'Invalid or expired reset link. Please request a new password reset.'],
  [refusal('internal', 'x', 500), 'An error occurred while processing your reset link.'],
  [refusal('network', 'x', 0), 'Session error. Please try again.'],
  [refusal('too_many_requests', 'Too many attempts.', 429), 'Too many attempts.'],
])('a recovery link that cannot be checked: %s', (error, sentence) => {
  expect(recoverySentenceOf(error)).toBe(sentence)
})
