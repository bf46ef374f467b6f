import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { bookedPerson } from '../accounts/bookedPerson.ts'
import { whoIsToldOfEach } from '../households/told.ts'

/** The names of those who are mailed where this account changes these bookings and lessons; each once. */
export async function readTold(db: Db, ids: readonly string[], actorId: string): Promise<string[]> {
  const { rows } = await sql<BookedRow>`
    select booked.participant_id, customer.id as user_id,
      coalesce(customer.full_name, booked.guest_name) as person_name,
      coalesce(customer.email, booked.guest_email) as person_email,
      null as person_phone
    from (
      select id, user_id, guest_name, guest_email, participant_id from bookings
      union all
      select id, customer_id, guest_name, guest_email, participant_id from coach_bookings
    ) booked
    left join profiles customer on customer.id = booked.user_id
    where booked.id = any (${ids}::uuid[])`.execute(db)
  const told = await whoIsToldOfEach(
    db,
    rows.map((row) => ({ participantId: row.participant_id, person: bookedPerson(row), actorId })),
  )
  return [...new Set(told.flatMap(({ people }) => people.map(({ name }) => name)))]
}

interface BookedRow {
  participant_id: string | null
  user_id: string | null
  person_name: string | null
  person_email: string | null
  person_phone: string | null
}
