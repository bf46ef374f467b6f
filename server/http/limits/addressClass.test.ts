import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '../../db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { addressClass } from './addressClass.ts'

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

test.each([
  ['127.0.0.1', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.31.255.1', 'private'],
  ['192.168.1.20', 'private'],
  ['100.64.0.9', 'private'],
  ['fd12:3456::1', 'private'],
  ['fe80::1%eth0', 'private'],
  ['172.32.0.1', '172.32.0.0/24'],
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:12:34::1', '2001:db8:12::/48'],
  ['2001:DB8:0:34::1', '2001:db8::/48'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['', 'unknown'],
  ['not an address', 'unknown'],
  [null, 'unknown'],
])('of the address %j logs keep %s, and the database does too', async (address, expected) => {
  expect(addressClass(address)).toBe(expected)
  const { rows } = await sql<{ kept: string }>`select address_class(${address}) as kept`.execute(db)
  expect(rows).toEqual([{ kept: expected }])
})
