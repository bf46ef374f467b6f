import type { InvitedProfile } from '../../../../shared/contract/people/profileInvitations.ts'
import type { Tx } from '../../../db/database.ts'
import type { SignedIn } from '../../../http/session.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { giveCoachAccount } from '../../coaches/staff.ts'
import { isMinor } from '../../households/invitations.ts'
import { hasTooMany } from '../../households/participants.ts'
import { lockSides, mergePeople } from '../merge/mergePeople.ts'
import { readSides } from '../merge/records.ts'
import { childrenOf, invitationOf, profileOf, refuseProfile } from './invitations.ts'

type Accepted = { kind: InvitedProfile['kind']; name: string }
type Caller = Pick<SignedIn, 'profile' | 'accountRole'>
interface At {
  readonly now: Date
  readonly today: string
}

/**
 * Gives the profile of a link to the caller's account. The link works once: of two who press at the same moment the second
 * waits for the profile's lock, and finds the invitation used. Accepting again with the same account changes nothing.
 */
export async function acceptInvitation(
  tx: Tx,
  caller: Caller,
  token: string,
  at: At,
): Promise<Accepted | Refusal> {
  const invitation = await invitationOf(tx, token).executeTakeFirst()
  if (!invitation) return refuse('invitation_link_invalid')
  const { kind, id } = profileOf(invitation)
  const accepted = { kind, name: invitation.name }
  if (invitation.accepted_by === caller.profile.id) return accepted
  // The profile first, in the order of the documented locks; what the link gives is decided under them.
  const use = () => useUp(tx, invitation.id, caller.profile.id, at.now)
  const refused =
    kind === 'coach'
      ? await takeCoach(tx, id, caller, use)
      : await takeCustomer(
          tx,
          id,
          caller,
          { ...at, adminId: invitation.created_by ?? caller.profile.id },
          use,
        )
  return refused ?? accepted
}

/** Marks the invitation as used; refused where it is revoked, used or expired by now. */
async function useUp(tx: Tx, id: string, userId: string, now: Date): Promise<Refusal | null> {
  const used = await tx
    .updateTable('profile_invitations')
    .set({ accepted_at: now, accepted_by: userId })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return used ? null : refuse('invitation_link_invalid')
}

async function takeCoach(
  tx: Tx,
  id: string,
  { profile }: Caller,
  use: () => Promise<Refusal | null>,
): Promise<Refusal | null> {
  await tx.selectFrom('coaches').select('id').where('id', '=', id).forUpdate().execute()
  if (await refuseProfile(tx, { kind: 'coach', id })) return refuse('invitation_link_invalid')
  return (await use()) ?? giveCoachAccount(tx, id, profile)
}

/** Merges the profile into the account, so that an admin can reverse it for a day (decision record 040). */
async function takeCustomer(
  tx: Tx,
  id: string,
  { profile, accountRole }: Caller,
  { now, today, adminId }: At & { adminId: string },
  use: () => Promise<Refusal | null>,
): Promise<Refusal | null> {
  // A member of staff who tries the link on the own device does not swallow the customer.
  if (accountRole !== 'user') return refuse('invitation_for_customers')
  const pair = { kind: 'account', source_id: id, target_id: profile.id } as const
  const sides = await readSides(tx, pair)
  if (sides instanceof Refusal) return refuse('invitation_link_invalid')
  await lockSides(tx, sides)
  if (await refuseProfile(tx, { kind: 'customer', id })) return refuse('invitation_link_invalid')
  const used = await use()
  if (used) return used
  const children = await childrenOf(tx, id)
  if (children.length > 0 && (await isMinor(tx, profile.id, today))) return refuse('invitation_for_adults')
  const phone = sides.target.phone === null ? 'source' : 'target'
  const merged = await mergePeople(tx, { ...pair, name: 'target', phone }, { adminId, now })
  if (merged instanceof Refusal) return refuse('invitation_obstructed')
  return (await hasTooMany(tx, [profile.id], 0)) ? refuse('participants_limit') : null
}
