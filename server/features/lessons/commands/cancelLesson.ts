import { refundOf } from '../../../../shared/domain/changePolicy.ts'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { type CustomerRefund, refundCustomer, refuseChange } from '../../payments/settleChange.ts'
import {
  changeableLesson,
  type LessonOwner,
  lockOwnLesson,
  type OwnLesson,
  paidForLesson,
} from '../ownLessons.ts'
import { updateOwnLesson } from './updateOwnLesson.ts'

export interface LessonCanceled {
  readonly lesson: OwnLesson
  readonly back: CustomerRefund
}

/**
 * Cancels the owner's own lesson until its cut-off; coach and cage are free at once (decision 12), and what was paid
 * comes back by the same rule.
 *
 * @param tell queues the messages; they travel together with the cancellation itself.
 * @returns the lesson as it is now and what comes back, or why not. Somebody else's is as if it did not exist.
 */
export async function cancelLesson(
  tx: Tx,
  request: { owner: LessonOwner; id: string; now: Date },
  tell: (canceled: LessonCanceled) => Promise<void>,
): Promise<LessonCanceled | Refusal> {
  const { owner, id, now } = request
  const before = await lockOwnLesson(tx, owner, id)
  if (!before) return refuse('lesson_not_found')
  const booked = changeableLesson(before)
  const refusal = refuseChange(booked, now)
  if (refusal) return refusal
  const back = await refundCustomer(tx, refundOf(booked, paidForLesson(before), now), {
    item: { coach_booking_id: id },
    reason: 'customer_canceled',
    now,
    requestedBy: owner.id,
  })
  const lesson = await updateOwnLesson(tx, owner, id, {
    status: 'canceled',
    ...(back.method === 'card' ? { payment_status: 'refunded' as const } : {}),
  })
  const canceled = { lesson, back }
  await tell(canceled)
  return canceled
}
