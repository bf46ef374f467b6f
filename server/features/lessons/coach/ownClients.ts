/** Whose e-mail and phone number a coach may read (decision 32). */

import { type RawBuilder, sql } from 'kysely'
import { maskedPhone } from '../../../../shared/domain/people/maskedPhone.ts'
import type { Db } from '../../../db/database.ts'
import type { Lesson } from '../lessonRows.ts'

/**
 * Whether a person is a client of a coach: they or the desk have booked a lesson with the coach, or one that the coach
 * booked for them has begun. One that the coach books and cancels again opens nobody's contact.
 *
 * @param coachId the coach's id, or the column that has it.
 * @param customerId the account's id, or the column that has it; null is nobody's client.
 */
export const isOwnClient = (
  coachId: string | RawBuilder<unknown>,
  customerId: string | RawBuilder<unknown>,
  now: Date,
) => sql<boolean>`exists (
  select from coach_bookings own
  where own.coach_id = ${coachId} and own.customer_id = ${customerId} and (
    not own.booked_by_coach
    or own.status <> 'canceled'
      and facility_instant(own.lesson_date + own.start_time) <= ${now.toISOString()}::timestamptz
  )
)`

/** How a coach reaches the person of a lesson: a client in full, by the number's last digits otherwise (decision 32). */
export async function contactForCoach(
  db: Db,
  { coach_id: coachId, person }: Pick<Lesson, 'coach_id' | 'person'>,
  now: Date,
): Promise<{ email: string | null; phone: string | null }> {
  const row = { customer_id: person.userId, customer_email: person.email, customer_phone: person.phone }
  const [readable = row] = await readableByCoach(db, [row], { coachId, now })
  return { email: readable.customer_email, phone: readable.customer_phone }
}

interface Contact {
  readonly customer_id: string | null
  readonly customer_email: string | null
  readonly customer_phone: string | null
}

/**
 * The same rows as their coach may read them: of people who are not clients without e-mail and with a masked phone number.
 * What a guest left for the lesson is shown.
 */
export async function readableByCoach<Row extends Contact>(
  db: Db,
  rows: readonly Row[],
  { coachId, now }: { coachId: string; now: Date },
): Promise<Row[]> {
  const people = rows.flatMap(({ customer_id }) => customer_id ?? [])
  if (people.length === 0) return [...rows]
  const clients = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', 'in', people)
    .where(isOwnClient(coachId, sql.ref('profiles.id'), now))
    .execute()
  const own = new Set(clients.map(({ id }) => id))
  return rows.map((row) =>
    row.customer_id === null || own.has(row.customer_id)
      ? row
      : { ...row, customer_email: null, customer_phone: maskedPhone(row.customer_phone) },
  )
}
