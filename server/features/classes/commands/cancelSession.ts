import { instantOf } from '../../../../shared/domain/time/time.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { enqueueCoachSessionsCanceled } from '../../coaches/coachMail.ts'
import type { ActingTerms } from '../../payments/changes/actingTerms.ts'
import type { CustomerRefund } from '../../payments/changes/settleChange.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { enqueueClassCanceled } from '../emails.ts'
import { cancelRegistration } from './cancelRegistration.ts'

/**
 * Cancels a class session with all of its places under the terms of who acts: its cages and coach are free at once, what
 * was paid comes back by the terms' refund rule, and everybody who had a place is told, and the coach.
 *
 * @param note what they read beside it; empty for nothing.
 * @returns what comes back to each; or why a place, and so the session, cannot be canceled.
 */
export async function cancelSession(
  tx: Tx,
  { id, note }: { id: string; note: string },
  at: PurchaseContext,
  terms: ActingTerms,
): Promise<CustomerRefund[] | Refusal> {
  // Who takes a seat waits at this row, and then sees a canceled session.
  const session = await tx
    .selectFrom('class_instances')
    .innerJoin('classes', 'classes.id', 'class_instances.class_id')
    .select(['status', 'class_instances.coach_id', 'class_date', 'name'])
    .select(['class_instances.start_time', 'class_instances.end_time'])
    .where('class_instances.id', '=', id)
    .forUpdate('class_instances')
    .executeTakeFirst()
  if (!session) return refuse('class_session_not_found')
  if (session.status === 'canceled') return refuse('already_canceled')
  const seats = await tx
    .selectFrom('class_registrations')
    .select('id')
    .where('class_instance_id', '=', id)
    .where('status', '<>', 'canceled')
    .orderBy('id')
    .forUpdate()
    .execute()
  const refunds: CustomerRefund[] = []
  const { actorId } = terms
  for (const seat of seats) {
    const canceled = await cancelRegistration(
      tx,
      { owner: null, id: seat.id },
      at,
      async (told) => {
        if (terms.tells.includes('person')) await enqueueClassCanceled(tx, { actorId, note }, told, at)
      },
      terms,
    )
    if (canceled instanceof Refusal) return canceled
    refunds.push(canceled.refund)
  }
  await tx.updateTable('class_instances').set({ status: 'canceled' }).where('id', '=', id).execute()
  const { class_date: date, start_time, end_time } = session
  const isToCome = instantOf(date, start_time, at.facility.time_zone, 'after') > at.now
  await enqueueCoachSessionsCanceled(
    tx,
    {
      event: `${id}:${at.now.toISOString()}`,
      name: session.name,
      coachIds: session.coach_id === null ? [] : [session.coach_id],
      sessions: isToCome && terms.tells.includes('coach') ? [{ date, start_time, end_time }] : [],
      note,
    },
    at,
  )
  return refunds
}
