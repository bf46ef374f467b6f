import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { createDb, createPool, type Db } from './database.ts'

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

test('Every table and column has the type, null and default that the database has', async () => {
  expect(await columnsOfTypes()).toEqual(await columnsOfDatabase())
})

type Columns = Record<string, Record<string, string>>

const describeColumn = (nullable: boolean, optional: boolean) =>
  `${nullable ? 'nullable' : 'not null'}${optional ? ', default' : ''}`

async function columnsOfDatabase(): Promise<Columns> {
  const { rows } = await sql<{ table: string; column: string; nullable: boolean; optional: boolean }>`
    select table_name as table, column_name as column, is_nullable = 'YES' as nullable,
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as optional
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`.execute(db)
  const tables: Columns = {}
  for (const { table, column, nullable, optional } of rows) {
    tables[table] = { ...tables[table], [column]: describeColumn(nullable, optional) }
  }
  return tables
}

/** Parsed from the source text, because types do not exist at run time. */
async function columnsOfTypes(): Promise<Columns> {
  const folder = join(import.meta.dirname, 'tables')
  const sources = await Promise.all(
    (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
  )
  const interfaces = new Map<string, Record<string, string>>()
  for (const [, name = '', parent, body = ''] of sources
    .join('\n')
    .matchAll(/interface (\w+)(?: extends (\w+))? \{\n([\s\S]*?)\n\}/g)) {
    const own = [...body.matchAll(/^ {2}(\w+): (.+)$/gm)].map(([, column = '', type = '']) => [
      column,
      describeType(type),
    ])
    interfaces.set(name, { ...interfaces.get(parent ?? ''), ...Object.fromEntries(own) })
  }
  const listed = await readFile(join(import.meta.dirname, 'tables.ts'), 'utf8')
  return Object.fromEntries(
    [...listed.matchAll(/^ {2}(\w+): \w+\.(\w+)$/gm)]
      .filter(([, , type]) => !type?.endsWith('View'))
      .map(([, table, type = '']) => [table, interfaces.get(type) ?? {}]),
  )
}

const describeType = (type: string) =>
  describeColumn(/\| null|^Nullable/.test(type), /^(Id$|Generated|Default)/.test(type))
