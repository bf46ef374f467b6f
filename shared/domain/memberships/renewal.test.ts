import { expect, it } from 'vitest'
import { renewalText } from './renewal.ts'

const zone = 'America/Chicago'

it('says when the next month begins, by when to cancel, and that a begun month is not refunded', () => {
  expect(renewalText('2026-11-23T20:10:00Z', 7, zone)).toBe(
    "Renews every month on its own, next on Wed, Dec 23. Cancel in your account with 7 days' notice before then. No refunds for a month that has begun.",
  )
  expect(renewalText('2026-11-23T20:10:00Z', 0, zone)).toContain('Cancel in your account before then.')
})

it('ends with the month where it has no such day', () => {
  expect(renewalText('2027-01-31T18:00:00Z', 7, zone)).toContain('next on Sun, Feb 28')
})
