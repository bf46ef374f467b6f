import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCoach, type TestCoach } from '../coaches/coachTestKit.ts'
import { guestForm, lesson, postLesson } from './lessonTestKit.ts'

let ahead = 0
let app: TestApp
let coach: TestCoach
let weeks = 0

beforeAll(async () => {
  app = await startTestApp({
    clock: { now: () => new Date(Date.now() + ahead) },
    settings: { RATE_LIMITS: 'true' },
  })
  await addCages(app.db, 2)
  coach = await addCoach(app.db)
})
afterAll(() => app.close())

const request = () => lesson(coach.id, tuesday(weeks++ % 30), '17:00')
const guest = (phone: string, email = '') => ({ guest_details: { name: 'Gwen', phone, email } })
const asGuest = (form: object = {}) => postLesson(app, { ...request(), ...guestForm(app, form) })
const lessons = async () => (await app.db.selectFrom('coach_bookings').select('id').execute()).length

describe('the invisible check of a guest form', () => {
  test('takes the token of get-form-token once a person has had time to fill the form in', async () => {
    const { form_token } = await bodyOf<{ form_token: string }>(app.request('/api/form-token'))
    const json = { ...request(), ...guest('409 555 0001'), form_token }
    expect(await refusalOf(await postLesson(app, json))).toEqual([400, 'form_check_failed'])
    ahead += 3_000
    expect((await postLesson(app, json)).status).toBe(201)
  })

  test.each([
    ['without a token', { form_token: undefined }],
    ['with a made-up token', { form_token: 'l0.device.signature' }],
    ['with the field that nobody sees filled in', { website: 'https://spam.example' }],
  ])('refuses a form %s, and books nothing', async (_name, form) => {
    const before = await lessons()
    expect(await refusalOf(await asGuest(form))).toEqual([400, 'form_check_failed'])
    expect(await lessons()).toBe(before)
  })

  test('asks nothing of a signed-in customer', async () => {
    const { cookie } = await addPerson(app)
    expect((await postLesson(app, request(), { cookie })).status).toBe(201)
  })
})

describe('a guest may have three lessons coming up', () => {
  test('by phone number, however it is written', async () => {
    for (const phone of ['(409) 555-0111', '409.555.0111', '+1 409 555 0111']) {
      expect((await asGuest(guest(phone))).status).toBe(201)
    }
    for (const phone of ['4095550111', '409 555 0111 ext 7']) {
      expect(await refusalOf(await asGuest(guest(phone)))).toEqual([409, 'guest_lessons_limit'])
    }
    expect((await asGuest(guest('409 555 0112'))).status).toBe(201)
  })

  test('by e-mail address, and canceled lessons do not count', async () => {
    const email = 'many@example.test'
    for (const phone of ['1', '2', '3']) await asGuest(guest(`409 555 020${phone}`, email))
    const fourth = () => asGuest(guest('409 555 0299', 'MANY@example.test'))
    expect(await refusalOf(await fourth())).toEqual([409, 'guest_lessons_limit'])
    await app.db
      .updateTable('coach_bookings')
      .set({ status: 'canceled' })
      .where('guest_phone', '=', '(409) 555-0201')
      .execute()
    expect((await fourth()).status).toBe(201)
  })

  test('when all requests come at the same moment too', async () => {
    ahead += 3_600_000
    const answers = await Promise.all(Array.from({ length: 8 }, () => asGuest(guest('409 555 0333'))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  })
})

describe('rate limits of guest lessons', () => {
  test('stop one device, and say how long', async () => {
    ahead += 3_600_000
    const { form_token } = guestForm(app)
    const attempts = []
    for (let time = 0; time < 11; time += 1) attempts.push(await asGuest({ form_token }))
    expect(attempts.slice(0, 10).every(({ status }) => status !== 429)).toBe(true)
    const last = attempts.at(-1)
    expect(last?.status).toBe(429)
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(3_000)
  })

  test('stop one address, whatever devices it shows', async () => {
    ahead += 3_600_000
    const attempts = []
    for (let time = 0; time < 31; time += 1) attempts.push(await asGuest(guest('409 555 0444')))
    expect(attempts.slice(0, 30).every(({ status }) => status !== 429)).toBe(true)
    expect(attempts.at(-1)?.status).toBe(429)
  })
})

describe('a coach', () => {
  test('looks up no more people than a person who books would', async () => {
    const giver = await addPerson(app, { role: 'coach' })
    const own = await addCoach(app.db, { person: giver })
    const { id } = await addPerson(app)
    const ask = (path: string) => app.request(path, { cookie: giver.cookie })
    /** As if that many had been asked. */
    const asked = (limit: string, count: number) =>
      app.db
        .updateTable('auth_rate_limits')
        .set({ count })
        .where('key', 'like', `${limit}:%`)
        .executeTakeFirst()
    const one = { numUpdatedRows: 1n }
    const answersOf = async (count: number, work: () => Promise<Response>) => {
      const answers = await Promise.all(Array.from({ length: count }, work))
      return answers.filter(({ status }) => status === 429).length
    }
    const household = () => ask(`/api/coach/clients/${id}/participants`)
    expect(await answersOf(1, household)).toBe(0)
    expect(await asked('household for', 50)).toMatchObject(one)
    expect(await answersOf(12, household)).toBe(2)
    await app.db
      .updateTable('profiles')
      .set({ phone_number: '(409) 555-0190' })
      .where('id', '=', id)
      .execute()
    const probe = () =>
      postLesson(
        app,
        { ...lesson(own.id, tuesday(1), '17:00'), ...guest('409 555 0190') },
        { cookie: giver.cookie },
      )
    expect(await answersOf(32, probe)).toBe(2)
    const search = () => ask('/api/coach/clients?search_query=4095550190')
    expect(await answersOf(1, search)).toBe(0)
    expect(await asked('client search by', 590)).toMatchObject(one)
    expect(await answersOf(12, search)).toBe(2)
    expect((await ask('/api/coach/clients')).status).toBe(200)
  })
})
