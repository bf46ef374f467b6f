import {
  type InvitedProfile,
  type OpenProfileInvitation,
  PROFILE_INVITATION_DAYS,
} from '../../../../shared/contract/people/profileInvitations.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { newToken, tokenHash } from '../../accounts/secretToken.ts'
import { firstName } from '../../households/adults.ts'

const DAY_MILLISECONDS = 24 * 3_600_000

/** Which rows are the invitations to a profile. */
const columnOf = ({ kind }: InvitedProfile) => (kind === 'coach' ? 'coach_id' : 'user_id')

/**
 * Why nobody can be invited to take this profile over, or null. A customer with an email takes it over by signing up with
 * that; a coach with an account has been taken over.
 */
export async function refuseProfile(db: Db, { kind, id }: InvitedProfile): Promise<Refusal | null> {
  if (kind === 'coach') {
    const coach = await db
      .selectFrom('coaches')
      .select(['user_id', 'is_active'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!coach) return refuse('coach_not_found')
    return coach.user_id === null && coach.is_active ? null : refuse('profile_not_invitable')
  }
  const person = await db
    .selectFrom('profiles')
    .select(['email', 'merged_into'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!person) return refuse('user_not_found')
  return person.email === null && person.merged_into === null ? null : refuse('profile_not_invitable')
}

/** The open invitation to a profile; null where there is none, or it has expired. */
export async function findOpenInvitation(
  db: Db,
  profile: InvitedProfile,
  now: Date,
): Promise<OpenProfileInvitation | null> {
  const row = await db
    .selectFrom('profile_invitations as invitation')
    .leftJoin('profiles as maker', 'maker.id', 'invitation.created_by')
    .select(['invitation.id', 'maker.full_name as created_by_name'])
    .select(['invitation.created_at', 'invitation.expires_at'])
    .where(`invitation.${columnOf(profile)}`, '=', profile.id)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  return { ...row, created_at: row.created_at.toISOString(), expires_at: row.expires_at.toISOString() }
}

/**
 * Makes a link to a profile; the one before stops working. Only the digest of its secret is stored.
 *
 * @returns the secret.
 */
export async function createInvitation(
  tx: Tx,
  profile: InvitedProfile,
  { userId, now }: { userId: string; now: Date },
): Promise<string | Refusal> {
  // Two who make a link at once: the second replaces the first one's.
  await tx
    .selectFrom(profile.kind === 'coach' ? 'coaches' : 'profiles')
    .select('id')
    .where('id', '=', profile.id)
    .forNoKeyUpdate()
    .execute()
  const refused = await refuseProfile(tx, profile)
  if (refused) return refused
  await tx
    .deleteFrom('profile_invitations')
    .where(columnOf(profile), '=', profile.id)
    .where('accepted_at', 'is', null)
    .execute()
  const token = newToken()
  await tx
    .insertInto('profile_invitations')
    .values({
      [columnOf(profile)]: profile.id,
      token_hash: tokenHash(token),
      created_by: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + PROFILE_INVITATION_DAYS * DAY_MILLISECONDS),
    })
    .execute()
  return token
}

/** Revokes an invitation; one that is being accepted at this moment is not found. */
export async function revokeInvitation(tx: Tx, id: string): Promise<{ isCoach: boolean } | null> {
  const revoked = await tx
    .deleteFrom('profile_invitations')
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .returning('coach_id')
    .executeTakeFirst()
  return revoked ? { isCoach: revoked.coach_id !== null } : null
}

/** An invitation that can be accepted, as the page of its link shows it. */
export async function readInvitation(db: Db, token: string, now: Date) {
  const row = await invitationOf(db, token).executeTakeFirst()
  if (!row || row.accepted_at || row.expires_at <= now) return null
  const profile = profileOf(row)
  if (await refuseProfile(db, profile)) return null
  const children = await childrenOf(db, row.user_id)
  return {
    kind: profile.kind,
    name: row.name,
    first_names: children.map(({ name }) => firstName(name)),
    expires_at: row.expires_at.toISOString(),
  }
}

/** The invitation of a link, used or not. */
export const invitationOf = (db: Db, token: string) =>
  db
    .selectFrom('profile_invitations as invitation')
    .leftJoin('coaches as coach', 'coach.id', 'invitation.coach_id')
    .leftJoin('profiles as person', 'person.id', 'invitation.user_id')
    .select((eb) => eb.fn.coalesce('coach.name', 'person.full_name', eb.val('')).as('name'))
    .select(['invitation.id', 'invitation.coach_id', 'invitation.user_id', 'created_by'])
    .select(['accepted_at', 'accepted_by', 'expires_at'])
    .where('token_hash', '=', tokenHash(token))

/** Which profile an invitation is for; a constraint says that it is one. */
export function profileOf({
  coach_id,
  user_id,
}: {
  coach_id: string | null
  user_id: string | null
}): InvitedProfile {
  return coach_id === null ? { kind: 'customer', id: user_id ?? '' } : { kind: 'coach', id: coach_id }
}

/** The people whom a customer looks after. */
export const childrenOf = (db: Db, userId: string | null) =>
  db
    .selectFrom('participant_adults as adult')
    .innerJoin('participants as child', 'child.id', 'adult.participant_id')
    .select('child.name')
    .where('adult.user_id', '=', userId)
    .where('child.user_id', 'is', null)
    .where('child.archived_at', 'is', null)
    .orderBy('child.created_at')
    .execute()
