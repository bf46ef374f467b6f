import { sql } from 'kysely'
import type { ParticipantName } from '../../../shared/contract/participation.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'

export interface Participant extends ParticipantName {
  /** Whether the account takes part itself. */
  readonly isSelf: boolean
}

/**
 * The participant for whom an account books. The tie between the two is locked until the transaction ends, so that the
 * account stays an adult of the participant while it books.
 *
 * @param asked.id null: nobody is named, and the account takes part itself.
 * @param asked.keeps true where the participant was accepted before, e.g. by a hold: archiving does not undo that.
 * @returns null for nobody named; `participant_not_found` for one of another household and for an unknown one;
 * `participant_archived`.
 */
export async function namedParticipant(
  tx: Tx,
  userId: string | null,
  { id, keeps = false }: { id: string | null | undefined; keeps?: boolean },
): Promise<Participant | null | Refusal> {
  if (!id) return null
  if (userId === null) return refuse('participant_not_found')
  const found = await tx
    .selectFrom('participant_adults as adult')
    .innerJoin('participants as participant', 'participant.id', 'adult.participant_id')
    .select(['participant.id', 'participant.name', 'participant.user_id', 'archived_at'])
    .where('adult.user_id', '=', userId)
    .where('participant.id', '=', id)
    .forKeyShare('adult')
    .executeTakeFirst()
  if (!found) return refuse('participant_not_found')
  if (found.archived_at !== null && !keeps) return refuse('participant_archived', { name: found.name })
  return { id: found.id, name: found.name, isSelf: found.user_id === userId }
}

/**
 * The columns `participant` and `booked_by` of a customer's own rows (shared/contract/participation.ts).
 *
 * @param row the alias of a table with `participant_id`.
 * @param account its column of the account that booked; null for tables of guests alone.
 */
export const participationOf = (
  customer: { readonly id: string },
  row: string,
  account: 'user_id' | 'customer_id' | null,
) =>
  [participantOf(customer, row).as('participant'), bookedBy(customer, row, account).as('booked_by')] as const

/** Who takes part in a row, null for the customer: an expression of its own for statements written as text. */
export const participantOf = ({ id }: { readonly id: string }, row: string) =>
  sql<ParticipantName | null>`(
    select jsonb_build_object('id', who.id, 'name', who.name) from participants who
    where who.id = ${sql.ref(`${row}.participant_id`)} and who.user_id is distinct from ${id}::uuid
  )`

const bookedBy = ({ id }: { readonly id: string }, row: string, account: 'user_id' | 'customer_id' | null) =>
  account === null
    ? sql<string | null>`null::text`
    : sql<string | null>`(
        select booker.full_name from profiles booker
        where booker.id = ${sql.ref(`${row}.${account}`)} and booker.id <> ${id}::uuid
      )`

/** The name of a participant as rows for staff show it: null where the account of the row takes part itself. */
export const otherThanAccount = (row: string, account: 'user_id' | 'customer_id') =>
  sql<string | null>`(
    select who.name from participants who
    where who.id = ${sql.ref(`${row}.participant_id`)} and who.user_id is distinct from ${sql.ref(`${row}.${account}`)}
  )`

/** Who takes part, by id; null where the participant is deleted. */
export async function findParticipant(db: Db, id: string | null) {
  if (id === null) return null
  const found = await db
    .selectFrom('participants')
    .select(['id', 'name', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return found ?? null
}
