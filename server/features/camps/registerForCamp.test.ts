import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { dayInText } from '../../../shared/domain/time/timeFormat.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import {
  addCamp,
  addGuestRegistration,
  addHold,
  CAMP_DAYS,
  register,
  type TestCamp,
  teenager,
} from './campTestKit.ts'

let app: TestApp
let customer: Person

beforeAll(async () => {
  app = await startTestApp()
  customer = await addPerson(app, { name: 'Pat Parent', ...teenager })
})
afterAll(() => app.close())

const registrationsOf = (camp: TestCamp) =>
  app.db.selectFrom('camp_registrations').selectAll().where('camp_id', '=', camp.id).execute()
const mailsAbout = (camp: TestCamp) =>
  app.db
    .selectFrom('outbox')
    .select(['template', 'to_email', 'data'])
    .where(({ eb, ref }) => eb(ref('data', '->>').key('camp_name'), '=', camp.name))
    .execute()
/** A unique name, by which its mails are found. */
const campWith = (options: Parameters<typeof addCamp>[1] = {}) =>
  addCamp(app.db, { name: `Camp ${randomUUID()}`, ...options })
const inAMinute = () => new Date(Date.now() + 60_000)

describe('register_for_camp', () => {
  test('registers at the current price, to be paid on arrival, and confirms by mail', async () => {
    const camp = await campWith({ bullet_points: ['Bring <a> glove'], what_to_bring: 'bat, water' })
    const today = facilityDay(new Date(), 'America/Chicago')
    const response = await register(app, camp, customer)
    expect(response.status).toBe(201)
    const [row] = await registrationsOf(camp)
    expect(await response.json()).toEqual({
      registration_id: row?.id,
      message: 'Registration Successful! You will pay on arrival. See you at the camp!',
      registrations: [
        {
          registration_id: row?.id,
          participant: { id: row?.participant_id, name: 'Pat Parent', is_self: true },
        },
      ],
      without_seat: [],
    })
    expect(row).toMatchObject({ user_id: customer.id, status: 'registered', total_cost: '180.00' })
    expect(await mailsAbout(camp)).toMatchObject([
      {
        template: 'camp-registered',
        to_email: customer.email,
        data: {
          full_name: 'Pat Parent',
          headline: 'You are registered',
          sessions: [
            { day: dayInText(CAMP_DAYS[0], today), time: '9:00 AM–12:00 PM' },
            { day: dayInText(CAMP_DAYS[1], today), time: '9:00 AM–12:00 PM' },
          ],
          key_features: ['Bring <a> glove', 'Please bring: bat, water'],
          price: '$180.00',
          payment_line: 'You will pay on arrival.',
        },
      },
    ])
    const audit = await app.db
      .selectFrom('audit_log')
      .select(['action', 'system_operation'])
      .where('record_id', '=', row?.id ?? '')
      .execute()
    expect(audit).toEqual([{ action: 'INSERT', system_operation: false }])
  })

  test('is for people who are signed in', async () => {
    const camp = await campWith()
    expect(await refusalOf(await register(app, camp, null))).toEqual([401, 'unauthenticated'])
    expect(await registrationsOf(camp)).toEqual([])
  })

  test('refuses a second registration in the words of the specification, and sends no second mail', async () => {
    const camp = await campWith()
    const first = await bodyOf<{ registration_id: string }>(register(app, camp, customer))
    const second = await register(app, camp, customer)
    expect(second.status).toBe(409)
    expect(await second.json()).toMatchObject({
      code: 'already_registered',
      message: 'You are already registered for this camp!',
      details: { registration_id: first.registration_id, status: 'registered' },
    })
    expect(await mailsAbout(camp)).toHaveLength(1)
  })

  test('answers the same request again with the same registration', async () => {
    const camp = await campWith()
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([
      register(app, camp, customer, key),
      register(app, camp, customer, key),
    ])
    const [first, second] = await Promise.all(answers.map((answer) => answer.json()))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(second).toEqual(first)
    expect(await registrationsOf(camp)).toHaveLength(1)
    expect(await mailsAbout(camp)).toHaveLength(1)
  })

  test('allows registering again after a cancellation', async () => {
    const camp = await campWith()
    await register(app, camp, customer)
    await app.db
      .updateTable('camp_registrations')
      .set({ status: 'canceled' })
      .where('camp_id', '=', camp.id)
      .execute()
    expect((await register(app, camp, customer)).status).toBe(201)
    expect((await registrationsOf(camp)).map(({ status }) => status).sort()).toEqual([
      'canceled',
      'registered',
    ])
    expect(await mailsAbout(camp)).toHaveLength(2)
  })

  test.each([
    ['a camp that is not there', null, 404, 'camp_not_found'],
    ['a camp that is not published', { published: false }, 404, 'camp_not_found'],
    ['a camp whose registration is closed', { registration_enabled: false }, 409, 'registration_closed'],
    [
      'a camp whose last session has started',
      {
        start_date: '2026-01-05',
        end_date: '2026-01-05',
        timeslots: [{ date: '2026-01-05', start_time: '09:00', end_time: '12:00' }],
      },
      409,
      'registration_closed',
    ],
    ['a camp that is paid by card', { pay_on_arrival_enabled: false }, 409, 'pay_on_arrival_unavailable'],
  ] as const)('refuses %s', async (_name, options, status, code) => {
    const camp = options ? await campWith(options) : { id: randomUUID(), name: 'None' }
    expect(await refusalOf(await register(app, camp, customer))).toEqual([status, code])
    expect(await registrationsOf(camp)).toEqual([])
    expect(await mailsAbout(camp)).toEqual([])
  })

  test('refuses a malformed id', async () => {
    expect(await refusalOf(await register(app, { id: 'skills', name: '' }, customer))).toEqual([
      400,
      'invalid_input',
    ])
  })

  test('a free camp needs no payment, whatever its payment options', async () => {
    const camp = await campWith({ price: '0.00', pay_on_arrival_enabled: false })
    const answer = await bodyOf<{ message: string }>(register(app, camp, customer))
    expect(answer.message).toBe('Registration Successful! See you at the camp!')
    expect(await mailsAbout(camp)).toMatchObject([
      { data: { price: 'Free', payment_line: 'There is nothing to pay.' } },
    ])
  })

  test('a guest and another person’s hold take seats; the caller’s own hold and an expired one do not', async () => {
    const other = await addPerson(app, teenager)
    const camp = await campWith({ max_spots: 2 })
    await addGuestRegistration(app.db, camp)
    await addHold(app.db, camp, other, inAMinute())
    expect(await refusalOf(await register(app, camp, customer))).toEqual([409, 'camp_full'])
    expect((await register(app, camp, other)).status).toBe(201)

    const expired = await campWith({ max_spots: 1 })
    await addHold(app.db, expired, other, new Date(Date.now() - 1000))
    expect((await register(app, expired, customer)).status).toBe(201)
  })
})
