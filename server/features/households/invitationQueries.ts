import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { AnsweredInvitation, HouseholdInvitation } from '../../../shared/contract/accounts/households.ts'
import type { Db } from '../../db/database.ts'
import { tokenHash } from '../accounts/secretToken.ts'
import { firstName } from './adults.ts'

/** The invitations of an adult that nobody accepted, as a query. */
export const invitationsOf = (db: Db, userId: string) =>
  db
    .selectFrom('household_invitations as invitation')
    .select(['id', 'email', 'declined_at', 'expires_at', 'created_at'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('household_invitation_participants as offered')
          .innerJoin('participants', 'participants.id', 'offered.participant_id')
          .select(['participants.id', 'participants.name'])
          .whereRef('offered.invitation_id', '=', 'invitation.id')
          .orderBy('participants.created_at'),
      ).as('participants'),
    ])
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)

type InvitationRow = Awaited<ReturnType<ReturnType<typeof invitationsOf>['execute']>>[number]

/** An invitation as the contract has it, with its state at a moment. */
export const shownInvitation = (
  { declined_at, expires_at, created_at, ...row }: InvitationRow,
  now: Date,
): HouseholdInvitation => ({
  ...row,
  state: declined_at ? 'declined' : expires_at > now ? 'open' : 'expired',
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
})

/** An invitation by its link, or by its id where the caller has the invited address, as a query. */
export function matching(db: Db, answered: AnsweredInvitation, caller: { readonly email: string } | null) {
  const invitation = db
    .selectFrom('household_invitations')
    .select(['id', 'invited_by', 'email', 'accepted_by', 'accepted_at', 'declined_at', 'expires_at'])
  return 'token' in answered
    ? invitation.where('token_hash', '=', tokenHash(answered.token))
    : invitation.where('id', '=', answered.id).where('email', '=', caller?.email ?? '')
}

/** The people whom an invitation offers, as a query. */
export const offerOf = (db: Db, invitationId: string) =>
  db
    .selectFrom('household_invitation_participants as offered')
    .innerJoin('participants', 'participants.id', 'offered.participant_id')
    .select(['participants.id', 'participants.name'])
    .where('invitation_id', '=', invitationId)
    .orderBy('participants.created_at')

/** What a link offers; null for one that is unknown, withdrawn or expired. */
export async function readOffer(db: Db, token: string, now: Date) {
  const invitation = await matching(db, { token }, null).executeTakeFirst()
  if (!invitation || invitation.expires_at <= now) return null
  const [people, inviter] = await Promise.all([
    offerOf(db, invitation.id).execute(),
    db
      .selectFrom('profiles')
      .select('full_name')
      .where('id', '=', invitation.invited_by)
      .executeTakeFirstOrThrow(),
  ])
  const state = invitation.accepted_at ? 'accepted' : invitation.declined_at ? 'declined' : 'open'
  return {
    state,
    invited_by: inviter.full_name,
    email: invitation.email,
    first_names: people.map(({ name }) => firstName(name)),
    expires_at: invitation.expires_at.toISOString(),
  } as const
}

/** Open invitations to a confirmed address, newest first. */
export async function listReceived(db: Db, email: string, now: Date) {
  const rows = await db
    .selectFrom('household_invitations as invitation')
    .innerJoin('profiles', 'profiles.id', 'invitation.invited_by')
    .select(['invitation.id', 'profiles.full_name as invited_by', 'expires_at'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('household_invitation_participants as offered')
          .innerJoin('participants', 'participants.id', 'offered.participant_id')
          .select('participants.name')
          .whereRef('offered.invitation_id', '=', 'invitation.id')
          .orderBy('participants.created_at'),
      ).as('people'),
    )
    .where('invitation.email', '=', email)
    .where('accepted_at', 'is', null)
    .where('declined_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('invitation.created_at', 'desc')
    .execute()
  return rows.map(({ people, expires_at, ...row }) => ({
    ...row,
    first_names: people.map(({ name }) => firstName(name)),
    expires_at: expires_at.toISOString(),
  }))
}
