import { refundableCents } from '../../../../shared/domain/bookings/changePolicy.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type Acting, keepOverrideReason } from '../../payments/changes/actingTerms.ts'
import {
  type Changed,
  type RefundChoice,
  refuseChange,
  settleCancellation,
} from '../../payments/changes/settleChange.ts'
import type { ReleasePlace } from '../../payments/checkout/releasePlace.ts'
import { paidOf } from '../../payments/refunds/cardMoney.ts'
import { enqueueLessonCanceled } from '../changeEmails.ts'
import {
  changeableLesson,
  findLesson,
  type Lesson,
  lockLessonRow,
  slotOf,
  writeLesson,
} from '../lessonRows.ts'

/**
 * Cancels a lesson where the terms allow it; coach and cage are free at once (decision 12), what was paid comes back by the
 * terms' refund rule or the choice that they allow, and the messages are queued with it.
 *
 * @param seen the lesson as its caller loaded it and may change it.
 * @returns the lesson as it is now and what comes back, or why not.
 */
export async function cancelLesson(
  tx: Tx,
  seen: Lesson,
  { refund, note }: { refund: RefundChoice; note: string },
  { at, terms, time }: Acting,
): Promise<Changed<Lesson> | Refusal> {
  time.frees([slotOf(seen)])
  const before = await lockLessonRow(tx, seen)
  if (!before) return refuse('lesson_not_found')
  const booked = changeableLesson(before)
  const refusal = refuseChange(booked, at.now, terms)
  if (refusal) return refusal
  await keepOverrideReason(tx, terms)
  const paid = paidOf(before)
  const back = await settleCancellation(
    tx,
    { booked, paid, choice: refund, item: { coach_booking_id: before.id } },
    at,
    terms,
  )
  if (back instanceof Refusal) return back
  const isRefunded = back.method === 'card' && (refund === 'by_rule' || back.cents >= refundableCents(paid))
  const after = await writeLesson(tx, before, {
    status: 'canceled',
    ...(isRefunded ? { payment_status: 'refunded' as const } : {}),
  })
  const canceled = { after, back }
  await enqueueLessonCanceled(
    tx,
    canceled,
    { note: terms.line || note, tells: terms.tells, actorId: terms.actorId },
    at,
  )
  return canceled
}

/** Cancels a lesson whose payment staff refund. */
export const releaseLesson: ReleasePlace = async (tx, { id }, cents, acting) => {
  const seen = await findLesson(tx, id)
  if (!seen) return refuse('lesson_not_found')
  const canceled = await cancelLesson(tx, seen, { refund: { cents }, note: '' }, acting)
  return canceled instanceof Refusal ? canceled : canceled.back
}
