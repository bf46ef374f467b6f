// @module-tag slow

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { standingClock } from '../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { customerWrites, writesBy } from './customerWrites.ts'

const { most, uncounted } = customerWrites

const clock = standingClock(new Date().toISOString())
let app: TestApp
let other: TestApp
let cage: string
let customer: Person
beforeAll(async () => {
  app = await startTestApp({ clock, settings: { RATE_LIMITS: 'true' } })
  other = await app.another()
  ;[cage = ''] = await addCages(app.db, 1)
})
afterAll(() => app.close())
beforeEach(async () => {
  customer = await addPerson(app)
})

/** A write that finds nothing to change. */
const write = (by: Person, through = app) =>
  through.request(`/api/me/bookings/${randomUUID()}/cancel`, { json: {}, cookie: by.cookie })
async function writes(times: number, by: Person, through = app): Promise<number[]> {
  const found: number[] = []
  while (found.length < times) {
    const burst = Array.from({ length: Math.min(20, times - found.length) }, () => write(by, through))
    for (const { status } of await Promise.all(burst)) found.push(status)
  }
  return found
}
const reads = async (times: number, by: Person) => {
  const read = () => app.request('/api/me/bookings/upcoming', { cookie: by.cookie })
  return (await Promise.all(Array.from({ length: times }, read))).map(({ status }) => status)
}
const counted = () => app.db.selectFrom('auth_rate_limits').select(['key', 'count']).execute()
/** Counts writes of a customer without sending them, which is quicker. */
const count = (times: number, by: Person) =>
  Promise.all(Array.from({ length: times }, () => app.context.limits.take(writesBy(by.id))))
/** As if the customer had sent all writes that are let through but the last ones. */
async function spendAllBut(left: number, by: Person): Promise<void> {
  const before = (await counted()).map(({ key }) => key)
  await count(uncounted + 1, by)
  const { numUpdatedRows } = await app.db
    .updateTable('auth_rate_limits')
    .set({ count: most - uncounted - left })
    .where('key', 'not in', before.concat(''))
    .executeTakeFirstOrThrow()
  expect(numUpdatedRows).toBe(1n)
}
const answered = (times: number, status: number) => Array.from({ length: times }, () => status)

test('a script is stopped after 1 000 writes in ten minutes, whatever they are, and goes on when they are over', async () => {
  await spendAllBut(40, customer)
  expect(await writes(40, customer)).toEqual(answered(40, 404))
  const stopped = await app.request('/api/bookings', {
    json: { bookingDetails: [group(cage, tuesday(), '16:00', '16:30')], totalAmount: 20 },
    cookie: customer.cookie,
  })
  expect(stopped.status).toBe(429)
  expect(stopped.headers.get('retry-after')).toBe('600')
  expect(await bodyOf(stopped)).toMatchObject({
    code: 'too_many_requests',
    message: 'Too many attempts. Please wait a moment and try again.',
    details: { retry_after_seconds: 600 },
  })
  expect(await app.db.selectFrom('bookings').select('id').execute()).toEqual([])
  // What visitors may do too counts by the account of who is signed in.
  const open = { json: { access_token: 'a-guess' }, cookie: customer.cookie }
  expect((await app.request('/api/recovery/verify', open)).status).toBe(429)
  clock.advance(4)
  expect((await write(customer)).headers.get('retry-after')).toBe('360')
  clock.advance(6)
  expect((await write(customer)).status).toBe(404)
})

test('all instances count together what is beyond the first of each', async () => {
  await spendAllBut(0, customer)
  expect(await writes(uncounted, customer, other)).toEqual(answered(uncounted, 404))
  for (const through of [app, other]) expect((await write(customer, through)).status).toBe(429)
})

test('neither another customer nor the staff is stopped, and reading goes on', async () => {
  const [neighbor, desk] = [await addPerson(app), await addPerson(app, { role: 'desk' })]
  await spendAllBut(0, customer)
  expect((await write(customer)).status).toBe(429)
  expect((await write(neighbor)).status).toBe(404)
  expect(await writes(uncounted + 20, desk)).toEqual(answered(uncounted + 20, 404))
  expect(await reads(20, customer)).toEqual(answered(20, 200))
})

test('reading is not counted', async () => {
  const before = await counted()
  for (let round = 0; round < (uncounted + 20) / 20; round++)
    expect(await reads(20, customer)).toEqual(answered(20, 200))
  await count(uncounted, customer)
  expect(await counted()).toEqual(before)
})

test('the writes of people cost no query; what is not valid is not counted', async () => {
  const before = await counted()
  expect(await writes(uncounted, customer)).toEqual(answered(uncounted, 404))
  expect(await counted()).toEqual(before)
  for (let round = 0; round < 20; round++)
    await app.request('/api/bookings', { json: { bookingDetails: 'x' }, cookie: customer.cookie })
  expect(await counted()).toEqual(before)
  await writes(2, customer)
  expect((await counted()).map(({ count }) => count)).toContain(2)
})

test('a repeat of what was answered is let through, and nothing new under its key', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const book = (hour: string, to: string) =>
    app.request('/api/bookings', {
      json: { bookingDetails: [group(cage, tuesday(2), hour, to)], totalAmount: 20 },
      cookie: customer.cookie,
      headers,
    })
  const first = await book('16:00', '16:30')
  expect(first.status).toBe(201)
  await spendAllBut(0, customer)
  expect((await write(customer)).status).toBe(429)
  const again = await book('16:00', '16:30')
  expect(again.status).toBe(201)
  expect(await bodyOf(again)).toEqual(await bodyOf(first))
  expect(await refusalOf(await book('17:00', '17:30'))).toEqual([422, 'idempotency_key_reused'])
})
