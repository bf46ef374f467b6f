import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { nightlyBackup } from './backup/nightly.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { auditKeys } from './db/audit/keys.ts'
import { readProtection } from './db/audit/protection.ts'
import { startSealer } from './db/audit/sealer.ts'
import { listenForChanges } from './db/changes.ts'
import { createDb, createPool, SILENCE_SECONDS, type TimeLimits } from './db/database.ts'
import type { DatabaseAddresses } from './db/roles.ts'
import { createAccounts } from './features/accounts/accounts.ts'
import { mailAuditSeal } from './features/audit/mailSeal.ts'
import { createOpenTimesCache } from './features/cages/openTimesCache.ts'
import { createScheduleCache } from './features/cages/scheduleCache.ts'
import { createFacilityCache } from './features/facility/facilityCache.ts'
import { createNextLessonTimes } from './features/lessons/availability/nextLessonTimes.ts'
import { startOutboxWorker } from './features/messages/delivery/outboxWorker.ts'
import { closeReleasedCheckouts } from './features/payments/checkout/closeReleased.ts'
import { WEBHOOK_PATH } from './features/payments/provider/webhook.ts'
import { startImportWorker } from './features/people/imports/importWorker.ts'
import { startClosureWorker } from './features/settings/closures/work.ts'
import { products, providerTasks, tasks } from './features.ts'
import { createRateLimits, unlimited } from './http/limits/rateLimits.ts'
import { listen, type ProcessState } from './http/listen.ts'
import { createLiveEvents } from './http/live/liveEvents.ts'
import { addDatabaseFigures } from './http/watching/databaseFigures.ts'
import { databaseProbe } from './http/watching/health.ts'
import { createMetrics } from './http/watching/metrics.ts'
import { keepErrors } from './http/watching/recentErrors.ts'
import { startTracing } from './http/watching/tracing.ts'
import { createMailer } from './integrations/mail/mailer.ts'
import { createFileStorage } from './integrations/storage/fileStorage.ts'
import { startBuiltInSandbox } from './integrations/stripe/builtInSandbox.ts'
import { livePayments } from './integrations/stripe/livePayments.ts'
import { usesSandbox } from './integrations/stripe/payments.ts'
import { startJobs } from './jobs/jobs.ts'

/** Scheduled work reads whole tables. After five minutes pg-boss considers a run failed. */
const JOB_LIMITS: TimeLimits = { statementSeconds: 300, lockSeconds: 30 }
const JOB_CONNECTIONS = 2

export interface Running {
  /** The public origin; behind a proxy it differs from the listening address. */
  readonly url: string
  readonly port: number
  readonly context: Context
  /**
   * Turns readiness off, finishes requests, closes streams, ends jobs and releases connections.
   *
   * @param hurry when aborted, no longer waits for load balancers and requests.
   */
  stop(hurry?: AbortSignal): Promise<void>
}

/**
 * Creates all parts on a migrated database and listens: both main.ts and the tests start
 * Dugout with it. Fails if the port is taken or the database does not answer.
 */
export async function start(
  config: Config,
  database: DatabaseAddresses,
  parts: {
    log: Logger
    webDirectory: string
    clock?: Clock
    silenceSeconds?: number
    /** Whether this process does scheduled work; it does unless told otherwise. */
    scheduledWork?: boolean
    /** Milliseconds between two batches of mail, in place of a quarter of a second. */
    mailRest?: number
    startOwnFacility?: Context['startOwnFacility']
  },
): Promise<Running> {
  const { url: directUrl, pooledUrl } = database
  const isPooled = pooledUrl !== undefined
  const { clock = systemClock, silenceSeconds = SILENCE_SECONDS, scheduledWork = true } = parts
  const { log, recent } = keepErrors(parts.log, clock)
  const state: ProcessState = { draining: false }
  const requestLimits: TimeLimits = {
    statementSeconds: config.statementTimeoutSeconds,
    lockSeconds: config.lockTimeoutSeconds,
    silenceSeconds,
    isPooled,
  }
  const pool = createPool(pooledUrl ?? directUrl, config.databasePool, requestLimits)
  const tracing = config.tracing && (await startTracing(config.tracing, log))
  const db = createDb(pool, tracing?.statement, requestLimits)
  const changes = listenForChanges(directUrl, log, silenceSeconds)
  const sealer = startSealer({ url: database.sealerUrl, keys: auditKeys(config), log })
  readProtection(db).then(
    (problems) => problems.map(({ message }) => log.warn(message)),
    () => undefined,
  )
  const metrics = createMetrics()
  const facility = createFacilityCache(db, changes, clock)
  const limits = config.rateLimits ? createRateLimits(db, clock) : unlimited
  let url = config.publicUrl ?? `http://localhost:${config.port}`
  const publicUrl = () => url
  let port = config.port
  const sandbox = usesSandbox(config)
    ? await startBuiltInSandbox(
        { config, db, clock, log },
        { webhook: () => `http://${ownHost(config)}:${port}${WEBHOOK_PATH}`, site: publicUrl },
      )
    : null
  const payments = await livePayments({ config, db, changes, log }, sandbox?.access ?? null)
  const schedule = createScheduleCache(db, changes, facility, clock)
  const context: Context = {
    config,
    db,
    clock,
    log,
    changes,
    sealer,
    metrics,
    tracing,
    databaseFigures: addDatabaseFigures({ registry: metrics.registry, pool, db, clock }),
    databaseProblem: databaseProbe({ db, changes, log }),
    recentErrors: recent,
    facility,
    limits,
    publicUrl,
    payments,
    products,
    files: createFileStorage(config),
    accounts: createAccounts({ config, db, changes, clock, log, limits, publicUrl }),
    schedule,
    nextLessonTimes: createNextLessonTimes(db, changes, facility, clock),
    openTimes: createOpenTimesCache(db, changes, { facility, schedule, clock }),
    holdsReleased: (userId) => closeReleasedCheckouts(context, { userId }),
    live: createLiveEvents(changes, metrics),
    startOwnFacility: parts.startOwnFacility ?? null,
  }
  const app = createApp(context, {
    webDirectory: parts.webDirectory,
    state,
    paymentSandbox: sandbox?.app ?? null,
  })
  const listening = await listen(app, { host: config.host, port: config.port }, state)
  port = listening.port
  url = config.publicUrl ?? `http://localhost:${port}`
  const mailer = createMailer(context)
  const outbox = startOutboxWorker(
    context,
    tracing ? { ...mailer, send: (mail) => tracing.within('mail', () => mailer.send(mail)) } : mailer,
    parts.mailRest,
  )
  const closures = startClosureWorker(context)
  const imports = startImportWorker(context)
  const jobLimits = { ...JOB_LIMITS, isPooled }
  const background = {
    ...context,
    db: createDb(
      createPool(pooledUrl ?? directUrl, JOB_CONNECTIONS, jobLimits),
      tracing?.statement,
      jobLimits,
    ),
  }
  const scheduled = [
    ...tasks,
    ...providerTasks(background),
    mailAuditSeal(background),
    nightlyBackup(background, database.ownerUrl),
    ...(sandbox?.tasks ?? []),
  ]
  const jobs = scheduledWork ? await startJobs(background, database.ownerUrl, scheduled) : null
  return {
    url,
    port,
    context,
    async stop(hurry) {
      const delaySeconds = config.shutdownDelaySeconds
      await listening.drain({ delaySeconds, hurry, closeStreams: () => context.live.close() })
      await Promise.all([
        outbox.stop(),
        closures.stop(),
        imports.stop(),
        jobs?.stop(),
        sealer.stop(),
        changes.close(),
        sandbox?.stop(),
      ])
      await Promise.all([db.destroy(), background.db.destroy()])
      await tracing?.stop()
    },
  }
}

/**
 * Asks a server that listens for its most visited pages: the first renderings take a third of a second, while code is loaded
 * and compiled.
 */
export async function warmUp(config: Config, port: number): Promise<void> {
  for (const path of ['/', '/book-cage'])
    for (const agent of ['Mobile', 'Desktop']) {
      const headers = { 'user-agent': agent, 'accept-encoding': 'br' }
      await fetch(`http://${ownHost(config)}:${port}${path}`, { headers }).then(
        (response) => response.arrayBuffer(),
        // The next who asks for the page is told what is wrong.
        () => undefined,
      )
    }
}

/** The address at which this process can reach itself. */
function ownHost({ host }: Config): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
