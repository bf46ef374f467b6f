import { startOf } from '../../../../shared/domain/programs/classSessions.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type ActingTerms, keepOverrideReason, underTerms } from '../../payments/changes/actingTerms.ts'
import type { CustomerRefund } from '../../payments/changes/settleChange.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { cancelSession } from './cancelSession.ts'

/**
 * Deletes a class session with its registrations, by its id (decision 14). One that is not canceled is canceled first: its
 * people are told and refunded. Payments and refunds stay, without the registration that they were for. What was paid and has
 * begun is the record of a sale, which the terms may keep.
 *
 * While someone pays for a spot by card, nothing is deleted: the charge would find no session that it was for.
 *
 * @returns what comes back to each; or `class_session_not_found`, `class_session_in_checkout`, `sale_kept`, and what
 * `cancelSession` refuses.
 */
export async function deleteSession(
  tx: Tx,
  { id, note }: { id: string; note: string },
  at: PurchaseContext,
  terms: ActingTerms,
): Promise<CustomerRefund[] | Refusal> {
  // A checkout that opens during this waits at this row, and then finds no session.
  const session = await tx
    .selectFrom('class_instances')
    .select(['status', 'class_date', 'start_time'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!session) return refuse('class_session_not_found')
  const open = await findCheckout(tx, [id], at.now)
  if (open) return refuse('class_session_in_checkout', { until: open.toISOString() })
  const isSale = at.now >= startOf(session, at.facility.time_zone) && (await hasPaidSeats(tx, id))
  const refusal = underTerms(terms, 'record', isSale ? refuse('sale_kept') : null)
  if (refusal) return refusal
  await keepOverrideReason(tx, terms)
  let refunds: CustomerRefund[] = []
  if (session.status === 'active' && !isSale) {
    const canceled = await cancelSession(tx, { id, note }, at, terms)
    if (canceled instanceof Refusal) return canceled
    refunds = canceled
  }
  await tx.deleteFrom('class_registrations').where('class_instance_id', '=', id).execute()
  await tx.deleteFrom('class_instances').where('id', '=', id).execute()
  return refunds
}

/** Until when the last card checkout holds a seat of these sessions; undefined where none does. */
export async function findCheckout(tx: Tx, ids: readonly string[], now: Date): Promise<Date | undefined> {
  if (ids.length === 0) return undefined
  const hold = await tx
    .selectFrom('checkout_hold_seats as seat')
    .innerJoin('checkout_holds as hold', 'hold.id', 'seat.checkout_hold_id')
    .select('hold.expires_at')
    .where('seat.class_instance_id', 'in', ids)
    .where('hold.status', '=', 'held')
    .where('hold.expires_at', '>', now)
    .orderBy('hold.expires_at', 'desc')
    .executeTakeFirst()
  return hold?.expires_at
}

async function hasPaidSeats(tx: Tx, id: string): Promise<boolean> {
  const paid = await tx
    .selectFrom('class_registrations')
    .select('id')
    .where('class_instance_id', '=', id)
    .where('status', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
  return paid !== undefined
}
