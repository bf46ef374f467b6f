import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { Problem } from '../../../shared/contract/errors.ts'
import type { CoachScheduleEntry } from '../../../shared/contract/lessons/coachSchedule.ts'
import type { StaffLesson } from '../../../shared/contract/lessons/staffLessons.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { auditOf, startStaffedFacility } from '../bookings/staffTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'
import { type LessonAnswer, lesson, postLesson } from './lessonTestKit.ts'

const { admin, app, book, cage, clock, customer, desk, freshDay, other, scheduleOf, slot } =
  await startStaffedFacility()
const giver = await addPerson(app, { role: 'coach', name: 'Casey Coach' })
const rival = await addPerson(app, { role: 'coach', name: 'Riley Rival' })
const coach = await addCoach(app.db, {
  person: giver,
  works: [{ day_of_week: 2, from: '16:00', to: '20:00' }],
})
const otherCoach = await addCoach(app.db, { name: 'Olly Other', person: rival })
afterAll(() => app.close())

const guest = { guest_details: { name: 'Gwen Guest', phone: '409 555 0177', email: '' } }
const give = (by: Person, day: string, more: object, startTime = '16:00') =>
  postLesson(app, lesson(coach.id, day, startTime, more), { cookie: by.cookie })
const rowOf = async (answer: Promise<Response>) => {
  const { booking } = await bodyOf<LessonAnswer>(answer)
  return app.db
    .selectFrom('coach_bookings')
    .selectAll()
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow()
}
const templatesTo = async (id: string) =>
  (
    await app.db
      .selectFrom('outbox')
      .select(['template', 'to_user_id'])
      .where('dedupe_key', 'like', `%${id}`)
      .execute()
  ).map(({ template, to_user_id }) => [template, to_user_id])

describe('create-coach-booking by staff', () => {
  test('books a client of the coach, outside the weekly hours too, and tells only the client', async () => {
    const row = await rowOf(give(giver, freshDay(), { customer_id: customer.id, cage_id: cage(2) }, '20:00'))
    expect(row).toMatchObject({ customer_id: customer.id, cage_id: cage(2), status: 'pending payment' })
    expect(await templatesTo(row.id)).toEqual([['lesson-confirmed', customer.id]])
    expect(await auditOf(app, row.id)).toMatchObject([{ action: 'INSERT', user_id: giver.id }])
  })

  test('books a guest without the checks of a form, whose kind of payment it keeps', async () => {
    const row = await rowOf(give(desk, freshDay(), { ...guest, payment_method: 'cash' }))
    expect(row).toMatchObject({
      customer_id: null,
      guest_name: 'Gwen Guest',
      guest_phone: '(409) 555-0177',
      payment_method: 'cash',
      guest_origins: [],
    })
    expect(await templatesTo(row.id)).toEqual([['lesson-booked', giver.id]])
  })

  test('needs a reason of the desk outside the weekly hours', async () => {
    const day = freshDay()
    const asked = { customer_id: customer.id }
    const refused = await give(desk, day, asked, '20:00')
    expect(await bodyOf<Problem>(refused)).toMatchObject({
      code: 'coach_unavailable',
      details: { override: 'coach_hours' },
    })
    const row = await rowOf(give(desk, day, { ...asked, override_reason: 'Casey agreed' }, '20:00'))
    expect(await auditOf(app, row.id)).toMatchObject([{ description: 'Override: Casey agreed' }])
  })

  test('of a taken time is refused, whatever the reason', async () => {
    const day = freshDay()
    await give(giver, day, guest)
    const again = await give(admin, day, { customer_id: customer.id, override_reason: 'They insist' })
    expect(await refusalOf(again)).toEqual([409, 'lesson_time_taken'])
  })

  test('of another coach is not for a coach, but for the desk', async () => {
    const request = { customer_id: customer.id, coach_id: otherCoach.id }
    expect(await refusalOf(await give(giver, freshDay(), request))).toEqual([404, 'coach_not_found'])
    expect((await give(desk, freshDay(), request)).status).toBe(201)
  })

  test.each([
    ['a customer that does not exist', { customer_id: randomUUID() }, 404, 'customer_not_found'],
    [
      'a guest with a number that cannot exist',
      { guest_details: { name: 'Gwen', phone: '12' } },
      400,
      'invalid_input',
    ],
    ['a card as the way to pay', { ...guest, payment_method: 'card' }, 400, 'online_payment_unavailable'],
  ])('for %s is refused', async (_name, more, status, code) => {
    const day = freshDay()
    expect(await refusalOf(await give(desk, day, more))).toEqual([status, code])
    expect(await scheduleOf(day)).toEqual([])
  })
})

describe('create-coach-booking by a coach', () => {
  test('books as many half hours as were chosen, up to four hours', async () => {
    const day = freshDay()
    const row = await rowOf(give(giver, day, { customer_id: customer.id, duration_minutes: 240 }))
    expect(row).toMatchObject({ end_time: '20:00:00', duration_minutes: 240, booked_by_coach: true })
    const own = await rowOf(give(customer, freshDay(), {}))
    expect(own).toMatchObject({ booked_by_coach: false })
  })

  test('names the customer: a coach is not one of their own lesson, but may be of another’s', async () => {
    const day = freshDay()
    expect(await refusalOf(await give(giver, day, {}))).toEqual([400, 'customer_required'])
    expect(await scheduleOf(day)).toEqual([])
    const row = await rowOf(give(rival, freshDay(), {}))
    expect(row).toMatchObject({ customer_id: rival.id, booked_by_coach: false })
  })

  test('takes another coach as the customer, and never the coach who gives it', async () => {
    const day = freshDay()
    const row = await rowOf(give(giver, day, { customer_id: rival.id }))
    expect(row).toMatchObject({ customer_id: rival.id, coach_id: coach.id, booked_by_coach: true })
    const own = await give(giver, day, { customer_id: giver.id }, '18:00')
    expect(await refusalOf(own)).toEqual([400, 'customer_required'])
    expect(await scheduleOf(day)).toHaveLength(1)
  })

  test.each([
    ['a length of three quarters of an hour', { duration_minutes: 45 }, '16:00', 400, 'invalid_input'],
    ['more than four hours', { duration_minutes: 270 }, '16:00', 400, 'invalid_input'],
    ['a start off the half hour', {}, '16:10', 400, 'slot_unaligned'],
    ['no coach', { coach_id: null }, '16:00', 400, 'lesson_time_required'],
    ['a time after closing', { duration_minutes: 60 }, '20:30', 409, 'facility_closed'],
    ['a day that has passed', { lesson_date: '2026-11-17' }, '16:00', 409, 'slot_in_past'],
    ['a Sunday', { lesson_date: '2026-11-29' }, '16:00', 409, 'facility_closed'],
    ['a day beyond the booking window', { lesson_date: '2029-11-27' }, '16:00', 409, 'slot_too_far_ahead'],
    ['a cage that does not exist', { cage_id: randomUUID() }, '16:00', 404, 'cage_not_found'],
    ['an admin as the customer', { customer_id: admin.id }, '16:00', 404, 'customer_not_found'],
  ])('with %s is refused and books nothing', async (_name, more, start, status, code) => {
    const day = freshDay()
    const answer = await give(giver, day, { customer_id: customer.id, ...more }, start)
    expect(await refusalOf(answer)).toEqual([status, code])
    expect(await scheduleOf(day)).toEqual([])
  })

  test('across a clock change is refused at the hour that does not exist, and keeps the wall time beside it', async () => {
    const spring = '2027-03-14'
    await app.db
      .insertInto('special_days')
      .values({ date: spring, opens: '00:00', closes: '12:00' })
      .execute()
    await expect
      .poll(async () => (await app.context.facility.get()).special_days.some(({ date }) => date === spring))
      .toBe(true)
    const ask = (start: string) => give(giver, spring, { customer_id: customer.id }, start)
    expect(await refusalOf(await ask('02:00'))).toEqual([409, 'clocks_change'])
    expect(await refusalOf(await ask('01:30'))).toEqual([409, 'clocks_change'])
    expect((await ask('03:00')).status).toBe(201)
    expect(await scheduleOf(spring)).toMatchObject([{ start_time: '2027-03-14T08:00:00.000Z' }])
  })

  test('of a cage that was just taken names its slots', async () => {
    const day = freshDay()
    await book(day, '16:30', '17:00', 20, 2)
    const answer = await give(giver, day, { customer_id: customer.id, cage_id: cage(2) })
    expect(await bodyOf<Problem>(answer)).toMatchObject({
      code: 'slots_taken',
      details: { slots: [slot(2, day, '16:30', '17:00')] },
    })
  })

  test('and another coach at the last cage: one of them gets it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const day = freshDay()
      await Promise.all([1, 2].map((number) => book(day, '16:00', '17:00', 30, number)))
      const client = { customer_id: customer.id, cage_id: cage(3) }
      const answers = await Promise.all([
        give(giver, day, client),
        postLesson(other, lesson(otherCoach.id, day, '16:00', client), { cookie: rival.cookie }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
      expect(await scheduleOf(day)).toHaveLength(3)
    }
  })

  test('for a phone number of an account offers that person, by name and the last digits', async () => {
    const day = freshDay()
    const phone = '(409) 555-0123'
    const someone = await addPerson(app, { name: 'Alex Known' })
    const boss = await addPerson(app, { role: 'admin', name: 'Boss' })
    await app.db
      .updateTable('profiles')
      .set({ phone_number: phone })
      .where('id', 'in', [someone.id, boss.id])
      .execute()
    const details = { guest_details: { name: 'Alex', phone: '409-555-0123', email: '' } }
    const offered = await give(giver, day, details)
    expect(offered.status).toBe(409)
    const problem = await bodyOf<Problem>(offered)
    expect(problem).toMatchObject({
      code: 'person_exists',
      details: { people: [{ id: someone.id, full_name: 'Alex Known', phone_number: '(•••) •••-0123' }] },
    })
    expect(JSON.stringify(problem)).not.toContain(someone.email)
    expect(await scheduleOf(day)).toEqual([])
    expect((await rowOf(give(giver, day, { ...details, as_new_guest: true }))).guest_name).toBe('Alex')
    expect((await rowOf(give(giver, freshDay(), { customer_id: someone.id }))).customer_id).toBe(someone.id)
  })

  test('names who of the client’s household takes part, and nobody of another', async () => {
    const [parent, stranger] = [await addPerson(app, { name: 'Pam Parent' }), await addPerson(app)]
    const child = await addChild(app.db, [parent], { name: 'Leo Parent' })
    const day = freshDay()
    const asked = { customer_id: parent.id, participant_id: child }
    expect((await give(giver, day, asked)).status).toBe(201)
    expect(await entriesOf(giver, day)).toMatchObject([
      { lesson: { customer_name: 'Pam Parent', participant_name: 'Leo Parent' } },
    ])
    const other = await give(giver, freshDay(), { ...asked, customer_id: stranger.id })
    expect(await refusalOf(other)).toEqual([404, 'participant_not_found'])
  })

  test('opens no contact of a stranger before the lesson has begun', async () => {
    const stranger = await addPerson(app, { name: 'Sam Stranger' })
    await app.db
      .updateTable('profiles')
      .set({ phone_number: '(409) 555-0199' })
      .where('id', '=', stranger.id)
      .execute()
    const day = freshDay()
    const answer = await give(giver, day, { customer_id: stranger.id })
    const body = await answer.text()
    expect(body).not.toMatch(new RegExp(`${stranger.email}|555-0199`))
    const { id } = JSON.parse(body).booking
    const notes = (new_coach_notes: string) =>
      app.request(`/api/lessons/${id}`, { method: 'PATCH', json: { new_coach_notes }, cookie: giver.cookie })
    const masked = { customer_name: 'Sam Stranger', customer_email: null, customer_phone: '(•••) •••-0199' }
    expect(await bodyOf(notes('Hello'))).toMatchObject({ booking: masked })
    expect(await entriesOf(giver, day)).toMatchObject([{ lesson: masked }])

    // Neither does the mail about a change by the customer.
    await app.request(`/api/me/lessons/${id}/cancel`, { json: {}, cookie: stranger.cookie })
    const mail = await app.db
      .selectFrom('outbox')
      .select(['data', 'reply_to'])
      .where('dedupe_key', 'like', `coach-lesson-canceled:${id}:%`)
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ reply_to: null, data: { customer_phone: '(•••) •••-0199' } })

    const { booking } = await bodyOf<LessonAnswer>(give(giver, freshDay(), { customer_id: stranger.id }))
    await app.db
      .updateTable('coach_bookings')
      .set({ lesson_date: '2026-11-17' })
      .where('id', '=', booking.id)
      .execute()
    expect(await entriesOf(giver, '2026-11-17')).toMatchObject([
      { lesson: { customer_email: stranger.email, customer_phone: '(409) 555-0199' } },
    ])
  })
})

const entriesOf = ({ cookie }: Person, day: string) =>
  bodyOf<CoachScheduleEntry[]>(app.request(`/api/coach/schedule?p_date=${day}`, { cookie }))

describe('list-client-participants', () => {
  const ask = (id: string, { cookie } = giver) =>
    app.request(`/api/coach/clients/${id}/participants`, { cookie })

  test('names the client first, then the household, and nothing else of them', async () => {
    const parent = await addPerson(app, { name: 'Zoe Parent' })
    const child = await addChild(app.db, [parent], { name: 'Ann Parent', birthDate: '2015-05-05' })
    expect(await bodyOf(ask(parent.id))).toEqual([
      { id: expect.any(String), name: 'Zoe Parent' },
      { id: child, name: 'Ann Parent' },
    ])
  })

  test('notes each name that is read of others than own clients', async () => {
    const parent = await addPerson(app, { name: 'Rae Parent' })
    const child = await addChild(app.db, [parent], { name: 'Lou Parent', birthDate: '2015-05-05' })
    const readings = async () =>
      (
        await app.db
          .selectFrom('audit_log')
          .select(['user_id', 'table_name', 'record_id'])
          .where('action', '=', 'READ')
          .where('user_id', '=', giver.id)
          .orderBy('created_at')
          .execute()
      ).map(({ table_name, record_id }) => [table_name, record_id])
    const before = (await readings()).length
    const people = await bodyOf<{ id: string }[]>(ask(parent.id))
    const noted = (await readings()).slice(before)
    expect(noted.map(([table]) => table)).toEqual(['participants', 'participants'])
    expect(noted.map(([, id]) => id).sort()).toEqual(people.map(({ id }) => id).sort())
    expect(people.map(({ id }) => id)).toContain(child)

    // By booking with the coach the parent becomes a client.
    await rowOf(give(parent, freshDay(), {}))
    await bodyOf(ask(parent.id))
    expect(await readings()).toHaveLength(before + 2)
  })

  test('knows no admins and is only for coaches', async () => {
    expect(await refusalOf(await ask(admin.id))).toEqual([404, 'user_not_found'])
    expect(await refusalOf(await ask(randomUUID()))).toEqual([404, 'user_not_found'])
    for (const stranger of [customer, desk, admin])
      expect(await refusalOf(await ask(customer.id, stranger))).toEqual([403, 'forbidden'])
  })
})

describe('get_cage_schedule_for_day', () => {
  test('tells own lessons in full, of the rest cage and time, and when the coach is busy', async () => {
    const day = freshDay()
    await book(day, '16:00', '17:00', 40, 3)
    await give(customer, day, {}, '17:00')
    await postLesson(app, lesson(otherCoach.id, day, '18:00', {}), { cookie: customer.cookie })
    const canceled = await rowOf(give(customer, day, {}, '19:00'))
    await app.request(`/api/lessons/${canceled.id}/cancel`, { json: {}, cookie: giver.cookie })
    const entries = await entriesOf(giver, day)
    const [booked, own, others] = entries
    expect(entries).toHaveLength(3)
    expect(booked).toEqual({
      id: null,
      cage_id: cage(3),
      start_time: slot(3, day, '16:00', '17:00').start_time,
      end_time: slot(3, day, '16:00', '17:00').end_time,
      takes_coach: false,
      is_time_off: false,
      lesson: null,
    })
    expect(own).toMatchObject({
      id: own?.lesson?.id,
      cage_id: cage(1),
      takes_coach: true,
      lesson: {
        customer_name: 'Pat Parent',
        customer_email: customer.email,
        start_time: '17:00',
        duration_minutes: 60,
        total_cost: 90,
      } satisfies Partial<StaffLesson>,
    })
    expect(others).toMatchObject({ id: null, cage_id: cage(1), takes_coach: false, lesson: null })
  })

  test('has the time of a hold until it expires, and what takes only the coach', async () => {
    const day = freshDay()
    const { start_time, end_time } = slot(1, day, '16:00', '17:00')
    const expires_at = new Date(clock.now().getTime() + 60_000)
    const { id } = await app.db
      .insertInto('checkout_holds')
      .values({ user_id: customer.id, purpose: 'lesson', amount: '90.00', expires_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('checkout_hold_slots')
      .values({ checkout_hold_id: id, cage_id: null, coach_id: coach.id, start_time, end_time })
      .execute()
    expect(await entriesOf(giver, day)).toMatchObject([{ cage_id: null, takes_coach: true, lesson: null }])
    expect(await entriesOf(rival, day)).toEqual([])
    await app.db
      .updateTable('checkout_holds')
      .set({ expires_at: new Date(clock.now().getTime() - 1) })
      .where('id', '=', id)
      .execute()
    expect(await entriesOf(giver, day)).toEqual([])
  })

  test('tells the coach’s own time off from what is booked, and only to the coach', async () => {
    const day = freshDay()
    const off = {
      start_date: day,
      end_date: day,
      start_time: '16:00',
      end_time: '17:00',
      note: '',
      confirm: [],
    }
    await app.request('/api/coach/time-off', { json: off, cookie: giver.cookie })
    const taken = { cage_id: null, takes_coach: true, is_time_off: true, lesson: null }
    expect(await entriesOf(giver, day)).toMatchObject([taken])
    expect(await entriesOf(rival, day)).toEqual([])
  })

  test('needs a coach with a profile, and a day', async () => {
    const unset = await addPerson(app, { role: 'coach' })
    const ask = async (by: Person, day: string) =>
      refusalOf(await app.request(`/api/coach/schedule?p_date=${day}`, { cookie: by.cookie }))
    expect(await ask(unset, freshDay())).toEqual([404, 'coach_not_found'])
    expect(await ask(giver, '2026-02-30')).toEqual([400, 'invalid_input'])
    for (const stranger of [customer, desk, admin])
      expect(await ask(stranger, freshDay())).toEqual([403, 'forbidden'])
  })
})

describe('create-coach-booking by a customer', () => {
  test('lasts 30, 60 or 90 minutes', async () => {
    const answer = await give(customer, freshDay(), { duration_minutes: 120 })
    expect(await bodyOf<Problem>(answer)).toMatchObject({
      code: 'invalid_input',
      details: [{ path: ['duration_minutes'], message: 'Lessons last 30, 60 or 90 minutes.' }],
    })
  })

  test('for someone else is refused, known or not, to a visitor as well', async () => {
    for (const customer_id of [admin.id, randomUUID()]) {
      expect(await refusalOf(await give(customer, freshDay(), { customer_id }))).toEqual([403, 'forbidden'])
      expect(await refusalOf(await give({ ...customer, cookie: '' }, freshDay(), { customer_id }))).toEqual([
        401,
        'unauthenticated',
      ])
    }
  })

  test('keeps to the weekly hours, whatever reason is written', async () => {
    const asked = { customer_id: customer.id, override_reason: 'Please' }
    expect(await refusalOf(await give(customer, freshDay(), asked, '20:00'))).toEqual([
      409,
      'coach_unavailable',
    ])
  })
})
