import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenForChanges } from '../db/changes.ts'
import { createDb, createPool, type Db } from '../db/database.ts'
import { tasks } from '../features.ts'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'

const NOW = new Date('2026-11-24T22:00:00Z')
const clock = { now: () => NOW }
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 3))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const run = (name: string) => tasks.find((task) => task.name === name)?.run({ db, clock })

test('idempotency keys are deleted after 24 hours', async () => {
  const key = (name: string, created_at: Date) => ({ key: name, route: 'r', body_hash: 'h', created_at })
  await db
    .insertInto('idempotency_keys')
    .values([key('old', ago(25)), key('fresh', ago(23))])
    .execute()

  await run('purge-idempotency-keys')

  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'fresh' }])
})

test('sessions and links that have expired are deleted', async () => {
  const { id: user_id } = await db
    .insertInto('profiles')
    .values({ full_name: 'Jo', email: 'jo@example.com' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const session = (token: string, expires_at: Date) => ({ token, expires_at, user_id })
  await db
    .insertInto('auth_sessions')
    .values([session('over', ago(1)), session('live', ago(-1))])
    .execute()
  const link = (identifier: string, expires_at: Date) => ({ identifier, value: 'v', expires_at })
  await db
    .insertInto('auth_verifications')
    .values([link('over', ago(1)), link('live', ago(-1))])
    .execute()

  await run('purge-expired-sessions')

  expect(await db.selectFrom('auth_sessions').select('token').execute()).toEqual([{ token: 'live' }])
  expect(await db.selectFrom('auth_verifications').select('identifier').execute()).toEqual([
    { identifier: 'live' },
  ])
})

test('sign-ups are deleted after a week, and unconfirmed, unused accounts after a month', async () => {
  const days = (count: number) => ago(24 * count)
  const signUp = (name: string, created_at: Date) => ({
    email: 'robin@example.com',
    full_name: name,
    password_hash: 'h',
    token_hash: name,
    created_at,
    expires_at: new Date(created_at.getTime() + 1),
  })
  await db
    .insertInto('pending_sign_ups')
    .values([signUp('old', days(8)), signUp('fresh', days(6))])
    .execute()
  const account = (email: string, created_at: Date, more: object = {}) => ({
    email,
    full_name: email,
    created_at,
    ...more,
  })
  const rows = await db
    .insertInto('profiles')
    .values([
      account('forgotten@example.com', days(31)),
      account('fresh@example.com', days(29)),
      account('confirmed@example.com', days(31), { email_verified: true }),
      account('coach@example.com', days(31), { role: 'coach' }),
      account('booked@example.com', days(31)),
    ])
    .returning(['id', 'email'])
    .execute()
  const { id: cage_id } = await db
    .insertInto('cages')
    .values({
      name: 'Cage 1',
      price_30_min: '20.00',
      price_60_min: '30.00',
      price_additional_30_min: '15.00',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('bookings')
    .values({
      user_id: rows.find(({ email }) => email?.startsWith('booked'))?.id ?? '',
      cage_id,
      start_time: '2026-11-25T22:00:00Z',
      end_time: '2026-11-25T22:30:00Z',
      total_cost: '20.00',
    })
    .execute()

  await run('purge-expired-sessions')

  expect(await db.selectFrom('pending_sign_ups').select('full_name').execute()).toEqual([
    { full_name: 'fresh' },
  ])
  const left = await db
    .selectFrom('profiles')
    .select('email')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('email')
    .execute()
  expect(left.map(({ email }) => email?.split('@')[0])).toEqual(['booked', 'coach', 'confirmed', 'fresh'])
})

test('a hold whose time has passed is expired, and a live one is kept', async () => {
  const hold = (expires_at: Date) => ({ purpose: 'cage_booking' as const, amount: '20.00', expires_at })
  await db
    .insertInto('checkout_holds')
    .values([hold(ago(1)), hold(ago(-1))])
    .execute()

  await run('expire-checkout-holds')

  const holds = await db.selectFrom('checkout_holds').select('status').orderBy('expires_at').execute()
  expect(holds).toEqual([{ status: 'expired' }, { status: 'held' }])
})

test('the outbox sweep wakes the workers of every instance', async () => {
  const changes = listenForChanges(database.url, pino({ level: 'silent' }))
  const { promise: heard, resolve } = Promise.withResolvers<string>()
  changes.on('outbox_changed', resolve)
  await expect.poll(() => changes.listening).toBe(true)

  await run('sweep-outbox')

  expect(await heard).toBe('')
  await changes.close()
})

test('the development mailbox keeps the newest thousand', async () => {
  const mails = Array.from({ length: 1_003 }, (_, number) => ({
    message_id: `<${number}@x.test>`,
    from_email: 'a@x.test',
    to_email: 'b@x.test',
    subject: String(number),
    html: '',
    body_text: '',
    received_at: new Date(NOW.getTime() + number),
  }))
  await db.insertInto('development_mailbox').values(mails).execute()

  await run('trim-development-mailbox')

  const kept = await db.selectFrom('development_mailbox').select('subject').orderBy('received_at').execute()
  expect(kept).toHaveLength(1_000)
  expect(kept[0]).toEqual({ subject: '3' })
})
