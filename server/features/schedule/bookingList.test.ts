import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedBooking } from '../../../shared/contract/bookings/bookingLists.ts'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'

interface Page {
  items: ListedBooking[]
  cursor: string | null
}

const HOUR = 3_600_000
// The coming full hour: what is booked starts on one.
const NOW = new Date(Math.ceil(Date.now() / HOUR) * HOUR)
const day = (ahead: number) => addDays(facilityDay(NOW, ZONE), ahead)
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR)

let app: TestApp
let desk: Person
let cages: string[]
const people: Record<string, string> = {}

beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => NOW } })
  desk = await addPerson(app, { role: 'desk', name: 'Front Desk' })
  cages = await addCages(app.db, 12)
  for (const [name, email, phone_number] of [
    ['José García', 'jose@example.test', '(409) 555-0123'],
    ['Ana Lopez', 'ana@example.test', '(281) 555-0199'],
    ['Lee Smith', 'lee@example.test', null],
  ] as const) {
    const id = randomUUID()
    await app.db.insertInto('profiles').values({ id, full_name: name, email, phone_number }).execute()
    people[name.split(' ')[1] ?? ''] = id
  }
})
afterAll(() => app.close())

const ask = (query: Record<string, string | number>) =>
  app.request(`/api/admin/bookings?${new URLSearchParams(query as Record<string, string>)}`, {
    cookie: desk.cookie,
  })
const list = (query: Record<string, string | number> = {}) => bodyOf<Page>(ask(query))

async function book(
  who: string,
  cage: number,
  hours: number,
  rest: { status?: 'paid' | 'canceled'; length?: number } = {},
) {
  const { length = 1, status = 'pending payment' as const } = rest
  const { id } = await app.db
    .insertInto('bookings')
    .values({
      user_id: people[who] ?? null,
      cage_id: cages[cage - 1] ?? '',
      start_time: at(hours),
      end_time: at(hours + length),
      total_cost: '30.00',
      status,
      admin_notes: cage % 2 ? `note ${cage}` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function lesson(
  coachName: string,
  cage: number,
  onDay: string,
  who: { customer_id: string } | { guest_name: string },
) {
  const coach = randomUUID()
  await app.db.insertInto('coaches').values({ id: coach, name: coachName }).execute()
  const customer =
    'customer_id' in who
      ? { customer_type: 'user' as const, ...who }
      : { customer_type: 'guest' as const, guest_phone: '(713) 555-0177', ...who }
  await app.db
    .insertInto('coach_bookings')
    .values({
      ...customer,
      coach_id: coach,
      cage_id: cages[cage - 1] ?? '',
      lesson_date: onDay,
      start_time: '16:00',
      end_time: '17:00',
      duration_minutes: 60,
      coach_rate: '50',
      cage_cost: '30',
    })
    .execute()
  return coach
}

const clear = async () => {
  for (const table of ['bookings', 'coach_bookings', 'class_instances'] as const) {
    await app.db.deleteFrom(table).execute()
  }
}

test('get_all_bookings_for_admin has identical bookings as one row: ids, names of the cages, summed cost and count', async () => {
  await clear()
  const first = await book('García', 1, 5)
  const second = await book('García', 10, 5)
  const third = await book('García', 2, 5, { status: 'paid' })
  const other = await book('Lopez', 3, 5)
  const longer = await book('García', 4, 5, { length: 2 })
  const { items, cursor } = await list()
  expect(cursor).toBeNull()
  const row = items.find(({ ids }) => ids.includes(first))
  expect(row).toMatchObject({
    booking_type: 'Cage Booking',
    customer_id: people.García,
    customer_name: 'José García',
    customer_email: 'jose@example.test',
    customer_phone: '(409) 555-0123',
    item_name: 'Cage 1, Cage 10',
    status: 'pending payment',
    start_time: at(5).toISOString(),
    end_time: at(6).toISOString(),
    total_cost: 60,
    booking_count: 2,
    admin_notes: 'note 1',
  })
  expect(row?.ids.toSorted()).toEqual([first, second].sort())
  expect(
    items
      .filter(({ ids }) => ids.length === 1)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([third, other, longer].sort())
})

test('Upcoming ones come first, soonest first, then past ones, latest first', async () => {
  await clear()
  for (const hours of [-30, 7, -2, 1, 48]) await book('García', 1, hours)
  const { items } = await list()
  expect(items.map(({ start_time }) => (Date.parse(start_time) - NOW.getTime()) / HOUR)).toEqual([
    1, 7, 48, -2, -30,
  ])
})

test('Every kind is listed as its own', async () => {
  await clear()
  await book('Lopez', 1, 1)
  await app.db
    .insertInto('bookings')
    .values({
      guest_name: 'Gus Guest',
      guest_phone: '(713) 555-0100',
      cage_id: cages[1] ?? '',
      start_time: at(2),
      end_time: at(3),
      total_cost: '20',
    })
    .execute()
  const coach = await lesson('Max Power', 3, day(1), { guest_name: 'Gil Guest' })
  const course = await addClass(app.db, { name: 'Hitting Lab' })
  const session = await addSession(app.db, course, day(2))
  await app.db
    .insertInto('class_instance_cages')
    .values({ class_instance_id: session, cage_id: cages[4] ?? '' })
    .execute()
  const seats = [
    { user_id: people.Lopez ?? '', status: 'paid' as const, total_cost: '25' },
    { guest_name: 'Gwen Guest', total_cost: '25' },
    { user_id: people.Smith ?? '', status: 'canceled' as const, total_cost: '25' },
  ]
  await app.db
    .insertInto('class_registrations')
    .values(seats.map((seat) => ({ class_instance_id: session, ...seat })))
    .execute()
  const { items } = await list()
  expect(
    items.map(({ kind, booking_type, customer_name, item_name, total_cost }) => [
      kind,
      booking_type,
      customer_name,
      item_name,
      total_cost,
    ]),
  ).toEqual([
    ['booking', 'Cage Booking', 'Ana Lopez', 'Cage 1', 30],
    ['guest_booking', 'Cage Booking', 'Gus Guest', 'Cage 2', 20],
    ['lesson', 'Coach Lesson', 'Gil Guest', 'Lesson with Max Power', 80],
    ['class', 'Class Session', null, 'Hitting Lab', 50],
  ])
  expect(items[2]).toMatchObject({
    customer_id: null,
    customer_phone: '(713) 555-0177',
    coach_id: coach,
    coach_name: 'Max Power',
    cage_name: 'Cage 3',
    cage_cost: 30,
  })
  expect(items[0]?.cage_cost).toBeNull()
  expect(items[3]).toMatchObject({
    id: session,
    ids: [session],
    status: 'active',
    class_id: course,
    cage_name: 'Cage 5',
  })
  expect(items[3]?.participants.map(({ full_name, status }) => [full_name, status])).toEqual([
    ['Ana Lopez', 'paid'],
    ['Gwen Guest', 'registered'],
    ['Lee Smith', 'canceled'],
  ])
})

test('What is left of a deleted account is shown as Deleted user, and found by no name', async () => {
  await clear()
  const id = randomUUID()
  await app.db
    .insertInto('profiles')
    .values({ id, full_name: 'Zed Gone', email: 'zed@example.test' })
    .execute()
  people.Gone = id
  await book('Gone', 1, 3)
  await book('Gone', 2, 3)
  expect((await list({ search_query: 'zed' })).items).toHaveLength(1)
  await app.db.deleteFrom('profiles').where('id', '=', id).execute()
  expect((await list({ search_query: 'zed' })).items).toEqual([])
  const { items } = await list()
  expect(items.map(({ customer_name, customer_id }) => [customer_name, customer_id])).toEqual([
    ['Deleted user', null],
    ['Deleted user', null],
  ])
})

describe('A search', () => {
  beforeAll(async () => {
    await clear()
    await book('García', 3, 1)
    await book('García', 1, 2)
    await book('Lopez', 3, 3)
    await book('Smith', 12, -5, { status: 'canceled' })
    await lesson('Smitty Jones', 3, day(3), { customer_id: people.García ?? '' })
    const session = await addSession(app.db, await addClass(app.db, { name: 'Pitching Élite' }), day(4))
    await app.db
      .insertInto('class_registrations')
      .values({ class_instance_id: session, user_id: people.Lopez ?? '' })
      .execute()
  })

  test.each([
    ['garcia', ['Cage 3', 'Cage 1', 'Lesson with Smitty Jones']],
    ['GARCÍA', ['Cage 3', 'Cage 1', 'Lesson with Smitty Jones']],
    ['garcia cage 3', ['Cage 3', 'Lesson with Smitty Jones']],
    ['cage 3 garci\u0301a', ['Cage 3', 'Lesson with Smitty Jones']],
    ['cage 1', ['Cage 1']],
    ['cage 3', ['Cage 3', 'Cage 3', 'Lesson with Smitty Jones']],
    ['smitty', ['Lesson with Smitty Jones']],
    ['smit', ['Lesson with Smitty Jones', 'Cage 12']],
    ['jones cage 3', ['Lesson with Smitty Jones']],
    ['lopez elite', ['Pitching Élite']],
    ['Élite', ['Pitching Élite']],
    ['ana@example', ['Cage 3', 'Pitching Élite']],
    ['(281) 555-0199', ['Cage 3', 'Pitching Élite']],
    ['5550199', ['Cage 3', 'Pitching Élite']],
    ['an', ['Cage 3', 'Pitching Élite']],
    ['l s', ['Lesson with Smitty Jones', 'Cage 12']],
    ['garcia lopez', []],
    ['zebra', []],
    ['%', []],
    ['_', []],
    ['\\', []],
    ['🥎', []],
    ['x'.repeat(100), []],
    ['שלום', []],
    ['1 2 3 4 5 6 7 8 9 10 11 12', []],
  ])('for %j finds %j', async (search_query, names) => {
    expect((await list({ search_query })).items.map(({ item_name }) => item_name)).toEqual(names)
  })

  test('together with a status finds what has both', async () => {
    const found = async (status_filter: string) =>
      (await list({ search_query: 'smith', status_filter })).items.map(({ item_name }) => item_name)
    expect(await found('canceled')).toEqual(['Cage 12'])
    expect(await found('cancelled')).toEqual(['Cage 12'])
    expect(await found('paid')).toEqual([])
    expect(await found('all')).toEqual(['Cage 12'])
  })

  test('of more than 100 characters is refused', async () => {
    expect(await refusalOf(await ask({ search_query: 'x'.repeat(101) }))).toEqual([400, 'invalid_input'])
  })
})

test('A cursor of another search, of another list, and a damaged one are refused with a sentence', async () => {
  await clear()
  for (const hours of [1, 2, 3]) await book('García', 1, hours)
  const { cursor } = await list({ page_size: 1 })
  expect(cursor).not.toBeNull()
  for (const query of [
    { cursor: `${cursor}`, search_query: 'garcia' },
    { cursor: `${cursor}`.slice(2) },
    { cursor: 'nonsense' },
    { cursor: '' },
  ]) {
    expect(await refusalOf(await ask({ page_size: 1, ...query }))).toEqual([400, 'cursor_invalid'])
  }
})
