import type pg from 'pg'
import { createDb, createPool } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { noLimits } from '../server/features/facility/limits.ts'
import { seedFacility } from '../server/seed/facility.ts'

/** People of the dormant club, who booked nothing for two and a half years. */
const DORMANT = 10_000

const FILLED = [
  'profiles',
  'participants',
  'participant_adults',
  'cages',
  'coaches',
  'classes',
  'class_instances',
  'class_registrations',
  'bookings',
  'coach_bookings',
  'payment_transactions',
  'people_index',
  'booking_entries',
]

/**
 * Fills an empty database with people, their children, and bookings of every kind over five years, half a year of them to
 * come. Few people book much, many book little. The lists' own tables are filled from the views that say what is due.
 */
export async function fillLists(url: string, rows: { people: number; bookings: number }): Promise<void> {
  const pool = createPool(url, 1)
  await migrate(pool)
  const db = createDb(pool)
  await seedFacility(db)
  await db.updateTable('facility').set(noLimits).execute()
  // Without the ledger, the audit log and the notifications, which the lists do not read. The rows are made up, so that a
  // crash may lose them.
  await pool.query('set synchronous_commit = off')
  for (const table of FILLED) await pool.query(`alter table ${table} disable trigger all`)
  await withoutIndexes(pool, ['people_index', 'booking_entries', 'payment_transactions'], async () => {
    await fill(pool, rows)
    await fillIndex(pool)
  })
  for (const table of FILLED) await pool.query(`alter table ${table} enable trigger all`)
  await pool.query('analyze')
  await pool.query('select close_figures()')
  await pool.query('vacuum analyze')
  await db.destroy()
}

/** Builds the indexes of these tables after the rows, which is many times faster. */
export async function withoutIndexes(
  pool: pg.Pool,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
    where tablename = any ($1) and not exists (select from pg_constraint where conname = indexname)`,
    [tables],
  )
  for (const { name } of rows) await pool.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await pool.query(definition)
}

async function fillIndex(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into people_index (id, kind, name, email, phone, role, created_at, related)
    select id, 'account', full_name, email, phone_number, role, created_at, coalesce(names, '')
    from profiles left join (
      select adult.user_id, string_agg(participant.name, ' ' order by participant.name, participant.id) as names
      from participant_adults adult join participants participant on participant.id = adult.participant_id
      where participant.user_id is null group by adult.user_id
    ) household on household.user_id = profiles.id`)
  await pool.query(`insert into people_index (id, kind, name, email, phone)
    select id, 'guest', name, email, phone from guests_due`)
  await pool.query(`insert into people_index (id, kind, name, related)
    select id, 'participant', name, related from participants_due`)
  await pool.query(`
    insert into booking_entries (
      source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id, participant_id
    )
    select source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id, participant_id
    from booking_entries_due order by starts_at`)
}

async function fill(
  pool: pg.Pool,
  { people, bookings }: { people: number; bookings: number },
): Promise<void> {
  const share = (part: number) => Math.round(bookings * part)
  await pool.query('select setseed(0.4)')
  await pool.query(`create function pg_temp.pick(names text[], n integer) returns text
    language sql immutable return names[1 + n % array_length(names, 1)]`)
  const name = (n: string) => `pg_temp.pick('{${FIRST}}', ${n}) || ' ' || pg_temp.pick('{${LAST}}', ${n} / 7)`
  const phone = (n: string) =>
    `format('(%s) 555-%s', 200 + ${n} % 790, lpad((${n} * 7919 % 10000)::text, 4, '0'))`
  // Half hours from four and a half years ago to half a year ahead.
  const start = `date_trunc('day', now()) - interval '1643 days' + interval '1 day' * floor(random() * 1825)
    + interval '15 hours' + interval '30 minutes' * floor(random() * 20)`
  const status = `pg_temp.pick('{paid,paid,paid,paid,pending payment,canceled}', floor(random() * 6)::integer)`

  await pool.query(`
    insert into profiles (full_name, email, phone_number, created_at)
    select ${name('n')}, 'player' || n || '@' || pg_temp.pick('{gmail.com,yahoo.com,outlook.com,example.test}', n),
      ${phone('n')}, now() - n * interval '7 minutes'
    from generate_series(1, ${people - DORMANT}) n
    union all
    select 'Dormant Member', 'dormant' || n || '@oldclub.test', null, now() - interval '1500 days'
    from generate_series(1, ${DORMANT}) n`)
  await pool.query(`create temp table customers as
    select id, row_number() over (order by md5(email))::integer as n, email like 'dormant%' as dormant from profiles`)
  await pool.query('create unique index on pg_temp.customers (dormant, n)')
  await pool.query(`create temp table awake as
    select id, row_number() over ()::integer as n from pg_temp.customers where not dormant`)
  await pool.query('create unique index on pg_temp.awake (n)')
  // Every account takes part, and a child of every fourth.
  await pool.query(
    `insert into participants (id, user_id, name) select md5(id::text)::uuid, id, full_name from profiles`,
  )
  await pool.query(`insert into participants (id, name)
    select md5('child' || id)::uuid,
      pg_temp.pick('{${CHILDREN}}', n) || ' ' || pg_temp.pick('{${LAST}}', n / 11) from pg_temp.awake where n % 4 = 0`)
  await pool.query(`insert into participant_adults (participant_id, user_id)
    select md5(id::text)::uuid, id from profiles
    union all select md5('child' || id)::uuid, id from pg_temp.awake where n % 4 = 0`)
  await pool.query('analyze participants, participant_adults')
  await pool.query(`insert into cages (name, price_30_min, price_60_min, price_additional_30_min)
    select 'Cage ' || n, 20, 30, 15 from generate_series(1, 30) n`)
  await pool.query(`insert into coaches (name) select ${name('n * 31')} from generate_series(1, 25) n`)
  await pool.query(`insert into classes (name, price, max_spots, start_date, end_date)
    select pg_temp.pick('{Hitting Lab,Pitching Élite,Fielding Basics,Catching Camp,Slap School}', n) || ' ' || n,
      25, 10, '2020-01-01', '2030-01-01' from generate_series(1, 100) n`)
  await pool.query('create temp table cage as select id, row_number() over ()::integer as n from cages')
  await pool.query('create temp table coach as select id, row_number() over ()::integer as n from coaches')
  await pool.query('create temp table class as select id, row_number() over ()::integer as n from classes')
  // The cube of a random number: a few people have most of the bookings.
  const drawn = (count: number) => `(
    select n, ${start} as starts, 1 + floor(random() ^ 3 * ${people - DORMANT})::integer as who,
      1 + floor(random() * 30)::integer as cage, 1 + floor(random() * 25)::integer as coach, ${status} as status
    from generate_series(1, ${count}) n order by starts
  ) drawn`
  await pool.query(`
    insert into bookings (user_id, participant_id, cage_id, start_time, end_time, status, total_cost, created_at)
    select awake.id, md5(case when awake.n % 4 = 0 and drawn.n % 2 = 0 then 'child' else '' end || awake.id)::uuid, cage.id, starts, starts + interval '1 hour', drawn.status, 30, starts - interval '3 days'
    from ${drawn(share(0.62))} join pg_temp.awake on awake.n = who join pg_temp.cage on cage.n = drawn.cage`)
  // The dormant members' bookings: long ago.
  await pool.query(`
    insert into bookings (user_id, participant_id, cage_id, start_time, end_time, status, total_cost)
    select customers.id, md5(customers.id::text)::uuid, cage.id, at, at + interval '1 hour', 'paid', 30
    from (
      select row_number() over ()::integer as n, id,
        date_trunc('day', now()) - interval '1000 days' - interval '1 day' * floor(random() * 500) + interval '17 hours' as at
      from pg_temp.customers where dormant limit ${share(0.03)}
    ) customers join pg_temp.cage on cage.n = 1 + customers.n % 30`)
  await pool.query(`
    insert into bookings (guest_name, guest_phone, cage_id, start_time, end_time, status, total_cost)
    select ${name('(drawn.who / 3)')}, ${phone('(drawn.who / 3)')}, cage.id, starts, starts + interval '1 hour', drawn.status, 30
    from ${drawn(share(0.15))} join pg_temp.cage on cage.n = drawn.cage`)
  await pool.query(`
    insert into coach_bookings (
      coach_id, cage_id, customer_type, customer_id, participant_id, lesson_date, start_time, end_time, duration_minutes, coach_rate,
      cage_cost, status
    )
    select coach.id, cage.id, 'user', awake.id, md5(awake.id::text)::uuid, starts::date, starts::time, starts::time + interval '1 hour', 60, 50, 30,
      drawn.status
    from ${drawn(share(0.12))} join pg_temp.awake on awake.n = who join pg_temp.cage on cage.n = drawn.cage
    join pg_temp.coach on coach.n = drawn.coach where starts::time < '22:30'`)
  await pool.query(`
    insert into class_instances (class_id, coach_id, class_date, start_time, end_time)
    select class.id, coach.id, starts::date, starts::time, starts::time + interval '1 hour'
    from ${drawn(share(0.01))} join pg_temp.class on class.n = 1 + drawn.n % 100 join pg_temp.coach on coach.n = drawn.coach
    where starts::time < '22:30'
    on conflict do nothing`)
  await pool.query(`
    insert into class_registrations (class_instance_id, user_id, participant_id, status, total_cost)
    select session.id, awake.id, md5(awake.id::text)::uuid, 'registered', 25
    from (select id, row_number() over () as n from class_instances) session
    cross join generate_series(1, 7) seat
    join pg_temp.awake on awake.n = 1 + (session.n * 7 + seat) % 5000`)
  await pool.query(`
    insert into payment_transactions (user_id, customer_name, customer_email, payment_type, description, total_amount,
      status, created_at)
    select awake.id, 'Pat Example', 'pat@example.test', 'cage_booking', 'Cage booking', 30, 'completed', starts
    from ${drawn(share(0.4))} join pg_temp.awake on awake.n = who`)
}

const CHILDREN = 'Noah,Wren,Kai,Maya,Theo,Zuri,Axel,Ivy,Milo,Rory,Finn'
const FIRST =
  'José,Maria,Ana,Lee,Sam,Chris,Pat,Dana,Óscar,Inés,Mark,Anna,Zoë,Luke,Grace,Omar,Nina,Paul,Rosa,Ben,Mia,Noah,Liam,Emma,Ava,Jack,Ella,Owen,Ruth,Carl'
const LAST =
  'García,Smith,Jones,Lopez,Nguyen,Müller,Brown,Davis,Martinez,Wilson,Anderson,Thomas,Taylor,Moore,Jackson,White,Harris,Clark,Lewis,Young,Walker,Hall,Allen,King,Wright,Scott,Hill,Green,Adams,Baker,Nelson,Carter,Ramirez,Roberts,Turner,Phillips,Campbell,Parker,Evans,Edwards,Collins,Stewart,Sánchez,Morris,Rogers,Reed,Cook,Morgan,Bell,Murphy'
