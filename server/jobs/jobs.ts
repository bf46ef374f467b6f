import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Context } from '../context.ts'
import { connectionTo } from '../db/hosts.ts'
import type { Task, TaskContext } from './tasks.ts'

export type JobsContext = TaskContext & Pick<Context, 'log'> & Partial<Pick<Context, 'tracing'>>

const CONNECTIONS = 2
/** No query of pg-boss takes this long: a longer silence means a broken connection. */
const SILENCE_MILLISECONDS = 60_000
const POLLING_SECONDS = 20
const RETRY_START_MILLISECONDS = 5_000
const STOP_MILLISECONDS = 2_000
/** After this time without a heartbeat a run counts as failed; a killed run delays the next one by at most twice this. */
const DEAD_AFTER_SECONDS = 20

// The next scheduled run replaces a retry, and old runs need not be kept.
const settings = {
  retryLimit: 0,
  heartbeatSeconds: DEAD_AFTER_SECONDS,
  expireInSeconds: 300,
  retentionSeconds: 3_600,
  deleteAfterSeconds: 3_600,
} as const

/**
 * Runs the scheduled tasks, each once however many instances there are. pg-boss keeps its own tables in the schema
 * `pgboss` and two connections. The start runs in the background and is retried until it
 * succeeds, so it does not delay readiness.
 *
 * @param databaseUrl the database of `context.db`, for its owner: pg-boss makes tables.
 */
export async function startJobs(
  context: JobsContext,
  databaseUrl: string,
  tasks: readonly Task[],
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const report = reportOnce(context)
  let boss: PgBoss | null = null

  const run = async () => {
    while (!stopping.signal.aborted && !boss) {
      try {
        boss = await startBoss(context, { databaseUrl, tasks }, report)
      } catch (error) {
        report.failed(error)
        await delay(RETRY_START_MILLISECONDS, undefined, { signal: stopping.signal, ref: false }).catch(
          () => {},
        )
      }
    }
  }
  const starting = run()

  return {
    async stop() {
      stopping.abort()
      report.silence()
      const ended = starting.then(() => boss?.stop({ graceful: false })).catch(() => {})
      await Promise.race([ended, delay(STOP_MILLISECONDS, undefined, { ref: false })])
    },
  }
}

async function startBoss(
  context: JobsContext,
  { databaseUrl, tasks }: { databaseUrl: string; tasks: readonly Task[] },
  report: Report,
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...{ ...connectionTo(databaseUrl), keepAlive: true, query_timeout: SILENCE_MILLISECONDS },
    schema: 'pgboss',
    application_name: 'dugout jobs',
    max: CONNECTIONS,
    connectionTimeoutMillis: 4_000,
    superviseIntervalSeconds: DEAD_AFTER_SECONDS,
    monitorIntervalSeconds: DEAD_AFTER_SECONDS,
  })
  boss.on('error', report.failed)
  boss.on('warning', ({ message, data }) => context.log.warn({ data }, message))
  try {
    await boss.start()
    await Promise.all(tasks.map((task) => install(boss, task, context, report)))
    return boss
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

async function install(boss: PgBoss, task: Task, context: JobsContext, report: Report): Promise<void> {
  await boss.createQueue(task.name, { policy: 'exclusive', ...settings })
  // An existing queue keeps the options with which it was created.
  await boss.updateQueue(task.name, settings)
  await boss.schedule(task.name, task.cron)
  await boss.work(task.name, { pollingIntervalSeconds: POLLING_SECONDS }, async () => {
    const run = () => task.run(context)
    await (context.tracing ? context.tracing.within(`task ${task.name}`, run) : run())
    report.worked()
  })
}

interface Report {
  failed(error: unknown): void
  worked(): void
  silence(): void
}

/** Logs one line when polls start to fail, not one per poll while a database is down. */
function reportOnce({ log }: JobsContext): Report {
  let quiet = false
  return {
    failed(error) {
      if (!quiet) log.warn({ reason: String(error) }, 'scheduled work cannot run; it resumes automatically')
      quiet = true
    },
    worked() {
      quiet = false
    },
    silence() {
      quiet = true
    },
  }
}
