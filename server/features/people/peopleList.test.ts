import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '../../db/database.ts'
import type { Page } from '../../db/keyset.ts'
import { searchText } from '../../db/searchWords.ts'
import { Refusal } from '../../refusal.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { listPeople, type PeopleQuery, type PersonRow } from './peopleList.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 2))
  await add('José García', 'jose@example.test', '(409) 555-0123')
  await add('Ana Garza', 'ana.garza@example.test', '(281) 555-0199')
  await add('Łukasz 50% Off_Sale', 'lukasz@example.test', null)
  await add('שרה כהן', 'sara@example.test', null)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const add = (full_name: string, email: string, phone_number: string | null) =>
  db.insertInto('profiles').values({ full_name, email, phone_number }).execute()

async function page(query: Partial<PeopleQuery>): Promise<Page<PersonRow>> {
  const found = await listPeople(db, { page_size: 15, ...query })
  if (found instanceof Refusal) throw new Error(found.code)
  return found
}
const names = async (search_query: string) => (await page({ search_query })).items.map(({ name }) => name)

describe('A search of people', () => {
  test.each([
    ['garcia', 'José García'],
    ['GARCÍA jose', 'José García'],
    ['Jose\u0301', 'José García'],
    ['ana.garza@', 'Ana Garza'],
    ['409 555', 'José García'],
    ['(409) 555-0123', 'José García'],
    ['+1 409-555-0123', 'José García'],
    ['5550123', 'José García'],
    ['an', 'Ana Garza'],
    ['50%', 'Łukasz 50% Off_Sale'],
    ['off_s', 'Łukasz 50% Off_Sale'],
    ['כהן', 'שרה כהן'],
    ['lukasz', 'Łukasz 50% Off_Sale'],
  ])('for %j finds one person', async (query, name) => {
    expect(await names(query)).toEqual([name])
  })

  test.each(['%', '_', '\\', '⚾️', 'gar%ia', 'ana\\', "' or ''='", 'ose'.repeat(30)])(
    'for %j finds nobody and does not fail',
    async (query) => {
      expect(await names(query)).toEqual([])
    },
  )

  test('for one or two letters looks at the beginnings of words', async () => {
    expect(await names('ga')).toEqual(['Ana Garza', 'José García'])
    expect(await names('rz')).toEqual([])
  })
})

test('A person is found only under the new name, and after deletion not at all', async () => {
  const { id } = await db
    .insertInto('profiles')
    .values({ full_name: 'Kim Before', email: 'kim@example.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('profiles')
    .set({ full_name: 'Kim After', role: 'coach' })
    .where('id', '=', id)
    .execute()
  expect(await names('kim before')).toEqual([])
  expect((await page({ search_query: 'kim after' })).items[0]).toMatchObject({ id, role: 'coach' })
  await db.deleteFrom('profiles').where('id', '=', id).execute()
  expect(await names('kim')).toEqual([])
})

describe.each(['name', 'newest'] as const)('The pages of all people by %s', (sort) => {
  test('have everybody once, also people of the same name and moment, and one who leaves in the meantime', async () => {
    const created_at = new Date('2026-01-01T00:00:00Z')
    const same = Array.from({ length: 9 }, (_, n) => ({
      full_name: 'Sam Same',
      email: `sam-${sort}-${n}@example.test`,
      created_at,
    }))
    const sams = await db.insertInto('profiles').values(same).returning('id').execute()
    const all = (await page({ sort, page_size: 100 })).items.map(({ id }) => id)
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const next = await page({ sort, page_size: 4, ...(cursor && { cursor }) })
      seen.push(...next.items.map(({ id }) => id))
      if (seen.length === 4)
        await db
          .deleteFrom('profiles')
          .where('id', '=', seen[1] ?? '')
          .execute()
      cursor = next.cursor
    } while (cursor)
    expect(seen).toEqual(all)
    const numbered = await page({ sort, page_size: 4, page_number: 2 })
    expect(numbered.items.map(({ id }) => id)).toEqual(all.filter((id) => id !== seen[1]).slice(4, 8))
    const ids = sams.map(({ id }) => id)
    await db.deleteFrom('profiles').where('id', 'in', ids).execute()
  })
})

describe('A cursor', () => {
  const first = () => page({ page_size: 1, search_query: 'example' })

  test('is refused for another search, filter, sort or list', async () => {
    const { cursor } = await first()
    for (const other of [
      { search_query: 'garcia' },
      { role: 'user' as const },
      { sort: 'newest' as const },
    ]) {
      const query = { page_size: 1, search_query: 'example', cursor: cursor ?? '', ...other }
      expect(await listPeople(db, query)).toMatchObject({ code: 'cursor_invalid' })
    }
  })

  test('is refused when damaged or made up, and never reaches the database', async () => {
    const { cursor } = await first()
    const { q, k } = JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString())
    const forged = [
      null,
      1,
      { q },
      { q, k: [] },
      { q, k: ['a', 'b'] },
      { q, k: ['\0', k[1]] },
      { q, k: [...k, 1] },
    ]
    const damaged = forged.map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'))
    for (const bad of ['', 'x', '💥', `${cursor}`.slice(3), ...damaged]) {
      const query = { page_size: 1, search_query: 'example', cursor: bad }
      expect(await listPeople(db, query)).toMatchObject({ code: 'cursor_invalid' })
    }
  })
})

test('The words of a search are folded as the database folds what is searched', async () => {
  const texts = [
    'José',
    'ŁÓDŹ',
    'Øre',
    'STRASSE ß',
    'ΑΘΉΝΑ',
    'Жук',
    'שלום',
    '田中',
    'İstanbul',
    '🥎 ball',
    "O'Neil-Smith",
    'ﬁ',
  ]
  for (const text of texts) {
    const { rows } = await sql<{ folded: string }>`select search_text(${text}) as folded`.execute(db)
    expect(searchText(text)).toBe(rows[0]?.folded)
  }
})
