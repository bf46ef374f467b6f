import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Adds a sentence to what the audit log says of the changes that follow in this transaction, where they do not speak for
 * themselves.
 */
export async function describeInAudit(tx: Tx, sentence: string): Promise<void> {
  await sql`select set_config(
    'dugout.description',
    concat_ws(' ', nullif(current_setting('dugout.description', true), ''), ${sentence}::text),
    true
  )`.execute(tx)
}

/** Runs one of several changes of a transaction: what the audit log says of it is not said of the next one. */
export async function describedApart<Done>(tx: Tx, work: () => Promise<Done>): Promise<Done> {
  const before = sql`nullif(current_setting('dugout.description', true), '')`
  const { rows } = await sql<{ said: string | null }>`select ${before} as said`.execute(tx)
  const done = await work()
  await sql`select set_config('dugout.description', ${rows[0]?.said ?? ''}, true)`.execute(tx)
  return done
}
