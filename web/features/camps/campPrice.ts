import { centsFromDollars, formatPrice } from '../../../shared/domain/money.ts'

/** A price in dollars as the wire has it: '$180.00', or 'Free'. */
export const campPrice = (dollars: number): string => formatPrice(centsFromDollars(dollars))
