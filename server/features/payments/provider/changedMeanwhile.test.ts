/** Two who change one booking or lesson, and what the customer is told of it. */

import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { bodyOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { fakeMailer } from '../../../test/outbox.ts'
import { cageCustomer } from '../../bookings/changeTestKit.ts'
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

const { admin, app, book, cage, clock, customer, desk, freshDay, other } = await startStaffedFacility()
const otherDesk = await addPerson(app, { role: 'desk', name: 'Olga Other' })
const giver = await addPerson(app, { role: 'coach', name: 'Casey Coach' })
const coach = await addCoach(app.db, {
  person: giver,
  works: [{ day_of_week: 2, from: '16:00', to: '20:00' }],
})
afterAll(() => app.close())

const by = (person: Person, from = app) => staffOf(from, person)

async function give(day: string): Promise<string> {
  const answer = postLesson(app, lesson(coach.id, day, '16:00'), { cookie: customer.cookie })
  return (await bodyOf<LessonAnswer>(answer)).booking.id
}

describe('a stale revision is refused with what was changed, and by whom', () => {
  test('by the other desk: cage, price and notes', async () => {
    const day = freshDay()
    const id = await book(day)
    const { booking } = await bodyOf<StaffAnswer>(
      by(otherDesk).update(id, { new_cage_id: cage(3), new_admin_notes: 'Two bats' }),
    )
    const stale = { new_status: 'canceled', expected_revision: 0 }
    expect(await problemOf(await by(desk).update(id, stale))).toEqual({
      status: 409,
      code: 'changed_meanwhile',
      details: {
        changed_by: 'Olga Other',
        changed_at: expect.stringMatching(/Z$/),
        changes: [
          { field: 'cage', from: 'Cage 1', to: 'Cage 3' },
          { field: 'price', from: '$30.00', to: '$40.00' },
          { field: 'notes', from: null, to: 'Two bats' },
        ],
      },
    })
    expect(await rowOf(app, id)).toMatchObject({ status: 'pending payment' })
    const fresh = await by(desk).update(id, { ...stale, expected_revision: booking.revision })
    expect(fresh.status).toBe(200)
  })

  test('by the customer, who is not named, and by the provider', async () => {
    const [from, to] = [freshDay(), freshDay()]
    const id = await book(from)
    const { new_start_time: start_time } = newTime(to, '18:00', '19:00')
    expect((await cageCustomer(app, customer).move(id, { start_time })).status).toBe(200)
    const path = `/api/bookings/${id}`
    expect(await problemOf(await by(admin).delete(path, { expected_revision: '0' }))).toMatchObject({
      code: 'changed_meanwhile',
      details: {
        changed_by: 'the customer',
        changes: [{ field: 'time', to: expect.stringMatching(/6:00–7:00 PM/) }],
      },
    })
    await app.db.updateTable('bookings').set({ status: 'paid' }).where('id', '=', id).execute()
    expect(
      await problemOf(await by(desk).put(`${path}/attendance`, { attendance: null, expected_revision: 1 })),
    ).toMatchObject({
      details: {
        changed_by: 'the card payment',
        changes: [{ field: 'status', from: 'pending payment', to: 'paid' }],
      },
    })
  })

  test('of a lesson, to its coach', async () => {
    const id = await give(freshDay())
    expect(
      (await by(desk).updateLesson(id, { new_start_time: '17:00', new_coach_notes: 'Bring tees' })).status,
    ).toBe(200)
    const stale = { expected_revision: 0 }
    expect(await problemOf(await by(giver).post(`/api/lessons/${id}/cancel`, stale))).toMatchObject({
      details: {
        changed_by: 'Dee Desk',
        changes: [
          { field: 'time', from: expect.stringMatching(/, 4:00–5:00 PM$/) },
          { field: 'notes', to: 'Bring tees' },
        ],
      },
    })
  })
})

describe('two desks at one moment', () => {
  test('one wins and the other is told what changed, twelve times', async () => {
    for (let round = 0; round < 12; round += 1) {
      const day = freshDay()
      const id = await book(day)
      const expected_revision = 0
      const [one, two] = await Promise.all([
        by(desk).update(id, { ...newTime(day, '18:00', '19:00'), expected_revision }),
        by(otherDesk, other).update(id, { new_status: 'canceled', expected_revision }),
      ])
      const { status, start_time } = await rowOf(app, id)
      const moved = start_time.toISOString() === newTime(day, '18:00', '19:00').new_start_time
      expect([one.status, two.status]).toEqual(moved ? [200, 409] : [409, 200])
      expect(status).toBe(moved ? 'pending payment' : 'canceled')
      expect(await problemOf(moved ? two : one)).toMatchObject({
        code: 'changed_meanwhile',
        details: {
          changed_by: moved ? 'Dee Desk' : 'Olga Other',
          changes: [{ field: moved ? 'time' : 'status' }],
        },
      })
      // The refused one leaves nothing behind.
      expect(await messagesAbout(app, id)).toHaveLength(1)
    }
  })

  test('a payment that comes in while a change waits for its locks is not overwritten', async () => {
    const day = freshDay()
    const id = await book(day)
    const { answer } = await app.db.transaction().execute(async (tx) => {
      await tx.updateTable('bookings').set({ status: 'paid' }).where('id', '=', id).execute()
      const answer = by(desk).update(id, { ...newTime(day, '18:00', '19:00'), expected_revision: 0 })
      await expect.poll(waiting).toBeGreaterThan(0)
      return { answer }
    })
    expect(await problemOf(await answer)).toMatchObject({
      details: { changed_by: 'the card payment', changes: [{ field: 'status', to: 'paid' }] },
    })
    expect(await rowOf(app, id)).toMatchObject({ status: 'paid', version: 1 })
  })
})

async function waiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows.length
}

describe('the customer', () => {
  test('is not told where the desk says so, and the audit log knows', async () => {
    const [day, to] = [freshDay(), freshDay()]
    const id = await book(day)
    await by(desk).update(id, { ...newTime(to, '18:00', '19:00'), tell: false })
    expect((await auditOf(app, id)).at(-1)).toMatchObject({ description: 'Customer not told.' })
    await by(desk).delete(`/api/bookings/${id}`, { tell: 'false' })
    const time = { start_time: newTime(to, '16:00', '17:00').new_start_time }
    await by(desk).post(`/api/customers/${customer.id}/bookings`, {
      ...{ ...time, end_time: newTime(to, '16:00', '17:00').new_end_time, cage_ids: [cage(2)], tell: false },
    })
    expect(await messagesAbout(app, id)).toEqual([])
    const confirmed = await app.db
      .selectFrom('outbox')
      .select('id')
      .where('template', '=', 'booking-confirmed')
      .where('staff_change_id', 'is not', null)
      .execute()
    expect(confirmed).toEqual([])
  })

  test('is not told of a lesson, and its coach is', async () => {
    const id = await give(freshDay())
    await by(desk).post(`/api/lessons/${id}/cancel`, { tell: false })
    const templates = (await messagesAbout(app, id)).map(({ template }) => template)
    expect(templates).toEqual(['coach-lesson-canceled'])
  })

  test('reads the line in every kind of mail, escaped', async () => {
    while ((await deliverBatch(app.context, fakeMailer())).claimed > 0);
    const message = '<b>Mind</b> the rain'
    const [day, to] = [freshDay(), freshDay()]
    const id = await book(day)
    const lessonId = await give(day)
    await by(desk).update(id, { ...newTime(to, '18:00', '19:00'), message })
    await by(desk).update(id, { new_status: 'canceled', message })
    await by(desk).updateLesson(lessonId, { new_lesson_date: to, message })
    await by(desk).post(`/api/lessons/${lessonId}/cancel`, { message })
    const { new_start_time: start_time, new_end_time: end_time } = newTime(to, '16:00', '17:00')
    const times = { start_time, end_time, cage_ids: [cage(3)] }
    await by(desk).post(`/api/customers/${customer.id}/bookings`, { ...times, message })
    const given = { ...lesson(coach.id, freshDay(), '16:00'), customer_id: customer.id }
    await by(desk).post('/api/lessons', { ...given, message })
    clock.advance(1)
    const mailer = fakeMailer()
    while ((await deliverBatch(app.context, mailer)).claimed > 0);
    // The app's own worker may have taken some of them.
    const mailsWithIt = async () => {
      const kept = await app.db
        .selectFrom('development_mailbox')
        .select(['subject', 'html', 'body_text as text'])
        .execute()
      return [...mailer.taken, ...kept].filter(({ text }) => text.includes(message))
    }
    const subjects = async () => (await mailsWithIt()).map(({ subject }) => subject.split(':')[0]).sort()
    await expect
      .poll(subjects)
      .toEqual([
        'Booking canceled',
        'Booking changed',
        'Booking confirmed',
        'Lesson canceled',
        'Lesson changed',
        'Lesson confirmed',
      ])
    const mails = await mailsWithIt()
    for (const { html } of mails) expect(html).toContain('&lt;b&gt;Mind&lt;/b&gt; the rain')
  })
})
