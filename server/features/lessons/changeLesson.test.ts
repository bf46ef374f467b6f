import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RefundMethod } from '../../../shared/contract/accounts/changes.ts'
import type { Problem } from '../../../shared/contract/errors.ts'
import type { LessonSlot } from '../../../shared/contract/lessons/coaches.ts'
import type { CustomerLesson } from '../../../shared/contract/lessons/lessons.ts'
import { addDays, instantOf } from '../../../shared/domain/time/time.ts'
import { disagreements } from '../../db/ledger.fixture.ts'
import type { CalendarFile } from '../../db/tables/messages.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, scheduleOf, tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { standingClock } from '../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { payFor } from '../bookings/changeTestKit.ts'
import { addCoach, type TestCoach } from '../coaches/coachTestKit.ts'
import { type LessonAnswer, lesson, postLesson } from './lessonTestKit.ts'

const clock = standingClock('2026-11-21T18:00:00Z')
const now = clock.now()
let app: TestApp
let other: TestApp
let cages: string[]
let coach: TestCoach
let customer: Person
let stranger: Person
let weeks = 0
/** Each test has a day of its own. */
const freshDay = () => tuesday(weeks++, now)

beforeAll(async () => {
  app = await startTestApp({ clock })
  other = await app.another()
  cages = await addCages(app.db, 2)
  await app.db
    .updateTable('cages')
    .set({ price_60_min: '40.00' })
    .where('id', '=', cages[1] ?? '')
    .execute()
  coach = await addCoach(app.db, { email: 'coach@example.test' })
  customer = await addPerson(app, { name: 'Pat Parent' })
  stranger = await addPerson(app)
})
afterAll(() => app.close())

interface Answer {
  message: string
  lesson: CustomerLesson
  refund_amount: number
  refund_method: RefundMethod
}
type Options = { by?: Person; headers?: Record<string, string>; from?: TestApp }

const cage = (number: number): string => cages[number - 1] ?? ''
async function book(day: string, startTime: string, more: object = {}): Promise<string> {
  const response = await postLesson(app, lesson(coach.id, day, startTime, more), { cookie: customer.cookie })
  if (response.status !== 201) throw new Error(await response.text())
  return (await bodyOf<LessonAnswer>(response)).booking.id
}
const cancel = (id: string, { by = customer, headers = {}, from = app }: Options = {}) =>
  from.request(`/api/me/lessons/${id}/cancel`, { method: 'POST', cookie: by.cookie, headers })
const move = (id: string, json: object, { by = customer, headers = {}, from = app }: Options = {}) =>
  from.request(`/api/me/lessons/${id}/move`, { json, cookie: by.cookie, headers })
const to = (day: string, startTime: string, more: object = {}) => ({
  lesson_date: day,
  start_time: startTime,
  ...more,
})
const moveTimes = async (id: string, day: string, by = customer) =>
  bodyOf<LessonSlot[]>(
    app.request(`/api/me/lessons/${id}/move-times?lesson_date=${day}`, { cookie: by.cookie }),
  )
const startsOf = (slots: readonly LessonSlot[]) =>
  slots.map(({ available_start_time }) => available_start_time)
const seen = async (id: string) =>
  (await bodyOf<CustomerLesson[]>(app.request('/api/me/lessons', { cookie: customer.cookie }))).find(
    (one) => one.id === id,
  )
const rowOf = (id: string) =>
  app.db.selectFrom('coach_bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const messagesOf = (id: string, event: 'canceled' | 'changed') =>
  app.db
    .selectFrom('outbox')
    .selectAll()
    .where('dedupe_key', 'like', `%lesson-${event}:${id}%`)
    .orderBy('dedupe_key')
    .execute()
const availability = async (day: string) =>
  startsOf(
    await bodyOf<LessonSlot[]>(
      app.request(`/api/coaches/${coach.id}/availability?p_lesson_date=${day}&p_duration_minutes=60`),
    ),
  )
const setClock = (moment: Date, minutes: number) =>
  clock.advance((moment.getTime() + minutes * 60_000 - clock.now().getTime()) / 60_000)

describe('cancel-lesson', () => {
  test('frees coach and cage at once and tells customer and coach with a file that takes it out', async () => {
    const day = freshDay()
    const id = await book(day, '17:00')
    expect(await availability(day)).not.toContain('17:00')
    const response = await cancel(id)
    expect(response.status).toBe(200)
    expect(await bodyOf<Answer>(response)).toMatchObject({
      message: expect.stringMatching(/^Your lesson with Casey Coach is canceled: Tue, \w+ \d+, 5:00 PM\.$/),
      lesson: { id, status: 'canceled', change: { allowed: false, reason: 'already_canceled' } },
      refund_amount: 0,
    })
    expect([await availability(day), await scheduleOf(app, day)]).toMatchObject([
      expect.arrayContaining(['17:00']),
      [],
    ])
    const messages = await messagesOf(id, 'canceled')
    expect(messages.map(({ template, to_email }) => [template, to_email])).toEqual([
      ['coach-lesson-canceled', 'coach@example.test'],
      ['lesson-canceled', customer.email],
    ])
    for (const { calendar } of messages) {
      const file = writtenFile(calendar)
      expect(file).toContain('METHOD:CANCEL')
      expect(file).toContain('STATUS:CANCELLED')
      expect(file).toContain('SEQUENCE:1')
      expect(file).toContain(`UID:${id}@`)
    }
    const audit = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', id)
      .where('action', '=', 'UPDATE')
      .execute()
    expect(audit).toMatchObject([{ user_id: customer.id, new_values: { status: 'canceled' } }])
  })

  test('is allowed up to the cut-off and refused from then on; the list and the guard agree', async () => {
    const day = freshDay()
    const id = await book(day, '17:00')
    const until = instantOf(addDays(day, -1), '17:00', ZONE)
    setClock(until, 0)
    expect((await seen(id))?.change).toMatchObject({
      allowed: false,
      reason: 'change_too_late',
      until: until.toISOString(),
    })
    expect(await refusalOf(await cancel(id))).toEqual([409, 'change_too_late'])
    expect(await refusalOf(await move(id, to(day, '19:00')))).toEqual([409, 'change_too_late'])
    setClock(until, -0.001)
    expect((await seen(id))?.change).toMatchObject({ allowed: true, reason: null })
    expect((await cancel(id)).status).toBe(200)
    expect(await refusalOf(await cancel(id))).toEqual([409, 'already_canceled'])
    setClock(now, 0)
  })

  test('gives back by card what was paid by card, and the lesson shows it', async () => {
    const id = await book(freshDay(), '17:00')
    await payFor(app, customer, { coach_booking_id: id }, 'card')
    expect((await seen(id))?.change).toMatchObject({ refund_amount: 90, refund_method: 'card' })
    expect(await bodyOf<Answer>(cancel(id))).toMatchObject({
      refund_amount: 90,
      refund_method: 'card',
      lesson: { status: 'canceled', payment_status: 'refunded' },
    })
    const desk = await book(freshDay(), '17:00')
    await payFor(app, customer, { coach_booking_id: desk }, 'cash')
    expect(await bodyOf<Answer>(cancel(desk))).toMatchObject({
      message: expect.stringContaining('Our front desk will refund the $90.00 you paid.'),
      refund_method: 'front_desk',
      lesson: { payment_status: 'paid' },
    })
  })

  test('takes a guest’s lesson with the caller’s address', async () => {
    const day = freshDay()
    const row = {
      coach_id: coach.id,
      customer_type: 'guest' as const,
      guest_name: 'Robin Junior',
      guest_email: customer.email.toUpperCase(),
      cage_id: cage(1),
      lesson_date: day,
      duration_minutes: 60,
      coach_rate: '60.00',
      cage_cost: '30.00',
    }
    const [first, second] = await app.db
      .insertInto('coach_bookings')
      .values([
        { ...row, start_time: '16:00', end_time: '17:00' },
        { ...row, start_time: '18:00', end_time: '19:00' },
      ])
      .returning('id')
      .execute()
    expect((await cancel(first?.id ?? '')).status).toBe(200)
    expect((await move(second?.id ?? '', to(day, '16:00'))).status).toBe(200)
    const [told] = await messagesOf(second?.id ?? '', 'changed')
    expect(told?.data).toMatchObject({ customer_name: 'Robin Junior' })
    expect(await refusalOf(await cancel(second?.id ?? '', { by: stranger }))).toEqual([
      404,
      'lesson_not_found',
    ])
  })
})

describe('move-lesson', () => {
  test('moves coach and cage together, keeps the rule, and tells both with a newer calendar file', async () => {
    const [from, day] = [freshDay(), freshDay()]
    const id = await book(from, '16:00')
    const response = await move(id, to(day, '18:30', { totalAmount: 90 }))
    expect(response.status).toBe(200)
    expect(await bodyOf<Answer>(response)).toMatchObject({
      lesson: {
        lesson_date: day,
        start_time: '18:30',
        end_time: '19:30',
        cage_name: 'Cage 1',
        total_cost: 90,
      },
    })
    expect(await scheduleOf(app, from)).toEqual([])
    expect(await availability(day)).not.toContain('18:30')
    expect(await rowOf(id)).toMatchObject({ revision: 1, cancellation_cutoff_hours: 24 })
    const messages = await messagesOf(id, 'changed')
    expect(messages.map(({ template, to_email }) => [template, to_email])).toEqual([
      ['coach-lesson-changed', 'coach@example.test'],
      ['lesson-changed', customer.email],
    ])
    for (const { calendar, data } of messages) {
      const file = writtenFile(calendar)
      expect(file).toContain('METHOD:PUBLISH')
      expect(file).toContain('SEQUENCE:1')
      expect(file).toContain(`DTSTART;TZID=${ZONE}:${day.replaceAll('-', '')}T183000`)
      expect(data).toMatchObject({
        time: '6:30–7:30 PM',
        previous: expect.stringContaining('4:00–5:00 PM'),
      })
    }
  })

  test('keeps the cage where it is free, and takes the first free one at its price where it is not', async () => {
    const day = freshDay()
    const id = await book(day, '16:00', { cage_id: cage(2) })
    const kept = await bodyOf<Answer>(move(id, to(day, '17:00')))
    expect(kept.lesson).toMatchObject({ cage_name: 'Cage 2', total_cost: 100 })
    await app.request('/api/bookings', {
      json: { bookingDetails: [group(cage(2), day, '19:00', '20:00')], totalAmount: 40 },
      cookie: stranger.cookie,
    })
    const given = await bodyOf<Answer>(move(id, to(day, '19:00')))
    expect(given.lesson).toMatchObject({ cage_name: 'Cage 1', cage_cost: 30, total_cost: 90 })
  })

  test('list-lesson-move-times names the times that a move then gets, the own one not in the way', async () => {
    const day = freshDay()
    const id = await book(day, '17:00', { cage_id: cage(2) })
    await app.request('/api/bookings', {
      json: { bookingDetails: [group(cage(2), day, '19:00', '20:00')], totalAmount: 40 },
      cookie: stranger.cookie,
    })
    const slots = await moveTimes(id, day)
    expect(startsOf(slots)).toEqual(['16:00', '16:30', '17:30', '18:00', '18:30', '19:00', '19:30', '20:00'])
    expect(slots.map(({ cage_name, total_cost }) => `${cage_name} ${total_cost}`)).toEqual([
      ...Array(4).fill('Cage 2 100'),
      ...Array(3).fill('Cage 1 90'),
      'Cage 2 100',
    ])
    for (const { available_start_time, cage_name, total_cost } of slots) {
      const moved = await bodyOf<Answer>(move(id, to(day, available_start_time, { totalAmount: total_cost })))
      expect(moved.lesson, available_start_time).toMatchObject({ cage_name, total_cost })
      // Back to its cage, so that the next one is asked from the same place.
      await app.db
        .updateTable('coach_bookings')
        .set({ start_time: '17:00', end_time: '18:00', cage_id: cage(2), cage_cost: '40.00' })
        .where('id', '=', id)
        .execute()
    }
  })

  test.each([
    ['unaligned', (day: string) => to(day, '16:10'), 400, 'slot_unaligned'],
    ['outside the opening hours', (day: string) => to(day, '20:30'), 409, 'facility_closed'],
    ['in the past', () => to('2026-11-20', '16:00'), 409, 'slot_in_past'],
    ['beyond the booking window', (day: string) => to(addDays(day, 700), '16:00'), 409, 'slot_too_far_ahead'],
    ['that it has', (day: string) => to(day, '16:00'), 400, 'move_changes_nothing'],
    ['that is none', (day: string) => to(day, '25:00'), 400, 'invalid_input'],
  ])('to a time %s is refused', async (_name, where, status, code) => {
    const day = freshDay()
    const id = await book(day, '16:00')
    expect(await refusalOf(await move(id, where(day)))).toEqual([status, code])
    expect(await rowOf(id)).toMatchObject({ revision: 0 })
  })

  test('is refused where the coach is busy or away, or no cage is free', async () => {
    const day = freshDay()
    const id = await book(day, '16:00')
    await book(day, '18:00')
    expect(await refusalOf(await move(id, to(day, '18:30')))).toEqual([409, 'lesson_time_taken'])
    const groups = [1, 2].map((number) => group(cage(number), day, '20:00', '21:00'))
    await app.request('/api/bookings', {
      json: { bookingDetails: groups, totalAmount: 70 },
      cookie: stranger.cookie,
    })
    expect(await refusalOf(await move(id, to(day, '20:00')))).toEqual([409, 'no_free_cage'])
    const resting = await addCoach(app.db, { works: [{ day_of_week: 2, from: '16:00', to: '18:00' }] })
    const { booking } = await bodyOf<LessonAnswer>(
      postLesson(app, lesson(resting.id, day, '16:00'), { cookie: customer.cookie }),
    )
    expect(await refusalOf(await move(booking.id, to(day, '17:30')))).toEqual([409, 'coach_unavailable'])
    await app.db.updateTable('coaches').set({ is_active: false }).where('id', '=', resting.id).execute()
    expect(await refusalOf(await move(booking.id, to(day, '17:00')))).toEqual([404, 'coach_not_found'])
    expect(await moveTimes(booking.id, day)).toEqual([])
    expect((await cancel(booking.id)).status).toBe(200)
  })

  test('asks about a higher price, refuses it where it is paid, and gives a lower one back', async () => {
    const [day, later] = [freshDay(), freshDay()]
    const id = await book(day, '16:00')
    await app.db.updateTable('coaches').set({ hourly_rate: '70.00' }).where('id', '=', coach.id).execute()
    expect(await bodyOf<Problem>(move(id, to(day, '17:00')))).toMatchObject({
      code: 'price_changed',
      details: { total_amount: 100 },
    })
    expect((await move(id, to(day, '17:00', { totalAmount: 100 }))).status).toBe(200)
    await payFor(app, customer, { coach_booking_id: id }, 'card')
    await app.db.updateTable('coaches').set({ hourly_rate: '80.00' }).where('id', '=', coach.id).execute()
    expect(await refusalOf(await move(id, to(later, '16:00', { totalAmount: 110 })))).toEqual([
      409,
      'move_costs_more',
    ])
    await app.db.updateTable('coaches').set({ hourly_rate: '60.00' }).where('id', '=', coach.id).execute()
    expect(await bodyOf<Answer>(move(id, to(later, '16:00')))).toMatchObject({
      refund_amount: 10,
      refund_method: 'card',
      lesson: { total_cost: 90, coach_rate: 60, payment_status: 'paid' },
    })
  })
})

describe('races', () => {
  test('of a move and a stranger’s lesson at the same time exactly one gets it', async () => {
    const day = freshDay()
    for (const time of ['18:00', '19:00', '20:00']) {
      const id = await book(day, '16:00')
      const [booked, moved] = await Promise.all([
        postLesson(app, lesson(coach.id, day, time), { cookie: stranger.cookie }),
        move(id, to(day, time), { from: other }),
      ])
      expect([booked.status === 201, moved.status === 200].filter(Boolean)).toHaveLength(1)
      expect(await refusalOf(booked.status === 201 ? moved : booked)).toEqual([409, 'lesson_time_taken'])
      expect((await rowOf(id)).status).toBe('pending payment')
      if (moved.status !== 200) await cancel(id)
    }
    expect(await disagreements(app.db)).toEqual([])
  })

  test('two cancellations and a move at once leave one lesson or none, and the money comes back once', async () => {
    const day = freshDay()
    const id = await book(day, '16:00')
    await payFor(app, customer, { coach_booking_id: id }, 'card')
    const answers = await Promise.all([cancel(id), cancel(id, { from: other }), move(id, to(day, '19:00'))])
    expect(answers.slice(0, 2).filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ status: 'canceled', payment_status: 'refunded' })
    expect(await scheduleOf(app, day)).toEqual([])
    const refunds = await app.db
      .selectFrom('payment_refunds')
      .innerJoin('payment_items', 'payment_items.id', 'payment_refunds.payment_item_id')
      .select('payment_refunds.amount')
      .where('coach_booking_id', '=', id)
      .execute()
    expect(refunds).toEqual([{ amount: '90.00' }])
    expect(await disagreements(app.db)).toEqual([])
  })

  test('a move or cancellation sent twice under one key happens once', async () => {
    const day = freshDay()
    const id = await book(day, '16:00')
    for (const send of [
      (headers: Record<string, string>) => move(id, to(day, '18:00'), { headers }),
      (headers: Record<string, string>) => cancel(id, { headers }),
    ]) {
      const headers = { 'idempotency-key': randomUUID() }
      const [first, second] = await Promise.all([send(headers), send(headers)])
      expect([first.status, await first.text()]).toEqual([200, await second.text()])
    }
    expect(await rowOf(id)).toMatchObject({ revision: 2 })
    expect(await messagesOf(id, 'changed')).toHaveLength(2)
    expect(await messagesOf(id, 'canceled')).toHaveLength(2)
  })
})

const writtenFile = (calendar: CalendarFile | null): string =>
  calendar && 'content' in calendar ? calendar.content : ''
