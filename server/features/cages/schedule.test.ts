import { brotliDecompressSync } from 'node:zlib'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { createPool } from '../../db/database.ts'
import type { Database } from '../../db/tables.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, scheduleOf, tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { followEvents } from '../../test/followEvents.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { readSchedule } from './queries.ts'

let app: TestApp
let other: TestApp
let cages: string[]
let customer: Person

beforeAll(async () => {
  app = await startTestApp()
  other = await app.another()
  cages = await addCages(app.db, 12)
  customer = await addPerson(app, { name: 'Secret Name' })
})
afterAll(() => app.close())

const book = (day: string, from = '16:00', to = '16:30', cage = 0) =>
  app.request('/api/bookings', {
    json: { bookingDetails: [group(cages[cage] ?? '', day, from, to)], totalAmount: 20 },
    cookie: customer.cookie,
  })
const schedule = (day: string, from = app) => scheduleOf(from, day)

test('list-cages lists cages in natural order, without those out of service', async () => {
  await app.db.updateTable('cages').set({ is_active: false }).where('name', '=', 'Cage 12').execute()
  const names = ((await (await app.request('/api/cages')).json()) as { name: string }[]).map(
    ({ name }) => name,
  )
  expect(names).toEqual(Array.from({ length: 11 }, (_, index) => `Cage ${index + 1}`))
})

test('get-facility has the hours, rates and contact that every page shows', async () => {
  const facility = await bodyOf<Facility>(app.request('/api/facility'))
  expect(facility).toMatchObject({ time_zone: 'America/Chicago', rate_line: '$20/30MIN • $30/HOUR' })
  expect(facility.opening_hours).toHaveLength(6)
  expect(facility.team_rates[0]).toEqual({
    weekly_hours: 2,
    monthly_hours: 8,
    monthly_price: 224,
    price_per_hour: 28,
  })
})

test('get-public-schedule has cage and times, and nothing about who or what takes them', async () => {
  const day = tuesday(0)
  await book(day)
  const { startTime, endTime } = group(cages[0] ?? '', day, '16:00', '16:30')
  expect(await schedule(day)).toEqual([{ cage_id: cages[0], start_time: startTime, end_time: endTime }])
})

test('an unchanged day answers an empty 304, a changed one the new schedule', async () => {
  const day = tuesday(1)
  const first = await app.request(`/api/schedule?p_date=${day}`)
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  const again = await app.request(`/api/schedule?p_date=${day}`, { headers })
  expect([again.status, await again.text()]).toEqual([304, ''])
  await book(day)
  await app.hearsAll()
  expect((await app.request(`/api/schedule?p_date=${day}`, { headers })).status).toBe(200)
})

test('a day is sent compressed to clients that accept it', async () => {
  const response = await new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
    import('node:http').then(({ get }) => {
      get(
        `${app.url}/api/schedule?p_date=${tuesday(0)}`,
        { headers: { 'accept-encoding': 'br' } },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk) => chunks.push(chunk))
          incoming.on('end', () =>
            resolve({ encoding: incoming.headers['content-encoding'], body: Buffer.concat(chunks) }),
          )
        },
      ).on('error', reject)
    })
  })
  expect(response.encoding).toBe('br')
  expect(JSON.parse(brotliDecompressSync(response.body).toString())).toHaveLength(1)
})

test('a day takes one query for any number of cages', async () => {
  const day = tuesday(2)
  for (const cage of [0, 1, 2, 3, 4, 5]) await book(day, '16:00', '16:30', cage)
  const queries: string[] = []
  const counting = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: createPool(app.databaseUrl, 1) }),
    log: ({ query }) => {
      queries.push(query.sql)
    },
  })
  const { entries } = await readSchedule(counting, { day, timeZone: 'America/Chicago', now: new Date() })
  expect(entries).toHaveLength(6)
  expect(queries).toHaveLength(1)
  await counting.destroy()
})

test.each([
  '',
  'p_date=',
  'p_date=tomorrow',
  'p_date=2026-13-01',
  'p_date=2026-02-30',
  "p_date=2026-11-24'--",
])('a day that is none is refused: %s', async (query) => {
  const response = await app.request(`/api/schedule?${query}`)
  expect(await refusalOf(response)).toEqual([400, 'invalid_input'])
})

test('a booking through one process is seen at once by another, which had the day in its cache', async () => {
  const day = tuesday(3)
  expect(await schedule(day, other)).toEqual([])
  const stream = await follow(other, day)
  await book(day)
  await stream.next(`schedule:${day}`)
  expect(await schedule(day, other)).toHaveLength(1)
  await stream.end()
})

test('a change outside the application, such as in psql, is noticed too', async () => {
  const day = tuesday(4)
  await book(day)
  expect(await schedule(day)).toHaveLength(1)
  const stream = await follow(app, day)
  const { startTime } = group('', day, '16:00', '16:30')
  await app.db
    .updateTable('bookings')
    .set({ status: 'canceled' })
    .where('start_time', '=', new Date(startTime))
    .execute()
  await stream.next(`schedule:${day}`)
  expect(await schedule(day)).toEqual([])
  await stream.end()
})

test('the stream of a day sends its topic and no personal data, and nothing for other days', async () => {
  const stream = await follow(app, tuesday(5))
  await book(tuesday(6))
  await book(tuesday(5))
  await stream.next(`schedule:${tuesday(5)}`)
  expect(stream.text()).not.toContain(tuesday(6))
  expect(stream.changed()).toEqual([`schedule:${tuesday(5)}`])
  expect(stream.text()).not.toContain('Secret')
  await stream.end()
})

test('list-upcoming-bookings has only the caller’s next three paid sessions', async () => {
  const parent = await addPerson(app)
  const rows = [1, 2, 3, 4].map((week) => ({
    user_id: parent.id,
    cage_id: cages[1] ?? '',
    start_time: new Date(group('', tuesday(week), '18:00', '18:30').startTime),
    end_time: new Date(group('', tuesday(week), '18:00', '18:30').endTime),
    status: week === 2 ? ('pending payment' as const) : ('paid' as const),
    total_cost: '20.00',
  }))
  await app.db.insertInto('bookings').values(rows).execute()
  const mine = await bodyOf<{ start_time: string }[]>(
    app.request('/api/me/bookings/upcoming', { cookie: parent.cookie }),
  )
  expect(mine.map(({ start_time }) => start_time)).toEqual(
    rows.filter(({ status }) => status === 'paid').map(({ start_time }) => start_time.toISOString()),
  )
  expect(await (await app.request('/api/me/bookings/upcoming', { cookie: customer.cookie })).json()).toEqual(
    [],
  )
  expect((await app.request('/api/me/bookings/upcoming')).status).toBe(401)
})

test('get_user_bookings_with_guest has own bookings and guest bookings with the same address, newest first', async () => {
  const parent = await addPerson(app)
  const time = (week: number) => ({
    cage_id: cages[2] ?? '',
    start_time: new Date(group('', tuesday(week), '19:00', '19:30').startTime),
    end_time: new Date(group('', tuesday(week), '19:00', '19:30').endTime),
    total_cost: '20.00',
  })
  await app.db
    .insertInto('bookings')
    .values({ ...time(1), user_id: parent.id })
    .execute()
  await app.db
    .insertInto('bookings')
    .values({ ...time(2), guest_name: 'Pat', guest_email: parent.email.toUpperCase() })
    .execute()
  const mine = await (await app.request('/api/me/bookings', { cookie: parent.cookie })).json()
  expect(mine).toMatchObject([
    { booking_type: 'guest' },
    { booking_type: 'user', cage_name: 'Cage 3', total_cost: 20 },
  ])
  expect((await app.request('/api/me/bookings')).status).toBe(401)
})

const follow = (from: TestApp, day: string) => followEvents(from, [`schedule:${day}`])
