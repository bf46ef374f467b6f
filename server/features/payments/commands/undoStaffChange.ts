import { sql } from 'kysely'
import type { PayableKind } from '../../../../shared/contract/payments/staffPayments.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { type BookedTable, kindOfAudited } from '../../../db/kinds.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { endExpiredHolds } from '../../places/occupancy.ts'
import { type HeldSeat, lockPlaces } from '../../places/places.ts'
import type { TimeWanted } from '../../places/takingTime.ts'
import { slotsOf } from '../changes/undoable.ts'
import { refuseChanged } from '../changes/whatChanged.ts'
import { dropRefunds, voidDeskPayments } from '../desk/deskPayments.ts'
import type { PurchaseContext } from '../purchase.ts'

/** What an undone change was about. */
export interface Undone {
  readonly kind: PayableKind
  readonly id: string
}

/** The change of this id, if this account has made it. */
export const findStaffChange = (db: Db, id: string, madeBy: string) =>
  db
    .selectFrom('staff_changes')
    .selectAll()
    .where('id', '=', id)
    .where('made_by', '=', madeBy)
    .executeTakeFirst()

/**
 * Undoes a change by staff: its rows are as they were, its messages are dropped, its refunds withdrawn. Restoring a row takes
 * its time through the ledger, whose constraint refuses what someone else has taken since (takingTime.ts). A change that
 * is undone stays undone, so a second undo answers as the first.
 *
 * The rows of messages and refunds decide between the undo and the workers, not the clocks: what a worker has claimed cannot be
 * dropped any more.
 *
 * @returns what was undone; or `change_not_found`, `undo_expired`, `changed_meanwhile`.
 */
export async function undoStaffChange(
  tx: Tx,
  { id, madeBy }: { id: string; madeBy: string },
  { facility, now }: PurchaseContext,
  time: TimeWanted,
): Promise<Undone[] | Refusal> {
  await tx.selectFrom('staff_changes').select('id').where('id', '=', id).forUpdate().execute()
  const change = await findStaffChange(tx, id, madeBy)
  if (!change) return refuse('change_not_found')
  const rows = await readChangedRows(tx, id)
  if (change.undone_at) return itemsOf(rows)
  if (now >= change.withheld_until) return refuse('undo_expired')
  const [wanted, given] = [slotsOf(change.freed), slotsOf(change.taken)]
  // What has been moved is not in its own way, and the bookings of a group are not in each other's.
  time.takes(wanted, ...itemsOf(rows).map((item) => item.id))
  time.frees(given)
  const seats = await readSeats(tx, rows)
  await lockPlaces(tx, { slots: [...wanted, ...given], seats }, facility.time_zone)
  await endExpiredHolds(tx, now)
  await sql`
    select set_config('dugout.staff_change', ${id}, true), set_config('dugout.undoing', 'yes', true)`.execute(
    tx,
  )
  await describeInAudit(tx, 'Undo.')
  const refusal =
    (await refuseChangedSince(tx, id, rows, facility.time_zone)) ??
    (await dropMessages(tx, id)) ??
    (await withdrawRefunds(tx, id))
  if (refusal) return refusal
  await voidPayments(tx, id)
  await sql`select restore_changed_rows(${id})`.execute(tx)
  await tx.updateTable('staff_changes').set({ undone_at: now }).where('id', '=', id).execute()
  return itemsOf(rows)
}

interface ChangedRow {
  readonly table_name: string
  readonly audited_as: string
  readonly record_id: string
  readonly last_at: Date
}

const readChangedRows = async (tx: Tx, id: string): Promise<ChangedRow[]> =>
  (
    await sql<ChangedRow>`
      select table_name, audited_as, record_id, last_at from changed_rows(${id}) order by table_name, record_id`.execute(
      tx,
    )
  ).rows

/** What was changed, by kind. */
const itemsOf = (rows: readonly ChangedRow[]): Undone[] =>
  rows.flatMap(({ audited_as, record_id: id }) => {
    const kind = kindOfAudited(audited_as)
    return kind ? [{ kind, id }] : []
  })

/** The camps and class sessions of the registrations that were changed, whose seats may be taken again. */
async function readSeats(tx: Tx, rows: readonly ChangedRow[]): Promise<HeldSeat[]> {
  const ids = rows.map(({ record_id }) => record_id)
  const { rows: found } = await sql<{ campId: string | null; classInstanceId: string | null }>`
    select distinct coalesce(new_values, old_values) ->> 'camp_id' as "campId",
      coalesce(new_values, old_values) ->> 'class_instance_id' as "classInstanceId"
    from audit_log
    where record_id = any(${ids}::text[]) and action in ('INSERT', 'DELETE')
      and audited_table(table_name) in ('camp_registrations', 'class_registrations')
    union
    select camp_id::text, null from camp_registrations where id = any(${ids}::uuid[])
    union
    select null, class_instance_id::text from class_registrations where id = any(${ids}::uuid[])`.execute(tx)
  return found.flatMap(({ campId, classInstanceId }) => {
    if (campId !== null) return { campId }
    return classInstanceId === null ? [] : { classInstanceId }
  })
}

/** What was changed by something else since is not overwritten, unless that was undone itself. */
async function refuseChangedSince(
  tx: Tx,
  id: string,
  rows: readonly ChangedRow[],
  timeZone: string,
): Promise<Refusal | null> {
  for (const { table_name, record_id } of rows) {
    await sql`select from ${sql.table(table_name)} where id = ${record_id} for update`.execute(tx)
  }
  const { rows: later } = await sql<{ table: BookedTable; audited_as: string; id: string; version: number }>`
    select changed.table_name as table, changed.audited_as, entry.record_id as id, coalesce(changed.last_version, 0) as version
    from changed_rows(${id}) changed
    join audit_log entry
      on entry.record_id = changed.record_id::text and entry.table_name = changed.audited_as
      and entry.created_at > changed.last_at
    left join staff_changes other on other.id = entry.staff_change_id
    where entry.staff_change_id is distinct from ${id} and other.undone_at is null
      and not (changed.is_new and changed.table_name = 'payment_refunds')
    limit 1`.execute(tx)
  const [row] = later
  if (!row) return null
  return kindOfAudited(row.audited_as) ? refuseChanged(tx, row, timeZone) : refuse('changed_meanwhile')
}

/** Drops the messages of a change, unless a worker has claimed one: then someone may have read it. */
async function dropMessages(tx: Tx, id: string): Promise<Refusal | null> {
  const messages = await tx
    .selectFrom('outbox')
    .select(['id', 'attempts', 'status'])
    .where('staff_change_id', '=', id)
    .forUpdate()
    .execute()
  if (messages.some(({ attempts, status }) => attempts > 0 || status !== 'queued'))
    return refuse('undo_expired')
  await tx.deleteFrom('outbox').where('staff_change_id', '=', id).execute()
  return null
}

/** Withdraws the refunds that a change decided, unless the provider was asked for one, or someone has given it by hand. */
async function withdrawRefunds(tx: Tx, id: string): Promise<Refusal | null> {
  const refunds = await tx
    .selectFrom('payment_refunds')
    .select('id')
    .where('staff_change_id', '=', id)
    .where('status', '<>', 'failed')
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = refunds.map((refund) => refund.id)
  const dropped = await dropRefunds(tx, ids, 'Withdrawn: the change was undone.')
  return dropped < ids.length ? refuse('undo_expired') : null
}

/** What the change took at the desk never came; payments that it voided are restored with the other rows. */
async function voidPayments(tx: Tx, id: string): Promise<void> {
  const payments = await tx
    .selectFrom('audit_log')
    .select('record_id')
    .where('staff_change_id', '=', id)
    .where('table_name', '=', 'payment_transactions')
    .where('action', '=', 'INSERT')
    .execute()
  const ids = payments.map(({ record_id }) => record_id)
  if (ids.length > 0) await voidDeskPayments(tx, ids, 'The change was undone.')
}
