/** What was changed of a booking, lesson or registration since someone looked at it, and by whom. */

import { sql } from 'kysely'
import type { ChangedMeanwhile } from '../../../../shared/contract/bookings/staffChanges.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTimeRange, formatWallTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { BookedTable } from '../../../db/kinds.ts'
import { Refusal, refuse } from '../../../refusal.ts'

/** A booking, lesson or registration as it was loaded. */
export interface LoadedRow {
  readonly table: BookedTable
  readonly id: string
  readonly version: number
}

/**
 * Runs a change only if nobody has changed the row since it was looked at. What comes in while the change waits for its locks
 * is found in the audit log afterwards, under the locks; the refusal then rolls the change back.
 *
 * @param expected the version that was looked at; undefined where nobody said.
 * @returns what the work returns; or `changed_meanwhile`, with what was changed and by whom.
 */
export async function ifUnchanged<Done>(
  tx: Tx,
  row: LoadedRow,
  expected: number | undefined,
  timeZone: string,
  work: () => Promise<Done | Refusal> | Done | Refusal,
): Promise<Done | Refusal> {
  if (expected !== undefined && expected !== row.version)
    return refuseChanged(tx, { ...row, version: expected }, timeZone)
  const done = await work()
  const asksForDetails = done instanceof Refusal && done.code === 'changed_meanwhile'
  if (expected === undefined && !asksForDetails) return done
  const since = await changesSince(tx, row)
  return since.length > 0 ? refuseChanged(tx, row, timeZone) : done
}

/** `changed_meanwhile` with what others have changed since a version. */
export async function refuseChanged(db: Db, row: LoadedRow, timeZone: string): Promise<Refusal> {
  const [entries, now, cages] = await Promise.all([
    changesSince(db, row),
    currentValues(db, row),
    db.selectFrom('cages').select(['id', 'name']).execute(),
  ])
  const last = entries.at(-1)
  if (!last || !now) return refuse('changed_meanwhile')
  const before = Object.assign({}, now, ...entries.toReversed().map(({ old_values }) => old_values)) as Values
  const names = new Map(cages.map(({ id, name }) => [id, name]))
  const [from, to] = [before, now].map((values) => factsOf(row.table, values, { names, timeZone }))
  const changes = fields.flatMap((field) =>
    from?.[field] === to?.[field] ? [] : [{ field, from: from?.[field] ?? null, to: to?.[field] ?? null }],
  )
  return refuse('changed_meanwhile', {
    changed_by: nameOf(last),
    changed_at: last.created_at.toISOString(),
    changes,
  } satisfies ChangedMeanwhile)
}

/** Entries of the audit log that are newer than a version and not of the change that is being made. */
const changesSince = (db: Db, { table, id, version }: LoadedRow) =>
  db
    .selectFrom('audit_log as entry')
    .leftJoin('profiles as actor', 'actor.id', 'entry.user_id')
    .select(['entry.created_at', 'entry.old_values', 'entry.new_values', 'entry.user_id'])
    .select(['actor.full_name', 'actor.role'])
    .where('entry.record_id', '=', id)
    .where(sql`audited_table(entry.table_name)`, '=', table)
    .where('entry.action', '=', 'UPDATE')
    .where(sql<boolean>`(entry.new_values ->> 'version')::integer > ${version}`)
    .where(
      sql<boolean>`(entry.staff_change_id is null or entry.staff_change_id is distinct from current_staff_change())`,
    )
    .orderBy('entry.created_at')
    .execute()
type Entry = Awaited<ReturnType<typeof changesSince>>[number]

/** Nobody but staff is named: a customer's name is on the booking, and another adult's is nobody's business. */
function nameOf({ user_id, full_name, role, new_values }: Entry): string {
  if (user_id === null) return new_values?.status === 'paid' ? 'the card payment' : 'Dugout'
  return role === null || role === 'user' ? 'the customer' : (full_name ?? 'someone')
}

type Values = Record<string, unknown>

async function currentValues(db: Db, { table, id }: LoadedRow): Promise<Values | null> {
  const row = await db
    .selectFrom(table)
    .select(sql<Values>`to_jsonb(${sql.table(table)})`.as('values'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.values ?? null
}

const fields = ['time', 'cage', 'status', 'price', 'notes', 'attendance', 'contact'] as const
type Facts = Record<(typeof fields)[number], string | null>

/** What people see of a row, as text; a lesson's `admin_notes` are not its coach's to read. */
function factsOf(
  table: BookedTable,
  values: Values,
  { names, timeZone }: { names: ReadonlyMap<string, string>; timeZone: string },
): Facts {
  const text = (column: string) => (values[column] === null ? null : String(values[column] ?? ''))
  return {
    time: timeOf(table, values, timeZone),
    cage: names.get(String(values.cage_id)) ?? null,
    status: text('status'),
    price: formatDollars(centsFromDollars(String(values.total_cost))),
    notes: text(table === 'coach_bookings' ? 'coach_notes' : 'admin_notes'),
    attendance: text('attendance'),
    contact: ['guest_name', 'guest_email', 'guest_phone']
      .flatMap((column) => values[column] ?? [])
      .join(', '),
  }
}

/** A registration has none of its own: its camp or session has. */
function timeOf(table: BookedTable, values: Values, timeZone: string): string | null {
  if (table === 'coach_bookings') return lessonTime(values)
  return table === 'bookings' ? bookingTime(values, timeZone) : null
}

function bookingTime({ start_time, end_time }: Values, timeZone: string): string {
  const [start, end] = [new Date(String(start_time)), new Date(String(end_time))]
  return `${formatDay(facilityDay(start, timeZone))}, ${formatTimeRange(start, end, timeZone)}`
}

const lessonTime = ({ lesson_date, start_time, end_time }: Values): string =>
  `${formatDay(String(lesson_date))}, ${formatWallTimeRange({ start_time: String(start_time), end_time: String(end_time) })}`
