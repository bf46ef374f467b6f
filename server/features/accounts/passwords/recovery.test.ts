import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import {
  mailsTo,
  post,
  recoveryToken,
  sentBack,
  sessionOf,
  signIn,
  signUp,
  someEmail,
} from '../accountsTestKit.ts'

const OLD = 'play-ball-2026'
const NEW = 'grand-slam-77'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const requestReset = (email: string) => post(app, '/request-password-reset', { email })
const reset = (token: string, newPassword = NEW) => post(app, '/reset-password', { token, newPassword })

/** The operation verify-recovery-token. */
async function verify(access_token: string) {
  const response = await app.request('/api/recovery/verify', { json: { access_token } })
  return { status: response.status, body: await response.json() }
}
const linkInvalid = {
  code: 'recovery_link_invalid',
  message: 'Invalid or expired reset link. Please request a new password reset.',
}

describe('recovering a password', () => {
  test('works with the mailed link, once, and ends every session', async () => {
    const person = await addPerson(app)
    const elsewhere = await signIn(app, person.email, OLD)
    await requestReset(person.email)
    const token = await recoveryToken(app, person.email)
    const good = { status: 200, body: { valid: true, email: person.email } }
    expect(await verify(token)).toEqual(good)
    expect(await verify(token)).toEqual(good)

    expect(await reset(token)).toMatchObject({ status: 200, body: { status: true } })
    for (const cookie of [person.cookie, elsewhere.cookie]) {
      expect((await sessionOf(app, cookie)).profile).toBeNull()
    }
    expect((await signIn(app, person.email, OLD)).body.code).toBe('invalid_credentials')
    expect((await signIn(app, person.email, NEW)).status).toBe(200)

    expect(await reset(token, 'third-base-88')).toMatchObject({ status: 400, body: linkInvalid })
    expect(await verify(token)).toMatchObject({ status: 400, body: linkInvalid })
    const mails = await mailsTo(app, person.email, 2)
    expect(mails.at(-1)?.subject).toContain('was changed')
  })

  test('gives the same answer for known and unknown addresses', async () => {
    const person = await addPerson(app)
    const [known, unknown] = await Promise.all([requestReset(person.email), requestReset(someEmail())])
    expect([known.status, known.body]).toEqual([200, { status: true }])
    expect([unknown.status, unknown.body]).toEqual([200, { status: true }])
  })

  test('using one link invalidates the others', async () => {
    const person = await addPerson(app)
    await requestReset(person.email)
    const first = await recoveryToken(app, person.email)
    await requestReset(person.email)
    const second = await recoveryToken(app, person.email, 2)
    expect((await reset(second)).status).toBe(200)
    expect((await reset(first)).body.code).toBe('recovery_link_invalid')
  })

  test('of two concurrent uses one succeeds', async () => {
    const person = await addPerson(app)
    await requestReset(person.email)
    const token = await recoveryToken(app, person.email)
    const answers = await Promise.all([reset(token, 'winner-or-not-1'), reset(token, 'winner-or-not-2')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('is refused with an expired, an invalid and an empty token', async () => {
    const person = await addPerson(app)
    await requestReset(person.email)
    const token = await recoveryToken(app, person.email)
    await app.db
      .updateTable('auth_verifications')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('value', '=', person.id)
      .execute()
    expect(await verify(token)).toMatchObject({ status: 400, body: linkInvalid })
    expect(await reset(token)).toMatchObject({ status: 400, body: linkInvalid })
    expect(await verify('made-up')).toMatchObject({ status: 400, body: linkInvalid })
    expect((await verify('')).status).toBe(400)
    expect((await signIn(app, person.email, OLD)).status).toBe(200)
  })

  test('with a refused password leaves the link valid', async () => {
    const person = await addPerson(app, { name: 'Casey Jones', role: 'coach' })
    await requestReset(person.email)
    const token = await recoveryToken(app, person.email)
    expect((await reset(token, 'casey.jones')).body.code).toBe('password_from_name')
    expect(await reset(token, 'nine-char')).toMatchObject({
      status: 400,
      body: { code: 'password_too_short', message: 'Password must be at least 10 characters long.' },
    })
    expect((await reset(token)).status).toBe(200)
  })

  test('stores no usable token in the database', async () => {
    const person = await addPerson(app)
    await requestReset(person.email)
    const token = await recoveryToken(app, person.email)
    const kept = await app.db
      .selectFrom('auth_verifications')
      .selectAll()
      .where('value', '=', person.id)
      .execute()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(token)
  })

  test('confirms the address that the link was mailed to', async () => {
    const email = someEmail()
    await signUp(app, email)
    await mailsTo(app, email)
    await requestReset(email)
    await reset(await recoveryToken(app, email, 2))
    expect((await signIn(app, email, NEW)).status).toBe(200)
  })
})

describe('judge-password', () => {
  async function judged(json: object, cookie?: string): Promise<string | null> {
    const response = await app.request('/api/password/judge', { json, ...(cookie ? { cookie } : {}) })
    expect(response.status).toBe(200)
    return ((await response.json()) as { refusal: string | null }).refusal
  }
  const fromName = 'Password must not be made of your name or the name of the facility.'
  const tooShort = 'Password must be at least 10 characters long.'

  test('says before it is sent what a sign-up would be told', async () => {
    expect(await judged({ password: 'short' })).toBe('Password must be at least 6 characters long.')
    expect(await judged({ password: 'password1' })).toBe(
      'This password is too common. Please choose another one.',
    )
    expect(await judged({ password: 'Castillo1', full_name: 'Drew Castillo' })).toBe(fromName)
    expect(await judged({ password: 'castillod', email: 'castillod@example.test' })).toBe(fromName)
    expect(await judged({ password: NEW, full_name: 'Drew Castillo' })).toBeNull()
  })

  test('judges for the account that is signed in, or that a recovery link is for', async () => {
    const coach = await addPerson(app, { name: 'Casey Jones', role: 'coach' })
    expect(await judged({ password: 'xq4-plum9' })).toBeNull()
    expect(await judged({ password: 'xq4-plum9' }, coach.cookie)).toBe(tooShort)
    expect(await judged({ password: 'casey.jones' }, coach.cookie)).toBe(fromName)
    await requestReset(coach.email)
    const access_token = await recoveryToken(app, coach.email)
    expect(await judged({ password: 'xq4-plum9', access_token })).toBe(tooShort)
    expect(await judged({ password: 'casey.jones', access_token })).toBe(fromName)
    expect(await judged({ password: NEW, access_token })).toBeNull()
    expect(await judged({ password: 'xq4-plum9', access_token: 'a-guess' })).toBeNull()
    expect((await reset(access_token)).status).toBe(200)
  })
})

describe('the length of a password', () => {
  /** Characters of two UTF-16 units each, in no order. */
  const emoji = (count: number) =>
    Array.from({ length: count }, (_, at) => String.fromCodePoint(0x1f300 + ((at * 37) % 200))).join('')

  test.each([
    [128, undefined],
    [129, 'password_too_long'],
    [257, 'password_too_long'],
    [512, 'password_too_long'],
    [513, 'invalid_input'],
  ])('is counted in characters when it is reset and changed: %i emoji', async (count, code) => {
    const person = await addPerson(app)
    await requestReset(person.email)
    const token = await recoveryToken(app, person.email)
    expect((await reset(token, emoji(count))).body.code).toBe(code)
    const other = await addPerson(app)
    const change = { currentPassword: OLD, newPassword: emoji(count) }
    expect((await post(app, '/change-password', change, other.cookie)).body.code).toBe(code)
  })

  test.each([257, 512])(
    'of a present password that is wrong makes no difference: %i emoji',
    async (count) => {
      const { cookie } = await addPerson(app)
      const change = { currentPassword: emoji(count), newPassword: NEW }
      expect((await post(app, '/change-password', change, cookie)).body.code).toBe('current_password_wrong')
      const request = { new_email: someEmail(), current_password: emoji(count) }
      const asked = await app.request('/api/me/email-change', { json: request, cookie })
      expect(await asked.json()).toMatchObject({ code: 'current_password_wrong' })
    },
  )
})

describe('changing the password', () => {
  const change = (cookie: string, currentPassword: string, newPassword = NEW) =>
    post(app, '/change-password', { currentPassword, newPassword }, cookie)

  test('ends every session and gives this browser a new one', async () => {
    const person = await addPerson(app)
    const elsewhere = await signIn(app, person.email, OLD)
    const { status, response } = await change(person.cookie, OLD)
    expect(status).toBe(200)
    const fresh = sentBack(response)
    expect((await sessionOf(app, fresh)).profile?.id).toBe(person.id)
    for (const cookie of [person.cookie, elsewhere.cookie]) {
      expect((await sessionOf(app, cookie)).profile).toBeNull()
    }
    expect((await mailsTo(app, person.email))[0]?.subject).toContain('was changed')
  })

  test('leaves the other devices signed in on request', async () => {
    const person = await addPerson(app)
    const elsewhere = await signIn(app, person.email, OLD)
    const body = { currentPassword: OLD, newPassword: NEW, revokeOtherSessions: false }
    expect((await post(app, '/change-password', body, person.cookie)).status).toBe(200)
    for (const cookie of [person.cookie, elsewhere.cookie]) {
      expect((await sessionOf(app, cookie)).profile?.id).toBe(person.id)
    }
    const [mail] = await mailsTo(app, person.email)
    expect(mail?.body_text).toContain('Your other devices are still logged in.')
    expect((await signIn(app, person.email, OLD)).body.code).toBe('invalid_credentials')
  })

  test('needs a session and the present password', async () => {
    const person = await addPerson(app)
    expect((await change(person.cookie, 'not-this-one')).body.code).toBe('current_password_wrong')
    expect((await change('', OLD)).body.code).toBe('unauthenticated')
    expect((await change(person.cookie, OLD, 'password1')).body.code).toBe('password_common')
    expect((await sessionOf(app, person.cookie)).profile?.id).toBe(person.id)
  })
})
