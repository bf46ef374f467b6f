import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, instantOf } from '../../../shared/domain/time/time.ts'
import { NOT_A_PHONE_NUMBER } from '../../phoneNumber.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, scheduleOf, tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { confirm, confirmationToken, mailsTo, signIn, signUp } from '../accounts/accountsTestKit.ts'
import { addCoach, type TestCoach } from '../coaches/coachTestKit.ts'
import { guestForm, type LessonAnswer, lesson, postLesson } from './lessonTestKit.ts'

let app: TestApp
let cages: string[]
let coach: TestCoach
let customer: Person
let weeks = 0
/** Each test has a day of its own. */
const freshDay = () => tuesday(weeks++)

beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 2)
  coach = await addCoach(app.db, { email: 'coach@example.test' })
  customer = await addPerson(app, { name: 'Pat Parent' })
})
afterAll(() => app.close())

const asCustomer = (json: unknown) => postLesson(app, json, { cookie: customer.cookie })
const asGuest = (request: object, form: object = {}) =>
  postLesson(app, { ...request, ...guestForm(app, form) })
const rowOf = (id: string) =>
  app.db.selectFrom('coach_bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const messagesTo = (email: string) =>
  app.db.selectFrom('outbox').selectAll().where('to_email', '=', email).orderBy('created_at').execute()

describe('create-coach-booking', () => {
  test('books coach and first free cage for a signed-in customer, to be paid on arrival', async () => {
    const day = freshDay()
    const response = await asCustomer(lesson(coach.id, day, '17:00', { totalAmount: 90 }))
    expect(response.status).toBe(201)
    const { message, booking } = await bodyOf<LessonAnswer>(response)
    expect(message).toBe('Your session with Casey Coach is confirmed. You can pay on arrival.')
    expect(booking).toEqual({
      id: booking.id,
      coach_id: coach.id,
      coach_name: 'Casey Coach',
      cage_name: 'Cage 1',
      lesson_date: day,
      start_time: '17:00',
      end_time: '18:00',
      duration_minutes: 60,
      coach_rate: 60,
      cage_cost: 30,
      total_cost: 90,
      status: 'pending payment',
    })
    expect(await rowOf(booking.id)).toMatchObject({
      customer_type: 'user',
      customer_id: customer.id,
      guest_name: null,
      cage_id: cages[0],
      total_cost: '90.00',
      payment_method: 'on_arrival',
      payment_status: 'pending payment',
    })
    const audit = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', booking.id)
      .execute()
    expect(audit).toMatchObject([{ table_name: 'coach_bookings', action: 'INSERT', system_operation: false }])
    expect(JSON.stringify(audit)).toContain(customer.id)
  })

  test('takes the cage that is asked for, or the first that is free', async () => {
    const day = freshDay()
    const wanted = await bodyOf<LessonAnswer>(
      asCustomer(lesson(coach.id, day, '16:00', { cage_id: cages[1] })),
    )
    expect(wanted.booking.cage_name).toBe('Cage 2')
    await app.request('/api/bookings', {
      json: { bookingDetails: [group(cages[0] ?? '', day, '17:30', '18:00')], totalAmount: 20 },
      cookie: customer.cookie,
    })
    const free = await bodyOf<LessonAnswer>(asCustomer(lesson(coach.id, day, '17:00')))
    expect(free.booking.cage_name).toBe('Cage 2')
  })

  test.each([
    [30, 30, 20, 50],
    [90, 90, 45, 135],
  ])('prices %i minutes as coach fee plus cage fee', async (minutes, fee, cageCost, total) => {
    const request = lesson(coach.id, freshDay(), '17:00', { duration_minutes: minutes })
    const { booking } = await bodyOf<LessonAnswer>(asCustomer(request))
    expect(booking).toMatchObject({ coach_rate: 60, cage_cost: cageCost, total_cost: total })
    expect(fee + cageCost).toBe(total)
  })

  test('books for a guest with name and phone, who needs no e-mail address', async () => {
    const response = await asGuest(lesson(coach.id, freshDay(), '16:00'))
    expect(response.status).toBe(201)
    const { booking } = await bodyOf<LessonAnswer>(response)
    expect(await rowOf(booking.id)).toMatchObject({
      customer_type: 'guest',
      customer_id: null,
      guest_name: 'Gwen Guest',
      guest_phone: '(409) 555-0177',
      guest_email: null,
    })
  })

  test('mails the guest and the coach once each, with the calendar file', async () => {
    const details = { name: 'Gale', phone: '409 555 0199', email: 'Gale@Example.test' }
    const own = await addCoach(app.db, { email: 'own@example.test' })
    await asGuest(lesson(own.id, freshDay(), '16:00'), { guest_details: details })
    expect(await messagesTo('gale@example.test')).toMatchObject([
      {
        template: 'lesson-confirmed',
        data: { full_name: 'Gale', time: '4:00–5:00 PM', coach_fee: '$60.00', total: '$90.00' },
        calendar: { filename: 'lesson.ics', content: expect.stringContaining('BEGIN:VEVENT') },
      },
    ])
    expect(await messagesTo('own@example.test')).toMatchObject([
      {
        template: 'lesson-booked',
        reply_to: 'gale@example.test',
        data: { customer_name: 'Gale', customer_phone: '(409) 555-0199' },
        calendar: { filename: 'lesson.ics' },
      },
    ])
  })

  test('finds a guest lesson in the account that is later made with the same confirmed address', async () => {
    const day = freshDay()
    const email = 'later@example.test'
    await asGuest(lesson(coach.id, day, '16:00'), {
      guest_details: { name: 'Later', phone: '409 555 0123', email: 'LATER@example.test' },
    })
    const stranger = await addPerson(app)
    const lessonsOf = (cookie: string) => bodyOf<unknown[]>(app.request('/api/me/lessons', { cookie }))
    await mailsTo(app, email, 1)
    await signUp(app, email)
    const token = await confirmationToken(app, email, 2)
    expect((await signIn(app, email)).cookie).toBe('')
    const { cookie } = await confirm(app, token)
    expect(await lessonsOf(cookie)).toMatchObject([
      { booking_type: 'guest', lesson_date: day, start_time: '16:00', coach_name: 'Casey Coach' },
    ])
    expect(await lessonsOf(stranger.cookie)).toEqual([])
  })

  test('repeats the first answer for the same Idempotency-Key, and books once', async () => {
    const day = freshDay()
    const json = { ...lesson(coach.id, day, '16:00'), ...guestForm(app) }
    const headers = { 'idempotency-key': randomUUID() }
    const answers = []
    for (let time = 0; time < 3; time += 1) answers.push(await bodyOf(postLesson(app, json, { headers })))
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    const other = await postLesson(app, { ...json, start_time: '18:00' }, { headers })
    expect(await refusalOf(other)).toEqual([422, 'idempotency_key_reused'])
  })

  test('refuses a total that is not the price, and says what the price is', async () => {
    const response = await asCustomer(lesson(coach.id, freshDay(), '16:00', { totalAmount: 60 }))
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'price_changed', details: { total_amount: 90 } })
  })
})

describe('create-coach-booking refuses bad input and changes nothing', () => {
  const far = tuesday(45)
  const good = (more: object = {}) => lesson(coach.id, far, '17:00', more)
  const busy = tuesday(44)
  beforeAll(async () => {
    for (const cage of cages) {
      await app.request('/api/bookings', {
        json: { bookingDetails: [group(cage, busy, '17:00', '17:30')], totalAmount: 20 },
        cookie: customer.cookie,
      })
    }
    await asCustomer(lesson(coach.id, busy, '18:00'))
  })
  const cases: [name: string, body: () => unknown, status: number, code: string][] = [
    ['no date', () => good({ lesson_date: null }), 400, 'lesson_time_required'],
    ['an empty time', () => good({ start_time: '' }), 400, 'lesson_time_required'],
    ['no coach', () => good({ coach_id: undefined }), 400, 'lesson_time_required'],
    ['card payment', () => good({ payment_method: 'card' }), 400, 'online_payment_unavailable'],
    ['no payment method', () => good({ payment_method: undefined }), 400, 'invalid_input'],
    ['45 minutes', () => good({ duration_minutes: 45 }), 400, 'invalid_input'],
    ['a duration as text', () => good({ duration_minutes: '60' }), 400, 'invalid_input'],
    ['a day that is none', () => good({ lesson_date: '2027-02-30' }), 400, 'invalid_input'],
    ['a time that is none', () => good({ start_time: '25:00' }), 400, 'invalid_input'],
    ['a coach id that is none', () => good({ coach_id: "1' or true" }), 400, 'invalid_input'],
    ['a coach of another id', () => good({ coach_id: randomUUID() }), 404, 'coach_not_found'],
    ['a cage of another id', () => good({ cage_id: randomUUID() }), 404, 'cage_not_found'],
    ['a quarter hour', () => good({ start_time: '17:15' }), 400, 'slot_unaligned'],
    ['a past day', () => good({ lesson_date: '2020-06-02' }), 409, 'slot_in_past'],
    ['beyond the booking window', () => good({ lesson_date: tuesday(80) }), 409, 'slot_too_far_ahead'],
    ['a closed day', () => good({ lesson_date: addDays(far, 5) }), 409, 'facility_closed'],
    ['before opening', () => good({ start_time: '15:30' }), 409, 'facility_closed'],
    ['past closing', () => good({ start_time: '20:30' }), 409, 'facility_closed'],
    ['past midnight', () => good({ start_time: '23:30' }), 409, 'facility_closed'],
    [
      'a coach who is booked',
      () => good({ lesson_date: busy, start_time: '18:30' }),
      409,
      'lesson_time_taken',
    ],
    ['no free cage', () => good({ lesson_date: busy, start_time: '17:00' }), 409, 'no_free_cage'],
    ['a negative total', () => good({ totalAmount: -1 }), 400, 'invalid_input'],
    ['a list', () => [], 400, 'invalid_input'],
    ['null', () => null, 400, 'invalid_input'],
  ]

  test.each(cases)('%s', async (_name, body, status, code) => {
    const before = await counts()
    expect(await refusalOf(await asCustomer(body()))).toEqual([status, code])
    expect(await counts()).toEqual(before)
  })

  test('an inactive coach, and one who does not work then', async () => {
    const inactive = await addCoach(app.db, { active: false })
    expect(await refusalOf(await asCustomer(good({ coach_id: inactive.id })))).toEqual([
      404,
      'coach_not_found',
    ])
    const evening = await addCoach(app.db, { works: [{ day_of_week: 2, from: '17:30', to: '21:00' }] })
    expect(await refusalOf(await asCustomer(good({ coach_id: evening.id })))).toEqual([
      409,
      'coach_unavailable',
    ])
  })

  test('a cage out of service, and one that is taken while another is free', async () => {
    const day = tuesday(43)
    await app.request('/api/bookings', {
      json: { bookingDetails: [group(cages[1] ?? '', day, '17:00', '17:30')], totalAmount: 20 },
      cookie: customer.cookie,
    })
    const taken = lesson(coach.id, day, '17:00', { cage_id: cages[1] })
    expect(await refusalOf(await asCustomer(taken))).toEqual([409, 'slots_taken'])
    await app.db.updateTable('cages').set({ is_active: false }).where('name', '=', 'Cage 2').execute()
    expect(await refusalOf(await asCustomer(good({ cage_id: cages[1] })))).toEqual([404, 'cage_not_found'])
    await app.db.updateTable('cages').set({ is_active: true }).where('name', '=', 'Cage 2').execute()
  })

  test('a time at which the clocks change', async () => {
    const spring = comingSpringForward()
    await app.db
      .insertInto('special_days')
      .values({ date: spring, opens: '00:00', closes: '06:00', reason: 'Night of baseball' })
      .execute()
    await expect
      .poll(async () => (await app.context.facility.get()).special_days.some(({ date }) => date === spring))
      .toBe(true)
    const skipped = good({ lesson_date: spring, start_time: '02:00' })
    expect(await refusalOf(await asCustomer(skipped))).toEqual([409, 'clocks_change'])
  })

  test('nobody: neither signed in nor a guest, in the words of the specification', async () => {
    const response = await postLesson(app, good())
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      message: 'You must be logged in or provide guest details to book.',
    })
  })

  test.each([
    ['no name', { name: ' ', phone: '1' }, 'Full name is required.'],
    ['no phone', { name: 'Gwen', phone: '' }, 'Phone number is required.'],
    ['a phone without digits', { name: 'Gwen', phone: 'none' }, 'Please enter a phone number.'],
    ['the phone 0', { name: 'Gwen', phone: '0' }, NOT_A_PHONE_NUMBER],
    ['the phone 12', { name: 'Gwen', phone: '12' }, NOT_A_PHONE_NUMBER],
    [
      'an e-mail that is none',
      { name: 'Gwen', phone: '1', email: 'gwen@' },
      'Please enter a valid email address.',
    ],
  ])('a guest with %s', async (_name, guest_details, message) => {
    const response = await asGuest(good(), { guest_details })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ details: [{ message }] })
  })

  test('another page', async () => {
    const response = await postLesson(app, good(), {
      cookie: customer.cookie,
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(await refusalOf(response)).toEqual([403, 'origin_refused'])
  })
})

describe('get_user_coach_bookings', () => {
  test('shows only own lessons, newest first, and asks visitors to sign in', async () => {
    const [mine, other] = await Promise.all([addPerson(app), addPerson(app)])
    const days = [freshDay(), freshDay()]
    for (const day of days) await postLesson(app, lesson(coach.id, day, '16:00'), { cookie: mine.cookie })
    const list = await bodyOf<{ lesson_date: string }[]>(
      app.request('/api/me/lessons', { cookie: mine.cookie }),
    )
    expect(list.map(({ lesson_date }) => lesson_date)).toEqual(days.toReversed())
    expect(list[0]).toMatchObject({
      booking_type: 'user',
      payment_status: 'pending payment',
      total_cost: 90,
      customer_name: 'Pat Example',
      coach_email: 'coach@example.test',
      coach_phone: '(409) 555-0120',
      cage_id: cages[0],
      admin_notes: null,
    })
    expect(await bodyOf(app.request('/api/me/lessons', { cookie: other.cookie }))).toEqual([])
    expect((await app.request('/api/me/lessons')).status).toBe(401)
  })
})

async function counts() {
  const tables = ['coach_bookings', 'occupancy', 'outbox', 'audit_log'] as const
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

test('a lesson is on the public schedule at once', async () => {
  const day = freshDay()
  await asCustomer(lesson(coach.id, day, '19:00'))
  expect(await scheduleOf(app, day)).toEqual([
    {
      cage_id: cages[0],
      start_time: instantOf(day, '19:00', ZONE).toISOString(),
      end_time: instantOf(day, '20:00', ZONE).toISOString(),
    },
  ])
})

/** The coming second Sunday of March, on which there is no 2:30 AM. */
function comingSpringForward(): string {
  const earliest = tuesday()
  const year = Number(earliest.slice(0, 4))
  const sundays = [year, year + 1].map((march) => {
    const eighth = new Date(Date.UTC(march, 2, 8))
    return addDays(`${march}-03-08`, (7 - eighth.getUTCDay()) % 7)
  })
  return sundays.find((day) => day > earliest) ?? ''
}
