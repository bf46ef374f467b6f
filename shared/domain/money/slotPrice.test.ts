import { describe, expect, it } from 'vitest'
import { slotMs } from '../bookings/slots.ts'
import { slotPriceText } from './slotPrice.ts'

const rates = { price_30_min: 20, price_60_min: 30, price_additional_30_min: 15 }
const text = (at: number, ...chosen: number[]) =>
  slotPriceText(rates, at * slotMs, new Set(chosen.map((slot) => slot * slotMs)))

describe('the price in a cell of the grid', () => {
  it('is that of half an hour where nothing beside it is chosen', () => {
    expect(text(3)).toBe('$20')
    expect(text(3, 1, 5)).toBe('$20')
  })

  it('is what a press adds beside a chosen slot, by the rule of the longer session', () => {
    expect([text(2, 3), text(4, 3), text(5, 3, 4)]).toEqual(['+$10', '+$10', '+$15'])
  })

  it('joins two sessions that are chosen on both sides', () => {
    // 20 + 20 becomes 30 + 15.
    expect(text(3, 2, 4)).toBe('+$5')
  })

  it('adds up to the total over the chosen ones', () => {
    expect([text(2, 2, 3, 4), text(3, 2, 3, 4), text(4, 2, 3, 4)]).toEqual(['$20', '+$10', '+$15'])
  })

  it('has cents where the price has some, and a minus where joining is cheaper', () => {
    expect(slotPriceText({ ...rates, price_30_min: 24.5 }, 0, new Set())).toBe('$24.50')
    const cheap = { price_30_min: 20, price_60_min: 20, price_additional_30_min: 0 }
    expect(slotPriceText(cheap, slotMs, new Set([0, 2 * slotMs]))).toBe('−$20')
  })
})
