/** Bringing people along from a spreadsheet (decision record 097). */

import { sql } from 'kysely'
import {
  createImport,
  discardImport,
  exportRejectedRows,
  getImport,
  type ImportInUse,
  listImportRows,
  listImports,
  mapImport,
  type PersonImport,
  takeImport,
  undoImport,
} from '../../../../shared/contract/people/imports.ts'
import { headingsKey, recognizeColumns } from '../../../../shared/domain/people/importFields.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { ImportsTable } from '../../../db/tables/people.ts'
import { exportList } from '../../../http/answers/csvDownload.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../../http/idempotency.ts'
import { refuseTooMany } from '../../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { readTable, type SourceTable } from './readFile.ts'
import { readUsed, undoHours } from './undoImport.ts'

const NEWEST = 20
const ROWS_SHOWN = 100
const FILES_PER_HOUR = 60

export const importEndpoints = [
  endpoint(createImport, async (call) => {
    const before = await answeredBefore<PersonImport>(call)
    if (before) return before
    const { context, query, user } = call
    const limit = { name: 'imports by', subject: user.profile.id, most: FILES_PER_HOUR, seconds: 3_600 }
    const tooMany = await refuseTooMany(context.limits, limit)
    if (tooMany) return tooMany
    const table = readTable(call.body)
    if (table instanceof Refusal) return table
    return runCommand(call, async (tx) =>
      answerOf(tx, await insertImport(tx, table, { source: query.source, created_by: user.profile.id })),
    )
  }),

  endpoint(listImports, async ({ db }) => reply({ imports: await readImports(db) })),

  endpoint(getImport, ({ db, params }) => answerOf(db, params.import_id)),

  endpoint(listImportRows, async ({ db, params, query }) => {
    const [known] = await readImports(db, params.import_id)
    if (!known) return refuse('import_not_found')
    const rows = await db
      .selectFrom('import_rows')
      .select(['number', 'cells', 'outcome', 'becomes', 'reasons'])
      .where('import_id', '=', params.import_id)
      .where('number', '>', query.after)
      .$if(query.outcome !== undefined, (rows) => rows.where('outcome', '=', query.outcome ?? null))
      .orderBy('number')
      .limit(ROWS_SHOWN + 1)
      .execute()
    const items = rows.slice(0, ROWS_SHOWN)
    return reply({ items, next: rows.length > ROWS_SHOWN ? (items.at(-1)?.number ?? null) : null })
  }),

  endpoint(mapImport, (call) =>
    runCommand(call, async (tx) => {
      const found = await lockImport(tx, call.params.import_id, 'checked')
      if (found instanceof Refusal) return found
      const { columns } = call.body
      if (columns.length !== found.headings.length) return refuse('import_not_now')
      return change(tx, found.id, { columns: [...columns], state: 'checking', problem: null })
    }),
  ),

  endpoint(takeImport, (call) =>
    runCommand(call, async (tx) => {
      const found = await lockImport(tx, call.params.import_id, 'checked')
      if (found instanceof Refusal) return found
      if (!found.counts || found.counts.new + found.counts.adds === 0) return refuse('import_has_nothing')
      return change(tx, found.id, {
        ...{ invite: call.body.invite, state: 'taking', problem: null },
        acted_by: call.user.profile.id,
      })
    }),
  ),

  endpoint(undoImport, (call) =>
    runCommand(call, async (tx) => {
      const found = await lockImport(tx, call.params.import_id, 'taken')
      if (found instanceof Refusal) return found
      const until = undoUntil(found.taken_at)
      if (until === null || call.context.clock.now() >= until) return refuse('import_undo_expired')
      const { keep_changed } = call.body
      const people = keep_changed ? [] : await readUsed(tx, found.id)
      const details: ImportInUse = { people: people.slice(0, ROWS_SHOWN) }
      if (people.length > 0) return refuse('import_in_use', details)
      return change(tx, found.id, { acted_by: call.user.profile.id, state: 'undoing', problem: null })
    }),
  ),

  endpoint(discardImport, (call) =>
    runCommand(call, async (tx) => {
      const found = await lockImport(tx, call.params.import_id, 'checked')
      if (found instanceof Refusal) return found
      await tx.deleteFrom('imports').where('id', '=', found.id).execute()
      return reply(null)
    }),
  ),

  endpoint(exportRejectedRows, async (call) => {
    const { context, params } = call
    const [known] = await readImports(context.db, params.import_id)
    if (!known) return refuse('import_not_found')
    return exportList(
      { context, actor: call.actor, query: {} },
      {
        name: 'rows-not-imported',
        table: 'imports',
        columns: [
          ['Row', ({ number }) => number],
          [
            'What to Change',
            ({ reasons }) =>
              reasons.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join(' '),
          ],
          ...known.headings.map(
            (heading, index) => [heading, ({ cells }: { cells: string[] }) => cells[index] ?? null] as const,
          ),
        ],
        batches: rejectedRows(context.db, params.import_id),
      },
    )
  }),
]

async function* rejectedRows(db: Db, id: string) {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['number', 'cells', 'reasons'])
      .where('import_id', '=', id)
      .where('number', '>', after)
      .where(sql<boolean>`reasons <> '[]'`)
      .orderBy('number')
      .limit(1_000)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.number
  }
}

/** The columns are those that were chosen for these headings before, by anybody; else what the headings say. */
async function insertImport(
  tx: Tx,
  { headings, rows }: SourceTable,
  { source, created_by }: { source: string; created_by: string },
): Promise<string> {
  const headings_key = headingsKey(headings)
  const earlier = await tx
    .selectFrom('imports')
    .select(['headings', 'columns'])
    .where('headings_key', '=', headings_key)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const chosen = new Map(
    earlier?.headings.map((heading, index) => [heading.toLowerCase(), earlier.columns[index]]),
  )
  const isUnique = chosen.size === headings.length
  const columns = isUnique
    ? headings.map((one) => chosen.get(one.toLowerCase()) ?? '')
    : recognizeColumns(headings)
  const { id } = await tx
    .insertInto('imports')
    .values({ source, created_by, headings, columns, headings_key })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('import_progress').values({ import_id: id, total: rows.length }).execute()
  await sql`
    insert into import_rows (import_id, number, cells)
    select ${id}, row.number, array(select jsonb_array_elements_text(row.cells))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (number integer, cells jsonb)`.execute(tx)
  return id
}

/** The import where it is in this state; one that a worker has in hand is not waited for. */
async function lockImport(tx: Tx, id: string, state: 'checked' | 'taken') {
  const found = await tx
    .selectFrom('imports')
    .select(['id', 'state', 'headings', 'counts', 'taken_at'])
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (found) return found.state === state ? found : refuse('import_not_now')
  const [known] = await readImports(tx, id)
  return refuse(known ? 'import_not_now' : 'import_not_found')
}

async function change(
  tx: Tx,
  id: string,
  set: { state: 'checking' | 'taking' | 'undoing'; problem: null } & Partial<
    Pick<PersonImport, 'invite'> & { columns: string[]; acted_by: string }
  >,
) {
  await tx.updateTable('imports').set(set).where('id', '=', id).execute()
  await tx.updateTable('import_progress').set({ done: 0, total: 0 }).where('import_id', '=', id).execute()
  return answerOf(tx, id)
}

const undoUntil = (takenAt: Date | null): Date | null =>
  takenAt && new Date(takenAt.getTime() + undoHours * 3_600_000)

async function answerOf(db: Db, id: string) {
  const [found] = await readImports(db, id)
  return found ? reply(found) : refuse('import_not_found')
}

/** The newest imports, or the one with this id. */
async function readImports(db: Db, id: string | null = null): Promise<PersonImport[]> {
  const rows = await db
    .selectFrom('imports')
    .leftJoin('profiles as admin', 'admin.id', 'imports.created_by')
    .innerJoin('import_progress as progress', 'progress.import_id', 'imports.id')
    .select([
      'imports.id',
      'source',
      'state',
      'imports.created_at',
      'headings',
      'columns',
      'counts',
      'problem',
    ])
    .select(['invite', 'taken_at', 'undone_at', 'admin.full_name', 'done', 'total'])
    .select(({ selectFrom, fn }) => [
      selectFrom('import_rows')
        .whereRef('import_id', '=', 'imports.id')
        .select(fn.countAll<string>().as('rows'))
        .as('rows'),
      selectFrom('import_rows')
        .whereRef('import_id', '=', 'imports.id')
        .where(sql<boolean>`reasons <> '[]'`)
        .select(fn.countAll<string>().as('rows'))
        .as('rejected'),
    ])
    .$if(id !== null, (query) => query.where('imports.id', '=', id ?? ''))
    .orderBy('imports.created_at', 'desc')
    .limit(NEWEST)
    .execute()
  return rows.map(({ full_name, done, total, columns, created_at, taken_at, undone_at, ...row }) => ({
    ...row,
    // A constraint of the contract, through which they came.
    columns: columns as PersonImport['columns'],
    rows: Number(row.rows),
    rejected: Number(row.rejected),
    created_at: created_at.toISOString(),
    created_by: full_name,
    progress: isUnderWay(row.state) ? { done, total } : null,
    taken_at: taken_at?.toISOString() ?? null,
    undo_until: (row.state === 'taken' && undoUntil(taken_at)?.toISOString()) || null,
    undone_at: undone_at?.toISOString() ?? null,
  }))
}

const isUnderWay = (state: ImportsTable['state'] | string): boolean => String(state).endsWith('ing')
