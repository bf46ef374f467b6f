import type { Cage } from '../../../shared/contract/bookings/cages.ts'
import {
  groupSlots,
  minutesOf,
  type SelectedSlot,
  type SlotGroup,
} from '../../../shared/domain/bookings/selection.ts'
import { type Price, priceSessions } from '../../../shared/domain/money/pricing.ts'
import { noTax, type SalesTax } from '../../../shared/domain/money/salesTax.ts'

/** One session of a quote. */
export interface QuoteLine {
  readonly group: SlotGroup
  readonly minutes: number
  /** Cents before the member discount. */
  readonly subtotal: number
}

/** What a selection costs, in cents; the server computes it again and has the last word (decision 1). */
export interface Quote extends Pick<Price, 'subtotal' | 'discount' | 'total' | 'tax'> {
  readonly lines: readonly QuoteLine[]
  readonly slots: number
  readonly minutes: number
  readonly discountPercent: number
  readonly salesTax: SalesTax
}

/** Prices a selection by the rules of spec 1 §9. Slots of a cage that is not in `cages` are left out. */
export function quoteOf(
  selected: readonly SelectedSlot[],
  cages: readonly Cage[],
  discountPercent: number,
  salesTax: SalesTax = noTax,
): Quote {
  const rates = new Map(cages.map((cage) => [cage.id, cage]))
  const sessions = groupSlots(selected).flatMap((group) => {
    const cage = rates.get(group.cageId)
    return cage ? [{ group, minutes: minutesOf(group), rates: cage }] : []
  })
  const price = priceSessions(sessions, discountPercent, salesTax)
  return {
    lines: sessions.map(({ group, minutes }, index) => ({
      group,
      minutes,
      subtotal: price.sessions[index]?.subtotal ?? 0,
    })),
    slots: sessions.reduce((sum, { group }) => sum + group.slots.length, 0),
    minutes: sessions.reduce((sum, { minutes }) => sum + minutes, 0),
    discountPercent,
    salesTax,
    subtotal: price.subtotal,
    discount: price.discount,
    total: price.total,
    tax: price.tax,
  }
}
