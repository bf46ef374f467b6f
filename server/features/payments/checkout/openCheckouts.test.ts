import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { group, tuesday } from '../../../test/cageTime.ts'
import { openPayment, payByCard } from '../../../test/cardPayment.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import type { TestApp } from '../../../test/testApp.ts'
import { addCoach, type TestCoach } from '../../coaches/coachTestKit.ts'
import { guestForm, lesson } from '../../lessons/lessonTestKit.ts'
import { type CardShop, startCardShop } from '../paymentTestKit.ts'

// The facility's own defaults: 3 open payments and 4 hours of cages for one new customer, 12 payments for one address.
let shop: CardShop
let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  shop = await startCardShop({ limits: true, settings: { RATE_LIMITS: 'true' } })
  app = shop.app
  coach = await addCoach(app.db)
})
afterAll(() => shop.close())

/** Another time, so that a test neither sees the holds of the one before nor is held up by its attempts. */
const passHour = () => shop.clock.passMinutes(61)
const open = (person: Person, json: unknown, headers: Record<string, string> = {}) =>
  app.request('/api/payments/intents', { json, cookie: person.cookie, headers })
let days = 0
/** So many hours from 4 PM in one cage, on a day that no other call gave. */
const hours = (count: 1 | 2 | 3 | 4 | 5) => ({
  bookingDetails: [
    group(
      shop.cages[1] ?? '',
      addDays(tuesday(Math.floor(days / 3)), days++ % 3),
      '16:00',
      `${16 + count}:00`,
    ),
  ],
  totalAmount: 30 * count,
})
const problemOf = (response: Response) => bodyOf<{ code: string; details: unknown }>(response)
const liveHolds = async () =>
  (
    await app.db
      .selectFrom('checkout_holds')
      .select('id')
      .where('status', '=', 'held')
      .where('expires_at', '>', shop.clock.now())
      .execute()
  ).length

describe('card payments that one person has open', () => {
  test('are three, when twenty are opened at once', async () => {
    passHour()
    const person = await addPerson(app)
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(person, hours(1))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused && (await problemOf(refused))).toMatchObject({
      code: 'open_checkouts_limit',
      details: { limit: 3, open: 3, counted_by: 'person' },
    })
    expect(await liveHolds()).toBe(3)
  })

  test('hold four hours of cages together, less than a whole evening', async () => {
    passHour()
    const person = await addPerson(app)
    expect(await problemOf(await open(person, hours(5)))).toMatchObject({
      code: 'checkout_hours_limit',
      details: {
        limit_minutes: 240,
        open_minutes: 0,
        requested_minutes: 300,
        phone: '(409) 555-0142',
      },
    })
    expect((await open(person, hours(3))).status).toBe(201)
    expect(await refusalOf(await open(person, hours(2)))).toEqual([409, 'checkout_hours_limit'])
    expect((await open(person, hours(1))).status).toBe(201)
    expect(await liveHolds()).toBe(2)
  })

  test('never hold more than that when twenty are opened at once', async () => {
    passHour()
    const person = await addPerson(app)
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(person, hours(2))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  })

  test('no longer count when closed, paid or over', async () => {
    passHour()
    const person = await addPerson(app)
    const [first] = [
      await openPayment(app, person.cookie, hours(1)),
      await openPayment(app, person.cookie, hours(1)),
    ]
    expect((await payByCard(app, person.cookie, hours(1))).status).toBe('succeeded')
    expect((await open(person, hours(1))).status).toBe(201)
    expect((await open(person, hours(1))).status).toBe(409)
    const { paymentIntentId: payment_intent_id, clientSecret: client_secret } = first
    await app.request('/api/payments/cancel', {
      json: { payment_intent_id, client_secret },
      cookie: person.cookie,
    })
    expect((await open(person, hours(1))).status).toBe(201)
    expect((await open(person, hours(1))).status).toBe(409)
    shop.clock.passMinutes(16)
    expect((await open(person, hours(1))).status).toBe(201)
  })

  test('are not counted again for continuing or changing the same purchase', async () => {
    passHour()
    const person = await addPerson(app)
    const wanted = hours(2)
    for (let times = 0; times < 5; times += 1) expect((await open(person, wanted)).status).toBe(201)
    const [slot] = wanted.bookingDetails
    const longer = {
      bookingDetails: [{ ...slot, startTime: wanted.bookingDetails[0]?.startTime }],
      totalAmount: 60,
    }
    expect((await open(person, longer)).status).toBe(201)
    expect(await liveHolds()).toBe(1)
  })

  test('are not limited for staff, and may hold more for returning customers', async () => {
    passHour()
    const [coachPerson, known] = [await addPerson(app, { role: 'coach' }), await addPerson(app)]
    for (let times = 0; times < 5; times += 1) expect((await open(coachPerson, hours(5))).status).toBe(201)
    await app.db
      .insertInto('bookings')
      .values({
        user_id: known.id,
        cage_id: shop.cages[2] ?? '',
        start_time: '2026-01-06T22:00:00Z',
        end_time: '2026-01-06T23:00:00Z',
        status: 'paid',
        total_cost: '30.00',
      })
      .execute()
    expect((await open(known, hours(5))).status).toBe(201)
  })
})

test('twelve are open at once from one network address, for all callers together', async () => {
  passHour()
  const people = await Promise.all(Array.from({ length: 10 }, () => addPerson(app)))
  const answers = await Promise.all(
    people.flatMap((person) => [open(person, hours(1)), open(person, hours(1))]),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(12)
  const refused = answers.find(({ status }) => status !== 201)
  expect(refused && (await problemOf(refused))).toMatchObject({
    code: 'open_checkouts_limit',
    details: { limit: 12, open: 12, counted_by: 'address' },
  })
})

test('a guest has three too, however the phone number is written and from any device', async () => {
  passHour()
  const asked = ['(409) 555-0101', '409.555.0101', '+1 409 555 0101', '4095550101'].map((phone) => ({
    ...lesson(coach.id, addDays(tuesday(30), days++ % 3), '16:00', { payment_method: 'card' }),
    ...guestForm(app, { guest_details: { name: 'Gwen', phone } }),
  }))
  const statuses = []
  for (const [index, json] of asked.entries()) {
    const start_time = `${16 + index}:00`
    statuses.push((await app.request('/api/payments/intents', { json: { ...json, start_time } })).status)
  }
  expect(statuses).toEqual([201, 201, 201, 409])
})

test('replays of an answered request do not count as attempts', async () => {
  passHour()
  const person = await addPerson(app)
  const json = hours(1)
  const headers = { 'idempotency-key': randomUUID() }
  const first = await bodyOf<{ paymentIntentId: string }>(open(person, json, headers))
  for (let times = 0; times < 31; times += 1) {
    const again = await open(person, json, headers)
    expect(again.status).toBe(201)
    expect(await again.json()).toMatchObject({ paymentIntentId: first.paymentIntentId })
  }
  expect((await open(person, hours(1))).status).toBe(201)
})
