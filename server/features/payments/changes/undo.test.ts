/** undo-staff-change: what staff change is as it was, and nobody is told. */

import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import { disagreements } from '../../../db/ledger.fixture.ts'
import { bodyOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { fakeMailer } from '../../../test/outbox.ts'
import { cageCustomer, payFor } from '../../bookings/changeTestKit.ts'
import {
  auditOf,
  messagesAbout,
  newTime,
  problemOf,
  rowOf,
  type StaffAnswer,
  staffOf,
  startStaffedFacility,
} from '../../bookings/staffTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { type LessonAnswer, lesson, postLesson } from '../../lessons/lessonTestKit.ts'
import { deliverBatch } from '../../messages/delivery/delivery.ts'
import { sendRefunds } from '../refunds/sendRefunds.ts'

const { admin, app, book, cage, clock, customer, desk, freshDay, other, scheduleOf, slot } =
  await startStaffedFacility()
const otherDesk = await addPerson(app, { role: 'desk' })
const giver = await addPerson(app, { role: 'coach', name: 'Casey Coach' })
const coach = await addCoach(app.db, {
  person: giver,
  works: [{ day_of_week: 2, from: '16:00', to: '20:00' }],
})
afterAll(() => app.close())

const by = (person: Person, from = app) => staffOf(from, person)
const seconds = (count: number) => clock.advance(count / 60)

async function give(day: string, startTime = '16:00'): Promise<string> {
  const answer = postLesson(app, lesson(coach.id, day, startTime), { cookie: customer.cookie })
  return (await bodyOf<LessonAnswer>(answer)).booking.id
}
const lessonRow = (id: string) =>
  app.db.selectFrom('coach_bookings').selectAll().where('id', '=', id).executeTakeFirst()

/** A row without what counts on, or tells when it was written. */
const lasting = (row: object | undefined) => ({ ...row, revision: 0, version: 0, updated_at: 0 })

const messagesOf = (undo: Undo) =>
  app.db
    .selectFrom('outbox')
    .select(['template', 'next_attempt_at', 'status'])
    .where('staff_change_id', '=', undo?.id ?? '')
    .execute()
const refundsOfChange = (undo: Undo) =>
  app.db
    .selectFrom('payment_refunds')
    .selectAll()
    .where('staff_change_id', '=', undo?.id ?? '')
    .execute()

/** Whether the messages about a booking or lesson are sent, by the app's own worker. */
async function statesAbout(id: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('outbox')
    .select('status')
    .where('dedupe_key', 'like', `%:${id}%`)
    .execute()
  return rows.map(({ status }) => status)
}

/** Sends what is due, as a worker of any instance does. */
async function sendMail(at = clock) {
  const mailer = fakeMailer()
  await deliverBatch({ ...app.context, clock: at }, mailer)
  return mailer.taken.length
}

/** Changes something, and answers with how it is undone. */
async function undoOf(response: Promise<Response>): Promise<Undo> {
  const answer = await bodyOf<StaffAnswer>(response)
  expect(answer).toMatchObject({ undo: { id: expect.any(String), until: expect.any(String) } })
  return answer.undo
}

describe('a cage booking is as it was', () => {
  test('after a move, at its time and price, and nobody is told of either', async () => {
    const [from, to] = [freshDay(), freshDay()]
    const id = await book(from)
    await sendMail()
    const before = await rowOf(app, id)
    const undo = await undoOf(by(desk).update(id, { ...newTime(to, '18:00', '19:30'), new_cage_id: cage(3) }))
    expect(await scheduleOf(from)).toEqual([])
    expect(await messagesOf(undo)).toMatchObject([{ template: 'booking-changed', status: 'queued' }])
    seconds(19)
    const undone = await by(desk).undo(undo)
    expect(undone.status).toBe(200)
    expect(await bodyOf(undone)).toEqual({
      message: 'Undone. No one is told.',
      items: [{ kind: 'booking', id }],
    })
    const after = await rowOf(app, id)
    expect(lasting(after)).toEqual(lasting(before))
    expect(after.revision).toBe(before.revision + 2)
    expect(await messagesAbout(app, id)).toEqual([])
    expect(await scheduleOf(from)).toHaveLength(1)
    expect(await scheduleOf(to)).toEqual([])
    expect((await auditOf(app, id)).at(-1)).toMatchObject({
      action: 'UPDATE',
      user_id: desk.id,
      description: 'Undo.',
    })
    seconds(2)
    expect(await sendMail()).toBe(0)
    expect(await disagreements(app.db)).toEqual([])
  })

  test('after a cancellation that clears who came, and its card refund is withdrawn', async () => {
    const id = await book(freshDay())
    await payFor(app, customer, { booking_id: id }, 'card')
    const before = await rowOf(app, id)
    const undo = await undoOf(by(desk).update(id, { new_status: 'canceled' }))
    await sendRefunds(app.context)
    expect(await refundsOfChange(undo)).toMatchObject([
      {
        ...{ status: 'pending', attempts: 0, amount: '30.00' },
        next_attempt_at: new Date(undo?.until ?? ''),
      },
    ])
    expect((await by(desk).undo(undo)).status).toBe(200)
    expect(lasting(await rowOf(app, id))).toEqual(lasting(before))
    expect(await refundsOfChange(undo)).toMatchObject([{ status: 'failed', attempts: 0 }])
    // What was withdrawn can be given back once more.
    const again = await bodyOf<StaffAnswer>(by(desk).update(id, { new_status: 'canceled' }))
    expect(again).toMatchObject({ refund_amount: 30, refund_method: 'card' })
  })

  test('after a payment was noted, and after notes', async () => {
    const id = await book(freshDay())
    const before = await rowOf(app, id)
    const paid = await undoOf(by(desk).setStatus(id, { status: 'paid' }))
    const noted = await undoOf(by(desk).update(id, { new_admin_notes: 'Left-handed' }))
    expect((await by(desk).undo(noted)).status).toBe(200)
    expect(await rowOf(app, id)).toMatchObject({ status: 'paid', admin_notes: null })
    // What is undone does not stand in the way of what was done before it.
    expect((await by(desk).undo(paid)).status).toBe(200)
    expect(lasting(await rowOf(app, id))).toEqual(lasting(before))
  })

  test('after it was deleted, with the payment that names it', async () => {
    const day = freshDay()
    const id = await book(day)
    await payFor(app, customer, { booking_id: id }, 'card')
    const before = await rowOf(app, id)
    const undo = await undoOf(by(admin).delete(`/api/bookings/${id}`))
    expect(await scheduleOf(day)).toEqual([])
    expect((await by(admin).undo(undo)).status).toBe(200)
    const after = await rowOf(app, id)
    expect(lasting(after)).toEqual(lasting(before))
    expect(after.revision).toBe(before.revision + 2)
    const items = await app.db
      .selectFrom('payment_items')
      .select('amount')
      .where('booking_id', '=', id)
      .execute()
    expect(items).toHaveLength(1)
    expect(await scheduleOf(day)).toHaveLength(1)
    expect(await disagreements(app.db)).toEqual([])
  })

  test('gone after it was made, for an account and for a guest', async () => {
    const day = freshDay()
    const { new_start_time: start_time, new_end_time: end_time } = newTime(day, '16:00', '17:00')
    const time = { start_time, end_time }
    const made = by(desk).post(`/api/customers/${customer.id}/bookings`, {
      ...time,
      cage_ids: [cage(1), cage(2)],
    })
    const guest = by(desk).post('/api/guest-bookings', {
      ...time,
      cage_ids: [cage(3)],
      guest_name: 'Gus Guest',
      guest_email: 'gus@example.com',
    })
    const undos = [await undoOf(made), await undoOf(guest)]
    expect(await scheduleOf(day)).toHaveLength(3)
    for (const undo of undos) {
      expect(await messagesOf(undo)).toMatchObject([{ template: 'booking-confirmed' }])
      expect((await by(desk).undo(undo)).status).toBe(200)
      expect(await messagesOf(undo)).toEqual([])
    }
    expect(await scheduleOf(day)).toEqual([])
    expect(await disagreements(app.db)).toEqual([])
  })

  test('over the night on which the clocks go forward', async () => {
    const id = await book('2026-12-01')
    await app.db
      .updateTable('bookings')
      .set({ start_time: new Date('2027-03-14T06:30:00Z'), end_time: new Date('2027-03-14T08:30:00Z') })
      .where('id', '=', id)
      .execute()
    const before = await rowOf(app, id)
    const undo = await undoOf(by(desk).update(id, { new_status: 'canceled' }))
    expect((await by(desk).undo(undo)).status).toBe(200)
    expect(lasting(await rowOf(app, id))).toEqual(lasting(before))
    expect(await disagreements(app.db)).toEqual([])
  })
})

describe('money at the desk', () => {
  const payments = (id: string) =>
    app.db
      .selectFrom('payment_transactions as payment')
      .innerJoin('payment_items as item', 'item.payment_transaction_id', 'payment.id')
      .select(['payment.id', 'payment.status', 'total_amount'])
      .where('item.booking_id', '=', id)
      .execute()

  test('that a change took is voided with it, also where the booking itself is gone', async () => {
    const id = await book(freshDay())
    const paid = await undoOf(by(desk).setStatus(id, { status: 'paid' }))
    expect(await payments(id)).toMatchObject([{ status: 'completed', total_amount: '30.00' }])
    expect((await by(desk).undo(paid)).status).toBe(200)
    expect(await payments(id)).toMatchObject([{ status: 'voided' }])

    const { new_start_time: start_time, new_end_time: end_time } = newTime(freshDay(), '16:00', '17:00')
    const json = { start_time, end_time, cage_ids: [cage(1)], status: 'paid' }
    const answer = await bodyOf<StaffAnswer & { bookings: { id: string }[] }>(
      by(desk).post(`/api/customers/${customer.id}/bookings`, json),
    )
    const [taken] = await payments(answer.bookings[0]?.id ?? '')
    expect(taken).toMatchObject({ status: 'completed' })
    expect((await by(desk).undo(answer.undo)).status).toBe(200)
    const left = app.db
      .selectFrom('payment_transactions')
      .select('status')
      .where('id', '=', taken?.id ?? '')
    expect(await left.execute()).toEqual([{ status: 'voided' }])
  })

  test('that was taken before stands after a cancellation, a deletion and a payment taken back were undone', async () => {
    const id = await book(freshDay())
    await by(desk).setStatus(id, { status: 'paid' })
    const before = await payments(id)
    for (const change of [
      () => by(desk).update(id, { new_status: 'canceled' }),
      () => by(desk).setStatus(id, { status: 'pending payment' }),
      () => by(desk).delete(`/api/bookings/${id}`),
    ]) {
      const undo = await undoOf(change())
      expect((await by(desk).undo(undo)).status).toBe(200)
      expect(await rowOf(app, id)).toMatchObject({ status: 'paid' })
      expect(await payments(id)).toEqual(before)
      expect((await refundsOfChange(undo)).filter(({ status }) => status !== 'failed')).toEqual([])
    }
  })
})

describe('a lesson is as it was', () => {
  test('after a move by its coach, and after a cancellation by the desk', async () => {
    const [from, to] = [freshDay(), freshDay()]
    const id = await give(from)
    const before = await lessonRow(id)
    const moved = await undoOf(
      by(giver).updateLesson(id, { new_lesson_date: to, new_start_time: '18:00', new_duration_minutes: 30 }),
    )
    expect((await by(giver).undo(moved)).status).toBe(200)
    expect(lasting(await lessonRow(id))).toEqual(lasting(before))
    const canceled = await undoOf(by(desk).post(`/api/lessons/${id}/cancel`, {}))
    expect((await messagesOf(canceled)).map(({ template }) => template).sort()).toEqual([
      'coach-lesson-canceled',
      'lesson-canceled',
    ])
    expect((await by(desk).undo(canceled)).status).toBe(200)
    expect(lasting(await lessonRow(id))).toEqual(lasting(before))
    expect(await messagesOf(canceled)).toEqual([])
    expect(await disagreements(app.db)).toEqual([])
  })

  test('after a payment in the hand, and after it was deleted', async () => {
    const id = await give(freshDay())
    const before = await lessonRow(id)
    const path = `/api/lessons/${id}/payment-status`
    const paid = await undoOf(by(giver).put(path, { p_new_status: 'paid' }))
    expect((await by(giver).undo(paid)).status).toBe(200)
    expect(lasting(await lessonRow(id))).toEqual(lasting(before))
    const deleted = await undoOf(by(desk).delete(`/api/lessons/${id}`))
    expect(await lessonRow(id)).toBeUndefined()
    expect((await by(desk).undo(deleted)).status).toBe(200)
    expect(lasting(await lessonRow(id))).toEqual(lasting(before))
  })

  test('gone after staff have booked it, and what customers book is final', async () => {
    const day = freshDay()
    const json = { ...lesson(coach.id, day, '16:00'), customer_id: customer.id }
    const undo = await undoOf(by(desk).post('/api/lessons', json))
    expect((await by(desk).undo(undo)).status).toBe(200)
    expect(await scheduleOf(day)).toEqual([])
    const own = await postLesson(app, lesson(coach.id, day, '16:00'), { cookie: customer.cookie })
    const { booking, undo: none } = await bodyOf<LessonAnswer & { undo: Undo }>(own)
    expect(none).toBeNull()
    await expect.poll(() => statesAbout(booking.id)).toEqual(['sent', 'sent'])
  })
})

describe('messages and refunds wait', () => {
  test('for 20 seconds, in every instance, and go out then', async () => {
    const id = await book(freshDay())
    while ((await sendMail()) > 0);
    const undo = await undoOf(by(desk).update(id, { new_status: 'canceled' }))
    seconds(19.99)
    expect(await sendMail()).toBe(0)
    seconds(0.01)
    expect(await problemOf(await by(desk, other).undo(undo))).toMatchObject({
      status: 409,
      code: 'undo_expired',
    })
    await sendMail()
    await expect.poll(async () => (await messagesOf(undo)).map(({ status }) => status)).toEqual(['sent'])
  })

  test('and what customers change themselves is sent at once', async () => {
    const id = await book(freshDay())
    await cageCustomer(app, customer).cancel(id)
    await expect.poll(() => statesAbout(id)).toEqual(['sent', 'sent'])
  })

  test('not for an undo that comes while the mail server has one of them', async () => {
    const id = await book(freshDay())
    while ((await sendMail()) > 0);
    const undo = await undoOf(by(desk).update(id, { new_status: 'canceled' }))
    // The worker's clock is ahead of the server's, as in the next test.
    const ahead = { ...clock, now: () => new Date(clock.now().getTime() + 20_000) }
    const mailer = fakeMailer()
    const undone: Response[] = []
    await deliverBatch(
      { ...app.context, clock: ahead },
      {
        ...mailer,
        async send(mail) {
          undone.push(await by(desk, other).undo(undo))
          await mailer.send(mail)
        },
      },
    )
    expect(await Promise.all(undone.map(problemOf))).toMatchObject([{ status: 409, code: 'undo_expired' }])
    expect(mailer.taken).toHaveLength(1)
    expect(await rowOf(app, id)).toMatchObject({ status: 'canceled' })
    expect(await messagesOf(undo)).toMatchObject([{ status: 'sent' }])
  })

  test('never both sent and undone, whoever comes first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await book(freshDay())
      while ((await sendMail()) > 0);
      const undo = await undoOf(by(desk).update(id, { new_status: 'canceled' }))
      // The worker's clock is ahead of the server's: the rows decide.
      const ahead = { ...clock, now: () => new Date(clock.now().getTime() + 20_000) }
      const [undone, sent] = await Promise.all([by(desk, other).undo(undo), sendMail(ahead)])
      expect([undone.status, sent]).toEqual(undone.status === 200 ? [200, 0] : [409, 1])
      const { status } = await rowOf(app, id)
      expect(status).toBe(undone.status === 200 ? 'pending payment' : 'canceled')
    }
  })
})

describe('an undo is refused', () => {
  test('where the slot is taken in the meantime, by name, and nothing is changed', async () => {
    const day = freshDay()
    const id = await book(day)
    const undo = await undoOf(by(desk).update(id, { new_status: 'canceled' }))
    await book(day)
    expect(await problemOf(await by(desk).undo(undo))).toMatchObject({
      status: 409,
      code: 'slots_taken',
      details: { slots: [slot(1, day, '16:00', '16:30'), slot(1, day, '16:30', '17:00')] },
    })
    expect(await rowOf(app, id)).toMatchObject({ status: 'canceled' })
    expect(await messagesOf(undo)).toHaveLength(1)
  })

  test('where someone changed it since, with what and by whom', async () => {
    const day = freshDay()
    const id = await book(day)
    const undo = await undoOf(by(desk).update(id, newTime(day, '18:00', '19:00')))
    expect((await by(otherDesk).update(id, { new_admin_notes: 'Brings a friend' })).status).toBe(200)
    expect(await problemOf(await by(desk).undo(undo))).toMatchObject({
      code: 'changed_meanwhile',
      details: { changes: [{ field: 'notes', from: null, to: 'Brings a friend' }] },
    })
    expect(await rowOf(app, id)).toMatchObject({ admin_notes: 'Brings a friend' })
  })

  test('to everybody but who made the change, and for what is no change', async () => {
    const id = await book(freshDay())
    const undo = await undoOf(by(desk).update(id, { new_status: 'canceled' }))
    for (const person of [otherDesk, admin, giver])
      expect(await problemOf(await by(person).undo(undo))).toMatchObject({ code: 'change_not_found' })
    expect((await by(customer).undo(undo)).status).toBe(403)
    const unknown = { id: randomUUID(), until: '' }
    expect(await problemOf(await by(desk).undo(unknown))).toMatchObject({ code: 'change_not_found' })
    const same = await bodyOf<StaffAnswer>(by(desk).update(id, {}))
    expect(same.undo).toBeNull()
  })

  test('after its refund was asked for: the provider has the last word', async () => {
    const id = await book(freshDay())
    await payFor(app, customer, { booking_id: id }, 'card')
    const undo = await undoOf(by(desk).update(id, { new_status: 'canceled' }))
    await app.db
      .updateTable('payment_refunds')
      .set({ attempts: 1 })
      .where('staff_change_id', '=', undo?.id ?? '')
      .execute()
    expect(await problemOf(await by(desk).undo(undo))).toMatchObject({ code: 'undo_expired' })
    expect(await rowOf(app, id)).toMatchObject({ status: 'canceled' })
    expect(await messagesOf(undo)).toHaveLength(1)
  })

  test('never twice: again it answers the same, with and without a key', async () => {
    const id = await book(freshDay())
    const undo = await undoOf(by(desk).update(id, { new_status: 'canceled' }))
    const key = randomUUID()
    const answers = await Promise.all([
      by(desk).undo(undo, key),
      by(desk, other).undo(undo, key),
      by(desk).undo(undo),
      by(desk, other).undo(undo),
    ])
    seconds(60)
    answers.push(await by(desk).undo(undo, key), await by(desk).undo(undo))
    const bodies = await Promise.all(answers.map((answer) => bodyOf(answer)))
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(bodies[0]).toMatchObject({ items: [{ id }] })
    const undone = (await auditOf(app, id)).filter(({ description }) => description === 'Undo.')
    expect(undone).toHaveLength(1)
  })
})

test('A change that is repeated under its key is one change with one undo', async () => {
  const id = await book(freshDay())
  const key = randomUUID()
  const cancel = (from = app) =>
    by(desk, from).update(id, { new_status: 'canceled', expected_revision: 0 }, key)
  const answers = await Promise.all([cancel(), cancel(other), cancel()])
  const undos = await Promise.all(answers.map((answer) => bodyOf<StaffAnswer>(answer)))
  expect(new Set(undos.map(({ undo }) => undo?.id)).size).toBe(1)
  expect((await by(desk).undo(undos[0]?.undo ?? null)).status).toBe(200)
  expect(await rowOf(app, id)).toMatchObject({ status: 'pending payment' })
})
