import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { makeBackup } from './backup/makeBackup.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { createDb, createPool, isDatabaseAway, sharesSessions } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { hostsOf } from './db/hosts.ts'
import { migrate, readMigrations } from './db/migrate.ts'
import { type DatabaseAddresses, grantRoles } from './db/roles.ts'
import { hashPassword } from './features/accounts/passwords/passwords.ts'
import { createFileStorage } from './integrations/storage/fileStorage.ts'
import { createBuiltInSandbox } from './integrations/stripe/builtInSandbox.ts'
import { usesSandbox } from './integrations/stripe/payments.ts'
import { seedDemo } from './seed/demo.ts'
import { createEmptyFacility, seedFacility } from './seed/facility.ts'

export interface OpenedDatabase extends DatabaseAddresses {
  /** Stops the server if it is the embedded one. Call it last. */
  close(): Promise<void>
}

const RETRY_MILLISECONDS = 500

/**
 * Opens the configured database, or the embedded one, and brings it up to date: migrated, with a facility, and with the
 * demo data if configured. Safe to run from several processes at the same moment. Waits for a database that
 * does not answer.
 *
 * @param stopping when aborted, ends all waiting.
 * @param asItIs leaves a database that is in use at the version that it has; an empty one is prepared all the same.
 * @throws AlreadyRunning when another Dugout uses the same embedded data.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  stopping: AbortSignal = new AbortController().signal,
  asItIs = false,
): Promise<OpenedDatabase> {
  const own =
    config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: config.dataDir, log }) : null
  const addresses = own?.addresses ?? configuredAddresses(config)
  const close = async () => own?.stop()
  try {
    await answering(addresses.ownerUrl, config, log, stopping)
    if (own === null) await refuseSharedSessions(addresses)
    if (!asItIs || (await isEmpty(addresses.ownerUrl))) await prepare(addresses, config, log)
    return { ...addresses, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** One role does everything unless others are configured. */
export function configuredAddresses(config: Config): DatabaseAddresses {
  const { databaseUrl, secrets } = config
  const url = secrets.databaseDirectUrl ?? databaseUrl ?? ''
  const ownerUrl = secrets.databaseOwnerUrl ?? url
  return {
    url,
    ownerUrl,
    sealerUrl: secrets.auditDatabaseUrl ?? ownerUrl,
    ...(databaseUrl && secrets.databaseDirectUrl && { pooledUrl: databaseUrl }),
  }
}

/** Notifications would be lost, and settings of one client be another's. */
async function refuseSharedSessions({ url, ownerUrl, sealerUrl }: DatabaseAddresses): Promise<void> {
  for (const address of new Set([url, ownerUrl, sealerUrl])) {
    if (!(await sharesSessions(address))) continue
    const { username, host } = new URL((hostsOf(address)[0] ?? '').replace('@/', '@localhost/'))
    throw new Error(
      `The address of the database for ${username} at ${host} leads through a pooler that lends its connections for one transaction. ` +
        'Only DATABASE_URL may, together with a DATABASE_DIRECT_URL that leads past the pooler (docs/operations.md, Through PgBouncer).',
    )
  }
}

/** Waits until the database answers: it may start together with Dugout, and name resolution may take a while. */
async function answering(url: string, config: Config, log: Logger, stopping: AbortSignal): Promise<void> {
  const pool = createPool(url, 1)
  const deadline = performance.now() + config.databaseWaitSeconds * 1000
  try {
    for (let attempt = 1; ; attempt += 1) {
      const failure = await pool.query('select 1').then(
        () => null,
        (error: Error) => error,
      )
      if (failure === null) return
      if (stopping.aborted || !isDatabaseAway(failure)) throw failure
      if (performance.now() > deadline) {
        throw new Error(
          `The database did not answer within ${config.databaseWaitSeconds} s: ${reasonOf(failure)}`,
        )
      }
      if (attempt === 1) {
        log.warn(
          { reason: reasonOf(failure) },
          `the database does not answer yet; waiting for it for ${config.databaseWaitSeconds} s (DATABASE_WAIT)`,
        )
      }
      await delay(RETRY_MILLISECONDS, undefined, { signal: stopping }).catch(() => undefined)
    }
  } finally {
    await pool.end()
  }
}

/** For a host with several addresses the error has one reason for each and no message of its own. */
const reasonOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error)

async function isEmpty(url: string): Promise<boolean> {
  const pool = createPool(url, 1)
  return readMigrations(pool)
    .then(({ done }) => done.length === 0)
    .finally(() => pool.end())
}

/** A backup of what an upgrade is about to change. Without a place for it, it is the operator's to make. */
async function backUpBefore(
  due: readonly string[],
  { ownerUrl }: DatabaseAddresses,
  config: Config,
  log: Logger,
): Promise<void> {
  const to = config.backup.to ?? (config.databaseUrl === null ? join(config.dataDir, 'backups') : null)
  if (to === null) return log.warn({ due }, 'the database is upgraded without a backup: BACKUP_TO is not set')
  const files = createFileStorage(config)
  const { name, place } = await makeBackup(config, {
    ownerUrl,
    files,
    to,
    keep: null,
    now: systemClock.now(),
  }).catch((error: unknown) => {
    throw new Error(`No backup could be made before the upgrade, so nothing was changed: ${error}`)
  })
  log.warn({ due, name, place }, 'the database is upgraded; this backup leads back')
}

async function prepare(addresses: DatabaseAddresses, config: Config, log: Logger): Promise<void> {
  const pool = createPool(addresses.ownerUrl, 2)
  const db = createDb(pool)
  try {
    await migrate(pool, (due) => backUpBefore(due, addresses, config, log))
    await grantRoles(pool, addresses)
    if (!config.demoSeed) await createEmptyFacility(db)
    else {
      await seedFacility(db)
      // Links of receipts have no host while the port is not known yet.
      const addresses = { webhook: () => '', site: () => config.publicUrl ?? '' }
      const context = { config, db, log, clock: systemClock }
      const sandbox = usesSandbox(config) ? await createBuiltInSandbox(context, addresses) : null
      await seedDemo(db, systemClock.now(), hashPassword, { sandbox, files: createFileStorage(config) })
      await sandbox?.close()
    }
  } finally {
    await db.destroy()
  }
}
