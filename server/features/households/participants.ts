import { sql } from 'kysely'
import {
  type ExistingParticipant,
  MOST_PARTICIPANTS,
  type NewParticipant,
  type ParticipantChange,
} from '../../../shared/contract/accounts/households.ts'
import { ACCOUNT_AGE, fullYears } from '../../../shared/domain/programs/ages.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { forgetMentions } from './forgetting.ts'
import { lockCheckouts, lockParticipant, readUpcomingOf } from './queries.ts'

/** The moment, and the facility day that it is on. */
export interface At {
  readonly now: Date
  readonly today: string
}

/**
 * Adds someone to the caller's household, with the caller as first adult. One double press adds one person: the same
 * name is asked about, and refused where the birth date is the same too.
 *
 * @returns the new participant's id.
 */
export async function addParticipant(
  tx: Tx,
  userId: string,
  { shared_with, is_another_person, ...details }: NewParticipant,
  { today }: At,
): Promise<string | Refusal> {
  if (details.birth_date && details.birth_date > today) return refuse('birth_date_in_future')
  await lockAdult(tx, userId)
  const existing = await findSameName(tx, userId, { ...details, birth_date: details.birth_date ?? null })
  if (existing && !(existing.can_be_another && is_another_person)) {
    return refuse('participant_exists', existing)
  }
  const others = await adultsToShareWith(tx, userId, shared_with)
  if (others === null) return refuse('adult_not_found')
  const adults = [userId, ...others]
  if (await hasTooMany(tx, adults, 1)) return refuse('participants_limit')
  const { id } = await tx.insertInto('participants').values(details).returning('id').executeTakeFirstOrThrow()
  await tx
    .insertInto('participant_adults')
    .values(adults.map((user_id) => ({ participant_id: id, user_id })))
    .execute()
  return id
}

/**
 * Changes what is named, archives or brings back. Archiving someone who is still booked needs `upcoming_seen`; what is
 * booked stays booked.
 */
export async function changeParticipant(
  tx: Tx,
  { userId, id }: { userId: string; id: string },
  { archived, upcoming_seen, ...details }: ParticipantChange,
  { now, today }: At,
): Promise<Refusal | null> {
  await lockAdult(tx, userId)
  const present = await lockParticipant(tx, userId, id)
  if (!present) return refuse('participant_not_found')
  const { name = present.name, birth_date = present.birth_date } = details
  const refused =
    refuseDetails(present, { name, birth_date, archived }, today) ??
    (await refuseSameName(tx, userId, present, { name, birth_date }))
  if (refused) return refused
  const wasArchived = present.archived_at !== null
  if (archived === true && !wasArchived && !upcoming_seen) {
    const upcoming = await readUpcomingOf(tx, id, now)
    if (upcoming.length > 0) return refuse('participant_has_upcoming', { upcoming })
  }
  if (archived === false && wasArchived) {
    const adults = await tx
      .selectFrom('participant_adults')
      .select('user_id')
      .where('participant_id', '=', id)
      .execute()
    const ids = adults.map(({ user_id }) => user_id)
    if (await hasTooMany(tx, ids, 1)) return refuse('participants_limit')
  }
  const archived_at = archived ? (present.archived_at ?? now) : null
  const changes = { ...details, ...(archived === undefined ? {} : { archived_at }) }
  if (Object.keys(changes).length === 0) return null
  await tx.updateTable('participants').set(changes).where('id', '=', id).execute()
  return null
}

/** The name of an account is the profile's, and its owner is old enough to have one. */
function refuseDetails(
  present: { user_id: string | null; name: string },
  { name, birth_date, archived }: { name: string; birth_date: string | null; archived: boolean | undefined },
  today: string,
): Refusal | null {
  if (birth_date && birth_date > today) return refuse('birth_date_in_future')
  if (present.user_id === null) return null
  if (name !== present.name) return refuse('account_name_kept')
  if (archived) return refuse('account_not_archived')
  return birth_date && fullYears(birth_date, today) < ACCOUNT_AGE ? refuse('account_under_age') : null
}

async function refuseSameName(
  tx: Tx,
  userId: string,
  present: { id: string; name: string; birth_date: string | null },
  wanted: { name: string; birth_date: string | null },
): Promise<Refusal | null> {
  if (wanted.name === present.name && wanted.birth_date === present.birth_date) return null
  const existing = await findSameName(tx, userId, wanted, present.id)
  return existing && !existing.can_be_another ? refuse('participant_exists', existing) : null
}

/** Deletes someone for good as their only adult. What was booked stays with the account that booked it, without a name. */
export async function forgetParticipant(
  tx: Tx,
  { userId, id }: { userId: string; id: string },
  { now }: At,
): Promise<Refusal | null> {
  await lockCheckouts(tx, userId)
  const present = await lockParticipant(tx, userId, id)
  if (!present) return refuse('participant_not_found')
  if (present.user_id !== null) return refuse('account_not_archived')
  const { adults } = await tx
    .selectFrom('participant_adults')
    .select(({ fn }) => fn.countAll<number>().as('adults'))
    .where('participant_id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(adults) > 1) return refuse('participant_shared')
  const upcoming = await readUpcomingOf(tx, id, now)
  if (upcoming.length > 0) return refuse('participant_has_upcoming', { upcoming })
  // Messages name the person, and are kept after they are sent.
  await forgetMentions(tx, userId, present, ['queued', 'sent', 'failed'])
  await tx.deleteFrom('participants').where('id', '=', id).execute()
  return null
}

/** Requests of one account that add people wait for each other: limits and names are compared with what is there. */
export const lockAdult = (tx: Tx, userId: string) =>
  tx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()

/** Whether one of these adults would have more people, besides themselves and without archived ones, than allowed. */
export async function hasTooMany(tx: Tx, adults: readonly string[], added: number): Promise<boolean> {
  const full = await tx
    .selectFrom('participant_adults as adult')
    .innerJoin('participants as participant', 'participant.id', 'adult.participant_id')
    .select('adult.user_id')
    .where('adult.user_id', 'in', adults)
    .where('participant.user_id', 'is', null)
    .where('archived_at', 'is', null)
    .groupBy('adult.user_id')
    .having(({ fn }) => fn.countAll(), '>', MOST_PARTICIPANTS - added)
    .executeTakeFirst()
  return full !== undefined
}

/** Someone of the household with this name and no other birth date; the same birth date first. */
async function findSameName(
  tx: Tx,
  userId: string,
  { name, birth_date }: { name: string; birth_date: string | null },
  except?: string,
): Promise<ExistingParticipant | null> {
  const rows = await tx
    .selectFrom('participants as participant')
    .innerJoin('participant_adults as mine', 'mine.participant_id', 'participant.id')
    .select(['participant.id', 'name', 'birth_date', 'archived_at'])
    .where('mine.user_id', '=', userId)
    .where(sql<boolean>`folded_name(name) = folded_name(${name})`)
    .orderBy('participant.created_at')
    .execute()
  const others = rows.filter(({ id }) => id !== except)
  const same = others.find((row) => row.birth_date === birth_date)
  const unsure = others.find((row) => row.birth_date === null || birth_date === null)
  const found = same ?? unsure
  if (!found) return null
  return {
    participant_id: found.id,
    name: found.name,
    birth_date: found.birth_date,
    archived: found.archived_at !== null,
    can_be_another: same === undefined,
  }
}

/** Only adults with whom the caller shares someone already. Null where one of those named is not. */
async function adultsToShareWith(
  tx: Tx,
  userId: string,
  named: readonly string[] | undefined,
): Promise<string[] | null> {
  const shared = await tx
    .selectFrom('participant_adults as mine')
    .innerJoin('participants as participant', 'participant.id', 'mine.participant_id')
    .innerJoin('participant_adults as other', 'other.participant_id', 'mine.participant_id')
    .select(['other.user_id', 'mine.participant_id', 'participant.archived_at'])
    .where('mine.user_id', '=', userId)
    .where('participant.user_id', 'is', null)
    .execute()
  const others = new Set(shared.map(({ user_id }) => user_id).filter((id) => id !== userId))
  if (named) {
    const wanted = new Set(named.filter((id) => id !== userId))
    return [...wanted].every((id) => others.has(id)) ? [...wanted] : null
  }
  const active = shared.filter(({ archived_at }) => archived_at === null)
  const people = new Set(active.map(({ participant_id }) => participant_id)).size
  const shares = (id: string) => active.filter(({ user_id }) => user_id === id).length
  return people === 0 ? [] : [...others].filter((id) => shares(id) === people)
}
