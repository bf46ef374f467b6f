import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '../../../shared/contract/errors.ts'
import { addDays, instantOf } from '../../../shared/domain/time/time.ts'
import { disagreements } from '../../db/ledger.fixture.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, scheduleOf, tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { standingClock } from '../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { type ChangeAnswer, cageCustomer, payFor } from './changeTestKit.ts'

const clock = standingClock('2026-11-21T18:00:00Z')
const now = clock.now()
let app: TestApp
let other: TestApp
let cages: string[]
let customer: Person
let stranger: Person
let weeks = 0
/** Each test has a day of its own. */
const freshDay = () => tuesday(weeks++, now)

beforeAll(async () => {
  app = await startTestApp({ clock })
  other = await app.another()
  cages = await addCages(app.db, 3)
  await app.db
    .updateTable('cages')
    .set({ price_60_min: '40.00' })
    .where('id', '=', cages[2] ?? '')
    .execute()
  customer = await addPerson(app, { name: 'Pat Parent' })
  stranger = await addPerson(app)
})
afterAll(() => app.close())

const cage = (number: number): string => cages[number - 1] ?? ''
const as = (person: Person) => cageCustomer(app, person)
const at = (day: string, time: string) => ({ start_time: instantOf(day, time, ZONE).toISOString() })
const rowOf = (id: string) =>
  app.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const refundsOf = (id: string) =>
  app.db
    .selectFrom('payment_refunds')
    .innerJoin('payment_items', 'payment_items.id', 'payment_refunds.payment_item_id')
    .select(['payment_refunds.amount', 'reason'])
    .where('booking_id', '=', id)
    .execute()

describe('move-booking', () => {
  test('moves to another day and cage, keeps length and rule, frees the old time and says so once', async () => {
    const [from, to] = [freshDay(), freshDay()]
    const id = await as(customer).book(cage(1), from, '16:00', '17:30', 45)
    await app.db.updateTable('facility').set({ cancellation_cutoff_hours: 48 }).execute()
    const response = await as(customer).move(id, { ...at(to, '18:00'), cage_id: cage(2) })
    await app.db.updateTable('facility').set({ cancellation_cutoff_hours: 24 }).execute()
    expect(response.status).toBe(200)
    const target = group(cage(2), to, '18:00', '19:30')
    expect(await bodyOf<ChangeAnswer>(response)).toMatchObject({
      message: expect.stringMatching(/^Your booking is moved: Cage 2, Tue, \w+ \d+, 6:00 PM\.$/),
      booking: {
        id,
        cage_name: 'Cage 2',
        start_time: target.startTime,
        end_time: target.endTime,
        total_cost: 45,
        change: { allowed: true, until: instantOf(addDays(to, -1), '18:00', ZONE).toISOString() },
      },
      refund_amount: 0,
    })
    expect(await rowOf(id)).toMatchObject({
      revision: 1,
      cancellation_cutoff_hours: 24,
      status: 'pending payment',
    })
    expect(await scheduleOf(app, from)).toEqual([])
    expect(await scheduleOf(app, to)).toEqual([
      { cage_id: cage(2), start_time: target.startTime, end_time: target.endTime },
    ])
    const messages = await app.db
      .selectFrom('outbox')
      .selectAll()
      .where('dedupe_key', '=', `booking-changed:${id}:1`)
      .execute()
    expect(messages).toMatchObject([
      {
        template: 'booking-changed',
        to_email: customer.email,
        data: {
          // Who did it is not asked whether it suits them.
          ...{ heading: expect.stringMatching(/^You moved it, \w+\.$/), question: '' },
          cage_name: 'Cage 2',
          time: '6:00–7:30 PM',
          previous: expect.stringMatching(/^Cage 1, Tue, .*, 4:00–5:30 PM$/),
        },
      },
    ])
    const audit = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', id)
      .where('action', '=', 'UPDATE')
      .execute()
    expect(audit).toMatchObject([{ user_id: customer.id, new_values: { cage_id: cage(2) } }])
  })

  test('by half an hour its own time does not stand in the way', async () => {
    const day = freshDay()
    const id = await as(customer).book(cage(1), day, '16:00', '17:00', 30)
    expect((await as(customer).move(id, at(day, '16:30'))).status).toBe(200)
    expect(await scheduleOf(app, day)).toHaveLength(1)
  })

  test('is judged by the start that is given up: into the last hours one may, out of them one may not', async () => {
    await app.db.updateTable('facility').set({ cancellation_cutoff_hours: 300 }).execute()
    const [near, far] = [tuesday(0, now), tuesday(50, now)]
    const id = await as(customer).book(cage(3), far, '16:00', '17:00', 40)
    expect((await as(customer).move(id, at(near, '16:00'))).status).toBe(200)
    await app.db.updateTable('facility').set({ cancellation_cutoff_hours: 24 }).execute()
    expect((await as(customer).seen(id))?.change).toMatchObject({
      allowed: false,
      reason: 'change_too_late',
    })
    expect(await refusalOf(await as(customer).move(id, at(far, '16:00')))).toEqual([409, 'change_too_late'])
    expect(await refusalOf(await as(customer).cancel(id))).toEqual([409, 'change_too_late'])
  })

  test.each([
    [
      'unaligned',
      (day: string) => ({ start_time: instantOf(day, '16:10', ZONE).toISOString() }),
      400,
      'slot_unaligned',
    ],
    ['before opening', (day: string) => at(day, '15:30'), 409, 'facility_closed'],
    ['that would end after closing', (day: string) => at(day, '20:30'), 409, 'facility_closed'],
    ['on a Sunday', (day: string) => at(addDays(day, 5), '16:00'), 409, 'facility_closed'],
    ['in the past', () => at('2026-11-20', '16:00'), 409, 'slot_in_past'],
    ['beyond the booking window', (day: string) => at(addDays(day, 700), '16:00'), 409, 'slot_too_far_ahead'],
    ['that it has', (day: string) => at(day, '16:00'), 400, 'move_changes_nothing'],
    [
      'in a cage that is none',
      (day: string) => ({ ...at(day, '18:00'), cage_id: randomUUID() }),
      404,
      'cage_not_found',
    ],
    ['that is no time', () => ({ start_time: 'tomorrow' }), 400, 'invalid_input'],
  ])('to a time %s is refused', async (_name, to, status, code) => {
    const day = freshDay()
    const id = await as(customer).book(cage(1), day, '16:00', '17:00', 30)
    expect(await refusalOf(await as(customer).move(id, to(day)))).toEqual([status, code])
    expect(await rowOf(id)).toMatchObject({ revision: 0 })
  })

  test('to a time that is taken names the slots and leaves the booking where it is', async () => {
    const day = freshDay()
    const id = await as(customer).book(cage(1), day, '16:00', '17:00', 30)
    await as(stranger).book(cage(1), day, '18:30', '19:30', 30)
    const response = await as(customer).move(id, at(day, '18:00'))
    expect(response.status).toBe(409)
    expect(await bodyOf<Problem>(response)).toMatchObject({
      code: 'slots_taken',
      details: { slots: [{ cage_name: 'Cage 1', ...at(day, '18:30') }] },
    })
    expect(await rowOf(id)).toMatchObject({ revision: 0, start_time: new Date(at(day, '16:00').start_time) })
  })

  test('takes a guest’s booking with the caller’s address', async () => {
    const day = freshDay()
    const { startTime, endTime } = group('', day, '16:00', '17:00')
    const { id } = await app.db
      .insertInto('bookings')
      .values({
        cage_id: cage(1),
        start_time: startTime,
        end_time: endTime,
        total_cost: '30.00',
        guest_name: 'Pat',
        guest_email: customer.email,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await refusalOf(await as(stranger).move(id, at(day, '18:00')))).toEqual([404, 'booking_not_found'])
    expect((await as(customer).move(id, at(day, '18:00'))).status).toBe(200)
    expect(await scheduleOf(app, day)).toMatchObject([at(day, '18:00')])
  })
})

describe('the price of a move', () => {
  test('that is higher is asked about before an unpaid booking takes it', async () => {
    const day = freshDay()
    const id = await as(customer).book(cage(1), day, '16:00', '17:00', 30)
    const to = { ...at(day, '16:00'), cage_id: cage(3) }
    const asked = await as(customer).move(id, to)
    expect(await bodyOf<Problem>(asked)).toMatchObject({
      code: 'price_changed',
      details: { total_amount: 40 },
    })
    expect(await refusalOf(await as(customer).move(id, { ...to, totalAmount: 30 }))).toEqual([
      409,
      'price_changed',
    ])
    expect((await as(customer).move(id, { ...to, totalAmount: 40 })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ total_cost: '40.00', discount: '0.00' })
  })

  test('that is higher than what was paid is refused, whatever was shown', async () => {
    const day = freshDay()
    const id = await as(customer).book(cage(1), day, '16:00', '17:00', 30)
    await payFor(app, customer, { booking_id: id }, 'card')
    const response = await as(customer).move(id, { ...at(day, '18:00'), cage_id: cage(3), totalAmount: 40 })
    expect(await bodyOf<Problem>(response)).toMatchObject({
      code: 'move_costs_more',
      message: 'That time costs more than you paid. Cancel this booking, then book the new time.',
    })
    expect(await rowOf(id)).toMatchObject({ revision: 0, status: 'paid' })
  })

  test('that is lower gives the difference back the way it was paid, and a later cancellation the rest', async () => {
    const day = freshDay()
    const id = await as(customer).book(cage(3), day, '16:00', '17:00', 40)
    await payFor(app, customer, { booking_id: id }, 'card')
    const moved = await bodyOf<ChangeAnswer>(as(customer).move(id, { ...at(day, '18:00'), cage_id: cage(1) }))
    expect(moved).toMatchObject({
      refund_amount: 10,
      refund_method: 'card',
      booking: { status: 'paid', total_cost: 30, change: { refund_amount: 30 } },
    })
    expect(await bodyOf<ChangeAnswer>(as(customer).cancel(id))).toMatchObject({ refund_amount: 30 })
    expect((await refundsOf(id)).map(({ amount, reason }) => [amount, reason]).sort()).toEqual([
      ['10.00', 'customer_moved'],
      ['30.00', 'customer_canceled'],
    ])
    const desk = await as(customer).book(cage(3), day, '16:00', '17:00', 40)
    await payFor(app, customer, { booking_id: desk }, 'cash')
    expect(
      await bodyOf<ChangeAnswer>(as(customer).move(desk, { ...at(day, '19:00'), cage_id: cage(1) })),
    ).toMatchObject({ refund_amount: 10, refund_method: 'front_desk' })
    expect(await refundsOf(desk)).toEqual([{ amount: '10.00', reason: 'customer_moved' }])
  })

  test('takes the member discount, and does not differ by the cent of a shared one', async () => {
    const member = await addPerson(app, { membership: 'active' })
    const day = freshDay()
    const id = await as(member).book(cage(1), day, '16:00', '17:00', 25.5)
    // A third of a discount shared over three sessions, a cent off.
    await app.db
      .updateTable('bookings')
      .set({ total_cost: '25.49', discount: '4.51' })
      .where('id', '=', id)
      .execute()
    await payFor(app, member, { booking_id: id }, 'card')
    const { booking } = await bodyOf<ChangeAnswer>(as(member).move(id, at(day, '18:00')))
    expect(booking.total_cost).toBe(25.49)
    const dearer = await as(member).book(cage(2), day, '16:00', '17:00', 25.5)
    const to = { ...at(day, '16:00'), cage_id: cage(3), totalAmount: 34 }
    expect(await bodyOf<ChangeAnswer>(as(member).move(dearer, to))).toMatchObject({
      booking: { total_cost: 34 },
    })
    expect(await rowOf(dearer)).toMatchObject({ total_cost: '34.00', discount: '6.00' })
  })
})

describe('races', () => {
  test('a move sent twice under one key moves once', async () => {
    const day = freshDay()
    const id = await as(customer).book(cage(1), day, '16:00', '17:00', 30)
    const headers = { 'idempotency-key': randomUUID() }
    const send = () => as(customer).move(id, at(day, '18:00'), { headers })
    const [first, second] = await Promise.all([send(), send()])
    expect([first.status, await first.text()]).toEqual([200, await second.text()])
    expect(await rowOf(id)).toMatchObject({ revision: 1 })
    const changed = await as(customer).move(id, at(day, '19:00'), { headers })
    expect(await refusalOf(changed)).toEqual([422, 'idempotency_key_reused'])
  })

  test('of a cancellation and a move at once one wins, and the ledger agrees', async () => {
    const day = freshDay()
    for (const round of [1, 2, 3, 4]) {
      const id = await as(customer).book(cage(1), day, '16:00', '17:00', 30)
      const [canceled, moved] = await Promise.all([
        as(customer).cancel(id),
        as(customer).move(id, at(day, '18:00'), { from: other }),
      ])
      const row = await rowOf(id)
      // A cancellation may still follow a move that was first; a move never follows a cancellation.
      expect([canceled.status, moved.status], `round ${round}`).toContain(200)
      expect(row.status === 'canceled').toBe(canceled.status === 200)
      if (moved.status !== 200)
        expect(['already_canceled', 'changed_meanwhile']).toContain((await bodyOf<Problem>(moved)).code)
      expect(await scheduleOf(app, day)).toHaveLength(row.status === 'canceled' ? 0 : 1)
      if (row.status !== 'canceled') await as(customer).cancel(id)
    }
    expect(await disagreements(app.db)).toEqual([])
  })

  test('of a move and a stranger’s booking of the same time exactly one gets it, and nothing is lost', async () => {
    const day = freshDay()
    for (const time of ['18:00', '19:00', '20:00']) {
      const id = await as(customer).book(cage(2), day, '16:00', '17:00', 30)
      const booking = app.request('/api/bookings', {
        json: {
          bookingDetails: [{ ...group(cage(1), day, time, '21:00'), ...ends(day, time) }],
          totalAmount: 30,
        },
        cookie: stranger.cookie,
      })
      const moving = as(customer).move(id, { ...at(day, time), cage_id: cage(1) }, { from: other })
      const [booked, moved] = await Promise.all([booking, moving])
      expect([booked.status === 201, moved.status === 200].filter(Boolean)).toHaveLength(1)
      const loser = booked.status === 201 ? moved : booked
      expect(await refusalOf(loser)).toEqual([409, 'slots_taken'])
      expect((await rowOf(id)).status).toBe('pending payment')
      if (moved.status !== 200) await as(customer).cancel(id)
    }
    expect(await disagreements(app.db)).toEqual([])
  })

  test('of ten bookings moved to one free time one gets it, and the others stay', async () => {
    const [from, to] = [freshDay(), freshDay()]
    const times = ['16:00', '17:00', '18:00', '19:00', '20:00']
    const ids = []
    for (const number of [1, 2]) {
      for (const time of times) {
        const { endTime } = ends(from, time)
        const id = await as(customer).book(cage(number), from, time, wallOf(endTime), 30)
        ids.push(id)
      }
    }
    const answers = await Promise.all(
      ids.map((id, index) =>
        as(customer).move(id, { ...at(to, '18:00'), cage_id: cage(1) }, { from: index % 2 ? app : other }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    expect([await scheduleOf(app, from), await scheduleOf(app, to)].map(({ length }) => length)).toEqual([
      9, 1,
    ])
    expect(await disagreements(app.db)).toEqual([])
  })

  test('a booking that was moved since it was looked at is not moved from where it no longer is', async () => {
    const day = freshDay()
    const id = await as(customer).book(cage(1), day, '16:00', '17:00', 30)
    const answers = await Promise.all(
      ['18:00', '19:00', '20:00'].map((time) => as(customer).move(id, at(day, time))),
    )
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    for (const answer of answers) {
      if (answer.status !== 200) expect(await refusalOf(answer)).toEqual([409, 'changed_meanwhile'])
    }
    expect(await scheduleOf(app, day)).toHaveLength(1)
    const { rows } = await sql<{ revision: number }>`select revision from bookings where id = ${id}`.execute(
      app.db,
    )
    expect(rows[0]?.revision).toBe(answers.filter(({ status }) => status === 200).length)
  })
})

/** The end of the hour that begins at a wall time. */
const ends = (day: string, time: string) => ({
  endTime: new Date(instantOf(day, time, ZONE).getTime() + 3_600_000).toISOString(),
})
const wallOf = (instant: string): string =>
  new Date(instant).toLocaleTimeString('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' })
