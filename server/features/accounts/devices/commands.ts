import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { endClaims } from '../signUp/waiting.ts'

export const ELSEWHERE = 'Logged out from another device'

/** Ends one session of this account; another account's session counts as not found. */
export async function endSession(
  tx: Tx,
  userId: string,
  sessionId: string,
  why = ELSEWHERE,
): Promise<Refusal | null> {
  await describeEnd(tx, why)
  const ended = await tx
    .deleteFrom('auth_sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return ended ? null : refuse('session_not_found')
}

/** Ends every session of this account but these, and what a waiting browser could claim; returns how many. */
export async function endOtherSessions(tx: Tx, userId: string, kept: readonly string[]): Promise<number> {
  const ended = await tx
    .deleteFrom('auth_sessions')
    .where('user_id', '=', userId)
    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))
    .returning('id')
    .execute()
  await endClaims(tx, userId)
  return ended.length
}

/** Sets the reason in the audit log for sessions that end in this transaction. */
export const describeEnd = (tx: Tx, why: string) =>
  sql`select set_config('dugout.description', ${why}, true)`.execute(tx)
