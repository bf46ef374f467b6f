import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, scheduleOf, tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

let app: TestApp
let cages: string[]
let customer: Person
let member: Person
let weeks = 0
/** Each test has a day of its own. */
const freshDay = () => tuesday(weeks++)

beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 3)
  customer = await addPerson(app)
  member = await addPerson(app, { membership: 'active' })
})
afterAll(() => app.close())

const cage = (number: number): string => cages[number - 1] ?? ''
const book = (body: unknown, options: { cookie?: string; headers?: Record<string, string> } = {}) =>
  app.request('/api/bookings', { json: body, cookie: options.cookie ?? customer.cookie, ...options })
const bookingsOf = (person: Person) =>
  app.db.selectFrom('bookings').selectAll().where('user_id', '=', person.id).orderBy('start_time').execute()

describe('create-booking', () => {
  test('books an hour at the hour price, to be paid on arrival', async () => {
    const day = freshDay()
    const response = await book({ bookingDetails: [group(cage(1), day, '16:00', '17:00')], totalAmount: 30 })
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining('confirmed'),
      total_amount: 30,
      bookings: [{ cage_id: cage(1), cage_name: 'Cage 1', status: 'pending payment', total_cost: 30 }],
    })
    const rows = (await bookingsOf(customer)).filter(({ cage_id }) => cage_id === cage(1))
    expect(rows).toMatchObject([
      { status: 'pending payment', payment_method: 'on_arrival', total_cost: '30.00' },
    ])
  })

  test('joins touching groups into one session, so that cutting a request does not change its price', async () => {
    const day = freshDay()
    const groups = [group(cage(1), day, '16:30', '17:30'), group(cage(1), day, '16:00', '16:30')]
    const response = await book({ bookingDetails: groups, totalAmount: 45 })
    expect(response.status).toBe(201)
    expect((await bodyOf<{ bookings: unknown[] }>(response)).bookings).toHaveLength(1)
  })

  test('takes 15 % off the total for a member and stores the discount per session', async () => {
    const day = freshDay()
    const groups = [group(cage(1), day, '16:00', '17:00'), group(cage(2), day, '16:00', '16:30')]
    const response = await book({ bookingDetails: groups, totalAmount: 42.5 }, { cookie: member.cookie })
    expect(response.status).toBe(201)
    const rows = await bookingsOf(member)
    expect(rows.map(({ total_cost, discount }) => [total_cost, discount]).sort()).toEqual([
      ['17.00', '3.00'],
      ['25.50', '4.50'],
    ])
  })

  test.each(['past_due', 'unpaid', 'canceled', 'incomplete'] as const)(
    'takes nothing off while the membership is %s',
    async (status) => {
      const former = await addPerson(app)
      await app.db.insertInto('subscriptions').values({ user_id: former.id, status }).execute()
      const hour = [group(cage(1), freshDay(), '16:00', '17:00')]
      const asMember = await book({ bookingDetails: hour, totalAmount: 25.5 }, { cookie: former.cookie })
      expect(await asMember.json()).toMatchObject({ code: 'price_changed', details: { total_amount: 30 } })
      const response = await book({ bookingDetails: hour, totalAmount: 30 }, { cookie: former.cookie })
      expect(response.status).toBe(201)
    },
  )

  test('refuses a total that is not the price, says what the price is, and books nothing', async () => {
    const day = freshDay()
    const response = await book({ bookingDetails: [group(cage(1), day, '16:00', '17:00')], totalAmount: 20 })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'price_changed', details: { total_amount: 30 } })
    expect(await scheduleOf(app, day)).toEqual([])
  })

  test('names exactly the slots that someone else took, and books none of the others', async () => {
    const day = freshDay()
    await book(
      { bookingDetails: [group(cage(1), day, '17:00', '17:30')], totalAmount: 20 },
      { cookie: member.cookie },
    ).then((response) => expect(response.status).toBe(409))
    await book(
      { bookingDetails: [group(cage(1), day, '17:00', '17:30')], totalAmount: 17 },
      { cookie: member.cookie },
    )
    const groups = [group(cage(1), day, '16:00', '18:00'), group(cage(2), day, '16:00', '16:30')]
    const response = await book({ bookingDetails: groups, totalAmount: 80 })
    expect(response.status).toBe(409)
    const { startTime, endTime } = group(cage(1), day, '17:00', '17:30')
    expect(await response.json()).toMatchObject({
      code: 'slots_taken',
      details: {
        slots: [{ cage_id: cage(1), cage_name: 'Cage 1', start_time: startTime, end_time: endTime }],
      },
    })
    expect(await scheduleOf(app, day)).toHaveLength(1)
  })

  test('queues one confirmation for one booking of several sessions', async () => {
    const day = freshDay()
    const parent = await addPerson(app, { name: 'Robin <b>Rae</b>' })
    const groups = [group(cage(1), day, '16:00', '17:00'), group(cage(2), day, '18:00', '18:30')]
    await book({ bookingDetails: groups, totalAmount: 50 }, { cookie: parent.cookie })
    const messages = await app.db
      .selectFrom('outbox')
      .selectAll()
      .where('to_email', '=', parent.email)
      .execute()
    expect(messages).toMatchObject([{ template: 'booking-confirmed', to_user_id: parent.id }])
  })

  test('writes who booked into the audit log', async () => {
    const day = freshDay()
    const response = await book({ bookingDetails: [group(cage(3), day, '16:00', '16:30')], totalAmount: 20 })
    const { bookings } = await bodyOf<{ bookings: { id: string }[] }>(response)
    const entries = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', bookings[0]?.id ?? '')
      .execute()
    expect(entries).toMatchObject([{ table_name: 'bookings', action: 'INSERT', system_operation: false }])
    expect(JSON.stringify(entries)).toContain(customer.id)
  })

  test('asks a visitor to sign in, in the words of the specification', async () => {
    const response = await app.request('/api/bookings', { json: { bookingDetails: [], totalAmount: 0 } })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ message: 'You must be logged in to book.' })
  })
})

describe('create-booking refuses bad input and changes nothing', () => {
  const tuesdayHour = () => group(cage(1), tuesday(40), '16:00', '17:00')
  const at = (change: object) => ({ bookingDetails: [{ ...tuesdayHour(), ...change }], totalAmount: 30 })
  const sunday = () => {
    const { startTime, endTime } = tuesdayHour()
    const earlier = (time: string) => new Date(Date.parse(time) - 2 * 86_400_000).toISOString()
    return at({ startTime: earlier(startTime), endTime: earlier(endTime) })
  }
  const cases: [name: string, body: () => unknown, status: number, code: string][] = [
    ['no groups', () => ({ bookingDetails: [], totalAmount: 0 }), 400, 'no_slots'],
    ['no body fields', () => ({}), 400, 'invalid_input'],
    ['a list instead of an object', () => [], 400, 'invalid_input'],
    ['null', () => null, 400, 'invalid_input'],
    ['an amount as text', () => ({ ...at({}), totalAmount: '30' }), 400, 'invalid_input'],
    ['a negative amount', () => ({ ...at({}), totalAmount: -30 }), 400, 'invalid_input'],
    ['a fraction of a cent', () => ({ ...at({}), totalAmount: 30.001 }), 400, 'invalid_input'],
    ['a cage id that is no id', () => at({ cageId: "1' or true" }), 400, 'invalid_input'],
    ['a cage that does not exist', () => at({ cageId: randomUUID() }), 404, 'cage_not_found'],
    ['a time without a zone', () => at({ startTime: '2026-12-01T16:00:00' }), 400, 'invalid_input'],
    [
      'a start in the past',
      () => ({ bookingDetails: [group(cage(1), '2020-06-02', '16:00', '17:00')], totalAmount: 30 }),
      409,
      'slot_in_past',
    ],
    ['a Sunday', sunday, 409, 'facility_closed'],
    [
      'before opening',
      () => ({ bookingDetails: [group(cage(1), tuesday(40), '09:00', '10:00')], totalAmount: 30 }),
      409,
      'facility_closed',
    ],
    [
      'past closing',
      () => ({ bookingDetails: [group(cage(1), tuesday(40), '20:30', '21:30')], totalAmount: 30 }),
      409,
      'facility_closed',
    ],
    [
      'a quarter hour',
      () => ({ bookingDetails: [group(cage(1), tuesday(40), '16:15', '16:45')], totalAmount: 20 }),
      400,
      'slot_unaligned',
    ],
    [
      'an end before its start',
      () => ({ bookingDetails: [group(cage(1), tuesday(40), '17:00', '16:00')], totalAmount: 30 }),
      400,
      'slot_unaligned',
    ],
    [
      'a week in one piece',
      () => at({ endTime: group(cage(1), tuesday(41), '16:00', '17:00').endTime }),
      409,
      'facility_closed',
    ],
    [
      'ten thousand groups',
      () => ({ bookingDetails: Array(10_000).fill(tuesdayHour()), totalAmount: 30 }),
      413,
      'body_too_large',
    ],
    [
      'a thousand groups',
      () => ({ bookingDetails: Array(1_000).fill(tuesdayHour()), totalAmount: 30 }),
      400,
      'invalid_input',
    ],
    [
      'one slot twice',
      () => ({ bookingDetails: [tuesdayHour(), tuesdayHour()], totalAmount: 60 }),
      400,
      'slots_overlap_in_request',
    ],
    ['slots that do not fill the time', () => at({ slots: [tuesdayHour().startTime] }), 400, 'invalid_input'],
    [
      'beyond the booking window',
      () => ({ bookingDetails: [group(cage(1), tuesday(80), '16:00', '17:00')], totalAmount: 30 }),
      409,
      'slot_too_far_ahead',
    ],
  ]

  test.each(cases)('%s', async (_name, body, status, code) => {
    const before = await counts()
    const response = await book(body())
    expect(await refusalOf(response)).toEqual([status, code])
    expect(await counts()).toEqual(before)
  })

  test('a body that is not JSON', async () => {
    const init = { method: 'POST', cookie: customer.cookie, headers: { 'content-type': 'application/json' } }
    const response = await app.request('/api/bookings', { ...init, body: '{"bookingDetails":' })
    expect(await refusalOf(response)).toEqual([400, 'invalid_input'])
  })

  test('a form post, which a foreign page could send without asking', async () => {
    const init = { method: 'POST', cookie: customer.cookie, headers: { 'content-type': 'text/plain' } }
    const response = await app.request('/api/bookings', { ...init, body: JSON.stringify(at({})) })
    expect(response.status).toBe(415)
  })

  test.each([
    ['of another site', { origin: 'https://elsewhere.example' }],
    ['of another host of the same site', { origin: 'http://pages.localhost' }],
    ['of another port of the same host', { origin: 'http://127.0.0.1:1' }],
    ['of a same-site host that hides its origin', { 'sec-fetch-site': 'same-site' }],
    ['of an opaque origin', { origin: 'null' }],
  ])('a request from a page %s', async (_name, headers) => {
    const before = await counts()
    const response = await book(at({}), { headers })
    expect(await refusalOf(response)).toEqual([403, 'origin_refused'])
    expect(await counts()).toEqual(before)
  })
})

async function counts() {
  const tables = ['bookings', 'occupancy', 'outbox', 'audit_log', 'idempotency_keys'] as const
  return Promise.all(
    tables.map(async (table) => {
      const { count } = await app.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      return [table, count]
    }),
  )
}
