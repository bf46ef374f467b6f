import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/** Cage time as the ledger sees it: half-open, from `start` up to `end`. */
export interface CageTime {
  readonly cageId: string
  readonly start: Date
  readonly end: Date
}

/** The lock of a cage's or coach's time on one facility day. */
export const dayLock = (cageOrCoachId: string, day: string): string => `${cageOrCoachId} ${day}`

/**
 * The lock of when a coach works: taken by what books a lesson, and by what changes the coach's hours or time off. It makes
 * one of the two wait and see the other.
 */
export const workLock = (coachId: string): string => `${coachId} works`

/**
 * Takes these locks until the transaction ends. Every command that takes time of a cage or coach calls this first, once,
 * with all the locks that it needs: an exclusion constraint by itself answers a race with deadlocks. Locks are taken in
 * sorted order, so two callers cannot wait for each other.
 */
export async function takeLocks(tx: Tx, locks: readonly string[]): Promise<void> {
  const keys = [...new Set(locks)].sort()
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from unnest(${keys}::text[]) with ordinality as locks (key, position)
    order by position`.execute(tx)
}

/**
 * Ends the holds whose time is over; skips those that another transaction has locked.
 *
 * @returns whether a hold was ended.
 */
export async function endExpiredHolds(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql`select expire_checkout_holds(${now.toISOString()}::timestamptz)`.execute(tx)
  return rows.length > 0
}

/**
 * True for a row of the ledger that takes its time at this moment. An expired hold does not, although its rows stay until
 * someone claims the place or the job runs (decision 16). For reads, and under locks after `endExpiredHolds`.
 */
export const stillTakes = (now: Date) => sql<boolean>`(
  occupancy.checkout_hold_id is null
  or exists (
    select from checkout_holds hold
    where hold.id = occupancy.checkout_hold_id and hold.expires_at > ${now.toISOString()}::timestamptz
  )
)`

/**
 * Which of these times overlap something in the ledger; empty when all are free. Call it under the lock.
 *
 * @param movingId the booking or lesson that is to be moved there: its own time does not count.
 */
export async function overlappingOccupancy(
  db: Db,
  times: readonly CageTime[],
  movingId: string | null = null,
): Promise<CageTime[]> {
  const { rows } = await sql<{ cage_id: string; start_time: Date; end_time: Date }>`
    select occupancy.cage_id, lower(during) as start_time, upper(during) as end_time
    from unnest(
      ${times.map(({ cageId }) => cageId)}::uuid[],
      ${times.map(({ start }) => start.toISOString())}::timestamptz[],
      ${times.map(({ end }) => end.toISOString())}::timestamptz[]
    ) as wanted (cage_id, starts, ends)
    join occupancy on occupancy.cage_id = wanted.cage_id and during && tstzrange(starts, ends)
    ${movingId === null ? sql`` : sql`where coalesce(booking_id, coach_booking_id) is distinct from ${movingId}`}`.execute(
    db,
  )
  return rows.map((row) => ({ cageId: row.cage_id, start: row.start_time, end: row.end_time }))
}
