import { sql } from 'kysely'
import type { CustomerLesson } from '../../../shared/contract/lessons.ts'
import type { Db } from '../../db/database.ts'
import { asCustomerLesson, type LessonOwner, readOwnLessons } from './ownLessons.ts'

/** A customer's own lessons, and guest lessons made with their confirmed e-mail, newest first. */
export async function listCustomerLessons(
  db: Db,
  customer: LessonOwner,
  now: Date,
): Promise<Omit<CustomerLesson, 'calendar_url'>[]> {
  const lessons = await readOwnLessons(db, customer)
  return lessons.map((lesson) => asCustomerLesson(lesson, now))
}

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
