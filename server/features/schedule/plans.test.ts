// @module-tag slow

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { explainedDatabase } from '../../test/queryPlans.ts'
import { listPeople } from '../people/peopleList.ts'
import { listBookings } from './bookingList.ts'
import { searchEverything } from './everything.ts'
import { readScheduleDay, readScheduleDays } from './schedule.ts'
import { readWholeDay } from './scheduleDay.ts'

// What the lists read, by PostgreSQL's own account, at a size at which reading a whole table would be the wrong plan.

const ENTRIES = 40_000
const PEOPLE = 20_000
const NOW = new Date('2027-01-01T00:00:00Z')

let database: TestDatabase
let db: Db
let explained: ReturnType<typeof explainedDatabase>

beforeAll(async () => {
  database = await createTestDatabase()
  explained = explainedDatabase(database.url, ['people_index', 'booking_entries', 'occupancy'])
  db = explained.db
  await sql`
    insert into people_index (id, kind, name, email, phone, role, created_at)
    select md5(n::text)::uuid, 'account',
      case when n % 3 = 0 then 'Sam Crowd' when n % 500 = 0 then 'José García' else 'Player ' || n end,
      'p' || n || '@example.test', '(409) 555-' || lpad((n % 10000)::text, 4, '0'), 'user', now() - n * interval '1 hour'
    from generate_series(1, ${sql.lit(PEOPLE)}) n`.execute(db)
  await sql`insert into cages (name, price_30_min, price_60_min, price_additional_30_min)
    select 'Cage ' || n, 20, 30, 15 from generate_series(1, 20) n`.execute(db)
  await sql`
    insert into booking_entries (source_id, kind, starts_at, ends_at, status, person_id, cage_id, group_id)
    select id, 'booking', at, at + interval '1 hour', 'paid', md5((n * 7 % ${sql.lit(PEOPLE)})::text)::uuid,
      (select id from cages order by id offset n % 20 limit 1), id
    from (
      select n, gen_random_uuid() as id, timestamptz '2025-06-01' + n / 20 * interval '4 hours' as at
      from generate_series(1, ${sql.lit(ENTRIES)}) n
    ) drawn`.execute(db)
  // The ledger of the same time: an hour in each of five cages, without its sources.
  await sql`alter table occupancy disable trigger all`.execute(db)
  await sql`
    insert into occupancy (kind, cage_id, during, booking_id)
    select 'booking', cage.id, tstzrange(at, at + interval '1 hour'), gen_random_uuid()
    from generate_series(timestamptz '2025-06-01', timestamptz '2025-06-01' + ${sql.lit(ENTRIES / 20)} * interval '4 hours', interval '1 hour') at,
    (select id from cages order by id limit 5) cage`.execute(db)
  await sql`analyze people_index, booking_entries, occupancy`.execute(db)
}, 60_000)
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const bookings = (query: object) => () => listBookings(db, { page_size: 15, ...query }, NOW)
const people = (query: object) => () => listPeople(db, { page_size: 15, ...query })

// The bound is on each statement. A walk looks up one person for each of 5 000 entries, four buffers each.
test.each<[string, number, () => Promise<unknown>]>([
  ['first page', 400, bookings({})],
  ['page of a status', 400, bookings({ status_filter: 'paid' })],
  ['page of a status that nothing has', 400, bookings({ status_filter: 'canceled' })],
  ['page 100', 2_500, bookings({ page_number: 100 })],
  ['search for few people', 2_000, bookings({ search_query: 'garcía' })],
  ['search for many people', 25_000, bookings({ search_query: 'crowd' })],
  ['search for a phone number', 2_000, bookings({ search_query: '(409) 555-0123' })],
  ['search for a cage', 2_000, bookings({ search_query: 'cage 7' })],
  ['search for a person and a cage', 2_000, bookings({ search_query: 'garcia cage 7' })],
  ['search that finds nobody', 400, bookings({ search_query: 'zzyzx' })],
  ['search in another script', 400, bookings({ search_query: 'שלום' })],
  ['day', 2_000, () => readScheduleDay(db, '2026-06-01', 'America/Chicago')],
  ['whole day', 2_000, () => readWholeDay(db, { day: '2026-06-01', timeZone: 'America/Chicago', now: NOW })],
  [
    'week',
    8_000,
    () => readScheduleDays(db, { from: '2026-06-01', to: '2026-06-07', perDay: undefined, timeZone: 'UTC' }),
  ],
  [
    'month',
    8_000,
    () => readScheduleDays(db, { from: '2026-06-01', to: '2026-07-12', perDay: 3, timeZone: 'UTC' }),
  ],
  ['people by name', 100, people({})],
  ['newest people', 100, people({ sort: 'newest' })],
  ['people of a name', 2_000, people({ search_query: 'garcia' })],
  ['search of everything', 2_500, () => searchEverything(db, 'garcia', NOW)],
])(
  'A %s reads no large table from end to end, and at most %d buffers a statement',
  async (_, bound, read) => {
    const costs = await explained.costsOf(read)
    expect(costs.length).toBeGreaterThan(0)
    for (const { text, buffers, scanned } of costs) {
      expect(scanned, text).toEqual([])
      expect(buffers, text).toBeLessThanOrEqual(bound)
    }
  },
)
