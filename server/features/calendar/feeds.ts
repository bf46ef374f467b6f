import type { Db, Tx } from '../../db/database.ts'
import { newToken, tokenHash } from '../accounts/secretToken.ts'
import type { CalendarOwner } from './entries.ts'

/** When the account's calendar address was created; null when it has none. */
export async function findFeed(db: Db, userId: string): Promise<Date | null> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return feed?.created_at ?? null
}

/** The owner of the calendar with this secret; null for a secret that is unknown or was replaced. */
export async function findFeedOwner(db: Db, token: string): Promise<CalendarOwner | null> {
  const owner = await db
    .selectFrom('calendar_feeds')
    .select('user_id as id')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  return owner ?? null
}

/** Replaces the secret; only its digest is stored, so it can be shown only once. */
export async function renewFeed(tx: Tx, userId: string, now: Date): Promise<string> {
  const token = newToken()
  const feed = { token_hash: tokenHash(token), created_at: now }
  await tx
    .insertInto('calendar_feeds')
    .values({ user_id: userId, ...feed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(feed))
    .execute()
  return token
}

export async function deleteFeed(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}
