import { coachFee, type LessonTime } from '../../../../shared/domain/lessons.ts'
import { decimalFromCents } from '../../../../shared/domain/money.ts'
import { sessionPrice } from '../../../../shared/domain/pricing.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { type CustomerRefund, refuseChange, settleMove } from '../../payments/settleChange.ts'
import { dayLock, takeLocks } from '../../places/occupancy.ts'
import { clearPlaces } from '../../places/places.ts'
import { type CoachDay, type FreeCage, readCoachDay } from '../availability.ts'
import { cageAfterMove } from '../moveTimes.ts'
import {
  changeableLesson,
  findOwnLesson,
  type LessonOwner,
  lockOwnLesson,
  type OwnLesson,
  paidForLesson,
} from '../ownLessons.ts'
import { bookableTime } from '../requestedLesson.ts'
import { updateOwnLesson } from './updateOwnLesson.ts'

export interface LessonMove {
  readonly owner: LessonOwner
  readonly id: string
  readonly day: string
  /** On the facility's clock, `HH:mm`. */
  readonly startTime: string
  /** Null: no more than the lesson costs. */
  readonly shownTotalDollars: number | null
}

export interface LessonMoved {
  readonly before: OwnLesson
  readonly after: OwnLesson
  readonly back: CustomerRefund
}

/**
 * Moves the owner's own lesson to another time of the same coach and length, until its cut-off. The start that is given
 * up decides whether it may, and the rule kept with the lesson stays (changePolicy.ts). The cage stays where it is free.
 * The price is computed anew; what was paid must cover it, and what is left over comes back.
 *
 * @param tell queues the messages; they travel together with the move itself.
 * @returns the lesson before and after, or what stands in its way. Somebody else's is as if it did not exist.
 */
export async function moveLesson(
  tx: Tx,
  move: LessonMove,
  at: Pick<PurchaseContext, 'facility' | 'now'>,
  tell: (moved: LessonMoved) => Promise<void>,
): Promise<LessonMoved | Refusal> {
  const { owner, id, day } = move
  // Read first to know which locks to take, and again under them. Only a payment may have come in between.
  const seen = await findOwnLesson(tx, owner, id)
  if (!seen) return refuse('lesson_not_found')
  const to = whereTo(seen, move, at)
  if (to instanceof Refusal) return to
  await claimBothTimes(tx, seen, { ...to, day }, owner, at.now)
  const before = await lockOwnLesson(tx, owner, id)
  if (before?.revision !== seen.revision) return refuse('changed_meanwhile')

  const found = await readCoachDay(tx, before.coach_id, day, [to], { now: at.now, movingId: id })
  if (!found) return refuse('coach_not_found')
  const cage = cageFor(before, found)
  if (cage instanceof Refusal) return cage
  const cageCents = sessionPrice(cage, before.duration_minutes)
  const back = await settleMove(
    tx,
    {
      costs: before.total_cost,
      price: coachFee(found.coach.hourly_rate, before.duration_minutes) + cageCents,
      paid: paidForLesson(before),
      shownTotalDollars: move.shownTotalDollars,
    },
    { item: { coach_booking_id: id }, now: at.now, requestedBy: owner.id },
  )
  if (back instanceof Refusal) return back
  const after = await updateOwnLesson(tx, owner, id, {
    cage_id: cage.id,
    lesson_date: day,
    start_time: to.startTime,
    end_time: to.endTime,
    coach_rate: found.coach.hourly_rate,
    cage_cost: decimalFromCents(cageCents),
  })
  const moved = { before, after, back }
  await tell(moved)
  return moved
}

/** The time that is asked for, if the rule, the clock and the opening hours allow the move. */
function whereTo(
  lesson: OwnLesson,
  { day, startTime }: LessonMove,
  { facility, now }: Pick<PurchaseContext, 'facility' | 'now'>,
): LessonTime | Refusal {
  const booked = changeableLesson(lesson)
  const refusal = refuseChange(booked, now)
  if (refusal) return refusal
  const time = bookableTime({ day, startTime, minutes: lesson.duration_minutes }, facility, now)
  if (time instanceof Refusal) return time
  return time.start.getTime() === booked.start.getTime() ? refuse('move_changes_nothing') : time
}

/**
 * Which cage is free is known only under the locks, so those of all cages are taken; then what expired holds and the
 * owner's own abandoned checkout keep of the coach's time is freed.
 */
async function claimBothTimes(
  tx: Tx,
  lesson: OwnLesson,
  { day, start, end }: { day: string; start: Date; end: Date },
  owner: LessonOwner,
  now: Date,
): Promise<void> {
  const cages = await tx.selectFrom('cages').select('id').where('is_active', '=', true).execute()
  await takeLocks(tx, [
    dayLock(lesson.coach_id, lesson.lesson_date),
    dayLock(lesson.cage_id, lesson.lesson_date),
    ...[lesson.coach_id, ...cages.map(({ id }) => id)].map((id) => dayLock(id, day)),
  ])
  const slot = { cageId: null, coachId: lesson.coach_id, start, end }
  await clearPlaces(tx, { slots: [slot], seats: [] }, { userId: owner.id }, now)
}

function cageFor(lesson: OwnLesson, { times: [found] }: CoachDay): FreeCage | Refusal {
  if (!found?.works) return refuse('coach_unavailable')
  if (!found.coachFree) return refuse('lesson_time_taken')
  return cageAfterMove(found.cages, lesson) ?? refuse('no_free_cage')
}
