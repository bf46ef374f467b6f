import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedFacility } from '../seed/facility.ts'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { createDb, createPool, type Db } from './database.ts'
import { addCage, addCoach } from './ledger.fixture.ts'

let database: TestDatabase
let db: Db
let cages: string[]
let coaches: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 4))
  await seedFacility(db)
  cages = await Promise.all([addCage(db), addCage(db), addCage(db)])
  coaches = await Promise.all([addCoach(db), addCoach(db)])
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Rows that the lists have too many or too few of, compared with their sources. */
async function disagreements(): Promise<unknown[]> {
  const columns = sql`source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id,
    participant_id`
  const people = sql`id, kind, fold_text(name) as name, email, phone, related`
  const due = sql`
    select id, 'account' as kind, fold_text(full_name) as name, email, phone_number as phone,
      household_names(id) as related from profiles
    union all select id, 'guest', fold_text(name), lower(email), phone_digits(phone), '' from guests_due
    union all select id, 'participant', fold_text(name), null, null, related from participants_due`
  const had = sql`
    select id, kind, name, case kind when 'guest' then lower(email) else email end,
      case kind when 'guest' then phone_digits(phone) else phone end, related
    from (select ${people} from people_index) people`
  const { rows } = await sql`
    select 'missing' as what, to_jsonb(entry) as row from (
      select ${columns} from booking_entries_due except all select ${columns} from booking_entries
    ) entry
    union all select 'extra', to_jsonb(entry) from (
      select ${columns} from booking_entries except all select ${columns} from booking_entries_due
    ) entry
    union all select 'person missing', to_jsonb(person) from ((${due}) except all (${had})) person
    union all select 'person extra', to_jsonb(person) from ((${had}) except all (${due})) person`.execute(db)
  return rows
}

/** Random events at the facility; the numbers select among the existing rows. */
type Act = (n: number, m: number) => Promise<unknown>

const any = <T>(of: readonly T[], n: number): T => of[n % of.length] as T
const hour = (n: number) => new Date(Date.UTC(2027, 0, 4, 10 + n))
const guest = (n: number) => ({
  guest_name: any(['Ana', 'Aná', 'Bo', 'Cy'], n),
  guest_email: any(['a@example.test', 'A@example.test', null], n),
  guest_phone: any(['(409) 555-0101', '409 555 0101', '(409) 555-0102'], n),
})

async function pick(table: string, n: number): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} order by id`.execute(db)
  return rows[n % Math.max(rows.length, 1)]?.id ?? null
}

const addPerson = () =>
  db
    .insertInto('profiles')
    .values({ full_name: 'Pat', email: `${randomUUID()}@example.test` })
    .execute()

const times = (n: number) => ({ start_time: hour(n), end_time: hour(n + 1) })
const wallTimes = (n: number) => ({ start_time: `${10 + (n % 8)}:00`, end_time: `${11 + (n % 8)}:00` })
const date = (n: number) => `2027-03-${String(10 + (n % 18)).padStart(2, '0')}`

const acts: Record<string, Act> = {
  join: addPerson,
  addChild: async (n, m) => {
    const { id } = await db
      .insertInto('participants')
      .values({ name: 'Mia' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const parents = new Set([await pick('profiles', n), await pick('profiles', m)])
    const ties = [...parents].flatMap((user_id) => (user_id ? { participant_id: id, user_id } : []))
    if (ties.length > 0) await db.insertInto('participant_adults').values(ties).execute()
  },
  bookForChild: (n, m) =>
    sql`insert into bookings (user_id, participant_id, cage_id, start_time, end_time, total_cost)
      select user_id, participant_id, ${any(cages, m)}, ${hour(n)}, ${hour(n + 1)}, 30
      from participant_adults order by md5(participant_id::text || ${m}), user_id limit 1`.execute(db),
  teachChild: (n, m) =>
    sql`update coach_bookings lesson set participant_id = (
        select participant_id from participant_adults where user_id = customer_id
        order by md5(participant_id::text || ${m}) limit 1
      )
      where id = ${sql`(select id from coach_bookings where customer_id is not null order by id offset ${n % 3} limit 1)`}`.execute(
      db,
    ),
  deleteChild: (n) =>
    sql`delete from participants where id = (
      select id from participants where user_id is null order by id offset ${n % 3} limit 1
    )`.execute(db),
  renameChild: (n, m) =>
    sql`update participants set name = ${any(['Noah', 'Zoë'], m)} where id = (
      select id from participants where user_id is null order by id offset ${n % 3} limit 1
    )`.execute(db),
  shareChild: (n, m) =>
    sql`insert into participant_adults (participant_id, user_id)
      select (select id from participants where user_id is null order by id offset ${n % 3} limit 1), id
      from profiles order by profiles.id offset ${m % 4} limit 1`.execute(db),
  leaveChild: (n) =>
    sql`delete from participant_adults where (participant_id, user_id) in (
      select adult.participant_id, adult.user_id from participant_adults adult
      join participants child on child.id = adult.participant_id and child.user_id is null
      order by adult.joined offset ${n % 3} limit 1
    )`.execute(db),
  book: async (n, m) =>
    db
      .insertInto('bookings')
      .values({ ...times(n), cage_id: any(cages, m), user_id: await pick('profiles', m), total_cost: '30' })
      .execute(),
  guestBook: (n, m) =>
    db
      .insertInto('bookings')
      .values({ ...times(n), ...guest(m), cage_id: any(cages, n), total_cost: '30' })
      .execute(),
  lesson: async (n, m) =>
    db
      .insertInto('coach_bookings')
      .values({
        ...wallTimes(n),
        lesson_date: date(m),
        coach_id: any(coaches, n),
        cage_id: any(cages, m),
        duration_minutes: 60,
        coach_rate: '50',
        cage_cost: '30',
        ...(n % 2
          ? { customer_type: 'guest' as const, ...guest(m) }
          : { customer_type: 'user' as const, customer_id: await pick('profiles', m) }),
      })
      .execute(),
  session: async (n, m) => {
    const id = randomUUID()
    const span = { start_date: date(m), end_date: date(m) }
    await db
      .insertInto('classes')
      .values({ id, name: 'Hitting', price: '1', max_spots: 9, ...span })
      .execute()
    const session = {
      class_id: id,
      class_date: date(m),
      ...wallTimes(n),
      coach_id: n % 2 ? any(coaches, m) : null,
    }
    await db.insertInto('class_instances').values(session).execute()
  },
  takeSeat: async (n, m) => {
    const class_instance_id = await pick('class_instances', n)
    if (!class_instance_id) return
    const who = m % 2 ? guest(m) : { user_id: await pick('profiles', m) }
    await db
      .insertInto('class_registrations')
      .values({ class_instance_id, ...who })
      .execute()
  },
  moveBooking: async (n, m) => change('bookings', n, { ...times(m), cage_id: any(cages, m) }),
  moveLesson: async (n, m) =>
    change('coach_bookings', n, { ...wallTimes(m), lesson_date: date(n), coach_id: any(coaches, m) }),
  moveSession: async (n, m) => change('class_instances', n, { ...wallTimes(m), class_date: date(m) }),
  moveSeat: async (n, m) =>
    change('class_registrations', n, { class_instance_id: await pick('class_instances', m) }),
  cancelBooking: async (n, m) => change(any(booked, m), n, { status: 'canceled' }),
  payBooking: async (n, m) => change(any(booked, m), n, { status: 'paid' }),
  cancelSession: async (n, m) => change('class_instances', n, { status: any(['active', 'canceled'], m) }),
  editGuestBooking: async (n, m) => editGuest('bookings', n, m),
  editGuestSeat: async (n, m) => editGuest('class_registrations', n, m),
  editGuestLesson: async (n, m) => editGuest('coach_bookings', n, m),
  giveToPerson: async (n, m) => change('bookings', n, { user_id: await pick('profiles', m) }),
  rename: async (n, m) =>
    change('profiles', n, { full_name: any(['José', 'Jo', 'Al'], m), phone_number: String(m) }),
  promote: async (n, m) => change('profiles', n, { role: any(['user', 'coach', 'desk'], m) }),
  deleteAccount: async (n) => remove('profiles', n),
  delete: async (n, m) => remove(any([...booked, 'class_instances'], m), n),
  moveFacility: async (_, m) =>
    sql`update facility set time_zone = ${any(['America/Chicago', 'Asia/Tokyo', 'America/Denver'], m)}`.execute(
      db,
    ),
}

const booked = ['bookings', 'coach_bookings', 'class_registrations'] as const

async function change(table: string, n: number, values: Record<string, unknown>): Promise<void> {
  const id = await pick(table, n)
  const assignments = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(assignments)} where id = ${id}`.execute(db)
}

async function editGuest(table: string, n: number, m: number): Promise<void> {
  const { guest_name, guest_email, guest_phone } = guest(m)
  const id = await pick(table, n)
  await sql`update ${sql.table(table)} set guest_name = ${guest_name}, guest_email = ${guest_email},
    guest_phone = ${guest_phone} where id = ${id} and guest_name is not null`.execute(db)
}

async function remove(table: string, n: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${await pick(table, n)}`.execute(db)
}

test('The lists hold exactly what is booked, whatever is booked, moved, canceled, edited and deleted', async () => {
  let done = 0
  const act = fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(40), fc.nat(40))
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 40 }), async (plan) => {
      for (const [name, n, m] of plan) {
        // An event that a constraint refuses, such as a cage that is taken, changes nothing.
        done += await (acts[name]?.(n, m) ?? Promise.reject()).then(
          () => 1,
          (error: { code?: string }) => {
            if (!error.code?.startsWith('23')) throw error
            return 0
          },
        )
      }
      expect(await disagreements()).toEqual([])
    }),
    { numRuns: 25 },
  )
  const { rows } = await sql<{
    kinds: number
  }>`select count(distinct kind)::integer as kinds from booking_entries`.execute(db)
  expect([done > 150, rows[0]?.kinds]).toEqual([true, 4])
}, 60_000)

test('A guest who books while the same guest’s last booking is deleted stays in the index', async () => {
  const add = (at: number) => ({ ...times(at), ...guest(2), cage_id: any(cages, 0), total_cost: '30' })
  await sql`delete from bookings where guest_name is not null`.execute(db)
  await sql`delete from coach_bookings where guest_name is not null`.execute(db)
  await sql`delete from class_registrations where guest_name is not null`.execute(db)
  for (let round = 0; round < 10; round += 1) {
    await db
      .insertInto('bookings')
      .values(add(1_000 + round))
      .execute()
    await Promise.all([
      db
        .deleteFrom('bookings')
        .where('start_time', '=', hour(1_000 + round))
        .execute(),
      db
        .insertInto('bookings')
        .values(add(2_000 + round))
        .execute(),
    ])
    expect(await disagreements()).toEqual([])
    await db.deleteFrom('bookings').where('guest_name', 'is not', null).execute()
  }
  expect(await db.selectFrom('people_index').select('id').where('kind', '=', 'guest').execute()).toEqual([])
})
