import type { Tx } from '../../db/database.ts'
import { endAllSessions } from './passwords/recovery.ts'

/**
 * Makes the person with this address an admin with this password: a confirmed account is created, or the existing
 * one is promoted and all its sessions end. `passwordHash` comes from `hashPassword`.
 */
export async function grantAdmin(
  tx: Tx,
  person: { email: string; fullName: string; passwordHash: string },
): Promise<'created' | 'promoted'> {
  const { email, fullName, passwordHash } = person
  const known = await tx.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirst()
  const rights = { role: 'admin', email_verified: true } as const
  const { id } = known
    ? await tx
        .updateTable('profiles')
        .set(rights)
        .where('id', '=', known.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('profiles')
        .values({ email, full_name: fullName, ...rights })
        .returning('id')
        .executeTakeFirstOrThrow()
  await tx
    .insertInto('auth_accounts')
    .values({ user_id: id, account_id: id, provider_id: 'credential', password: passwordHash })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: passwordHash }),
    )
    .execute()
  await endAllSessions(tx, id)
  return known ? 'promoted' : 'created'
}
