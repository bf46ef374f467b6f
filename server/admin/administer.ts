import { pino } from 'pino'
import type { Config } from '../config.ts'
import { createDb, createPool, type Db } from '../db/database.ts'
import { AlreadyRunning } from '../db/embedded/claim.ts'
import { runningDatabase } from '../db/embedded.ts'
import type { DatabaseAddresses } from '../db/roles.ts'
import { configuredAddresses, openDatabase } from '../openDatabase.ts'

const STDERR = 2

/**
 * Runs `work` on the configured database. An embedded database is reached through the server of a
 * running Dugout, or else by starting its server for the duration of the work.
 */
export const administer = (config: Config, work: (db: Db) => Promise<void>): Promise<void> =>
  withAddresses(config, async ({ url }) => {
    const db = createDb(createPool(url, 2))
    await work(db).finally(() => db.destroy())
  })

/**
 * Runs `work` with the address of the configured database, or of the embedded one, which is not migrated. It is the owner's:
 * the other roles have no rights in a database that was restored and never started.
 */
export const withDatabaseUrl = <T>(config: Config, work: (url: string) => Promise<T>): Promise<T> =>
  config.databaseUrl === null
    ? withAddresses(config, ({ ownerUrl }) => work(ownerUrl), { asItIs: true })
    : work(configuredAddresses(config).ownerUrl)

/**
 * Runs `work` with the addresses of the database for each role; otherwise as `administer`.
 *
 * @param as `asItIs`: what another version may have made is not brought up to date.
 */
export async function withAddresses<T>(
  config: Config,
  work: (addresses: DatabaseAddresses) => Promise<T>,
  { asItIs = false } = {},
): Promise<T> {
  // Standard output is for the result only.
  const log = pino({ level: 'warn' }, pino.destination(STDERR))
  const opening = openDatabase({ ...config, demoSeed: false }, log, undefined, asItIs)
  const database = await opening.catch(async (error: unknown) => {
    if (!(error instanceof AlreadyRunning)) throw error
    return { ...(await runningDatabase(config.dataDir)), close: async () => {} }
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
