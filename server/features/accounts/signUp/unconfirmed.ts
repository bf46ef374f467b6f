import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { task } from '../../../jobs/tasks.ts'
import { KEPT_MILLISECONDS } from './pendingSignUps.ts'

const DAY_MILLISECONDS = 24 * 3_600_000
const UNCONFIRMED_KEPT_MILLISECONDS = 30 * DAY_MILLISECONDS

/** Deletes customers' unconfirmed accounts, except those for which staff have booked something. */
export const unusedUnconfirmed = (tx: Tx) =>
  tx
    .deleteFrom('profiles')
    .where('email_verified', '=', false)
    .where('role', '=', 'user')
    .where('merged_into', 'is', null)
    .where(
      sql<boolean>`not exists (select from bookings where user_id = profiles.id or admin_created_for = profiles.id)
        and not exists (select from coach_bookings where customer_id = profiles.id)
        and not exists (select from class_registrations where user_id = profiles.id)
        and not exists (select from camp_registrations where user_id = profiles.id)`,
    )

/**
 * Deletes sign-ups whose link was not followed within a week, and accounts that stay unconfirmed for a month. People whom
 * staff entered stay.
 */
async function forgetSignUps(tx: Tx, now: Date): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await tx.deleteFrom('pending_sign_ups').where('created_at', '<', before(KEPT_MILLISECONDS)).execute()
  await unusedUnconfirmed(tx)
    .where('created_at', '<', before(UNCONFIRMED_KEPT_MILLISECONDS))
    .where('added_by_staff', '=', false)
    .execute()
}

/** Deletes what has expired, once a day. */
export const purgeSessions = task('purge-expired-sessions', '23 9 * * *', async (tx, now) => {
  const yesterday = String(now.getTime() - DAY_MILLISECONDS)
  await tx.deleteFrom('auth_sessions').where('expires_at', '<', now).execute()
  await tx.deleteFrom('auth_verifications').where('expires_at', '<', now).execute()
  await tx.deleteFrom('email_changes').where('expires_at', '<', now).execute()
  await forgetSignUps(tx, now)
  await tx.deleteFrom('auth_rate_limits').where('last_request', '<', yesterday).execute()
})
