// @module-tag slow

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { Db } from '../../db/database.ts'
import { seedFacility } from '../../seed/facility.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { explainedDatabase } from '../../test/queryPlans.ts'
import { listCampRegistrations } from '../account/queries/campRegistrations.ts'
import { listClassRegistrations } from '../account/queries/classRegistrations.ts'
import { listNextUp } from '../account/queries/nextUp.ts'
import { readOverview } from '../account/queries/overview.ts'
import { readBookingsOf } from '../bookings/bookingRows.ts'
import { listUpcomingPaid } from '../bookings/queries.ts'
import { readLessonsOf } from '../lessons/lessonRows.ts'
import { readUserDetails } from '../people/queries.ts'
import { readUpcoming } from '../privacy/upcoming.ts'
import { listCalendarEntries } from './calendarEntries.ts'

// What the lists of one household read, by PostgreSQL's own account, where others have booked a great deal.

const PEOPLE = 1_000
const ROWS = 9_000
const NOW = new Date('2027-01-01T00:00:00Z')
const facility = { time_zone: 'America/Chicago' } as Facility
const tables = ['bookings', 'coach_bookings', 'class_registrations', 'camp_registrations']

let database: TestDatabase
let db: Db
let explained: ReturnType<typeof explainedDatabase>
let reader: { userId: string; name: string; email: string; phone: null }

beforeAll(async () => {
  database = await createTestDatabase()
  explained = explainedDatabase(database.url, tables)
  db = explained.db
  await seedFacility(db)
  // The triggers keep other tables, which these lists do not read; foreign keys hold by construction.
  for (const table of [...tables, 'class_instances']) {
    await sql`alter table ${sql.table(table)} disable trigger all`.execute(db)
  }
  await sql`
    insert into profiles (id, full_name, email, email_verified)
    select md5(n::text)::uuid, 'Player ' || n, 'p' || n || '@example.test', true
    from generate_series(1, ${sql.lit(PEOPLE)}) n`.execute(db)
  // Each has a child, whose second adult is the next person.
  await sql`
    insert into participants (id, name)
    select md5('child ' || n)::uuid, 'Child ' || n from generate_series(1, ${sql.lit(PEOPLE)}) n`.execute(db)
  await sql`
    insert into participant_adults (participant_id, user_id)
    select md5('child ' || n)::uuid, md5(((n + plus - 1) % ${sql.lit(PEOPLE)} + 1)::text)::uuid
    from generate_series(1, ${sql.lit(PEOPLE)}) n, generate_series(0, 1) plus`.execute(db)
  const person = sql`md5((n % ${sql.lit(PEOPLE)} + 1)::text)::uuid`
  const child = sql`md5('child ' || (n % ${sql.lit(PEOPLE)} + 1))::uuid`
  const rows = sql`generate_series(1, ${sql.lit(ROWS)}) n`
  const at = sql`timestamptz '2025-06-01' + n / 20 * interval '4 hours'`
  const guest = sql`'Gil', 'g' || n || '@example.test'`
  const [cage, coach] = [sql`(select id from cages limit 1)`, sql`(select id from coaches limit 1)`]
  await sql`insert into cages (name, price_30_min, price_60_min, price_additional_30_min) values ('C', 20, 30, 15)`.execute(
    db,
  )
  await sql`insert into coaches (name, hourly_rate) values ('Casey', 60)`.execute(db)
  await sql`
    insert into bookings (user_id, participant_id, cage_id, start_time, end_time, total_cost)
    select ${person}, ${child}, ${cage}, ${at}, ${at} + interval '1 hour', 30 from ${rows}`.execute(db)
  await sql`
    insert into bookings (guest_name, guest_email, participant_id, cage_id, start_time, end_time, total_cost)
    select ${guest}, ${child}, ${cage}, ${at}, ${at} + interval '1 hour', 30 from ${rows}`.execute(db)
  await sql`
    insert into coach_bookings (
      customer_type, customer_id, participant_id, coach_id, cage_id, lesson_date, start_time, end_time,
      duration_minutes, coach_rate, cage_cost
    )
    select 'user', ${person}, ${child}, ${coach}, ${cage}, date '2025-06-01' + n / 50, '16:00', '17:00', 60, 60, 30
    from ${rows}`.execute(db)
  await sql`
    with class as (
      insert into classes (name, price, max_spots, start_date, end_date)
      values ('Hitting', 25, 100000, '2026-01-01', '2027-12-31') returning id
    ), session as (
      insert into class_instances (class_id, class_date, start_time, end_time)
      select id, date '2026-12-01' + day, '16:00', '17:00' from class, generate_series(1, 60) day returning id
    )
    insert into class_registrations (class_instance_id, user_id, participant_id, total_cost)
    select session.id, ${person}, ${child}, 25 from session, generate_series(1, ${sql.lit(ROWS / 60)}) n`.execute(
    db,
  )
  await sql`
    with camp as (
      insert into camps (name, price, start_date, end_date, max_spots)
      values ('Camp', 180, '2027-03-01', '2027-03-05', 100000) returning id
    ), own as (
      insert into camp_registrations (camp_id, user_id, participant_id, total_cost)
      select camp.id, ${person}, ${child}, 180 from camp, generate_series(1, ${sql.lit(PEOPLE)}) n
    )
    insert into camp_registrations (camp_id, guest_name, guest_email, participant_id, total_cost)
    select camp.id, ${guest}, null, 180 from camp, ${rows}`.execute(db)
  await sql`analyze`.execute(db)
  const { id, email } = await db
    .selectFrom('profiles')
    .select(['id', 'email'])
    .limit(1)
    .executeTakeFirstOrThrow()
  reader = { userId: id, name: 'Player', email: email ?? '', phone: null }
}, 120_000)
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const account = () => ({ id: reader.userId })

test.each<[string, () => Promise<unknown>]>([
  ['bookings', () => readBookingsOf(db, reader)],
  ['booking', () => readBookingsOf(db, reader, '8b1a9953-c461-4296-a827-abf8c47804d7')],
  ['upcoming sessions', () => listUpcomingPaid(db, account(), NOW)],
  ['lessons', () => readLessonsOf(db, reader)],
  ['overview', () => readOverview(db, account(), NOW)],
  ['next up', () => listNextUp(db, account(), { page_size: 15 }, { now: NOW, facility })],
  ['class registrations', () => listClassRegistrations(db, account(), { now: NOW, facility })],
  ['camp registrations', () => listCampRegistrations(db, account(), { now: NOW, facility })],
  ['calendar', () => listCalendarEntries(db, account(), NOW)],
  ['page for the desk', () => readUserDetails(db, reader.userId)],
  ['deletion', () => readUpcoming(db, reader.userId, NOW)],
])("A household's %s reads no large table from end to end", async (_, read) => {
  const costs = await explained.costsOf(read)
  expect(costs.length).toBeGreaterThan(0)
  for (const { text, scanned, buffers } of costs) {
    expect(scanned, text).toEqual([])
    expect(buffers, text).toBeLessThanOrEqual(2_000)
  }
})
