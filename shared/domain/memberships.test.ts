import { describe, expect, test } from 'vitest'
import {
  fillAgreement,
  foundersBadge,
  liveStatuses,
  readSubscriptionStatus,
  spotsLeft,
  standingOf,
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

test('an unknown state is told apart', () => {
  expect(readSubscriptionStatus('past_due')).toBe('past_due')
  expect(readSubscriptionStatus('toString')).toBeNull()
})

test('the badge has the wording of the specification, and tells a full club', () => {
  expect(foundersBadge(spotsLeft(10, 8), 10)).toBe('Only 2 / 10 Founders Spots Left!')
  expect(foundersBadge(spotsLeft(10, 12), 10)).toBe('All founders spots are taken')
})

test('figures take the place of their braces, and of nothing else', () => {
  const figures = { monthly_price: '$109.99', cage_discount: '15%', class_discount: '10%' }
  expect(
    fillAgreement([{ title: 'At {monthly_price}', text: '{class_discount}, {toString} {x}' }], figures),
  ).toEqual([{ title: 'At $109.99', text: '10%, {toString} {x}' }])
})
