import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import {
  confirmationPath,
  findProfile,
  mailsTo,
  PASSWORD,
  post,
  sessionOf,
  signIn,
  signUp,
  someEmail,
} from './accountsTestKit.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('signing up', () => {
  test('leads over the mailed link to a session', async () => {
    const email = someEmail()
    const answer = await signUp(app, email, { phone_number: ' 409 555 0100 ', terms_accepted: true })
    expect(answer).toMatchObject({ status: 200, body: { status: true } })
    expect(answer.response.headers.getSetCookie()).toEqual([])
    expect((await signIn(app, email)).body.code).toBe('email_not_confirmed')

    const followed = await app.request(await confirmationPath(app, email))
    expect(followed.status).toBe(303)
    expect(followed.headers.get('location')).toBe('/auth?mode=login&confirmed=true')

    const { status, cookie } = await signIn(app, email)
    expect(status).toBe(200)
    const session = await sessionOf(app, cookie)
    expect(session.profile).toMatchObject({
      email,
      full_name: 'Robin Batter',
      phone_number: '409 555 0100',
      role: 'user',
    })
    expect(Date.parse(session.expires_at ?? '') - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
    const profile = await findProfile(app, email)
    expect(profile.terms_accepted_at).toBeInstanceOf(Date)
    expect(profile.marketing_opt_in).toBe(true)
  })

  test('leads back to the page that asked for it, and from a link that no longer works too', async () => {
    const email = someEmail()
    await signUp(app, email, { callbackURL: '/camps/1?from=list' })
    const path = await confirmationPath(app, email)
    const followed = await app.request(path)
    const back = 'redirect=%2Fcamps%2F1%3Ffrom%3Dlist'
    expect(followed.headers.get('location')).toBe(`/auth?mode=login&confirmed=true&${back}`)
    const broken = await app.request(path.replace('token=', 'token=x'))
    expect(broken.headers.get('location')).toBe(`/auth?mode=login&error=confirmation_link_invalid&${back}`)
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example'])(
    'passes over a way back that is not of this site: %j',
    async (elsewhere) => {
      const email = someEmail()
      await signUp(app, email, { callbackURL: elsewhere })
      expect(await confirmationPath(app, email)).not.toContain('callbackURL')
    },
  )

  test('answers alike for a known address, and tells its owner by mail', async () => {
    const owner = await addPerson(app)
    const before = await findProfile(app, owner.email)
    const known = await signUp(app, owner.email)
    const unknown = await signUp(app, someEmail())
    expect(known.status).toBe(unknown.status)
    expect(known.body).toEqual(unknown.body)
    expect([...known.response.headers.keys()]).toEqual([...unknown.response.headers.keys()])
    const [note] = await mailsTo(app, owner.email)
    expect(note?.subject).toContain('already have an account')
    expect(await findProfile(app, owner.email)).toEqual(before)
    expect((await signIn(app, owner.email)).body.code).toBe('invalid_credentials')
  })

  test('takes about as long for a known address as for a new one', async () => {
    const owner = await addPerson(app)
    const took = async (email: string) => {
      const start = performance.now()
      await signUp(app, email)
      return performance.now() - start
    }
    expect(await took(owner.email)).toBeGreaterThanOrEqual(395)
    expect(await took(someEmail())).toBeGreaterThanOrEqual(395)
  })

  test('again before the link was followed counts instead of the first time', async () => {
    const email = someEmail()
    await signUp(app, email, { password: 'curve-ball-22', name: 'First Try' })
    await confirmationPath(app, email)
    await signUp(app, email, { password: 'knuckle-ball-33', name: 'Second Try' })
    await app.request(await confirmationPath(app, email, 2))
    expect((await signIn(app, email, 'curve-ball-22')).body.code).toBe('invalid_credentials')
    expect((await signIn(app, email, 'knuckle-ball-33')).status).toBe(200)
    expect((await findProfile(app, email)).full_name).toBe('Second Try')
  })

  test('twice at the same moment makes one account and one answer', async () => {
    const email = someEmail()
    const answers = await Promise.all([signUp(app, email), signUp(app, email), signUp(app, email)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const rows = await app.db.selectFrom('profiles').select('id').where('email', '=', email).execute()
    expect(rows).toHaveLength(1)
  })

  test.each([
    ['abc12', 'password_too_short', 'Password must be at least 6 characters long.'],
    ['x'.repeat(129), 'password_too_long', 'Password must be at most 128 characters long.'],
    ['Baseball1', 'password_common', 'This password is too common. Please choose another one.'],
    [
      'Robin-2026',
      'password_from_name',
      'Password must not be made of your name or the name of the facility.',
    ],
  ])('refuses the password %s', async (password, code, message) => {
    const email = someEmail()
    const answer = await signUp(app, email, { password })
    expect(answer).toMatchObject({ status: 400, body: { code, message } })
    expect(await app.db.selectFrom('profiles').select('id').where('email', '=', email).execute()).toEqual([])
  })

  test('takes a long password of any script', async () => {
    const email = someEmail()
    const password = 'пароль-⚾-長い合言葉'.repeat(8).slice(0, 128)
    expect((await signUp(app, email, { password })).status).toBe(200)
    await app.request(await confirmationPath(app, email))
    expect((await signIn(app, email, password)).status).toBe(200)
  })

  test('makes nobody an admin, a coach or confirmed', async () => {
    const email = someEmail()
    await signUp(app, email, {
      role: 'admin',
      coach_id: crypto.randomUUID(),
      emailVerified: true,
      email_verified: true,
    })
    expect(await findProfile(app, email)).toMatchObject({
      role: 'user',
      coach_id: null,
      email_verified: false,
    })
  })

  test('of a program that fills in the invisible field makes no account', async () => {
    const email = someEmail()
    expect((await signUp(app, email, { website: 'https://spam.example' })).status).toBe(200)
    expect(await app.db.selectFrom('profiles').select('id').where('email', '=', email).execute()).toEqual([])
  })

  test.each([
    ['no e-mail', { email: undefined }],
    ['an address without a host', { email: 'robin@' }],
    ['an empty name', { name: '  ' }],
    ['a name with a zero byte', { name: 'Rob\u0000in' }],
    ['a name of two lines', { name: 'Robin\u2028Batter' }],
    ['a name of 101 characters', { name: 'x'.repeat(101) }],
    ['a number as password', { password: 12345678 }],
    ['a phone number of 41 characters', { phone_number: '1'.repeat(41) }],
  ])('is refused with %s', async (_what, wrong) => {
    const answer = await signUp(app, someEmail(), wrong)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })

  test('is refused without the terms', async () => {
    expect((await signUp(app, someEmail(), { terms_accepted: false })).body.code).toBe('terms_not_accepted')
  })

  test('puts down that the terms were accepted only when that was said', async () => {
    const email = someEmail()
    await signUp(app, email, { terms_accepted: true })
    await signUp(app, email)
    expect((await findProfile(app, email)).terms_accepted_at).toBeNull()
  })
})

describe('the confirmation link', () => {
  test('is mailed again on request, to unconfirmed addresses only, with one answer for all', async () => {
    const email = someEmail()
    await signUp(app, email)
    await confirmationPath(app, email)
    const confirmed = await addPerson(app)
    const answers = await Promise.all(
      [email, confirmed.email, someEmail()].map((address) =>
        post(app, '/send-verification-email', { email: address }),
      ),
    )
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 200, body: { status: true } })
    await app.request(await confirmationPath(app, email, 2))
    expect((await signIn(app, email)).status).toBe(200)
    await expect(mailsTo(app, confirmed.email, 0)).resolves.toEqual([])
  })

  test('may be followed twice, as a mail scanner and then the person do', async () => {
    const email = someEmail()
    await signUp(app, email)
    const path = await confirmationPath(app, email)
    await app.request(path)
    expect((await app.request(path)).headers.get('location')).toBe('/auth?mode=login&confirmed=true')
  })

  test.each(['token=made-up', 'token=', 'other=1'])(
    'leads to the reason when it is not one: %s',
    async (query) => {
      const response = await app.request(`/api/auth/verify-email?${query}&callbackURL=https://evil.example`)
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe('/auth?mode=login&error=confirmation_link_invalid')
    },
  )

  test('works for a day', async () => {
    const { createEmailVerificationToken } = await import('better-auth/api')
    const email = someEmail()
    await signUp(app, email)
    const token = await createEmailVerificationToken(app.context.config.secrets.auth, email, undefined, -1)
    const response = await app.request(`/api/auth/verify-email?token=${token}`)
    expect(response.headers.get('location')).toBe('/auth?mode=login&error=confirmation_link_expired')
    expect((await signIn(app, email, PASSWORD)).body.code).toBe('email_not_confirmed')
  })
})
