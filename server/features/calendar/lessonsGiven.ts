import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { CalendarEntry } from '../../integrations/calendar/calendarFile.ts'
import { DELETED_USER } from '../accounts/bookedPerson.ts'
import { calendarSpan } from '../households/calendarEntries.ts'

/**
 * The lessons that a coach gives, by time, for the days of `calendarSpan`. Whoever has the address of the calendar reads
 * them: an entry names who takes part, where, and whether it is paid; no contact, no notes, no care data.
 */
export async function listLessonsGiven(db: Db, coachId: string, now: Date): Promise<CalendarEntry[]> {
  const { from, to } = calendarSpan(now)
  const rows = await db
    .selectFrom('coach_bookings as lesson')
    .innerJoin('cages', 'cages.id', 'lesson.cage_id')
    .leftJoin('participants', 'participants.id', 'lesson.participant_id')
    .leftJoin('profiles', 'profiles.id', 'lesson.customer_id')
    .select(['lesson.id', 'cages.name as cage', 'revision', 'lesson.created_at'])
    .select(['lesson.updated_at as changed_at'])
    .select(({ fn, eb, or, val }) => [
      fn
        .coalesce('participants.name', 'lesson.guest_name', 'profiles.full_name', val(DELETED_USER))
        .as('person'),
      or([eb('lesson.status', '=', 'paid'), eb('lesson.payment_status', '=', 'paid')]).as('paid'),
      eb('lesson.status', '=', 'canceled').as('canceled'),
    ])
    .select([
      sql<Date>`facility_instant(lesson_date + start_time)`.as('start'),
      sql<Date>`facility_instant(lesson_date + end_time)`.as('end'),
    ])
    .where('lesson.coach_id', '=', coachId)
    .where('lesson_date', '>=', sql<string>`facility_day(${from}::timestamptz)`)
    .where('lesson_date', '<=', sql<string>`facility_day(${to}::timestamptz)`)
    .where(({ or, eb }) =>
      or([
        eb('lesson.status', '<>', 'canceled'),
        eb('lesson.canceled_at', '>', sql<Date>`${from}::timestamptz`),
      ]),
    )
    .orderBy('lesson_date')
    .orderBy('start_time')
    .orderBy('lesson.id')
    .execute()
  return rows.map(({ person, cage, paid, ...row }) => ({
    ...row,
    canceled: Boolean(row.canceled),
    summary: `Lesson: ${person}`,
    lines: [`In ${cage}.`, paid ? 'Paid.' : 'To be paid on arrival.'],
  }))
}
