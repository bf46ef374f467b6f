import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { withPreparedStatements } from './preparedStatements.ts'

/** Kysely's PostgreSQL dialect, with BEGIN sent along with the first query and commits that share disk writes. */
export class PipelinedDialect extends PostgresDialect {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new PipelinedDriver({ pool: withPreparedStatements(this.#pool) })
  }
}

const BEGIN = CompiledQuery.raw('begin; set local synchronous_commit = off')
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
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (settings.isolationLevel || settings.accessMode) return super.beginTransaction(connection, settings)
    // Not awaited: it is sent with the first query, which fails too if the connection is lost.
    connection.executeQuery(BEGIN).catch(() => undefined)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await Promise.all([super.commitTransaction(connection), connection.executeQuery(WAIT_FOR_DISK)])
  }
}
