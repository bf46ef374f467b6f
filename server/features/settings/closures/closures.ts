/** Closures of cages: read, made, changed and deleted. */

import { sql } from 'kysely'
import type { Profile } from '../../../../shared/contract/accounts/accounts.ts'
import type { Closure } from '../../../../shared/contract/facility/closures.ts'
import { addDays, dayBounds, facilityDay, minuteMs } from '../../../../shared/domain/time/time.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { dayLock, endExpiredHolds, stillTakes, takeLocks } from '../../places/occupancy.ts'
import { type ClosedTime, fingerprintOf, type Hit, hitsOfClosure } from './hits.ts'
import { isRunActive, startRun } from './runs.ts'

const MOST_DAYS = 92
/** Each day of each cage is a lock, and the database has room for some thousands. */
const MOST_CAGE_DAYS = 3_000
const MOST_LISTED = 500

/** The moment, and the facility's zone. */
interface At {
  readonly now: Date
  readonly zone: string
}

/** The closures that touch these days, soonest first; those that are not over where no day is given. */
export async function listClosures(
  db: Db,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  { now, zone }: At,
): Promise<Closure[]> {
  const start = from === undefined ? now : dayBounds(from, zone).start
  return readClosures(
    db,
    sql<boolean>`closures.end_time > ${start.toISOString()}::timestamptz
      and ${to === undefined ? sql`true` : sql`closures.start_time < ${dayBounds(to, zone).end.toISOString()}::timestamptz`}`,
    now,
  )
}

/** A closure with its cages; null where it does not exist. */
export async function findClosure(db: Db, id: string, now: Date): Promise<Closure | null> {
  const [closure] = await readClosures(db, sql<boolean>`closures.id = ${id}`, now)
  return closure ?? null
}

async function readClosures(
  db: Db,
  condition: ReturnType<typeof sql<boolean>>,
  now: Date,
): Promise<Closure[]> {
  const { rows } = await sql<Omit<Closure, 'start_time' | 'end_time'> & { start_time: Date; end_time: Date }>`
    select
      closures.id, closures.reason, closures.start_time, closures.end_time, closures.revision,
      coalesce(
        (select json_agg(json_build_object('id', cages.id, 'name', cages.name) order by cages.name)
         from closure_cages k join cages on cages.id = k.cage_id where k.closure_id = closures.id),
        '[]'
      ) as cages,
      not exists (
        select from cages where is_active
          and id not in (select cage_id from closure_cages where closure_id = closures.id)
      ) as all_cages,
      (
        select count(distinct coalesce(
          booking_id, coach_booking_id, class_instance_id, slot.camp_id, checkout_hold_id
        ))::integer
        from closure_cages k
        join occupancy on occupancy.cage_id = k.cage_id
          and occupancy.during && tstzrange(closures.start_time, closures.end_time)
        left join camp_timeslots slot on slot.id = occupancy.camp_timeslot_id
        where k.closure_id = closures.id and occupancy.kind not in ('closure', 'time_off')
          and upper(occupancy.during) > ${now.toISOString()}::timestamptz and ${stillTakes(now)}
      ) as booked,
      (select run.id from closure_runs run where run.closure_id = closures.id order by run.created_at desc limit 1) as run_id
    from closures
    where ${condition}
    order by closures.start_time, closures.id
    limit ${MOST_LISTED}`.execute(db)
  return rows.map((row) => ({
    ...row,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
  }))
}

export interface WantedClosure extends ClosedTime {
  readonly reason: string
  readonly onHits: 'keep' | 'cancel'
  /** Of the list that was shown; without one nothing may be booked there. */
  readonly fingerprint: string | undefined
}

/** Why this party may not close that time, whatever is booked there; null if it may. */
export function refuseRange(
  { cageIds, start, end }: ClosedTime,
  staff: Pick<Profile, 'role'>,
  { now, zone }: At,
): Refusal | null {
  if (end <= start) return refuse('closure_backwards')
  const days = (end.getTime() - start.getTime()) / (24 * 60 * minuteMs)
  if (days > MOST_DAYS || days * cageIds.length > MOST_CAGE_DAYS) return refuse('closure_too_long')
  if (end <= now) return refuse('closure_past')
  if (staff.role === 'admin') return null
  const day = dayBounds(facilityDay(start, zone), zone)
  return end <= day.end ? null : refuse('closure_needs_admin')
}

/**
 * What is booked in that time, with everything that could be booked there kept away until the transaction ends.
 *
 * @returns `cage_not_found`; `closure_hits_changed` where it is not what was confirmed; `closure_needs_admin` where the
 * front desk would close over something.
 */
async function claimTime(
  tx: Tx,
  wanted: WantedClosure,
  staff: Pick<Profile, 'role'>,
  { now, zone }: At,
): Promise<Hit[] | Refusal> {
  await takeLocks(tx, locksOf(wanted, zone))
  await endExpiredHolds(tx, now)
  const cages = await tx
    .selectFrom('cages')
    .select('id')
    .where('id', 'in', [...wanted.cageIds])
    .execute()
  if (cages.length < new Set(wanted.cageIds).size) return refuse('cage_not_found')
  const hits = await hitsOfClosure(tx, wanted, now)
  if (hits.length === 0) return hits
  if (staff.role !== 'admin') return refuse('closure_needs_admin')
  return fingerprintOf(hits) === wanted.fingerprint ? hits : refuse('closure_hits_changed')
}

function locksOf({ cageIds, start, end }: ClosedTime, zone: string): string[] {
  const locks: string[] = []
  for (let day = facilityDay(start, zone); dayBounds(day, zone).start < end; day = addDays(day, 1))
    locks.push(...cageIds.map((id) => dayLock(id, day)))
  return locks
}

export interface SavedClosure {
  readonly id: string
  readonly runId: string | null
}

/** Closes cages. What is free is closed at once; what is booked there is canceled by a run, or stays. */
export async function createClosure(
  tx: Tx,
  wanted: WantedClosure,
  staff: Pick<Profile, 'id' | 'role'>,
  at: At,
): Promise<SavedClosure | Refusal> {
  const refused = refuseRange(wanted, staff, at)
  if (refused) return refused
  const hits = await claimTime(tx, wanted, staff, at)
  if (hits instanceof Refusal) return hits
  const { id } = await tx
    .insertInto('closures')
    .values({ reason: wanted.reason, start_time: wanted.start, end_time: wanted.end, created_by: staff.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addCages(tx, id, wanted.cageIds)
  return { id, runId: await runFor(tx, id, wanted, hits, staff) }
}

/** Changes a closure; time that it leaves can be booked again, and new time is taken as `createClosure` does. */
export async function updateClosure(
  tx: Tx,
  id: string,
  wanted: WantedClosure & { readonly expectedRevision: number },
  staff: Pick<Profile, 'id' | 'role'>,
  at: At,
): Promise<SavedClosure | Refusal> {
  const before = await lockClosure(tx, id)
  if (!before) return refuse('closure_not_found')
  if (before.revision !== wanted.expectedRevision) {
    return refuse('changed_meanwhile', { closure: await findClosure(tx, id, at.now) })
  }
  const refused =
    refuseRange(wanted, staff, at) ?? (staff.role === 'admin' ? null : refuseRange(before, staff, at))
  if (refused) return refused
  const hits = await claimTime(tx, wanted, staff, at)
  if (hits instanceof Refusal) return hits
  await tx
    .updateTable('closures')
    .set({ reason: wanted.reason, start_time: wanted.start, end_time: wanted.end })
    .where('id', '=', id)
    .execute()
  await tx
    .deleteFrom('closure_cages')
    .where('closure_id', '=', id)
    .where('cage_id', 'not in', [...wanted.cageIds])
    .execute()
  await addCages(tx, id, wanted.cageIds)
  return { id, runId: await runFor(tx, id, wanted, hits, staff) }
}

const addCages = (tx: Tx, closureId: string, cageIds: readonly string[]) =>
  tx
    .insertInto('closure_cages')
    .values([...new Set(cageIds)].map((cageId) => ({ closure_id: closureId, cage_id: cageId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

async function runFor(
  tx: Tx,
  closureId: string,
  { onHits, reason }: WantedClosure,
  hits: readonly Hit[],
  { id: actorId }: Pick<Profile, 'id'>,
): Promise<string | null> {
  return onHits === 'keep' ? null : startRun(tx, { closureId, cause: 'closure', reason, actorId }, hits)
}

/** Opens the cages again. */
export async function deleteClosure(
  tx: Tx,
  id: string,
  staff: Pick<Profile, 'role'>,
  at: At,
): Promise<Refusal | null> {
  const closure = await lockClosure(tx, id)
  if (!closure) return refuse('closure_not_found')
  if (await isRunActive(tx, id)) return refuse('closure_run_active')
  if (staff.role !== 'admin' && refuseRange(closure, staff, at)) return refuse('closure_needs_admin')
  await tx.deleteFrom('closures').where('id', '=', id).execute()
  return null
}

/**
 * Cancels what is still booked in a closure.
 *
 * @returns the run's id; `closure_nothing_booked` where nothing can be canceled.
 */
export async function cancelInClosure(
  tx: Tx,
  id: string,
  fingerprint: string,
  { id: actorId }: Pick<Profile, 'id'>,
  { now }: At,
): Promise<string | Refusal> {
  const closure = await lockClosure(tx, id)
  if (!closure) return refuse('closure_not_found')
  if (await isRunActive(tx, id)) return refuse('closure_run_active')
  const hits = await hitsOfClosure(tx, closure, now)
  if (fingerprintOf(hits) !== fingerprint) return refuse('closure_hits_changed')
  const run = { closureId: id, cause: 'closure' as const, reason: closure.reason, actorId }
  return (await startRun(tx, run, hits)) ?? refuse('closure_nothing_booked')
}

async function lockClosure(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('closures')
    .select(['reason', 'revision', 'start_time', 'end_time'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const cages = await tx.selectFrom('closure_cages').select('cage_id').where('closure_id', '=', id).execute()
  return {
    reason: row.reason,
    revision: row.revision,
    start: row.start_time,
    end: row.end_time,
    cageIds: cages.map(({ cage_id }) => cage_id),
  }
}
