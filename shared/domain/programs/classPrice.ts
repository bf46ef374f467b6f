/** Prices of class sessions: the browser displays them, the server charges them. Amounts are integer cents. */
import { centsFromDollars, type Dollars } from '../money/money.ts'
import { discounted, type Price } from '../money/pricing.ts'
import type { SalesTax } from '../money/salesTax.ts'

/**
 * Percent off class prices for a person with this subscription: only an active one counts, a trial or a frozen one does
 * not (decision 19, spec 2 §6).
 */
export function classDiscountPercent(
  facility: { readonly member_class_discount_percent: number },
  subscription: { readonly status: string; readonly freeze?: { readonly begun: boolean } | null } | null,
): number {
  const isMember = subscription?.status === 'active' && subscription.freeze?.begun !== true
  return isMember ? facility.member_class_discount_percent : 0
}

/**
 * Several sessions in one payment, each at its class's price in dollars. The member discount comes off the total and
 * is shared over the sessions, so that the parts add up to what is charged.
 */
export const priceClassSessions = (
  prices: readonly Dollars[],
  discountPercent: number,
  tax?: SalesTax,
): Price => discounted(prices.map(centsFromDollars), discountPercent, tax)
