/** Puts a zip of everything into an empty database, as it was. */

import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { sql } from 'kysely'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Db, Tx } from '../../../db/database.ts'
import { fillTables } from '../../../db/fillTables.ts'
import { type FileStorage, pictureType } from '../../../integrations/storage/fileStorage.ts'
import { unwritten } from './everything.ts'
import { type ExportedColumn, readColumns } from './exportedTables.ts'

const ROWS_AT_ONCE = 500

/** Why a zip cannot be put in; nothing was changed. */
export class CannotPutBack extends Error {}

/**
 * Fills all tables of the zip in one transaction, without triggers: copies that they keep are in the zip too. The keys between tables are
 * made again at the end, so PostgreSQL checks every one. Needs the owner of the tables.
 *
 * @param path of the zip.
 * @returns how many rows each table got.
 */
export async function putEverythingBack(
  db: Db,
  files: Pick<FileStorage, 'put'>,
  path: string,
): Promise<Map<string, number>> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw new CannotPutBack('This is not a zip that can be read.')
  })
  try {
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    const counts = await db.transaction().execute((tx) => fill(tx, zip, entries))
    for (const entry of entries) {
      const [, name] = /^files\/([\w./-]+\.(?:jpg|avif|png))$/.exec(entry.fileName) ?? []
      if (name !== undefined)
        await files.put(name, await buffer(await zip.openReadStreamPromise(entry)), pictureType(name))
    }
    return counts
  } finally {
    zip.close()
  }
}

async function fill(tx: Tx, zip: ZipFile, entries: readonly Entry[]): Promise<Map<string, number>> {
  await sql`set local statement_timeout = 0`.execute(tx)
  const columns = await readColumns(tx)
  const files = new Map(entries.map((entry) => [entry.fileName, entry]))
  const missing = [...columns.keys()].filter((table) => !files.has(`tables/${table}.csv`))
  if (missing.length > 0) throw new CannotPutBack(`The zip has no tables/${missing[0]}.csv.`)
  const someone = await tx.selectFrom('profiles').select('id').limit(1).executeTakeFirst()
  if (someone)
    throw new CannotPutBack(
      'There are people here already. Use an empty Dugout: a new DATA_DIR, started once with DEMO_SEED=false.',
    )
  const counts = new Map<string, number>()
  const quoted = new Map([...columns.keys()].map((table) => [`"${table}"`, table]))
  await fillTables(
    (text) => sql.raw(text).execute(tx),
    [...quoted.keys()],
    async (place) => {
      const table = quoted.get(place) ?? ''
      const of = columns.get(table) ?? []
      const entry = files.get(`tables/${table}.csv`)
      if (entry) counts.set(table, await fillTable(tx, table, of, zip, entry))
      for (const { name } of of)
        await sql`
        select setval(sequence, (select coalesce(max(${sql.ref(name)}::text::bigint), 0) + 1 from ${sql.table(table)}), false)
        from pg_get_serial_sequence(${table}, ${name}) sequence where sequence is not null`.execute(tx)
    },
  )
  return counts
}

async function fillTable(
  tx: Tx,
  table: string,
  columns: readonly ExportedColumn[],
  zip: ZipFile,
  entry: Entry,
): Promise<number> {
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  let names: string[] | undefined
  let batch: string[][] = []
  let count = 0
  const flush = async () => {
    if (!names || batch.length === 0) return
    const cells = names.map((_, index) => batch.map((row) => unwritten(row[index] ?? '')))
    const given = names.map((_, index) => `c${index}`)
    await sql`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))}) overriding system value
      select ${sql.raw(names.map((name, index) => `c${index}::${types.get(name)}`).join(', '))}
      from unnest(${sql.join(cells.map((column) => sql`${column}::text[]`))}) as given (${sql.raw(given.join(', '))})`.execute(
      tx,
    )
    count += batch.length
    batch = []
  }
  await pipeline(
    await zip.openReadStreamPromise(entry),
    parse({ bom: true, record_delimiter: '\r\n' }),
    async (rows) => {
      for await (const row of rows as AsyncIterable<string[]>) {
        if (!names) {
          const unknown = row.find((name) => !types.has(name))
          if (unknown !== undefined)
            throw new CannotPutBack(`tables/${table}.csv is of another version: it has ${unknown}.`)
          names = row
        } else if (batch.push(row) === ROWS_AT_ONCE) await flush()
      }
    },
  )
  await flush()
  return count
}
