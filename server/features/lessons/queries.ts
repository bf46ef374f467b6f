import { sql } from 'kysely'
import type { CustomerLesson } from '../../../shared/contract/lessons.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money.ts'
import type { Db } from '../../db/database.ts'

const dollars = (decimal: string): number => dollarsFromCents(centsFromDollars(decimal))

/** A customer's own lessons, and guest lessons made with their confirmed e-mail, newest first. */
export async function listCustomerLessons(
  db: Db,
  customer: { id: string; email: string; full_name: string },
): Promise<Omit<CustomerLesson, 'calendar_url'>[]> {
  const rows = await db
    .selectFrom('coach_bookings as lesson')
    .innerJoin('coaches', 'coaches.id', 'lesson.coach_id')
    .innerJoin('cages', 'cages.id', 'lesson.cage_id')
    .select(['lesson.id', 'lesson.coach_id', 'coaches.name as coach_name', 'cages.name as cage_name'])
    .select(['coaches.email as coach_email', 'coaches.phone_number as coach_phone', 'lesson.cage_id'])
    .select(['lesson_date', 'start_time', 'end_time', 'duration_minutes', 'coach_rate', 'cage_cost'])
    .select(['total_cost', 'status', 'payment_status', 'payment_method', 'customer_notes'])
    .select(['customer_type as booking_type', 'coach_notes as admin_notes'])
    .select(({ fn, val }) => fn.coalesce('guest_name', val(customer.full_name)).as('customer_name'))
    .where(({ or, and, eb }) =>
      or([
        eb('customer_id', '=', customer.id),
        // Nobody signs in before the address is confirmed (decision 23), so the profile's address is theirs.
        and([
          eb('customer_type', '=', 'guest'),
          eb(sql`lower(guest_email)`, '=', customer.email.toLowerCase()),
        ]),
      ]),
    )
    .orderBy('lesson_date', 'desc')
    .orderBy('start_time', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    start_time: row.start_time.slice(0, 5),
    end_time: row.end_time.slice(0, 5),
    coach_rate: dollars(row.coach_rate),
    cage_cost: dollars(row.cage_cost),
    total_cost: dollars(row.total_cost),
  }))
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
