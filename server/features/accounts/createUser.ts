import { randomUUID } from 'node:crypto'
import type { NewUser } from '../../../shared/contract/people/people.ts'
import type { Tx } from '../../db/database.ts'
import { phoneOf } from '../../phoneNumber.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { enqueueMessage } from '../messages/commands.ts'
import { openInvitation } from './passwords/recovery.ts'

/**
 * Enters a person (decision 28). With an e-mail they are mailed a link to choose a password; without one they can be booked
 * for and cannot sign in. They have not agreed to a newsletter.
 *
 * @returns the new profile's id; refused where an account has the e-mail, with its id.
 */
export async function createUser(
  tx: Tx,
  { name, email, phone }: NewUser,
  at: { siteUrl: string; now: Date },
): Promise<string | Refusal> {
  const phone_number = phone ? phoneOf(phone, ['phone']) : null
  if (phone_number instanceof Refusal) return phone_number
  const created = await tx
    .insertInto('profiles')
    .values({ full_name: name, email, phone_number, marketing_opt_in: false, added_by_staff: true })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) return refuseExisting(tx, email)
  if (email !== null) await inviteUser(tx, { id: created.id, name, email }, at)
  return created.id
}

/**
 * Mails a person whom staff entered a link to choose a password.
 *
 * @param notBefore when the mail may go; at once if omitted.
 */
export async function inviteUser(
  tx: Tx,
  { id, name, email }: { id: string; name: string; email: string },
  at: { siteUrl: string; now: Date },
  notBefore?: Date,
): Promise<void> {
  await enqueueMessage(tx, {
    template: 'invitation',
    to: { email, userId: id },
    data: { full_name: name, password_url: await openInvitation(tx, id, at) },
    dedupeKey: `invitation:${randomUUID()}`,
    notBefore,
  })
}

async function refuseExisting(tx: Tx, email: string | null): Promise<Refusal> {
  const existing = await tx.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirst()
  return refuse('user_exists', { user_id: existing?.id ?? null })
}
