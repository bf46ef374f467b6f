import type { Logger } from 'pino'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { createDb, createPool } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { hashPassword } from './features/accounts/passwords.ts'
import { sandboxSettings } from './integrations/stripe/builtInSandbox.ts'
import { usesSandbox } from './integrations/stripe/payments.ts'
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
    await prepare(url, config, log)
    return { url, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function prepare(url: string, config: Config, log: Logger): Promise<void> {
  const pool = createPool(url, 2)
  const db = createDb(pool)
  try {
    await migrate(pool)
    await seedFacility(db)
    if (config.demoSeed) {
      // The links of receipts have no host where only the start of the server will tell it.
      const addresses = { webhook: () => '', site: () => config.publicUrl ?? '' }
      const context = { config, db, log, clock: systemClock }
      const sandbox = usesSandbox(config) ? sandboxSettings(context, addresses) : null
      await seedDemo(db, systemClock.now(), hashPassword, sandbox)
    }
  } finally {
    await db.destroy()
  }
}
