import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { execute, withDatabase } from '../test/administration.ts'
import { createPool } from './database.ts'
import { migrate } from './migrate.ts'

const name = `dugout_test_${randomBytes(6).toString('hex')}`
let server: string
let url: string

beforeAll(async () => {
  server = inject('postgres').url
  url = withDatabase(server, name)
  await execute(server, `create database ${name}`)
})

afterAll(() => execute(server, `drop database if exists ${name} with (force)`))

test('Processes that migrate an empty database at the same moment migrate it once', async () => {
  const pools = Array.from({ length: 6 }, () => createPool(url, 1))
  await Promise.all(pools.map((pool) => migrate(pool)))
  await Promise.all(pools.map((pool) => pool.end()))

  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  await client.end()
  expect(rows).toEqual([{ name: expect.stringMatching(/^000_schema_[0-9a-f]{12}$/) }])
})

test('Migrating again changes nothing', async () => {
  const pool = createPool(url, 1)
  await migrate(pool)
  const { rows } = await pool.query('select count(*)::int as tables from pg_class where relkind = $1', ['r'])
  await migrate(pool)
  const again = await pool.query('select count(*)::int as tables from pg_class where relkind = $1', ['r'])
  await pool.end()
  expect(again.rows).toEqual(rows)
})

test.each(['001_accounts', '000_schema_0123456789ab'])(
  'A database that began with %s is refused with what to do',
  async (first) => {
    const database = `dugout_test_${randomBytes(6).toString('hex')}`
    await execute(server, `create database ${database}`)
    const pool = createPool(withDatabase(server, database), 1)
    onTestFinished(async () => {
      await pool.end()
      await execute(server, `drop database if exists ${database} with (force)`)
    })
    await pool.query(`create table kysely_migration (name varchar primary key, timestamp varchar not null)`)
    await pool.query(`insert into kysely_migration values ($1, '2026-01-01')`, [first])
    await expect(migrate(pool)).rejects.toThrow(/Start with an empty one: name another folder in DATA_DIR/)
  },
)
