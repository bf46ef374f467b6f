import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Kysely, type Migration, type MigrationProvider, Migrator, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { version } from '../version.ts'

const schema = join(import.meta.dirname, 'schema')
const migrations = join(import.meta.dirname, 'migrations')

/**
 * The whole of `schema/` as the first migration, then the files of `migrations/`, forward only; both in the order of their names.
 * Each is named by its text too, so that a database that ran another text is noticed.
 */
const provider: MigrationProvider = {
  async getMigrations() {
    const later = (await sqlFiles(migrations)).map((path) => ({
      name: basename(path, '.sql'),
      paths: [path],
    }))
    const all = [{ name: '000_schema', paths: await sqlFiles(schema) }, ...later]
    const named = all.map(async ({ name, paths }) => [`${name}_${await digestOf(paths)}`, migrationOf(paths)])
    return Object.fromEntries(await Promise.all(named))
  },
}

const DIGEST_LENGTH = 12

async function digestOf(paths: readonly string[]): Promise<string> {
  const texts = await Promise.all(paths.map((path) => readFile(path)))
  return createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, DIGEST_LENGTH)
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

/** A database that a newer version has changed: this one could write what that one no longer expects. */
export class NewerDatabase extends Error {
  constructor(by: string | null) {
    super(
      `This database was brought up to date by ${by ?? 'a newer version of Dugout'}, and this is Dugout ${version}, which does not know it. ` +
        'Start the newer version. To go back, restore the backup from before the upgrade into an empty database with this version.',
    )
  }
}

/** A database that ran another text of a migration: nobody knows what it lacks. */
export class ChangedMigration extends Error {
  constructor(name: string) {
    super(
      `This database ran another text of the migration ${name} than this Dugout has. A migration is not changed once a database has run it: ` +
        'start the version that has its text, or write a new migration.',
    )
  }
}

/**
 * Which migrations the database has, and which are due.
 *
 * @throws `OldDatabase`, `NewerDatabase` or `ChangedMigration`.
 */
export async function readMigrations(pool: pg.Pool): Promise<{ done: string[]; due: string[] }> {
  const known = Object.keys(await provider.getMigrations())
  const there = await pool.query<{ at: string | null; by: string | null }>(
    `select to_regclass('public.kysely_migration') as at, obj_description(to_regclass('public.kysely_migration')) as by`,
  )
  const [table] = there.rows
  if (!table?.at) return { done: [], due: known }
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name')
  const done = rows.map(({ name }) => name)
  if (done[0] !== undefined && done[0] !== known[0]) throw new OldDatabase()
  const unknown = done.find((name) => !known.includes(name))
  if (unknown === undefined) return { done, due: known.filter((name) => !done.includes(name)) }
  const changed = withoutDigest(unknown)
  throw known.some((name) => withoutDigest(name) === changed)
    ? new ChangedMigration(changed)
    : new NewerDatabase(table.by)
}

const withoutDigest = (name: string) => name.slice(0, -DIGEST_LENGTH - 1)

/**
 * Brings the database up to date. All pending migrations run in one transaction under Kysely's advisory lock:
 * of two processes one migrates, and the other waits and finds nothing to do.
 *
 * @param before is awaited before a database that is in use is changed; what it throws leaves the database unchanged.
 * @throws `OldDatabase`, `NewerDatabase` or `ChangedMigration`; or PostgreSQL's error of the first migration that fails, which leaves the
 *   database unchanged.
 */
export async function migrate(pool: pg.Pool, before = async (_due: string[]) => {}): Promise<void> {
  const { done, due } = await readMigrations(pool)
  if (done.length > 0 && due.length > 0) await before(due)
  try {
    await migrateUpTo(pool, null)
  } catch (error) {
    if (done.length === 0) throw error
    throw new Error(
      `The upgrade to Dugout ${version} failed, and nothing was changed: ${error instanceof Error ? error.message : error}. The version before works on.`,
      { cause: error },
    )
  }
}

/** @param last null for all; otherwise the last one to run. */
async function migrateUpTo(pool: pg.Pool, last: string | null): Promise<void> {
  const migrator = migratorOf(pool)
  const { error, results } = await (last === null ? migrator.migrateToLatest() : migrator.migrateTo(last))
  const failed = results?.find(({ status }) => status === 'Error')
  if (error)
    throw failed && error instanceof Error
      ? Object.assign(error, { message: `${failed.migrationName}: ${error.message}` })
      : error
  // For the sentence of an older version that finds this database.
  if (results?.length) await pool.query(`comment on table kysely_migration is 'Dugout ${version}'`)
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
  await migrateUpTo(pool, names.at(-1) ?? '')
  return true
}

// Not destroyed at the end: that would close the caller's pool.
const migratorOf = (pool: pg.Pool) =>
  new Migrator({ db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), provider })
