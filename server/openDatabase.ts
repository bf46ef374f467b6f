import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { createDb, createPool } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { hashPassword } from './features/accounts/passwords.ts'
import { seedDemo } from './seed/demo.ts'
import { seedFacility } from './seed/facility.ts'

export interface OpenedDatabase {
  readonly url: string
  /** Stops the server if it is ours; call it last. */
  close(): Promise<void>
}

/**
 * The database that the settings name, or one of our own, brought up to date: migrated, with a facility, and
 * with the demo data where that was asked for. Safe to run from several processes at the same moment.
 *
 * @throws AlreadyRunning when another Dugout uses the same embedded data.
 */
export async function openDatabase(config: Config, log: Logger): Promise<OpenedDatabase> {
  const own =
    config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: config.dataDir, log }) : null
  const url = own?.url ?? config.databaseUrl ?? ''
  const close = async () => own?.stop()
  try {
    await prepare(url, config)
    return { url, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function prepare(url: string, config: Config): Promise<void> {
  const pool = createPool(url, 2)
  const db = createDb(pool)
  try {
    await migrate(pool)
    await seedFacility(db)
    if (config.demoSeed) await seedDemo(db, new Date(), hashPassword)
  } finally {
    await db.destroy()
  }
}
