import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Kysely, type Migration, type MigrationProvider, Migrator, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'

const schema = join(import.meta.dirname, 'schema')
const migrations = join(import.meta.dirname, 'migrations')

/**
 * The whole of `schema/` as the first migration, then the files of `migrations/`, forward only; both in the order of their names.
 * The first is named by its text, so that a database of another schema is noticed.
 */
const provider: MigrationProvider = {
  async getMigrations() {
    const files = await sqlFiles(migrations)
    return Object.fromEntries([
      [await baselineName(), migrationOf(await sqlFiles(schema))],
      ...files.map((path) => [basename(path, '.sql'), migrationOf([path])]),
    ])
  },
}

async function baselineName(): Promise<string> {
  const texts = await Promise.all((await sqlFiles(schema)).map((path) => readFile(path)))
  return `000_schema_${createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, 12)}`
}

const sqlFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => []))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => join(folder, file))

const migrationOf = (paths: readonly string[]): Migration => ({
  up: async (db) => {
    // A locked table must make the start fail, not hang.
    await sql`set local lock_timeout = '10s'`.execute(db)
    for (const path of paths) await sql.raw(await readFile(path, 'utf8')).execute(db)
  },
})

/** A database of another schema from before the first release: no migrations lead from there to here. */
export class OldDatabase extends Error {
  constructor() {
    super(
      'This database was made by another version of Dugout from before its first release, and cannot be brought up to date. ' +
        'Start with an empty one: name another folder in DATA_DIR, or create a new database for DATABASE_URL.',
    )
  }
}

async function refuseOldDatabase(pool: pg.Pool): Promise<void> {
  const known = await pool.query<{ there: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as there`,
  )
  if (!known.rows[0]?.there) return
  const { rows } = await pool.query<{ name: string }>(
    'select name from kysely_migration order by name limit 1',
  )
  if (rows[0] && rows[0].name !== (await baselineName())) throw new OldDatabase()
}

/**
 * Brings the database up to date. All pending migrations run in one transaction under Kysely's advisory lock:
 * of two processes one migrates, and the other waits and finds nothing to do.
 *
 * @throws `OldDatabase`; or PostgreSQL's error of the first migration that fails, which leaves the database unchanged.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  await refuseOldDatabase(pool)
  const { error } = await migratorOf(pool).migrateToLatest()
  if (error) throw error
}

/**
 * Brings an empty database to the state that a backup was made in, so that its rows fit.
 *
 * @param names the migrations of the backup, in their order.
 * @returns false where this version does not know the last of them, or has another schema.
 */
export async function migrateTo(pool: pg.Pool, names: readonly string[]): Promise<boolean> {
  const known = Object.keys(await provider.getMigrations())
  if (names.some((name, index) => name !== known[index])) return false
  const { error } = await migratorOf(pool).migrateTo(names.at(-1) ?? '')
  if (error) throw error
  return true
}

// Not destroyed at the end: that would close the caller's pool.
const migratorOf = (pool: pg.Pool) =>
  new Migrator({ db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), provider })
