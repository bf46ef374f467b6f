import { describe, expect, it } from 'vitest'
import { canOverride, outcomeOf, type Party, rules, terms } from './terms.ts'

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

  it.each(['begun', 'past', 'opening_hours', 'coach_hours', 'price', 'refund'] as const)(
    'breaks the rule %s only with a written reason',
    (rule) => {
      expect(outcomeOf(terms.desk, rule, null)).toBe('refused')
      expect(outcomeOf(terms.desk, rule, 'The machine broke down')).toBe('overridden')
      expect(canOverride(terms.desk, rule)).toBe(true)
    },
  )

  it('deletes no record of a sale', () => {
    expect(outcomeOf(terms.desk, 'record', 'Entered twice')).toBe('refused')
  })
})

it('an admin differs from the desk in the refund limit and the record of a sale alone', () => {
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

it('a refund beyond the rule, or a deleted sale, is waived for no party', () => {
  for (const party of parties) {
    expect(terms[party].rules.refund).not.toBe('waived')
    expect(terms[party].rules.record).not.toBe('waived')
  }
})

it('a series and an import tell nobody booking by booking', () => {
  expect([terms.series.tells, terms.import.tells]).toEqual([[], []])
})
