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
