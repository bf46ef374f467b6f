/** What is in a cash drawer, counted by bill and coin. */

/** The bills and coins of US dollars, the largest first. */
export const bills = [
  { cents: 10_000, name: '$100', coin: false },
  { cents: 5_000, name: '$50', coin: false },
  { cents: 2_000, name: '$20', coin: false },
  { cents: 1_000, name: '$10', coin: false },
  { cents: 500, name: '$5', coin: false },
  { cents: 200, name: '$2', coin: false },
  { cents: 100, name: '$1', coin: false },
  { cents: 25, name: 'Quarters', coin: true },
  { cents: 10, name: 'Dimes', coin: true },
  { cents: 5, name: 'Nickels', coin: true },
  { cents: 1, name: 'Pennies', coin: true },
] as const

/** Why a drawer has more or less in it than was expected. */
export const differenceReasons = ['wrong_change', 'expense', 'not_found', 'other'] as const
export type DifferenceReason = (typeof differenceReasons)[number]

/** What is counted, in cents; what is not a whole number of pieces counts as none. */
export const countedCents = (counts: Readonly<Partial<Record<string, number>>>): number =>
  bills.reduce((sum, { cents }) => sum + cents * (counts[String(cents)] ?? 0), 0)

/** 'The drawer is $15.00 short', 'The drawer has $2.00 more', 'The drawer agrees'. */
export function differenceText(cents: number, format: (cents: number) => string): string {
  if (cents === 0) return 'The drawer agrees'
  return cents < 0 ? `The drawer is ${format(-cents)} short` : `The drawer has ${format(cents)} more`
}

/**
 * What people hand over for an amount: exactly it, or the next whole 5, 20 and 100 dollars. In cents, ascending, each once.
 *
 * @param cents above 0.
 */
export function quickAmounts(cents: number): number[] {
  const next = [5_00, 20_00, 100_00].map((bill) => (Math.floor(cents / bill) + 1) * bill)
  return [...new Set([cents, ...next])]
}
