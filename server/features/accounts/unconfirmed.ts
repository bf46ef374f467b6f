import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { KEPT_MILLISECONDS } from './pendingSignUps.ts'

const UNCONFIRMED_KEPT_MILLISECONDS = 30 * 24 * 3_600_000

/** Deletes customers' unconfirmed accounts, except those for which staff have booked something. */
export const unusedUnconfirmed = (tx: Tx) =>
  tx
    .deleteFrom('profiles')
    .where('email_verified', '=', false)
    .where('role', '=', 'user')
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
export async function forgetSignUps(tx: Tx, now: Date): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await tx.deleteFrom('pending_sign_ups').where('created_at', '<', before(KEPT_MILLISECONDS)).execute()
  await unusedUnconfirmed(tx)
    .where('created_at', '<', before(UNCONFIRMED_KEPT_MILLISECONDS))
    .where('added_by_staff', '=', false)
    .execute()
}
