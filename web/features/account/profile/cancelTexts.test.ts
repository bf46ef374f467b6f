import { expect, test } from 'vitest'
import { ApiError } from '../../../api/apiError.ts'
import { cancelProblem, endingLines } from './cancelTexts.ts'

const rules = { membership_notice_days: 7, time_zone: 'America/Chicago' }
const ends = '2026-11-24T18:00:00.000Z'
const lines = (status: 'active' | 'trialing' | 'past_due' | 'unpaid', now: string) =>
  endingLines({ status, current_period_end: ends }, rules, new Date(now))

test('in good time a member is told the last day, and that nothing more is charged', () => {
  expect(lines('active', '2026-11-10T18:00:00Z')).toEqual([
    'Your membership stays active until Tuesday, November 24, 2026. After that it will not renew.',
    'Nothing more will be charged.',
  ])
})

test('inside the notice days a member is told the rule, and that it is waived', () => {
  const [, charge] = lines('trialing', '2026-11-20T18:00:00Z')
  expect(charge).toBe(
    "The agreement asks for 7 days' notice before the next billing date. We waive it: there is no further charge.",
  )
})

test('a month that is owed is not called free', () => {
  expect(lines('past_due', '2026-11-20T18:00:00Z')).toEqual([
    'Your membership ends on Tuesday, November 24, 2026 and will not renew.',
    'This month is not paid yet, and your card may be tried again for it. No other month is charged.',
  ])
  expect(lines('unpaid', '2026-11-20T18:00:00Z')[1]).toBe('Nothing more will be charged.')
})

test('a period without an end is told without a date', () => {
  const [running] = endingLines({ status: 'active', current_period_end: null }, rules)
  expect(running).toContain('until the end of your current billing period')
})

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
