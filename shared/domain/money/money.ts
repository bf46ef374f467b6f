/** Money in code is integer cents; dollars with two decimals exist only in the database and on the wire (decision 15). */

/** An amount as the database ('20.00') or the wire (20) has it. */
export type Dollars = number | string

/** The smallest card payment, in cents: the provider's minimum for US dollars. */
export const leastCardCents = 50

const decimalPattern = /^-?\d+(\.\d{1,2})?$/

/** Integer cents. Throws RangeError for anything that is not an amount with at most two decimals. */
export function centsFromDollars(dollars: Dollars): number {
  const cents = typeof dollars === 'number' ? centsFromNumber(dollars) : centsFromDecimal(dollars)
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not an amount of money: ${dollars}`)
  return cents + 0
}

/** Dollars as a number for the wire: 2050 → 20.5. */
export function dollarsFromCents(cents: number): number {
  return wholeCents(cents) / 100
}

/** The database's decimal text as a number for the wire: '20.50' → 20.5. Throws RangeError as `centsFromDollars` does. */
export const dollarsFromDecimal = (decimal: string): number => dollarsFromCents(centsFromDollars(decimal))

/** Dollars as decimal text for the database: 2000 → '20.00'. */
export function decimalFromCents(cents: number): string {
  const digits = String(Math.abs(wholeCents(cents))).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** '$1,140.00': an amount to be paid, always with cents. */
export function formatDollars(cents: number): string {
  const [whole = '', fraction = ''] = decimalFromCents(Math.abs(cents)).split('.')
  return `${cents < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/** '$1,140.00': an amount as the wire or the database has it. Throws RangeError as `centsFromDollars` does. */
export const formatAmount = (dollars: Dollars): string => formatDollars(centsFromDollars(dollars))

/** A price: '$180.00', or 'Free'. */
export const formatPrice = (cents: number): string => (cents === 0 ? 'Free' : formatDollars(cents))

/** '$1,140' or '$23.75': a rate in running text, cents only where there are any. */
export function formatRate(cents: number): string {
  return formatDollars(cents).replace(/\.00$/, '')
}

/**
 * The discount on an amount, in cents, rounded half up to the cent: 15 % of 1990 is 299.
 * Percent may have two decimals; throws RangeError outside 0 … 100.
 */
export function percentOff(cents: number, percent: number): number {
  if (!(percent >= 0 && percent <= 100)) throw new RangeError(`Not a percentage: ${percent}`)
  const hundredths = BigInt(Math.round(percent * 100))
  return Number((BigInt(wholeCents(cents)) * hundredths + 5_000n) / 10_000n)
}

/**
 * Allocates an amount in proportion to weights (integers ≥ 0), by largest remainder: the shares add up exactly,
 * and each lies within a cent of its exact part. The earlier of two equal remainders gets the cent.
 */
export function allocate(cents: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0 && cents !== 0) throw new RangeError('There is nothing to share the amount over.')
  if (sum === 0) return weights.map(() => 0)
  const parts = weights.map((weight, index) => {
    const product = BigInt(wholeCents(cents)) * BigInt(weight)
    return { index, share: Number(product / BigInt(sum)), remainder: Number(product % BigInt(sum)) }
  })
  let left = cents - parts.reduce((total, part) => total + part.share, 0)
  const shares = parts.map((part) => part.share)
  for (const part of parts.toSorted((a, b) => b.remainder - a.remainder)) {
    if (left === 0) break
    shares[part.index] = part.share + 1
    left -= 1
  }
  return shares
}

function centsFromNumber(dollars: number): number {
  const cents = Math.round(dollars * 100)
  return Math.abs(dollars * 100 - cents) < 1e-4 ? cents : Number.NaN
}

function centsFromDecimal(dollars: string): number {
  if (!decimalPattern.test(dollars)) return Number.NaN
  const [whole = '', fraction = ''] = dollars.replace('-', '').split('.')
  const cents = Number(whole + fraction.padEnd(2, '0'))
  return dollars.startsWith('-') ? -cents : cents
}

function wholeCents(cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`)
  return cents
}
