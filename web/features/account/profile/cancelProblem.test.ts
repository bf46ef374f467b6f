import { expect, test } from 'vitest'
import { ApiError } from '../../../api/apiError.ts'
import { cancelProblem } from './cancelProblem.ts'

const refusal = (status: number, code: string) => new ApiError(status, { code, message: 'From the server.' })

test.each([
  [refusal(0, 'network'), 'Network error occurred. Please check your connection and try again.'],
  [refusal(401, 'unauthenticated'), 'Authentication error. Please log out and log back in, then try again.'],
  [refusal(404, 'subscription_not_found'), 'No active subscription found to cancel.'],
  [
    refusal(502, 'payment_provider_unavailable'),
    'Failed to cancel subscription. Please try again or contact support.',
  ],
  [new Error('odd'), 'Failed to cancel subscription. Please try again or contact support.'],
])('%s reads as the specification says', (error, sentence) => expect(cancelProblem(error)).toBe(sentence))
