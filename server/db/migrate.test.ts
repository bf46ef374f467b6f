import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { seedFacility } from '../seed/facility.ts'
import { execute, withDatabase } from '../test/administration.ts'
import { createDb, createPool } from './database.ts'
import { migrate, migrateUpTo } from './migrate.ts'

const name = `dugout_test_${randomBytes(6).toString('hex')}`
let server: string
let url: string

beforeAll(async () => {
  server = inject('postgres').url
  url = withDatabase(server, name)
  await execute(server, `create database ${name}`)
})

afterAll(() => execute(server, `drop database if exists ${name} with (force)`))

test('Processes that migrate an empty database at the same moment migrate it once', async () => {
  const pools = Array.from({ length: 6 }, () => createPool(url, 1))
  await Promise.all(pools.map(migrate))
  await Promise.all(pools.map((pool) => pool.end()))

  const files = await readdir(join(import.meta.dirname, 'migrations'))
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  await client.end()
  expect(rows.map((row) => `${row.name}.sql`)).toEqual(files.sort())
})

test('Migrating again changes nothing', async () => {
  const pool = createPool(url, 1)
  await migrate(pool)
  const { rows } = await pool.query('select count(*)::int as tables from pg_class where relkind = $1', ['r'])
  await migrate(pool)
  const again = await pool.query('select count(*)::int as tables from pg_class where relkind = $1', ['r'])
  await pool.end()
  expect(again.rows).toEqual(rows)
})

test('What an older version noted as paid at the desk has a payment, and nothing else has', async () => {
  const database = `dugout_test_${randomBytes(6).toString('hex')}`
  await execute(server, `create database ${database}`)
  const pool = createPool(withDatabase(server, database), 1)
  onTestFinished(async () => {
    await pool.end()
    await execute(server, `drop database if exists ${database} with (force)`)
  })
  await migrateUpTo(pool, '170_participant_care')
  const db = createDb(pool)
  await seedFacility(db)
  await pool.query(PAID_ROWS)
  await migrate(pool)

  const { rows } = await pool.query(`
    select coalesce(cage.admin_notes, 'lesson') as thing, total_amount, payment.payment_method, customer_name,
      payment.description, payment_date
    from payment_transactions payment
    join payment_items item on item.payment_transaction_id = payment.id
    left join bookings cage on cage.id = item.booking_id
    where taken_at_desk order by thing`)
  expect(rows).toEqual([
    {
      ...{ thing: 'cash', total_amount: '20.00', payment_method: 'cash', customer_name: 'Pat' },
      description: 'Cage 1, Tue Nov 24, 4:00 PM - 4:30 PM',
      payment_date: new Date('2020-11-24T22:00:00Z'),
    },
    {
      ...{ thing: 'lesson', total_amount: '50.00', payment_method: 'other', customer_name: 'Gus' },
      description: 'Lesson with Casey, Tue Nov 24, 6:00 PM - 7:00 PM',
      payment_date: new Date('2020-11-20T12:00:00Z'),
    },
  ])
})

/** Paid in cash, by card, for nothing, not at all, and a guest's lesson in the coach's hand. */
const PAID_ROWS = `
  insert into profiles (full_name, email) values ('Pat', 'pat@example.test');
  insert into cages (name, price_30_min, price_60_min, price_additional_30_min) values ('Cage 1', 20, 30, 15);
  insert into bookings (user_id, cage_id, start_time, end_time, status, total_cost, payment_method, admin_notes)
  select p.id, c.id, start, start + interval '30 minutes', status, cost, method, note
  from profiles p, cages c, (values
    (timestamptz '2020-11-24 22:00Z', 'paid', 20, 'cash', 'cash'),
    (timestamptz '2020-11-24 22:30Z', 'paid', 20, 'card', 'card'),
    (timestamptz '2020-11-24 23:00Z', 'paid', 0, 'on_arrival', 'for nothing'),
    (timestamptz '2020-11-24 23:30Z', 'pending payment', 20, 'on_arrival', 'unpaid')
  ) rows (start, status, cost, method, note);
  with payment as (
    insert into payment_transactions (payment_type, total_amount, status, stripe_payment_intent_id)
    values ('cage_booking', 20, 'completed', 'pi_old') returning id
  )
  insert into payment_items (payment_transaction_id, amount, booking_id)
  select payment.id, 20, bookings.id from payment, bookings where admin_notes = 'card';
  insert into coaches (name) values ('Casey');
  insert into coach_bookings (
    coach_id, customer_type, guest_name, guest_phone, cage_id, lesson_date, start_time, end_time, duration_minutes,
    coach_rate, cage_cost, status, payment_status, paid_by_hand_at, paid_by_hand_by
  )
  select coaches.id, 'guest', 'Gus', '4095550100', cages.id, '2020-11-24', '18:00', '19:00', 60, 50, 0, 'paid', 'paid',
    '2020-11-20T12:00:00Z', profiles.id
  from coaches, cages, profiles`

describe('Participants', () => {
  test('belong to every row that an older version has written', async () => {
    const database = `dugout_test_${randomBytes(6).toString('hex')}`
    await execute(server, `create database ${database}`)
    const pool = createPool(withDatabase(server, database), 1)
    onTestFinished(async () => {
      await pool.end()
      await execute(server, `drop database if exists ${database} with (force)`)
    })
    await migrateUpTo(pool, '143_people')
    await pool.query(OLD_ROWS)
    await migrate(pool)

    const { rows } = await pool.query<{ row: string; person: string | null; adults: string[] }>(`
      select label as row, person.name || case when person.user_id is null then '' else ' (account)' end as person,
        array(
          select profiles.full_name from participant_adults adult join profiles on profiles.id = adult.user_id
          where adult.participant_id = person.id
        ) as adults
      from (
        select admin_notes as label, participant_id from bookings
        union all select admin_notes, participant_id from guest_bookings
        union all select admin_notes, participant_id from coach_bookings
        union all select 'class ' || coalesce(guest_phone, 'own'), participant_id from class_registrations
        union all select 'camp', participant_id from camp_registrations
        union all select 'camp ' || guest_name, participant_id from guest_camp_registrations
        union all select 'seat', participant_id from checkout_hold_seats
      ) booked left join participants person on person.id = booked.participant_id
      order by label, person.name`)
    const robin = { person: 'Robin Batter (account)', adults: ['Robin Batter'] }
    const sam = { person: 'Sam Batter', adults: ['Robin Batter'] }
    expect(rows).toEqual([
      { row: 'booking', ...robin },
      { row: 'booking of nobody', person: null, adults: [] },
      { row: 'camp', ...robin },
      { row: 'camp Sam Batter', ...sam },
      { row: 'camp Walk In', person: 'Walk In', adults: [] },
      { row: 'camp Walk In', person: 'Walk In', adults: [] },
      { row: 'class 1', person: 'Robin Batter', adults: ['Robin Batter'] },
      { row: 'class 2', person: 'Twin', adults: [] },
      { row: 'class 2', person: 'Twin', adults: [] },
      { row: 'class own', ...robin },
      { row: 'guest by phone', person: 'Walk In', adults: [] },
      { row: 'guest of Casey', person: 'Kim Pitcher', adults: [] },
      { row: 'guest, other name', ...sam },
      { row: 'guest, same name', ...robin },
      { row: 'lesson', ...robin },
      { row: 'lesson by phone', person: 'Walk In', adults: [] },
      { row: 'seat', ...robin },
    ])
    const people = await pool.query<{ name: string; rows: number }>(`
      select name, count(*)::int as rows from participants where user_id is null group by name order by name`)
    expect(people.rows).toEqual([
      { name: 'Kim Pitcher', rows: 1 },
      { name: 'Robin Batter', rows: 1 },
      { name: 'Sam Batter', rows: 1 },
      { name: 'Twin', rows: 2 },
      // The lesson and the booking by phone are one guest.
      { name: 'Walk In', rows: 3 },
    ])
    const disabled = await pool.query(`select from pg_trigger where tgenabled = 'D'`)
    expect(disabled.rows).toEqual([])
  })
})

/** Rows of every kind: of an account, of guests with its address, of guests with an unconfirmed one, of guests without. */
const OLD_ROWS = `
  insert into profiles (id, full_name, email, email_verified) values
    ('00000000-0000-4000-8000-000000000001', 'Robin Batter', 'robin@example.test', true),
    ('00000000-0000-4000-8000-000000000002', 'Casey Pitcher', 'casey@example.test', false);
  insert into facility (name, street_address, city, state, postal_code, phone, email) values
    ('Cages', '1 Main St', 'Beaumont', 'TX', '77701', '(409) 555-0100', 'hello@cages.test');
  insert into cages (id, name, price_30_min, price_60_min, price_additional_30_min) values
    ('00000000-0000-4000-8000-000000000003', 'Cage 1', 20, 30, 15);
  insert into coaches (id, name, hourly_rate) values ('00000000-0000-4000-8000-000000000004', 'Coach', 60);
  insert into bookings (user_id, cage_id, start_time, end_time, total_cost, admin_notes)
    select account::uuid, '00000000-0000-4000-8000-000000000003', start, start + interval '1 hour', 30, note
    from (values
      ('00000000-0000-4000-8000-000000000001', '2027-01-05T22:00Z'::timestamptz, 'booking'),
      (null, '2027-01-05T23:00Z', 'booking of nobody')
    ) booked (account, start, note);
  insert into guest_bookings (guest_name, guest_email, guest_phone, admin_notes, cage_id, start_time, end_time, total_cost)
    select guest_name, email, phone, note, '00000000-0000-4000-8000-000000000003', start, start + interval '1 hour', 30
    from (values
      ('ROBIN  batter', 'Robin@Example.test', null, 'guest, same name', '2027-01-06T22:00Z'::timestamptz),
      ('Sam Batter', 'robin@example.test', null, 'guest, other name', '2027-01-06T23:00Z'),
      ('Kim Pitcher', 'casey@example.test', null, 'guest of Casey', '2027-01-07T00:00Z'),
      ('Walk In', null, '(409) 555-0101', 'guest by phone', '2027-01-07T01:00Z')
    ) booked (guest_name, email, phone, note, start);
  insert into coach_bookings (
    coach_id, cage_id, lesson_date, start_time, end_time, duration_minutes, coach_rate, cage_cost,
    customer_type, customer_id, guest_name, guest_phone, admin_notes
  ) select '00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000003', '2027-01-12', start::time,
    start::time + interval '1 hour', 60, 60, 30, kind, account::uuid, guest_name, phone, note
    from (values
      ('16:00', 'user', '00000000-0000-4000-8000-000000000001', null, null, 'lesson'),
      ('17:00', 'guest', null, 'Walk In', '(409) 555-0101', 'lesson by phone')
    ) booked (start, kind, account, guest_name, phone, note);
  insert into classes (id, name, price, max_spots, start_date, end_date) values
    ('00000000-0000-4000-8000-000000000005', 'Class', 25, 8, '2027-01-01', '2027-12-31');
  insert into class_instances (id, class_id, class_date, start_time, end_time) values
    ('00000000-0000-4000-8000-000000000006', '00000000-0000-4000-8000-000000000005', '2027-01-13', '16:00', '17:00');
  insert into class_registrations (class_instance_id, user_id, guest_name, guest_email, guest_phone)
    select '00000000-0000-4000-8000-000000000006', account::uuid, guest_name, email, phone
    from (values
      ('00000000-0000-4000-8000-000000000001', null, null, null),
      (null, 'Robin Batter', 'robin@example.test', '1'),
      (null, 'Twin', null, '2'),
      (null, 'Twin', null, '2')
    ) booked (account, guest_name, email, phone);
  insert into camps (id, name, price, start_date, end_date) values
    ('00000000-0000-4000-8000-000000000007', 'Camp', 180, '2027-07-06', '2027-07-07');
  insert into camp_registrations (camp_id, user_id) values
    ('00000000-0000-4000-8000-000000000007', '00000000-0000-4000-8000-000000000001');
  insert into guest_camp_registrations (camp_id, guest_name, guest_email) values
    ('00000000-0000-4000-8000-000000000007', 'Sam Batter', 'robin@example.test'),
    ('00000000-0000-4000-8000-000000000007', 'Walk In', null),
    ('00000000-0000-4000-8000-000000000007', 'Walk In', null);
  insert into checkout_holds (id, user_id, purpose, amount, expires_at) values (
    '00000000-0000-4000-8000-000000000008', '00000000-0000-4000-8000-000000000001', 'camp_registration', 180, '2027-01-01'
  );
  insert into checkout_hold_seats (checkout_hold_id, camp_id) values
    ('00000000-0000-4000-8000-000000000008', '00000000-0000-4000-8000-000000000007');`
