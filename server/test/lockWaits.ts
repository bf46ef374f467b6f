import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** How many connections to the database wait for a lock now. */
export async function lockWaits(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/** How many deadlocks PostgreSQL has ended in the database; a connection tells its own within a second. */
export async function deadlocks(db: Db): Promise<number> {
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return Number(rows[0]?.deadlocks)
}
