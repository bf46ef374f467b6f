/** Lessons as the commands take them, of accounts and of guests alike. */

import { sql, type Updateable } from 'kysely'
import type { Changeable } from '../../../shared/domain/bookings/changePolicy.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { CoachBookingsTable } from '../../db/tables/lessons.ts'
import { type AccountPerson, type BookedPerson, bookedPerson } from '../accounts/bookedPerson.ts'
import { isOwnRow } from '../households/ownRows.ts'
import { type Participant, participantOfRow } from '../households/participation.ts'
import type { Changed } from '../payments/changes/settleChange.ts'
import { cardMoneyFor, deskMoneyFor } from '../payments/refunds/cardMoney.ts'
import type { HeldSlot } from '../places/places.ts'

export interface LessonMoved extends Changed<Lesson> {
  readonly before: Lesson
}

/** All lessons with what changes and lists of them need. */
export const lessons = (db: Db) =>
  db
    .selectFrom('coach_bookings as lesson')
    .innerJoin('coaches', 'coaches.id', 'lesson.coach_id')
    .innerJoin('cages', 'cages.id', 'lesson.cage_id')
    .leftJoin('profiles', 'profiles.id', 'lesson.customer_id')
    .leftJoin('participants', 'participants.id', 'lesson.participant_id')
    .select(['lesson.id', 'lesson.coach_id', 'coaches.name as coach_name', 'lesson.cage_id'])
    .select(['cages.name as cage_name', 'lesson_date', 'start_time', 'end_time', 'duration_minutes'])
    .select(['coach_rate', 'cage_cost', 'total_cost', 'status', 'payment_status', 'payment_method'])
    .select(['customer_notes', 'coach_notes', 'cancellation_cutoff_hours', 'revision', 'version'])
    .select(['attendance', 'freed_from', 'paid_by_hand_at', 'paid_by_hand_by'])
    .select(['customer_type as booking_type', 'coaches.user_id as coach_user_id'])
    .select(['coaches.email as coach_email', 'coaches.phone_number as coach_phone'])
    .select(['lesson.customer_id as user_id', 'lesson.guest_name', 'lesson.guest_phone', 'participant_id'])
    .select(['participants.name as participant_name', 'participants.user_id as participant_user_id'])
    .select(({ fn }) => [
      fn.coalesce('lesson.guest_name', 'profiles.full_name').as('person_name'),
      fn.coalesce('lesson.guest_email', 'profiles.email').as('person_email'),
      fn.coalesce('lesson.guest_phone', 'profiles.phone_number').as('person_phone'),
    ])
    .select([
      sql<Date>`facility_instant(lesson_date + start_time)`.as('start'),
      sql<Date>`facility_instant(lesson_date + end_time)`.as('end'),
      cardMoneyFor('coach_booking_id', 'lesson.id').as('card_money'),
      deskMoneyFor('coach_booking_id', 'lesson.id').as('desk_money'),
    ])

export type LessonRow = Awaited<ReturnType<ReturnType<typeof lessons>['executeTakeFirstOrThrow']>>

/** A lesson as it stands: who booked it, an account or a guest, and who takes part. */
export type Lesson = Omit<LessonRow, 'user_id' | 'person_name' | 'person_email' | 'person_phone'> & {
  readonly person: BookedPerson
  /** Null where the participant is deleted. */
  readonly participant: Participant | null
}

/** A lesson from its row, with its person and participant. */
export const lessonOf = (row: LessonRow): Lesson => ({
  ...row,
  person: bookedPerson(row),
  participant: participantOfRow(row),
})

/**
 * All lessons whose participant has this account as an adult, itself among them, newest first.
 *
 * @param id only this one, if it is one of them.
 */
export async function readLessonsOf(db: Db, reader: AccountPerson, id?: string): Promise<Lesson[]> {
  const rows = await lessons(db)
    .where(isOwnRow({ id: reader.userId }, 'lesson', 'customer_id'))
    .$if(id !== undefined, (query) => query.where('lesson.id', '=', id ?? ''))
    .orderBy('lesson_date', 'desc')
    .orderBy('start_time', 'desc')
    .execute()
  // A guest who is claimed has the account, under the name and number that were given for the lesson.
  return rows.map((row) => {
    if (row.booking_type === 'user') return lessonOf(row)
    const person = { ...reader, name: row.guest_name ?? reader.name, phone: row.guest_phone ?? reader.phone }
    return { ...lessonOf(row), person }
  })
}

/** The lesson of this id, of any person; null when there is none. */
export async function findLesson(db: Db, id: string): Promise<Lesson | null> {
  const row = await lessons(db).where('lesson.id', '=', id).executeTakeFirst()
  return row ? lessonOf(row) : null
}

/** The lessons that a coach gives on a day, in order of time, without what is canceled. */
export async function readLessonsGiven(db: Db, coachId: string, day: string): Promise<Lesson[]> {
  const rows = await lessons(db)
    .where('lesson.coach_id', '=', coachId)
    .where('lesson_date', '=', day)
    .where('status', '<>', 'canceled')
    .orderBy('start_time')
    .execute()
  return rows.map(lessonOf)
}

/** The same lesson as it is now, with its row kept from changing until the transaction ends; null when it is gone. */
export async function lockLessonRow(tx: Tx, { id, person }: Lesson): Promise<Lesson | null> {
  // Sent together, answered in this order: what is read was committed before the lock was ours.
  const [, lesson] = await Promise.all([
    tx.selectFrom('coach_bookings').select('id').where('id', '=', id).forUpdate().execute(),
    findLesson(tx, id),
  ])
  return lesson && { ...lesson, person }
}

/**
 * Writes changes to a lesson; the ledger follows by the table's trigger.
 *
 * @returns the lesson as it is now.
 */
export async function writeLesson(
  tx: Tx,
  { id, person }: Lesson,
  changes: Updateable<CoachBookingsTable>,
): Promise<Lesson> {
  await tx.updateTable('coach_bookings').set(changes).where('id', '=', id).execute()
  const lesson = await findLesson(tx, id)
  if (!lesson) throw new Error(`lesson ${id} is gone within the transaction that changed it`)
  return { ...lesson, person }
}

/** The time that a lesson has in the ledger while it is not canceled. */
export const slotOf = ({ cage_id, coach_id, start, end }: Lesson): HeldSlot => ({
  cageId: cage_id,
  coachId: coach_id,
  start,
  end,
})

/** A lesson as the rule of changes sees it. */
export const changeableLesson = (lesson: Lesson): Changeable => ({
  status: lesson.status,
  start: lesson.start,
  end: lesson.end,
  cutoffHours: lesson.cancellation_cutoff_hours,
})
