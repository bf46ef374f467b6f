import { pino } from 'pino'
import type { Config } from '../config.ts'
import { createDb, createPool, type Db } from '../db/database.ts'
import { AlreadyRunning } from '../db/embedded/claim.ts'
import { runningDatabaseUrl } from '../db/embedded/running.ts'
import { openDatabase } from '../openDatabase.ts'

const STDERR = 2

/**
 * Does `work` on the database of the settings. Embedded data is used where it is: through the server of a
 * Dugout that is running on it, or else by starting that server for as long as the work takes.
 */
export async function administer(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  // Standard output is for the result alone.
  const log = pino({ level: 'warn' }, pino.destination(STDERR))
  const database = await openDatabase({ ...config, demoSeed: false }, log).catch(async (error: unknown) => {
    if (!(error instanceof AlreadyRunning)) throw error
    return { url: await runningDatabaseUrl(config.dataDir), close: async () => {} }
  })
  const db = createDb(createPool(database.url, 2))
  try {
    await work(db)
  } finally {
    await db.destroy()
    await database.close()
  }
}
