import { type RawBuilder, sql } from 'kysely'
import type { ParticipantName } from '../../../shared/contract/accounts/participation.ts'
import type { Db } from '../../db/database.ts'
import type { CalendarEntry } from '../../integrations/calendar/calendarFile.ts'
import { participating, sharedEntry } from '../../integrations/calendar/calendarParts.ts'
import { listOfNames } from './names.ts'
import { isOwnRow } from './ownRows.ts'
import { participantOf } from './participation.ts'

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
  /** The class session or camp day, which children of one family may share. */
  slot: string | null
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
  return together(rows.map(entryOf))
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
  return ids.every((id) => found.has(id)) ? withFamily(db, owner.id, rows.map(entryOf)) : null
}

/**
 * Entries as the calendar of an account has them: a class session or a camp day that several of its family go to is one
 * entry for all of them, e.g. 'Camp: Skills for Leo and Mia', whoever of them this is about.
 *
 * @param userId null for a guest, who has no family here.
 */
export async function withFamily(
  db: Db,
  userId: string | null,
  entries: readonly CalendarEntry[],
): Promise<CalendarEntry[]> {
  const slots = entries.flatMap(({ shared }) => shared?.slot ?? [])
  const rows =
    userId && slots.length > 0 ? await readEntries(db, { id: userId }, sql`slot = any(${slots}::text[])`) : []
  const all = new Map([...entries, ...rows.map(entryOf)].map((entry) => [entry.id, entry]))
  return together([...all.values()])
}

/** The earliest registration of a session gives the entry its UID; the others of the family are named in it. */
function together(entries: readonly CalendarEntry[]): CalendarEntry[] {
  const sessions = Map.groupBy(entries, ({ id, shared }) => shared?.slot ?? id)
  return [...sessions.values()].flatMap((all) => {
    // Above whatever one of them alone has counted, so that a calendar takes it as newer.
    const revision = all.reduce((sum, entry) => sum + entry.revision, all.length - 1)
    const [first, ...others] = all
      .filter(({ canceled }) => !canceled)
      .sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || a.id.localeCompare(b.id))
    const off = all.filter(({ canceled }) => canceled).map((entry) => ({ ...entry, revision }))
    return first ? [joined(first, others, revision), ...off] : off
  })
}

function joined(first: CalendarEntry, others: readonly CalendarEntry[], revision: number): CalendarEntry {
  if (!first.shared || others.length === 0) return { ...first, revision }
  const all = [first, ...others]
  const names = [...new Set(all.map(({ shared }) => shared?.name || 'you'))]
  const said = new Set(all.map(({ lines }) => lines.join()))
  return {
    ...first,
    summary: participating(first.shared.title, listOfNames(names)),
    lines: said.size === 1 ? first.lines : [],
    revision,
    changed_at: new Date(Math.max(...all.map(({ changed_at }) => changed_at.getTime()))),
  }
}

async function readEntries(
  db: Db,
  owner: CalendarOwner,
  where: RawBuilder<unknown>,
): Promise<readonly EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select kind, id, title, cage, paid, start_time, end_time, canceled, revision, created_at, changed_at,
      participant, slot
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
  const { kind, title: of, cage, paid, start_time, end_time, participant, slot, ...row } = entry
  const title = summaries[kind](of)
  const name = participant?.name ?? ''
  return {
    ...row,
    start: start_time,
    end: end_time,
    ...(slot === null ? { summary: participating(title, name) } : sharedEntry(slot, title, name)),
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
    b.created_at, b.updated_at as changed_at, ${participantOf(owner, 'b')} as participant, null as slot
  from bookings b join cages on cages.id = b.cage_id
  where ${isOwnRow(owner, 'b', 'user_id')}`

const lessons = (owner: CalendarOwner) => sql`
  select
    'lesson', b.id::text, coaches.name, cages.name, b.status = 'paid' or b.payment_status = 'paid',
    facility_instant(b.lesson_date + b.start_time), facility_instant(b.lesson_date + b.end_time),
    b.status = 'canceled', b.canceled_at, b.revision, b.created_at, b.updated_at,
    ${participantOf(owner, 'b')}, null
  from coach_bookings b join coaches on coaches.id = b.coach_id join cages on cages.id = b.cage_id
  where ${isOwnRow(owner, 'b', 'customer_id')}`

/** Canceled when either the registration or the session is canceled. */
const classSessions = (owner: CalendarOwner) => sql`
  select
    'class', r.id::text, c.name, null, case when r.total_cost > 0 then r.status = 'paid' end,
    facility_instant(i.class_date + i.start_time), facility_instant(i.class_date + i.end_time),
    r.status = 'canceled' or i.status = 'canceled', coalesce(r.canceled_at, i.updated_at),
    r.revision + i.revision, r.created_at, greatest(r.updated_at, i.updated_at),
    ${participantOf(owner, 'r')}, i.id::text
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
    ${participantOf(owner, 'r')}, t.id::text
  from camp_registrations r
  join camp_timeslots t on t.camp_id = r.camp_id
  join camps c on c.id = r.camp_id
  where ${isOwnRow(owner, 'r', 'user_id')}`
