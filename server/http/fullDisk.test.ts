import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { group, tuesday } from '../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../test/factories.ts'
import { startTestApp, type TestApp } from '../test/testApp.ts'

let app: TestApp
let customer: Person
let cages: string[]

beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 1)
  customer = await addPerson(app)
})
afterAll(() => app.close())

const book = () =>
  app.request('/api/bookings', {
    cookie: customer.cookie,
    json: { bookingDetails: [group(cages[0] ?? '', tuesday(), '16:00', '16:30')], totalAmount: 20 },
  })

test.each([
  ['53100', 'the disk is full'],
  ['53200', 'memory is out'],
  ['58030', 'the disk fails'],
  ['57014', 'a statement takes too long'],
  ['55P03', 'a lock cannot be taken in time'],
  ['25P03', 'a transaction stood still'],
  ['25006', 'the server is a standby'],
])('SQLSTATE %s, %s: 503 with Retry-After, and nothing is booked', async (state) => {
  await sql
    .raw(`create function refuse_${state}() returns trigger language plpgsql as
          $$ begin raise exception 'stand-in' using errcode = '${state}'; end $$;
          create trigger refuse_${state} before insert on bookings
          for each row execute function refuse_${state}()`)
    .execute(app.db)

  const response = await book()

  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await response.json()).toMatchObject({ code: 'unavailable' })
  await sql.raw(`drop function refuse_${state}() cascade`).execute(app.db)
  expect(await app.db.selectFrom('bookings').select('id').execute()).toEqual([])
})

test('an instance whose database cannot write files is not ready, but still answers reads', async () => {
  const limit = (value: string) =>
    sql`alter database ${sql.id(databaseName())} set temp_file_limit = ${sql.lit(value)}`.execute(app.db)
  expect((await app.request('/readyz')).status).toBe(200)
  await limit('64kB')
  const full = await app.another()

  const ready = await full.request('/readyz')

  expect(ready.status).toBe(503)
  expect(ready.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await full.request('/healthz')).status).toBe(200)
  expect((await full.request('/api/cages')).status).toBe(200)
  await limit('-1')
  const again = await app.another()
  await expect.poll(() => again.request('/readyz').then(({ status }) => status)).toBe(200)
})

test('an instance whose database can only be read is not ready, but still answers reads', async () => {
  const readOnly = (value: string) =>
    sql`alter database ${sql.id(databaseName())} set default_transaction_read_only = ${sql.lit(value)}`
      .execute(app.db)
      .then(() =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename <> current_user`.execute(app.db),
      )
  await readOnly('on')
  await expect.poll(() => app.request('/api/cages').then(({ status }) => status)).toBe(200)
  expect((await app.request('/readyz')).status).toBe(503)
  expect((await book()).status).toBe(503)
  // The owner's connections are from before.
  await readOnly('off')
  await expect.poll(() => app.request('/readyz').then(({ status }) => status)).toBe(200)
})

const databaseName = (): string => /\/([\w-]+)\?/.exec(app.databaseUrl)?.[1] ?? ''
