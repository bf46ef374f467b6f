import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentOff } from '../money/money.ts'
import { classDiscountPercent, priceClassSessions } from './classPrice.ts'

const facility = { member_class_discount_percent: 15 }

describe('the member discount on classes', () => {
  it('is the facility’s for an active membership', () => {
    expect(classDiscountPercent(facility, { status: 'active' })).toBe(15)
  })

  it.each(['trialing', 'past_due', 'unpaid', 'canceled', 'incomplete'])('is none while %s', (status) => {
    expect(classDiscountPercent(facility, { status })).toBe(0)
  })

  it('is none without a membership', () => {
    expect(classDiscountPercent(facility, null)).toBe(0)
  })
})

describe('the price of class sessions', () => {
  it('is the class price times the sessions', () => {
    expect(priceClassSessions(['25.00', 25, 25], 0)).toMatchObject({
      subtotal: 7500,
      discount: 0,
      total: 7500,
    })
  })

  it('has 15 % off for members, from the total', () => {
    const price = priceClassSessions(['19.99', '19.99', '19.99'], 15)
    expect(price).toMatchObject({ subtotal: 5997, discount: 900, total: 5097 })
    expect(price.sessions.map(({ total }) => total)).toEqual([1699, 1699, 1699])
  })

  it('is nothing for no session', () => {
    expect(priceClassSessions([], 15)).toEqual({ subtotal: 0, discount: 0, total: 0, tax: 0, sessions: [] })
  })

  const anyPrices = fc.array(
    fc.integer({ min: 0, max: 9_999_999 }).map((cents) => cents / 100),
    { maxLength: 50 },
  )
  const anyPercent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)

  it('is shared to the cent, and no session costs more than its class', () => {
    fc.assert(
      fc.property(anyPrices, anyPercent, (prices, percent) => {
        const price = priceClassSessions(prices, percent)
        const shares = price.sessions.map(({ total }) => total)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(price.total)
        expect(price.total + price.discount).toBe(price.subtotal)
        for (const { subtotal, total } of price.sessions) {
          expect(total).toBeGreaterThanOrEqual(0)
          expect(total).toBeLessThanOrEqual(subtotal)
        }
      }),
    )
  })

  it('differs for equal sessions by less than a cent each from the member price shown', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        fc.integer({ min: 1, max: 50 }),
        anyPercent,
        (cents, count, percent) => {
          const { total } = priceClassSessions(Array(count).fill(cents / 100), percent)
          const each = cents - percentOff(cents, percent)
          expect(Math.abs(total - each * count)).toBeLessThanOrEqual(count)
        },
      ),
    )
  })

  it('does not depend on the order of the sessions', () => {
    fc.assert(
      fc.property(anyPrices, anyPercent, (prices, percent) => {
        expect(priceClassSessions(prices.toReversed(), percent).total).toBe(
          priceClassSessions(prices, percent).total,
        )
      }),
    )
  })
})
