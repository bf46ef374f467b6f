/** From how many hours of cage time a month the membership pays for itself. */
import { centsFromDollars, percentOff } from '../money/money.ts'

/** What decides it; prices in cents. */
export interface MembershipTerms {
  /** What is charged each month. */
  readonly monthly: number
  readonly cagePercent: number
  /** Of the hour of the cheapest cage. */
  readonly hour: number
}

/** In hours a month: nobody is expected to bat more. */
const mostHours = 24 * 31

/** Hours a month, rounded up to the half hour; null where it can never pay off. */
export function breakEvenHours({ monthly, cagePercent, hour }: MembershipTerms): number | null {
  const saved = percentOff(hour, cagePercent)
  if (saved <= 0) return monthly <= 0 ? 0 : null
  const hours = Math.ceil((monthly * 2) / saved) / 2
  return hours <= mostHours ? hours : null
}

/** What so many hours a month save, in cents, less what the membership costs: negative where it costs more. */
export const keptPerMonth = ({ monthly, cagePercent, hour }: MembershipTerms, hours: number): number =>
  percentOff(Math.round(hour * hours), cagePercent) - monthly

/** The terms from what the offer and the cages' prices say, in dollars; null while no cage has a price. */
export function membershipTerms(
  offer: { readonly monthly_charge: number; readonly member_cage_discount_percent: number },
  cages: readonly { readonly price_60_min: number }[],
): MembershipTerms | null {
  if (cages.length === 0) return null
  return {
    monthly: centsFromDollars(offer.monthly_charge),
    cagePercent: offer.member_cage_discount_percent,
    hour: Math.min(...cages.map(({ price_60_min }) => centsFromDollars(price_60_min))),
  }
}

/** '24½', '24'. */
export const hoursText = (hours: number): string =>
  Number.isInteger(hours) ? String(hours) : `${Math.floor(hours) || ''}½`
