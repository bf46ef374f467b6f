import { type RawBuilder, sql } from 'kysely'
import type { ParticipantName } from '../../../shared/contract/accounts/participation.ts'
import type { Db } from '../../db/database.ts'
import type { CalendarEntry } from '../../integrations/calendar/calendarFile.ts'
import { participating } from '../../integrations/calendar/calendarParts.ts'
import { isOwnRow } from '../households/ownRows.ts'
import { participantOf } from '../households/participation.ts'

const DAY_MILLISECONDS = 24 * 3_600_000
/** How long past and canceled entries stay in the calendar. */
const BACK_DAYS = 30
const AHEAD_DAYS = 366

/** What a calendar has: from 30 days back to a year ahead, as instants. */
export const calendarSpan = (now: Date) => ({
  from: new Date(now.getTime() - BACK_DAYS * DAY_MILLISECONDS).toISOString(),
  to: new Date(now.getTime() + AHEAD_DAYS * DAY_MILLISECONDS).toISOString(),
})

/** The account whose calendar it is: with everybody for whom it is an adult. */
export interface CalendarOwner {
  readonly id: string
}

interface EntryRow {
  kind: 'cage' | 'lesson' | 'class' | 'camp'
  id: string
  title: string
  cage: string | null
  /** Null where there is nothing to pay. */
  paid: boolean | null
  start_time: Date
  end_time: Date
  canceled: boolean
  revision: number
  created_at: Date
  changed_at: Date
  /** Null: the owner. */
  participant: ParticipantName | null
}

/** All bookings of the owner's household, from 30 days back to a year ahead, by time; in one round trip. */
export async function listCalendarEntries(db: Db, owner: CalendarOwner, now: Date): Promise<CalendarEntry[]> {
  const { from, to } = calendarSpan(now)
  const rows = await readEntries(
    db,
    owner,
    sql`end_time > ${from}::timestamptz and start_time < ${to}::timestamptz
      and (not canceled or canceled_at > ${from}::timestamptz)`,
  )
  return rows.map(entryOf)
}

/**
 * The entries of these bookings, lessons and registrations, by time; those of a camp are its days.
 *
 * @returns null where one of them is not the owner's own, does not exist or has no times yet.
 */
export async function findCalendarEntries(
  db: Db,
  owner: CalendarOwner,
  ids: readonly string[],
): Promise<CalendarEntry[] | null> {
  // The id of a camp's day begins with that of the registration.
  const rows = await readEntries(db, owner, sql`left(id, 36) = any(${ids}::text[])`)
  const found = new Set(rows.map(({ id }) => id.slice(0, 36)))
  return ids.every((id) => found.has(id)) ? rows.map(entryOf) : null
}

async function readEntries(
  db: Db,
  owner: CalendarOwner,
  where: RawBuilder<unknown>,
): Promise<readonly EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select kind, id, title, cage, paid, start_time, end_time, canceled, revision, created_at, changed_at,
      participant
    from (
      ${rentals(owner)}
      union all ${lessons(owner)}
      union all ${classSessions(owner)}
      union all ${campDays(owner)}
    ) entries
    where ${where}
    order by start_time, id`.execute(db)
  return rows
}

const entryOf = (entry: EntryRow): CalendarEntry => {
  const { kind, title, cage, paid, start_time, end_time, participant, ...row } = entry
  return {
    ...row,
    start: start_time,
    end: end_time,
    summary: participating(summaries[kind](title), participant?.name ?? ''),
    lines: [...(cage ? [`In ${cage}.`] : []), ...paymentLine(paid)],
  }
}

const paymentLine = (paid: boolean | null): string[] =>
  paid === null ? [] : [paid ? 'Paid.' : 'You can pay on arrival.']

const summaries: Readonly<Record<EntryRow['kind'], (title: string) => string>> = {
  cage: (cage) => `Batting cage: ${cage}`,
  lesson: (coach) => `Lesson with ${coach}`,
  class: (name) => `Class: ${name}`,
  camp: (name) => `Camp: ${name}`,
}

const rentals = (owner: CalendarOwner) => sql`
  select
    'cage' as kind, b.id::text as id, cages.name as title, null as cage, b.status = 'paid' as paid,
    b.start_time, b.end_time, b.status = 'canceled' as canceled, b.canceled_at, b.revision,
    b.created_at, b.updated_at as changed_at, ${participantOf(owner, 'b')} as participant
  from bookings b join cages on cages.id = b.cage_id
  where ${isOwnRow(owner, 'b', 'user_id')}`

const lessons = (owner: CalendarOwner) => sql`
  select
    'lesson', b.id::text, coaches.name, cages.name, b.status = 'paid' or b.payment_status = 'paid',
    facility_instant(b.lesson_date + b.start_time), facility_instant(b.lesson_date + b.end_time),
    b.status = 'canceled', b.canceled_at, b.revision, b.created_at, b.updated_at,
    ${participantOf(owner, 'b')}
  from coach_bookings b join coaches on coaches.id = b.coach_id join cages on cages.id = b.cage_id
  where ${isOwnRow(owner, 'b', 'customer_id')}`

/** Canceled when either the registration or the session is canceled. */
const classSessions = (owner: CalendarOwner) => sql`
  select
    'class', r.id::text, c.name, null, case when r.total_cost > 0 then r.status = 'paid' end,
    facility_instant(i.class_date + i.start_time), facility_instant(i.class_date + i.end_time),
    r.status = 'canceled' or i.status = 'canceled', coalesce(r.canceled_at, i.updated_at),
    r.revision + i.revision, r.created_at, greatest(r.updated_at, i.updated_at),
    ${participantOf(owner, 'r')}
  from class_registrations r
  join class_instances i on i.id = r.class_instance_id
  join classes c on c.id = i.class_id
  where ${isOwnRow(owner, 'r', 'user_id')}`

/** One entry for each day of the camp. */
const campDays = (owner: CalendarOwner) => sql`
  select
    'camp', r.id || '-' || t.id, c.name, null, case when r.total_cost > 0 then r.status = 'paid' end,
    facility_instant(t.date + t.start_time), facility_instant(t.date + t.end_time),
    r.status = 'canceled', r.canceled_at, r.revision + t.revision, r.created_at, r.updated_at,
    ${participantOf(owner, 'r')}
  from camp_registrations r
  join camp_timeslots t on t.camp_id = r.camp_id
  join camps c on c.id = r.camp_id
  where ${isOwnRow(owner, 'r', 'user_id')}`
