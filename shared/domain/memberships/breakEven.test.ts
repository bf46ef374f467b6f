import { describe, expect, it } from 'vitest'
import { breakEvenHours, hoursText, keptPerMonth, membershipTerms } from './breakEven.ts'

const terms = { monthly: 109_99, cagePercent: 15, hour: 30_00 }

describe('from how many hours the membership pays off', () => {
  it('is the price by what an hour saves, rounded up to the half hour', () => {
    expect(breakEvenHours(terms)).toBe(24.5)
    expect(breakEvenHours({ ...terms, monthly: 45_00 })).toBe(10)
    expect(breakEvenHours({ ...terms, monthly: 45_01 })).toBe(10.5)
  })

  it('is never where members save nothing, or where no month has so many hours', () => {
    expect(breakEvenHours({ ...terms, cagePercent: 0 })).toBeNull()
    expect(breakEvenHours({ ...terms, hour: 0 })).toBeNull()
    expect(breakEvenHours({ ...terms, cagePercent: 0.01 })).toBeNull()
  })

  it('agrees with what is kept: nothing just before it, something at it', () => {
    expect(keptPerMonth(terms, 24)).toBe(-1_99)
    expect(keptPerMonth(terms, 24.5)).toBe(26)
    expect(keptPerMonth(terms, 4)).toBe(-91_99)
  })
})

it('counts with the cheapest hour and the tax that is added', () => {
  const offer = { monthly_charge: 119.07, member_cage_discount_percent: 15 }
  expect(membershipTerms(offer, [{ price_60_min: 30 }, { price_60_min: 28 }])).toEqual({
    monthly: 119_07,
    cagePercent: 15,
    hour: 28_00,
  })
  expect(membershipTerms(offer, [])).toBeNull()
})

it('writes half hours as people do', () => {
  expect([hoursText(24.5), hoursText(4), hoursText(0.5)]).toEqual(['24½', '4', '½'])
})
