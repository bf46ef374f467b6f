import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { CalendarEntry } from '../../integrations/calendar/calendarFile.ts'

const DAY_MILLISECONDS = 24 * 3_600_000
/** How long past and canceled entries stay in the calendar. */
const BACK_DAYS = 30
const AHEAD_DAYS = 366

/** What a calendar has: from 30 days back to a year ahead, as instants. */
export const calendarSpan = (now: Date) => ({
  from: new Date(now.getTime() - BACK_DAYS * DAY_MILLISECONDS).toISOString(),
  to: new Date(now.getTime() + AHEAD_DAYS * DAY_MILLISECONDS).toISOString(),
})

/** The owner: an account, including guest bookings with its confirmed address. */
export interface CalendarOwner {
  readonly id: string
  /** Lower case. */
  readonly email: string
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
}

/** All bookings of the owner, from 30 days back to a year ahead, by time; in one round trip. */
export async function listCalendarEntries(db: Db, owner: CalendarOwner, now: Date): Promise<CalendarEntry[]> {
  const { from, to } = calendarSpan(now)
  const { rows } = await sql<EntryRow>`
    select kind, id, title, cage, paid, start_time, end_time, canceled, revision, created_at, changed_at
    from (
      ${rentals('bookings', sql`b.user_id = ${owner.id}`)}
      union all ${rentals('guest_bookings', sql`lower(b.guest_email) = ${owner.email}`)}
      union all ${lessons(owner)}
      union all ${classSessions(owner)}
      union all ${campDays('camp_registrations', sql`r.user_id = ${owner.id}`)}
      union all ${campDays('guest_camp_registrations', sql`lower(r.guest_email) = ${owner.email}`)}
    ) entries
    where end_time > ${from}::timestamptz and start_time < ${to}::timestamptz
      and (not canceled or canceled_at > ${from}::timestamptz)
    order by start_time, id`.execute(db)
  return rows.map(({ kind, title, cage, paid, start_time, end_time, ...row }) => ({
    ...row,
    start: start_time,
    end: end_time,
    summary: summaries[kind](title),
    lines: [...(cage ? [`In ${cage}.`] : []), ...paymentLine(paid)],
  }))
}

const paymentLine = (paid: boolean | null): string[] =>
  paid === null ? [] : [paid ? 'Paid.' : 'You can pay on arrival.']

const summaries: Readonly<Record<EntryRow['kind'], (title: string) => string>> = {
  cage: (cage) => `Batting cage: ${cage}`,
  lesson: (coach) => `Lesson with ${coach}`,
  class: (name) => `Class: ${name}`,
  camp: (name) => `Camp: ${name}`,
}

type Condition = ReturnType<typeof sql>

const rentals = (table: 'bookings' | 'guest_bookings', owned: Condition) => sql`
  select
    'cage' as kind, b.id::text as id, cages.name as title, null as cage, b.status = 'paid' as paid,
    b.start_time, b.end_time, b.status = 'canceled' as canceled, b.canceled_at, b.revision,
    b.created_at, b.updated_at as changed_at
  from ${sql.table(table)} b join cages on cages.id = b.cage_id
  where ${owned}`

const lessons = ({ id, email }: CalendarOwner) => sql`
  select
    'lesson', b.id::text, coaches.name, cages.name, b.status = 'paid' or b.payment_status = 'paid',
    facility_instant(b.lesson_date + b.start_time), facility_instant(b.lesson_date + b.end_time),
    b.status = 'canceled', b.canceled_at, b.revision, b.created_at, b.updated_at
  from coach_bookings b join coaches on coaches.id = b.coach_id join cages on cages.id = b.cage_id
  where b.customer_id = ${id} or (b.customer_type = 'guest' and lower(b.guest_email) = ${email})`

/** Canceled when either the registration or the session is canceled. */
const classSessions = ({ id, email }: CalendarOwner) => sql`
  select
    'class', r.id::text, c.name, null, case when r.total_cost > 0 then r.status = 'paid' end,
    facility_instant(i.class_date + i.start_time), facility_instant(i.class_date + i.end_time),
    r.status = 'canceled' or i.status = 'canceled', coalesce(r.canceled_at, i.updated_at),
    r.revision + i.revision, r.created_at, greatest(r.updated_at, i.updated_at)
  from class_registrations r
  join class_instances i on i.id = r.class_instance_id
  join classes c on c.id = i.class_id
  where r.user_id = ${id} or lower(r.guest_email) = ${email}`

/** One entry for each day of the camp. */
const campDays = (table: 'camp_registrations' | 'guest_camp_registrations', owned: Condition) => sql`
  select
    'camp', r.id || '-' || t.id, c.name, null, case when r.total_cost > 0 then r.status = 'paid' end,
    facility_instant(t.date + t.start_time), facility_instant(t.date + t.end_time),
    r.status = 'canceled', r.canceled_at, r.revision + t.revision, r.created_at, r.updated_at
  from ${sql.table(table)} r
  join camp_timeslots t on t.camp_id = r.camp_id
  join camps c on c.id = r.camp_id
  where ${owned}`
