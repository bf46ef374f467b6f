/** Reads one snapshot of the database, and the pictures, into a backup. */

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Config } from '../config.ts'
import { connectionTo } from '../db/hosts.ts'
import type { FileStorage } from '../integrations/storage/fileStorage.ts'
import { type Manifest, type NewEntry, writeArchive } from './archive.ts'

/** The schemas with the product's data. The queue of jobs makes its own tables, and what is in them, at a start. */
export const SCHEMAS = ['public', 'stripe_sandbox']
/** Filled by the migrations themselves. */
export const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock']

export interface TakenBackup {
  readonly manifest: Pick<Manifest, 'made_at' | 'tables' | 'files' | 'audit'>
}

/**
 * Writes a backup of the database and all pictures to `path` while Dugout runs: one repeatable-read transaction.
 *
 * @param ownerUrl of the database, for the role that owns it.
 */
export async function takeBackup(
  parts: {
    ownerUrl: string
    files: Pick<FileStorage, 'get' | 'names'>
    secrets: Pick<Config['secrets'], 'auth' | 'audit' | 'backup'>
    version: string
    now: Date
  },
  path: string,
): Promise<TakenBackup> {
  const client = await connect(parts.ownerUrl)
  try {
    await client.query('begin isolation level repeatable read read only')
    const tables = await readTables(client)
    const rows = new Map<string, number>()
    let files = 0
    const facts = {
      made_at: parts.now.toISOString(),
      version: parts.version,
      postgresql: await one(client, 'show server_version', 'server_version'),
      migrations: (await list(client, 'select name from kysely_migration order by name')).map(String),
      audit: await readHead(client),
      keys: fingerprints(parts.secrets),
      sequences: await readSequences(client),
    }
    async function* entries(): AsyncGenerator<NewEntry> {
      for (const [name, columns] of tables)
        yield {
          name: `tables/${name}`,
          compress: true,
          open: () => {
            const source = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
            source.on('end', () => rows.set(name, source.rowCount))
            return source
          },
        }
      for await (const name of parts.files.names()) {
        files += 1
        yield {
          name: `files/${name}`,
          compress: false,
          open: async () => Readable.from([(await parts.files.get(name)) ?? new Uint8Array()]),
        }
      }
    }
    const manifest = () => ({
      ...facts,
      files,
      tables: Object.fromEntries(
        [...tables].map(([name, columns]) => [name, { columns, rows: rows.get(name) ?? 0 }]),
      ),
    })
    await writeArchive(path, { entries: entries(), manifest, key: parts.secrets.backup })
    await client.query('commit')
    return { manifest: manifest() }
  } finally {
    await client.end()
  }
}

/** A connection without time limits; copies cannot be pipelined, which those of the pools are. */
export async function connect(url: string): Promise<pg.Client> {
  const { Client, connectionString } = connectionTo(url)
  const client = new Client({ connectionString, application_name: 'dugout backup', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  return client
}

/** The tables in the order of their names, each with the columns that are not computed. */
export async function readTables(client: pg.ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and n.nspname = any ($1) and c.relname <> all ($2)
     group by 1 order by 1`,
    [SCHEMAS, MIGRATION_TABLES],
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

async function readSequences(client: pg.ClientBase): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences where schemaname = any ($1) order by 1`,
    [SCHEMAS],
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

async function readHead(client: pg.ClientBase): Promise<Manifest['audit']> {
  const { rows } = await client.query<{ no: string; mac: string }>(
    `select no::text, encode(mac, 'hex') as mac from audit_seals order by audit_seals.no desc limit 1`,
  )
  return rows[0] ?? null
}

/** A digest that no secret can be read from, since they are random. */
export function fingerprints({ auth, audit }: Pick<Config['secrets'], 'auth' | 'audit'>): Manifest['keys'] {
  const print = (secret: string) =>
    createHash('sha256').update(`dugout backup: ${secret}`).digest('hex').slice(0, 16)
  return { auth: print(auth), audit: print(audit) }
}

async function list(client: pg.ClientBase, query: string): Promise<unknown[]> {
  const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' })
  return rows.map(([first]) => first)
}

const one = async (client: pg.ClientBase, query: string, column: string): Promise<string> =>
  String((await client.query<Record<string, unknown>>(query)).rows[0]?.[column])
