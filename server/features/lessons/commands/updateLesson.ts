import type { BookingStatus } from '../../../../shared/contract/bookings/bookings.ts'
import type { DeskPaymentMethod } from '../../../../shared/contract/payments/staffPayments.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { Acting, ActingTerms } from '../../payments/changes/actingTerms.ts'
import type { Changed, PriceChoice, RefundChoice } from '../../payments/changes/settleChange.ts'
import { applyUpdate } from '../../payments/provider/applyUpdate.ts'
import { paymentByHand } from '../desk/paymentByHand.ts'
import { type Lesson, lockLessonRow, writeLesson } from '../lessonRows.ts'
import { cancelLesson } from './cancelLesson.ts'
import { moveLesson } from './moveLesson.ts'

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
  /** How the desk takes the difference, where it is paid and becomes dearer. */
  readonly takeDifference?: DeskPaymentMethod | undefined
  /** Where a payment by hand is taken back: when it was noted. Null for whichever there is. */
  readonly paidByHandAt?: Date | null
}

/**
 * Changes a lesson in one step, as a form has it: time, length, cage, price, status and notes. A cancellation is told as
 * one, a new time, cage or price as a change; a payment at the desk and notes are not told by mail.
 *
 * @returns the lesson as it is now and what comes back; or what is in the way, and nothing has changed.
 */
export async function updateLesson(
  tx: Tx,
  seen: Lesson,
  update: LessonUpdate,
  acting: Acting,
): Promise<Changed<Lesson> | Refusal> {
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
  const refusal = refusePaymentUndo(seen, update, acting.terms)
  if (refusal) return refusal
  const changed = await applyUpdate(tx, seen, { ...update, status, moves }, acting.terms, {
    cancel: () => cancelLesson(tx, seen, to, acting),
    move: () => moveLesson(tx, seen, to, acting),
    // Another payment than the one that was seen is not taken back.
    lock: async () => {
      const row = await lockLessonRow(tx, seen)
      return row?.paid_by_hand_at?.getTime() === seen.paid_by_hand_at?.getTime() ? row : null
    },
    writeStatus: (before, status) =>
      writeLesson(tx, before, { status, ...paymentByHand(status, acting.at.now, acting.terms) }),
  })
  if (changed instanceof Refusal || update.notes === undefined) return changed
  const row = await lockLessonRow(tx, changed.after)
  if (!row) return refuse('lesson_not_found')
  return { ...changed, after: await writeLesson(tx, row, { coach_notes: update.notes }) }
}

/**
 * Why a note of payment cannot be taken back: a coach takes back only the own note, and an undo only the payment that it
 * names. Card payments are refused before (applyUpdate.ts).
 */
function refusePaymentUndo(
  seen: Lesson,
  { status, paidByHandAt = null }: LessonUpdate,
  { actor, actorId }: ActingTerms,
): Refusal | null {
  if (seen.status !== 'paid' || status !== 'pending payment' || seen.card_money !== null) return null
  if (paidByHandAt !== null && paidByHandAt.getTime() !== seen.paid_by_hand_at?.getTime()) {
    return refuse('changed_meanwhile')
  }
  return actor === 'coach' && seen.paid_by_hand_by !== actorId ? refuse('payment_of_others') : null
}
