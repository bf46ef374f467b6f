import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allocate,
  centsFromDollars,
  decimalFromCents,
  dollarsFromCents,
  dollarsFromDecimal,
  formatDollars,
  formatRate,
  percentOff,
} from './money.ts'

const anyCents = fc.integer({ min: 0, max: 9_999_999_999 })
const anyPercent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)

describe('cents', () => {
  it('are read from what the database and the wire write', () => {
    expect([centsFromDollars('20.00'), centsFromDollars(20), centsFromDollars('20.5')]).toEqual([
      2000, 2000, 2050,
    ])
    expect([centsFromDollars(0.29), centsFromDollars(1.15), centsFromDollars('-3.10')]).toEqual([
      29, 115, -310,
    ])
  })

  it('leave the database as the numbers of the wire', () => {
    expect([dollarsFromDecimal('20.00'), dollarsFromDecimal('20.5'), dollarsFromDecimal('-3.10')]).toEqual([
      20, 20.5, -3.1,
    ])
    expect(() => dollarsFromDecimal('1.005')).toThrow(RangeError)
  })

  it('convert to dollars and to decimal text and back without loss', () => {
    fc.assert(
      fc.property(fc.oneof(anyCents, fc.integer({ min: -99_999, max: 99_999 })), (cents) => {
        expect(centsFromDollars(dollarsFromCents(cents))).toBe(cents)
        expect(centsFromDollars(decimalFromCents(cents))).toBe(cents)
      }),
    )
  })

  it.each(['20.005', '$20', '', ' ', '1e3', 'NaN', 0.005, Number.NaN, Number.POSITIVE_INFINITY])(
    'are refused for %j',
    (dollars) => {
      expect(() => centsFromDollars(dollars)).toThrow('Not an amount of money')
    },
  )

  it('are refused when they are not whole', () => {
    expect(() => decimalFromCents(0.5)).toThrow(RangeError)
    expect(() => formatDollars(Number.NaN)).toThrow(RangeError)
  })

  it.each([
    [0, '$0.00', '$0'],
    [5, '$0.05', '$0.05'],
    [2800, '$28.00', '$28'],
    [2375, '$23.75', '$23.75'],
    [114_000, '$1,140.00', '$1,140'],
    [123_456_789, '$1,234,567.89', '$1,234,567.89'],
    [-1050, '-$10.50', '-$10.50'],
  ])('%i read %s as an amount and %s as a rate', (cents, amount, rate) => {
    expect([formatDollars(cents), formatRate(cents)]).toEqual([amount, rate])
  })
})

describe('a percentage off', () => {
  it('is rounded half up to the cent', () => {
    expect([percentOff(5000, 15), percentOff(10, 15), percentOff(9, 15), percentOff(1000, 12.5)]).toEqual([
      750, 2, 1, 125,
    ])
  })

  it('lies within half a cent of the exact part, between nothing and everything', () => {
    fc.assert(
      fc.property(anyCents, anyPercent, (cents, percent) => {
        const off = percentOff(cents, percent)
        const doubledError = 2n * (BigInt(off) * 10_000n - BigInt(cents) * BigInt(Math.round(percent * 100)))
        expect(doubledError > -10_000n && doubledError <= 10_000n).toBe(true)
        expect(off >= 0 && off <= cents).toBe(true)
      }),
    )
  })

  it.each([-1, 100.01, Number.NaN])('is refused for %d percent', (percent) => {
    expect(() => percentOff(1000, percent)).toThrow('Not a percentage')
  })
})

describe('sharing an amount out', () => {
  it('gives the odd cents to the largest remainders', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocate(10, [3, 0, 8])).toEqual([3, 0, 7])
  })

  it('adds up exactly, each share within a cent of its exact part and a zero weight getting nothing', () => {
    const weights = fc
      .array(fc.integer({ min: 0, max: 9_999_999_999 }), { minLength: 1, maxLength: 64 })
      .filter((list) => list.some((weight) => weight > 0))
    fc.assert(
      fc.property(anyCents, weights, (cents, list) => {
        const shares = allocate(cents, list)
        const sum = BigInt(list.reduce((total, weight) => total + weight, 0))
        expect(shares.reduce((total, share) => total + share, 0)).toBe(cents)
        for (const [index, weight] of list.entries()) {
          const error = BigInt(shares[index] ?? -1) * sum - BigInt(cents) * BigInt(weight)
          expect(error > -sum && error < sum).toBe(true)
          if (weight === 0) expect(shares[index]).toBe(0)
        }
      }),
    )
  })

  it('returns no shares for no weights, and refuses to lose an amount', () => {
    expect(allocate(0, [])).toEqual([])
    expect(allocate(0, [0, 0])).toEqual([0, 0])
    expect(() => allocate(1, [0])).toThrow(RangeError)
  })
})
