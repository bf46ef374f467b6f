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

/** Kysely's PostgreSQL, with transactions that go out sooner and commits that wait for the disk together. */
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
// A record of its own in the log, committed by itself: waiting for it is waiting for all that was committed before.
const WAIT_FOR_DISK = CompiledQuery.raw(`select pg_logical_emit_message(true, 'dugout', '')`)

/**
 * PostgreSQL commits transactions that NOTIFY one after the other, and each keeps the others out until the disk
 * has it: a disk write per booking. So a transaction here commits without waiting, and the wait follows as a
 * statement of its own, in which any number of connections share one disk write. Nothing is acknowledged before
 * that is done. Between the two others may read what a crash of the whole database machine would undo; whatever
 * they write on top of it reaches the disk after it.
 */
class PipelinedDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (settings.isolationLevel || settings.accessMode) return super.beginTransaction(connection, settings)
    // Not waited for: it travels with the first query, which fails too should the connection have gone.
    connection.executeQuery(BEGIN).catch(() => undefined)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await Promise.all([super.commitTransaction(connection), connection.executeQuery(WAIT_FOR_DISK)])
  }
}
