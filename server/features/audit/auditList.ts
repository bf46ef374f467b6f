import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type {
  AuditEntry,
  getAuditTrail,
  getRecentAuditActivity,
} from '../../../shared/contract/people/auditLog.ts'
import { dayBounds } from '../../../shared/domain/time/time.ts'
import type { WallClock } from '../../../shared/domain/time/wallClock.ts'
import type { Db } from '../../db/database.ts'
import { everyPage, keyId, keyInstant, keysetList, type Page } from '../../db/keyset.ts'
import { hasWord, searchWords } from '../../db/searchWords.ts'
import type { CsvColumns } from '../../http/answers/csvDownload.ts'
import { Refusal } from '../../refusal.ts'

const columns = [keyInstant('entry.created_at'), keyId('entry.id')]
const newestFirst = keysetList('audit log', columns, 'desc')
const trail = keysetList('audit trail', columns, 'desc')

type ListQuery = z.output<(typeof getRecentAuditActivity)['query']>
export type AuditFilters = Omit<ListQuery, 'p_limit' | 'cursor'>

/** More people of one name than this are not looked for: whoever searches can add a word. */
const MOST_PEOPLE = 100
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A page of the audit log, newest first (spec 3 §7).
 *
 * @param timeZone the facility's, in which the days of the filter are meant.
 * @returns `cursor_invalid` where the cursor is not of this list and query.
 */
export async function listAuditEntries(
  db: Db,
  { p_limit, cursor, ...filters }: ListQuery,
  timeZone: string,
): Promise<Page<AuditEntry> | Refusal> {
  const start = newestFirst.open({ ...filters, page_size: p_limit, cursor })
  if (start instanceof Refusal) return start
  const page = await newestFirst.read(await entriesFound(db, filters, timeZone), start)
  return { ...page, items: await asEntries(db, page.items) }
}

/** What happened to one row, newest first. */
export async function readTrail(
  db: Db,
  query: z.output<(typeof getAuditTrail)['query']>,
): Promise<Page<AuditEntry> | Refusal> {
  const start = trail.open(query)
  if (start instanceof Refusal) return start
  const { p_table_name, p_record_id } = query
  const rows = entries(db).where('table_name', '=', p_table_name).where('record_id', '=', p_record_id)
  const page = await trail.read(rows, start)
  return { ...page, items: await asEntries(db, page.items) }
}

/** One entry with the names of all that its values refer to; null where there is none. */
export async function findEntry(db: Db, id: string) {
  const row = await entries(db).where('entry.id', '=', id).executeTakeFirst()
  if (!row) return null
  const [entry] = await asEntries(db, [row])
  if (!entry) return null
  const ids = [row.old_values, row.new_values].flatMap((values) => Object.values(values ?? {})).filter(isId)
  return { ...entry, names: Object.fromEntries(await namesOf(db, ids)) }
}

const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

const entries = (db: Db) =>
  db
    .selectFrom('audit_log as entry')
    .leftJoin('profiles as actor', 'actor.id', 'entry.user_id')
    .select(['entry.id', 'entry.created_at', 'action', 'table_name', 'record_id', 'entry.user_id'])
    .select(['actor.full_name as admin_user_name', 'actor.role', 'system_operation', 'description'])
    .select(['old_values', 'new_values', 'client_info', 'staff_change_id'])

type Entries = ReturnType<typeof entries>
type Row = Entries extends SelectQueryBuilder<infer _DB, infer _Table, infer Selected> ? Selected : never

async function entriesFound(db: Db, filters: AuditFilters, timeZone: string): Promise<Entries> {
  const { p_table_name, p_record_id, action, source, user_id, staff_change_id, from, to } = filters
  let rows = entries(db)
  if (p_table_name) rows = rows.where('table_name', '=', p_table_name)
  if (p_record_id) rows = rows.where('record_id', '=', p_record_id)
  if (action) rows = rows.where('action', '=', action)
  if (source) rows = rows.where('entry.user_id', source === 'system' ? 'is' : 'is not', null)
  if (user_id) rows = rows.where('entry.user_id', '=', user_id)
  if (staff_change_id) rows = rows.where('staff_change_id', '=', staff_change_id)
  if (from) rows = rows.where('entry.created_at', '>=', dayBounds(from, timeZone).start)
  if (to) rows = rows.where('entry.created_at', '<', dayBounds(to, timeZone).end)
  return searched(db, rows, filters.search_query)
}

async function searched(db: Db, rows: Entries, search: string | undefined): Promise<Entries> {
  const id = search?.trim().toLowerCase() ?? ''
  if (UUID.test(id)) {
    return rows.where((where) =>
      where.or([where('record_id', '=', id), where('entry.user_id', '=', id), where('entry.id', '=', id)]),
    )
  }
  const words = searchWords(search)
  if (!words) return rows
  let people = db.selectFrom('people_index').select('id').where('kind', '=', 'account').limit(MOST_PEOPLE)
  for (const word of words) people = people.where(hasWord(sql.ref('search'), word.people))
  const found = words.length > 0 ? await people.execute() : []
  if (found.length === 0) return rows.where(sql<boolean>`false`)
  return rows.where(
    'entry.user_id',
    'in',
    found.map((person) => person.id),
  )
}

async function asEntries(db: Db, rows: readonly Row[]): Promise<AuditEntry[]> {
  const ids = rows.flatMap((row) => [...keyOf(row), ...Object.values(valuesOf(row))]).filter(isId)
  const names = await namesOf(db, ids)
  return rows.map((row) => ({
    ...row,
    record_name: recordName(row, names),
    created_at: row.created_at.toISOString(),
  }))
}

/** The parts of a row's key. */
const keyOf = ({ record_id }: Row): string[] => record_id.split(' ')

const valuesOf = ({ old_values, new_values }: Row): Readonly<Record<string, unknown>> => ({
  ...old_values,
  ...new_values,
})

/** Columns that say whose a row is and what it is about, in the order in which people would say it. */
const tellingColumns = [
  ...['guest_name', 'customer_name', 'full_name', 'participant_id', 'user_id', 'customer_id', 'name'],
  ...['camp_id', 'class_id', 'class_instance_id', 'coach_id', 'cage_id', 'reason', 'label', 'title'],
]

/** Whose it is and what: by the row, or where that is gone by what the entry says of it. Null where nobody can say. */
function recordName(row: Row, names: ReadonlyMap<string, string>): string | null {
  const byKey = keyOf(row).flatMap((id) => names.get(id) ?? [])
  if (byKey.length > 0) return byKey.join(', ')
  const values = valuesOf(row)
  const told = tellingColumns.flatMap((column) => {
    const value = values[column]
    if (typeof value !== 'string' || value === '' || value === '[hidden]') return []
    return isId(value) ? (names.get(value) ?? []) : value
  })
  return [...new Set(told)].slice(0, 3).join(', ') || null
}

/** What rows are called, by id: their own name, or whose they are and what. What was deleted since has none. */
async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    with asked as (select unnest(${[...new Set(ids)]}::uuid[]) as id)
    select id, full_name as name from profiles join asked using (id)
    union all select entry.source_id, concat_ws(', ', person.name, coalesce(classes.name, coaches.name, cages.name),
        facility_text(entry.starts_at at time zone facility.time_zone, 'Mon FMDD, YYYY, FMHH12:MI AM'))
      from booking_entries entry join asked on asked.id = entry.source_id cross join facility
      left join people_index person on person.id = entry.person_id
      left join cages on cages.id = entry.cage_id
      left join coaches on coaches.id = entry.coach_id
      left join classes on classes.id = entry.class_id
    union all select seat.id, concat_ws(', ', coalesce(seat.guest_name, participants.name), camps.name)
      from camp_registrations seat join asked using (id) join camps on camps.id = seat.camp_id
      left join participants on participants.id = seat.participant_id
    union all select id, concat_ws(', ', customer_name, '$' || total_amount)
      from payment_transactions join asked using (id)
    union all select refund.id, concat_ws(', ', payment.customer_name, '$' || refund.amount)
      from payment_refunds refund join asked using (id)
      join payment_transactions payment on payment.id = refund.payment_transaction_id
    union all select subscription.id, full_name
      from subscriptions subscription join asked using (id) join profiles on profiles.id = subscription.user_id
    union all select slot.id, concat(camps.name, ', ', facility_text(slot.date, 'Mon FMDD, YYYY'))
      from camp_timeslots slot join asked using (id) join camps on camps.id = slot.camp_id
    union all select message.id, message.name from contact_messages message join asked using (id)
    union all select off.id, coaches.name from coach_time_off off join asked using (id) join coaches on coaches.id = off.coach_id
    union all select id, reason from closures join asked using (id) where reason <> ''
    union all select id, name from participants join asked using (id)
    union all select id, name from coaches join asked using (id)
    union all select id, name from cages join asked using (id)
    union all select id, name from camps join asked using (id)
    union all select id, name from classes join asked using (id)
    union all select id, coalesce(title, name) from email_templates join asked using (id)
    union all select session.id, concat(classes.name, ', ', facility_text(class_date, 'Mon FMDD, YYYY'))
      from class_instances session join asked using (id) join classes on classes.id = session.class_id`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Admins, the desk and coaches, by name: whom the filter offers. */
export const listStaff = (db: Db) =>
  db
    .selectFrom('profiles')
    .select(['id', 'full_name', 'role'])
    .where('role', 'in', ['admin', 'desk', 'coach'])
    .orderBy('full_name')
    .orderBy('id')
    .limit(500)
    .execute()

const BATCH = 1_000

/** All entries that the list finds, in its order. */
export const allEntries = (db: Db, filters: AuditFilters, timeZone: string) =>
  everyPage((cursor) => listAuditEntries(db, { ...filters, p_limit: BATCH, cursor }, timeZone))

/** The columns of the file. */
export const auditColumns = (wallClock: (instant: string) => WallClock): CsvColumns<AuditEntry> => [
  ['Date', ({ created_at }) => wallClock(created_at).day],
  ['Time', ({ created_at }) => wallClock(created_at).time],
  ['Instant', ({ created_at }) => created_at],
  ['Action', ({ action }) => action],
  ['Table', ({ table_name }) => table_name],
  ['Record', ({ record_id }) => record_id],
  ['Name', ({ record_name }) => record_name],
  ['User', (entry) => entry.admin_user_name ?? (entry.system_operation ? 'System' : 'Deleted user')],
  ['User ID', ({ user_id }) => user_id],
  ['Description', ({ description }) => description],
  ['Previous values', ({ old_values }) => old_values && JSON.stringify(old_values)],
  ['New values', ({ new_values }) => new_values && JSON.stringify(new_values)],
  ['Client', ({ client_info }) => client_info],
  ['ID', ({ id }) => id],
]
