import type { BookingStatus } from '../../../../shared/contract/bookings/bookings.ts'
import type { DeskPaymentMethod } from '../../../../shared/contract/payments/staffPayments.ts'
import { mayFollow } from '../../../../shared/domain/bookings/bookingStatus.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type ActingTerms, keepOverrideReason } from '../changes/actingTerms.ts'
import { type Changed, nothingBack, type PriceChoice } from '../changes/settleChange.ts'
import { nameDeskPayment } from '../desk/deskPayments.ts'
import { tellVoided } from '../receipts.ts'

/** The part of a booking or lesson that decides what an update comes to. */
interface Updatable {
  readonly status: BookingStatus
  /** As `cardMoneyFor` reads it. */
  readonly card_money: string | null
}

/** What can be done to the one row that is updated. */
interface UpdateCommands<Row> {
  cancel(): Promise<Changed<Row> | Refusal>
  /** Gives it another time, cage or price, or brings it back. */
  move(): Promise<Changed<Row> | Refusal>
  /** Reads it again under its lock; null when it is gone. */
  lock(): Promise<Row | null>
  writeStatus(before: Row, status: BookingStatus): Promise<Row>
}

/**
 * Carries out an update that staff save as a form: as a cancellation, a move, a payment noted at the desk or taken back, or
 * nothing. Bookings and lessons share it.
 *
 * @param asked.status the status that it is to have.
 * @param asked.moves whether its time or cage are to be different.
 * @param asked.takeDifference how the desk took the money of what becomes paid.
 * @returns the row as it is now; or `status_refused`, `already_canceled`, `changed_meanwhile`, `paid_by_card`,
 * `refunded_by_card`, or what its commands refuse.
 */
export async function applyUpdate<Row extends Updatable>(
  ...update: Parameters<typeof carryOut<Row>>
): Promise<Changed<Row> | Refusal> {
  const [tx, seen, { status }] = update
  const changed = await carryOut(...update)
  const isVoided = seen.status === 'paid' && status === 'pending payment' && !(changed instanceof Refusal)
  if (isVoided) await tellVoided(tx)
  return changed
}

async function carryOut<Row extends Updatable>(
  tx: Tx,
  seen: Row,
  asked: {
    readonly status: BookingStatus
    readonly moves: boolean
    readonly price: PriceChoice
    readonly takeDifference?: DeskPaymentMethod | undefined
  },
  terms: ActingTerms,
  commands: UpdateCommands<Row>,
): Promise<Changed<Row> | Refusal> {
  const { status, moves, price, takeDifference: method } = asked
  const unchanged = { after: seen, back: nothingBack }
  if (!mayFollow(terms.actor, seen.status, status)) return refuse('status_refused')
  if (method !== undefined && status === 'paid' && seen.status !== 'paid')
    await nameDeskPayment(tx, { method })
  if (status === 'canceled') {
    // Its time is kept as it was: nobody is told of a time at which nothing takes place.
    if (moves) return refuse('already_canceled')
    return seen.status === 'canceled' ? unchanged : commands.cancel()
  }
  if (moves || seen.status === 'canceled' || price !== 'by_rule') {
    return refuseStatus(seen, status) ?? commands.move()
  }
  if (status === seen.status) return unchanged
  const before = await commands.lock()
  if (before?.status !== seen.status) return refuse('changed_meanwhile')
  const refusal = refuseStatus(before, status)
  if (refusal) return refusal
  await keepOverrideReason(tx, terms)
  return { after: await commands.writeStatus(before, status), back: nothingBack }
}

/**
 * Why a status cannot be set by hand: what a card paid is paid by the provider's word (decision record 012), and what went
 * back to it does not come again. Null when it can, as only the state table decides (bookingStatus.ts).
 */
function refuseStatus({ status: before, card_money }: Updatable, status: BookingStatus): Refusal | null {
  if (card_money === null) return null
  if (before === 'canceled') return refuse('refunded_by_card')
  return before === 'paid' && status === 'pending payment' ? refuse('paid_by_card') : null
}
