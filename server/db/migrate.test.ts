import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
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
  await Promise.all(pools.map(migrate))
  await Promise.all(pools.map((pool) => pool.end()))

  const files = await readdir(join(import.meta.dirname, 'migrations'))
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  await client.end()
  expect(rows.map((row) => `${row.name}.sql`)).toEqual(files.sort())
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
