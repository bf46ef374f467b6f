/** All business data as one zip, written while it is read (decision record 097). */

import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { exportEverything } from '../../../../shared/contract/people/imports.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { facilityDay, facilityWallTime } from '../../../../shared/domain/time/time.ts'
import type { Context } from '../../../context.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import { type Tx, transaction } from '../../../db/database.ts'
import { BYTE_ORDER_MARK, CutOff, csvOptions } from '../../../http/answers/csvDownload.ts'
import { PRIVATE } from '../../../http/answers/problem.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { refuseTooMany } from '../../../http/limits/rateLimits.ts'
import { readReceipt } from '../../payments/receipts.ts'
import {
  type ExportedColumn,
  exportedRows,
  exportedTables,
  leftOutTables,
  readColumns,
} from './exportedTables.ts'

const FILES_PER_HOUR = 10
const ROWS_AT_ONCE = 500

export const everythingEndpoints = [
  endpoint(exportEverything, async ({ context, db, now, actor, user }) => {
    const limit = { name: 'everything by', subject: user.profile.id, most: FILES_PER_HOUR, seconds: 3_600 }
    const tooMany = await refuseTooMany(context.limits, limit)
    if (tooMany) return tooMany
    await transaction(db, actor, async (tx) => {
      await describeInAudit(tx, 'Everything, as a zip.')
      await sql`select log_reading('facility', 'zip')`.execute(tx)
    })
    const facility = await context.facility.get()
    const day = facilityDay(now, facility.time_zone)
    return new Response(Readable.toWeb(everything(context, facility)) as ReadableStream<Uint8Array>, {
      headers: {
        ...PRIVATE,
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="dugout-${day}.zip"`,
      },
    })
  }),
]

/** One snapshot of the database: a transaction that lasts as long as the client reads, and ends when it leaves. */
export function everything(
  context: Pick<Context, 'db' | 'files' | 'log' | 'clock'>,
  facility: Facility,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => {
    context.log.error({ err: error }, 'the zip of everything was cut off')
    output.destroy(new CutOff())
  }
  zip.on('error', fail)
  context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // A slow client makes pauses.
      await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(tx)
      await sql`set local timezone = 'UTC'`.execute(tx)
      const columns = await readColumns(tx)
      add('README.txt', [readme(facility, context.clock.now(), columns)])
      for (const [table, of] of columns) add(`tables/${table}.csv`, csvOf(tx, table, of))
      const receipts = await readPaid(tx)
      for (const { id, name } of receipts) add(`receipts/${name}`, receiptOf(tx, id, facility))
      for await (const name of context.files.names()) add(`files/${name}`, fileOf(context, name))
      zip.end()
      await finished(output).catch(() => undefined)
    })
    .catch(fail)
  return output

  /** Nothing of it is read before its turn. */
  function add(name: string, chunks: Iterable<string> | AsyncIterable<string | Uint8Array>) {
    zip.addReadStreamLazy(name, { compress: !/\.(jpg|avif)$/.test(name) }, (give) => {
      const stream = Readable.from(chunks, { objectMode: false })
      stream.on('error', fail)
      give(null, stream)
    })
  }
}

async function* csvOf(tx: Tx, table: string, columns: readonly ExportedColumn[]) {
  const lines = (rows: (string | null)[][]) => stringify(rows, csvOptions)
  yield BYTE_ORDER_MARK + lines([columns.map(({ name }) => name)])
  const chosen = sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`))
  const rows = sql.raw(exportedRows[table] ?? 'true')
  const cursor = sql.id(`everything_${table}`)
  await sql`declare ${cursor} no scroll cursor for
    select array[${chosen}] as cells from ${sql.table(table)} where ${rows}`.execute(tx)
  for (;;) {
    const batch = await sql<{
      cells: (string | null)[]
    }>`fetch ${sql.raw(String(ROWS_AT_ONCE))} from ${cursor}`.execute(tx)
    if (batch.rows.length === 0) break
    yield lines(batch.rows.map(({ cells }) => cells.map(written)))
  }
  await sql`close ${cursor}`.execute(tx)
}

/** An apostrophe stands before what would be read otherwise: a formula, or an empty text, which an empty cell is not. */
const written = (cell: string | null): string | null =>
  cell === '' || (cell !== null && /^'+(?:[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]|$)/.test(cell))
    ? `'${cell}`
    : cell

/** The cell as it was; the opposite of what writes it. */
export const unwritten = (cell: string): string | null => {
  if (cell === '') return null
  return /^'+(?:[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]|$)/.test(cell) ? cell.slice(1) : cell
}

/** One payment of each receipt. */
async function readPaid(tx: Tx): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; day: Date }>`
    select distinct on (coalesce(receipt_group, id)) id, coalesce(payment_date, completed_at, created_at) as day
    from payment_transactions where status in ('completed', 'refunded', 'voided')
    order by coalesce(receipt_group, id), created_at, id`.execute(tx)
  return rows.map(({ id, day }) => ({ id, name: `${day.toISOString().slice(0, 10)}-${id}.txt` }))
}

async function* receiptOf(tx: Tx, id: string, facility: Facility) {
  const receipt = await readReceipt(tx, id, facility, null)
  if (!receipt) return
  const { facility: from, lines, total_amount, refunded_amount, paid_at } = receipt
  const method = [receipt.payment_method, receipt.card_brand, receipt.card_last4].filter(Boolean).join(' ')
  const paidOn = `${facilityDay(paid_at, facility.time_zone)} ${facilityWallTime(paid_at, facility.time_zone)}`
  yield `${[
    `Receipt ${receipt.receipt_number}`,
    [from.name, from.address, from.phone, from.email].filter(Boolean).join('\n'),
    '',
    `For: ${[receipt.customer_name, receipt.customer_email].filter(Boolean).join(', ')}`,
    `Paid: ${paidOn}${method && `, ${method}`}`,
    '',
    ...lines.map(
      ({ description, amount, voided }) =>
        `${description}: ${formatAmount(amount)}${voided ? ' (voided)' : ''}`,
    ),
    `Total: ${formatAmount(total_amount)}`,
    ...(refunded_amount > 0 ? [`Refunded: ${formatAmount(refunded_amount)}`] : []),
  ].join('\n')}\n`
}

async function* fileOf({ files }: Pick<Context, 'files'>, name: string) {
  const bytes = await files.get(name)
  if (bytes) yield bytes
}

function readme(
  facility: Facility,
  now: Date,
  columns: ReadonlyMap<string, readonly ExportedColumn[]>,
): string {
  const column = ({ name, type, refers }: ExportedColumn) =>
    `    ${name}  ${type}${refers ? `, the id of a row of ${refers}` : ''}`
  const tables = [...columns].map(
    ([table, of]) => `${table}.csv: ${exportedTables[table]}\n${of.map(column).join('\n')}`,
  )
  const left = Object.entries(leftOutTables).map(([table, why]) => `    ${table}: ${why}`)
  return `${facility.name}: everything from Dugout, ${now.toISOString()}

tables/    One CSV file for each table: UTF-8, commas, a line of column names.
receipts/  Receipts as text.
files/     Pictures.

Times are in UTC, except those of lessons, classes and camps, which are on the facility's clock (${facility.time_zone}).
Amounts are dollars. A cell without a value is empty. An apostrophe stands before a cell that a spreadsheet would take
for a formula, and alone for a text without letters; it is not part of the value.

To put this into an empty Dugout:  npm run admin -- import-everything <this file>
Nobody's password is in here: people choose a new one with "Forgot your password?".

TABLES

${tables.join('\n\n')}

NOT IN HERE

${left.join('\n')}
`
}
