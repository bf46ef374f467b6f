import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenTimes } from '../../../shared/contract/bookings/cages.ts'
import { addDays, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf } from '../../test/answers.ts'
import { group, tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { followEvents } from '../../test/followEvents.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

const day = tuesday()
let now = instantOf(day, '12:00', ZONE)
let app: TestApp
let other: TestApp
let cages: string[]
let customer: Person

beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => now } })
  other = await app.another()
  cages = await addCages(app.db, 2)
  customer = await addPerson(app)
})
afterAll(() => app.close())

const read = (from: TestApp = app) => bodyOf<OpenTimes>(from.request('/api/open-times'))
const book = (date: string, from: string, to: string, cage = 0) =>
  app.request('/api/bookings', {
    json: { bookingDetails: [group(cages[cage] ?? '', date, from, to)], totalAmount: 20 },
    cookie: customer.cookie,
  })

test('get-open-times counts thirty days from today and names the first free half hour', async () => {
  const { days, next_free } = await read()
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual({ date: day, open_slots: 20, free_slots: 20, first_free: '16:00' })
  expect(days.filter(({ open_slots }) => open_slots === 0)).toHaveLength(4)
  expect(next_free).toEqual({
    date: day,
    time: '16:00',
    start_time: instantOf(day, '16:00', ZONE).toISOString(),
    cages: 2,
  })
})

test('a booking through one process is counted by the other, which had the answer in memory', async () => {
  const stream = await followEvents(other, ['open-times'])
  expect((await read(other)).days[0]?.free_slots).toBe(20)
  expect((await book(day, '16:00', '16:30')).status).toBe(201)
  await stream.next('open-times')
  expect((await read(other)).days[0]).toMatchObject({ open_slots: 20, free_slots: 19, first_free: '16:00' })
  expect((await read(other)).next_free?.cages).toBe(1)
  await stream.end()
})

test('an unchanged answer is an empty 304, a changed one is sent', async () => {
  const stream = await followEvents(app, ['open-times'])
  const first = await app.request('/api/open-times')
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  const again = await app.request('/api/open-times', { headers })
  expect([again.status, await again.text()]).toEqual([304, ''])
  await book(addDays(day, 1), '18:00', '18:30')
  await stream.next('open-times')
  expect((await app.request('/api/open-times', { headers })).status).toBe(200)
  await stream.end()
})

test('time alone changes it: what has begun is gone, and tomorrow becomes today', async () => {
  now = instantOf(day, '20:15', ZONE)
  expect((await read()).days[0]).toMatchObject({ open_slots: 2, first_free: '20:30' })
  now = instantOf(day, '20:31', ZONE)
  const evening = await read()
  expect(evening.days[0]).toEqual({ date: day, open_slots: 0, free_slots: 0, first_free: null })
  expect(evening.next_free?.date).not.toBe(day)
  now = instantOf(day, '23:59', ZONE)
  expect((await read()).days[0]?.date).toBe(day)
  now = new Date(now.getTime() + 60_000)
  expect((await read()).days[0]?.date).not.toBe(day)
  now = instantOf(day, '12:00', ZONE)
})

test('a special day and a cage out of service change it', async () => {
  const stream = await followEvents(app, ['open-times'])
  await app.db
    .insertInto('special_days')
    .values({ date: day, opens: null, closes: null, reason: 'Clinic' })
    .execute()
  await stream.next('open-times')
  expect((await read()).days[0]).toEqual({ date: day, open_slots: 0, free_slots: 0, first_free: null })
  await app.db.deleteFrom('special_days').where('date', '=', day).execute()
  await app.db
    .updateTable('cages')
    .set({ is_active: false })
    .where('id', '=', cages[1] ?? '')
    .execute()
  await expect.poll(async () => (await read()).days[0]?.open_slots).toBe(10)
  await stream.end()
})
