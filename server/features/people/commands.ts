import type { Role } from '../../../shared/contract/fields.ts'
import type { ListedUser } from '../../../shared/contract/people/people.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { describeEnd, endOtherSessions } from '../accounts/devices/commands.ts'
import { findUser, listedUser } from './queries.ts'

/**
 * Gives a user another role and ends every session of theirs, so that none goes on with the rights of the old one. A
 * coach's profile stays without an account when the role is coach no more.
 *
 * Fails with the check violation `profiles_last_admin` when nobody else is an admin.
 */
export async function changeRole(
  tx: Tx,
  { userId, role }: { userId: string; role: Role },
): Promise<ListedUser | Refusal> {
  await tx.selectFrom('profiles').select('id').where('id', '=', userId).forUpdate().execute()
  const user = await findUser(tx, userId)
  if (!user) return refuse('user_not_found')
  if (user.role === role) return listedUser(user)
  if (user.email === null) return refuse('role_needs_email')
  const unlinked = role === 'coach' ? {} : { coach_id: null }
  await tx
    .updateTable('profiles')
    .set({ role, ...unlinked })
    .where('id', '=', userId)
    .execute()
  if (role !== 'coach') {
    await tx.updateTable('coaches').set({ user_id: null }).where('user_id', '=', userId).execute()
  }
  await describeEnd(tx, 'Role changed')
  await endOtherSessions(tx, userId, [])
  return listedUser({ ...user, role })
}
