import { centsFromDollars, formatDollars } from '../../../shared/domain/money.ts'

/** A price in dollars as the wire has it: '$180.00', or 'Free'. */
export function campPrice(dollars: number): string {
  const cents = centsFromDollars(dollars)
  return cents === 0 ? 'Free' : formatDollars(cents)
}
