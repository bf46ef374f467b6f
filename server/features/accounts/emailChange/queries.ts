import type { EmailChange } from '../../../../shared/contract/accounts/emailChange.ts'
import type { Db } from '../../../db/database.ts'
import { tokenHash } from '../secretToken.ts'

/** The pending change of address of this account; null when there is none. */
export async function findOpenChange(db: Db, userId: string, now: Date): Promise<EmailChange | null> {
  const row = await db
    .selectFrom('email_changes')
    .select(['new_email', 'approved_at', 'confirmed_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('completed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  return {
    new_email: row.new_email,
    approved: row.approved_at !== null,
    confirmed: row.confirmed_at !== null,
    expires_at: row.expires_at.toISOString(),
  }
}

/** The change that a mailed link belongs to; null for a link that is unknown, replaced or expired. Changes nothing. */
export async function findLinkedChange(db: Db, token: string, now: Date) {
  const row = await linkedChange(db, token, now).executeTakeFirst()
  return row ?? null
}

/** The query for it, so that a command can lock the row. */
export function linkedChange(db: Db, token: string, now: Date) {
  const hash = tokenHash(token)
  return db
    .selectFrom('email_changes')
    .select(['user_id', 'new_email', 'approved_at', 'confirmed_at', 'completed_at', 'session_id'])
    .select(({ eb }) => eb('old_token_hash', '=', hash).as('of_present_address'))
    .where(({ or, eb }) => or([eb('old_token_hash', '=', hash), eb('new_token_hash', '=', hash)]))
    .where('expires_at', '>', now)
}
