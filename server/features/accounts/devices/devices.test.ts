import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '../../../../shared/contract/accounts/devices.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson, signIn } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { sentBack, sessionOf } from '../accountsTestKit.ts'

const PASSWORD = 'play-ball-2026'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const MINUTE = 60_000
let ahead = 0

let app: TestApp
let other: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => new Date(Date.now() + ahead) } })
  other = await app.another()
})
afterAll(() => app.close())

const devicesOf = (cookie: string) => bodyOf<Device[]>(app.request('/api/me/sessions', { cookie }))
const signOut = (cookie: string, id: string, current_password = PASSWORD) =>
  app.request(`/api/me/sessions/${id}/sign-out`, { json: { current_password }, cookie })
const signOutOthers = (cookie: string, current_password = PASSWORD) =>
  app.request('/api/me/sessions/sign-out-others', { json: { current_password }, cookie })

async function signInWith(userAgent: string, email: string): Promise<string> {
  const response = await app.request('/api/auth/sign-in/email', {
    json: { email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  })
  return sentBack(response)
}

describe('list-my-sessions', () => {
  test('lists the devices of the account only, this one first', async () => {
    const person = await addPerson(app)
    await addPerson(app)
    const phone = await signInWith(IPHONE, person.email)
    const devices = await devicesOf(person.cookie)
    expect(devices.map(({ current }) => current)).toEqual([true, false])
    expect(devices[1]).toMatchObject({ name: 'Safari on iPhone', kind: 'phone', network: '127.0.0.x' })
    expect((await devicesOf(phone))[0]).toMatchObject({ name: 'Safari on iPhone', current: true })
    expect(JSON.stringify(devices)).not.toContain('token')
  })

  test('says when a device was last used, to within five minutes, and omits expired sessions', async () => {
    const person = await addPerson(app)
    const asked = async () => (await devicesOf(person.cookie))[0]
    const first = await asked()
    ahead = 6 * MINUTE
    // This process caches the session for a minute.
    app.context.accounts.forgetSessions()
    const later = await asked()
    ahead = 0
    const moved = Date.parse(later?.last_used_at ?? '') - Date.parse(first?.last_used_at ?? '')
    expect(moved).toBeGreaterThan(5 * MINUTE)
    expect(later?.signed_in_at).toBe(first?.signed_in_at)
    await app.db
      .insertInto('auth_sessions')
      .values({ user_id: person.id, token: randomUUID(), expires_at: new Date(Date.now() - 1) })
      .execute()
    expect(await devicesOf(person.cookie)).toHaveLength(1)
  })
})

describe('sign-out-session', () => {
  test('ends one session at once, on every instance', async () => {
    const person = await addPerson(app)
    const lost = await signIn(app, person.email, PASSWORD)
    expect((await sessionOf(other, lost)).profile?.id).toBe(person.id)
    const found = (await devicesOf(person.cookie)).find(({ current }) => !current)
    expect((await signOut(person.cookie, found?.id ?? '')).status).toBe(204)
    expect((await sessionOf(app, lost)).profile).toBeNull()
    await expect.poll(async () => (await sessionOf(other, lost)).profile).toBeNull()
    expect((await sessionOf(app, person.cookie)).profile?.id).toBe(person.id)
  })

  test('twice at the same moment ends it once', async () => {
    const person = await addPerson(app)
    await signIn(app, person.email, PASSWORD)
    const found = (await devicesOf(person.cookie)).find(({ current }) => !current)
    const answers = await Promise.all([1, 2].map(() => signOut(person.cookie, found?.id ?? '')))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  })
})

describe('sign-out-other-sessions', () => {
  test('ends all but this one, and none of other accounts', async () => {
    const [person, stranger] = await Promise.all([addPerson(app), addPerson(app)])
    const others = [await signIn(app, person.email, PASSWORD), await signIn(app, person.email, PASSWORD)]
    const end = () => signOutOthers(person.cookie)
    expect(await bodyOf(end())).toEqual({ ended: 2 })
    for (const cookie of others) expect((await sessionOf(app, cookie)).profile).toBeNull()
    expect((await sessionOf(app, person.cookie)).profile?.id).toBe(person.id)
    expect((await sessionOf(app, stranger.cookie)).profile?.id).toBe(stranger.id)
    expect(await bodyOf(end())).toEqual({ ended: 0 })
  })
})

describe('ending a session of another device', () => {
  test('requires the password, and changes nothing without it', async () => {
    const person = await addPerson(app)
    const other = await signIn(app, person.email, PASSWORD)
    const found = (await devicesOf(person.cookie)).find(({ current }) => !current)
    for (const answer of [
      await signOut(person.cookie, found?.id ?? '', 'not-the-password'),
      await signOutOthers(person.cookie, 'not-the-password'),
    ]) {
      expect(await refusalOf(answer)).toEqual([400, 'current_password_wrong'])
    }
    const without = await app.request(`/api/me/sessions/${found?.id}/sign-out`, {
      json: {},
      cookie: person.cookie,
    })
    expect(await refusalOf(without)).toEqual([400, 'invalid_input'])
    expect((await sessionOf(app, other)).profile?.id).toBe(person.id)
  })

  test('stores nothing of the password with an idempotency key', async () => {
    const person = await addPerson(app)
    await app.request('/api/me/sessions/sign-out-others', {
      json: { current_password: PASSWORD },
      cookie: person.cookie,
      headers: { 'idempotency-key': 'a-key-of-this-test' },
    })
    const kept = await app.db.selectFrom('idempotency_keys').selectAll().execute()
    expect(kept.filter(({ key }) => key === 'a-key-of-this-test')).toEqual([])
  })

  test('is refused after ten wrong passwords in that session, but not in the owner’s other sessions', async () => {
    const limited = await startTestApp({ settings: { RATE_LIMITS: 'true' } })
    try {
      const person = await addPerson(limited)
      const borrowed = await signIn(limited, person.email, PASSWORD)
      const end = (cookie: string, current_password: string) =>
        limited.request('/api/me/sessions/sign-out-others', { json: { current_password }, cookie })
      const guesses = await Promise.all(Array.from({ length: 20 }, () => end(borrowed, 'a-guess')))
      expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10)
      expect((await end(borrowed, PASSWORD)).status).toBe(429)
      expect(await bodyOf(end(person.cookie, PASSWORD))).toEqual({ ended: 1 })
    } finally {
      await limited.close()
    }
  })
})
