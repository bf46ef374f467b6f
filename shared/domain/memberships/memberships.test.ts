import { describe, expect, test } from 'vitest'
import {
  foundersBadge,
  liveStatuses,
  noticeTerm,
  readSubscriptionStatus,
  reservationsTerm,
  spotsLeft,
  standingOf,
  waivedNotice,
} from './memberships.ts'

const member = (status: Parameters<typeof standingOf>[0] extends infer M ? NonNullable<M> : never) => status

describe('standing', () => {
  test.each([
    [null, 'none'],
    [member({ status: 'incomplete', cancel_at_period_end: false }), 'none'],
    [member({ status: 'canceled', cancel_at_period_end: true }), 'none'],
    [member({ status: 'active', cancel_at_period_end: false }), 'enrolled'],
    [member({ status: 'trialing', cancel_at_period_end: false }), 'enrolled'],
    [member({ status: 'active', cancel_at_period_end: true }), 'cancelling'],
    [member({ status: 'past_due', cancel_at_period_end: false }), 'enrolled'],
    [member({ status: 'unpaid', cancel_at_period_end: false }), 'enrolled'],
    [member({ status: 'unpaid', cancel_at_period_end: true }), 'cancelling'],
  ])('of %j is %s', (membership, standing) => {
    expect(standingOf(membership)).toBe(standing)
  })
})

test('live are exactly the states that the specification loads', () => {
  expect([...liveStatuses].sort()).toEqual(['active', 'past_due', 'trialing', 'unpaid'])
})

test('an unknown state is null', () => {
  expect(readSubscriptionStatus('past_due')).toBe('past_due')
  expect(readSubscriptionStatus('toString')).toBeNull()
})

test('the badge has the wording of the specification, and says when the club is full', () => {
  expect(foundersBadge(spotsLeft(10, 8), 10)).toBe('Only 2 / 10 Founders Spots Left!')
  expect(foundersBadge(spotsLeft(10, 12), 10)).toBe('All founders spots are taken')
})

test('the terms read as sentences, with and without a figure', () => {
  expect(noticeTerm(7)).toBe("Please give 7 days' notice before your next billing date.")
  expect(noticeTerm(1)).toContain("1 day's notice")
  expect(noticeTerm(0)).toBe('No notice is needed.')
  expect(reservationsTerm(null)).toContain('The facility may set a limit')
  expect(reservationsTerm(1)).toContain('one active reservation at a time')
  expect(reservationsTerm(3)).toContain('up to 3 active reservations at a time')
})

test.each([
  // Billed on November 21, in Chicago; the notice is due on the 14th.
  ['2026-11-14T23:00:00Z', 7, false],
  ['2026-11-15T05:30:00Z', 7, false],
  ['2026-11-15T06:30:00Z', 7, true],
  ['2026-11-21T18:00:00Z', 7, true],
  ['2026-11-21T18:00:00Z', 0, false],
])('canceled at %s with %i days of notice the notice is waived: %s', (now, days, waived) => {
  const sentence = waivedNotice(
    { status: 'active', current_period_end: '2026-11-22T05:00:00Z' },
    { days, now: new Date(now), zone: 'America/Chicago' },
  )
  expect(sentence !== null).toBe(waived)
  if (waived) expect(sentence).toMatch(/7 days' notice .* We waive it: there is no further charge\./)
})
