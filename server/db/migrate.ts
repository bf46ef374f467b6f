import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, type Migration, type MigrationProvider, Migrator, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'

const folder = join(import.meta.dirname, 'migrations')

/** The `.sql` files of `migrations/`, forward only, in the order of their names. */
const provider: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'))
    return Object.fromEntries(
      files.map((file) => [file.replace(/\.sql$/, ''), migrationOf(join(folder, file))]),
    )
  },
}

const migrationOf = (path: string): Migration => ({
  up: async (db) => {
    // A locked table must make the start fail, not hang.
    await sql`set local lock_timeout = '10s'`.execute(db)
    await sql.raw(await readFile(path, 'utf8')).execute(db)
  },
})

/**
 * Brings the database up to date. All pending migrations run in one transaction under Kysely's advisory lock:
 * of two processes one migrates, and the other waits and finds nothing to do.
 *
 * @throws PostgreSQL's error of the first migration that fails; the database is then unchanged.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const { error } = await migratorOf(pool).migrateToLatest()
  if (error) throw error
}

/** Migrates as far as `last`, by name: for a benchmark, which fills a database before the migrations that read its rows. */
export async function migrateUpTo(pool: pg.Pool, last: string): Promise<void> {
  const { error } = await migratorOf(pool).migrateTo(last)
  if (error) throw error
}

// Not destroyed at the end: that would close the caller's pool.
const migratorOf = (pool: pg.Pool) =>
  new Migrator({ db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), provider })
