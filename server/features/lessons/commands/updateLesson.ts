import type { BookingStatus } from '../../../../shared/contract/bookings.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type Acting, type ActingTerms, keepOverrideReason } from '../../payments/actingTerms.ts'
import { refuseStatus, type UpdateStep, updateStep } from '../../payments/changeStatus.ts'
import {
  type CustomerRefund,
  nothingBack,
  type PriceChoice,
  type RefundChoice,
} from '../../payments/settleChange.ts'
import { type Lesson, lockLessonRow, writeLesson } from '../lessonRows.ts'
import { cancelLesson } from './cancelLesson.ts'
import { type LessonMove, moveLesson, paymentStatusOf } from './moveLesson.ts'

/** What is to be different; what is left out stays. */
export interface LessonUpdate {
  readonly day?: string | undefined
  readonly startTime?: string | undefined
  readonly minutes?: number | undefined
  readonly cageId?: string | undefined
  readonly status?: BookingStatus | undefined
  /** What the coach writes for the customer; null: nothing any more. */
  readonly notes?: string | null | undefined
  readonly price: PriceChoice
  readonly refund: RefundChoice
  readonly shownTotalDollars: number | null
}

export interface LessonUpdated {
  readonly lesson: Lesson
  readonly back: CustomerRefund
}

/**
 * Changes a lesson in one step, as a form has it: time, length, cage, price, status and notes. A cancellation is told as
 * one, a new time, cage or price as a change; a payment at the desk and notes are not told by mail.
 *
 * @returns the lesson as it is now and what comes back; or what stands in the way, and nothing has changed.
 */
export async function updateLesson(
  tx: Tx,
  seen: Lesson,
  update: LessonUpdate,
  acting: Acting,
): Promise<LessonUpdated | Refusal> {
  const { status = seen.status } = update
  const note = update.notes && update.notes !== seen.coach_notes ? update.notes : ''
  const { day = seen.lesson_date, minutes = seen.duration_minutes, cageId = null } = update
  const startTime = update.startTime ?? seen.start_time.slice(0, 5)
  const moves =
    day !== seen.lesson_date ||
    startTime !== seen.start_time.slice(0, 5) ||
    minutes !== seen.duration_minutes ||
    (cageId !== null && cageId !== seen.cage_id)
  const to = { ...update, status, day, startTime, minutes, cageId, note }
  const step = updateStep(acting.terms, seen.status, { status, moves, price: update.price })
  if (step instanceof Refusal) return step
  const changed = await changeBy(step, tx, seen, to, acting)
  if (changed instanceof Refusal || update.notes === undefined) return changed
  return { ...changed, lesson: await writeLesson(tx, changed.lesson, { coach_notes: update.notes }) }
}

async function changeBy(
  step: UpdateStep,
  tx: Tx,
  seen: Lesson,
  to: LessonMove & { readonly refund: RefundChoice },
  acting: Acting,
): Promise<LessonUpdated | Refusal> {
  switch (step) {
    case 'none':
      return { lesson: seen, back: nothingBack }
    case 'cancel':
      return cancelLesson(tx, seen, to, acting)
    case 'set_paid':
      return setPaid(tx, seen, to.status, acting.terms)
    case 'move': {
      const refusal = refuseStatus(seen, to.status)
      if (refusal) return refusal
      const moved = await moveLesson(tx, seen, to, acting)
      return moved instanceof Refusal ? moved : { lesson: moved.after, back: moved.back }
    }
  }
}

/** Notes a payment at the desk, or takes it back. */
async function setPaid(
  tx: Tx,
  seen: Lesson,
  status: BookingStatus,
  terms: ActingTerms,
): Promise<LessonUpdated | Refusal> {
  const before = await lockLessonRow(tx, seen)
  if (before?.status !== seen.status) return refuse('changed_meanwhile')
  const refusal = refuseStatus(before, status)
  if (refusal) return refusal
  await keepOverrideReason(tx, terms)
  const payment_status = paymentStatusOf(status)
  return { lesson: await writeLesson(tx, before, { status, payment_status }), back: nothingBack }
}
