import { sql } from 'kysely'
import type {
  NewTimeOff,
  StrandedBooking,
  TimeOff,
  TimeOffRange,
} from '../../../../shared/contract/lessons/coachHours.ts'
import { dayBounds, instantOf, NonexistentWallTime } from '../../../../shared/domain/time/time.ts'
import { type Db, EXCLUSION_VIOLATION, isDatabaseError, type Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { lockWork, readEngagements, refuseStranded } from './stranded.ts'

const COLUMNS = ['id', 'start_date', 'end_date', 'start_time', 'end_time', 'note'] as const

/** A coach's time off that is not over, soonest first. */
export async function listTimeOff(db: Db, coachId: string, now: Date): Promise<TimeOff[]> {
  const rows = await db
    .selectFrom('coach_time_off')
    .select(COLUMNS)
    .where('coach_id', '=', coachId)
    .where(sql<boolean>`upper(during) > ${now.toISOString()}::timestamptz`)
    .orderBy('start_date')
    .orderBy('start_time')
    .execute()
  return rows.map(shown)
}

/** What is booked with the coach in that time, before it is taken off; open checkouts are not told. */
export async function readConflicts(
  db: Db,
  coachId: string,
  wanted: TimeOffRange,
  { now, zone }: { readonly now: Date; readonly zone: string },
): Promise<StrandedBooking[] | Refusal> {
  const range = rangeOf(wanted, zone)
  if (range instanceof Refusal) return range
  const booked = await readEngagements(db, coachId, now, range)
  return booked.flatMap(({ kind, ...booking }) => (kind === 'hold' ? [] : [{ kind, ...booking }]))
}

/**
 * Takes time off. It takes the coach's time in the ledger, so from then on nothing can book the coach (decision record 035);
 * what was booked before stays, once the coach has confirmed each of it.
 *
 * @returns what was written, or why not: it is over, overlaps other time off, a clock skips its start or end, or something
 * booked is in it.
 */
export async function createTimeOff(
  tx: Tx,
  coachId: string,
  { confirm, ...wanted }: NewTimeOff & { readonly confirm: readonly string[] },
  { now, zone }: { readonly now: Date; readonly zone: string },
): Promise<TimeOff | Refusal> {
  const range = rangeOf(wanted, zone)
  if (range instanceof Refusal) return range
  if (range.end <= now) return refuse('time_off_past')
  await lockWork(tx, coachId, now)
  const overlaps = await tx
    .selectFrom('coach_time_off')
    .select(COLUMNS)
    .where('coach_id', '=', coachId)
    .where(sql<boolean>`during && tstzrange(${range.start.toISOString()}, ${range.end.toISOString()})`)
    .executeTakeFirst()
  if (overlaps) return refuse('time_off_overlaps', { time_off: shown(overlaps) })
  const refused = refuseStranded(await readEngagements(tx, coachId, now, range), confirm)
  if (refused) return refused
  const row = await tx
    .insertInto('coach_time_off')
    .values({ ...wanted, coach_id: coachId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return shown(row)
}

/**
 * The answer where the ledger refuses what the lock let through: classes and camps take a coach's time without it. Throws
 * every other error again.
 */
export function refuseRaced(error: unknown): Refusal {
  if (isDatabaseError(error, EXCLUSION_VIOLATION)) return refuse('changed_meanwhile')
  throw error
}

/** Ends a coach's own time off; another coach's does not exist. */
export async function deleteTimeOff(tx: Tx, coachId: string, id: string): Promise<Refusal | null> {
  const { numDeletedRows } = await tx
    .deleteFrom('coach_time_off')
    .where('id', '=', id)
    .where('coach_id', '=', coachId)
    .executeTakeFirst()
  return numDeletedRows > 0n ? null : refuse('time_off_not_found')
}

/** Whole days begin and end at midnight; an hour that the clocks skip is refused (decision 6). */
function rangeOf(
  { start_date, end_date, start_time, end_time }: TimeOffRange,
  zone: string,
): { start: Date; end: Date } | Refusal {
  if (start_time === null || end_time === null) {
    return { start: dayBounds(start_date, zone).start, end: dayBounds(end_date, zone).end }
  }
  try {
    return { start: instantOf(start_date, start_time, zone), end: instantOf(end_date, end_time, zone) }
  } catch (error) {
    if (error instanceof NonexistentWallTime) return refuse('clocks_change')
    throw error
  }
}

const shown = (row: TimeOff): TimeOff => ({
  ...row,
  start_time: row.start_time?.slice(0, 5) ?? null,
  end_time: row.end_time?.slice(0, 5) ?? null,
})
