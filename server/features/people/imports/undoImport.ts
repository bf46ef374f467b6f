/** Deletes what an import made, unless someone has used it since. */

import { sql } from 'kysely'
import type { ImportInUse } from '../../../../shared/contract/people/imports.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { MadeRow } from '../../../db/tables/people.ts'

interface Made extends MadeRow {
  readonly row: number
  /** Null for a coach. */
  readonly person: string | null
}

export const undoHours = 24

/** What an import made and has not undone: all of it, or that of the next people. */
async function readMade(db: Db, importId: string, people: number | null = null): Promise<Made[]> {
  const { rows } = await sql<Made>`
    with left_rows as (
      select number, person_id, made, coalesce(person_id::text, number::text) as who
      from import_rows where import_id = ${importId} and made <> '[]'
    )
    select number as row, person_id as person, item ->> 'table' as table, item ->> 'id' as id
    from left_rows, jsonb_array_elements(made) item
    -- Coaches last: until then their lessons of the import are left.
    where who in (select who from left_rows group by who, person_id is null order by person_id is null, min(number) limit ${people})
    order by number`.execute(db)
  return rows
}

/** What refers to the rows without being an act of anybody: what the import made with them, and mail that was sent. */
const noAct = [
  'outbox.to_user_id',
  'participants.user_id',
  'participant_adults.user_id',
  'participant_adults.participant_id',
]

/** Every column that refers to an account, to someone who takes part, or to a coach: a new table cannot be forgotten. */
async function readReferences(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select source.relname as table, referring.attname as column
    from pg_constraint f
    join pg_class source on source.oid = f.conrelid
    join pg_attribute referring on referring.attrelid = source.oid and f.conkey = array[referring.attnum]
    where f.contype = 'f' and f.confrelid in ('profiles'::regclass, 'participants'::regclass, 'coaches'::regclass, 'bookings'::regclass, 'coach_bookings'::regclass)
    order by 1, 2`.execute(db)
  return rows.filter(({ table, column }) => !noAct.includes(`${table}.${column}`) && table !== 'occupancy')
}

/** Tables whose rows say when they were changed. */
const dated = ['profiles', 'participants', 'person_notes', 'coaches', 'bookings', 'coach_bookings'] as const

/**
 * The rows of the file whose people have done something since, or with whom something was done: signed up, booked, paid; a note, a
 * child, another name.
 */
export const readUsed = async (db: Db, importId: string): Promise<ImportInUse['people']> =>
  usedOf(db, await readMade(db, importId))

async function usedOf(db: Db, made: readonly Made[]): Promise<ImportInUse['people']> {
  const ids = made.map(({ id }) => id)
  if (ids.length === 0) return []
  const since = new Map<string, string>()
  for (const table of dated) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where id = any(${ids}::uuid[]) and updated_at > created_at`.execute(
      db,
    )
    for (const { id } of rows) since.set(id, changes[table] ?? 'The record was changed')
  }
  // A birth date is entered in the same transaction; a child that was added later is no row of the import.
  const { rows: added } = await sql<{ id: string }>`
    select adult.user_id as id from participant_adults adult join participants child on child.id = adult.participant_id
    where adult.user_id = any(${ids}::uuid[]) and child.user_id is null and child.id <> all(${ids}::uuid[])
    union all
    select participant_id from participant_adults
    where participant_id = any(${ids}::uuid[]) group by 1 having count(*) > 1`.execute(db)
  for (const { id } of added) since.set(id, 'The family was changed')
  for (const { table, column } of await readReferences(db)) {
    const { rows } = await sql<{ id: string }>`
      select distinct ${sql.ref(column)} as id from ${sql.table(table)} t
      where ${sql.ref(column)} = any(${ids}::uuid[]) and coalesce(to_jsonb(t) ->> 'id', '') <> all(${ids}::text[])`.execute(
      db,
    )
    for (const { id } of rows) since.set(id, acts[table] ?? 'Something was added')
  }
  if (since.size === 0) return []
  const stays = new Set(made.flatMap(({ id, person }) => (since.has(id) ? [person ?? id] : [])))
  const kept = made.flatMap(({ id, person }) => (stays.has(person ?? id) ? [id] : []))
  // A lesson that stays keeps its coach.
  const { rows: coaches } = await sql<{ id: string }>`
    select coach_id as id from coach_bookings
    where id = any(${kept}::uuid[]) and coach_id = any(${ids}::uuid[])`.execute(db)
  for (const { id } of coaches) since.set(id, 'Has a lesson')
  const used = made.filter(({ id }) => since.has(id))
  const people = new Map(used.map(({ person, id }) => [person ?? id, since.get(id) ?? '']))
  const { rows: names } = await sql<{ id: string; name: string }>`
    select id, full_name as name from profiles where id = any(${[...people.keys()]}::uuid[])
    union all select id, name from coaches where id = any(${[...people.keys()]}::uuid[])`.execute(db)
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const rows = new Map(made.map(({ row, person, id }) => [row, person ?? id]))
  return [...rows].flatMap(([row, id]) => {
    const why = people.get(id)
    return why === undefined ? [] : [{ row, name: nameOf.get(id) ?? '', since: why }]
  })
}

const changes: Readonly<Record<string, string>> = {
  bookings: 'The booking was changed',
  coach_bookings: 'The lesson was changed',
}

const acts: Readonly<Record<string, string>> = {
  auth_accounts: 'Chose a password',
  auth_sessions: 'Logged in',
  bookings: 'Has a booking',
  coach_bookings: 'Has a lesson',
  class_registrations: 'Is in a class',
  camp_registrations: 'Is in a camp',
  payment_transactions: 'Has a payment',
  payment_items: 'Has a payment',
  subscriptions: 'Has a membership',
  person_notes: 'Has a new note',
}

/** Whoever is deleted is forgotten in the audit log, which reads what their transaction has deleted: many small ones are quicker. */
const PEOPLE_AT_ONCE = 200
/** What is booked goes first, and people last. */
const order = ['bookings', 'coach_bookings', 'person_notes', 'participants', 'coaches', 'profiles'] as const

/**
 * Deletes what the import made of the next people; whoever has done something since is left.
 *
 * @returns whether there were any.
 */
export async function undoNext(tx: Tx, importId: string): Promise<boolean> {
  const made = await readMade(tx, importId, PEOPLE_AT_ONCE)
  if (made.length === 0) return false
  const kept = new Set((await usedOf(tx, made)).map(({ row }) => row))
  for (const table of order) {
    const ids = made.flatMap(({ row, ...item }) => (item.table === table && !kept.has(row) ? [item.id] : []))
    if (ids.length === 0) continue
    if (table === 'profiles') {
      await tx.deleteFrom('outbox').where('to_user_id', 'in', ids).where('status', '=', 'queued').execute()
      await tx.deleteFrom('auth_verifications').where('value', 'in', ids).execute()
    }
    await tx.deleteFrom(table).where('id', 'in', ids).execute()
  }
  await tx
    .updateTable('import_rows')
    .set({ made: '[]' })
    .where('import_id', '=', importId)
    .where('number', 'in', [...new Set(made.map(({ row }) => row))])
    .execute()
  await sql`
    update import_progress set (done, total) = (
      select count(*) filter (where made = '[]'), count(*) from import_rows
      where import_id = ${importId} and outcome in ('new', 'adds')
    ) where import_id = ${importId}`.execute(tx)
  return true
}

/** How many people an undo has left. */
export async function countLeft(tx: Tx, importId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::integer as left from import_rows
    where import_id = ${importId} and outcome = 'new' and exists (select from profiles where id = person_id)`.execute(
    tx,
  )
  return rows[0]?.left ?? 0
}
