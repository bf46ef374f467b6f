import type { NewUser } from '../../../shared/contract/people/people.ts'
import type { Tx } from '../../db/database.ts'
import { phoneOf } from '../../phoneNumber.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { describeEnd, endOtherSessions, endSession } from '../accounts/devices/commands.ts'
import { findUser, type UserRow } from './queries.ts'

/** A member of staff who changes something of a person. */
interface Staff {
  readonly id: string
  readonly role: string
}

/** The account, locked until the transaction ends; refused where it is unknown, or merged into another one. */
export async function lockUser(tx: Tx, userId: string): Promise<UserRow | Refusal> {
  await tx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const user = await findUser(tx, userId)
  if (!user) return refuse('user_not_found')
  return user.merged_into === null ? user : refuse('person_merged', { user_id: user.merged_into })
}

/**
 * Changes name and phone number for someone who calls. The address is the owner's own: recovery links go there (decision
 * record 014). The desk changes only customers.
 */
export async function changeContact(
  tx: Tx,
  userId: string,
  { name, phone }: Omit<NewUser, 'email'>,
  staff: Staff,
): Promise<{ full_name: string; phone_number: string | null } | Refusal> {
  const user = await lockUser(tx, userId)
  if (user instanceof Refusal) return user
  if (staff.role !== 'admin' && user.role !== 'user' && user.id !== staff.id)
    return refuse('staff_contact_kept')
  const phone_number = phone ? phoneOf(phone, ['phone']) : null
  if (phone_number instanceof Refusal) return phone_number
  await tx.updateTable('profiles').set({ full_name: name, phone_number }).where('id', '=', userId).execute()
  return { full_name: name, phone_number }
}

/** Whether this member of staff may sign the account out: the desk only customers. */
async function refuseSigningOut(tx: Tx, userId: string, staff: Staff): Promise<Refusal | null> {
  const user = await findUser(tx, userId)
  if (!user) return refuse('user_not_found')
  return user.role === 'user' || staff.role === 'admin' || user.id === staff.id
    ? null
    : refuse('staff_sessions_kept')
}

const BY_STAFF = 'Logged out by staff'

/** Ends one session of someone who has lost a device. */
export async function endSessionOf(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  staff: Staff,
): Promise<Refusal | null> {
  const refused = await refuseSigningOut(tx, userId, staff)
  return refused ?? endSession(tx, userId, sessionId, BY_STAFF)
}

/** Ends all sessions of the account; of the caller's own account all but the one that asks. */
export async function endSessionsOf(
  tx: Tx,
  userId: string,
  staff: Staff & { sessionId: string },
): Promise<number | Refusal> {
  const refused = await refuseSigningOut(tx, userId, staff)
  if (refused) return refused
  await describeEnd(tx, BY_STAFF)
  return endOtherSessions(tx, userId, userId === staff.id ? [staff.sessionId] : [])
}

/** Sets one person's own limit on unpaid time, with its reason, which the audit log keeps. */
export async function setUnpaidLimit(
  tx: Tx,
  userId: string,
  limit: { hours: number | null; reason: string; set_by: string },
): Promise<Refusal | null> {
  const user = await lockUser(tx, userId)
  if (user instanceof Refusal) return user
  await tx
    .insertInto('person_unpaid_limits')
    .values({ user_id: userId, ...limit })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(limit))
    .execute()
  return null
}

/** The facility's limit applies again. */
export async function clearUnpaidLimit(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('person_unpaid_limits').where('user_id', '=', userId).execute()
}
