import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cageCustomer } from '../features/bookings/changeTestKit.ts'
import { refusalOf } from '../test/answers.ts'
import { group, tuesday } from '../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../test/factories.ts'
import { startTestApp, type TestApp } from '../test/testApp.ts'

let app: TestApp
let cageId: string
let customer: Person

beforeAll(async () => {
  app = await startTestApp()
  cageId = (await addCages(app.db, 1))[0] ?? ''
  customer = await addPerson(app)
})
afterAll(() => app.close())

const request = (day: string, from: string, to: string, totalAmount: number) => ({
  bookingDetails: [group(cageId, day, from, to)],
  totalAmount,
})
const book = (key: string, json: unknown, person = customer) =>
  app.request('/api/bookings', { json, cookie: person.cookie, headers: { 'idempotency-key': key } })
const countOf = async (table: 'bookings' | 'outbox') =>
  (await app.db.selectFrom(table).select('id').execute()).length

test('a hundred posts with one key make one booking, one message and one answer', async () => {
  const before = [await countOf('bookings'), await countOf('outbox')]
  const key = randomUUID()
  const json = request(tuesday(0), '16:00', '17:00', 30)
  const responses = await Promise.all(Array.from({ length: 100 }, () => book(key, json)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1)
  expect([await countOf('bookings'), await countOf('outbox')]).toEqual(before.map((count) => count + 1))
})

test('another body under the same key is refused', async () => {
  const key = randomUUID()
  expect((await book(key, request(tuesday(1), '16:00', '16:30', 20))).status).toBe(201)
  const response = await book(key, request(tuesday(1), '17:00', '17:30', 20))
  expect(await refusalOf(response)).toEqual([422, 'idempotency_key_reused'])
})

test('the same key for another id of the same operation is refused, although the body is the same', async () => {
  const mine = cageCustomer(app, customer)
  const first = await mine.book(cageId, tuesday(5), '16:00', '16:30', 20)
  const second = await mine.book(cageId, tuesday(5), '17:00', '17:30', 20)
  const options = { headers: { 'idempotency-key': randomUUID() } }
  expect((await mine.cancel(first, options)).status).toBe(200)
  expect(await refusalOf(await mine.cancel(second, options))).toEqual([422, 'idempotency_key_reused'])
  expect(await mine.seen(second)).toMatchObject({ status: 'pending payment' })
})

test('the same key for another operation on the same id is refused', async () => {
  const mine = cageCustomer(app, customer)
  const id = await mine.book(cageId, tuesday(6), '16:00', '16:30', 20)
  const headers = { 'idempotency-key': randomUUID() }
  expect((await mine.cancel(id, { headers })).status).toBe(200)
  const lesson = await app.request(`/api/me/lessons/${id}/cancel`, {
    method: 'POST',
    cookie: customer.cookie,
    headers,
  })
  expect(await refusalOf(lesson)).toEqual([422, 'idempotency_key_reused'])
})

test("another customer with the same key and body gets a separate answer, never the first customer's", async () => {
  const other = await addPerson(app)
  const key = randomUUID()
  const json = request(tuesday(2), '16:00', '16:30', 20)
  const first = await (await book(key, json)).json()
  const second = await book(key, json, other)
  expect(await refusalOf(second)).toEqual([409, 'slots_taken'])
  expect(JSON.stringify(first)).toContain('Cage 1')
})

test('a refused request frees its key, so that a retry can succeed', async () => {
  const key = randomUUID()
  const day = tuesday(3)
  expect((await book(key, request(day, '16:00', '16:30', 99))).status).toBe(409)
  expect((await book(key, request(day, '16:00', '16:30', 20))).status).toBe(201)
})

test('a key in quotes, as in the draft standard, is the same key', async () => {
  const key = randomUUID()
  const json = request(tuesday(5), '16:00', '16:30', 20)
  const answers = [await book(`"${key}"`, json), await book(key, json), await book(`"${key}"`, json)]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
})

test.each(['"only-one-quote', 'only-one-quote"', '""', '"short"', '"a""b-c-d-e-f"', `"${'k'.repeat(129)}"`])(
  'the key %s is refused',
  async (key) => {
    const response = await book(key, request(tuesday(6), '16:00', '16:30', 20))
    expect(await refusalOf(response)).toEqual([400, 'invalid_input'])
  },
)

test('a malformed key is refused before the command runs', async () => {
  const response = await book('no spaces allowed', request(tuesday(4), '16:00', '16:30', 20))
  expect(await refusalOf(response)).toEqual([400, 'invalid_input'])
})
