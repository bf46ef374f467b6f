import { sql } from 'kysely'
import type { ParticipantName } from '../../../shared/contract/accounts/participation.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { type BookedPerson, DELETED_USER } from '../accounts/bookedPerson.ts'
import { readTakingPart } from './takingPart.ts'

/** Who takes part in what is booked: an account, a child or another person of a household, or a guest. */
export interface Participant extends ParticipantName {
  /** The account that this is; null for children and guests. */
  readonly userId: string | null
}

/** The columns of a row that has its participant joined. */
interface ParticipantColumns {
  readonly participant_id: string | null
  readonly participant_name: string | null
  readonly participant_user_id: string | null
}

/** The participant of a row; null where it is deleted. */
export const participantOfRow = (row: ParticipantColumns): Participant | null =>
  row.participant_id === null
    ? null
    : { id: row.participant_id, name: row.participant_name ?? '', userId: row.participant_user_id }

/** Something booked: by whom, and who takes part. */
export interface Booked {
  readonly person: BookedPerson
  readonly participant: Participant | null
}

/** What its lists show a customer beside a row. */
export const participationFor = (reader: { readonly id: string }, { person, participant }: Booked) => ({
  participant:
    participant && participant.userId !== reader.id ? { id: participant.id, name: participant.name } : null,
  booked_by: person.userId !== null && person.userId !== reader.id ? person.name : null,
})

/** The beginning of a sentence for a customer: 'Your booking' or 'The booking for Mia'. */
export const ownTitle = (reader: { readonly id: string }, booked: Booked, noun: 'booking' | 'lesson') => {
  const { participant } = participationFor(reader, booked)
  return participant ? `The ${noun} for ${participant.name}` : `Your ${noun}`
}

/**
 * Whether the reader booked it, or is another adult of who takes part; refunds are told by it. A row of nobody is a guest's
 * whom the reader has claimed, unless its account is deleted.
 */
export const customerOrAdult = (reader: { readonly id: string }, { person: { userId, name } }: Booked) =>
  userId === reader.id || (userId === null && name !== DELETED_USER) ? 'customer' : 'adult'

/**
 * Who takes part, where staff read it beside who booked; null where that is the same person. A row without an account is a
 * guest's, or its account is deleted: then names are compared.
 */
export function nameBesideBooker({ person, participant }: Booked): string | null {
  if (!participant) return null
  const isBooker =
    person.userId === null ? participant.name === person.name : participant.userId === person.userId
  return isBooker ? null : participant.name
}

/**
 * The participant for whom an account books, as `readTakingPart` reads it.
 *
 * @param id null: nobody is named, and the account takes part itself.
 * @returns null for nobody named; `participant_not_found` for one of another household and for an unknown one;
 * `participant_archived`.
 */
export async function namedParticipant(
  tx: Tx,
  userId: string | null,
  id: string | null | undefined,
): Promise<Participant | null | Refusal> {
  if (!id) return null
  if (userId === null) return refuse('participant_not_found')
  const named = await readTakingPart(tx, { id: userId }, [id])
  if (named instanceof Refusal) return named
  return named.map((who) => ({ id: who.id, name: who.name, userId: who.is_self ? userId : null }))[0] ?? null
}

/**
 * The participant whom a hold names, when it is paid; null where it names nobody. The row's own check refuses one who left
 * the buyer's household since then.
 *
 * @returns `participant_not_found` where the participant is deleted.
 */
export async function heldParticipant(tx: Tx, id: string | null): Promise<Participant | null | Refusal> {
  if (id === null) return null
  const found = await tx
    .selectFrom('participants')
    .select(['id', 'name', 'user_id as userId'])
    .where('id', '=', id)
    .executeTakeFirst()
  return found ?? refuse('participant_not_found')
}

/**
 * The columns `participant` and `booked_by` of a customer's own rows (shared/contract/accounts/participation.ts).
 *
 * @param row the alias of a table with `participant_id`.
 * @param account its column of the account that booked; null for tables of only guests.
 */
export const participationOf = (
  customer: { readonly id: string },
  row: string,
  account: 'user_id' | 'customer_id' | null,
) =>
  [participantOf(customer, row).as('participant'), bookedBy(customer, row, account).as('booked_by')] as const

/** Who takes part in a row; null for the customer, and for one whose adult the customer is not. */
export const participantOf = ({ id }: { readonly id: string }, row: string) =>
  sql<ParticipantName | null>`(
    select jsonb_build_object('id', who.id, 'name', who.name)
    from participants who
    join participant_adults own_adult on own_adult.participant_id = who.id and own_adult.user_id = ${id}::uuid
    where who.id = ${sql.ref(`${row}.participant_id`)} and who.user_id is distinct from ${id}::uuid
  )`

/** The name of the other adult who booked a row; null for the customer, and where there is no account. */
export const bookedBy = (
  { id }: { readonly id: string },
  row: string,
  account: 'user_id' | 'customer_id' | null,
) =>
  account === null
    ? sql<string | null>`null::text`
    : sql<string | null>`(
        select booker.full_name from profiles booker
        where booker.id = ${sql.ref(`${row}.${account}`)} and booker.id <> ${id}::uuid
      )`
