// @module-tag slow

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { refusalOf } from '../test/answers.ts'
import { group, tuesday } from '../test/cageTime.ts'
import { startDatabaseProxy } from '../test/databaseProxy.ts'
import { addCages, addPerson, type Person } from '../test/factories.ts'
import { startTestApp, type TestApp } from '../test/testApp.ts'

let app: TestApp
let customer: Person
let cages: string[]

beforeAll(async () => {
  app = await startTestApp({ settings: { LOCK_TIMEOUT: '1', STATEMENT_TIMEOUT: '2' }, silenceSeconds: 1 })
  cages = await addCages(app.db, 1)
  customer = await addPerson(app)
})
afterAll(() => app.close())

const book = () =>
  app.request('/api/bookings', {
    cookie: customer.cookie,
    json: { bookingDetails: [group(cages[0] ?? '', tuesday(), '16:00', '16:30')], totalAmount: 20 },
  })

const bookings = () => app.db.selectFrom('bookings').select('id').execute()

test('a wait for a lock times out, and nothing is booked', async () => {
  await app.db.transaction().execute(async (holder) => {
    await sql`lock table bookings in access exclusive mode`.execute(holder)
    expect(await refusalOf(await book())).toEqual([503, 'unavailable'])
  })
  expect(await bookings()).toEqual([])
})

test('an endless statement times out, and nothing is booked', async () => {
  await sql
    .raw(`create function sleep_on_insert() returns trigger language plpgsql as
          $$ begin perform pg_sleep(600); return new; end $$;
          create trigger sleep_on_insert before insert on bookings for each row execute function sleep_on_insert()`)
    .execute(app.db)

  expect(await refusalOf(await book())).toEqual([503, 'unavailable'])
  await sql`drop function sleep_on_insert() cascade`.execute(app.db)
  expect(await bookings()).toEqual([])
  expect((await book()).status).toBe(201)
})

test('a silent database times out, and is used again when it is back', async () => {
  const proxy = await startDatabaseProxy(app.databaseUrl)
  onTestFinished(() => proxy.close())
  const behind = await app.another(proxy.url)
  expect((await behind.request('/readyz')).status).toBe(200)
  proxy.hang()

  const [cagesAnswer, ready] = await Promise.all([
    behind.request('/api/cages'),
    behind.request('/readyz'),
    expect.poll(() => behind.context.changes.listening, { timeout: 15_000 }).toBe(false),
  ])

  expect(cagesAnswer.status).toBe(503)
  expect(ready.status).toBe(503)
  proxy.recover()
  await expect.poll(() => behind.request('/readyz').then(({ status }) => status)).toBe(200)
  expect((await behind.request('/api/cages')).status).toBe(200)
}, 40_000)
