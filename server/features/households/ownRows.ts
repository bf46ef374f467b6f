import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/**
 * Whether a row is the customer's own: someone takes part for whom the customer is an adult, the customer included
 * (decision record 030). Rows whose participant is deleted stay with the account that booked them. A row that is not
 * the customer's own behaves as one that does not exist.
 *
 * @param row the alias of a table with `participant_id`.
 * @param account its column of the account that booked, if it has one; null for tables of only guests.
 */
export const isOwnRow = (
  customer: { readonly id: string },
  row: string,
  account: 'user_id' | 'customer_id' | null,
) => {
  const ofHousehold = sql`${sql.ref(`${row}.participant_id`)} = any(array(${participantsOf(customer)}))`
  if (account === null) return sql<boolean>`${ofHousehold}`
  return sql<boolean>`(${ofHousehold} or (${sql.ref(`${row}.participant_id`)} is null
    and ${sql.ref(`${row}.${account}`)} = ${customer.id}))`
}

/** No customer: nothing is its own. For queries whose reader is the system. */
export const nobody = { id: '00000000-0000-0000-0000-000000000000' } as const

/** The ids of the participants for whom this customer is an adult, the customer included, as a query. */
export const participantsOf = ({ id }: { readonly id: string }) =>
  sql`select participant_id from participant_adults where user_id = ${id}::uuid`

/** The same read, locked as in `readTakingPart`: the account stays an adult of them until the transaction ends. */
export async function readParticipantsOf(tx: Tx, userId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ participant_id: string }>`
    select adult.participant_id
    from participant_adults adult join participants participant on participant.id = adult.participant_id
    where adult.user_id = ${userId}::uuid
    order by participant.id
    for key share of participant, adult`.execute(tx)
  return new Set(rows.map(({ participant_id }) => participant_id))
}

/** The participant that an account itself is. */
export async function ownParticipantId(db: Db, userId: string): Promise<string> {
  const { id } = await db
    .selectFrom('participants')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return id
}

/** Whether the account itself takes part in a row of a table with `participant_id`. */
export const isSelf = (row: string, userId: string) =>
  sql<boolean>`${sql.ref(`${row}.participant_id`)} = (select id from participants where user_id = ${userId}::uuid)`
