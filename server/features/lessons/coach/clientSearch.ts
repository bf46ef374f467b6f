/** Whom a coach finds to book (decision 32): own clients in full, others by name and masked phone only. */

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CoachClient } from '../../../../shared/contract/lessons/coachClients.ts'
import type { PageQuery } from '../../../../shared/contract/page.ts'
import { maskedPhone } from '../../../../shared/domain/people/maskedPhone.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { keyId, keysetList, keyText, type Page } from '../../../db/keyset.ts'
import { hasWord, plannedAnew, searchWords } from '../../../db/searchWords.ts'
import { Refusal } from '../../../refusal.ts'
import type { CoachReader } from './coachLessons.ts'
import { isOwnClient } from './ownClients.ts'

/** With less of a name, only own clients are found. */
const FEWEST_LETTERS = 2

const byName = keysetList('clients of a coach', [keyText('person.sort_name'), keyId('person.id')], 'asc')

/**
 * A page of people by name, admins left out. Own clients are found by name, e-mail, phone or the name of someone in their
 * household; others by their own name, or by an e-mail or number that is known in full: part of one would let it be guessed.
 *
 * @returns `cursor_invalid` where the cursor is not of this list and query.
 */
export async function searchClients(
  db: Db,
  query: PageQuery,
  { coachId, now }: Pick<CoachReader, 'coachId' | 'now'>,
): Promise<Page<CoachClient> | Refusal> {
  const start = byName.open(query)
  if (start instanceof Refusal) return start
  const isOwn = isOwnClient(coachId, sql.ref('person.id'), now)
  const rows = db
    .selectFrom('people_index as person')
    .select(['person.id', 'person.name', 'person.email', 'person.phone', isOwn.as('is_own')])
    .where('person.kind', '=', 'account')
    .where('person.role', '<>', 'admin')
    .where(found(query.search_query, isOwn))
  const { items, cursor } = await byName.read(rows, start)
  const households = await participantsOfAll(
    db,
    items.flatMap(({ id, is_own }) => (is_own ? [id] : [])),
  )
  return {
    items: items.map(({ id, name, email, phone, is_own }) => ({
      id,
      full_name: name,
      email: is_own ? email : null,
      phone_number: is_own ? phone : maskedPhone(phone),
      is_own,
      participants: households.get(id) ?? [],
    })),
    cursor,
  }
}

function found(search: string | undefined, isOwn: RawBuilder<boolean>): RawBuilder<SqlBool> {
  const words = searchWords(search)
  const letters = search?.replace(/[^\p{L}\p{N}]/gu, '').length ?? 0
  if (words === null) return sql`${isOwn}`
  if (words.length === 0) return sql`false`
  const every = (conditions: RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
  const inHousehold = every(words.map(({ people }) => hasWord(sql.ref('person.search'), people)))
  const own = sql<SqlBool>`(${isOwn} and ${inHousehold})`
  if (letters < FEWEST_LETTERS) return own
  // The index of names narrows it down first; an e-mail or a phone number is compared as a whole.
  const inName = every(
    words.map(({ people }) => sql`' ' || search_text(person.name) || ' ' like ${people} ${plannedAnew}`),
  )
  const whole = (search ?? '').trim().toLowerCase()
  const digits = whole.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  const known = sql`person.email = ${whole} or (length(${digits}) >= 10 and phone_digits(person.phone) = ${digits})`
  const others = sql`${inHousehold} and (${inName} or ${known})`
  return sql<SqlBool>`(${own} or (${others}))`
}

/**
 * The names of the people for whom an account is an adult, itself first; null when there is no such person to book. The coach
 * has chosen the person; where that is no client, the audit log has the reading of each name.
 */
export async function readClientParticipants(
  tx: Tx,
  userId: string,
  { coachId, now }: Pick<CoachReader, 'coachId' | 'now'>,
): Promise<CoachClient['participants'] | null> {
  const person = await tx
    .selectFrom('profiles')
    .select(isOwnClient(coachId, sql.ref('profiles.id'), now).as('is_own'))
    .where('id', '=', userId)
    .where('role', '<>', 'admin')
    .executeTakeFirst()
  if (!person) return null
  const people = (await participantsOfAll(tx, [userId])).get(userId) ?? []
  const read = person.is_own ? [] : people.map(({ id }) => id)
  await sql`select log_reading('participants', id) from unnest(${read}::text[]) id`.execute(tx)
  return people
}

async function participantsOfAll(db: Db, userIds: readonly string[]) {
  if (userIds.length === 0) return new Map<string, CoachClient['participants']>()
  const rows = await db
    .selectFrom('participant_adults as adult')
    .innerJoin('participants', 'participants.id', 'adult.participant_id')
    .select(['adult.user_id as adult_id', 'participants.id', 'participants.name'])
    .where('adult.user_id', 'in', [...userIds])
    .where('archived_at', 'is', null)
    .orderBy(sql`participants.user_id is null`)
    .orderBy('participants.name')
    .orderBy('participants.id')
    .execute()
  const byAdult = Map.groupBy(rows, ({ adult_id }) => adult_id)
  return new Map([...byAdult].map(([id, of]) => [id, of.map(({ id, name }) => ({ id, name }))]))
}
