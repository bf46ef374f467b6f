import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { createDb, createPool, type Db } from './database.ts'
import { kinds } from './kinds.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 1))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** One line for each table, with its triggers in the order in which they fire. */
async function triggerTable(): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    with fired as (
      select tgrelid::regclass::text as place,
        case when tgdeferrable then 3 when tgtype & 2 > 0 then 1 else 2 end as moment,
        string_agg('\`' || tgname || '\`', ', ' order by tgname) as names, count(*) as n
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace
      group by 1, 2
    )
    select format('| \`%s\` | %s | %s | %s | %s |', place, sum(n),
      coalesce(max(names) filter (where moment = 1), ''), coalesce(max(names) filter (where moment = 2), ''),
      coalesce(max(names) filter (where moment = 3), '')) as line
    from fired group by place order by sum(n) desc, place`.execute(db)
  return [
    '| table | | before | after | at the commit |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((row) => row.line),
  ].join('\n')
}

test('Each function of a trigger says in a comment what it does', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct proname as name from pg_proc join pg_trigger on tgfoid = pg_proc.oid
    where not tgisinternal and pronamespace = 'public'::regnamespace
      and coalesce(obj_description(pg_proc.oid, 'pg_proc'), '') !~ '^[A-Z].*[.]$'`.execute(db)
  expect(rows).toEqual([])
})

test('The server knows the kinds of what is booked as the database does', async () => {
  const { rows } = await sql<{
    kind: string
    guests_named: boolean
    source: string
    item: string
    unpaid: string
  }>`
    select kind, guests_named, source, item, unpaid from kinds`.execute(db)
  const listed = rows.flatMap(({ kind, guests_named, source, item, unpaid }) =>
    (guests_named ? ['', 'guest_'] : ['']).map((prefix) => [
      prefix + kind,
      { table: source, item, unpaid, audited: prefix + source },
    ]),
  )
  expect(Object.fromEntries(listed)).toEqual(kinds)
})

test('docs/data-model.md has the triggers of every table in the order in which they fire', async () => {
  const docs = await readFile(join(import.meta.dirname, '../../docs/data-model.md'), 'utf8')
  const [, written = ''] = /<!-- triggers -->\n([\s\S]*?)\n<!-- end -->/.exec(docs) ?? []
  // Paste what is expected where it differs.
  expect(written).toBe(await triggerTable())
})
