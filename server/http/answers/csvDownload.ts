import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { describeInAudit } from '../../db/auditDescription.ts'
import { transaction } from '../../db/database.ts'
import type { Refusal } from '../../refusal.ts'
import type { Call } from '../endpoint.ts'
import { refuseTooMany } from '../limits/rateLimits.ts'
import { PRIVATE } from './problem.ts'

/** A column of a file: what its header says, and its value in a row. */
export type CsvColumns<Row> = readonly (readonly [
  header: string,
  value: (row: Row) => string | number | null,
])[]

/** A list as a file. */
export interface ListExport<Row> {
  /** The list's name, with which the file's begins. */
  readonly name: string
  /** The table that the audit log names as read. */
  readonly table: string
  readonly columns: CsvColumns<Row>
  readonly batches: AsyncIterable<readonly Row[]>
}

/** Files of one kind that one member of staff may download in an hour. */
const FILES_PER_HOUR = 60

/**
 * Answers with a whole list as a file. That it was read is in the audit log, with the filters; not what was searched for,
 * because that may be a name, and the log keeps it for good.
 */
export async function exportList<Row>(
  { context, actor, query }: Pick<Call, 'context' | 'actor'> & { query: Record<string, unknown> },
  { name, table, columns, batches }: ListExport<Row>,
): Promise<Response | Refusal> {
  const limit = {
    name: `export of ${name} by`,
    subject: actor.userId ?? '',
    most: FILES_PER_HOUR,
    seconds: 3_600,
  }
  const tooMany = await refuseTooMany(context.limits, limit)
  if (tooMany) return tooMany
  const filters = Object.entries(query).flatMap(([field, value]) =>
    value === undefined || value === '' ? [] : [field === 'search_query' ? 'searched' : `${field}: ${value}`],
  )
  await transaction(context.db, actor, async (tx) => {
    await describeInAudit(tx, `CSV file (${filters.join(', ') || 'all'}).`)
    await sql`select log_reading(${table}, 'csv')`.execute(tx)
  })
  const { time_zone } = await context.facility.get()
  const day = facilityDay(context.clock.now(), time_zone)
  return csvDownload(`${name}-${day}`, columns, batches, context.log)
}

/** Excel takes a file for UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** How every CSV file is written. */
export const csvOptions = {
  escape_formulas: true,
  record_delimiter: 'windows',
  // The library quotes only its own kind of line ends.
  quoted_match: /[\r\n]/,
} as const

/** Ends a connection in the middle. By this code node-server knows that the error is logged already. */
export class CutOff extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE'
}

/**
 * Answers with a CSV file (RFC 4180) that is written while it is read: a batch is asked for when the client has taken the
 * one before it, so a file of any length needs the memory of a few batches. A client that leaves ends the reading. A batch
 * that fails cuts the connection, so that nobody takes half a file for all of it.
 *
 * @param name of the file, without its ending.
 */
export function csvDownload<Row>(
  name: string,
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
  log: Logger,
): Response {
  const encoder = new TextEncoder()
  const source = batches[Symbol.asyncIterator]()
  const lines = (rows: (string | number | null)[][]) => encoder.encode(stringify(rows, csvOptions))
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(BYTE_ORDER_MARK))
        controller.enqueue(lines([columns.map(([header]) => header)]))
      },
      async pull(controller) {
        try {
          const { done, value: rows } = await source.next()
          if (done) return controller.close()
          controller.enqueue(lines(rows.map((row) => columns.map(([, value]) => trimmed(value(row))))))
        } catch (error) {
          log.error({ err: error, file: name }, 'a download was cut off')
          controller.error(new CutOff())
        }
      },
      async cancel() {
        await source.return?.()
      },
    },
    // The header, and one batch ahead of the client.
    { highWaterMark: 3 },
  )
  return new Response(body, {
    headers: {
      ...PRIVATE,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
  })
}

/** A blank before '=' would hide a formula from the escaping, and not from every spreadsheet. */
const trimmed = (value: string | number | null) => (typeof value === 'string' ? value.trim() : value)
