import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { TestApp } from './testApp.ts'

/** A mail server that took a test message. */
export const connectMail = (db: Db) =>
  db
    .insertInto('connections')
    .values({
      name: 'mail',
      settings: JSON.stringify({ host: 'smtp.test' }),
      secret: 'sealed',
      accepted_at: new Date(),
    })
    .execute()

/** Puts everything in place that is needed before the doors open, besides the terms, which are published; they stay closed. */
export async function makeReadyToOpen({ db }: TestApp): Promise<void> {
  await db
    .updateTable('facility')
    .set({ name: 'Pine Street Cages', street_address: '1 Pine Street', phone: '(409) 555-0177' })
    .execute()
  await sql`insert into opening_hours (day_of_week, opens, closes) select day, '06:00', '23:00' from generate_series(0, 6) day`.execute(
    db,
  )
  await sql`insert into cages (name, price_30_min, price_60_min, price_additional_30_min) values ('Cage 1', 20, 30, 15), ('Cage 2', 20, 30, 15)`.execute(
    db,
  )
  await connectMail(db)
  await db.updateTable('profiles').set({ two_factor_enabled: true }).where('role', '=', 'admin').execute()
  await sql`insert into bookings (user_id, cage_id, start_time, end_time, status, total_cost)
    select (select id from profiles where role = 'admin' limit 1), cages.id, '2031-01-06 16:00+00', '2031-01-06 17:00+00', 'canceled', 30
    from cages order by name limit 1`.execute(db)
}
