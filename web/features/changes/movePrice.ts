import type { z } from 'zod'
import type { RefundMethod } from '../../../shared/contract/accounts/changes.ts'
import type { freshPrice } from '../../../shared/contract/bookings/bookings.ts'
import { moveDifference } from '../../../shared/domain/bookings/changePolicy.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money/money.ts'
import type { Booked } from './booked.ts'
import type { ChangeProblem } from './useChange.ts'

/** What a move does to the price, in cents. */
export interface MovePrice {
  /** Whether what was paid is enough; nothing was asked for yet where nothing was paid. */
  readonly covered: boolean
  readonly costs: number
  readonly total: number
  readonly back: number
  /** How it was paid; null where it is paid on arrival. */
  readonly paid: RefundMethod
}

/**
 * The price of a move as the server will see it, which has the last word. What would come back of a cancellation is what
 * was paid.
 *
 * @param total cents at the new time.
 */
export function movePrice(
  { total: costs, change }: Pick<Booked, 'total' | 'change'>,
  total: number,
): MovePrice {
  const paid = change.refund_method
  const cents = centsFromDollars(change.refund_amount)
  const byCard = paid === 'card' ? cents : 0
  const difference = moveDifference({
    costs,
    price: total,
    paid: { byCard, atDesk: cents - byCard },
    shown: total,
  })
  const covered = typeof difference !== 'string'
  return { covered, costs, total, back: covered ? difference.cents : 0, paid }
}

/** The price to confirm: the server's, once it has said that it is another one. */
export function askedPrice(price: MovePrice, problem: ChangeProblem | null): MovePrice {
  if (problem?.code !== 'price_changed') return price
  const { total_amount } = problem.details as z.output<typeof freshPrice>
  const total = centsFromDollars(total_amount)
  return { ...price, total, back: price.paid ? Math.max(0, price.costs - total) : 0 }
}

export function priceSentence({ covered, costs, total, back, paid }: MovePrice): string {
  const price = formatDollars(total)
  if (!covered)
    return `That time costs ${price}, more than you paid. Cancel this booking, then book the new time.`
  if (back > 0) {
    return paid === 'card'
      ? `It costs ${price} then: ${formatDollars(back)} goes back to the card you paid with.`
      : `It costs ${price} then: our front desk will refund ${formatDollars(back)}.`
  }
  if (paid) return 'It’s paid, and the price doesn’t change.'
  return total === costs
    ? `No price change: ${price}, paid on arrival.`
    : `It costs ${price} then in place of ${formatDollars(costs)}, paid on arrival.`
}
