import type { Db } from '../../db/database.ts'
import type { Person } from '../../test/factories.ts'

/** A participant without an account, for whom these people are adults. */
export async function addChild(
  db: Db,
  adults: readonly Pick<Person, 'id'>[],
  { name = 'Mia Example', birthDate = null }: { name?: string; birthDate?: string | null } = {},
): Promise<string> {
  const { id } = await db
    .insertInto('participants')
    .values({ name, birth_date: birthDate })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('participant_adults')
    .values(adults.map((adult) => ({ participant_id: id, user_id: adult.id })))
    .execute()
  return id
}
