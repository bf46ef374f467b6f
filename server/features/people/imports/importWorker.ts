/** Works through imports in the background: checks them, takes them as a whole, and undoes them. */

import { sql } from 'kysely'
import type { ImportCounts } from '../../../../shared/contract/people/imports.ts'
import { taxOf } from '../../../../shared/domain/money/salesTax.ts'
import type { Context } from '../../../context.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import {
  EXCLUSION_VIOLATION,
  isDatabaseAway,
  isDatabaseError,
  system,
  type Tx,
  transaction,
} from '../../../db/database.ts'
import type { MadeRow } from '../../../db/tables/people.ts'
import { startWorker, type Worker } from '../../../jobs/changeListener.ts'
import { task } from '../../../jobs/tasks.ts'
import { type PlannedRow, planRows } from './planRows.ts'
import { lockBookings, lockImports, takeRows } from './takeRows.ts'
import { countLeft, undoHours, undoNext } from './undoImport.ts'

const LONGEST_IDLE = 60_000
/** Another process has it in hand, or one that was killed, whose transaction is about to be rolled back. */
const LOCKED_IDLE = 1_000

/**
 * Works until stopped. It wakes when any process changes an import (`imports_changed`), and every minute, so that a step that a crash
 * interrupted begins again by itself: its transaction was rolled back, and the state still asks for it.
 */
export const startImportWorker = (context: Context): Worker =>
  startWorker(context, {
    channel: 'imports_changed',
    problem: 'an import cannot go on',
    next: () => workOnce(context),
    idle: async () => ((await isSomethingDue(context)) ? LOCKED_IDLE : LONGEST_IDLE),
  })

interface Claimed {
  readonly id: string
  readonly state: 'checking' | 'checked' | 'taking' | 'taken' | 'undoing' | 'undone'
  readonly source: string
  readonly headings: string[]
  readonly columns: string[]
  readonly invite: boolean
  readonly acted_by: string | null
}

/** What a step falls back to where it fails. */
const before = { checking: 'checked', taking: 'checked', undoing: 'taken' } as const

/** @returns whether there was something to do. */
async function workOnce(context: Context): Promise<boolean> {
  let claimed: Claimed | undefined
  try {
    await transaction(context.db, system, async (tx) => {
      claimed = await claim(tx)
      if (!claimed) return
      await sql`select set_config('dugout.actor_id', ${claimed.acted_by ?? ''}, true)`.execute(tx)
      if (claimed.state === 'undoing') await undo(context, tx, claimed)
      else await checkOrTake(context, tx, claimed)
    })
  } catch (error) {
    // Someone has taken a time at this moment: planned again, its row is refused.
    const again = isDatabaseAway(error) || isDatabaseError(error, EXCLUSION_VIOLATION)
    if (again || !claimed || !(claimed.state in before)) throw error
    context.log.error({ err: error, import: claimed.id }, 'an import failed')
    const { id, state } = claimed
    await transaction(context.db, system, (tx) =>
      tx
        .updateTable('imports')
        .set({
          state: before[state as keyof typeof before],
          problem: 'Something went wrong. Nothing was changed; try again.',
        })
        .where('id', '=', id)
        .where('state', '=', state)
        .execute(),
    )
  }
  return claimed !== undefined
}

const DUE = ['checking', 'taking', 'undoing'] as const

const isSomethingDue = async ({ db }: Context): Promise<boolean> =>
  (await db.selectFrom('imports').select('id').where('state', 'in', DUE).limit(1).executeTakeFirst()) !==
  undefined

/** The next one, locked until the transaction ends; progress refers to the row, so its key stays free. */
const claim = (tx: Tx): Promise<Claimed | undefined> =>
  tx
    .selectFrom('imports')
    .select(['id', 'state', 'source', 'headings', 'columns', 'invite', 'acted_by'])
    .where('state', 'in', DUE)
    .orderBy('created_at')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Outside of the step's transaction, for whoever is looking. */
const reporter =
  ({ db }: Context, id: string, total: number) =>
  (done: number, of = total) =>
    db
      .updateTable('import_progress')
      .set({ done, total: of })
      .where('import_id', '=', id)
      .execute()
      .then(() => undefined)

async function checkOrTake(context: Context, tx: Tx, claimed: Claimed): Promise<void> {
  const { id, state, headings, columns } = claimed
  const now = context.clock.now()
  const facility = await context.facility.get()
  const { time_zone: zone } = facility
  const taxes = { cages: taxOf(facility, 'cages'), lessons: taxOf(facility, 'lessons') }
  const rows = await tx
    .selectFrom('import_rows')
    .select(['number', 'cells'])
    .where('import_id', '=', id)
    .orderBy('number')
    .execute()
  const report = reporter(context, id, rows.length)
  await report(0)
  const plan = (told: typeof report) => planRows(tx, rows, { headings, columns }, { now, zone, taxes }, told)
  if (state === 'checking') {
    await writePlan(tx, id, await plan(report))
    await tx.updateTable('imports').set({ state: 'checked', problem: null }).where('id', '=', id).execute()
    return
  }
  await describeInAudit(tx, `Import of ${claimed.source}`)
  await lockImports(tx)
  await lockBookings(tx, await plan(async () => {}), now)
  const planned = await plan(async () => {})
  const by = claimed.acted_by
  const siteUrl = context.publicUrl()
  const made = await takeRows(tx, planned, {
    ...{ now, zone, taxes, siteUrl, by, invite: claimed.invite },
    report,
  })
  const taken = planned.map((row) => refusedNow(row, made))
  await writePlan(tx, id, taken, made)
  await tx
    .updateTable('imports')
    .set({ state: 'taken', taken_at: now, problem: null })
    .where('id', '=', id)
    .execute()
}

/** What was planned and yet not made: its address got an account at this moment. */
const refusedNow = (row: PlannedRow, made: ReadonlyMap<number, unknown>): PlannedRow =>
  row.person === null || made.has(row.number)
    ? row
    : { ...row, outcome: 'duplicate', becomes: 'Signed up just now', person: null }

const ROWS_AT_ONCE = 2_000

async function writePlan(
  tx: Tx,
  id: string,
  planned: readonly PlannedRow[],
  made: ReadonlyMap<number, readonly MadeRow[]> = new Map(),
): Promise<void> {
  for (let from = 0; from < planned.length; from += ROWS_AT_ONCE) {
    const rows = planned
      .slice(from, from + ROWS_AT_ONCE)
      .map(({ number, outcome, becomes, reasons, person }) => ({
        ...{ number, outcome, becomes, reasons, person_id: person?.id ?? null },
        made: made.get(number) ?? [],
      }))
    await sql`
      update import_rows set outcome = said.outcome, becomes = said.becomes, reasons = said.reasons, made = said.made,
        person_id = said.person_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as said (number integer, outcome text, becomes text, reasons jsonb, made jsonb, person_id uuid)
      where import_id = ${id} and import_rows.number = said.number`.execute(tx)
  }
  const counts: ImportCounts = { new: 0, adds: 0, duplicate: 0, wrong: 0 }
  for (const { outcome } of planned) counts[outcome] += 1
  await tx
    .updateTable('imports')
    .set({ counts: JSON.stringify(counts) })
    .where('id', '=', id)
    .execute()
}

/** Some people at a time, each time as a whole; the next time goes on. */
async function undo(context: Context, tx: Tx, { id, source }: Claimed): Promise<void> {
  await describeInAudit(tx, `Undo of the import of ${source}`)
  if (await undoNext(tx, id)) return
  const left = await countLeft(tx, id)
  const people = left === 1 ? '1 person who has' : `${left} people who have`
  const problem = left > 0 ? `${people} done something since stayed.` : null
  await tx
    .updateTable('imports')
    .set({ state: 'undone', undone_at: context.clock.now(), problem })
    .where('id', '=', id)
    .execute()
}

/** The rows of files are kept for a day, in which an import can be undone; what was never taken goes as a whole. */
export const purgeImports = task('purge-imports', '27 * * * *', async (tx, now) => {
  const old = new Date(now.getTime() - undoHours * 3_600_000)
  await tx
    .deleteFrom('imports')
    .where('state', 'in', ['checked', 'checking'])
    .where('created_at', '<', old)
    .execute()
  await tx
    .deleteFrom('import_rows')
    .where('import_id', 'in', (query) =>
      query
        .selectFrom('imports')
        .select('id')
        .where('state', 'in', ['taken', 'undone'])
        .where('taken_at', '<', old),
    )
    .execute()
})
