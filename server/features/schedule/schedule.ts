import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type {
  ListedBooking,
  ScheduleEntry,
  ScheduleNote,
} from '../../../shared/contract/bookings/bookingLists.ts'
import { addDays, dayBounds, daysBetween } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'
import { hasWord, searchWords } from '../../db/searchWords.ts'
import { DELETED_USER } from '../accounts/bookedPerson.ts'
import { BOOKING_TYPES, itemName, type Names, readScheduled } from './bookingEntries.ts'
import { findPeopleAndItems, hasAllWords } from './findPeopleAndItems.ts'

/** No booking lasts longer than a day. */
const LONGEST = sql`interval '1 day'`

/**
 * All that takes place on a facility day, in order of time, without what is canceled (spec 3 §4). Each booking is a row of
 * its own, because the schedule shows each in its cage.
 */
export function readScheduleDay(db: Db, day: string, timeZone: string): Promise<ListedBooking[]> {
  const { start, end } = dayBounds(day, timeZone)
  return readScheduled(
    db,
    sql`entry.starts_at > ${start.toISOString()}::timestamptz - ${LONGEST}
      and entry.starts_at < ${end.toISOString()}::timestamptz and entry.ends_at > ${start.toISOString()}::timestamptz
      and entry.status <> 'canceled'`,
  )
}

export interface ScheduleDay {
  date: string
  total: number
  paid: number
  pending: number
  bookings: ScheduleEntry[]
  notes: ScheduleNote[]
}

interface WantedDays {
  from: string
  to: string
  /** How many bookings of each day are wanted, the first ones; all without it. */
  perDay?: number | undefined
  search?: string | undefined
  status?: 'paid' | 'pending payment' | undefined
  timeZone: string
}

/**
 * Facility days in a row, by the day on which things start, each with the counts and bookings that match. What is canceled
 * does not count, and of a class session the session counts and not its seats.
 */
export async function readScheduleDays(db: Db, wanted: WantedDays): Promise<ScheduleDay[]> {
  const { from, to, perDay, timeZone } = wanted
  const dates = Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n))
  const bounds = dates.map((date) => dayBounds(date, timeZone))
  const days = sql`unnest(
    ${bounds.map(({ start }) => start.toISOString())}::timestamptz[],
    ${bounds.map(({ end }) => end.toISOString())}::timestamptz[]
  ) with ordinality as day (starts, ends, n)`
  const ofDay = sql<SqlBool>`e.starts_at >= day.starts and e.starts_at < day.ends and e.status <> 'canceled'
    and (e.kind <> 'class' or e.source_id = e.group_id) and ${await matching(db, wanted)}`
  const [notes, counts, entries] = await Promise.all([
    readNotes(db, days),
    sql<{ total: number; paid: number; pending: number }>`
      select counts.total, counts.paid, counts.pending from ${days}
      cross join lateral (
        select count(*)::integer as total, (count(*) filter (where status = 'paid'))::integer as paid,
          (count(*) filter (where status = 'pending payment'))::integer as pending
        from booking_entries e where ${ofDay}
      ) counts
      order by day.n`.execute(db),
    // People by their key, one by one, or the planner reads all of them.
    sql<DayEntry>`
      select day.n::integer - 1 as day, e.source_id as id, e.kind, e.status, e.starts_at, e.ends_at, noted.freed_from,
        person.name as customer_name,
        case when person.kind is distinct from 'guest' and (who.user_id is null or who.user_id <> e.person_id)
          then who.name end as participant_name, coaches.name as coach_name, classes.name as class_name, cages.name as cage_name,
        case when e.kind = 'class' then (
          select count(*)::integer from class_registrations
          where class_instance_id = e.source_id and status <> 'canceled'
        ) else 0 end as participant_count
      from ${days}
      cross join lateral (
        select e.* from booking_entries e where ${ofDay}
        order by e.starts_at, e.group_id, e.source_id limit ${perDay ?? null}
      ) e
      left join lateral (
        select freed_from from bookings where e.kind in ('booking', 'guest_booking') and id = e.source_id
        union all select freed_from from coach_bookings where e.kind = 'lesson' and id = e.source_id limit 1
      ) noted on true
      left join lateral (select kind, name from people_index where id = e.person_id limit 1) person on true
      left join lateral (select name, user_id from participants where id = e.participant_id limit 1) who on true
      left join lateral (select name from coaches where id = e.coach_id limit 1) coaches on true
      left join lateral (select name from classes where id = e.class_id limit 1) classes on true
      left join lateral (select name from cages where id = e.cage_id limit 1) cages on true
      order by e.starts_at, cages.name, e.source_id`.execute(db),
  ])
  const byDay = Map.groupBy(entries.rows, ({ day }) => day)
  return dates.map((date, n) => ({
    date,
    ...(counts.rows[n] ?? { total: 0, paid: 0, pending: 0 }),
    bookings: (byDay.get(n) ?? []).map(shownEntry),
    notes: notes.flatMap(({ day, ...note }) => (day === n ? [note] : [])),
  }))
}

/** Camps and closures that touch a day, with the cages that they have at any time of it. */
async function readNotes(db: Db, days: RawBuilder<unknown>): Promise<(ScheduleNote & { day: number })[]> {
  const { rows } = await sql<Omit<ScheduleNote, 'start_time' | 'end_time'> & NoteTimes>`
    select day.n::integer - 1 as day, note.* from ${days}
    cross join lateral (
      select closures.id, 'closure' as kind, closures.reason as title, closures.start_time, closures.end_time,
        (select count(*)::integer from closure_cages where closure_id = closures.id) as cage_count
      from closures where closures.start_time < day.ends and closures.end_time > day.starts
      union all
      select slot.id, 'camp', camps.name, lower(taken.during), upper(taken.during), taken.cages
      from camp_timeslots slot join camps on camps.id = slot.camp_id
      cross join lateral (
        select during, count(distinct cage_id)::integer as cages from occupancy
        where camp_timeslot_id = slot.id group by during
      ) taken
      where slot.date >= (day.starts - ${LONGEST})::date and slot.date <= (day.ends + ${LONGEST})::date
        and lower(taken.during) >= day.starts and lower(taken.during) < day.ends
    ) note
    order by day.n, note.start_time, note.title, note.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
  }))
}

interface NoteTimes {
  day: number
  start_time: Date
  end_time: Date
}

/** Whether the entry `e` is of the status and has all words of the search; a session has those of who takes part. */
async function matching(db: Db, { search, status }: WantedDays): Promise<RawBuilder<SqlBool>> {
  const ofStatus = status ? sql<SqlBool>`e.status = ${status}` : sql<SqlBool>`true`
  const words = searchWords(search)
  if (words === null) return ofStatus
  if (words.length === 0) return sql<SqlBool>`false`
  const found = await findPeopleAndItems(db, words, 0)
  const people = sql`coalesce((
    select string_agg(person.search, ' ') from booking_entries who join people_index person on person.id = who.person_id
    where who.starts_at = e.starts_at and who.group_id = e.group_id and who.status <> 'canceled'
  ), '')`
  return sql<SqlBool>`${ofStatus} and ${hasAllWords(found, (n) => hasWord(people, words[n]?.people ?? ''))}`
}

interface DayEntry extends Names {
  day: number
  id: string
  kind: ScheduleEntry['kind']
  status: ScheduleEntry['status']
  starts_at: Date
  ends_at: Date
  freed_from: Date | null
  customer_name: string | null
  participant_name: string | null
  participant_count: number
}

const shownEntry = (entry: DayEntry): ScheduleEntry => ({
  id: entry.id,
  kind: entry.kind,
  booking_type: BOOKING_TYPES[entry.kind],
  customer_name: entry.kind === 'class' ? null : (entry.customer_name ?? DELETED_USER),
  participant_name: entry.participant_name,
  item_name: itemName(entry),
  status: entry.status,
  start_time: entry.starts_at.toISOString(),
  end_time: entry.ends_at.toISOString(),
  freed_from: entry.freed_from?.toISOString() ?? null,
  participant_count: entry.participant_count,
})
