import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceSessions } from './pricing.ts'
import { beforeTax, noTax, taxIn, taxLabel, taxOf, withTax } from './salesTax.ts'

const anyCents = fc.integer({ min: 0, max: 99_999_999 })
/** 0.001 % to 50 %. */
const anyPercent = fc.integer({ min: 1, max: 50_000 }).map((thousandths) => thousandths / 1_000)

test.each([
  [2_400, 8.25, 2_598],
  [2_450, 8.25, 2_652],
  [1_000, 8.875, 1_089],
  [50, 1, 51],
  [49, 1, 49],
  [0, 8.25, 0],
])('%i cents at %d %% cost %i where tax is added', (cents, percent, total) => {
  expect(withTax(cents, { percent, added: true })).toBe(total)
  expect(taxIn(total, percent)).toBe(total - cents)
})

test('a price that contains its tax stays as it is', () => {
  const contained = { percent: 8.25, added: false }
  expect([withTax(2_598, contained), taxIn(2_598, 8.25), beforeTax(2_598, contained)]).toEqual([
    2_598, 198, 2_598,
  ])
})

test('a total tells the tax that was added to it, whatever the price and the rate', () => {
  fc.assert(
    fc.property(anyCents, anyPercent, (cents, percent) => {
      const tax = { percent, added: true }
      const total = withTax(cents, tax)
      expect(Math.abs(total - cents - (cents * percent) / 100)).toBeLessThanOrEqual(0.5 + 1e-6)
      expect(taxIn(total, percent)).toBe(total - cents)
      expect(beforeTax(total, tax)).toBe(cents)
    }),
    { numRuns: 10_000 },
  )
})

test('the lines of a basket add up to its total and its tax', () => {
  const anySession = fc.record({
    rates: fc.tuple(anyCents, anyCents).map(([half, hour]) => ({
      ...{
        price_30_min: (half % 9_000) / 100,
        price_60_min: (hour % 9_000) / 100,
        price_additional_30_min: 7.77,
      },
    })),
    minutes: fc.constantFrom(30, 60, 90),
  })
  fc.assert(
    fc.property(
      fc.array(anySession, { maxLength: 8 }),
      fc.constantFrom(0, 12.5, 15),
      anyPercent,
      fc.boolean(),
      (sessions, off, percent, added) => {
        const price = priceSessions(sessions, off, { percent, added })
        expect(price.sessions.reduce((sum, line) => sum + line.total, 0)).toBe(price.total)
        expect(price.subtotal - price.discount + (added ? price.tax : 0)).toBe(price.total)
      },
    ),
    { numRuns: 10_000 },
  )
})

test('the largest amount of the database is exact', () => {
  const tax = { percent: 49.999, added: true }
  expect(withTax(9_999_999_999, tax)).toBe(Number((9_999_999_999n * 149_999n * 2n + 100_000n) / 200_000n))
  expect(beforeTax(withTax(6_666_666_666, tax), tax)).toBe(6_666_666_666)
})

test('a facility without tax has none, and a line says which', () => {
  expect([taxOf(undefined, 'cages'), taxOf({}, 'goods')]).toEqual([noTax, noTax])
  const rates = { cages: 8.25, lessons: 0, classes: 1, camps: 2, memberships: 3, goods: 4 }
  expect(taxOf({ sales_tax: { added: true, ...rates } }, 'cages')).toEqual({ percent: 8.25, added: true })
  expect(taxLabel({ percent: 8.25, added: true })).toBe('Sales tax (8.25%)')
  expect(taxLabel({ percent: 8.25, added: false })).toBe('Includes sales tax (8.25%)')
})
