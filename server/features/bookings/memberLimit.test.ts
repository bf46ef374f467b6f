import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { confirmPayment, openPayment, sendCard } from '../../test/cardPayment.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { cageCustomer } from './changeTestKit.ts'

const MEMBERS_HALF_HOUR = 17

let app: TestApp
let cages: string[]
let member: Person
let slots: { cage: string; day: string; from: string; to: string }[]

beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 5)
  await app.db.updateTable('facility').set({ card_payment_for_cages: true }).execute()
  // One after the other on other cages and days: none waits for the lock of another's cage.
  slots = ['16:00', '17:00', '18:00', '19:00'].flatMap((from) =>
    Array.from({ length: 8 }, (_, week) => tuesday(week)).flatMap((day) =>
      cages.map((cage) => ({ cage, day, from, to: `${from.slice(0, 2)}:30` })),
    ),
  )
})
afterAll(() => app.close())
beforeEach(async () => {
  await setLimit(null)
  member = await addPerson(app, { membership: 'active' })
})

const setLimit = (limit: number | null) =>
  app.db.updateTable('facility').set({ member_reservation_limit: limit }).execute()
const request = (count: number, total = MEMBERS_HALF_HOUR) => ({
  bookingDetails: slots.splice(0, count).map(({ cage, day, from, to }) => group(cage, day, from, to)),
  totalAmount: total * count,
})
const book = (person: Person, body: object = request(1)) =>
  app.request('/api/bookings', { json: body, cookie: person.cookie })
const active = (person: Person) =>
  app.db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', person.id)
    .where('status', '<>', 'canceled')
    .execute()

test('without a limit a member books as often as they like', async () => {
  for (let time = 0; time < 4; time += 1) expect((await book(member)).status).toBe(201)
})

test('a member at the limit is told what to do, and books again once a reservation is canceled or over', async () => {
  await setLimit(2)
  expect((await book(member, request(2))).status).toBe(201)
  const refused = await book(member)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    code: 'member_reservation_limit',
    message: expect.stringContaining('Cancel one in your account, or book again when one is over.'),
    details: { limit: 2, active: 2 },
  })
  const [first, second] = await active(member)
  expect((await cageCustomer(app, member).cancel(first?.id ?? '')).status).toBe(200)
  expect((await book(member)).status).toBe(201)
  expect(await refusalOf(await book(member))).toEqual([409, 'member_reservation_limit'])
  await app.db
    .updateTable('bookings')
    .set({ start_time: new Date('2026-01-06T22:00:00Z'), end_time: new Date('2026-01-06T22:30:00Z') })
    .where('id', '=', second?.id ?? '')
    .execute()
  expect((await book(member)).status).toBe(201)
})

test('applies to customers who book as members, and to nobody else', async () => {
  await setLimit(1)
  for (const [person, total] of [
    [await addPerson(app), 20],
    [await addPerson(app, { membership: 'past_due' }), 20],
  ] as const) {
    expect((await book(person, request(3, total))).status).toBe(201)
  }
  const trialing = await addPerson(app, { membership: 'trialing' })
  expect(await refusalOf(await book(trialing, request(2)))).toEqual([409, 'member_reservation_limit'])
})

test('50 concurrent requests book no more than allowed', async () => {
  await setLimit(3)
  const answers = await Promise.all(Array.from({ length: 50 }, () => book(member)))
  const codes = await Promise.all(
    answers.map(async (answer) => (answer.status === 201 ? '201' : (await refusalOf(answer))[1])),
  )
  expect(codes.filter((code) => code === '201')).toHaveLength(3)
  expect(codes.filter((code) => code === 'member_reservation_limit')).toHaveLength(47)
  expect(await active(member)).toHaveLength(3)
})

test('counts what is in a checkout by card, and books what was paid', async () => {
  await setLimit(1)
  const opened = await openPayment(app, member.cookie, request(1))
  expect(await refusalOf(await book(member))).toEqual([409, 'member_reservation_limit'])
  const another = app.request('/api/payments/intents', { json: request(1), cookie: member.cookie })
  expect(await refusalOf(await another)).toEqual([409, 'member_reservation_limit'])
  await sendCard(app, opened)
  expect((await confirmPayment(app, member.cookie, opened)).status).toBe('succeeded')
  expect(await active(member)).toHaveLength(1)
})

test('a booking can be moved at the limit', async () => {
  await setLimit(1)
  const { bookings } = await bodyOf<{ bookings: { id: string }[] }>(book(member))
  const [free] = request(1).bookingDetails
  const move = cageCustomer(app, member).move(bookings[0]?.id ?? '', {
    start_time: free?.startTime,
    cage_id: free?.cageId,
  })
  expect((await move).status).toBe(200)
})
