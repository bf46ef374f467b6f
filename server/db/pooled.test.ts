// @module-tag slow

import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { openDatabase } from '../openDatabase.ts'
import { group, tuesday } from '../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../test/factories.ts'
import { followEvents } from '../test/followEvents.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../test/pgBouncer.ts'
import { startTestApp, type TestApp } from '../test/testApp.ts'

const POOL = 3
const CUSTOMERS = 8

const isThere = hasPgBouncer()
describe.skipIf(!isThere)(`through PgBouncer${isThere ? '' : ' (not run: it is not installed)'}`, () => {
  let app: TestApp
  let pooler: PgBouncer
  let pooled: [TestApp, TestApp]
  let cages: string[]
  let customers: Person[]

  beforeAll(async () => {
    app = await startTestApp({ settings: { STATEMENT_TIMEOUT: '1', LOCK_TIMEOUT: '1' } })
    pooler = await startPgBouncer(app.databaseUrl, { mode: 'transaction', size: POOL })
    const settings = { DATABASE_DIRECT_URL: app.databaseSettings.DATABASE_URL ?? '' }
    const another = () => app.another(pooler.url, { DATABASE_URL: pooler.url, ...settings })
    pooled = [await another(), await another()]
    cages = await addCages(app.db, 2)
    customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => addPerson(pooled[0])))
  })
  afterAll(async () => {
    await app.close()
    await pooler.close()
  })

  const book = (by: Person, on: TestApp, cage: string, from: string) =>
    on.request('/api/bookings', {
      cookie: by.cookie,
      json: {
        bookingDetails: [group(cage, tuesday(), from, `${from.slice(0, 2)}:30`)],
        totalAmount: 20,
      },
    })

  test('of those who want one slot through two processes exactly one gets it, and the audit log has who', async () => {
    for (const from of ['16:00', '17:00', '18:00', '19:00'])
      for (const cage of cages) {
        const answers = await Promise.all(
          customers.map((customer, index) => book(customer, pooled[index % 2 ? 0 : 1], cage, from)),
        )
        expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(CUSTOMERS - 1).fill(409)])
      }

    const { rows } = await sql<{ booker: string; actor: string }>`
      select b.user_id as booker, a.user_id as actor from bookings b
      join audit_log a on a.table_name = 'bookings' and a.record_id = b.id::text and a.action = 'INSERT'`.execute(
      app.db,
    )
    expect(rows).toHaveLength(8)
    expect(rows.map(({ actor }) => actor)).toEqual(rows.map(({ booker }) => booker))
  })

  test('what is booked through one process is told by the other', async () => {
    const topic = `schedule:${tuesday()}`
    const stream = await followEvents(pooled[1], [topic])

    const [customer] = customers
    if (!customer) throw new Error('there are customers')
    expect((await book(customer, pooled[0], cages[0] ?? '', '20:00')).status).toBe(201)

    await stream.next(topic)
    await stream.end()
  })

  test('a statement is canceled after its time, in a transaction and outside of one, and the limit is nobody else’s', async () => {
    const { db } = pooled[0].context
    const endless = sql`select pg_sleep(20)`
    const canceled = { code: '57014' }

    await expect(endless.execute(db)).rejects.toMatchObject(canceled)
    await expect(db.transaction().execute((tx) => endless.execute(tx))).rejects.toMatchObject(canceled)
    await expect(
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => endless.execute(tx)),
    ).rejects.toMatchObject(canceled)

    const others = Array.from({ length: POOL }, () => new pg.Client(pooler.url))
    await Promise.all(others.map((client) => client.connect()))
    const limits = await Promise.all(
      others.map((client) =>
        client.query(`select current_setting('statement_timeout') as own from pg_sleep(0.1)`),
      ),
    )
    await Promise.all(others.map((client) => client.end()))
    expect(limits.map(({ rows }) => rows[0].own)).toEqual(Array(POOL).fill('0'))
  })

  test('an error leaves nothing behind on the connection', async () => {
    const { db } = pooled[0].context
    for (let time = 0; time < 2 * POOL; time += 1) {
      await expect(sql`select 1 / ${0}::integer`.execute(db)).rejects.toMatchObject({ code: '22012' })
      expect((await sql<{ one: number }>`select ${1}::integer as one`.execute(db)).rows).toEqual([{ one: 1 }])
    }
  })

  const configured = (addresses: Record<string, string>) =>
    loadConfig({
      NODE_ENV: 'test',
      AUTH_SECRET: 'a-secret-that-only-tests-know-and-use',
      AUDIT_KEY: 'a-key-that-only-tests-know-and-seal-with',
      DEMO_SEED: 'false',
      ...app.databaseSettings,
      ...addresses,
    })
  const open = (addresses: Record<string, string>) =>
    openDatabase(configured(addresses), pino({ level: 'silent' }))

  test.each(['DATABASE_URL', 'DATABASE_OWNER_URL', 'AUDIT_DATABASE_URL', 'DATABASE_DIRECT_URL'])(
    'a start says what is wrong when %s alone leads through it in transaction mode',
    async (name) => {
      await expect(open({ [name]: pooler.url })).rejects.toThrow(
        /for dugout_app at 127\.0\.0\.1:\d+ leads through a pooler .* a DATABASE_DIRECT_URL that leads past/,
      )
    },
  )

  test('a start takes it with the address past it, and in session mode without', async () => {
    const { DATABASE_URL = '' } = app.databaseSettings
    expect(await open({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: DATABASE_URL })).toMatchObject({
      url: DATABASE_URL,
      pooledUrl: pooler.url,
    })

    const sessions = await startPgBouncer(app.databaseUrl, { mode: 'session', size: POOL })
    onTestFinished(() => sessions.close())
    expect(await open({ DATABASE_URL: sessions.url })).toMatchObject({ url: sessions.url })
  })
})
