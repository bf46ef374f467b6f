// @module-tag slow

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addChild, familyOf } from '../households/householdTestKit.ts'
import { post, signIn, signUp, someEmail } from './accountsTestKit.ts'

const PASSWORD = 'play-ball-2026'
/** Advances only when a test moves it. */
const START = Date.now()
let ahead = 0

let app: TestApp
let other: TestApp
beforeAll(async () => {
  app = await startTestApp({
    clock: { now: () => new Date(START + ahead) },
    settings: { RATE_LIMITS: 'true' },
  })
  other = await app.another()
})
afterAll(() => app.close())

/** Moves the clock past all limits. */
const later = () => {
  ahead += 3_600_000
}

async function repeat<T>(times: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (let index = 0; index < times; index += 1) answers.push(await act(index))
  return answers
}

describe('rate limits', () => {
  test('stop guessing the password of one address across instances', async () => {
    const { email } = await addPerson(app)
    const answers = await repeat(10, (index) =>
      signIn(index % 2 ? app : other, email, `guess-number-${index}`),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    const stopped = await signIn(other, email, PASSWORD)
    expect(stopped).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    const wait = Number(stopped.response.headers.get('retry-after'))
    expect(wait).toBe(15)
    ahead += wait * 1_000
    expect((await signIn(app, email, PASSWORD)).status).toBe(200)
  })

  test('treat unknown addresses the same', async () => {
    later()
    const email = someEmail()
    await repeat(10, () => signIn(app, email, 'some-guess'))
    expect((await signIn(app, email, 'some-guess')).status).toBe(429)
  })

  test('stop one caller who tries many addresses', async () => {
    later()
    await Promise.all(Array.from({ length: 50 }, () => signIn(app, someEmail(), 'same-guess')))
    expect((await signIn(app, someEmail(), 'same-guess')).status).toBe(429)
  })

  test('do not count people who know their password', async () => {
    later()
    const { email } = await addPerson(app)
    const answers = await repeat(12, () => signIn(app, email, PASSWORD))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })

  test.each([
    ['sign-up', 5, (email: string) => signUp(app, email)],
    ['reset request', 3, (email: string) => post(app, '/request-password-reset', { email })],
    ['confirmation mail', 3, (email: string) => post(app, '/send-verification-email', { email })],
  ] as const)('stop the %s for one address', async (_what, most, act) => {
    later()
    const email = someEmail()
    const answers = await repeat(most, () => act(email))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const stopped = await act(email)
    expect(stopped).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect((await act(someEmail())).status).toBe(200)
  })

  test('stop trying recovery tokens', async () => {
    later()
    const verify = () => app.request('/api/recovery/verify', { json: { access_token: 'a-guess' } })
    const answers = await repeat(31, verify)
    expect(answers.map(({ status }) => status).slice(-2)).toEqual([400, 429])
  })

  test('stop judging passwords', async () => {
    later()
    const judge = () => app.request('/api/password/judge', { json: { password: 'short' } })
    const answers = await repeat(201, judge)
    expect(answers.map(({ status }) => status).slice(-2)).toEqual([200, 429])
  })

  test('stop invitations by one adult, and to one address', async () => {
    later()
    const invite = async (adult: Person, child: string, to: string) =>
      (await familyOf(app, adult).invite(to, child)).status
    const adults = await Promise.all([addPerson(app), addPerson(app)])
    const [jo, casey] = adults
    const [mia, leo] = await Promise.all(adults.map((adult) => addChild(app.db, [adult])))
    const email = someEmail()
    expect(await repeat(4, () => invite(jo, mia ?? '', email))).toEqual([201, 201, 201, 429])
    expect(await invite(casey, leo ?? '', email)).toBe(429)
    expect(await repeat(7, () => invite(jo, mia ?? '', someEmail()))).toEqual([...Array(6).fill(201), 429])
    expect(await invite(casey, leo ?? '', someEmail())).toBe(201)
  })

  test('store no address and delete old counters', async () => {
    later()
    const email = someEmail()
    await signIn(app, email, 'some-guess')
    const rows = await app.db.selectFrom('auth_rate_limits').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(email)
  })
})
