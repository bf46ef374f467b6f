import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  ListedBooking,
  ScheduleEntry,
  ScheduleNote,
} from '../../../shared/contract/bookings/bookingLists.ts'
import { addDays, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp } from '../camps/campTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'

let app: TestApp
let desk: Person
let cages: string[]
const customer = randomUUID()
const day = tuesday(1)

beforeAll(async () => {
  app = await startTestApp()
  desk = await addPerson(app, { role: 'desk' })
  cages = await addCages(app.db, 6)
  await app.db
    .insertInto('profiles')
    .values({
      id: customer,
      full_name: 'Ana López',
      email: 'ana@example.test',
      phone_number: '(409) 555-0123',
    })
    .execute()
  await book(0, day, '16:00')
  await book(1, day, '16:00', 'paid')
  await book(2, day, '17:00', 'canceled')
  await book(3, day, '00:00')
  await book(4, day, '23:30')
  await book(5, addDays(day, 1), '16:00')
  const session = await addSession(app.db, await addClass(app.db), day, { from: '18:00', to: '19:00' })
  await app.db
    .insertInto('class_instance_cages')
    .values({ class_instance_id: session, cage_id: cages[0] ?? '' })
    .execute()
  for (const status of ['paid', 'registered', 'canceled'] as const) {
    const seat = { class_instance_id: session, guest_name: `Gwen ${status}`, status }
    await app.db.insertInto('class_registrations').values(seat).execute()
  }
  await addSession(app.db, await addClass(app.db), day, { from: '20:00', to: '21:00', status: 'canceled' })
})
afterAll(() => app.close())

async function book(
  cage: number,
  on: string,
  from: string,
  status: 'pending payment' | 'paid' | 'canceled' = 'pending payment',
) {
  const start = instantOf(on, from, ZONE)
  const values = { user_id: customer, cage_id: cages[cage] ?? '', status, total_cost: '20' }
  const times = { start_time: start, end_time: new Date(start.getTime() + 30 * 60_000) }
  await app.db
    .insertInto('bookings')
    .values({ ...values, ...times })
    .execute()
}

const ask = (path: string, query: Record<string, string>) =>
  app.request(`/api/admin/${path}?${new URLSearchParams(query)}`, { cookie: desk.cookie })

test('get_daily_schedule_for_admin_v2 has all of a day in order of time, each booking in its cage, and nothing that is canceled', async () => {
  const rows = await bodyOf<ListedBooking[]>(ask('schedule', { schedule_date: day }))
  expect(
    rows.map(({ item_name, cages: taken, booking_count }) => [
      item_name,
      taken.map(({ name }) => name),
      booking_count,
    ]),
  ).toEqual([
    ['Cage 4', ['Cage 4'], 1],
    ['Cage 1', ['Cage 1'], 1],
    ['Cage 2', ['Cage 2'], 1],
    ['Hitting Basics', ['Cage 1'], 1],
    ['Cage 5', ['Cage 5'], 1],
  ])
  expect(rows[3]?.participants.map(({ full_name }) => full_name)).toEqual(['Gwen paid', 'Gwen registered'])
})

interface Day {
  date: string
  total: number
  paid: number
  pending: number
  bookings: ScheduleEntry[]
  notes: ScheduleNote[]
}

test('list-schedule-days has the counts and the bookings of each day', async () => {
  const days = await bodyOf<Day[]>(
    ask('schedule/days', { start_date: addDays(day, -1), end_date: addDays(day, 1) }),
  )
  expect(days.map(({ bookings, notes: _, ...rest }) => [rest, bookings.length])).toEqual([
    [{ date: addDays(day, -1), total: 0, paid: 0, pending: 0 }, 0],
    [{ date: day, total: 5, paid: 1, pending: 3 }, 5],
    [{ date: addDays(day, 1), total: 1, paid: 0, pending: 1 }, 1],
  ])
  expect(days[1]?.bookings.find(({ kind }) => kind === 'class')?.participant_count).toBe(2)
  expect(days[1]?.bookings.every(({ freed_from }) => freed_from === null)).toBe(true)
})

test('Camps and closures stand on each day that they touch, whatever is searched for, and count as no booking', async () => {
  const at = (on: string, time: string) => instantOf(on, time, ZONE)
  const free = addDays(day, 7)
  const camp = await addCamp(app.db, {
    name: 'Fall Camp',
    timeslots: [{ date: free, start_time: '19:00', end_time: '21:00' }],
  })
  const slot = await app.db
    .selectFrom('camp_timeslots')
    .select('id')
    .where('camp_id', '=', camp.id)
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('camp_timeslot_cages')
    .values(cages.slice(0, 3).map((cage_id) => ({ camp_timeslot_id: slot.id, cage_id })))
    .execute()
  const { id: closure_id } = await app.db
    .insertInto('closures')
    .values({ reason: 'New nets', start_time: at(free, '16:00'), end_time: at(addDays(free, 1), '12:00') })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('closure_cages')
    .values({ closure_id, cage_id: cages[5] ?? '' })
    .execute()

  const range = { start_date: addDays(free, -1), end_date: addDays(free, 2), search_query: 'nobody' }
  const days = await bodyOf<Day[]>(ask('schedule/days', range))
  expect(days.map(({ total }) => total)).toEqual([0, 0, 0, 0])
  expect(
    days.map(({ notes }) => notes.map(({ kind, title, cage_count }) => [kind, title, cage_count])),
  ).toEqual([
    [],
    [
      ['closure', 'New nets', 1],
      ['camp', 'Fall Camp', 3],
    ],
    [['closure', 'New nets', 1]],
    [],
  ])
  expect(days[1]?.notes[1]?.start_time).toBe(at(free, '19:00').toISOString())
})

test('A month has the first bookings of each day, and counts all', async () => {
  const days = await bodyOf<Day[]>(
    ask('schedule/days', { start_date: day, end_date: addDays(day, 41), per_day: '2' }),
  )
  expect(days).toHaveLength(42)
  expect([
    days[0]?.total,
    days[0]?.bookings.map(({ item_name }) => item_name)[0],
    days[0]?.bookings.length,
  ]).toEqual([5, 'Cage 4', 2])
})

test.each([
  [{ status_filter: 'paid' }, 1, ['Cage 2']],
  [{ status_filter: 'pending payment', search_query: 'cage 5' }, 1, ['Cage 5']],
  [{ search_query: 'lopez' }, 4, ['Cage 4', 'Cage 1', 'Cage 2', 'Cage 5']],
  [{ search_query: 'lopez 555-0123 cage 1' }, 1, ['Cage 1']],
  [{ search_query: 'gwen' }, 1, ['Hitting Basics']],
  [{ search_query: 'gwen canceled' }, 0, []],
  [{ search_query: 'hitting' }, 1, ['Hitting Basics']],
  [{ search_query: '%' }, 0, []],
])('list-schedule-days finds by %j %i of a day', async (query, total, names) => {
  const [found] = await bodyOf<Day[]>(ask('schedule/days', { start_date: day, end_date: day, ...query }))
  expect([found?.total, found?.bookings.map(({ item_name }) => item_name)]).toEqual([total, names])
})

test.each([
  [{ start_date: day, end_date: day, status_filter: 'canceled' }],
  [{ start_date: day, end_date: addDays(day, 7) }],
  [{ start_date: day, end_date: addDays(day, 42), per_day: '3' }],
  [{ start_date: day, end_date: addDays(day, -1) }],
  [{ start_date: day, end_date: '2026-02-30' }],
])(
  'More days than may be asked for, none, days that do not exist and other statuses are refused: %j',
  async (query) => {
    expect(await refusalOf(await ask('schedule/days', query))).toEqual([400, 'invalid_input'])
  },
)
