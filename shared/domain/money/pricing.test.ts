import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupSlots, minutesOf } from '../bookings/selection.ts'
import { slotMs } from '../bookings/slots.ts'
import { type CageRates, priceSessions, sessionPrice } from './pricing.ts'

const rates: CageRates = { price_30_min: '20.00', price_60_min: 30, price_additional_30_min: '15.00' }
const anyPrice = fc.integer({ min: 0, max: 50_000 })
/** Rates under which an hour costs at least as much as half of it. */
const anyRates = fc.tuple(anyPrice, anyPrice, anyPrice).map(([half, more, additional]) => ({
  price_30_min: half / 100,
  price_60_min: (half + more) / 100,
  price_additional_30_min: additional / 100,
}))
const anyMinutes = fc.integer({ min: 1, max: 26 }).map((slots) => slots * 30)
const anySessions = fc.array(fc.record({ rates: anyRates, minutes: anyMinutes }), { maxLength: 12 })
const anyPercent = fc.constantFrom(0, 10, 12.5, 15, 33.33, 100)

describe('the price of a session', () => {
  it.each([
    [30, 2000],
    [60, 3000],
    [90, 4500],
    [120, 6000],
    [300, 15_000],
  ])('of %i minutes is %i cents at the advertised rates', (minutes, cents) => {
    expect(sessionPrice(rates, minutes)).toBe(cents)
  })

  it.each([0, -30, 15, 45, 30.5, Number.NaN])('is refused for %d minutes', (minutes) => {
    expect(() => sessionPrice(rates, minutes)).toThrow(RangeError)
  })

  it('never falls as the session gets longer, and grows by the additional price after an hour', () => {
    fc.assert(
      fc.property(anyRates, anyMinutes, (some, minutes) => {
        const growth = sessionPrice(some, minutes + 30) - sessionPrice(some, minutes)
        expect(growth).toBeGreaterThanOrEqual(0)
        if (minutes >= 60) expect(growth).toBe(Math.round(some.price_additional_30_min * 100))
      }),
    )
  })
})

describe('the price of a selection', () => {
  it('charges two half hours with a gap as two sessions, and one hour as one', () => {
    const start = Date.parse('2026-11-24T22:00:00Z')
    const priceOf = (...halfHours: number[]) => {
      const selected = halfHours.map((at) => ({
        cageId: 'a',
        cageName: 'A',
        start: new Date(start + at * slotMs),
      }))
      return priceSessions(groupSlots(selected).map((group) => ({ rates, minutes: minutesOf(group) }))).total
    }
    expect([priceOf(0, 1), priceOf(0, 2)]).toEqual([3000, 4000])
  })

  it('takes the member discount off the total, not off each session', () => {
    const odd = { ...rates, price_30_min: '0.10' }
    const price = priceSessions(
      [
        { rates: odd, minutes: 30 },
        { rates: odd, minutes: 30 },
        { rates: odd, minutes: 30 },
      ],
      15,
    )
    expect(price).toEqual({
      subtotal: 30,
      discount: 5,
      total: 25,
      tax: 0,
      sessions: [
        { subtotal: 10, discount: 1, total: 9 },
        { subtotal: 10, discount: 2, total: 8 },
        { subtotal: 10, discount: 2, total: 8 },
      ],
    })
  })

  it('is nothing for no sessions', () => {
    expect(priceSessions([], 15)).toEqual({ subtotal: 0, discount: 0, total: 0, tax: 0, sessions: [] })
  })

  it('adds up: two selections cost before the discount what they cost together', () => {
    fc.assert(
      fc.property(anySessions, anySessions, (a, b) => {
        expect(priceSessions([...a, ...b]).total).toBe(priceSessions(a).total + priceSessions(b).total)
      }),
    )
  })

  it('shares the discounted total exactly, no session paying more than without the discount', () => {
    fc.assert(
      fc.property(anySessions, anyPercent, (sessions, percent) => {
        const price = priceSessions(sessions, percent)
        expect(price.subtotal - price.discount).toBe(price.total)
        expect(price.sessions.reduce((sum, session) => sum + session.total, 0)).toBe(price.total)
        for (const session of price.sessions) {
          expect(session.total).toBeLessThanOrEqual(session.subtotal)
          const exact = session.subtotal * (1 - percent / 100)
          expect(Math.abs(session.total - exact)).toBeLessThan(1.51)
        }
      }),
    )
  })

  it('never costs more with a higher discount', () => {
    fc.assert(
      fc.property(anySessions, anyPercent, anyPercent, (sessions, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        expect(priceSessions(sessions, high).total).toBeLessThanOrEqual(priceSessions(sessions, low).total)
      }),
    )
  })
})
