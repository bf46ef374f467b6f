import type { BookingStatus } from '../../../../shared/contract/bookings/bookings.ts'
import type { DeskPaymentMethod } from '../../../../shared/contract/payments/staffPayments.ts'
import { coachFee, type LessonTime, movedLessonPrice } from '../../../../shared/domain/lessons/lessons.ts'
import { centsFromDollars, decimalFromCents } from '../../../../shared/domain/money/money.ts'
import { beforeTax, type SalesTax, taxOf } from '../../../../shared/domain/money/salesTax.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import {
  type Acting,
  type ActingTerms,
  keepOverrideReason,
  underTerms,
} from '../../payments/changes/actingTerms.ts'
import { type PriceChoice, refuseChange, settleMove } from '../../payments/changes/settleChange.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { paidOf } from '../../payments/refunds/cardMoney.ts'
import { dayLock, takeLocks, workLock } from '../../places/occupancy.ts'
import { clearPlaces } from '../../places/places.ts'
import { type CoachDay, type FreeCage, readCoachDay } from '../availability/availability.ts'
import { enqueueLessonChanged } from '../changeEmails.ts'
import { cageAfterMove } from '../desk/moveTimes.ts'
import { paymentByHand } from '../desk/paymentByHand.ts'
import {
  changeableLesson,
  type Lesson,
  type LessonMoved,
  lockLessonRow,
  slotOf,
  writeLesson,
} from '../lessonRows.ts'
import { refuseCage } from '../refuseCage.ts'
import { bookableTime } from '../requestedLesson.ts'

export interface LessonMove {
  readonly day: string
  /** On the facility's clock, `HH:mm`. */
  readonly startTime: string
  readonly minutes: number
  /** Null: the cage that it has where that is free, else the first free one by name. */
  readonly cageId: string | null
  /** What it is afterwards: a canceled lesson is brought back by a status that is not. */
  readonly status: BookingStatus
  readonly price: PriceChoice
  /** Null: none was shown. */
  readonly shownTotalDollars: number | null
  /** How the desk takes the difference, where it is paid and becomes dearer. */
  readonly takeDifference?: DeskPaymentMethod | undefined
  /** What the person is told beside it; empty for nothing. */
  readonly note: string
}

/**
 * Gives a lesson another time, length, cage or price with the same coach, or brings a canceled one back. The start that is
 * given up decides whether the terms allow it, and the cut-off kept with the lesson stays (changePolicy.ts). The price is
 * computed again as far as the terms say so; what was paid must cover it, and what is left over comes back. Queues the
 * messages with it.
 *
 * @param seen the lesson as its caller loaded it and may change it.
 * @returns the lesson before and after, or what is in its way.
 */
export async function moveLesson(
  tx: Tx,
  seen: Lesson,
  move: LessonMove,
  { at, terms, time }: Acting,
): Promise<LessonMoved | Refusal> {
  const { day, minutes } = move
  const to = whereTo(seen, move, at, terms)
  if (to instanceof Refusal) return to
  const wanted = { cageId: move.cageId, coachId: seen.coach_id, start: to.start, end: to.end }
  time.takes([wanted], seen.id)
  time.frees([slotOf(seen)])
  await claimBothTimes(tx, seen, { ...to, day }, terms, at.now)
  // Read again under the locks. Only a payment may have come in between.
  const before = await lockLessonRow(tx, seen)
  if (before?.revision !== seen.revision) return refuse('changed_meanwhile')

  const outsideHours = underTerms(terms, 'coach_hours', refuse('coach_unavailable'))
  const found = await readCoachDay(tx, before.coach_id, day, [to], {
    now: at.now,
    movingId: before.id,
    anyHours: outsideHours === null,
  })
  if (!found) return refuse('coach_not_found')
  const cage = await cageFor(tx, before, move.cageId, found, outsideHours)
  if (cage instanceof Refusal) return cage
  await keepOverrideReason(tx, terms)
  // A payment that has come in since is kept, where no other status was asked for.
  const status = move.status === seen.status ? before.status : move.status
  const tax = taxOf(at.facility, 'lessons')
  const price = movedLessonPrice(terms, before, {
    ...{ minutes, hourlyRate: found.coach.hourly_rate, cage, tax },
  })
  const settled = await settleMove(
    tx,
    {
      ...move,
      choice: move.price,
      costs: before.total_cost,
      price,
      isPaid: before.status === 'paid',
      staysPaid: status === 'paid',
      paid: paidOf(before),
    },
    { item: { coach_booking_id: before.id }, now: at.now },
    terms,
  )
  if (settled instanceof Refusal) return settled
  const after = await writeLesson(tx, before, {
    cage_id: cage.id,
    lesson_date: day,
    start_time: to.startTime,
    end_time: to.endTime,
    duration_minutes: minutes,
    ...partsOf(settled.totalCents, before, { hourlyRate: found.coach.hourly_rate, minutes, tax }),
    ...(status === before.status ? {} : { status, ...paymentByHand(status, at.now, terms) }),
  })
  await settled.collect()
  const moved = { before, after, back: settled.back }
  await enqueueLessonChanged(
    tx,
    moved,
    { note: terms.line || move.note, tells: terms.tells, actorId: terms.actorId },
    at,
  )
  return moved
}

/** The time that is asked for, if the terms, the clock and the opening hours allow the move. */
function whereTo(
  seen: Lesson,
  { day, startTime, minutes, cageId, status, price }: LessonMove,
  { facility, now }: PurchaseContext,
  terms: ActingTerms,
): LessonTime | Refusal {
  const comesBack = seen.status === 'canceled' && status !== 'canceled'
  const refusal = comesBack ? null : refuseChange(changeableLesson(seen), now, terms)
  if (refusal) return refusal
  const time = bookableTime({ day, startTime, minutes }, facility, now, terms)
  if (time instanceof Refusal) return time
  const stays =
    time.start.getTime() === seen.start.getTime() &&
    minutes === seen.duration_minutes &&
    (cageId === null || cageId === seen.cage_id)
  return stays && !comesBack && price === 'by_rule' ? refuse('move_changes_nothing') : time
}

/** The locks of a lesson's time and of the day that it goes to. Which cage is free is known only under them: those of all cages. */
export async function moveLocks(tx: Tx, seen: Lesson, day: string): Promise<string[]> {
  const cages = await tx.selectFrom('cages').select('id').where('is_active', '=', true).execute()
  return [
    workLock(seen.coach_id),
    dayLock(seen.coach_id, seen.lesson_date),
    dayLock(seen.cage_id, seen.lesson_date),
    ...[seen.coach_id, ...cages.map(({ id }) => id)].map((id) => dayLock(id, day)),
  ]
}

/**
 * Takes the locks; then what expired holds and a
 * customer's own abandoned checkout keep of the coach's time is freed.
 */
async function claimBothTimes(
  tx: Tx,
  seen: Lesson,
  { day, start, end }: { day: string; start: Date; end: Date },
  terms: ActingTerms,
  now: Date,
): Promise<void> {
  await takeLocks(tx, await moveLocks(tx, seen, day))
  const slot = { cageId: null, coachId: seen.coach_id, start, end }
  // Staff do not end a checkout that is going on.
  const holder = { userId: terms.refundedFor === 'customer' ? terms.actorId : null }
  await clearPlaces(tx, { slots: [slot], seats: [] }, holder, now)
}

async function cageFor(
  tx: Tx,
  lesson: Lesson,
  cageId: string | null,
  { times: [found] }: CoachDay,
  outsideHours: Refusal | null,
): Promise<FreeCage | Refusal> {
  if (found?.away) return refuse('coach_away')
  if (!found?.works) return outsideHours ?? refuse('coach_unavailable')
  if (!found.coachFree) return refuse('lesson_time_taken')
  if (cageId === null) return cageAfterMove(found.cages, lesson) ?? refuse('no_free_cage')
  const cage = found.cages.find(({ id }) => id === cageId)
  return cage ?? refuseCage(tx, cageId, found.time, lesson.id)
}

/**
 * A lesson's total in the parts that its row has: tax that was added, the coach's hourly rate, and what is left for the cage.
 * An amount below the coach's fee lowers the rate. Parts whose total and length stay are left alone.
 */
function partsOf(
  totalCents: number,
  before: Lesson,
  { hourlyRate, minutes, tax }: { hourlyRate: string; minutes: number; tax: SalesTax },
) {
  if (totalCents === centsFromDollars(before.total_cost) && minutes === before.duration_minutes) return {}
  const price = beforeTax(totalCents, tax)
  const rate = decimalFromCents(Math.min(centsFromDollars(hourlyRate), Math.floor((price * 60) / minutes)))
  return {
    coach_rate: rate,
    cage_cost: decimalFromCents(price - coachFee(rate, minutes)),
    tax_on_top: decimalFromCents(totalCents - price),
    tax_percent: `${tax.percent}`,
  }
}
