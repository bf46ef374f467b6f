import { randomUUID } from 'node:crypto'
import type { NotNull } from 'kysely'
import type { EmailChange } from '../../../../shared/contract/accounts/emailChange.ts'
import type { Tx } from '../../../db/database.ts'
import { enqueueMessage, MAILS_OF_STRANGERS } from '../../messages/commands.ts'
import { newToken, tokenHash } from '../secretToken.ts'

const LINK_MILLISECONDS = 24 * 3_600_000

/**
 * Begins a change of address: sends a link to the present address and one to the new address; an earlier request is
 * replaced. A new address with a confirmed account gets a note instead of its link; everything else is
 * the same as for any address, so that the answer does not reveal who has an account (decision 22).
 */
export async function requestChange(
  tx: Tx,
  request: {
    owner: { id: string; full_name: string; email: string }
    sessionId: string
    newEmail: string
    now: Date
    siteUrl: string
  },
): Promise<EmailChange> {
  const { owner, newEmail, now, siteUrl } = request
  const tokens = { present: newToken(), next: newToken() }
  const expiresAt = new Date(now.getTime() + LINK_MILLISECONDS)
  const change = {
    new_email: newEmail,
    old_token_hash: tokenHash(tokens.present),
    new_token_hash: tokenHash(tokens.next),
    approved_at: null,
    confirmed_at: null,
    completed_at: null,
    session_id: request.sessionId,
    expires_at: expiresAt,
    created_at: now,
  }
  await tx
    .insertInto('email_changes')
    .values({ user_id: owner.id, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
  await enqueueMessage(tx, {
    template: 'email-change-approve',
    to: { email: owner.email, userId: owner.id },
    data: {
      full_name: owner.full_name,
      new_email: newEmail,
      approve_url: linkOf(siteUrl, tokens.present),
      reset_url: `${siteUrl}/auth?mode=reset-password`,
    },
    dedupeKey: `email-change-approve:${change.old_token_hash}`,
  })
  await askNewAddress(tx, request, tokens.next)
  return { new_email: newEmail, approved: false, confirmed: false, expires_at: expiresAt.toISOString() }
}

/** The secret is in the fragment, which browsers do not send, so that no server logs it. */
const linkOf = (siteUrl: string, token: string): string => `${siteUrl}/change-email#token=${token}`

async function askNewAddress(
  tx: Tx,
  { owner, newEmail, siteUrl }: { owner: { id: string }; newEmail: string; siteUrl: string },
  token: string,
): Promise<void> {
  const holder = await tx
    .selectFrom('profiles')
    .select(['id', 'full_name', 'email'])
    .where('email', '=', newEmail)
    .where('email_verified', '=', true)
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst()
  if (!holder) {
    return enqueueMessage(tx, {
      template: 'email-change-confirm',
      to: { email: newEmail, userId: owner.id },
      strangersMost: MAILS_OF_STRANGERS,
      data: { new_email: newEmail, confirm_url: linkOf(siteUrl, token) },
      dedupeKey: `email-change-confirm:${tokenHash(token)}`,
    })
  }
  return enqueueMessage(tx, {
    template: 'account-exists',
    to: { email: holder.email, userId: holder.id },
    strangersMost: MAILS_OF_STRANGERS,
    data: {
      full_name: holder.full_name,
      sign_in_url: `${siteUrl}/auth?mode=login`,
      reset_url: `${siteUrl}/auth?mode=reset-password`,
    },
    dedupeKey: `account-exists:${randomUUID()}`,
  })
}
