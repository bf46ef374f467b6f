import { randomUUID } from 'node:crypto'
import { decimalFromCents } from '../../../../shared/domain/money.ts'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'

/**
 * Records a paid seat. A registration that the buyer made meanwhile, to be paid on arrival, becomes paid instead of a
 * second one. A customer who paid in time has the seat, even if registration closed or the camp was unpublished since.
 *
 * @param seat.cutoffDays the cut-off that the buyer was shown; an existing registration keeps its own.
 * @returns the registration with its cut-off, or why the money must be refunded.
 */
export async function takePaidSeat(
  tx: Tx,
  seat: {
    campId: string
    registrationId?: string | undefined
    userId: string
    cents: number
    cutoffDays?: number | undefined
  },
): Promise<{ id: string; isNew: boolean; cutoffDays: number } | Refusal> {
  const { campId, registrationId, userId, cutoffDays } = seat
  const known = await ownRegistration(tx, campId, userId)
  if (registrationId !== undefined && known?.id !== registrationId) return refuse('registration_not_found')
  if (known?.status === 'paid') {
    return refuse('already_registered', { registration_id: known.id, status: known.status })
  }
  const paid = { status: 'paid' as const, total_cost: decimalFromCents(seat.cents) }
  if (known) {
    await tx.updateTable('camp_registrations').set(paid).where('id', '=', known.id).execute()
    return { id: known.id, isNew: false, cutoffDays: known.cancellation_cutoff_days }
  }
  const camp = await tx.selectFrom('camps').select('id').where('id', '=', campId).executeTakeFirst()
  if (!camp) return refuse('camp_not_found')
  const rule = cutoffDays === undefined ? {} : { cancellation_cutoff_days: cutoffDays }
  const made = await tx
    .insertInto('camp_registrations')
    .values({ id: randomUUID(), camp_id: campId, user_id: userId, ...paid, ...rule })
    .returning(['id', 'cancellation_cutoff_days'])
    .executeTakeFirstOrThrow()
  return { id: made.id, isNew: true, cutoffDays: made.cancellation_cutoff_days }
}

const ownRegistration = (tx: Tx, campId: string, userId: string) =>
  tx
    .selectFrom('camp_registrations')
    .select(['id', 'status', 'cancellation_cutoff_days'])
    .where('camp_id', '=', campId)
    .where('user_id', '=', userId)
    .where('status', '<>', 'canceled')
    .forUpdate()
    .executeTakeFirst()
