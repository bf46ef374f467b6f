import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { createAccounts } from './accounts.ts'
import { post, recoveryToken, sentBack, sessionOf, signIn, someEmail } from './accountsTestKit.ts'
import { hashPassword } from './passwords/passwords.ts'

/** The password that the factory gives everyone. */
const PASSWORD = 'play-ball-2026'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const sessionRows = (userId: string) =>
  app.db.selectFrom('auth_sessions').selectAll().where('user_id', '=', userId).execute()

describe('signing in', () => {
  test('sets a cookie that no script can read, for 30 days', async () => {
    const { email } = await addPerson(app)
    const { response, body } = await signIn(app, email.toUpperCase(), PASSWORD)
    expect(response.headers.getSetCookie()).toHaveLength(2)
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^dugout=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(body).toEqual({ status: true })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('shows no token in any body', async () => {
    const person = await addPerson(app)
    const { response, cookie } = await signIn(app, person.email, PASSWORD)
    const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? ''
    expect(token).toHaveLength(32)
    for (const path of ['/api/me/session', '/api/auth/get-session']) {
      expect(await (await app.request(path, { cookie })).text()).not.toContain(token)
    }
    expect(response.headers.get('set-auth-token')).toBeNull()
    for (const path of ['/list-sessions', '/token', '/update-user', '/delete-user', '/ok', '/error']) {
      expect((await app.request(`/api/auth${path}`, { cookie })).status).toBe(404)
      expect((await app.request(`/api/auth${path}`, { cookie, json: {} })).status).toBe(404)
    }
  })

  test('is refused in the same way for a wrong password and an unknown address', async () => {
    const { email } = await addPerson(app)
    const wrong = await signIn(app, email, 'not-the-password')
    const unknown = await signIn(app, someEmail(), 'not-the-password')
    expect(wrong).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
    })
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
    expect([wrong.cookie, unknown.cookie]).toEqual(['', ''])
  })

  describe('with a password that is too short for staff', () => {
    const SHORT = 'bunt-8x'
    /** Who got the role with the password of a customer. */
    const promoted = async (role: 'coach' | 'desk' | 'admin') => {
      const person = await addPerson(app, { role })
      await app.db
        .updateTable('auth_accounts')
        .set({ password: await hashPassword(SHORT) })
        .where('user_id', '=', person.id)
        .execute()
      await app.db.deleteFrom('auth_sessions').where('user_id', '=', person.id).execute()
      return person
    }

    test.each(['coach', 'desk', 'admin'] as const)('%s: is told to reset it', async (role) => {
      const person = await promoted(role)
      const answer = await signIn(app, person.email, SHORT)
      expect(answer).toMatchObject({
        status: 403,
        cookie: '',
        body: {
          code: 'staff_password_too_short',
          message:
            'Staff accounts need a password of at least 10 characters. Please reset your password to log in.',
        },
      })
      expect(await sessionRows(person.id)).toEqual([])
      await post(app, '/request-password-reset', { email: person.email })
      const token = await recoveryToken(app, person.email)
      await post(app, '/reset-password', { token, newPassword: 'curve-ball-81' })
      expect((await signIn(app, person.email, 'curve-ball-81')).status).toBe(200)
    })

    test('says nothing of it to guesses, short or long', async () => {
      const person = await promoted('admin')
      for (const guess of ['bunt-9x', 'x', 'not-the-password']) {
        const { status, body, cookie } = await signIn(app, person.email, guess)
        expect([status, body.code, cookie]).toEqual([401, 'invalid_credentials', ''])
      }
    })

    test('does not count against the guesses', async () => {
      const { email } = await promoted('desk')
      for (let attempt = 0; attempt < 12; attempt++) {
        expect((await signIn(app, email, SHORT)).body.code).toBe('staff_password_too_short')
      }
    })

    test('lets a customer with such a password in', async () => {
      const person = await promoted('desk')
      await app.db.updateTable('profiles').set({ role: 'user' }).where('id', '=', person.id).execute()
      expect((await signIn(app, person.email, SHORT)).status).toBe(200)
    })
  })

  test('always starts a new session and ends the one in the request', async () => {
    const attacker = await addPerson(app)
    const victim = await addPerson(app)
    const { cookie } = await signIn(app, victim.email, PASSWORD, attacker.cookie)
    expect(cookie).not.toBe(attacker.cookie)
    expect((await sessionOf(app, cookie)).profile?.id).toBe(victim.id)
    expect((await sessionOf(app, attacker.cookie)).profile).toBeNull()
    const again = await signIn(app, victim.email, PASSWORD, cookie)
    expect(again.cookie).not.toBe(cookie)
    expect((await sessionOf(app, cookie)).profile).toBeNull()
  })

  test('accepts no session token chosen by an attacker', async () => {
    const { email } = await addPerson(app)
    const { cookie } = await signIn(app, email, PASSWORD, 'dugout=planted.signature')
    expect(cookie).not.toContain('planted')
  })

  test.each([
    ['no password', { email: 'a@example.test' }],
    ['an object as e-mail', { email: {}, password: 'x' }],
    ['not an object', 'text'],
    ['a password of a megabyte', { email: 'a@example.test', password: 'x'.repeat(200_000) }],
  ])('is refused with %s', async (_what, json) => {
    expect(await post(app, '/sign-in/email', json)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
  })

  test('accepts only JSON, and only from our own pages', async () => {
    const { email } = await addPerson(app)
    const body = JSON.stringify({ email, password: PASSWORD })
    const asText = await app.request('/api/auth/sign-in/email', { method: 'POST', body })
    expect(asText.status).toBe(415)
    const json = { email, password: PASSWORD }
    const foreign = await app.request('/api/auth/sign-in/email', {
      json,
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    expect(foreign.headers.getSetCookie()).toEqual([])
    const own = await app.request('/api/auth/sign-in/email', { json, headers: { origin: app.url } })
    expect(own.status).toBe(200)
  })

  test('is not possible with GET', async () => {
    expect((await app.request('/api/auth/sign-in/email')).status).toBe(405)
  })
})

describe('signing out', () => {
  test('deletes the session and the cookie', async () => {
    const { id, cookie } = await addPerson(app)
    expect((await sessionOf(app, cookie)).profile?.id).toBe(id)
    const { response, body } = await post(app, '/sign-out', {}, cookie)
    expect([response.status, body]).toEqual([200, { status: true }])
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^dugout=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(await sessionRows(id)).toEqual([])
    expect((await sessionOf(app, cookie)).profile).toBeNull()
  })

  test('works without a session as well', async () => {
    expect((await post(app, '/sign-out', {})).status).toBe(200)
    expect((await app.request('/api/auth/sign-out', { method: 'POST' })).status).toBe(200)
  })
})

describe('over TLS', () => {
  test('the cookie is bound to host and TLS', async () => {
    const { email, id } = await addPerson(app)
    const config = { ...app.context.config, publicUrl: 'https://cages.example' }
    const accounts = createAccounts({ ...app.context, config })
    const request = new Request('https://cages.example/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const response = await accounts.handle(request, '203.0.113.7')
    const [set = '', device = ''] = response.headers.getSetCookie()
    expect(device).toMatch(
      /^__Host-dugout_device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(set).toMatch(/^__Host-dugout=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const signedIn = await accounts.signedIn(new Headers({ cookie: sentBack(response) }))
    expect(signedIn?.profile.id).toBe(id)
    expect((await sessionRows(id)).map(({ ip_address }) => ip_address)).toContain('203.0.113.7')
  })
})
