import type { z } from 'zod'
import type { freshPrice } from '../../../../shared/contract/bookings.ts'
import type { Change } from '../../../../shared/contract/changes.ts'
import { moveDifference, totalAfterMove } from '../../../../shared/domain/changePolicy.ts'
import { centsFromDollars } from '../../../../shared/domain/money.ts'
import type { ChangeProblem } from './useChange.ts'

/** What a move does to the price, in cents. */
export interface MovePrice {
  readonly kind: 'covered' | 'costs_more'
  readonly costs: number
  readonly total: number
  readonly back: number
  readonly paid: boolean
}

/**
 * The price of a move as the server will see it, which has the last word.
 *
 * @param price cents at the new time.
 * @param change of the row that is moved: what would come back of it is what was paid.
 */
export function movePrice(totalCost: number, price: number, change: Change): MovePrice {
  const costs = centsFromDollars(totalCost)
  const total = totalAfterMove(costs, price)
  const paidCents = centsFromDollars(change.refund_amount)
  const byCard = change.refund_method === 'card' ? paidCents : 0
  const difference = moveDifference({
    costs,
    price: total,
    paid: { byCard, atDesk: paidCents - byCard },
    shown: total,
  })
  const covered = typeof difference !== 'string'
  return {
    kind: covered ? 'covered' : 'costs_more',
    costs,
    total,
    back: covered ? difference.cents : 0,
    paid: paidCents > 0,
  }
}

/** The price to confirm: the server's, once it has said that it is another one. */
export function askedPrice(price: MovePrice, problem: ChangeProblem | null): MovePrice {
  if (problem?.code !== 'price_changed') return price
  const { total_amount } = problem.details as z.output<typeof freshPrice>
  const total = centsFromDollars(total_amount)
  return { ...price, total, back: price.paid ? Math.max(0, price.costs - total) : 0 }
}
