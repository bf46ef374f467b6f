import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../../shared/domain/time/time.ts'
import { newDevice } from '../../http/limits/deviceCookie.ts'
import { issueFormToken } from '../../http/limits/guestCheck.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCoach, type TestCoach } from '../coaches/coachTestKit.ts'
import { guestForm, lesson, postLesson } from './lessonTestKit.ts'

// The facility's own defaults: 4 unpaid hours for one guest, 12 for all guests of one network address.
let ahead = 0
let app: TestApp
let coach: TestCoach
let days = 0
let phones = 2000

const clock = { now: () => new Date(Date.now() + ahead) }
beforeAll(async () => {
  app = await startTestApp({ limits: true, clock, settings: { RATE_LIMITS: 'true', TRUST_PROXY: 'true' } })
  await addCages(app.db, 2)
  coach = await addCoach(app.db)
})
afterAll(() => app.close())

/** As it is kept. */
const freshPhone = () => `(409) 555-${phones++}`
const freshDay = () => addDays(tuesday(Math.floor(days / 3)), days++ % 3)
/** A form of a device that was opened ten seconds ago. */
const tokenOf = (device: string) =>
  issueFormToken({ ...app.context, clock: { now: () => new Date(clock.now().getTime() - 10_000) } }, device)
const ask = ({ phone = freshPhone(), email = '', device = newDevice(), from = '192.0.2.1', minutes = 90 }) =>
  postLesson(
    app,
    {
      ...lesson(coach.id, freshDay(), '16:00', { duration_minutes: minutes }),
      ...guestForm(app, { guest_details: { name: 'Gwen', phone, email }, form_token: tokenOf(device) }),
    },
    { headers: { 'x-forwarded-for': from } },
  )
const booked = (answers: Response[]) => answers.filter(({ status }) => status === 201).length

test.each([
  [
    'phone number, however it is written',
    (index: number) => ({ phone: ['409 555 0111', '+1 (409) 555-0111'][index % 2] }),
  ],
  ['e-mail', (index: number) => ({ email: ['guest@example.test', 'GUEST@example.test'][index % 2] })],
  ['device', () => ({ device: 'one-and-the-same' })],
])('a guest keeps four unpaid hours by %s, of many at once', async (_by, who) => {
  ahead += 3_600_000
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => ask({ ...who(index), from: `198.51.100.${days}` })),
  )
  expect(booked(answers)).toBe(2)
  const refused = answers.find(({ status }) => status !== 201)
  expect(refused && (await bodyOf<object>(refused))).toMatchObject({
    code: 'guest_hours_limit',
    details: { limit_minutes: 240, phone: '(409) 555-0142' },
  })
})

test('all guests of one network address keep twelve, of many at once', async () => {
  ahead += 3_600_000
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ask({ minutes: 60, from: '203.0.113.7' })),
  )
  expect(booked(answers)).toBe(12)
  expect((await ask({ minutes: 60, from: '203.0.113.8' })).status).toBe(201)
})

test('canceling gives the room back, and what the desk entered for the same phone number counts', async () => {
  ahead += 3_600_000
  const phone = freshPhone()
  const guest = { phone, from: '203.0.113.20' }
  for (let times = 0; times < 2; times += 1) expect((await ask(guest)).status).toBe(201)
  expect(await refusalOf(await ask(guest))).toEqual([409, 'guest_hours_limit'])
  await app.db
    .updateTable('coach_bookings')
    .set({ status: 'canceled' })
    .where('guest_phone', '=', phone)
    .execute()
  const { id } = await app.db
    .selectFrom('cages')
    .select('id')
    .orderBy('name', 'desc')
    .executeTakeFirstOrThrow()
  const hours = group(id, tuesday(30), '16:00', '19:00')
  await app.db
    .insertInto('bookings')
    .values({
      guest_name: 'Gwen',
      guest_phone: `+1 ${phone}`,
      cage_id: id,
      start_time: hours.startTime,
      end_time: hours.endTime,
      total_cost: '90.00',
    })
    .execute()
  expect((await ask({ ...guest, minutes: 90 })).status).toBe(409)
  expect((await ask({ ...guest, minutes: 60 })).status).toBe(201)
})

test("an account's limit is its own: a guest who types its e-mail does not learn of it", async () => {
  ahead += 3_600_000
  const person = await addPerson(app)
  for (let times = 0; times < 4; times += 1) {
    const own = lesson(coach.id, freshDay(), '16:00')
    expect((await postLesson(app, own, { cookie: person.cookie })).status).toBe(201)
  }
  expect((await ask({ email: person.email, from: '203.0.113.30' })).status).toBe(201)
})

test('a replay is answered when the device and the guest are at their limits, and counts as no attempt', async () => {
  ahead += 3_600_000
  const [device, phone] = [newDevice(), freshPhone()]
  expect((await ask({ device, phone, from: '203.0.113.40' })).status).toBe(201)
  const json = {
    ...lesson(coach.id, freshDay(), '16:00', { duration_minutes: 90 }),
    ...guestForm(app, { guest_details: { name: 'Gwen', phone }, form_token: tokenOf(device) }),
  }
  const headers = { 'idempotency-key': `"${randomUUID()}"`, 'x-forwarded-for': '203.0.113.40' }
  const first = await postLesson(app, json, { headers })
  const told = await first.text()
  expect(first.status).toBe(201)
  for (let times = 0; times < 12; times += 1) {
    const again = await postLesson(app, json, { headers })
    expect([again.status, await again.text()]).toEqual([201, told])
  }
  const another = await ask({ device, phone, from: '203.0.113.40' })
  expect(await refusalOf(another)).toEqual([409, 'guest_hours_limit'])
})
