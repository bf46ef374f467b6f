import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { enqueueMessage } from '../messages/commands.ts'
import { forgetMentions } from './forgetting.ts'
import { listOfNames } from './names.ts'
import { lockCheckouts, lockParticipant } from './queries.ts'

/** An adult of someone, as the caller names one. */
interface NamedAdult {
  readonly callerId: string
  readonly participantId: string
  readonly userId: string
}

/** Chooses whether the caller is told of what the other adults book. Another adult's choice is unknown here. */
export async function setIsTold(
  tx: Tx,
  { callerId, participantId, userId }: NamedAdult,
  isTold: boolean,
): Promise<Refusal | null> {
  const participant = await lockParticipant(tx, callerId, participantId)
  if (!participant) return refuse('participant_not_found')
  if (userId !== callerId) return refuse('adult_not_found')
  if (participant.user_id !== null) return refuse('account_not_shared')
  await tx
    .updateTable('participant_adults')
    .set({ is_told: isTold })
    .where('participant_id', '=', participantId)
    .where('user_id', '=', callerId)
    .execute()
  return null
}

/**
 * The caller leaves, or removes an adult who joined later. From the next request on, that adult sees and changes nothing of
 * the participant; open checkouts for them are released by a trigger. What is booked stays. The others are told.
 */
export async function removeAdult(
  tx: Tx,
  { callerId, participantId, userId }: NamedAdult,
  siteUrl: string,
): Promise<Refusal | null> {
  await lockCheckouts(tx, userId)
  const participant = await lockParticipant(tx, callerId, participantId)
  if (!participant) return refuse('participant_not_found')
  const adults = await adultsOf(tx, [participantId])
  const leaving = adults.find((adult) => adult.user_id === userId)
  if (!leaving) return refuse('adult_not_found')
  if (participant.user_id !== null) return refuse('account_not_shared')
  if (adults.length === 1) return refuse('last_adult')
  if (userId !== callerId && leaving.joined < participant.joined) return refuse('adult_not_removable')
  await tx
    .deleteFrom('participant_adults')
    .where('participant_id', '=', participantId)
    .where('user_id', '=', userId)
    .execute()
  // A mail that waits, e.g. while the mail server is away, is not sent any more.
  await forgetMentions(tx, userId, participant, ['queued'])
  const people = firstNames([participant.name])
  if (userId !== callerId && leaving.email !== null) {
    await enqueueMessage(tx, {
      template: 'family-removed',
      to: { email: leaving.email, userId },
      data: { full_name: leaving.full_name, people },
      dedupeKey: `family-removed:${randomUUID()}`,
    })
  }
  const others = adults.filter((adult) => ![userId, callerId].includes(adult.user_id))
  await tellAdults(tx, 'family-adult-left', others, { adult_name: leaving.full_name, people, siteUrl })
  return null
}

/** The adults of these participants, each once, in the order in which they joined. */
export function adultsOf(tx: Tx, participantIds: readonly string[]) {
  return tx
    .selectFrom('participant_adults as adult')
    .innerJoin('profiles', 'profiles.id', 'adult.user_id')
    .select(['adult.user_id', 'full_name', 'email'])
    .select(({ fn }) => fn.min('adult.joined').as('joined'))
    .where('adult.participant_id', 'in', participantIds)
    .groupBy('profiles.id')
    .groupBy('adult.user_id')
    .orderBy('joined')
    .execute()
}

/** Tells adults by mail that another one joined, left or changed the medical note. */
export async function tellAdults(
  tx: Tx,
  template: 'family-adult-joined' | 'family-adult-left' | 'family-note-changed',
  adults: readonly { user_id: string; full_name: string; email: string | null }[],
  { siteUrl, ...told }: { adult_name: string; people: string; siteUrl: string },
): Promise<void> {
  for (const { user_id, full_name, email } of adults) {
    if (email === null) continue
    await enqueueMessage(tx, {
      template,
      to: { email, userId: user_id },
      data: { full_name, ...told, family_url: `${siteUrl}/account?tab=profile` },
      dedupeKey: `${template}:${randomUUID()}`,
    })
  }
}

/** The most of a name that a mail to someone without an account repeats: nobody can write a text into it. */
const LONGEST_NAME = 40

/** 'Mia and Leo': mails about a family say no more of a child than the first name. */
export const firstNames = (names: readonly string[]): string => listOfNames(names.map(firstName))

/** The first word of a name, shortened to what a mail shows. */
export const firstName = (name: string): string => (name.split(' ')[0] ?? '').slice(0, LONGEST_NAME)

/** The name of the adult who invites, as a mail shows it. */
export const shortName = (name: string): string => name.slice(0, LONGEST_NAME)
