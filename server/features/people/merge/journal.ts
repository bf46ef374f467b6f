import { type RawBuilder, sql } from 'kysely'
import { FOREIGN_KEY_VIOLATION, isDatabaseError, type Tx } from '../../../db/database.ts'
import type { PersonReference } from './references.ts'

/** From whom rows go to whom. */
export interface Move {
  readonly from: string
  readonly to: string
}

const keyOf = ({ key }: Pick<PersonReference, 'key'>): RawBuilder<unknown> =>
  sql`jsonb_build_object(${sql.join(key.flatMap(({ name }) => [sql.lit(name), sql.ref(name)]))})`

/** Changes one column from one record to the other, and keeps which rows it was. Returns how many. */
export async function moveColumn(
  tx: Tx,
  mergeId: string,
  reference: PersonReference,
  { from, to }: Move,
  only: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<number> {
  const { table, column } = reference
  const moved = await sql`
    with moved as (
      update ${sql.table(table)} set ${sql.ref(column)} = ${to}::uuid
      where ${sql.ref(column)} = ${from}::uuid and ${only}
      returning ${keyOf(reference)} as row_key
    )
    insert into person_merge_rows (merge_id, table_name, row_key, column_name)
    select ${mergeId}::uuid, ${table}, row_key, ${column} from moved`.execute(tx)
  return Number(moved.numAffectedRows ?? 0)
}

/** Keeps rows that are about to leave their table. Those put back first are kept last. */
export async function remember(
  tx: Tx,
  mergeId: string,
  table: string,
  rows: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    insert into person_merge_rows (merge_id, table_name, row_key, set_aside)
    select ${mergeId}::uuid, ${table}, '{}', to_jsonb(leaving) from ${sql.table(table)} leaving where ${rows}`.execute(
    tx,
  )
}

/** Takes rows, called `leaving`, out of their table for as long as the merge can be reversed. */
export async function removeRows(
  tx: Tx,
  mergeId: string,
  table: string,
  rows: RawBuilder<boolean>,
): Promise<void> {
  await remember(tx, mergeId, table, rows)
  await sql`delete from ${sql.table(table)} leaving where ${rows}`.execute(tx)
}

/** Gives back what was moved, where it is still with the kept record. Returns how many rows. */
export async function moveBack(
  tx: Tx,
  mergeId: string,
  reference: PersonReference,
  { from, to }: Move,
): Promise<number> {
  const { table, column, key } = reference
  const isSame = key.map(
    ({ name, type }) => sql`${sql.ref(`moved.${name}`)} = (journal.row_key ->> ${name})::${sql.raw(type)}`,
  )
  const restored = await sql`
    update ${sql.table(table)} moved set ${sql.ref(column)} = ${from}::uuid
    from person_merge_rows journal
    where journal.merge_id = ${mergeId}::uuid and journal.table_name = ${table} and journal.column_name = ${column}
      and ${sql.join(isSame, sql` and `)} and ${sql.ref(`moved.${column}`)} = ${to}::uuid`.execute(tx)
  return Number(restored.numAffectedRows ?? 0)
}

/** Restores rows that `removeRows` took out, unless what they refer to is gone or a newer row has their place. */
export async function restoreRows(tx: Tx, mergeId: string): Promise<number> {
  const rows = await tx
    .selectFrom('person_merge_rows')
    .select(['table_name', 'position'])
    .where('merge_id', '=', mergeId)
    .where('set_aside', 'is not', null)
    // Those that refer to others were kept before them.
    .orderBy('position', 'desc')
    .execute()
  let restored = 0
  for (const { table_name, position } of rows) {
    await sql`savepoint put_back`.execute(tx)
    try {
      const put = await sql`
        insert into ${sql.table(table_name)} overriding system value
        select whole.* from person_merge_rows journal
        cross join lateral jsonb_populate_record(null::${sql.table(table_name)}, journal.set_aside) whole
        where journal.merge_id = ${mergeId}::uuid and journal.position = ${position}
        on conflict do nothing`.execute(tx)
      restored += Number(put.numAffectedRows ?? 0)
      await sql`release savepoint put_back`.execute(tx)
    } catch (error) {
      if (!isDatabaseError(error, FOREIGN_KEY_VIOLATION)) throw error
      await sql`rollback to savepoint put_back`.execute(tx)
    }
  }
  return restored
}
