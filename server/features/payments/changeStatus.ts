/** What becomes of the status of a booking or lesson that staff save, for both alike. */

import type { BookingStatus } from '../../../shared/contract/bookings.ts'
import { mayFollow } from '../../../shared/domain/bookingStatus.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { ActingTerms } from './actingTerms.ts'
import type { PriceChoice } from './settleChange.ts'

/** What an update has to do: `move` is also a new price, and what brings a canceled one back. */
export type UpdateStep = 'none' | 'cancel' | 'move' | 'set_paid'

/**
 * Which change an update comes to, by the status before and after. Refuses a status that the state table does not let this
 * party set, and a cancellation with a new time: nobody is told of a time at which nothing takes place.
 *
 * @param asked.moves whether time or cage are to be different.
 */
export function updateStep(
  { actor }: Pick<ActingTerms, 'actor'>,
  before: BookingStatus,
  asked: { readonly status: BookingStatus; readonly moves: boolean; readonly price: PriceChoice },
): UpdateStep | Refusal {
  const { status, moves, price } = asked
  if (!mayFollow(actor, before, status)) return refuse('status_refused')
  if (status === 'canceled') {
    if (moves) return refuse('already_canceled')
    return before === 'canceled' ? 'none' : 'cancel'
  }
  if (moves || before === 'canceled' || price !== 'by_rule') return 'move'
  return status === before ? 'none' : 'set_paid'
}

/**
 * Why a status cannot be set by hand: what a card paid is paid by the provider's word (decision record 012), and what went
 * back to it does not come again. Null when it can, as the state table alone decides (bookingStatus.ts).
 *
 * @param booked.card_money as `cardMoneyFor` reads it.
 */
export function refuseStatus(
  { status: before, card_money }: { readonly status: BookingStatus; readonly card_money: string | null },
  status: BookingStatus,
): Refusal | null {
  if (card_money === null) return null
  if (before === 'canceled') return refuse('refunded_by_card')
  return before === 'paid' && status === 'pending payment' ? refuse('paid_by_card') : null
}
