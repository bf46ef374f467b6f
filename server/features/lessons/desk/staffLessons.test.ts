import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { RefundMethod } from '../../../../shared/contract/accounts/changes.ts'
import type { StaffLesson } from '../../../../shared/contract/lessons/staffLessons.ts'
import { addDays } from '../../../../shared/domain/time/time.ts'
import { disagreements } from '../../../db/ledger.fixture.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { payFor } from '../../bookings/changeTestKit.ts'
import {
  auditOf,
  messagesAbout,
  problemOf,
  refundsOf,
  staffOf,
  startStaffedFacility,
} from '../../bookings/staffTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { type LessonAnswer, lesson, postLesson } from '../lessonTestKit.ts'

interface Answer {
  message: string
  booking: StaffLesson
  refund_amount: number
  refund_method: RefundMethod
}

const { admin, app, book, cage, customer, desk, freshDay, now, other, scheduleOf, slot } =
  await startStaffedFacility()
const giver = await addPerson(app, { role: 'coach', name: 'Casey Coach' })
const otherCoach = await addPerson(app, { role: 'coach' })
const coach = await addCoach(app.db, {
  person: giver,
  works: [{ day_of_week: 2, from: '16:00', to: '20:00' }],
})
await addCoach(app.db, { person: otherCoach, name: 'Olly Other' })
afterAll(() => app.close())

const by = (person: Person) => staffOf(app, person)
/** An hour with Casey in Cage 1 for 90 dollars; its id. */
async function give(day: string, startTime = '16:00', more: object = {}): Promise<string> {
  const answer = postLesson(app, lesson(coach.id, day, startTime, more), { cookie: customer.cookie })
  return (await bodyOf<LessonAnswer>(answer)).booking.id
}
const rowOf = (id: string) =>
  app.db.selectFrom('coach_bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const templatesAbout = async (id: string) => (await messagesAbout(app, id)).map(({ template }) => template)
let weeksAgo = 0
/** Puts a lesson on a Tuesday that is over. */
const letPass = (id: string) =>
  app.db
    .updateTable('coach_bookings')
    .set({ lesson_date: addDays('2026-11-17', -7 * weeksAgo++) })
    .where('id', '=', id)
    .execute()

describe('update_coach_booking', () => {
  test('reschedules a lesson of the coach to another day, cage and length, and tells only the customer', async () => {
    const [from, to] = [freshDay(), freshDay()]
    const id = await give(from)
    const response = await by(giver).updateLesson(id, {
      new_lesson_date: to,
      new_start_time: '18:00',
      new_duration_minutes: 90,
      new_cage_id: cage(2),
      new_coach_notes: 'Bring your own bat.',
    })
    expect(await bodyOf<Answer>(response)).toMatchObject({
      message: expect.stringMatching(
        /^The lesson of Pat Parent with Casey Coach is changed: Tue, \w+ \d+, 6:00 PM\.$/,
      ),
      booking: {
        cage_name: 'Cage 2',
        lesson_date: to,
        start_time: '18:00',
        end_time: '19:30',
        total_cost: 135,
        coach_notes: 'Bring your own bat.',
        customer_id: customer.id,
      },
    })
    expect([await scheduleOf(from), await scheduleOf(to)]).toMatchObject([[], [{ cage_id: cage(2) }]])
    expect(await messagesAbout(app, id)).toMatchObject([
      {
        template: 'lesson-changed',
        to_email: customer.email,
        data: { note: 'Bring your own bat.', total: '$135.00' },
      },
    ])
    expect((await auditOf(app, id)).at(-1)).toMatchObject({ user_id: giver.id })
    expect(await disagreements(app.db)).toEqual([])
  })

  test('by the desk tells coach and customer', async () => {
    const id = await give(freshDay())
    expect((await by(desk).updateLesson(id, { new_start_time: '17:00' })).status).toBe(200)
    expect(await templatesAbout(id)).toEqual(['coach-lesson-changed', 'lesson-changed'])
  })

  test("of another coach's lesson finds none", async () => {
    const id = await give(freshDay())
    const asked = { new_coach_notes: 'Mine' }
    expect(await refusalOf(await by(otherCoach).updateLesson(id, asked))).toEqual([404, 'lesson_not_found'])
    expect(await refusalOf(await by(customer).updateLesson(id, asked))).toEqual([403, 'forbidden'])
    expect(await rowOf(id)).toMatchObject({ coach_notes: null })
  })

  test("leaves the coach's weekly hours to the coach, and to the desk with a reason", async () => {
    const id = await give(freshDay())
    expect((await by(giver).updateLesson(id, { new_start_time: '20:00' })).status).toBe(200)
    const again = await give(freshDay())
    expect(await problemOf(await by(desk).updateLesson(again, { new_start_time: '20:00' }))).toMatchObject({
      status: 409,
      code: 'coach_unavailable',
    })
    const asked = { new_start_time: '20:00', override_reason: 'Casey agreed' }
    expect((await by(desk).updateLesson(again, asked)).status).toBe(200)
  })

  test('keeps the opening hours for a coach, whatever the reason, and for the desk without one', async () => {
    const id = await give(freshDay())
    const asked = { new_start_time: '20:30' }
    const reason = { override_reason: 'It is warm' }
    expect(await problemOf(await by(giver).updateLesson(id, { ...asked, ...reason }))).toEqual({
      status: 409,
      code: 'facility_closed',
    })
    expect(await problemOf(await by(desk).updateLesson(id, asked))).toMatchObject({
      code: 'facility_closed',
      details: { override: 'opening_hours' },
    })
    expect((await by(desk).updateLesson(id, { ...asked, ...reason })).status).toBe(200)
  })

  test('at an hour that the clocks skip is refused, whatever the reason', async () => {
    const id = await give(freshDay())
    const asked = { new_lesson_date: '2027-03-14', new_start_time: '01:30', override_reason: 'Night' }
    expect(await refusalOf(await by(admin).updateLesson(id, asked))).toEqual([409, 'clocks_change'])
  })

  test('to a cage that is taken names its slots; to a coach who is busy says so', async () => {
    const day = freshDay()
    await book(day, '18:30', '19:00', 20, 3)
    await give(day, '17:00')
    const id = await give(day)
    const asked = { new_start_time: '18:00', new_cage_id: cage(3), override_reason: 'Please' }
    expect(await problemOf(await by(admin).updateLesson(id, asked))).toMatchObject({
      status: 409,
      code: 'slots_taken',
      details: { slots: [slot(3, day, '18:30', '19:00')] },
    })
    expect(await refusalOf(await by(admin).updateLesson(id, { new_start_time: '16:30' }))).toEqual([
      409,
      'lesson_time_taken',
    ])
  })

  test('to a dearer cage once it is paid is refused, and kept at its price only by the desk, with a reason', async () => {
    const id = await give(freshDay())
    await payFor(app, customer, { coach_booking_id: id }, 'cash')
    const asked = { new_cage_id: cage(3) }
    expect(await problemOf(await by(desk).updateLesson(id, asked))).toEqual({
      status: 409,
      code: 'move_costs_more',
      details: { total_amount: 100 },
    })
    const kept = { ...asked, price: 'kept', override_reason: 'The first cage is broken' }
    expect(await bodyOf<Answer>(by(desk).updateLesson(id, kept))).toMatchObject({
      booking: { cage_name: 'Cage 3', total_cost: 90, coach_rate: 60, cage_cost: 30 },
    })
    expect((await auditOf(app, id)).at(-1)?.description).toBe('Override: The first cage is broken')
  })

  test('by the coach keeps the price of a paid lesson, and computes it again only with another length', async () => {
    const id = await give(freshDay())
    await payFor(app, customer, { coach_booking_id: id }, 'cash')
    const move = (changes: object) => by(giver).updateLesson(id, changes)
    await app.db.updateTable('coaches').set({ hourly_rate: '80.00' }).where('id', '=', coach.id).execute()
    expect(await bodyOf<Answer>(move({ new_cage_id: cage(3), new_start_time: '18:00' }))).toMatchObject({
      booking: { cage_name: 'Cage 3', total_cost: 90, coach_rate: 60, cage_cost: 30 },
      refund_amount: 0,
    })
    expect(await problemOf(await move({ new_duration_minutes: 90 }))).toEqual({
      status: 409,
      code: 'move_costs_more',
      details: { total_amount: 175 },
    })
    await app.db.updateTable('coaches').set({ hourly_rate: '60.00' }).where('id', '=', coach.id).execute()
    expect(await bodyOf<Answer>(move({ new_duration_minutes: 30 }))).toMatchObject({
      booking: { total_cost: 50 },
      refund_amount: 40,
      refund_method: 'front_desk',
    })
    const chosen = { price: 10, override_reason: 'A friend' }
    expect(await refusalOf(await move(chosen))).toEqual([403, 'override_refused'])
  })

  test.each([
    ['over another lesson of the coach', { new_start_time: '17:30' }, 409, 'lesson_time_taken'],
    ['into the past', { new_lesson_date: '2026-11-17' }, 409, 'slot_in_past'],
    ['past closing', { new_start_time: '20:30' }, 409, 'facility_closed'],
    ['to a Sunday', { new_lesson_date: '2026-11-29' }, 409, 'facility_closed'],
    ['beyond the booking window', { new_lesson_date: '2029-11-27' }, 409, 'slot_too_far_ahead'],
    ['off the half hour', { new_start_time: '16:10' }, 400, 'slot_unaligned'],
    ['to more than four hours', { new_duration_minutes: 270 }, 400, 'invalid_input'],
    ['to a cage that does not exist', { new_cage_id: randomUUID() }, 404, 'cage_not_found'],
  ])(
    'by its coach %s is refused, whatever the reason, and changes nothing',
    async (_name, asked, status, code) => {
      const day = freshDay()
      await give(day, '18:00')
      const id = await give(day)
      const before = await rowOf(id)
      const answer = await by(giver).updateLesson(id, { ...asked, override_reason: 'Please' })
      expect(await refusalOf(answer)).toEqual([status, code])
      expect(await rowOf(id)).toEqual(before)
      expect(await messagesAbout(app, id)).toEqual([])
    },
  )

  test('by its coach after it has begun takes notes, and no other time', async () => {
    const id = await give(freshDay(), '19:00')
    await letPass(id)
    expect(await refusalOf(await by(giver).updateLesson(id, { new_start_time: '18:00' }))).toEqual([
      409,
      'already_over',
    ])
    expect((await by(giver).updateLesson(id, { new_coach_notes: 'Good work.' })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ coach_notes: 'Good work.', start_time: '19:00:00' })
  })

  test.each([
    [60, { coach_rate: 60, cage_cost: 0 }],
    [25.01, { coach_rate: 25.01, cage_cost: 0 }],
    [0, { coach_rate: 0, cage_cost: 0 }],
  ])('at a price of %s dollars by the desk is split into the parts of a lesson', async (price, parts) => {
    const id = await give(freshDay())
    const answer = await by(desk).updateLesson(id, { price, override_reason: 'A trial lesson' })
    expect(await bodyOf<Answer>(answer)).toMatchObject({ booking: { total_cost: price, ...parts } })
  })

  test('to a shorter time gives back what the card paid too much', async () => {
    const id = await give(freshDay(), '16:00', { duration_minutes: 90 })
    await payFor(app, customer, { coach_booking_id: id }, 'card')
    const answer = await by(giver).updateLesson(id, { new_duration_minutes: 60 })
    expect(await bodyOf<Answer>(answer)).toMatchObject({ refund_amount: 45, refund_method: 'card' })
    expect(await refundsOf(app, 'coach_booking_id', id)).toEqual([
      { amount: '45.00', reason: 'staff', requested_by: giver.id },
    ])
  })

  test('lets the coach note a payment with the form', async () => {
    const id = await give(freshDay())
    const saved = await by(giver).updateLesson(id, { new_status: 'paid', new_coach_notes: 'Paid in cash.' })
    expect(await bodyOf<Answer>(saved)).toMatchObject({
      booking: { status: 'paid', paid_by_hand_at: now.toISOString(), coach_notes: 'Paid in cash.' },
    })
  })

  test('brings a canceled lesson back for the desk, and not for its coach', async () => {
    const day = freshDay()
    const id = await give(day)
    await by(giver).updateLesson(id, { new_status: 'cancelled' })
    expect(await scheduleOf(day)).toEqual([])
    const asked = { new_status: 'pending payment' }
    expect(await refusalOf(await by(giver).updateLesson(id, asked))).toEqual([409, 'status_refused'])
    expect((await by(desk).updateLesson(id, asked)).status).toBe(200)
    expect(await scheduleOf(day)).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ status: 'pending payment', payment_status: 'pending payment' })
  })

  test.each([
    ['a length of three quarters of an hour', { new_duration_minutes: 45 }, 400, 'invalid_input'],
    ['a start off the half hour', { new_start_time: '16:10' }, 400, 'slot_unaligned'],
    ['a cage that does not exist', { new_cage_id: randomUUID() }, 404, 'cage_not_found'],
    ['a day that does not exist', { new_lesson_date: '2026-02-30' }, 400, 'invalid_input'],
    ['a day that has passed', { new_lesson_date: '2026-11-17' }, 409, 'slot_in_past'],
    [
      'past midnight, whatever the reason',
      { new_start_time: '23:30', override_reason: 'x' },
      409,
      'facility_closed',
    ],
  ])('with %s changes nothing', async (_name, asked, status, code) => {
    const id = await give(freshDay())
    const before = await rowOf(id)
    expect(await refusalOf(await by(desk).updateLesson(id, asked))).toEqual([status, code])
    expect(await rowOf(id)).toEqual(before)
    expect(await messagesAbout(app, id)).toEqual([])
  })

  test('that is repeated gets the first answer and tells once', async () => {
    const id = await give(freshDay())
    const key = randomUUID()
    const asked = { new_start_time: '18:00' }
    const answers = await Promise.all([1, 2].map(() => by(giver).updateLesson(id, asked, key)))
    const [first, second] = await Promise.all(answers.map((answer) => bodyOf<Answer>(answer)))
    expect(second).toEqual(first)
    expect(await templatesAbout(id)).toEqual(['lesson-changed'])
  })

  test('and a customer who books the same time: one of them gets it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const day = freshDay()
      const id = await give(day)
      const answers = await Promise.all([
        by(desk).updateLesson(id, { new_start_time: '18:00' }),
        postLesson(other, lesson(coach.id, day, '18:30'), { cookie: customer.cookie }),
      ])
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
    }
    expect(await disagreements(app.db)).toEqual([])
  })

  test('of a guest tells the guest, and replies go to the guest', async () => {
    const id = await give(freshDay())
    await app.db
      .updateTable('coach_bookings')
      .set({
        customer_type: 'guest',
        customer_id: null,
        guest_name: 'Gwen Guest',
        guest_email: 'gwen@example.test',
        guest_phone: '(409) 555-0177',
      })
      .where('id', '=', id)
      .execute()
    expect(await bodyOf<Answer>(by(desk).updateLesson(id, { new_start_time: '18:00' }))).toMatchObject({
      booking: { booking_type: 'guest', customer_id: null, customer_name: 'Gwen Guest' },
    })
    expect(await messagesAbout(app, id)).toMatchObject([
      {
        template: 'coach-lesson-changed',
        data: { customer_name: 'Gwen Guest', customer_phone: '(409) 555-0177' },
      },
      { template: 'lesson-changed', to_email: 'gwen@example.test', to_user_id: null },
    ])
  })
})

describe('cancel_coach_booking', () => {
  const cancel = (person: Person, id: string, json: object = {}) =>
    by(person).post(`/api/lessons/${id}/cancel`, json)

  test('by its coach an hour before it refunds all and tells the customer', async () => {
    const day = freshDay()
    const id = await give(day)
    await payFor(app, customer, { coach_booking_id: id }, 'card')
    await app.db
      .updateTable('coach_bookings')
      .set({ cancellation_cutoff_hours: 2_000 })
      .where('id', '=', id)
      .execute()
    expect(await bodyOf<Answer>(cancel(giver, id, { note: 'I am ill. Sorry!' }))).toMatchObject({
      booking: { status: 'canceled', payment_status: 'refunded' },
      refund_amount: 90,
      refund_method: 'card',
    })
    expect(await scheduleOf(day)).toEqual([])
    expect(await messagesAbout(app, id)).toMatchObject([
      { template: 'lesson-canceled', to_email: customer.email, data: { note: 'I am ill. Sorry!' } },
    ])
    expect(await refusalOf(await cancel(giver, id))).toEqual([409, 'already_canceled'])
  })

  test('leaves the amount of the refund to the desk', async () => {
    const id = await give(freshDay())
    await payFor(app, customer, { coach_booking_id: id }, 'card')
    const asked = { refund: 40, override_reason: 'They came late' }
    expect(await refusalOf(await cancel(giver, id, asked))).toEqual([403, 'override_refused'])
    expect(await bodyOf<Answer>(cancel(desk, id, asked))).toMatchObject({
      refund_amount: 40,
      booking: { payment_status: 'paid' },
    })
  })

  test('of another coach finds none, and of one that is over needs a reason of the desk', async () => {
    const id = await give(freshDay())
    expect(await refusalOf(await cancel(otherCoach, id))).toEqual([404, 'lesson_not_found'])
    await letPass(id)
    expect(await refusalOf(await cancel(giver, id, { override_reason: 'Rain' }))).toEqual([
      409,
      'already_over',
    ])
    expect(await refusalOf(await cancel(desk, id))).toEqual([409, 'already_over'])
    expect((await cancel(desk, id, { override_reason: 'Rain' })).status).toBe(200)
  })
})

describe('update_coach_booking_payment_status', () => {
  const setPaid = (person: Person, id: string, p_new_status: string) =>
    by(person).put(`/api/lessons/${id}/payment-status`, { p_new_status })

  test('notes a payment at the desk and takes it back, and tells nobody', async () => {
    const id = await give(freshDay())
    expect(await bodyOf<Answer>(setPaid(desk, id, 'paid'))).toMatchObject({
      booking: { status: 'paid', payment_status: 'paid' },
    })
    expect((await setPaid(admin, id, 'pending payment')).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ status: 'pending payment', payment_status: 'pending payment' })
    expect(await messagesAbout(app, id)).toEqual([])
  })

  test('by the coach is noted with name and moment, and can be taken back by the coach', async () => {
    const id = await give(freshDay())
    const paid = await bodyOf<Answer>(setPaid(giver, id, 'paid'))
    expect(paid.booking).toMatchObject({ status: 'paid', paid_by_hand_at: now.toISOString() })
    expect(await rowOf(id)).toMatchObject({ paid_by_hand_by: giver.id })
    expect(await auditOf(app, id)).toMatchObject([{ user_id: customer.id }, { user_id: giver.id }])
    const undo = { p_new_status: 'pending payment', paid_by_hand_at: paid.booking.paid_by_hand_at }
    expect((await by(giver).put(`/api/lessons/${id}/payment-status`, undo)).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({
      status: 'pending payment',
      payment_status: 'pending payment',
      paid_by_hand_at: null,
      paid_by_hand_by: null,
    })
    expect(await messagesAbout(app, id)).toEqual([])
  })

  test('takes back no other payment than the one that is meant', async () => {
    const id = await give(freshDay())
    await setPaid(desk, id, 'paid')
    expect(await refusalOf(await setPaid(giver, id, 'pending payment'))).toEqual([409, 'payment_of_others'])
    const edited = await by(giver).updateLesson(id, { new_status: 'pending payment' })
    expect(await refusalOf(edited)).toEqual([409, 'payment_of_others'])
    const undo = { p_new_status: 'pending payment', paid_by_hand_at: '2026-11-21T17:00:00.000Z' }
    const late = await by(desk).put(`/api/lessons/${id}/payment-status`, undo)
    expect(await refusalOf(late)).toEqual([409, 'changed_meanwhile'])
    expect(await rowOf(id)).toMatchObject({ status: 'paid', paid_by_hand_by: desk.id })
    expect((await setPaid(admin, id, 'pending payment')).status).toBe(200)
  })

  test('is refused of what a card paid, of what is canceled, and of another coach’s lesson', async () => {
    const id = await give(freshDay())
    expect(await refusalOf(await setPaid(otherCoach, id, 'paid'))).toEqual([404, 'lesson_not_found'])
    await payFor(app, customer, { coach_booking_id: id }, 'card')
    for (const person of [giver, desk]) {
      expect(await refusalOf(await setPaid(person, id, 'pending payment'))).toEqual([409, 'paid_by_card'])
    }
    await by(desk).updateLesson(id, { new_status: 'canceled' })
    expect(await refusalOf(await setPaid(desk, id, 'paid'))).toEqual([409, 'already_canceled'])
    expect(await refusalOf(await setPaid(desk, id, 'refunded'))).toEqual([400, 'invalid_input'])
  })
})

describe('update-lesson-attendance', () => {
  const note = (person: Person, id: string, attendance: unknown = 'no_show') =>
    by(person).put(`/api/lessons/${id}/attendance`, { attendance })
  const attendanceOf = async (id: string) => (await rowOf(id)).attendance

  test('notes a no-show and takes it back, tells nobody, and is audited', async () => {
    const id = await give(freshDay())
    await letPass(id)
    expect(await bodyOf<Answer>(note(giver, id))).toMatchObject({
      booking: { attendance: 'no_show', status: 'pending payment' },
    })
    expect((await note(desk, id)).status).toBe(200)
    expect(await bodyOf<Answer>(note(giver, id, null))).toMatchObject({ booking: { attendance: null } })
    expect(await messagesAbout(app, id)).toEqual([])
    expect((await auditOf(app, id)).map(({ user_id }) => user_id)).toEqual([customer.id, giver.id, giver.id])
  })

  test('is refused before the lesson begins, of a canceled one, and of another coach’s', async () => {
    const id = await give(freshDay())
    expect(await refusalOf(await note(giver, id))).toEqual([409, 'not_begun'])
    const early = app.db
      .updateTable('coach_bookings')
      .set({ attendance: 'no_show', attendance_at: now })
      .where('id', '=', id)
      .execute()
    await expect(early).rejects.toMatchObject({ constraint: 'attendance_after_start' })
    expect(await refusalOf(await note(otherCoach, id))).toEqual([404, 'lesson_not_found'])
    expect(await refusalOf(await note(otherCoach, randomUUID()))).toEqual([404, 'lesson_not_found'])
    await by(giver).post(`/api/lessons/${id}/cancel`, {})
    await letPass(id)
    expect(await refusalOf(await note(giver, id))).toEqual([409, 'already_canceled'])
    expect(await refusalOf(await note(giver, id, 'present'))).toEqual([400, 'invalid_input'])
    expect(await attendanceOf(id)).toBeNull()
  })

  test('is forgotten when the desk moves the lesson ahead or cancels it', async () => {
    const [moved, canceled] = [await give(freshDay()), await give(freshDay())]
    for (const id of [moved, canceled]) {
      await letPass(id)
      expect((await note(giver, id)).status).toBe(200)
    }
    const reason = { override_reason: 'They called' }
    await by(desk).updateLesson(moved, { new_lesson_date: freshDay(), ...reason })
    await by(desk).post(`/api/lessons/${canceled}/cancel`, reason)
    expect(await rowOf(canceled)).toMatchObject({ status: 'canceled' })
    expect([await attendanceOf(moved), await attendanceOf(canceled)]).toEqual([null, null])
  })
})

describe('delete_coach_booking', () => {
  test('frees coach and cage, refunds, and tells both', async () => {
    const day = freshDay()
    const id = await give(day)
    await payFor(app, customer, { coach_booking_id: id }, 'cash')
    const deleted = await by(desk).delete(`/api/lessons/${id}`)
    expect(await bodyOf<Answer>(deleted)).toMatchObject({ refund_amount: 90, refund_method: 'front_desk' })
    expect(await scheduleOf(day)).toEqual([])
    expect(await templatesAbout(id)).toEqual(['coach-lesson-canceled', 'lesson-canceled'])
    expect(await refusalOf(await by(desk).delete(`/api/lessons/${id}`))).toEqual([404, 'lesson_not_found'])
    expect((await give(day)).length).toBeGreaterThan(0)
  })

  test('keeps the record of a sale from the desk, and is refused to its coach', async () => {
    const id = await give(freshDay())
    await payFor(app, customer, { coach_booking_id: id }, 'cash')
    await letPass(id)
    expect(await refusalOf(await by(giver).delete(`/api/lessons/${id}`))).toEqual([403, 'forbidden'])
    const reason = { override_reason: 'Entered twice' }
    expect(await refusalOf(await by(desk).delete(`/api/lessons/${id}`, reason))).toEqual([409, 'sale_kept'])
    expect((await by(admin).delete(`/api/lessons/${id}`, reason)).status).toBe(200)
  })
})
