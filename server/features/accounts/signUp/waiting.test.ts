// @module-tag slow

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import {
  confirm,
  confirmationToken,
  mailsTo,
  post,
  recoveryToken,
  sentBack,
  sessionOf,
  signUp,
  someEmail,
} from '../accountsTestKit.ts'

const MINUTE = 60_000
let ahead = 0
let app: TestApp
/** With limits on what may be tried. */
let limited: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => new Date(Date.now() + ahead) } })
  limited = await startTestApp({ settings: { RATE_LIMITS: 'true' } })
})
afterAll(() => Promise.all([app.close(), limited.close()]))

/** What the waiting browser asks again and again. */
async function claim(cookie?: string) {
  const { response, status, body } = await post(app, '/claim-sign-up', {}, cookie)
  return { status, ...body, cookie: sentBack(response) } as unknown as {
    status: true
    state: 'none' | 'waiting' | 'confirmed'
    cookie: string
  }
}

/** Signs up in a browser of its own, which then waits. */
async function waitingFor(email = someEmail()) {
  const { response } = await signUp(app, email)
  const cookie = sentBack(response)
  return { email, cookie, token: await confirmationToken(app, email) }
}

const personOf = async (cookie: string) => (await sessionOf(app, cookie)).profile?.email ?? null

describe('the page that signed up', () => {
  test('learns of the press in another tab, and has its session from there', async () => {
    const { email, cookie, token } = await waitingFor()
    expect(await claim(cookie)).toEqual({ status: true, state: 'waiting', cookie: '' })
    const pressed = await confirm(app, token, cookie)
    expect(pressed.status).toBe(200)
    expect(await personOf(pressed.cookie)).toBe(email)
    expect((await claim(`${cookie}; ${pressed.cookie}`)).state).toBe('confirmed')
    // There is no second one to be had, so that it does not come back after signing out.
    expect(await personOf((await claim(cookie)).cookie)).toBeNull()
  })

  test('is signed in once by a press anywhere else', async () => {
    const { email, cookie, token } = await waitingFor()
    const pressed = await confirm(app, token)
    expect(await personOf(pressed.cookie)).toBe(email)
    const tab = await claim(cookie)
    expect(tab.state).toBe('confirmed')
    expect(await personOf(tab.cookie)).toBe(email)
    expect(await personOf(pressed.cookie)).toBe(email)
    // A copy of the cookie is worth nothing afterwards.
    expect(await personOf((await claim(cookie)).cookie)).toBeNull()
  })

  test('gets one session where two tabs ask at the same moment', async () => {
    const { cookie, token } = await waitingFor()
    await confirm(app, token)
    const tabs = await Promise.all([claim(cookie), claim(cookie), claim(cookie)])
    expect(tabs.map(({ state }) => state)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect(tabs.filter(({ cookie: set }) => /dugout=[^;]/.test(set))).toHaveLength(1)
  })

  test('is signed in by the press only for its own sign-up', async () => {
    const email = someEmail()
    const strange = sentBack((await signUp(app, email)).response)
    await mailsTo(app, email, 1)
    await signUp(app, email)
    await confirm(app, await confirmationToken(app, email, 2))
    expect(await claim(strange)).toEqual({ status: true, state: 'waiting', cookie: '' })
  })

  test('learns nothing about an address that has an account', async () => {
    const owner = await addPerson(app)
    const known = await claim(sentBack((await signUp(app, owner.email)).response))
    expect(known).toEqual(await claim(sentBack((await signUp(app, someEmail())).response)))
    expect(known.state).toBe('waiting')
  })

  test('waits for ever where the owner of the address deletes the sign-up, as where nobody looks', async () => {
    const { cookie, token } = await waitingFor()
    await app.request('/api/sign-up/discard', { json: { token } })
    expect(await claim(cookie)).toEqual({ status: true, state: 'waiting', cookie: '' })
  })

  test('is not signed in to an account that a recovery link made, or whose password was reset', async () => {
    const { email, cookie, token } = await waitingFor()
    await confirm(app, token)
    await post(app, '/request-password-reset', { email })
    const recovery = await recoveryToken(app, email, 2)
    await post(app, '/reset-password', { token: recovery, newPassword: 'grand-slam-77' })
    expect(await personOf((await claim(cookie)).cookie)).toBeNull()
    const other = await waitingFor()
    await post(app, '/request-password-reset', { email: other.email })
    const made = await recoveryToken(app, other.email, 2)
    await post(app, '/reset-password', { token: made, newPassword: 'grand-slam-77' })
    expect((await claim(other.cookie)).state).toBe('waiting')
  })
})

describe('the waiting cookie', () => {
  test('is of use to nobody who made it up', async () => {
    const { cookie, token } = await waitingFor()
    await confirm(app, token)
    const forged = cookie.replace(/(dugout_waiting=[^.]+\.)./, '$1_')
    for (const none of [undefined, 'dugout_waiting=1', forged]) {
      expect(await claim(none)).toEqual({ status: true, state: 'none', cookie: '' })
    }
  })

  test('cannot be read by a script, and is sent only to this site', async () => {
    const { response } = await signUp(app, someEmail())
    const set = response.headers.getSetCookie().find((header) => header.startsWith('dugout_waiting='))
    expect(set).toMatch(/HttpOnly/)
    expect(set).toMatch(/SameSite=Lax/)
  })

  test('is of use for ten minutes after the press', async () => {
    const { cookie, token } = await waitingFor()
    await confirm(app, token)
    ahead = 10 * MINUTE + 1
    const late = await claim(cookie)
    ahead = 0
    expect(late.state).toBe('confirmed')
    expect(await personOf(late.cookie)).toBeNull()
  })

  test('never takes the place of someone who signed in there in the meantime, of any role', async () => {
    for (const role of ['user', 'coach', 'desk', 'admin'] as const) {
      const other = await addPerson(app, { role })
      const { cookie, token } = await waitingFor()
      await confirm(app, token)
      const both = `${cookie}; ${other.cookie}`
      const tab = await claim(both)
      expect(tab.cookie).not.toMatch(/dugout=[^;]/)
      expect(await personOf(other.cookie)).toBe(other.email)
    }
  })

  test('is worth nothing once the owner signs out everywhere else, or has another role or a second factor', async () => {
    const changes = {
      role: (id: string) => app.db.updateTable('profiles').set({ role: 'desk' }).where('id', '=', id),
      factor: (id: string) =>
        app.db.updateTable('profiles').set({ two_factor_enabled: true }).where('id', '=', id),
    }
    for (const change of Object.values(changes)) {
      const { cookie, token } = await waitingFor()
      const pressed = await confirm(app, token)
      const id = (await sessionOf(app, pressed.cookie)).profile?.id ?? ''
      await change(id).execute()
      expect(await personOf((await claim(cookie)).cookie)).toBeNull()
    }
    const { cookie, token } = await waitingFor()
    const pressed = await confirm(app, token)
    const ended = await app.request('/api/me/sessions/sign-out-others', {
      cookie: pressed.cookie,
      json: { current_password: 'curve-ball-81' },
    })
    expect(ended.ok, await ended.text()).toBe(true)
    expect(await personOf((await claim(cookie)).cookie)).toBeNull()
  })

  test('is not answered without end', async () => {
    const cookie = sentBack((await signUp(limited, someEmail())).response)
    const answers = await Promise.all(
      Array.from({ length: 310 }, () => post(limited, '/claim-sign-up', {}, cookie)),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })
})
