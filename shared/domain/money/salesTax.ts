/** Sales tax (decision 40): a rate per class of what is sold, added to prices or contained in them. */
import { formatDollars, formatPrice } from './money.ts'

export const taxClasses = ['cages', 'lessons', 'classes', 'camps', 'memberships', 'goods'] as const
export type TaxClass = (typeof taxClasses)[number]

/** The tax on one class of prices. */
export interface SalesTax {
  /** At most three decimals, as 8.25 or 8.875. */
  readonly percent: number
  /** Whether it is added to the price; contained in it otherwise. */
  readonly added: boolean
}

export const noTax: SalesTax = { percent: 0, added: false }

interface Taxed {
  readonly sales_tax?: ({ readonly added: boolean } & Readonly<Record<TaxClass, number>>) | undefined
}

/** The tax on what a facility sells; none while it is not known. */
export const taxOf = (facility: Taxed | undefined, sold: TaxClass): SalesTax => {
  const tax = facility?.sales_tax
  return tax ? { percent: tax[sold], added: tax.added } : noTax
}

/**
 * What one line costs with its tax, in cents: the price, and the tax on it rounded half up to the cent, once, where tax is
 * added.
 */
export const withTax = (cents: number, { percent, added }: SalesTax): number =>
  added ? cents + divided(cents * thousandths(percent), 100_000) : cents

/**
 * The tax in a line's total, in cents. A total to which tax was added contains exactly what was added, because the price is
 * what comes out when the total is divided and rounded; so a line's total and percent tell its tax.
 */
export const taxIn = (cents: number, percent: number): number =>
  cents - divided(cents * 100_000, 100_000 + thousandths(percent))

/** The price of a line before tax that was added to it, in cents. */
export const beforeTax = (cents: number, { percent, added }: SalesTax): number =>
  added ? cents - taxIn(cents, percent) : cents

/** 'Sales tax (8.25%)', as a line before the total; 'Includes sales tax (8.25%)', where the price contains it. */
export const taxLabel = ({ percent, added }: SalesTax): string =>
  `${added ? 'Sales tax' : 'Includes sales tax'} (${percent}%)`

/** '$25.98 with $1.98 sales tax': what several lines cost together, as messages say it; without tax only the amount. */
export function totalWithTax(lines: readonly number[], { percent }: SalesTax): string {
  const total = lines.reduce((sum, cents) => sum + cents, 0)
  const tax = lines.reduce((sum, cents) => sum + taxIn(cents, percent), 0)
  return `${formatPrice(total)}${tax > 0 ? ` with ${formatDollars(tax)} sales tax` : ''}`
}

const thousandths = (percent: number) => Math.round(percent * 1_000)

/** Rounded half up; exact for every amount that the database holds, up to 99,999,999.99 dollars. */
const divided = (product: number, by: number): number => Math.floor((2 * product + by) / (2 * by))
