import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/database.ts'

/** The database is read at most once in this time, however many scrapes there are. */
const KEPT_MILLISECONDS = 5_000
const READ_MILLISECONDS = 1_500

/** What `operating_figures` says. */
export interface Figures {
  readonly outbox: { readonly queued: number; readonly oldest: number }
  readonly outbox_failed: number
  /** Seconds since the last backup that was read back; null before the first. */
  readonly backup_age: number | null
  readonly holds: Readonly<Record<string, number>>
  readonly payments: Readonly<Record<string, number>>
  /** Seconds since one of them last ended well; null before the first. `late` wait for longer than five minutes. */
  readonly jobs_last: number | null
  readonly jobs_late: number
  readonly jobs: readonly { readonly queue: string; readonly state: string; readonly count: number }[]
}

const purposes = ['cage_booking', 'lesson', 'class_booking', 'camp_registration', 'membership'] as const
const outcomes = ['pending', 'completed', 'failed', 'refunded', 'canceled'] as const

/** Figures of the database; every instance reports the same. */
export interface DatabaseFigures {
  /** Updates them, at most every five seconds. While the database does not answer there are none: null. */
  refresh(): Promise<Figures | null>
}

/** Adds the figures of the database and of this process's connections to it. */
export function addDatabaseFigures(parts: {
  registry: Registry
  pool: pg.Pool
  db: Db
  clock: Clock
}): DatabaseFigures {
  const { registry, pool, db, clock } = parts
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const readable = gauge(
    'dugout_database_readable',
    '1 when the database answered the last reading of these figures.',
  )
  const connections = gauge(
    'dugout_database_connections',
    'Connections of this process to the database: in_use, idle; and requests waiting for one.',
    ['state'],
  )
  const outbox = gauge('dugout_outbox_queued', 'Messages that wait to be sent.')
  const oldest = gauge('dugout_outbox_oldest_seconds', 'Age of the oldest message that waits to be sent.')
  const failed = gauge('dugout_outbox_failed', 'Messages of the last 24 hours that were given up.')
  const backup = gauge('dugout_backup_age_seconds', 'Age of the last backup that was read back.')
  const holds = gauge('dugout_checkout_holds', 'Checkout holds that are live, by purpose.', ['purpose'])
  const payments = gauge('dugout_payments', 'Payments begun in the last 24 hours, by what became of them.', [
    'outcome',
  ])
  const jobs = gauge('dugout_jobs', 'Scheduled jobs kept by the queue, by queue and state.', [
    'queue',
    'state',
  ])

  const late = gauge('dugout_jobs_late', 'Scheduled jobs that have waited for more than five minutes.')
  const last = gauge('dugout_jobs_last_seconds', 'Seconds since a scheduled job last ended well.')

  const show = (figures: Figures) => {
    outbox.set(figures.outbox.queued)
    oldest.set(Math.max(0, figures.outbox.oldest))
    failed.set(figures.outbox_failed)
    if (figures.backup_age === null) backup.remove()
    else backup.set(figures.backup_age)
    for (const purpose of purposes) holds.set({ purpose }, figures.holds[purpose] ?? 0)
    for (const outcome of outcomes) payments.set({ outcome }, figures.payments[outcome] ?? 0)
    late.set(figures.jobs_late)
    if (figures.jobs_last === null) last.remove()
    else last.set(figures.jobs_last)
    jobs.reset()
    for (const { queue, state, count } of figures.jobs) jobs.set({ queue, state }, count)
  }
  /** Removes unknown figures: a stale value would look like one that does not change. */
  const forget = () => {
    for (const single of [outbox, oldest, failed, backup, late, last]) single.remove()
    for (const labeled of [holds, payments, jobs]) labeled.reset()
  }
  const refresh = async () => {
    const figures = await readFigures(db, clock.now())
    readable.set(figures ? 1 : 0)
    if (figures) show(figures)
    else forget()
    return figures
  }

  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Figures | null> = Promise.resolve(null)
  return {
    async refresh() {
      connections.set({ state: 'in_use' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
      const now = clock.now().getTime()
      if (now - readAt >= KEPT_MILLISECONDS) {
        readAt = now
        reading = refresh()
      }
      return reading
    },
  }
}

/** @returns null where the database does not answer in time. */
export async function readFigures(db: Db, now: Date): Promise<Figures | null> {
  const query = sql<{ figures: Figures }>`select operating_figures(${now}) as figures`.execute(db)
  const answer = query.then(
    ({ rows }) => rows[0]?.figures ?? null,
    () => null,
  )
  return Promise.race([answer, delay(READ_MILLISECONDS, null, { ref: false })])
}
