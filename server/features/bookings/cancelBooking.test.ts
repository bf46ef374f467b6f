import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, scheduleOf, tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { standingClock } from '../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { type ChangeAnswer, cageCustomer, payFor } from './changeTestKit.ts'

// The clock is on a Saturday; sessions expire by it, so it is moved by hours only.
const clock = standingClock('2026-11-21T18:00:00Z')
const now = clock.now()
let app: TestApp
let cages: string[]
let customer: Person
let stranger: Person
let weeks = 0
/** Each test has a day of its own. */
const freshDay = () => tuesday(weeks++, now)

beforeAll(async () => {
  app = await startTestApp({ clock })
  cages = await addCages(app.db, 3)
  customer = await addPerson(app, { name: 'Pat Parent' })
  stranger = await addPerson(app)
})
afterAll(() => app.close())

const cage = (number: number): string => cages[number - 1] ?? ''
const as = (person: Person) => cageCustomer(app, person)
const rowOf = (id: string) =>
  app.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const messagesOf = (id: string) =>
  app.db.selectFrom('outbox').selectAll().where('dedupe_key', 'like', `booking-canceled:${id}%`).execute()
/** Sets the clock to so many minutes before (or after) a moment. */
const setClock = (moment: string | Date, minutes: number) =>
  clock.advance((new Date(moment).getTime() + minutes * 60_000 - clock.now().getTime()) / 60_000)
const restoreClock = () => setClock(now, 0)

describe('cancel-booking', () => {
  test('cancels, frees the cage at once, says so once and is written down', async () => {
    const day = freshDay()
    const id = await as(customer).book(cage(1), day, '16:00', '17:00', 30)
    expect(await scheduleOf(app, day)).toHaveLength(1)
    const response = await as(customer).cancel(id)
    expect(response.status).toBe(200)
    expect(await bodyOf<ChangeAnswer>(response)).toMatchObject({
      message: expect.stringMatching(/^Your booking is canceled: Cage 1, Tue, \w+ \d+, 4:00 PM\.$/),
      booking: { id, status: 'canceled', change: { allowed: false, reason: 'already_canceled' } },
      refund_amount: 0,
      refund_method: null,
    })
    expect(await scheduleOf(app, day)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: 'canceled', revision: 1, canceled_at: expect.any(Date) })
    expect(await messagesOf(id)).toMatchObject([
      {
        template: 'booking-canceled',
        to_email: customer.email,
        to_user_id: customer.id,
        dedupe_key: `booking-canceled:${id}:1`,
      },
    ])
    const audit = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', id)
      .orderBy('created_at')
      .execute()
    expect(audit.at(-1)).toMatchObject({
      action: 'UPDATE',
      user_id: customer.id,
      old_values: { status: 'pending payment' },
      new_values: { status: 'canceled' },
    })
    await as(stranger).book(cage(1), day, '16:00', '17:00', 30)
  })

  test('is allowed up to the cut-off and refused from then on, with the moment it ended', async () => {
    const day = freshDay()
    const id = await as(customer).book(cage(1), day, '16:00', '17:00', 30)
    const until = instantOf(addDays(day, -1), '16:00', ZONE)
    expect((await as(customer).seen(id))?.change).toMatchObject({ allowed: true, until: until.toISOString() })
    setClock(until, 0)
    expect((await as(customer).seen(id))?.change).toEqual({
      allowed: false,
      until: until.toISOString(),
      refund_amount: 0,
      refund_method: null,
      reason: 'change_too_late',
    })
    const late = await as(customer).cancel(id)
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({
      code: 'change_too_late',
      details: { until: until.toISOString() },
    })
    setClock(until, -0.001)
    expect((await as(customer).cancel(id)).status).toBe(200)
    restoreClock()
  })

  test('is refused once it has begun, once it is over and once it is canceled', async () => {
    const day = freshDay()
    await app.db.updateTable('facility').set({ cancellation_cutoff_hours: 0 }).execute()
    const id = await as(customer).book(cage(1), day, '16:00', '17:00', 30)
    await app.db.updateTable('facility').set({ cancellation_cutoff_hours: 24 }).execute()
    setClock(instantOf(day, '16:00', ZONE), 0)
    expect(await refusalOf(await as(customer).cancel(id))).toEqual([409, 'already_started'])
    setClock(instantOf(day, '17:00', ZONE), 0)
    expect(await refusalOf(await as(customer).cancel(id))).toEqual([409, 'already_over'])
    setClock(instantOf(day, '16:00', ZONE), -1)
    expect((await as(customer).cancel(id)).status).toBe(200)
    expect(await refusalOf(await as(customer).cancel(id))).toEqual([409, 'already_canceled'])
    restoreClock()
  })

  test('goes by the rule in force when it was booked, whatever the facility says later', async () => {
    const day = freshDay()
    const id = await as(customer).book(cage(1), day, '16:00', '17:00', 30)
    await app.db.updateTable('facility').set({ cancellation_cutoff_hours: 336 }).execute()
    const stricter = await as(customer).book(cage(2), day, '16:00', '17:00', 30)
    await app.db.updateTable('facility').set({ cancellation_cutoff_hours: 24 }).execute()
    expect([
      (await rowOf(id)).cancellation_cutoff_hours,
      (await rowOf(stricter)).cancellation_cutoff_hours,
    ]).toEqual([24, 336])
    setClock(instantOf(day, '16:00', ZONE), -25 * 60)
    expect((await as(customer).cancel(id)).status).toBe(200)
    expect(await refusalOf(await as(customer).cancel(stricter))).toEqual([409, 'change_too_late'])
    restoreClock()
  })

  test('takes a guest’s booking with the caller’s address, and no other guest’s', async () => {
    const day = freshDay()
    const { startTime, endTime } = group('', day, '16:00', '17:00')
    const row = {
      cage_id: cage(1),
      start_time: startTime,
      end_time: endTime,
      total_cost: '30.00',
      guest_name: 'Pat',
    }
    const [mine, other] = await app.db
      .insertInto('bookings')
      .values([
        { ...row, guest_email: customer.email.toUpperCase() },
        { ...row, cage_id: cage(2), guest_email: 'someone@example.test' },
      ])
      .returning('id')
      .execute()
    expect((await as(customer).seen(mine?.id ?? ''))?.change.allowed).toBe(true)
    expect(await refusalOf(await as(customer).cancel(other?.id ?? ''))).toEqual([404, 'booking_not_found'])
    expect((await as(customer).cancel(mine?.id ?? '')).status).toBe(200)
    expect(await scheduleOf(app, day)).toHaveLength(1)
    expect(await messagesOf(mine?.id ?? '')).toHaveLength(1)
  })

  test('gives back by card what was paid by card, and shows it beforehand', async () => {
    const id = await as(customer).book(cage(1), freshDay(), '16:00', '17:00', 30)
    await payFor(app, customer, { booking_id: id }, 'card')
    expect((await as(customer).seen(id))?.change).toMatchObject({ refund_amount: 30, refund_method: 'card' })
    const answer = await bodyOf<ChangeAnswer>(as(customer).cancel(id))
    expect(answer).toMatchObject({ refund_amount: 30, refund_method: 'card' })
    expect(answer.message).toContain('$30.00 goes back to the card you paid with.')
    const refunds = await app.db
      .selectFrom('payment_refunds')
      .innerJoin('payment_items', 'payment_items.id', 'payment_refunds.payment_item_id')
      .select(['payment_refunds.amount', 'reason', 'payment_refunds.status'])
      .where('booking_id', '=', id)
      .execute()
    expect(refunds).toEqual([{ amount: '30.00', reason: 'customer_canceled', status: 'pending' }])
    expect(await as(customer).seen(id)).toMatchObject({ status: 'canceled', refunded_amount: 30 })
  })

  test('gives nothing back of what went back already', async () => {
    const id = await as(customer).book(cage(1), freshDay(), '16:00', '17:00', 30)
    await payFor(app, customer, { booking_id: id }, 'card')
    await app.db
      .updateTable('payment_transactions')
      .set({ status: 'refunded', refunded_amount: '30.00' })
      .where('status', '=', 'completed')
      .execute()
    expect(await as(customer).seen(id)).toMatchObject({
      refunded_amount: 30,
      change: { refund_amount: 0, refund_method: null },
    })
    expect(await bodyOf<ChangeAnswer>(as(customer).cancel(id))).toMatchObject({ refund_amount: 0 })
  })

  test('says that the front desk gives back what was paid there', async () => {
    const id = await as(customer).book(cage(1), freshDay(), '16:00', '17:00', 30)
    await payFor(app, customer, { booking_id: id }, 'cash')
    const answer = await bodyOf<ChangeAnswer>(as(customer).cancel(id))
    expect(answer).toMatchObject({ refund_amount: 30, refund_method: 'front_desk' })
    expect(await as(customer).seen(id)).toMatchObject({ status: 'canceled', refunded_amount: 0 })
    expect(answer.message).toContain('Our front desk will refund the $30.00 you paid.')
    const audit = await app.db
      .selectFrom('audit_log')
      .select('description')
      .where('record_id', '=', id)
      .where('description', 'is not', null)
      .execute()
    expect(audit).toEqual([{ description: 'To be given back at the front desk: $30.00.' }])
    expect((await messagesOf(id))[0]?.data).toMatchObject({
      refund_line: expect.stringContaining('front desk'),
    })
    expect(
      await app.db
        .selectFrom('payment_refunds')
        .selectAll()
        .where('reason', '=', 'customer_canceled')
        .where('amount', '=', '30.00')
        .where('way', '=', 'desk')
        .execute(),
    ).toMatchObject([{ status: 'pending' }])
  })

  test('pressed twice is one cancellation with one answer', async () => {
    const id = await as(customer).book(cage(1), freshDay(), '16:00', '17:00', 30)
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([
      as(customer).cancel(id, { headers }),
      as(customer).cancel(id, { headers }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()))
    expect(first).toBe(second)
    expect(await rowOf(id)).toMatchObject({ revision: 1 })
    expect(await messagesOf(id)).toHaveLength(1)
  })

  test('of two at once one cancels, and the money comes back once', async () => {
    const id = await as(customer).book(cage(1), freshDay(), '16:00', '17:00', 30)
    await payFor(app, customer, { booking_id: id }, 'card')
    const answers = await Promise.all(Array.from({ length: 6 }, () => as(customer).cancel(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const items = await app.db
      .selectFrom('payment_items')
      .innerJoin('payment_refunds', 'payment_refunds.payment_item_id', 'payment_items.id')
      .select('payment_refunds.amount')
      .where('booking_id', '=', id)
      .execute()
    expect(items).toEqual([{ amount: '30.00' }])
  })
})
