import { type SqlBool, sql } from 'kysely'
import type { StaffBooking } from '../../../shared/contract/staffBookings.ts'
import { addDays, dayBounds, daysBetween } from '../../../shared/domain/time.ts'
import type { Db } from '../../db/database.ts'
import { readScheduled } from './bookingRows.ts'

/** No booking lasts longer than a day. */
const LONGEST = sql`interval '1 day'`

/**
 * All that takes place on a facility day, in order of time, without what is canceled (spec 3 §4). Each booking is a row of
 * its own, because the schedule shows each in its cage.
 */
export function readDay(db: Db, day: string, timeZone: string): Promise<StaffBooking[]> {
  const { start, end } = dayBounds(day, timeZone)
  return readScheduled(
    db,
    sql`entry.starts_at > ${start.toISOString()}::timestamptz - ${LONGEST}
      and entry.starts_at < ${end.toISOString()}::timestamptz and entry.ends_at > ${start.toISOString()}::timestamptz
      and entry.status <> 'canceled'`,
  )
}

/** These bookings and sessions, and the sessions' seats. */
const ofRows = (ids: readonly string[]) => sql<SqlBool>`entry.status <> 'canceled' and entry.source_id in (
  select unnest(${ids}::uuid[])
  union all select id from class_registrations where class_instance_id = any(${ids}::uuid[])
)`

export interface ScheduleDay {
  date: string
  total: number
  paid: number
  pending: number
  bookings: StaffBooking[]
}

/**
 * Facility days in a row, by the day on which things start, each with its counts.
 *
 * @param perDay how many bookings of each day are wanted, the first ones; all without it.
 */
export async function readDays(
  db: Db,
  { from, to, perDay, timeZone }: { from: string; to: string; perDay: number | undefined; timeZone: string },
): Promise<ScheduleDay[]> {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n))
  const bounds = days.map((day) => dayBounds(day, timeZone))
  const starts = bounds.map(({ start }) => start.toISOString())
  const ends = bounds.map(({ end }) => end.toISOString())
  const { rows } = await sql<{ total: number; paid: number; pending: number; first: string[] }>`
    select counts.total::integer, counts.paid::integer, counts.pending::integer, firsts.groups as first
    from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) with ordinality as day (starts, ends, n)
    cross join lateral (
      -- Of a class session the session counts, and not its seats.
      select count(*) as total, count(*) filter (where status = 'paid') as paid,
        count(*) filter (where status = 'pending payment') as pending
      from booking_entries
      where starts_at >= day.starts and starts_at < day.ends and status <> 'canceled'
        and (kind <> 'class' or source_id = group_id)
    ) counts
    cross join lateral (
      select coalesce(array_agg(source_id), '{}') as groups from (
        select source_id from booking_entries
        where starts_at >= day.starts and starts_at < day.ends and status <> 'canceled'
          and (kind <> 'class' or source_id = group_id)
        order by starts_at, group_id, source_id limit ${perDay ?? 100_000}
      ) wanted
    ) firsts
    order by day.n`.execute(db)
  const ids = rows.flatMap(({ first }) => first)
  const bookings = ids.length === 0 ? [] : await readScheduled(db, ofRows(ids))
  return rows.map(({ first, ...counts }, n) => {
    const ofDay = new Set(first)
    return { date: days[n] ?? '', ...counts, bookings: bookings.filter(({ id }) => ofDay.has(id)) }
  })
}
