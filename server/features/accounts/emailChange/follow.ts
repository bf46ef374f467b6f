import { randomUUID } from 'node:crypto'
import type { NotNull } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { enqueueMessage } from '../../messages/commands.ts'
import { addUnsubscribe, isUnsubscribed } from '../../messages/unsubscribing/unsubscribes.ts'
import { describeEnd, endOtherSessions } from '../devices/commands.ts'
import { unusedUnconfirmed } from '../signUp/unconfirmed.ts'
import { linkedChange } from './queries.ts'

interface Followed {
  readonly side: 'present' | 'new'
  readonly new_email: string
  readonly state: 'followed' | 'completed'
}

/** The number of sessions that it ended. */
type Outcome = { readonly followed: Followed; readonly ended: number }

/**
 * Confirms one of the two links; the second one that is followed changes the address. Following one again changes
 * nothing. Two at the same moment wait for each other at the row.
 *
 * Fails with PostgreSQL's unique violation `profiles_email_key` when the new address got an account at this moment.
 */
export async function followLink(
  tx: Tx,
  link: { token: string; callerSession: string | null; now: Date },
): Promise<Outcome | Refusal> {
  const { token, now } = link
  const change = await linkedChange(tx, token, now).forUpdate().executeTakeFirst()
  if (!change) return refuse('email_change_link_invalid')
  const side = change.of_present_address ? 'present' : 'new'
  const answer = { side, new_email: change.new_email } as const
  if (change.completed_at) return { followed: { ...answer, state: 'completed' }, ended: 0 }
  const approved = change.approved_at ?? (side === 'present' ? now : null)
  const confirmed = change.confirmed_at ?? (side === 'new' ? now : null)
  const complete = approved !== null && confirmed !== null
  await tx
    .updateTable('email_changes')
    .set({ approved_at: approved, confirmed_at: confirmed, completed_at: complete ? now : null })
    .where('user_id', '=', change.user_id)
    .execute()
  if (!complete) return { followed: { ...answer, state: 'followed' }, ended: 0 }
  const kept = [change.session_id, link.callerSession].filter((id) => id !== null)
  // An unconfirmed account is deleted for the person who has just confirmed the address.
  await unusedUnconfirmed(tx).where('email', '=', change.new_email).execute()
  const ended = await changeAddress(tx, change, kept)
  return ended === 'taken'
    ? refuse('email_change_link_invalid')
    : { followed: { ...answer, state: 'completed' }, ended }
}

/**
 * Gives an account another address and tells both. Recovery links and the sessions that are not kept end.
 *
 * Fails with PostgreSQL's unique violation `profiles_email_key` when the new address got an account at this moment.
 *
 * @returns how many sessions it ended; 'taken' where the address has an account, and nothing is changed.
 */
export async function changeAddress(
  tx: Tx,
  { user_id, new_email }: { user_id: string; new_email: string },
  keptSessions: readonly string[],
): Promise<number | 'taken'> {
  const holder = await tx
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', new_email)
    .executeTakeFirst()
  if (holder) return 'taken'
  const owner = await tx
    .selectFrom('profiles')
    .select(['full_name', 'email'])
    .where('id', '=', user_id)
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirstOrThrow()
  await tx.updateTable('profiles').set({ email: new_email }).where('id', '=', user_id).execute()
  // Recovery links that went to the old address must not open the account any more.
  await tx.deleteFrom('auth_verifications').where('value', '=', user_id).execute()
  await describeEnd(tx, 'Change of address')
  const ended = await endOtherSessions(tx, user_id, keptSessions)
  if (await isUnsubscribed(tx, owner.email)) await addUnsubscribe(tx, new_email)
  for (const email of [owner.email, new_email]) {
    await enqueueMessage(tx, {
      template: 'email-changed',
      to: { email, userId: user_id },
      data: { full_name: owner.full_name, new_email },
      dedupeKey: `email-changed:${randomUUID()}`,
    })
  }
  return ended
}
