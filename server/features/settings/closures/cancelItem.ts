import { sql } from 'kysely'
import { terms } from '../../../../shared/domain/bookings/terms.ts'
import { instantOf } from '../../../../shared/domain/time/time.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { findBooking } from '../../bookings/bookingRows.ts'
import { cancelBooking } from '../../bookings/commands/cancelBooking.ts'
import { cancelCamp } from '../../camps/commands/cancelCamp.ts'
import { cancelSession } from '../../classes/commands/cancelSession.ts'
import { cancelLesson } from '../../lessons/commands/cancelLesson.ts'
import { findLesson } from '../../lessons/lessonRows.ts'
import type { Acting, ActingTerms } from '../../payments/changes/actingTerms.ts'
import type { CustomerRefund } from '../../payments/changes/settleChange.ts'
import { isOpenAt } from './hoursHits.ts'

/** One thing that is to be canceled, with the run that says why. */
export interface PendingItem {
  readonly id: string
  readonly kind: 'booking' | 'guest_booking' | 'lesson' | 'class' | 'camp' | 'hold'
  readonly source_id: string
  readonly closure_id: string | null
  readonly cause: 'closure' | 'hours' | 'doors'
  readonly reason: string
  readonly created_by: string | null
}

export interface ItemCanceled {
  readonly refunds: readonly CustomerRefund[]
  /** The accounts whose checkouts are over. */
  readonly buyers: readonly (string | null)[]
}

/** An admin's terms: full refund, everybody is told, no cut-off. */
export const runTerms = (actorId: string | null): ActingTerms => ({
  ...terms.admin,
  actorId,
  overrideReason: null,
  line: '',
  customerUntold: false,
  refundLimitCents: null,
})

/** Codes that say that there is nothing left to do. */
const goneCodes: readonly string[] = [
  'already_canceled',
  'booking_not_found',
  'lesson_not_found',
  'class_session_not_found',
  'camp_not_found',
]
/** Whether a refusal says that the item is canceled, over or deleted already. */
export const isGone = ({ code }: Refusal): boolean => goneCodes.includes(code)

/**
 * Cancels one thing by the command that everybody uses, with the run's reason for the customer.
 *
 * @returns what comes back; or why it cannot be canceled.
 */
export async function cancelItem(tx: Tx, item: PendingItem, acting: Acting): Promise<ItemCanceled | Refusal> {
  const { kind, source_id: id, reason: note } = item
  switch (kind) {
    case 'booking':
    case 'guest_booking': {
      const booking = await findBooking(tx, kind === 'booking' ? 'user' : 'guest', id)
      if (!booking) return refuse('booking_not_found')
      const canceled = await cancelBooking(tx, booking, { refund: 'by_rule', note }, acting)
      return canceled instanceof Refusal ? canceled : { refunds: [canceled.back], buyers: [] }
    }
    case 'lesson': {
      const lesson = await findLesson(tx, id)
      if (!lesson) return refuse('lesson_not_found')
      const canceled = await cancelLesson(tx, lesson, { refund: 'by_rule', note }, acting)
      return canceled instanceof Refusal ? canceled : { refunds: [canceled.back], buyers: [] }
    }
    case 'class': {
      const refunds = await cancelSession(tx, { id, note }, acting.at, acting.terms)
      return refunds instanceof Refusal ? refunds : { refunds, buyers: [] }
    }
    case 'camp': {
      if (await keepsSessions(tx, item, acting)) return refuse('camp_partly_closed')
      return cancelCamp(tx, { id, note }, acting.at, acting.terms)
    }
    case 'hold':
      return releaseHold(tx, id)
  }
}

/** A checkout is over: what is paid after that finds its place taken, and goes back by itself. */
async function releaseHold(tx: Tx, id: string): Promise<ItemCanceled | Refusal> {
  const hold = await tx
    .updateTable('checkout_holds')
    .set({ status: 'released' })
    .where('id', '=', id)
    .where('status', '=', 'held')
    .returning('user_id')
    .executeTakeFirst()
  return hold ? { refunds: [], buyers: [hold.user_id] } : refuse('already_canceled')
}

/** Whether a session of the camp could still take place: it is not in the closure, or within the hours of open doors. */
async function keepsSessions(
  tx: Tx,
  { source_id: campId, closure_id, cause }: PendingItem,
  { at: { now, facility } }: Acting,
): Promise<boolean> {
  const slots = await tx
    .selectFrom('camp_timeslots as slot')
    .select(['slot.id', 'slot.date', 'slot.start_time', 'slot.end_time'])
    .select(
      sql<boolean>`exists (
        select from occupancy
        join closure_cages k on k.cage_id = occupancy.cage_id and k.closure_id = ${closure_id}
        join closures on closures.id = k.closure_id
        where occupancy.camp_timeslot_id = slot.id
          and occupancy.during && tstzrange(closures.start_time, closures.end_time)
      )`.as('closed'),
    )
    .where('slot.camp_id', '=', campId)
    .execute()
  return slots.some((slot) => {
    const [from, to] = [slot.start_time.slice(0, 5), slot.end_time.slice(0, 5)]
    if (cause === 'doors' || instantOf(slot.date, to, facility.time_zone) <= now) return false
    return cause === 'closure' ? !slot.closed : isOpenAt(slot.date, from, to, facility)
  })
}
