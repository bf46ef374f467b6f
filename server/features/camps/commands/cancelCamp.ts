import { instantOf } from '../../../../shared/domain/time/time.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { enqueueCoachSessionsCanceled } from '../../coaches/coachMail.ts'
import type { ActingTerms } from '../../payments/changes/actingTerms.ts'
import type { CustomerRefund } from '../../payments/changes/settleChange.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { enqueueCampCanceled } from '../emails.ts'
import { cancelRegistration } from './cancelRegistration.ts'

const SOMEONE_IS_PAYING = 'A customer is paying for this camp right now. Please try again in 15 minutes.'

export interface CampCanceled {
  readonly refunds: readonly CustomerRefund[]
  /** The accounts with an open checkout for it, which is over. */
  readonly buyers: readonly string[]
}

/**
 * Calls a camp off under the terms of who acts: all registrations are canceled, what was paid comes back by the terms'
 * refund rule, everybody is told, the coaches too, and registration is closed. Its sessions are deleted, so cages and coaches are free.
 *
 * @param note what they read beside it; empty for nothing.
 */
export async function cancelCamp(
  tx: Tx,
  { id, note }: { id: string; note: string },
  at: PurchaseContext,
  terms: ActingTerms,
): Promise<CampCanceled | Refusal> {
  // Who takes a seat waits at this row, and then finds registration closed.
  const camp = await tx
    .selectFrom('camps')
    .select(['id', 'name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!camp) return refuse('camp_not_found')
  const paying = await tx
    .selectFrom('checkout_hold_seats as seat')
    .innerJoin('checkout_holds as hold', 'hold.id', 'seat.checkout_hold_id')
    .select('hold.id')
    .where('seat.camp_id', '=', id)
    .where('hold.status', '=', 'held')
    .where('hold.expires_at', '>', at.now)
    .limit(1)
    .executeTakeFirst()
  if (paying) return refuse('checkout_open', undefined, SOMEONE_IS_PAYING)
  const calledOff = { registration_enabled: false, called_off_at: at.now }
  await tx.updateTable('camps').set(calledOff).where('id', '=', id).execute()
  const seats = await tx
    .selectFrom('camp_registrations')
    .select('id')
    .where('camp_id', '=', id)
    .where('status', '<>', 'canceled')
    .orderBy('id')
    .execute()
  const refunds: CustomerRefund[] = []
  const buyers: string[] = []
  for (const seat of seats) {
    const canceled = await cancelRegistration(
      tx,
      { owner: null, id: seat.id },
      at,
      (told) => enqueueCampCanceled(tx, { actorId: terms.actorId, note }, told, at),
      terms,
    )
    if (canceled instanceof Refusal) return canceled
    refunds.push(canceled.refund)
    buyers.push(...canceled.buyers)
  }
  await tellCoaches(tx, { ...camp, note }, at)
  await tx.deleteFrom('camp_timeslots').where('camp_id', '=', id).execute()
  return { refunds, buyers }
}

async function tellCoaches(
  tx: Tx,
  { id, name, note }: { id: string; name: string; note: string },
  at: PurchaseContext,
): Promise<void> {
  const coaches = await tx.selectFrom('camp_coaches').select('coach_id').where('camp_id', '=', id).execute()
  const slots = await tx
    .selectFrom('camp_timeslots')
    .select(['date', 'start_time', 'end_time'])
    .where('camp_id', '=', id)
    .orderBy('date')
    .orderBy('start_time')
    .execute()
  const sessions = slots.filter(
    ({ date, start_time }) => instantOf(date, start_time, at.facility.time_zone, 'after') > at.now,
  )
  const coachIds = coaches.map(({ coach_id }) => coach_id)
  await enqueueCoachSessionsCanceled(tx, { event: id, name, coachIds, sessions, note }, at)
}
