import { sql } from 'kysely'
import type { Facility } from '../../../../shared/contract/facility.ts'
import { changeRefusalOf, changeUntil, moveDifference } from '../../../../shared/domain/changePolicy.ts'
import { coachFee, type LessonTime } from '../../../../shared/domain/lessons.ts'
import { centsFromDollars, decimalFromCents, dollarsFromCents } from '../../../../shared/domain/money.ts'
import { sessionPrice } from '../../../../shared/domain/pricing.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { dayLock, takeLocks } from '../../cages/occupancy.ts'
import { type CoachDay, type FreeCage, readCoachDay } from '../../coaches/availability.ts'
import { giveBack, type MoneyBack } from '../../payments/giveBack.ts'
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
  readonly back: MoneyBack
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
  at: { facility: Facility; now: Date },
  tell: (moved: LessonMoved) => Promise<void>,
): Promise<LessonMoved | Refusal> {
  const { owner, id, day } = move
  // Read first to know which locks to take, and again under them.
  const seen = await findOwnLesson(tx, owner, id)
  if (!seen) return refuse('lesson_not_found')
  const wanted = whereTo(seen, move, at)
  if (wanted instanceof Refusal) return wanted
  await lockBothTimes(tx, seen, day, at.now)
  const before = await lockOwnLesson(tx, owner, id)
  if (before?.revision !== seen.revision) return refuse('changed_meanwhile')

  const found = await readCoachDay(tx, before.coach_id, day, [wanted], id)
  if (!found) return refuse('coach_not_found')
  const cage = cageFor(before, found)
  if (cage instanceof Refusal) return cage
  const cageCents = sessionPrice(cage, before.duration_minutes)
  const price = coachFee(found.coach.hourly_rate, before.duration_minutes) + cageCents
  const difference = moveDifference({
    costs: centsFromDollars(before.total_cost),
    price,
    paid: paidForLesson(before),
    shown: move.shownTotalDollars === null ? null : centsFromDollars(move.shownTotalDollars),
  })
  if (typeof difference === 'string') {
    const code = difference === 'costs_more' ? 'move_costs_more' : difference
    return refuse(code, { total_amount: dollarsFromCents(price) })
  }

  const back = await giveBack(tx, difference, {
    item: { coach_booking_id: id },
    reason: 'customer_moved',
    now: at.now,
    requestedBy: owner.id,
  })
  await tx
    .updateTable('coach_bookings')
    .set({
      cage_id: cage.id,
      lesson_date: day,
      start_time: wanted.startTime,
      end_time: wanted.endTime,
      coach_rate: found.coach.hourly_rate,
      cage_cost: decimalFromCents(cageCents),
    })
    .where('id', '=', id)
    .execute()
  const after = await findOwnLesson(tx, owner, id)
  if (!after) throw new Error(`lesson ${id} is gone within the transaction that moved it`)
  const moved = { before, after, back }
  await tell(moved)
  return moved
}

/** The time that is asked for, if the rule, the clock and the opening hours allow the move. */
function whereTo(
  lesson: OwnLesson,
  { day, startTime }: LessonMove,
  { facility, now }: { facility: Facility; now: Date },
): LessonTime | Refusal {
  const booked = changeableLesson(lesson)
  const refusal = changeRefusalOf(booked, now)
  if (refusal) return refuse(refusal, { until: changeUntil(booked).toISOString() })
  const time = bookableTime({ day, startTime, minutes: lesson.duration_minutes }, facility, now)
  if (time instanceof Refusal) return time
  return time.start.getTime() === booked.start.getTime() ? refuse('move_changes_nothing') : time
}

/** Which cage is free is known only under the locks, so those of all cages are taken; then what expired holds keep is freed. */
async function lockBothTimes(tx: Tx, lesson: OwnLesson, day: string, now: Date): Promise<void> {
  const cages = await tx.selectFrom('cages').select('id').where('is_active', '=', true).execute()
  await takeLocks(tx, [
    dayLock(lesson.coach_id, lesson.lesson_date),
    dayLock(lesson.cage_id, lesson.lesson_date),
    ...[lesson.coach_id, ...cages.map(({ id }) => id)].map((id) => dayLock(id, day)),
  ])
  await sql`select expire_checkout_holds(${now.toISOString()}::timestamptz)`.execute(tx)
}

function cageFor(lesson: OwnLesson, { times: [found] }: CoachDay): FreeCage | Refusal {
  if (!found?.works) return refuse('coach_unavailable')
  if (!found.coachFree) return refuse('lesson_time_taken')
  return cageAfterMove(found.cages, lesson) ?? refuse('no_free_cage')
}
