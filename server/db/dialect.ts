import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { withPreparedStatements } from './preparedStatements.ts'

/** Kysely's PostgreSQL dialect, with BEGIN sent along with the first query and commits that share disk writes. */
export class PipelinedDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  readonly #settings: string | null

  /** @param settings are set in each transaction, because a pooler lends the connection for one; null without such a pooler. */
  constructor(pool: pg.Pool, settings: string | null = null) {
    super({ pool })
    this.#pool = pool
    this.#settings = settings
  }

  override createDriver(): Driver {
    const pool = withPreparedStatements(this.#pool, this.#settings !== null)
    return this.#settings === null
      ? new PipelinedDriver({ pool })
      : new PooledDriver({ pool }, this.#settings)
  }
}

const BEGIN = CompiledQuery.raw('begin; set local synchronous_commit = off')
const COMMIT = CompiledQuery.raw('commit')
// A separate WAL record, committed synchronously: waiting for it means waiting for all earlier commits.
const WAIT_FOR_DISK = CompiledQuery.raw(`select pg_logical_emit_message(true, 'dugout', '')`)

/**
 * PostgreSQL commits transactions that NOTIFY one after the other, and each blocks the others until the disk
 * has written it: one disk write per booking. So a transaction here commits without waiting, and the wait follows as a
 * separate statement, in which any number of connections share one disk write. Nothing is acknowledged before
 * that. In between, other transactions may read what a crash of the database machine would undo; anything
 * that they write because of it reaches the disk after it.
 */
class PipelinedDriver extends PostgresDriver {
  readonly #begin: CompiledQuery

  constructor(config: PostgresDialectConfig, begin = BEGIN) {
    super(config)
    this.#begin = begin
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (settings.isolationLevel || settings.accessMode) return super.beginTransaction(connection, settings)
    // Not awaited: it is sent with the first query, which fails too if the connection is lost.
    connection.executeQuery(this.#begin).catch(() => undefined)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await Promise.all([super.commitTransaction(connection), connection.executeQuery(WAIT_FOR_DISK)])
  }
}

/**
 * Behind a pooler that lends a connection for one transaction, a setting of the session would be another client's next. So each
 * transaction begins with ours, and a statement outside of one gets a transaction of its own, in the same round trip.
 */
class PooledDriver extends PipelinedDriver {
  readonly #settings: CompiledQuery
  readonly #beginSingle: CompiledQuery
  readonly #inTransaction = new WeakSet<DatabaseConnection>()

  constructor(config: PostgresDialectConfig, settings: string) {
    super(config, CompiledQuery.raw(`${BEGIN.sql}; ${settings}`))
    this.#settings = CompiledQuery.raw(settings)
    this.#beginSingle = CompiledQuery.raw(`begin; ${settings}`)
  }

  // A connection is an object of its own each time (withPreparedStatements), so this is put around it once.
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection)
    connection.executeQuery = async <R>(query: CompiledQuery) => {
      if (this.#inTransaction.has(connection)) return execute<R>(query)
      const [, result] = await Promise.all([execute(this.#beginSingle), execute<R>(query), execute(COMMIT)])
      return result
    }
    return connection
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    this.#inTransaction.add(connection)
    await super.beginTransaction(connection, settings)
    if (settings.isolationLevel || settings.accessMode) await connection.executeQuery(this.#settings)
  }
}
