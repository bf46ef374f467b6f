import { describe, expect, it } from 'vitest'
import { canOverride, outcomeOf, type Party, refundByRule, rules, terms } from './terms.ts'

const parties = Object.keys(terms) as Party[]
const bindingsOf = (party: Party) => Object.entries(terms[party].rules).map(([rule, how]) => `${rule} ${how}`)

describe('a customer', () => {
  it('is bound by every rule, whatever they write', () => {
    for (const rule of rules) expect(outcomeOf(terms.customer, rule, 'I am late')).toBe('refused')
  })

  it('is refunded by the cut-off and never limited in it', () => {
    expect(terms.customer).toMatchObject({ refund: 'by_cutoff', refundLimited: false, dearer: 'as_shown' })
  })
})

describe('the desk', () => {
  it('needs no reason after the cut-off or beyond the booking window', () => {
    expect(outcomeOf(terms.desk, 'cutoff', null)).toBe('waived')
    expect(outcomeOf(terms.desk, 'booking_window', null)).toBe('waived')
  })

  it.each([
    'begun',
    'past',
    'opening_hours',
    'coach_hours',
    'ages',
    'registration',
    'price',
    'refund',
  ] as const)('breaks the rule %s only with a written reason', (rule) => {
    expect(outcomeOf(terms.desk, rule, null)).toBe('refused')
    expect(outcomeOf(terms.desk, rule, 'The machine broke down')).toBe('overridden')
    expect(canOverride(terms.desk, rule)).toBe(true)
  })

  it('deletes no record of a sale', () => {
    expect(outcomeOf(terms.desk, 'record', 'Entered twice')).toBe('refused')
  })
})

it('an admin differs from the desk only in the refund limit and the record of a sale', () => {
  expect(terms.admin).toEqual({
    ...terms.desk,
    actor: 'admin',
    refundLimited: false,
    rules: { ...terms.desk.rules, record: 'reason' },
  })
})

it('a coach keeps own hours but the facility’s rules, and chooses neither price nor refund', () => {
  expect(bindingsOf('coach').filter((binding) => !binding.endsWith(' kept'))).toEqual([
    'cutoff waived',
    'coach_hours waived',
  ])
})

it('only a coach keeps the price of a lesson that stays as long', () => {
  expect(parties.filter((party) => terms[party].repriced === 'with_its_length')).toEqual(['coach'])
})

it('a refund beyond the rule, or a deleted sale, is waived for no party', () => {
  for (const party of parties) {
    expect(terms[party].rules.refund).not.toBe('waived')
    expect(terms[party].rules.record).not.toBe('waived')
  }
})

it('a series and an import tell nobody booking by booking', () => {
  expect([terms.series.tells, terms.import.tells]).toEqual([[], []])
})

describe('a cancellation', () => {
  const booked = {
    status: 'paid',
    start: new Date('2026-11-24T22:00:00Z'),
    end: new Date('2026-11-24T23:00:00Z'),
    cutoffHours: 24,
  } as const

  it.each([
    ['open', '2026-11-20T00:00:00Z', [3_000, 3_000, 0]],
    ['late', '2026-11-24T21:59:00Z', [0, 3_000, 0]],
    ['started', '2026-11-24T22:00:00Z', [0, 0, 0]],
    ['over', '2026-11-24T23:00:00Z', [0, 0, 0]],
  ])('of something %s gives back by the cut-off, until the start, and never', (_standing, now, cents) => {
    const paid = { byCard: 3_000, atDesk: 0 }
    const refunds = (['by_cutoff', 'until_start', 'none'] as const).map((rule) =>
      refundByRule(rule, booked, paid, new Date(now)),
    )
    expect(refunds.map((refund) => refund.cents)).toEqual(cents)
  })
})
