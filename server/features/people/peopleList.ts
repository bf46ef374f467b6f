import { sql } from 'kysely'
import type { Role } from '../../../shared/contract/fields.ts'
import type { PageQuery } from '../../../shared/contract/page.ts'
import type { WallClock } from '../../../shared/domain/time/wallClock.ts'
import type { Db } from '../../db/database.ts'
import { everyPage, keyId, keyInstant, keysetList, keyText, type Page } from '../../db/keyset.ts'
import { hasWord, searchWords } from '../../db/searchWords.ts'
import type { CsvColumns } from '../../http/answers/csvDownload.ts'
import { Refusal } from '../../refusal.ts'

/** An account as the lists of staff show it. */
export interface PersonRow {
  id: string
  name: string
  email: string | null
  phone: string | null
  role: Role
  created_at: Date
}

export type PeopleQuery = PageQuery & {
  /** `name` (the default), without regard to accents and capitals; `newest` by the date of joining. */
  sort?: 'name' | 'newest' | undefined
  role?: Role | undefined
  member?: 'true' | undefined
}

const byName = keysetList('people by name', [keyText('sort_name'), keyId('id')], 'asc')
const byNewest = keysetList('people by newest', [keyInstant('created_at'), keyId('id')], 'desc')

/**
 * A page of all accounts. Every word of the search is in the name, the e-mail or the phone number, or in the name of
 * someone without an account in the household; accents, capitals and the punctuation of phone numbers do not count.
 *
 * @returns `cursor_invalid` where the cursor is not of this list and query.
 */
export async function listPeople(db: Db, query: PeopleQuery): Promise<Page<PersonRow> | Refusal> {
  const rows = accountsFound(db, query)
  if (query.sort === 'newest') {
    const start = byNewest.open(query)
    return start instanceof Refusal ? start : byNewest.read(rows, start)
  }
  const start = byName.open(query)
  return start instanceof Refusal ? start : byName.read(rows, start)
}

/** The accounts that a query finds, in no order. */
export function accountsFound(
  db: Db,
  { search_query, role, member }: Pick<PeopleQuery, 'search_query' | 'role' | 'member'>,
) {
  const words = searchWords(search_query)
  let rows = db
    .selectFrom('people_index')
    .select(['id', 'name', 'email', 'phone', 'role', 'created_at'])
    .where('kind', '=', 'account')
    // A constraint of the table.
    .$narrowType<{ role: Role; created_at: Date }>()
  if (role) rows = rows.where('role', '=', role)
  if (member) rows = rows.where('id', 'in', db.selectFrom('members').select('user_id'))
  if (words?.length === 0) rows = rows.where(sql<boolean>`false`)
  for (const { people } of words ?? []) rows = rows.where(hasWord(sql.ref('search'), people))
  return rows
}

/** Rows in a batch of the file. */
const BATCH = 2_000

/** All accounts that the list finds, in its order. */
export const allPeople = (db: Db, query: Omit<PeopleQuery, 'page_size'>) =>
  everyPage((cursor) => listPeople(db, { ...query, page_size: BATCH, cursor }))

/** The columns of the file. Children are not in it: who takes a list of customers along needs no names of theirs. */
export const peopleColumns = (wallClock: (instant: Date) => WallClock): CsvColumns<PersonRow> => [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Role', ({ role }) => role],
  ['Joined', ({ created_at }) => wallClock(created_at).day],
  ['ID', ({ id }) => id],
]
