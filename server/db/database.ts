import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, type LogEvent, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { Refusal } from '../refusal.ts'
import { PipelinedDialect } from './dialect.ts'
import { connectionTo } from './hosts.ts'
import type { Database } from './tables.ts'

/** For reading. A `Tx` is also a `Db`; the reverse does not compile, so a write cannot leave its transaction. */
export type Db = Kysely<Database>
/** For writing: the first argument of every command. */
export type Tx = Transaction<Database>

/** Who acts, for the audit log: a profile's id, or null for the system. */
export interface Actor {
  readonly userId: string | null
  readonly clientInfo?: string
}

export const system: Actor = { userId: null }

// Dates and numerics stay text: a date has no zone, and money must never pass through a float.
const DATE = 1082
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === DATE
      ? (value: string) => value
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** Time-outs in seconds: of a statement, and of a wait for a lock within it. */
export interface TimeLimits {
  readonly statementSeconds: number
  readonly lockSeconds: number
  /** How much longer the server may be silent before its connection is dropped; `SILENCE_SECONDS` unless told otherwise. */
  readonly silenceSeconds?: number
  /** Whether they are set in each transaction: a pooler lends the connection for one. */
  readonly isPooled?: boolean
}

export const SILENCE_SECONDS = 5

/**
 * Opens a pool of connections. Queries of one connection are pipelined, so independent ones of a
 * transaction, started together, share a round trip.
 *
 * @param url a `postgres://` address, host may be a socket directory.
 * @param size most connections at once.
 * @param limits omit for work without a limit, such as migrations.
 */
export function createPool(url: string, size: number, limits?: TimeLimits): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: size,
    pipeline: true,
    types,
    connectionTimeoutMillis: 8_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(limits && { query_timeout: silenceOf(limits) * 1_000 }),
    application_name: 'dugout',
  } as pg.PoolConfig)
  // A broken connection is replaced at next use; without an error listener it would end the process. The pool listens
  // while a connection is idle, and a query while it runs; the listener on the client covers the time in between.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // Not connection parameters, because poolers refuse those. Sent before the first query.
    if (limits && !limits.isPooled) client.query(settingsOf(limits)).catch(() => undefined)
  })
  return pool
}

const silenceOf = ({ statementSeconds, silenceSeconds = SILENCE_SECONDS }: TimeLimits): number =>
  statementSeconds + silenceSeconds

/** A transaction of a hung process must not keep its locks either. */
const settingsOf = ({ statementSeconds, lockSeconds, isPooled }: TimeLimits): string =>
  [
    `statement_timeout = '${statementSeconds}s'`,
    `lock_timeout = '${lockSeconds}s'`,
    `idle_in_transaction_session_timeout = '${2 * statementSeconds}s'`,
  ]
    .map((setting) => `set ${isPooled ? 'local ' : ''}${setting}`)
    .join('; ')

/**
 * Kysely on a pool, with the dialect that shares disk writes between commits.
 *
 * @param onStatement is told of each statement that has ended; its values must not leave the process.
 * @param limits those of the pool.
 */
export const createDb = (pool: pg.Pool, onStatement?: (event: LogEvent) => void, limits?: TimeLimits): Db =>
  new Kysely<Database>({
    dialect: new PipelinedDialect(pool, limits?.isPooled ? settingsOf(limits) : null),
    ...(onStatement && { log: onStatement }),
  })

/**
 * Whether a pooler lends one session of PostgreSQL to several connections: two that are open at once are served by one process.
 * In the rush of other clients they may not be, so `false` is no proof.
 */
export async function sharesSessions(url: string): Promise<boolean> {
  const pool = createPool(url, 2)
  const clients: pg.PoolClient[] = []
  try {
    while (clients.length < 2) clients.push(await pool.connect())
    const pids = new Set<unknown>()
    for (const client of clients) pids.add((await client.query('select pg_backend_pid() as pid')).rows[0].pid)
    return pids.size === 1
  } finally {
    for (const client of clients) client.release()
    await pool.end()
  }
}

const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'
const ATTEMPTS = 4

/**
 * Runs `work` in a transaction. It rolls back when `work` throws and when it returns a `Refusal`. A deadlock
 * or serialization failure is tried again from the start, so `work` must have no effect outside the database.
 */
export async function transaction<T>(db: Db, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, actor, work)
    } catch (error) {
      if (error instanceof RolledBack) return error.refusal as T
      const retryable = isDatabaseError(error, DEADLOCK) || isDatabaseError(error, SERIALIZATION_FAILURE)
      if (!retryable || attempt === ATTEMPTS) throw error
      await delay(Math.random() * 20 * attempt)
    }
  }
}

/** Thrown to carry a refusal through Kysely, which rolls back only on an exception. */
class RolledBack extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super('rolled back')
    this.refusal = refusal
  }
}

function runOnce<T>(db: Db, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const [, result] = await Promise.all([setActor(tx, actor), work(tx)])
    if (result instanceof Refusal) throw new RolledBack(result)
    return result
  })
}

/** Tells the audit triggers who acts; sent with the first query of the transaction, in the same round trip. */
const setActor = (tx: Tx, actor: Actor) =>
  sql`select set_config('dugout.actor_id', ${actor.userId ?? ''}, true), set_config('dugout.client_info', ${actor.clientInfo ?? ''}, true)`.execute(
    tx,
  )

/** SQLSTATEs of constraint violations (PostgreSQL's manual, appendix A). */
export const UNIQUE_VIOLATION = '23505'
export const CHECK_VIOLATION = '23514'
export const FOREIGN_KEY_VIOLATION = '23503'
export const EXCLUSION_VIOLATION = '23P01'

/** Whether PostgreSQL refused with this SQLSTATE (and, if given, because of this constraint). */
export function isDatabaseError(error: unknown, sqlState: string, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== sqlState) return false
  return constraint === undefined || error.constraint === constraint
}

const CONNECTION_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // Statement and lock time-outs, an idle transaction that was ended.
  '57014',
  '55P03',
  '25P03',
  // The server is stopping or starting.
  '57P01',
  '57P02',
  '57P03',
  // The disk cannot be written.
  '58030',
  // The server can only be read: a standby that takes over, or one that someone has stopped writing to.
  '25006',
])
/** Connection lost; out of disk, memory or connections (PostgreSQL's manual, appendix A). */
const CONNECTION_CLASSES = /^(08|53)/

/** Whether an error means that the database is unavailable, as opposed to a bug. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.every(isDatabaseAway)
  const code = 'code' in error ? String(error.code) : ''
  if (CONNECTION_CODES.has(code) || CONNECTION_CLASSES.test(code)) return true
  return /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|not queryable/.test(
    error.message,
  )
}
