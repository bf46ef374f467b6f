import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BookingStatus } from '../../../shared/contract/bookings/bookings.ts'
import type { Db } from '../../db/database.ts'
import type { InstantSpan } from '../../db/dayRange.ts'
import { keyInstant } from '../../db/keyset.ts'
import { hasWord, plannedAnew } from '../../db/searchWords.ts'
import { anchorsOf, type Found, hasAllWords } from './findPeopleAndItems.ts'

/** The position of a row in the list: its start in microseconds since 1970, and its group. */
export interface Position {
  readonly startsAt: number
  readonly group: string
}

/** A part of the list: what is upcoming, soonest first, or what is past, latest first. */
export interface Part {
  readonly past: boolean
  /** The moment that divides the two, in microseconds since 1970. */
  readonly asOf: number
  readonly after: Position | null
  readonly filter: EntryFilter
  readonly limit: number
}

/** What of the list is wanted, beside the words of a search. */
export interface EntryFilter {
  readonly status?: BookingStatus | undefined
  readonly kind?: 'cage' | 'lesson' | 'class' | undefined
  readonly cageId?: string | undefined
  readonly coachId?: string | undefined
  readonly span?: InstantSpan | undefined
}

const start = keyInstant('starts_at')
const instant = (microseconds: number) => start.literal(microseconds)
const position = sql`${start.read} as "startsAt", group_id as "group"`

const kindsOf = { cage: ['booking', 'guest_booking'], lesson: ['lesson'], class: ['class'] } as const

/** Entries of the part. On the side where it begins it has one bound: with another the index would be entered at the wrong key. */
function inPart({ past, asOf, after, filter }: Part): RawBuilder<SqlBool> {
  const { span } = filter
  const [begin, end] = past ? [span?.end, span?.start] : [span?.start, span?.end]
  const edge = begin ? begin.getTime() * 1000 : asOf
  const conditions = [
    after
      ? sql`(e.starts_at, e.group_id) ${past ? sql`<` : sql`>`} (${instant(after.startsAt)}, ${after.group}::uuid)`
      : sql`e.starts_at ${past ? sql`<` : sql`>=`} ${instant(past ? Math.min(edge, asOf) : Math.max(edge, asOf))}`,
  ]
  if (end) conditions.push(sql`e.starts_at ${past ? sql`>=` : sql`<`} ${end}`)
  return sql<SqlBool>`${sql.join([...conditions, ...ofFilter(filter)], sql` and `)}`
}

function ofFilter({ status, kind, cageId, coachId }: EntryFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (status) conditions.push(sql`e.status = ${status}`)
  if (kind) conditions.push(sql`e.kind in (${sql.join(kindsOf[kind])})`)
  if (cageId) conditions.push(sql`e.cage_id = ${cageId}`)
  if (coachId) conditions.push(sql`e.coach_id = ${coachId}`)
  return conditions
}

/** All groups of the filter, or the first so many, upcoming and past, to be added up: `starts_at` and `group_id`. */
export function groupsOf(filter: EntryFilter, limit: number | null): RawBuilder<unknown> {
  const { start, end } = filter.span ?? {}
  const inSpan = [start && sql`e.starts_at >= ${start}`, end && sql`e.starts_at < ${end}`].filter(
    (one) => one,
  )
  return sql`
    select starts_at, group_id from booking_entries e
    where ${sql.join([sql`true`, ...inSpan, ...ofFilter(filter)], sql` and `)}
    group by starts_at, group_id limit ${limit}`
}

const inOrder = ({ past }: Part) => (past ? sql`starts_at desc, group_id desc` : sql`starts_at, group_id`)

/** The groups of the part in its order. */
export async function positionsOf(db: Db, part: Part): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select ${position} from booking_entries e where ${inPart(part)}
    group by starts_at, group_id order by ${inOrder(part)} limit ${part.limit}`.execute(db)
  return rows
}

/** The groups with a booking, lesson or seat whose id ends so, the latest first: what has that number on its ticket. */
export async function positionsOfNumber(db: Db, idEnd: string, limit: number): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select ${position} from booking_entries e where right(source_id::text, 5) = ${idEnd}
    group by starts_at, group_id order by starts_at desc, group_id limit ${limit}`.execute(db)
  return rows
}

/** The groups of the part that have the words of a search, where few enough people match to look up each of them. */
export async function positionsOfPeople(db: Db, part: Part, found: Found): Promise<Position[]> {
  const { people, items } = found
  const { cages, coaches, classes } = anchorsOf(found)
  // Grouped inside, or the limit would count the entries of one group and lose other groups.
  const hits = (anchor: RawBuilder<unknown>, own: RawBuilder<SqlBool>, words: RawBuilder<SqlBool>) => sql`
    select hit.starts_at, hit.group_id from ${anchor}
    cross join lateral (
      select e.starts_at, e.group_id from booking_entries e
      where ${own} and ${inPart(part)} and ${words}
      group by e.starts_at, e.group_id order by ${inOrder(part)} limit ${part.limit}
    ) hit`
  const branches: RawBuilder<unknown>[] = []
  const isItems = items.some((named) => named.cages.length + named.coaches.length + named.classes.length > 0)
  const anchoredBy = { person_id: people?.customers ?? [], participant_id: people?.participants ?? [] }
  for (const [column, persons] of Object.entries(anchoredBy)) {
    if (persons.length === 0) continue
    branches.push(
      hits(
        sql`unnest(${persons.map(({ id }) => id)}::uuid[], ${persons.map(({ mask }) => mask)}::integer[]) as anchor (id, mask)`,
        sql`e.${sql.ref(column)} = anchor.id`,
        isItems ? hasAllWords(found, (n) => sql`anchor.mask & ${sql.lit(1 << n)} <> 0`) : sql`true`,
      ),
    )
  }
  const byItems = hasAllWords(found, () => sql`false`)
  const anchors = { cage_id: cages, coach_id: coaches, class_id: classes }
  for (const [column, ids] of Object.entries(anchors)) {
    if (ids.length === 0) continue
    branches.push(
      hits(sql`unnest(${ids}::uuid[]) as anchor (id)`, sql`e.${sql.ref(column)} = anchor.id`, byItems),
    )
  }
  if (branches.length === 0) return []
  const { rows } = await sql<Position>`
    select ${position} from (${sql.join(branches, sql` union all `)}) hits ${plannedAnew}
    group by starts_at, group_id order by ${inOrder(part)} limit ${part.limit}`.execute(db)
  return rows
}

/**
 * The groups of the part that have the words, among the next entries of the list: where very many people match, these are
 * found sooner by going through the list than by going through the people.
 *
 * @param stride how many entries are looked at.
 * @returns what was found, and the position up to which the list was looked at; null when that is its end.
 */
export async function walkPositions(
  db: Db,
  part: Part,
  found: Found,
  stride: number,
): Promise<{ positions: Position[]; upTo: Position | null }> {
  const words = hasAllWords(found, (n) => hasWord(sql`person.own`, found.words[n]?.people ?? ''))
  const backwards = part.past ? sql`starts_at, group_id` : sql`starts_at desc, group_id desc`
  // The last group may go on after the walk, so it is left to the next one. The subselect makes the planner look people up
  // by their key, instead of reading all of them.
  const { rows } = await sql<Position & { edge: boolean }>`
    with walked as materialized (
      select e.starts_at, e.group_id, e.person_id, e.participant_id, e.cage_id, e.coach_id, e.class_id
      from booking_entries e where ${inPart(part)} order by ${inOrder(part)} limit ${stride}
    ), edge as (
      select starts_at, group_id from walked where (select count(*) from walked) = ${stride}
      group by starts_at, group_id order by ${backwards} offset 1 limit 1
    ), hit as (
      select e.starts_at, e.group_id from walked e
      cross join lateral (
        select coalesce((select own from people_index where id = e.person_id), '')
          || coalesce((select own from people_index where id = e.participant_id), '') as own offset 0
      ) person
      where ${words} and (
        not exists (select from edge)
        or (e.starts_at, e.group_id) ${part.past ? sql`>=` : sql`<=`} (select starts_at, group_id from edge)
      )
      group by e.starts_at, e.group_id order by ${inOrder(part)} limit ${part.limit}
    )
    select ${position}, false as edge from hit
    union all select ${position}, true from edge`.execute(db)
  const inOrderFound = rows.filter(({ edge }) => !edge).map(({ startsAt, group }) => ({ startsAt, group }))
  const edge = rows.find((row) => row.edge)
  return { positions: inOrderFound, upTo: edge ? { startsAt: edge.startsAt, group: edge.group } : null }
}
