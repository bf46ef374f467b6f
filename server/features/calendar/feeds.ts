import type { Db, Tx } from '../../db/database.ts'
import { newToken, tokenHash } from '../accounts/secretToken.ts'
import type { CalendarOwner } from '../households/calendarEntries.ts'

/** Addresses of an account's own bookings, and of the lessons that it gives as a coach. */
export type FeedTable = 'calendar_feeds' | 'coach_calendar_feeds'

/** When an account's calendar address was created; null when it has none. */
export async function findFeed(db: Db, table: FeedTable, userId: string): Promise<Date | null> {
  const feed = await db
    .selectFrom(table)
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

/**
 * The coach whose lessons the calendar with this secret has; null for one that is unknown or was replaced, and while the
 * account is not a coach's.
 */
export async function findCoachOfFeed(db: Db, token: string): Promise<{ coachId: string } | null> {
  const coach = await db
    .selectFrom('coach_calendar_feeds as feed')
    .innerJoin('profiles', 'profiles.id', 'feed.user_id')
    .innerJoin('coaches', 'coaches.user_id', 'feed.user_id')
    .select('coaches.id as coachId')
    .where('feed.token_hash', '=', tokenHash(token))
    .where('profiles.role', '=', 'coach')
    .executeTakeFirst()
  return coach ?? null
}

/** Replaces the secret; only its digest is stored, so it can be shown only once. */
export async function renewFeed(tx: Tx, table: FeedTable, userId: string, now: Date): Promise<string> {
  const token = newToken()
  const feed = { token_hash: tokenHash(token), created_at: now }
  await tx
    .insertInto(table)
    .values({ user_id: userId, ...feed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(feed))
    .execute()
  return token
}

/** Deletes the private calendar address of an account; nothing happens where it has none. */
export async function deleteFeed(tx: Tx, table: FeedTable, userId: string): Promise<void> {
  await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
