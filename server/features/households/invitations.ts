import { sql } from 'kysely'
import {
  ADULT_AGE,
  type AnsweredInvitation,
  type HouseholdInvitation,
  INVITATION_DAYS,
  MOST_INVITATIONS,
} from '../../../shared/contract/accounts/households.ts'
import { fullYears } from '../../../shared/domain/programs/ages.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { dayInText } from '../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { newToken, tokenHash } from '../accounts/secretToken.ts'
import { enqueueMessage, MAILS_OF_STRANGERS } from '../messages/commands.ts'
import { adultsOf, firstNames, shortName, tellAdults } from './adults.ts'
import { invitationsOf, matching, offerOf, shownInvitation } from './invitationQueries.ts'
import { type At, hasTooMany, lockAdult } from './participants.ts'

/** A signed-in person with a confirmed address. */
export interface Adult {
  readonly id: string
  readonly full_name: string
  readonly email: string
}

const DAY_MILLISECONDS = 24 * 3_600_000
/** Invitations that one address gets within 24 hours, from all adults together. */
const MOST_MAILS_A_DAY = 5

/**
 * Mails an adult a link to join the caller for some people. It never tells whether the address has an account: only that it
 * belongs to an adult of all of them, whom the caller sees anyway. Inviting an address again replaces the first link.
 */
export async function inviteAdult(
  tx: Tx,
  caller: Adult,
  { email, participant_ids }: { email: string; participant_ids: readonly string[] },
  { now, siteUrl, timeZone }: { now: Date; siteUrl: string; timeZone: string },
): Promise<HouseholdInvitation | Refusal> {
  await lockAdult(tx, caller.id)
  const people = await tx
    .selectFrom('participants as participant')
    .innerJoin('participant_adults as mine', 'mine.participant_id', 'participant.id')
    .select(['participant.id', 'participant.user_id', 'name'])
    .where('mine.user_id', '=', caller.id)
    .where('participant.id', 'in', participant_ids)
    .orderBy('participant.created_at')
    .forKeyShare('mine')
    .execute()
  if (people.length < participant_ids.length) return refuse('participant_not_found')
  if (people.some(({ user_id }) => user_id !== null)) return refuse('account_not_shared')
  if (email === caller.email) return refuse('invitation_to_self')
  if (await isAdultOfAll(tx, email, participant_ids)) return refuse('adult_already')
  if (await hasTooManyOpen(tx, caller.id, email, now)) return refuse('invitations_limit')
  if (await isMailedOften(tx, email, now)) {
    return refuse('too_many_requests', { retry_after_seconds: DAY_MILLISECONDS / 1_000 })
  }
  const token = newToken()
  const expires_at = new Date(now.getTime() + INVITATION_DAYS * DAY_MILLISECONDS)
  await withdrawInvitations(tx, caller.id, { email })
  const { id } = await tx
    .insertInto('household_invitations')
    .values({ invited_by: caller.id, email, token_hash: tokenHash(token), expires_at, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('household_invitation_participants')
    .values(people.map((person) => ({ invitation_id: id, participant_id: person.id, invited_by: caller.id })))
    .execute()
  await enqueueMessage(tx, {
    template: 'family-invitation',
    to: { email },
    strangersMost: MAILS_OF_STRANGERS,
    data: {
      invited_by: shortName(caller.full_name),
      people: firstNames(people.map(({ name }) => name)),
      // The secret is in the fragment, which browsers do not send, so that no server logs it.
      invitation_url: `${siteUrl}/family-invitation#token=${token}`,
      expires_on: dayInText(facilityDay(expires_at, timeZone), facilityDay(now, timeZone)),
    },
    dedupeKey: mailKey(tokenHash(token)),
  })
  return shownInvitation(
    await invitationsOf(tx, caller.id).where('id', '=', id).executeTakeFirstOrThrow(),
    now,
  )
}

/**
 * Withdraws what an adult sent and nobody accepted: one invitation, or all to an address. A mail that still waits is not sent.
 *
 * @returns how many there were.
 */
export async function withdrawInvitations(
  tx: Tx,
  userId: string,
  which: { readonly id: string } | { readonly email: string },
): Promise<number> {
  const withdrawn = tx
    .deleteFrom('household_invitations')
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)
    .returning('token_hash')
  const rows = await ('id' in which
    ? withdrawn.where('id', '=', which.id)
    : withdrawn.where('email', '=', which.email)
  ).execute()
  const keys = rows.map(({ token_hash }) => mailKey(token_hash))
  await tx
    .deleteFrom('outbox')
    .where('status', '=', 'queued')
    .where(sql<boolean>`dedupe_key = any(${keys})`)
    .execute()
  return rows.length
}

const mailKey = (hash: string): string => `family-invitation:${hash}`

async function isAdultOfAll(tx: Tx, email: string, participantIds: readonly string[]): Promise<boolean> {
  const ties = await tx
    .selectFrom('participant_adults as adult')
    .innerJoin('profiles', 'profiles.id', 'adult.user_id')
    .select('participant_id')
    .where('profiles.email', '=', email)
    .where('participant_id', 'in', participantIds)
    .execute()
  return ties.length === participantIds.length
}

/** Whoever does not want to be invited cannot be written to all day, by one adult or by several accounts. */
async function isMailedOften(tx: Tx, email: string, now: Date): Promise<boolean> {
  const { mails } = await tx
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<string>().as('mails'))
    .where('template', '=', 'family-invitation')
    .where('to_email', '=', email)
    .where('created_at', '>', new Date(now.getTime() - DAY_MILLISECONDS))
    .executeTakeFirstOrThrow()
  return Number(mails) >= MOST_MAILS_A_DAY
}

/** An earlier invitation to the same address is not counted, because it is replaced. */
async function hasTooManyOpen(tx: Tx, userId: string, email: string, now: Date): Promise<boolean> {
  const { open } = await tx
    .selectFrom('household_invitations')
    .select(({ fn }) => fn.countAll<string>().as('open'))
    .where('invited_by', '=', userId)
    .where('email', '<>', email)
    .where('accepted_at', 'is', null)
    .where('declined_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(open) >= MOST_INVITATIONS
}

/**
 * Makes the caller an adult of the people in an invitation to the caller's confirmed address. Accepting again changes
 * nothing: someone who was removed since does not come back by an old link.
 */
export async function acceptInvitation(
  tx: Tx,
  caller: Adult,
  answered: AnsweredInvitation,
  { now, today, siteUrl }: At & { siteUrl: string },
): Promise<{ participants: { id: string; name: string }[] } | Refusal> {
  await lockAdult(tx, caller.id)
  // By id, another address's invitation is unknown; by the link, its holder is told which account to use.
  const invitation = await matching(tx, answered, caller).forUpdate().executeTakeFirst()
  if (!invitation) return refuse('invitation_link_invalid')
  if (invitation.accepted_by !== null && invitation.accepted_by === caller.id) {
    const kept = offerOf(tx, invitation.id)
      .innerJoin('participant_adults as mine', 'mine.participant_id', 'participants.id')
      .where('mine.user_id', '=', caller.id)
    return { participants: await kept.execute() }
  }
  if (invitation.accepted_at || invitation.declined_at || invitation.expires_at <= now) {
    return refuse('invitation_link_invalid')
  }
  if (invitation.email !== caller.email) return refuse('invitation_for_other_address')
  if (await isMinor(tx, caller.id, today)) return refuse('invitation_for_adults')
  // Locked: an adult who is removed at this moment either still shares these people or does not.
  const people = await offerOf(tx, invitation.id).forKeyShare('offered').execute()
  if (people.length === 0) return refuse('invitation_link_invalid')
  const before = await adultsOf(
    tx,
    people.map(({ id }) => id),
  )
  await tx
    .insertInto('participant_adults')
    .values(people.map(({ id }) => ({ participant_id: id, user_id: caller.id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (await hasTooMany(tx, [caller.id], 0)) return refuse('participants_limit')
  await tx
    .updateTable('household_invitations')
    .set({ accepted_at: now, accepted_by: caller.id })
    .where('id', '=', invitation.id)
    .execute()
  await tellAdults(
    tx,
    'family-adult-joined',
    before.filter(({ user_id }) => user_id !== caller.id),
    { adult_name: caller.full_name, people: firstNames(people.map(({ name }) => name)), siteUrl },
  )
  return { participants: people }
}

/** Whether the person is known to be under 18. */
export async function isMinor(tx: Tx, userId: string, today: string): Promise<boolean> {
  const { birth_date } = await tx
    .selectFrom('participants')
    .select('birth_date')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return birth_date !== null && fullYears(birth_date, today) < ADULT_AGE
}

/** Declines an invitation; by the link also without an account, by its id with the invited address only. */
export async function declineInvitation(
  tx: Tx,
  caller: Adult | null,
  answered: AnsweredInvitation,
  now: Date,
): Promise<Refusal | null> {
  const invitation = await matching(tx, answered, caller).forUpdate().executeTakeFirst()
  if (!invitation || invitation.accepted_at || invitation.expires_at <= now) {
    return refuse('invitation_link_invalid')
  }
  if (invitation.declined_at) return null
  await tx
    .updateTable('household_invitations')
    .set({ declined_at: now })
    .where('id', '=', invitation.id)
    .execute()
  return null
}
