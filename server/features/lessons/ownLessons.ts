import { sql } from 'kysely'
import type { CustomerLesson } from '../../../shared/contract/lessons.ts'
import { type Changeable, changeOf, type PaidCents } from '../../../shared/domain/changePolicy.ts'
import { centsFromDollars, dollarsFromDecimal } from '../../../shared/domain/money.ts'
import type { Db, Tx } from '../../db/database.ts'
import { cardMoneyFor } from '../payments/cardMoney.ts'

/** Who asks: whose id is on a lesson, or whose confirmed e-mail is on a guest's. */
export interface LessonOwner {
  readonly id: string
  readonly email: string
  readonly full_name: string
}

export type OwnLesson = Awaited<ReturnType<typeof readOwnLessons>>[number]

const wallTime = (time: string): string => time.slice(0, 5)

const ownedBy = ({ id, email }: LessonOwner) => sql<boolean>`(
  customer_id = ${id} or (customer_type = 'guest' and lower(guest_email) = ${email.toLowerCase()})
)`

/**
 * What is the owner's: lessons of the account, and guest lessons made with its e-mail, newest first. Nobody signs in
 * before the address is confirmed (decision 23), so the profile's address is theirs. Lists and changes both begin here.
 *
 * @param id this one alone, if it is the owner's.
 */
export function readOwnLessons(db: Db, owner: LessonOwner, id?: string) {
  return db
    .selectFrom('coach_bookings as lesson')
    .innerJoin('coaches', 'coaches.id', 'lesson.coach_id')
    .innerJoin('cages', 'cages.id', 'lesson.cage_id')
    .select(['lesson.id', 'lesson.coach_id', 'coaches.name as coach_name', 'lesson.cage_id'])
    .select(['cages.name as cage_name', 'lesson_date', 'start_time', 'end_time', 'duration_minutes'])
    .select(['coach_rate', 'cage_cost', 'total_cost', 'status', 'payment_status', 'payment_method'])
    .select(['customer_notes', 'cancellation_cutoff_hours', 'revision', 'customer_type as booking_type'])
    .select(['coaches.email as coach_email', 'coaches.phone_number as coach_phone'])
    .select(['coach_notes as admin_notes', 'guest_phone'])
    .select(({ fn, val }) => fn.coalesce('guest_name', val(owner.full_name)).as('customer_name'))
    .select([
      sql<Date>`facility_instant(lesson_date + start_time)`.as('start'),
      sql<Date>`facility_instant(lesson_date + end_time)`.as('end'),
      cardMoneyFor('coach_booking_id', 'lesson.id').as('card_money'),
    ])
    .where(ownedBy(owner))
    .$if(id !== undefined, (query) => query.where('lesson.id', '=', id ?? ''))
    .orderBy('lesson_date', 'desc')
    .orderBy('start_time', 'desc')
    .execute()
}

/** The owner's lesson of this id as it stands; null when there is none, or when it is somebody else's. */
export async function findOwnLesson(db: Db, owner: LessonOwner, id: string): Promise<OwnLesson | null> {
  const [lesson] = await readOwnLessons(db, owner, id)
  return lesson ?? null
}

/** The same, with its row kept from changing until the transaction ends. */
export async function lockOwnLesson(tx: Tx, owner: LessonOwner, id: string): Promise<OwnLesson | null> {
  // Sent together, answered in this order: what is read was committed before the lock was ours. Only whoever may see
  // the row is let wait for it, lest somebody else's lesson could be told by how long the answer takes.
  const [, lesson] = await Promise.all([
    tx
      .selectFrom('coach_bookings')
      .select('id')
      .where('id', '=', id)
      .where(ownedBy(owner))
      .forUpdate()
      .execute(),
    findOwnLesson(tx, owner, id),
  ])
  return lesson
}

/** A lesson as the rule of changes sees it. */
export const changeableLesson = (lesson: OwnLesson): Changeable => ({
  status: lesson.status,
  start: lesson.start,
  end: lesson.end,
  cutoffHours: lesson.cancellation_cutoff_hours,
})

/** What was paid for it, in cents: what no card paid was paid at the desk. */
export function paidForLesson({ status, payment_status, total_cost, card_money }: OwnLesson): PaidCents {
  const isPaid = payment_status === 'paid' || (status === 'paid' && payment_status !== 'refunded')
  const atDesk = isPaid && card_money === null
  return { byCard: centsFromDollars(card_money ?? 0), atDesk: atDesk ? centsFromDollars(total_cost) : 0 }
}

/** A lesson as its customer sees it, and what they may do with it now. */
export const asCustomerLesson = (lesson: OwnLesson, now: Date): Omit<CustomerLesson, 'calendar_url'> => ({
  id: lesson.id,
  coach_id: lesson.coach_id,
  coach_name: lesson.coach_name,
  coach_email: lesson.coach_email,
  coach_phone: lesson.coach_phone,
  cage_id: lesson.cage_id,
  cage_name: lesson.cage_name,
  lesson_date: lesson.lesson_date,
  start_time: wallTime(lesson.start_time),
  end_time: wallTime(lesson.end_time),
  duration_minutes: lesson.duration_minutes,
  coach_rate: dollarsFromDecimal(lesson.coach_rate),
  cage_cost: dollarsFromDecimal(lesson.cage_cost),
  total_cost: dollarsFromDecimal(lesson.total_cost),
  status: lesson.status,
  payment_status: lesson.payment_status,
  payment_method: lesson.payment_method,
  booking_type: lesson.booking_type,
  customer_name: lesson.customer_name,
  customer_notes: lesson.customer_notes,
  admin_notes: lesson.admin_notes,
  change: changeOf(changeableLesson(lesson), paidForLesson(lesson), now),
})
