/** Prices of cage time (spec 1 §9) and the member discount. A session is consecutive slots in one cage. All in cents. */

import { slotMinutes } from '../bookings/slots.ts'
import { allocate, centsFromDollars, type Dollars, percentOff } from './money.ts'
import { noTax, type SalesTax, taxIn, withTax } from './salesTax.ts'

/** The three prices of a cage, in dollars as the wire or the database has them. */
export interface CageRates {
  readonly price_30_min: Dollars
  readonly price_60_min: Dollars
  readonly price_additional_30_min: Dollars
}

export interface PricedSession {
  /** Before the discount. */
  readonly subtotal: number
  readonly discount: number
  /** This session's exact part of the discounted total, and the tax added to it. */
  readonly total: number
}

export interface Price {
  readonly subtotal: number
  readonly discount: number
  /** With the tax that is added. */
  readonly total: number
  /** In the total. */
  readonly tax: number
  /** In the order they were given; their totals add up to `total`. */
  readonly sessions: readonly PricedSession[]
}

/**
 * Cents for one session: the 30-minute price, the 60-minute price, or the latter plus the additional price per
 * half hour after the first hour. Throws RangeError unless `minutes` is a positive number of half hours.
 */
export function sessionPrice(rates: CageRates, minutes: number): number {
  const slots = minutes / slotMinutes
  if (!Number.isInteger(slots) || slots < 1)
    throw new RangeError(`Not a number of half hours: ${minutes} min`)
  if (slots === 1) return centsFromDollars(rates.price_30_min)
  return centsFromDollars(rates.price_60_min) + (slots - 2) * centsFromDollars(rates.price_additional_30_min)
}

/**
 * The price of a whole selection. Two half hours in one cage with a gap between them are two sessions.
 * The member discount comes off the total (decision 19) and is shared fairly over the sessions.
 */
export function priceSessions(
  sessions: readonly { readonly rates: CageRates; readonly minutes: number }[],
  discountPercent = 0,
  tax: SalesTax = noTax,
): Price {
  return discounted(
    sessions.map((session) => sessionPrice(session.rates, session.minutes)),
    discountPercent,
    tax,
  )
}

/**
 * Takes a percentage off the total of several amounts in cents; each keeps its exact part of what is left. Each is a line of
 * its own, to which tax is added.
 */
export function discounted(
  subtotals: readonly number[],
  discountPercent: number,
  tax: SalesTax = noTax,
): Price {
  const subtotal = subtotals.reduce((sum, cents) => sum + cents, 0)
  const discount = percentOff(subtotal, discountPercent)
  const prices = allocate(subtotal - discount, subtotals)
  const sessions = subtotals.map((cents, index) => {
    const price = prices[index] ?? 0
    return { subtotal: cents, discount: cents - price, total: withTax(price, tax) }
  })
  return {
    subtotal,
    discount,
    total: sessions.reduce((sum, { total }) => sum + total, 0),
    tax: sessions.reduce((sum, { total }) => sum + taxIn(total, tax.percent), 0),
    sessions,
  }
}
