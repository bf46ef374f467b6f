import { sql } from 'kysely'
import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import {
  type CustomerLesson,
  type LessonTicket,
  lessonTicket,
} from '../../../shared/contract/lessons/lessons.ts'
import { changeOf } from '../../../shared/domain/bookings/changePolicy.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { personOf } from '../accounts/bookedPerson.ts'
import { isOwnRow } from '../households/ownRows.ts'
import { participantOf, participationFor } from '../households/participation.ts'
import { paidOf } from '../payments/refunds/cardMoney.ts'
import type { CalendarLesson } from './coach/calendar.ts'
import { calendarPath, mayReadCalendar } from './coach/calendarLink.ts'
import { changeableLesson, type Lesson, lessonOf, lessons, readLessonsOf } from './lessonRows.ts'

const wallTime = (time: string): string => time.slice(0, 5)

/** The lessons of a customer's household, newest first. */
export async function listCustomerLessons(
  db: Db,
  customer: Profile,
  now: Date,
): Promise<Omit<CustomerLesson, 'calendar_url'>[]> {
  const lessons = await readLessonsOf(db, personOf(customer))
  return lessons.map((lesson) => asCustomerLesson(lesson, customer, now))
}

/** A lesson as an adult of its participant sees it, and what they may do with it now. */
export const asCustomerLesson = (
  lesson: Lesson,
  reader: { readonly id: string },
  now: Date,
): Omit<CustomerLesson, 'calendar_url'> => ({
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
  customer_name: lesson.person.name,
  customer_notes: lesson.customer_notes,
  admin_notes: lesson.coach_notes,
  change: changeOf(changeableLesson(lesson), paidOf(lesson), now),
  ...participationFor(reader, lesson),
})

/** The lesson of a guest who shows its ticket, which has the signed address of its calendar file; else null. */
export async function findTicketed(
  context: Pick<Context, 'config' | 'db'>,
  id: string,
  signature: string,
): Promise<Lesson | null> {
  if (!mayReadCalendar(context, id, { signature })) return null
  const row = await lessons(context.db)
    .where('lesson.id', '=', id)
    .where('lesson.customer_id', 'is', null)
    .executeTakeFirst()
  return row ? lessonOf(row) : null
}

/** What the ticket of a guest shows. */
export const asTicket = (context: Pick<Context, 'config'>, lesson: Lesson, now: Date): LessonTicket =>
  lessonTicket.parse({
    ...asCustomerLesson(lesson, { id: '' }, now),
    calendar_url: calendarPath(context, lesson.id, null),
  })

/** What a lesson's calendar entry says; null when there is no lesson with this id. */
export async function findCalendarLesson(db: Db, id: string) {
  const row = await calendarLessons(db).where('lesson.id', '=', id).executeTakeFirst()
  return row ?? null
}

/**
 * The same for the address of a lesson's calendar file: with the name of who takes part, and only while the lesson is the
 * reader's own.
 *
 * @param readerId null: the address names no account, and opens what a guest or an account booked for themselves.
 */
export async function findLinkedLesson(
  db: Db,
  id: string,
  readerId: string | null,
): Promise<CalendarLesson | null> {
  const isOwn =
    readerId === null
      ? sql<boolean>`(lesson.customer_id is null or not exists (
          select from participants who
          where who.id = lesson.participant_id and who.user_id is distinct from lesson.customer_id
        ))`
      : isOwnRow({ id: readerId }, 'lesson', 'customer_id')
  const participant = readerId === null ? sql<null>`null` : participantOf({ id: readerId }, 'lesson')
  const row = await calendarLessons(db)
    .select(participant.as('participant'))
    .where('lesson.id', '=', id)
    .where(isOwn)
    .executeTakeFirst()
  if (!row) return null
  const { participant: who, ...lesson } = row
  return { ...lesson, participantName: who?.name ?? '' }
}

const calendarLessons = (db: Db) =>
  db
    .selectFrom('coach_bookings as lesson')
    .innerJoin('coaches', 'coaches.id', 'lesson.coach_id')
    .innerJoin('cages', 'cages.id', 'lesson.cage_id')
    .select(['lesson.id', 'coaches.name as coachName', 'cages.name as cageName', 'status', 'revision'])
    .select(['lesson.created_at as createdAt', 'lesson.updated_at as updatedAt'])
    .select([
      sql<Date>`facility_instant(lesson_date + start_time)`.as('start'),
      sql<Date>`facility_instant(lesson_date + end_time)`.as('end'),
    ])
