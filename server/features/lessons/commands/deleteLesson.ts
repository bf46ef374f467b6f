import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type Acting, keepOverrideReason, underTerms } from '../../payments/changes/actingTerms.ts'
import {
  type CustomerRefund,
  isRecordOfSale,
  nothingBack,
  type RefundChoice,
} from '../../payments/changes/settleChange.ts'
import { type Lesson, lockLessonRow, slotOf } from '../lessonRows.ts'
import { cancelLesson } from './cancelLesson.ts'

/**
 * Deletes a lesson. One that is not canceled is canceled first: what is owed comes back, its people are told, and coach and
 * cage are free. What was paid and has begun is the record of a sale, which the terms may keep. The audit log has the row.
 *
 * @returns what comes back, or what is in the way.
 */
export async function deleteLesson(
  tx: Tx,
  seen: Lesson,
  refund: RefundChoice,
  acting: Acting,
): Promise<CustomerRefund | Refusal> {
  const { at, terms, time } = acting
  const before = await lockLessonRow(tx, seen)
  if (!before) return refuse('lesson_not_found')
  const { id, status, start } = before
  const isSale = await isRecordOfSale(tx, { table: 'coach_bookings', id, status, start }, at.now)
  const refusal = underTerms(terms, 'record', isSale ? refuse('sale_kept') : null)
  if (refusal) return refusal
  if (status === 'canceled' || isSale) {
    await keepOverrideReason(tx, terms)
    time.frees([slotOf(before)])
    await deleteRow(tx, before)
    return nothingBack
  }
  const canceled = await cancelLesson(tx, before, { refund, note: '' }, acting)
  if (canceled instanceof Refusal) return canceled
  await deleteRow(tx, before)
  return canceled.back
}

const deleteRow = (tx: Tx, { id }: Lesson) => tx.deleteFrom('coach_bookings').where('id', '=', id).execute()
