// @module-tag slow

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDb, createPool, type Db, system, transaction } from '../db/database.ts'
import { hashPassword } from '../features/accounts/passwords/passwords.ts'
import { runProgram, startAppProcess } from '../test/appProcess.ts'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { demoPassword } from './demo/people.ts'
import { seedDemo } from './demo.ts'
import { seedFacility } from './facility.ts'
import { forgetDemo, refuseDemo } from './forgetDemo.ts'

let demo: TestDatabase
let database: TestDatabase
let db: Db
beforeAll(async () => {
  demo = await createTestDatabase()
  const seeding = createDb(createPool(demo.url, 2))
  await seedFacility(seeding)
  await seedDemo(seeding, new Date(), hashPassword)
  await seeding.destroy()
})
beforeEach(async () => {
  database = await createTestDatabase(demo)
  db = createDb(createPool(database.url, 2))
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})
afterAll(() => demo.drop())

const settings = () => ({
  NODE_ENV: 'production',
  ...database.settings,
  PUBLIC_URL: 'http://cages.example',
  SHUTDOWN_DELAY: '0',
  LOG_LEVEL: 'error',
})

/** A command of `npm run admin`, as the owner of the facility types it. */
const admin = (...words: string[]) => runProgram(['server/admin.ts', ...words], settings())

const signIn = (url: string, email: string, password: string) =>
  fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })

/** What someone enters who tries the demo and means to stay: a cage, a price, a customer of their own with a booking. */
async function enterOwnData() {
  const demo = await db.selectFrom('cages').selectAll().orderBy('name').execute()
  await db
    .insertInto('cages')
    .values({ ...prices, name: 'Our Own Cage' })
    .execute()
  await db.updateTable('cages').set({ price_30_min: '24.00' }).where('name', '=', 'Cage 1').execute()
  const customer = await db
    .insertInto('profiles')
    .values({ email: 'real@example.test', full_name: 'Real Customer', role: 'user', email_verified: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cage_id = demo.find(({ name }) => name === 'Cage 2')?.id ?? ''
  const start = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 5, 3, 18))
  const end = new Date(start.getTime() + 1_800_000)
  await db
    .insertInto('bookings')
    .values({
      user_id: customer.id,
      cage_id,
      start_time: start,
      end_time: end,
      status: 'pending payment',
      total_cost: '20.00',
    })
    .execute()
}
const prices = { price_30_min: '21.00', price_60_min: '31.00', price_additional_30_min: '16.00' }

/** Each row of a business table that is the demo's or names one of its people, as `table id`. */
async function remains(): Promise<string[]> {
  const { rows } = await sql<{ name: string; id: boolean }>`
    select c.relname as name, exists (
      select from pg_attribute where attrelid = c.oid and attname = 'id' and atttypid = 'uuid'::regtype
    ) as id
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname not like 'audit%' and c.relname not like 'kysely%'`.execute(db)
  const found = await Promise.all(
    rows.map(async ({ name, id }) => {
      const key = id ? sql`substr(id::text, 15, 1) = '8' or` : sql``
      const result = await sql<{ row: string }>`
        select row::text from ${sql.table(name)} row
        where ${key} row::text like '%dugout.test%'`.execute(db)
      return result.rows.map(({ row }) => `${name} ${row}`)
    }),
  )
  return found.flat()
}

test('production does not start on a demo, until it was forgotten; what its owner entered stays', async () => {
  await enterOwnData()
  const refused = expect(startAppProcess(settings())).rejects.toThrow(
    /This is a demo database.*npm run admin -- forget-demo/s,
  )
  const [alone] = await Promise.all([admin('forget-demo'), refused])
  expect(alone.status).toBe(1)
  expect(alone.stderr).toContain('Create your own admin first: npm run admin -- create you@example.com')
  expect(
    await db.selectFrom('profiles').selectAll().where('email', '=', 'admin@demo.dugout.test').execute(),
  ).toHaveLength(1)

  expect((await admin('create', 'owner@example.test')).status).toBe(0)
  const forgotten = await admin('forget-demo')
  expect(forgotten.stderr).toBe('')
  expect(forgotten.stdout).toContain('Removed the demo: 32 people')
  expect(forgotten.stdout).toContain('The doors are closed')
  expect(forgotten.stdout).toContain('Kept, because you changed or used it: Cage 1, Cage 2.')

  const cages = await db.selectFrom('cages').select(['name', 'price_30_min']).orderBy('name').execute()
  expect(cages).toEqual([
    { name: 'Cage 1', price_30_min: '24.00' },
    { name: 'Cage 2', price_30_min: '20.00' },
    { name: 'Our Own Cage', price_30_min: '21.00' },
  ])
  const people = await db.selectFrom('profiles').select('email').orderBy('email').execute()
  expect(people.map(({ email }) => email)).toEqual(['owner@example.test', 'real@example.test'])
  expect(await db.selectFrom('bookings').select('total_cost').execute()).toEqual([{ total_cost: '20.00' }])
  expect((await remains()).filter((row) => !/^cages .*Cage [12]/.test(row))).toEqual([])
  const entries = await db
    .selectFrom('audit_log')
    .select(['table_name', 'action', 'description'])
    .where('description', '=', 'The demo was removed.')
    .execute()
  for (const table_name of ['profiles', 'bookings', 'payment_transactions', 'camps', 'cages']) {
    expect(entries).toContainEqual({ table_name, action: 'DELETE', description: 'The demo was removed.' })
  }

  const app = await startAppProcess(settings())
  const url = `http://127.0.0.1:${/port (\d+)/.exec(app.output())?.[1]}`
  expect((await signIn(url, 'admin@demo.dugout.test', demoPassword)).status).toBe(401)
  const { length } = (await (await fetch(`${url}/api/cages`)).json()) as unknown[]
  expect(length).toBe(3)
  expect(await app.end('SIGTERM')).toBe(0)
}, 120_000)

test('an account of the demo that took another address stays its owner’s, without the published password', async () => {
  const mine = db
    .updateTable('profiles')
    .set({ email: 'dana@example.test' })
    .where('email', '=', 'admin@demo.dugout.test')
  const { id } = await mine.returning('id').executeTakeFirstOrThrow()
  expect(await transaction(db, system, forgetDemo)).toMatchObject({ people: 31 })
  expect(await db.selectFrom('profiles').select(['id', 'role']).execute()).toEqual([{ id, role: 'admin' }])
  expect(await db.selectFrom('auth_accounts').selectAll().execute()).toEqual([])
  await refuseDemo(database.url)

  const password = await hashPassword(demoPassword)
  const account = { user_id: id, account_id: id, provider_id: 'credential', password }
  await db.insertInto('auth_accounts').values(account).execute()
  await expect(refuseDemo(database.url)).rejects.toThrow('This is a demo database')
  await db
    .updateTable('auth_accounts')
    .set({ password: await hashPassword('a password of her own') })
    .execute()
  await refuseDemo(database.url)
  expect(await transaction(db, system, forgetDemo)).toMatchObject({ people: 0 })
  expect(await db.selectFrom('auth_accounts').select('user_id').execute()).toEqual([{ user_id: id }])
}, 60_000)
