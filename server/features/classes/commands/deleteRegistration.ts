import { startOf } from '../../../../shared/domain/programs/classSessions.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type ActingTerms, keepOverrideReason, underTerms } from '../../payments/changes/actingTerms.ts'
import {
  type CustomerRefund,
  isRecordOfSale,
  nothingBack,
  type RefundChoice,
} from '../../payments/changes/settleChange.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { enqueueClassCanceled } from '../emails.ts'
import { cancelRegistration } from './cancelRegistration.ts'
import type { SeatToNote } from './noteAttendance.ts'

/**
 * Cancels a seat in a class session for the facility, and tells its people as the terms say.
 *
 * @returns what comes back, or what `cancelRegistration` refuses.
 */
export async function cancelForFacility(
  tx: Tx,
  { id, refund }: { id: string; refund: RefundChoice },
  at: PurchaseContext,
  terms: ActingTerms,
): Promise<CustomerRefund | Refusal> {
  await keepOverrideReason(tx, terms)
  const { actorId, line } = terms
  const canceled = await cancelRegistration(
    tx,
    { owner: null, id, refund },
    at,
    async (told) => {
      if (terms.tells.includes('person')) await enqueueClassCanceled(tx, { actorId, note: line }, told, at)
    },
    terms,
  )
  return canceled instanceof Refusal ? canceled : canceled.refund
}

/**
 * Deletes a seat in a class session. One that is not canceled is canceled first: what is owed comes back, its people are
 * told, and the spot is free. What was paid and has begun is the record of a sale, which the terms may keep. Payments stay.
 *
 * @param seat locked.
 * @returns what comes back, or what is in the way.
 */
export async function deleteRegistration(
  tx: Tx,
  seat: SeatToNote,
  refund: RefundChoice,
  at: PurchaseContext,
  terms: ActingTerms,
): Promise<CustomerRefund | Refusal> {
  const { id, table, status } = seat
  const start = startOf(seat, at.facility.time_zone)
  const isSale = await isRecordOfSale(tx, { table, id, status, start }, at.now)
  const refusal = underTerms(terms, 'record', isSale ? refuse('sale_kept') : null)
  if (refusal) return refusal
  let back = nothingBack
  if (status === 'canceled' || isSale) {
    await keepOverrideReason(tx, terms)
  } else {
    const canceled = await cancelForFacility(tx, { id, refund }, at, terms)
    if (canceled instanceof Refusal) return canceled
    back = canceled
  }
  await tx.deleteFrom('class_registrations').where('id', '=', id).execute()
  return back
}
