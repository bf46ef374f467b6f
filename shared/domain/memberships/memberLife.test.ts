import { describe, expect, test } from 'vitest'
import { classDiscountPercent } from '../programs/classPrice.ts'
import { changesAllowed, freezeFrom, laterCharge, type MembershipFacts, restOfPeriod } from './memberLife.ts'

const facts = (more: Partial<MembershipFacts> = {}): MembershipFacts => ({
  state: 'active',
  ending: false,
  freezing: false,
  billed: true,
  memberGone: false,
  ...more,
})

describe('what staff can do with a membership', () => {
  test.each([
    [facts(), ['end', 'freeze']],
    [facts({ freezing: true }), ['end', 'unfreeze']],
    [facts({ state: 'trialing' }), ['end', 'freeze']],
    [facts({ state: 'frozen', freezing: true }), ['unfreeze', 'end']],
    [facts({ state: 'canceling', ending: true }), ['resume', 'end']],
    [facts({ state: 'canceling', ending: true, freezing: true }), ['resume', 'end']],
    [facts({ state: 'past_due' }), ['pay', 'end']],
    [facts({ state: 'past_due', ending: true }), ['pay', 'end', 'resume']],
    [facts({ state: 'past_due', billed: false }), ['end']],
    [facts({ state: 'ended' }), []],
    [facts({ state: 'canceling', ending: true, memberGone: true }), ['end']],
    [facts({ state: 'past_due', ending: true, memberGone: true }), ['end']],
  ])('%o allows %j', (given, allowed) => {
    expect(changesAllowed(given)).toEqual(allowed)
  })
})

test('later charges keep the anchor’s day of the month, or take the last one of a short month', () => {
  const anchor = new Date('2026-12-31T15:30:00Z')
  const february = laterCharge(anchor, new Date('2027-01-31T15:30:00Z'), 1)
  expect(february.toISOString()).toBe('2027-02-28T15:30:00.000Z')
  expect(laterCharge(anchor, february, 1).toISOString()).toBe('2027-03-31T15:30:00.000Z')
  expect(laterCharge(anchor, february, 12).toISOString()).toBe('2028-02-29T15:30:00.000Z')
})

test('a freeze begins with the next charge and ends with the one after the months that are left out', () => {
  const nextCharge = new Date('2026-11-30T18:00:00Z')
  expect(freezeFrom({ anchor: new Date('2026-10-31T18:00:00Z'), nextCharge }, 1)).toEqual({
    from: nextCharge,
    until: new Date('2026-12-31T18:00:00Z'),
  })
  expect(freezeFrom({ anchor: null, nextCharge }, 3).until).toEqual(new Date('2027-02-28T18:00:00Z'))
})

describe('the rest of a month', () => {
  const zone = 'America/Chicago'
  // June, in Chicago.
  const month = { paidCents: 10_999, from: '2026-06-01T17:00:00Z', until: '2026-07-01T17:00:00Z' }
  const rest = (now: string) => restOfPeriod(month, { now: new Date(now), zone })

  test('is what was paid by the day, for the days after today', () => {
    expect(rest('2026-06-01T18:00:00Z')).toEqual({ daysLeft: 29, days: 30, cents: 10_632 })
    expect(rest('2026-06-16T18:00:00Z')).toEqual({ daysLeft: 14, days: 30, cents: 5_133 })
  })

  test('goes by facility days: late in the evening it is still today', () => {
    expect(rest('2026-06-17T04:30:00Z').daysLeft).toBe(14)
    expect(rest('2026-06-17T05:30:00Z').daysLeft).toBe(13)
  })

  test('is nothing on the last day, afterwards, and where no period is known', () => {
    expect(rest('2026-06-30T18:00:00Z').cents).toBe(0)
    expect(rest('2026-08-01T18:00:00Z').cents).toBe(0)
    const unknown = { ...month, until: null }
    expect(restOfPeriod(unknown, { now: new Date(), zone })).toEqual({ daysLeft: 0, days: 0, cents: 0 })
  })
})

test('a frozen member pays for classes what everybody pays', () => {
  const facility = { member_class_discount_percent: 15 }
  const active = (begun: boolean) => classDiscountPercent(facility, { status: 'active', freeze: { begun } })
  expect([active(false), active(true)]).toEqual([15, 0])
})
