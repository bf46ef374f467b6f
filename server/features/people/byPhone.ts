import { sql } from 'kysely'
import { fewestPhoneDigits } from '../../../shared/contract/people/people.ts'
import type { Db } from '../../db/database.ts'
import { hasWord } from '../../db/searchWords.ts'

/** A family's phones are few; the desk goes on typing where more are found. */
const MOST_FOUND = 8

/**
 * Accounts and guests by phone number, accounts first. Numbers are compared by their digits, without the country code of
 * North America; nobody is found by fewer than `fewestPhoneDigits`.
 */
export async function findByPhone(db: Db, typed: string) {
  const digits = typed.replace(/\D/g, '').replace(/^1(?=\d{7})/, '')
  if (digits.length < fewestPhoneDigits) return []
  const people = await db
    .selectFrom('people_index')
    .select(['id', 'kind', 'name', 'email', 'phone'])
    .where(hasWord(sql.ref('search'), `%${digits}%`))
    .where(sql<boolean>`phone_digits(phone) like ${`%${digits}%`}`)
    .where('kind', 'in', ['account', 'guest'])
    .orderBy('kind')
    .orderBy('sort_name')
    .orderBy('id')
    .limit(MOST_FOUND)
    .execute()
  return people.flatMap(({ id, kind, name, email, phone }) =>
    phone === null
      ? []
      : [{ id: kind === 'account' ? id : null, full_name: name, email, phone_number: phone }],
  )
}
