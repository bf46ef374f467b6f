// @module-tag slow

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { standingOf } from '../../shared/domain/bookings/changePolicy.ts'
import { createDb, createPool, type Db } from '../db/database.ts'
import { disagreements } from '../db/ledger.fixture.ts'
import type { FileStorage } from '../integrations/storage/fileStorage.ts'
import { createTestDatabase } from '../test/postgres.ts'
import { seedDemo } from './demo.ts'
import { seedFacility } from './facility.ts'

const hash = async (password: string) => `hash of ${password}`

/** A facility without data of its own. */
async function emptyFacility(): Promise<{ db: Db; drop: () => Promise<void> }> {
  const database = await createTestDatabase()
  const db = createDb(createPool(database.url, 4))
  await seedFacility(db)
  const drop = async () => {
    await db.destroy()
    await database.drop()
  }
  return { db, drop }
}

const count = async (db: Db, table: 'cages' | 'coaches' | 'classes' | 'camps' | 'bookings') =>
  (await db.selectFrom(table).select('id').execute()).length

/** All data that depends on the day, as one text. */
async function fingerprint(db: Db): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select concat(
      (select string_agg(row(id, user_id, cage_id, start_time, total_cost, status, created_at)::text, ';' order by id) from bookings),
      (select string_agg(row(id, coach_id, customer_id, lesson_date, start_time)::text, ';' order by id) from coach_bookings),
      (select string_agg(row(id, user_id, status)::text, ';' order by id) from class_registrations),
      (select string_agg(row(id, user_id, total_amount, created_at)::text, ';' order by id) from payment_transactions)
    ) as text`.execute(db)
  return rows[0]?.text ?? ''
}

/** A booking past its cut-off at any hour, because it was made under a stricter rule. */
async function expectStrictBooking(db: Db, now: Date): Promise<void> {
  const strict = await db
    .selectFrom('bookings')
    .selectAll()
    .where('cancellation_cutoff_hours', '<>', 24)
    .execute()
  const standings = strict.map(
    ({ status, start_time: start, end_time: end, cancellation_cutoff_hours, created_at }) => {
      const booked = { status, start, end, cutoffHours: cancellation_cutoff_hours }
      return [standingOf(booked, created_at), standingOf(booked, now)]
    },
  )
  expect(standings).toEqual([['open', 'late']])
}

const WEEKDAY = '2026-11-24T18:00:00Z'
const ITS_LAST_MINUTE = '2026-11-25T05:59:00Z'
const prints = new Map<string, string>()

describe.each([
  ['a weekday', WEEKDAY],
  ['the last minute of a weekday', ITS_LAST_MINUTE],
  ['a Sunday', '2026-11-22T18:00:00Z'],
  ['the day the clocks go forward', '2027-03-14T12:00:00Z'],
  ['the day the clocks go back', '2026-11-01T12:00:00Z'],
  ['a leap day', '2028-02-29T12:00:00Z'],
])('The demo of %s', (_, day) => {
  const now = new Date(day)
  let db: Db
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ db, drop } = await emptyFacility())
    // Two processes that start at the same moment create it once.
    await Promise.all([seedDemo(db, now, hash), seedDemo(db, now, hash)])
    prints.set(day, await fingerprint(db))
  })
  afterAll(() => drop())

  test('has its cages, coaches, classes and camps, and a ledger that agrees', async () => {
    const sizes = [count(db, 'cages'), count(db, 'coaches'), count(db, 'classes'), count(db, 'camps')]
    expect(await Promise.all(sizes)).toEqual([8, 4, 3, 3])
    expect(await count(db, 'bookings')).toBeGreaterThan(150)
    expect(await disagreements(db)).toEqual([])
    await expectStrictBooking(db, now)
  })

  test('gives the demo customer three upcoming paid sessions', async () => {
    const upcoming = await db
      .selectFrom('bookings')
      .innerJoin('profiles', 'profiles.id', 'bookings.user_id')
      .select('bookings.id')
      .where('email', '=', 'customer@demo.dugout.test')
      .where('status', '=', 'paid')
      .where('start_time', '>=', now)
      .execute()
    expect(upcoming.length).toBeGreaterThanOrEqual(3)
  })

  test('has a family: two children of the customer, of an age for their camps, one shared with the member', async () => {
    const { rows } = await sql<{ name: string; adults: number; booked: number; outside: number }>`
      select child.name,
        (select count(*)::int from participant_adults where participant_id = child.id) as adults,
        (select count(*)::int from bookings where participant_id = child.id)
          + (select count(*)::int from class_registrations where participant_id = child.id) as booked,
        (
          select count(*)::int from camp_registrations seat join camps on camps.id = seat.camp_id
          where seat.participant_id = child.id
            and extract(year from age(camps.start_date, child.birth_date)) not between min_age and max_age
        ) as outside
      from participants child
      where exists (select from participant_adults where participant_id = child.id)
        and child.user_id is null
      order by name`.execute(db)
    expect(rows.map(({ name, adults, outside }) => [name, adults, outside])).toEqual([
      ['Leo Reyes', 1, 0],
      ['Mia Reyes', 2, 0],
    ])
    for (const { booked } of rows) expect(booked).toBeGreaterThan(0)
  })

  test('has eight founders, the demo member among them', async () => {
    const live = await db
      .selectFrom('subscriptions')
      .innerJoin('profiles', 'profiles.id', 'subscriptions.user_id')
      .select('email')
      .where('status', 'in', ['trialing', 'active', 'past_due', 'unpaid'])
      .execute()
    expect(live).toHaveLength(8)
    expect(live.map(({ email }) => email)).toContain('member@demo.dugout.test')
  })
})

test('The demo is the same at every hour of a facility day', () => {
  expect(prints.get(WEEKDAY)).toContain('paid')
  expect(prints.get(ITS_LAST_MINUTE)).toBe(prints.get(WEEKDAY))
})

test('The demo stores the pictures of its coaches and of its building as an upload is stored', async () => {
  const { db, drop } = await emptyFacility()
  onTestFinished(drop)
  const stored = new Map<string, number>()
  const files: FileStorage = {
    put: async (name, bytes) => void stored.set(name, bytes.length),
    get: async () => null,
    delete: async () => undefined,
    async *names() {},
  }
  await seedDemo(db, new Date(WEEKDAY), hash, { files })
  const coaches = await db.selectFrom('coaches').select(['user_id', 'profile_image_url']).execute()
  expect([coaches.length, stored.size]).toEqual([4, 24 + 4])
  for (const { user_id, profile_image_url } of coaches) {
    expect(profile_image_url).toMatch(new RegExp(`^${user_id}/\\d{16}\\.jpg$`))
    const jpeg = `coach-avatars/${profile_image_url}`
    expect(stored.get(jpeg)).toBeGreaterThan(10_000)
    expect(stored.get(jpeg.replace('.jpg', '.avif'))).toBeGreaterThan(5_000)
  }
  const { building } = await db.selectFrom('facility').select('building').executeTakeFirstOrThrow()
  expect(stored.get(`building/${building?.file}.avif`)).toBeGreaterThan(5_000)
  // 28 pictures are encoded.
}, 90_000)

test('The demo does not change a facility that has cages', async () => {
  const { db, drop } = await emptyFacility()
  onTestFinished(drop)
  const prices = { price_30_min: '20', price_60_min: '30', price_additional_30_min: '15' }
  await db
    .insertInto('cages')
    .values({ name: 'Our cage', ...prices })
    .execute()
  await seedDemo(db, new Date('2026-11-24T18:00:00Z'), hash)
  expect(await count(db, 'cages')).toBe(1)
  expect(await count(db, 'bookings')).toBe(0)
})
