import { expect, test } from 'vitest'
import type { Subscription } from '../../../shared/contract/memberships/memberships.ts'
import { membershipTexts } from './membershipTexts.ts'

const zone = 'America/Chicago'
const subscription = (more: Partial<Subscription> = {}): Subscription => ({
  id: 's',
  status: 'active',
  cancel_at_period_end: false,
  current_period_start: '2026-11-01T05:00:00.000Z',
  // Still November 30 in Chicago.
  current_period_end: '2026-12-01T05:00:00.000Z',
  stripe_subscription_id: 'sub_1',
  freeze: null,
  created_at: '2026-01-01T00:00:00.000Z',
  ...more,
})

test('a frozen membership says from when to when, and when the next charge comes', () => {
  const freeze = { from: '2026-12-01T18:00:00.000Z', until: '2027-02-01T18:00:00.000Z', begun: false }
  expect(membershipTexts(subscription({ freeze }), zone)).toMatchObject({
    chip: { label: 'Active' },
    lines: [expect.stringContaining('from Tuesday, December 1, 2026 to Monday, February 1, 2027')],
    date: { label: 'Next Billing Date', day: 'Monday, February 1, 2027' },
  })
  expect(membershipTexts(subscription({ freeze: { ...freeze, begun: true } }), zone).chip.label).toBe(
    'Frozen',
  )
  const ending = membershipTexts(subscription({ freeze, cancel_at_period_end: true }), zone)
  expect(ending).toMatchObject({
    lines: ['Your membership will not renew'],
    date: { label: 'Membership Ends' },
  })
})

test('an active membership has its next billing date, in facility time', () => {
  expect(membershipTexts(subscription(), zone)).toMatchObject({
    chip: { label: 'Active', tone: 'good' },
    lines: [],
    date: { label: 'Next Billing Date', day: 'Monday, November 30, 2026' },
    owes: false,
  })
})

test('a membership that was canceled says that it will not renew and when it ends', () => {
  expect(membershipTexts(subscription({ cancel_at_period_end: true }), zone)).toMatchObject({
    chip: { label: 'Cancelling at Period End' },
    lines: ['Your membership will not renew'],
    date: { label: 'Membership Ends' },
  })
})

test.each([
  ['trialing', 'Trial', false],
  ['past_due', 'Past Due', true],
  ['unpaid', 'Unpaid', true],
] as const)('%s reads %s', (status, label, owes) => {
  expect(membershipTexts(subscription({ status }), zone)).toMatchObject({ chip: { label }, owes })
})

test('one that ends and owes a month says both', () => {
  const words = membershipTexts(subscription({ status: 'past_due', cancel_at_period_end: true }), zone)
  expect(words).toMatchObject({ chip: { label: 'Cancelling at Period End' }, owes: true })
  expect(words.lines).toEqual([
    'Your membership will not renew',
    'Your last payment did not go through.',
    'Update your card: we’ll charge what’s owed, and your membership continues.',
  ])
})

test('only one whose card will be charged again offers to change it', () => {
  expect(membershipTexts(subscription(), zone).changeable).toBe(true)
  expect(membershipTexts(subscription({ stripe_subscription_id: null }), zone).changeable).toBe(false)
  expect(membershipTexts(subscription({ cancel_at_period_end: true }), zone).changeable).toBe(false)
})

test.each(['past_due', 'unpaid'] as const)('%s has no next billing date, and says what to do', (status) => {
  const words = membershipTexts(subscription({ status }), zone)
  expect(words.date).toBeNull()
  expect(words.lines.join(' ')).toMatch(/^Your last payment did not go through.* Update your card/)
  expect(words.payable).toBe(true)
})

test('one that no card pays is settled at the desk', () => {
  const words = membershipTexts(subscription({ status: 'past_due', stripe_subscription_id: null }), zone)
  expect(words.lines).toContain('Please call us to settle it.')
  expect(words.payable).toBe(false)
})

test('without a period there is no date', () => {
  expect(membershipTexts(subscription({ current_period_end: null }), zone).date).toBeNull()
})
