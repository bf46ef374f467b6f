import type { BookingStatus } from '../../../../shared/contract/bookings.ts'
import { mayFollow } from '../../../../shared/domain/bookingStatus.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type ActingTerms, keepOverrideReason } from '../../payments/actingTerms.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import {
  type CustomerRefund,
  nothingBack,
  type PriceChoice,
  type RefundChoice,
  refuseStatus,
} from '../../payments/settleChange.ts'
import type { TimeWanted } from '../../places/takingTime.ts'
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
}

export interface LessonUpdated {
  readonly lesson: Lesson
  readonly back: CustomerRefund
}

interface Acting {
  readonly at: PurchaseContext
  readonly terms: ActingTerms
  readonly time: TimeWanted
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
  const status = update.status ?? seen.status
  if (!mayFollow(acting.terms.actor, seen.status, status)) return refuse('status_refused')
  const changed = await changeOf(tx, seen, { ...update, status }, acting)
  if (changed instanceof Refusal || update.notes === undefined) return changed
  return { ...changed, lesson: await writeLesson(tx, changed.lesson, { coach_notes: update.notes }) }
}

function changeOf(
  tx: Tx,
  seen: Lesson,
  update: LessonUpdate & { status: BookingStatus },
  acting: Acting,
): Promise<LessonUpdated | Refusal> | LessonUpdated | Refusal {
  const { status, day = seen.lesson_date, minutes = seen.duration_minutes } = update
  const startTime = update.startTime ?? seen.start_time.slice(0, 5)
  const note = update.notes && update.notes !== seen.coach_notes ? update.notes : ''
  const cageId = update.cageId ?? null
  const moves =
    day !== seen.lesson_date ||
    startTime !== seen.start_time.slice(0, 5) ||
    minutes !== seen.duration_minutes ||
    (cageId !== null && cageId !== seen.cage_id)
  if (status === 'canceled') {
    // Its time is kept as it was: nobody is told of a time at which nothing takes place.
    if (moves) return refuse('already_canceled')
    if (seen.status === 'canceled') return { lesson: seen, back: nothingBack }
    return cancelLesson(tx, seen, { refund: update.refund, note }, acting)
  }
  if (moves || seen.status === 'canceled' || update.price !== 'by_rule') {
    return moved(tx, seen, { ...update, status, day, startTime, minutes, cageId, note }, acting)
  }
  return status === seen.status
    ? { lesson: seen, back: nothingBack }
    : setPaid(tx, seen, status, acting.terms)
}

async function moved(tx: Tx, seen: Lesson, move: Parameters<typeof moveLesson>[2], acting: Acting) {
  const refusal = refuseStatus(seen, move.status)
  if (refusal) return refusal
  const done = await moveLesson(tx, seen, move, acting)
  return done instanceof Refusal ? done : { lesson: done.after, back: done.back }
}

/** Notes a payment at the desk, or takes it back. */
async function setPaid(
  tx: Tx,
  seen: Lesson,
  status: 'pending payment' | 'paid',
  terms: ActingTerms,
): Promise<LessonUpdated | Refusal> {
  const before = await lockLessonRow(tx, seen)
  if (before?.status !== seen.status) return refuse('changed_meanwhile')
  const refusal = refuseStatus(before, status)
  if (refusal) return refusal
  await keepOverrideReason(tx, terms)
  return { lesson: await writeLesson(tx, before, { status, payment_status: status }), back: nothingBack }
}
