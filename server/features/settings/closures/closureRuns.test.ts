// @module-tag slow

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system, transaction } from '../../../db/database.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { group, tuesday } from '../../../test/cageTime.ts'
import { confirmPayment, openPayment, payByCard, sendCard } from '../../../test/cardPayment.ts'
import { addCages, addPerson, type Person } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { cageCustomer, payFor } from '../../bookings/changeTestKit.ts'
import { addCamp, register as registerForCamp, teenager } from '../../camps/campTestKit.ts'
import { addClass, addSession, register as takeSeat } from '../../classes/classTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { addChild } from '../../households/householdTestKit.ts'
import { type LessonAnswer, lesson, postLesson } from '../../lessons/lessonTestKit.ts'
import { closed, closing, type SavedClosure } from './closureTestKit.ts'

let app: TestApp
let cages: string[]
let customer: Person
let admin: Person
let staff: ReturnType<typeof closing>
let weeks = 0
const freshDay = () => tuesday(weeks++)
const cage = (number: number): string => cages[number - 1] ?? ''

beforeAll(async () => {
  app = await startTestApp()
  // The second process shares the work of every run.
  await app.another()
  cages = await addCages(app.db, 4)
  await app.db
    .updateTable('facility')
    .set({ card_payment_for_cages: true, booking_window_days: 730 })
    .execute()
  customer = await addPerson(app, { name: 'Pat Parent', ...teenager })
  admin = await addPerson(app, { role: 'admin', name: 'Ada Admin' })
  staff = closing(app, admin)
})
afterAll(() => app.close())

const book = (day: string, from = '16:00', to = '17:00', number = 1) =>
  cageCustomer(app, customer).book(cage(number), day, from, to, 30)
/** A person whom the desk enters. */
const entered = async (json: { name: string; email: string | null; phone: string }) => {
  const answer = app.request('/api/admin/users', { json, cookie: admin.cookie })
  return (await bodyOf<{ profile_id: string }>(answer)).profile_id
}
const statusOf = async (table: 'bookings' | 'coach_bookings', id: string) =>
  (await app.db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const mails = (id: string) =>
  app.db
    .selectFrom('outbox')
    .select(['template', 'data'])
    .where('dedupe_key', 'like', `%canceled:${id}:%`)
    .execute()

/** A camp from 4 to 6 PM on these days, in one cage. */
const campOn = async (days: string[], number: number) => {
  const timeslots = days.map((date) => ({ date, start_time: '16:00', end_time: '18:00' }))
  const camp = await addCamp(app.db, {
    ...{
      name: `Camp ${randomUUID()}`,
      start_date: days[0] ?? '',
      end_date: days.at(-1) ?? '',
      min_age: 5,
      max_age: 18,
    },
    timeslots,
  })
  const slots = await app.db
    .selectFrom('camp_timeslots')
    .select('id')
    .where('camp_id', '=', camp.id)
    .execute()
  await app.db
    .insertInto('camp_timeslot_cages')
    .values(slots.map(({ id }) => ({ camp_timeslot_id: id, cage_id: cage(number) })))
    .execute()
  return camp
}

describe('a run (start-closure-run, get-closure-run, retry-closure-run, skip-closure-run-items)', () => {
  test('cancels bookings of accounts and guests, tells each once with the reason, names whom to call, and is audited', async () => {
    const day = freshDay()
    const id = await book(day)
    const guest = await app.db
      .insertInto('bookings')
      .values({
        ...{
          guest_name: 'Gwen Guest',
          guest_email: 'gwen@example.test',
          cage_id: cage(2),
          total_cost: '30.00',
        },
        start_time: group('', day, '17:00', '18:00').startTime,
        end_time: group('', day, '17:00', '18:00').endTime,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const noEmail = { guest_name: 'Will Call', guest_phone: '(409) 555-0177', total_cost: '30.00' }
    const { startTime: start_time, endTime: end_time } = group('', day, '18:00', '19:00')
    await app.db
      .insertInto('bookings')
      .values({ ...noEmail, cage_id: cage(3), start_time, end_time })
      .execute()
    const later = group('', day, '19:00', '20:00')
    // By a grandparent without an address, for a child whose parent has one: the parent is told, without a call.
    const gran = await entered({ name: 'Gran Parent', email: null, phone: '(409) 555-0188' })
    const child = await addChild(app.db, [{ id: gran }, customer])
    await app.db
      .updateTable('participant_adults')
      .set({ is_told: true })
      .where('participant_id', '=', child)
      .execute()
    await app.db
      .insertInto('bookings')
      .values({
        user_id: gran,
        participant_id: child,
        total_cost: '30.00',
        cage_id: cage(4),
        start_time: later.startTime,
        end_time: later.endTime,
      })
      .execute()
    const { closure, run_id } = await staff.closeOver(closed([cage(1), cage(2), cage(3), cage(4)], day))
    const { run, items } = await staff.finished(run_id)
    expect(run).toMatchObject({
      ...{ closure_id: closure.id, cause: 'closure', created_by: 'Ada Admin', reason: 'Water on the floor' },
      ...{ total: 4, done: 4, pending: 0, failed: 0, refunded: 0 },
    })
    expect(items.map(({ title, person, status, phone }) => [title, person, status, phone])).toEqual([
      ['Cage 1', 'Pat Parent', 'done', null],
      ['Cage 2', 'Gwen Guest', 'done', null],
      ['Cage 3', 'Will Call', 'done', '(409) 555-0177'],
      ['Cage 4', 'Gran Parent', 'done', null],
    ])
    expect(items.map(({ no_email }) => no_email)).toEqual([false, false, true, false])
    expect(await statusOf('bookings', id)).toBe('canceled')
    expect(await statusOf('bookings', guest.id)).toBe('canceled')
    for (const each of [id, guest.id])
      expect(await mails(each)).toMatchObject([
        { template: 'booking-canceled', data: { note: 'Water on the floor' } },
      ])
    const entry = await app.db
      .selectFrom('audit_log')
      .select(['user_id', 'description'])
      .where('record_id', '=', id)
      .where('action', '=', 'UPDATE')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ user_id: admin.id, description: 'Closure: Water on the floor' })
    await expect(book(day)).rejects.toThrow('409')
  })

  test('leaves both cages to the closure where two become free at the same moment', async () => {
    const day = freshDay()
    const [one, other] = [await book(day), await book(day, '17:00', '18:00', 2)]
    const { closure } = await staff.closeOver(closed([cage(1), cage(2)], day), 'keep')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let cancelOther = Promise.resolve()
    await transaction(app.db, system, async (tx) => {
      // What happens at the end of the transaction happens now, and the transaction goes on.
      await sql`set constraints all immediate`.execute(tx)
      await tx.updateTable('bookings').set({ status: 'canceled' }).where('id', '=', one).execute()
      cancelOther = transaction(app.db, system, async (second) => {
        await second.updateTable('bookings').set({ status: 'canceled' }).where('id', '=', other).execute()
        release()
      })
      await held
    })
    await cancelOther
    const taken = await app.db
      .selectFrom('occupancy')
      .select([sql<number>`extract(epoch from upper(during) - lower(during)) / 3600`.as('hours'), 'cage_id'])
      .where('closure_id', '=', closure.id)
      .execute()
    expect(new Map(taken.map(({ cage_id, hours }) => [cage_id, Number(hours)]))).toEqual(
      new Map([
        [cage(1), 5],
        [cage(2), 5],
      ]),
    )
  })

  test('gives back by card what was paid by card, and says what the desk gives back', async () => {
    const day = freshDay()
    await payByCard(app, customer.cookie, {
      bookingDetails: [group(cage(1), day, '16:00', '17:00')],
      totalAmount: 30,
    })
    const cash = await book(day, '18:00', '19:00')
    await payFor(app, customer, { booking_id: cash }, 'cash')
    const { run_id } = await staff.closeOver(closed([cage(1)], day))
    const { run, items } = await staff.finished(run_id)
    expect(run).toMatchObject({ done: 2, refunded: 60, refunded_at_desk: 30 })
    expect(items.map(({ refunded, refunded_at_desk }) => [refunded, refunded_at_desk])).toEqual([
      [30, 0],
      [30, 30],
    ])
    const refundBy = (way: 'card' | 'desk') =>
      app.db
        .selectFrom('payment_refunds')
        .select(['status', 'amount', 'reason'])
        .where('requested_by', '=', admin.id)
        .where('way', '=', way)
        .execute()
    // The provider has been asked at once, and took it; what the desk gives back is still to be given.
    await expect
      .poll(() => refundBy('card'))
      .toEqual([{ status: 'succeeded', amount: '30.00', reason: 'staff' }])
    expect(await refundBy('desk')).toEqual([{ status: 'pending', amount: '30.00', reason: 'staff' }])
  })

  test('cancels lessons for customer and coach, and class sessions with every place', async () => {
    const day = freshDay()
    const coach = await addCoach(app.db, { person: await addPerson(app, { role: 'coach' }) })
    const booked = await bodyOf<LessonAnswer>(
      postLesson(app, lesson(coach.id, day, '16:00', { cage_id: cage(3) }), { cookie: customer.cookie }),
    )
    const session = await addSession(app.db, await addClass(app.db), day, { from: '18:00', to: '19:00' })
    await app.db
      .insertInto('class_instance_cages')
      .values({ class_instance_id: session, cage_id: cage(3) })
      .execute()
    await takeSeat(app.db, session, { userId: customer.id })
    await takeSeat(app.db, session, { status: 'paid' })
    const { run_id } = await staff.closeOver(closed([cage(3)], day))
    const { items } = await staff.finished(run_id)
    expect(items.map(({ kind, status, message }) => [kind, status, message])).toEqual([
      ['lesson', 'done', null],
      ['class', 'done', null],
    ])
    expect(await statusOf('coach_bookings', booked.booking.id)).toBe('canceled')
    expect((await mails(booked.booking.id)).map(({ template }) => template)).toContain('lesson-canceled')
    const seats = await app.db
      .selectFrom('class_registrations')
      .select(['id', 'status', 'user_id'])
      .where('class_instance_id', '=', session)
      .execute()
    expect(seats.map(({ status }) => status)).toEqual(['canceled', 'canceled'])
    const told = seats.find(({ user_id }) => user_id === customer.id)?.id ?? ''
    expect(await mails(told)).toMatchObject([
      { template: 'class-canceled', data: { note: 'Water on the floor' } },
    ])
  })

  test('calls off a camp that is in it as a whole, and leaves one of which days remain', async () => {
    const [day, later] = [freshDay(), freshDay()]
    const [whole, part] = [await campOn([day], 1), await campOn([day, later], 2)]
    const paid = { user_id: customer.id, status: 'paid', total_cost: '180.00' } as const
    await app.db
      .insertInto('camp_registrations')
      .values([whole, part].map(({ id }) => ({ camp_id: id, ...paid })))
      .execute()
    const keptRows = async () => [
      await app.db.selectFrom('camps').selectAll().where('id', '=', part.id).execute(),
      await app.db.selectFrom('camp_registrations').selectAll().where('camp_id', '=', part.id).execute(),
      await app.db.selectFrom('camp_timeslots').selectAll().where('camp_id', '=', part.id).execute(),
    ]
    const before = await keptRows()
    const { run_id } = await staff.closeOver(closed([cage(1), cage(2)], day))
    const { run, items } = await staff.finished(run_id)
    const statusIn = (id: string) => items.find(({ source_id }) => source_id === id)
    expect(statusIn(whole.id)).toMatchObject({ status: 'done', refunded: 180, refunded_at_desk: 180 })
    expect(statusIn(part.id)).toMatchObject({
      status: 'failed',
      message:
        'The closure covers only part of this camp. Move those sessions, or cancel the registrations one by one.',
    })
    const { code } = await app.db
      .selectFrom('closure_run_items')
      .select('code')
      .where('source_id', '=', part.id)
      .executeTakeFirstOrThrow()
    expect(code).toBe('camp_partly_closed')
    expect(await keptRows()).toEqual(before)
    expect((await registerForCamp(app, whole, customer)).status).toBe(409)

    const [failed] = items.filter(({ status }) => status === 'failed')
    expect(await bodyOf(staff.settle(run.id, 'retry'))).toEqual({ count: 1 })
    expect((await staff.finished(run.id)).run.failed).toBe(1)
    expect(await bodyOf(staff.settle(run.id, 'skip', { item_ids: [failed?.id] }))).toEqual({ count: 1 })
    expect((await staff.readRun(run.id)).run).toMatchObject({ failed: 0, skipped: 1, pending: 0 })
  })

  test('calls off a camp of which only days that are over are outside of it', async () => {
    // The first Tuesday of `tuesday` may be nine days off, and the one before it tomorrow.
    const [before, day] = [tuesday(-2), freshDay()]
    const camp = await campOn([before, day], 1)
    const { run_id } = await staff.closeOver(closed([cage(1)], day))
    const { items } = await staff.finished(run_id)
    expect(items).toMatchObject([{ source_id: camp.id, status: 'done' }])
  })

  test('ends the checkout of someone who is paying, whose card is then not charged for nothing', async () => {
    const day = freshDay()
    const opened = await openPayment(app, customer.cookie, {
      bookingDetails: [group(cage(1), day, '16:00', '17:00')],
      totalAmount: 30,
    })
    const { run_id } = await staff.closeOver(closed([cage(1)], day))
    const { items } = await staff.finished(run_id)
    expect(items).toMatchObject([{ kind: 'hold', status: 'done', person: null }])
    await sendCard(app, opened)
    await app.request('/api/payments/confirm', {
      json: { payment_intent_id: opened.paymentIntentId, client_secret: opened.clientSecret },
      cookie: customer.cookie,
    })
    const rows = await app.db.selectFrom('occupancy').select('kind').where('cage_id', '=', cage(1)).execute()
    expect(rows.filter(({ kind }) => kind === 'hold')).toEqual([])
    await expect(book(day)).rejects.toThrow('409')
  })

  test('leaves a camp seat that is paid after the camp was called off to be refunded by itself', async () => {
    const day = freshDay()
    const camp = await addCamp(app.db, {
      ...{ name: `Camp ${randomUUID()}`, start_date: day, end_date: day, min_age: 5, max_age: 18 },
      timeslots: [{ date: day, start_time: '16:00', end_time: '18:00' }],
    })
    const slot = app.db.selectFrom('camp_timeslots').select('id').where('camp_id', '=', camp.id)
    await app.db
      .insertInto('camp_timeslot_cages')
      .values({ camp_timeslot_id: (await slot.executeTakeFirstOrThrow()).id, cage_id: cage(1) })
      .execute()
    const opened = await openPayment(app, customer.cookie, { campId: camp.id, amount: 18_000 })
    await app.db
      .updateTable('checkout_holds')
      .set({ expires_at: new Date(0) })
      .where('status', '=', 'held')
      .execute()
    const { run_id } = await staff.closeOver(closed([cage(1)], day))
    expect((await staff.finished(run_id)).items).toMatchObject([{ kind: 'camp', status: 'done' }])
    await sendCard(app, opened)
    expect((await confirmPayment(app, customer.cookie, opened)).status).toBe('refunded')
    const seats = app.db.selectFrom('camp_registrations').select('id').where('camp_id', '=', camp.id)
    expect(await seats.execute()).toEqual([])
    const refunds = app.db
      .selectFrom('payment_refunds as back')
      .innerJoin('payment_transactions as payment', 'payment.id', 'back.payment_transaction_id')
      .select(['back.amount', 'back.reason'])
      .where('payment.stripe_payment_intent_id', '=', opened.paymentIntentId)
    expect(await refunds.execute()).toEqual([{ amount: '180.00', reason: 'registration_canceled' }])
  })

  test('takes what was canceled in the meantime as gone, and starts again for what is booked later', async () => {
    const day = freshDay()
    const id = await book(day)
    const { closure } = await staff.closeOver(closed([cage(1)], day), 'keep')
    expect(await refusalOf(await staff.start(closure.id, 'another list'))).toEqual([
      409,
      'closure_hits_changed',
    ])
    const { fingerprint } = await bodyOf<{ fingerprint: string }>(staff.preview(closed([cage(1)], day)))
    const started = await bodyOf<{ run_id: string }>(staff.start(closure.id, fingerprint))
    expect((await staff.finished(started.run_id)).run).toMatchObject({ done: 1 })
    expect(await statusOf('bookings', id)).toBe('canceled')
    const { fingerprint: empty } = await bodyOf<{ fingerprint: string }>(
      staff.preview(closed([cage(1)], day)),
    )
    expect(await refusalOf(await staff.start(closure.id, empty))).toEqual([409, 'closure_nothing_booked'])
    expect(await mails(id)).toHaveLength(1)
  })

  test('cancels a hundred and sixty bookings between two processes, each once, while nobody gets in between', async () => {
    const days = Array.from({ length: 4 }, freshDay)
    const halfHours = Array.from({ length: 10 }, (_, index) => index)
    const rows = days.flatMap((day) =>
      [1, 2, 3, 4].flatMap((number) =>
        halfHours.map((index) => {
          const start = Date.parse(group('', day, '16:00', '21:00').startTime) + index * 30 * 60_000
          return {
            ...{ user_id: customer.id, cage_id: cage(number), total_cost: '20.00' },
            start_time: new Date(start),
            end_time: new Date(start + 30 * 60_000),
          }
        }),
      ),
    )
    const booked = await app.db.insertInto('bookings').values(rows).returning('id').execute()
    expect(booked).toHaveLength(160)
    const runs = await Promise.all(days.map((day) => staff.closeOver(closed(cages, day))))
    const tries = Array.from({ length: 20 }, (_, index) => book(days[index % 4] ?? '', '16:00', '17:00'))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([])
    for (const { run_id } of runs)
      expect((await staff.finished(run_id)).run).toMatchObject({ total: 40, done: 40, failed: 0 })
    const sent = await app.db
      .selectFrom('outbox')
      .select('dedupe_key')
      .where('template', '=', 'booking-canceled')
      .execute()
    for (const { id } of booked.slice(0, 20))
      expect(sent.filter(({ dedupe_key }) => dedupe_key?.includes(id))).toHaveLength(1)
    expect(sent.length).toBeGreaterThanOrEqual(160)
  }, 90_000)
})

test('a closure that a run works on is not deleted, and an unknown run is none (list-closure-runs)', async () => {
  const day = freshDay()
  await book(day)
  const saved: SavedClosure = await staff.closeOver(closed([cage(1)], day))
  const deleted = await staff.delete(saved.closure.id)
  if (deleted.status !== 200) expect(await refusalOf(deleted)).toEqual([409, 'closure_run_active'])
  await staff.finished(saved.run_id)
  for (const answer of [
    staff.get(randomUUID()),
    staff.settle(randomUUID(), 'retry'),
    staff.settle(randomUUID(), 'skip'),
  ])
    expect(await refusalOf(await answer)).toEqual([404, 'closure_run_not_found'])
  expect((await bodyOf<{ runs: unknown[] }>(staff.runs())).runs.length).toBeGreaterThan(0)
})
