import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { standingOf } from '../../shared/domain/changePolicy.ts'
import { createDb, createPool, type Db } from '../db/database.ts'
import { disagreements } from '../db/ledger.fixture.ts'
import type { FileStorage } from '../integrations/storage/fileStorage.ts'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { seedDemo } from './demo.ts'
import { seedFacility } from './facility.ts'

const hash = async (password: string) => `hash of ${password}`

let database: TestDatabase
let db: Db

beforeEach(async () => {
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 4))
  await seedFacility(db)
})

afterEach(async () => {
  await db.destroy()
  await database.drop()
})

const count = async (table: 'cages' | 'coaches' | 'classes' | 'camps' | 'bookings') =>
  (await db.selectFrom(table).select('id').execute()).length

/** All data that depends on the day, as one text. */
async function fingerprint(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select concat(
      (select string_agg(row(id, user_id, cage_id, start_time, total_cost, status, created_at)::text, ';' order by id) from bookings),
      (select string_agg(row(id, coach_id, customer_id, lesson_date, start_time)::text, ';' order by id) from coach_bookings),
      (select string_agg(row(id, user_id, status)::text, ';' order by id) from class_registrations),
      (select string_agg(row(id, user_id, total_amount, created_at)::text, ';' order by id) from payment_transactions)
    ) as text`.execute(db)
  return rows[0]?.text ?? ''
}

/** Reads a demo of another day, in a database of its own. */
async function inFreshDemo<T>(now: string, read: (fresh: Db) => Promise<T>): Promise<T> {
  const other = await createTestDatabase()
  const fresh = createDb(createPool(other.url, 1))
  await seedFacility(fresh)
  await seedDemo(fresh, new Date(now), hash)
  const result = await read(fresh)
  await fresh.destroy()
  await other.drop()
  return result
}

/** A booking past its cut-off at any hour, because it was made under a stricter rule. */
async function expectStrictBooking(now: Date): Promise<void> {
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

describe('The demo', () => {
  test.each([
    ['a weekday', '2026-11-24T18:00:00Z'],
    ['a Sunday', '2026-11-22T18:00:00Z'],
    ['the day the clocks go forward', '2027-03-14T12:00:00Z'],
    ['the day the clocks go back', '2026-11-01T12:00:00Z'],
    ['a leap day', '2028-02-29T12:00:00Z'],
  ])('of %s has its cages, coaches, classes and camps, and a ledger that agrees', async (_, now) => {
    await seedDemo(db, new Date(now), hash)
    expect(await Promise.all([count('cages'), count('coaches'), count('classes'), count('camps')])).toEqual([
      8, 4, 3, 3,
    ])
    expect(await count('bookings')).toBeGreaterThan(150)
    expect(await disagreements(db)).toEqual([])
    await expectStrictBooking(new Date(now))
  })

  test('stores the pictures of its coaches as an upload is stored', async () => {
    const stored = new Map<string, number>()
    const files: FileStorage = {
      put: async (name, bytes) => void stored.set(name, bytes.length),
      get: async () => null,
      delete: async () => undefined,
    }
    await seedDemo(db, new Date('2026-11-24T18:00:00Z'), hash, { files })
    const coaches = await db.selectFrom('coaches').select(['user_id', 'profile_image_url']).execute()
    expect(stored.size).toBe(3 * coaches.length)
    for (const { user_id, profile_image_url } of coaches) {
      expect(profile_image_url).toMatch(new RegExp(`^${user_id}/\\d{13}\\.jpg$`))
      expect(stored.get(`coach-avatars/${profile_image_url}`)).toBeGreaterThan(10_000)
    }
  })

  test('gives the demo customer three upcoming paid sessions, at any hour', async () => {
    const now = new Date('2026-11-25T05:59:00Z')
    await seedDemo(db, now, hash)
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
    for (const now of ['2026-11-24T18:00:00Z', '2027-01-01T12:00:00Z', '2028-12-31T12:00:00Z']) {
      const { rows } = await inFreshDemo(now, (fresh) =>
        sql<{ name: string; adults: number; booked: number; outside: number }>`
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
          order by name`.execute(fresh),
      )
      expect(rows.map(({ name, adults, outside }) => [name, adults, outside])).toEqual([
        ['Leo Reyes', 1, 0],
        ['Mia Reyes', 2, 0],
      ])
      for (const { booked } of rows) expect(booked).toBeGreaterThan(0)
    }
  })

  test('has eight founders, the demo member among them', async () => {
    await seedDemo(db, new Date('2026-11-24T18:00:00Z'), hash)
    const live = await db
      .selectFrom('subscriptions')
      .innerJoin('profiles', 'profiles.id', 'subscriptions.user_id')
      .select('email')
      .where('status', 'in', ['trialing', 'active', 'past_due', 'unpaid'])
      .execute()
    expect(live).toHaveLength(8)
    expect(live.map(({ email }) => email)).toContain('member@demo.dugout.test')
  })

  test('is the same at every hour of a facility day, and created once by several processes', async () => {
    await Promise.all([
      seedDemo(db, new Date('2026-11-24T07:00:00Z'), hash),
      seedDemo(db, new Date('2026-11-24T07:00:00Z'), hash),
    ])
    const morning = await fingerprint()
    const other = await createTestDatabase()
    const first = db
    db = createDb(createPool(other.url, 1))
    await seedFacility(db)
    await seedDemo(db, new Date('2026-11-25T05:00:00Z'), hash)
    const night = await fingerprint()
    await db.destroy()
    await other.drop()
    db = first
    expect(night).toBe(morning)
  })

  test('does not change a facility that has cages', async () => {
    const prices = { price_30_min: '20', price_60_min: '30', price_additional_30_min: '15' }
    await db
      .insertInto('cages')
      .values({ name: 'Our cage', ...prices })
      .execute()
    await seedDemo(db, new Date('2026-11-24T18:00:00Z'), hash)
    expect(await count('cages')).toBe(1)
    expect(await count('bookings')).toBe(0)
  })
})
