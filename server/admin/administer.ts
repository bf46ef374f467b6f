import { pino } from 'pino'
import type { Config } from '../config.ts'
import { createDb, createPool, type Db } from '../db/database.ts'
import { AlreadyRunning } from '../db/embedded/claim.ts'
import { runningDatabase } from '../db/embedded.ts'
import { openDatabase } from '../openDatabase.ts'

const STDERR = 2

/**
 * Runs `work` on the configured database. An embedded database is reached through the server of a
 * running Dugout, or else by starting its server for the duration of the work.
 */
export async function administer(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  // Standard output is for the result only.
  const log = pino({ level: 'warn' }, pino.destination(STDERR))
  const database = await openDatabase({ ...config, demoSeed: false }, log).catch(async (error: unknown) => {
    if (!(error instanceof AlreadyRunning)) throw error
    return { ...(await runningDatabase(config.dataDir)), close: async () => {} }
  })
  const db = createDb(createPool(database.url, 2))
  try {
    await work(db)
  } finally {
    await db.destroy()
    await database.close()
  }
}
