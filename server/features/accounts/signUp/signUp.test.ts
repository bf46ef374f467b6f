import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf } from '../../../test/answers.ts'
import { addPerson } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import {
  confirm,
  confirmationToken,
  findProfile,
  mailsTo,
  sentBack,
  sessionOf,
  signIn,
  signUp,
  someEmail,
} from '../accountsTestKit.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const profilesOf = (email: string) =>
  app.db.selectFrom('profiles').selectAll().where('email', '=', email).execute()
const keptOf = (email: string) =>
  app.db.selectFrom('pending_sign_ups').select('id').where('email', '=', email).execute()
const look = (token: string) => bodyOf<object>(app.request('/api/sign-up/verify', { json: { token } }))
/** This many characters of two UTF-16 units each, in no order. */
const emoji = (count: number) =>
  Array.from({ length: count }, (_, at) => String.fromCodePoint(0x1f300 + ((at * 37) % 200))).join('')

describe('signing up', () => {
  test('leads with one press on the mailed page to a session', async () => {
    const email = someEmail()
    const answer = await signUp(app, email, { phone_number: ' 409 555 0100 ', terms_accepted: true })
    expect(answer).toMatchObject({ status: 200, body: { status: true } })
    expect(sentBack(answer.response)).toMatch(/^dugout_device=[^;]*; dugout_waiting=[^;]*$/)
    expect((await signIn(app, email)).body.code).toBe('email_not_confirmed')

    const { status, body, cookie } = await confirm(app, await confirmationToken(app, email))
    expect([status, body]).toEqual([200, { status: true }])
    const session = await sessionOf(app, cookie)
    expect(session.profile).toMatchObject({
      email,
      full_name: 'Robin Batter',
      phone_number: '(409) 555-0100',
      role: 'user',
    })
    expect(Date.parse(session.expires_at ?? '') - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
    const profile = await findProfile(app, email)
    expect(profile.terms_accepted_at).toBeInstanceOf(Date)
    expect(profile.marketing_opt_in).toBe(true)
  })

  test('leads back to the page that asked for it', async () => {
    const email = someEmail()
    await signUp(app, email, { callbackURL: '/camps/1?from=list' })
    expect(await look(await confirmationToken(app, email))).toMatchObject({
      state: 'open',
      return_to: '/camps/1?from=list',
    })
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example'])(
    'passes over a way back that is not of this site: %j',
    async (elsewhere) => {
      const email = someEmail()
      await signUp(app, email, { callbackURL: elsewhere })
      expect(await look(await confirmationToken(app, email))).toMatchObject({ return_to: null })
    },
  )

  test('gives the same answer for a known address, and mails its owner a note', async () => {
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
  })

  test('with a known address looks like any other at sign-in, too', async () => {
    const owner = await addPerson(app)
    const fresh = someEmail()
    const answers = []
    for (const email of [owner.email, fresh]) {
      await signUp(app, email)
      const [right, wrong] = [await signIn(app, email), await signIn(app, email, 'not-this-one')]
      answers.push([right.status, right.body, wrong.status, wrong.body])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[1]).toMatchObject({ code: 'email_not_confirmed' })
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

  test('twice at the same moment creates one account, with one answer', async () => {
    const email = someEmail()
    const answers = await Promise.all([signUp(app, email), signUp(app, email), signUp(app, email)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const mails = await mailsTo(app, email, 3)
    const tokens = mails.map(({ body_text }) => /#token=(\S+)/.exec(body_text ?? '')?.[1] ?? '')
    const followed = await Promise.all(tokens.map((token) => confirm(app, token)))
    expect(followed.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await profilesOf(email)).toHaveLength(1)
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
    expect(await keptOf(email)).toEqual([])
  })

  test('takes a long password of any script', async () => {
    const email = someEmail()
    const password = 'пароль-⚾-長い合言葉'.repeat(8).slice(0, 128)
    expect((await signUp(app, email, { password })).status).toBe(200)
    await confirm(app, await confirmationToken(app, email))
    expect((await signIn(app, email, password)).status).toBe(200)
  })

  test.each([128, 129, 257, 512, 513])('counts the characters of a password: %i emoji', async (count) => {
    const password = emoji(count)
    const email = someEmail()
    const expected = count > 512 ? 'invalid_input' : count > 128 ? 'password_too_long' : undefined
    expect((await signUp(app, email, { password })).body.code).toBe(expected)
    const signedIn = await signIn(app, email, password)
    expect(signedIn.body.code).toBe(
      count > 512 ? 'invalid_input' : count > 128 ? 'invalid_credentials' : 'email_not_confirmed',
    )
  })

  test('makes nobody an admin, a coach or confirmed', async () => {
    const email = someEmail()
    await signUp(app, email, {
      role: 'admin',
      coach_id: crypto.randomUUID(),
      emailVerified: true,
      email_verified: true,
    })
    expect(await profilesOf(email)).toEqual([])
    await confirm(app, await confirmationToken(app, email))
    expect(await findProfile(app, email)).toMatchObject({ role: 'user', coach_id: null })
  })

  test('of a program that fills in the hidden field creates no account', async () => {
    const email = someEmail()
    expect((await signUp(app, email, { website: 'https://spam.example' })).status).toBe(200)
    expect(await keptOf(email)).toEqual([])
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

  test.each(['0', '12', 'abc'])('is refused with the phone number %s, at its field', async (phone_number) => {
    const email = someEmail()
    const answer = await signUp(app, email, { phone_number })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: ['phone_number'] }] },
    })
    expect(await app.db.selectFrom('profiles').select('id').where('email', '=', email).execute()).toEqual([])
  })

  test('is refused without the terms', async () => {
    expect((await signUp(app, someEmail(), { terms_accepted: false })).body.code).toBe('terms_not_accepted')
  })

  test('records that the terms were accepted only when the request says so', async () => {
    const email = someEmail()
    await signUp(app, email)
    await confirm(app, await confirmationToken(app, email))
    expect((await findProfile(app, email)).terms_accepted_at).toBeNull()
  })
})
