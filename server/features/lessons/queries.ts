import { sql } from 'kysely'
import type { Profile } from '../../../shared/contract/accounts.ts'
import type { CustomerLesson } from '../../../shared/contract/lessons.ts'
import { changeOf } from '../../../shared/domain/changePolicy.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money.ts'
import type { Db } from '../../db/database.ts'
import { personOf } from '../accounts/bookedPerson.ts'
import { changeableLesson, type Lesson, paidForLesson, readLessonsOf } from './lessonRows.ts'

const wallTime = (time: string): string => time.slice(0, 5)

/** A customer's own lessons, and guest lessons made with their confirmed e-mail, newest first. */
export async function listCustomerLessons(
  db: Db,
  customer: Profile,
  now: Date,
): Promise<Omit<CustomerLesson, 'calendar_url'>[]> {
  const lessons = await readLessonsOf(db, personOf(customer))
  return lessons.map((lesson) => asCustomerLesson(lesson, now))
}

/** A lesson as its customer sees it, and what they may do with it now. */
export const asCustomerLesson = (lesson: Lesson, now: Date): Omit<CustomerLesson, 'calendar_url'> => ({
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
  change: changeOf(changeableLesson(lesson), paidForLesson(lesson), now),
})

/** What a lesson's calendar entry says; null when there is no lesson with this id. */
export async function findCalendarLesson(db: Db, id: string) {
  const row = await db
    .selectFrom('coach_bookings as lesson')
    .innerJoin('coaches', 'coaches.id', 'lesson.coach_id')
    .innerJoin('cages', 'cages.id', 'lesson.cage_id')
    .select(['lesson.id', 'coaches.name as coachName', 'cages.name as cageName', 'status', 'revision'])
    .select(['lesson.created_at as createdAt', 'lesson.updated_at as updatedAt'])
    .select([
      sql<Date>`facility_instant(lesson_date + start_time)`.as('start'),
      sql<Date>`facility_instant(lesson_date + end_time)`.as('end'),
    ])
    .where('lesson.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
