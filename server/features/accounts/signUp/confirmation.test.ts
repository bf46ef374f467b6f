// @module-tag slow

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import {
  confirm,
  confirmationToken,
  findProfile,
  mailsTo,
  post,
  recoveryToken,
  sentBack,
  sessionOf,
  signIn,
  signUp,
  someEmail,
} from '../accountsTestKit.ts'

const HOUR = 3_600_000
let ahead = 0

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => new Date(Date.now() + ahead) } })
})
afterAll(() => app.close())

/** Two sign-ups with one address: the owner's, and a stranger's. */
const attempts = {
  a: { name: 'Ann Owner', password: 'curve-ball-81', phone_number: '(409) 555-0181' },
  b: { name: 'Ben Stranger', password: 'knuckle-ball-33', phone_number: '(409) 555-0133' },
} as const
type Who = keyof typeof attempts

const look = (token: string) => app.request('/api/sign-up/verify', { json: { token } })
const discard = (token: string) => app.request('/api/sign-up/discard', { json: { token } })
const resend = (json: object) => post(app, '/send-verification-email', json)
const passwordWorks = async (email: string, who: Who) =>
  (await signIn(app, email, attempts[who].password)).body.code

/** Signs up and returns the link's token; none when the mail has no link. */
async function attempt(email: string, who: Who, mails: number): Promise<string | undefined> {
  await signUp(app, email, attempts[who])
  const mail = (await mailsTo(app, email, mails)).at(-1)
  return /#token=(\S+)/.exec(mail?.body_text ?? '')?.[1]
}

type Step = `${'sign up' | 'follow'} ${Who}`

/** Every order of these steps in which no link is followed before its sign-up. */
function orders(left: readonly Step[], done: readonly Step[] = []): (readonly Step[])[] {
  if (left.length === 0) return [done]
  const possible = left.filter(
    (step) => step.startsWith('sign up') || done.includes(`sign up ${step.slice(-1) as Who}`),
  )
  return possible.flatMap((step) =>
    orders(
      left.filter((other) => other !== step),
      [...done, step],
    ),
  )
}

describe('a link confirms only the data of its own sign-up', () => {
  const all = orders(['sign up a', 'sign up b', 'follow a', 'follow b'])

  // Side by side: each sign-up waits for its mail.
  test('in each of the six orders', async () => {
    expect(all).toHaveLength(6)
    await Promise.all(all.map(confirmsItsOwn))
  }, 60_000)

  async function confirmsItsOwn(order: readonly Step[]): Promise<void> {
    const email = someEmail()
    const tokens: Partial<Record<Who, string>> = {}
    let owner: Who | undefined
    // Each link once more at the end: it was used or is unknown.
    for (const step of [...order, 'follow a', 'follow b'] as const) {
      const who = step.slice(-1) as Who
      const when = `${step} of ${order.join(', ')}`
      if (step.startsWith('sign up')) {
        const token = await attempt(email, who, Object.keys(tokens).length + 1)
        expect(token === undefined, when).toBe(owner !== undefined)
        tokens[who] = token ?? 'none-was-mailed'
      } else {
        const { body } = await confirm(app, tokens[who] ?? '')
        const linked = tokens[who] !== 'none-was-mailed'
        const refused = owner === who ? 'confirmation_link_used' : owner ? 'account_exists' : undefined
        expect(body.code, when).toBe(linked ? refused : 'confirmation_link_invalid')
        owner ??= who
      }
      for (const other of ['a', 'b'] as const) {
        const waits = tokens[other] !== undefined ? 'email_not_confirmed' : 'invalid_credentials'
        expect(await passwordWorks(email, other), `${other} after ${when}`).toBe(
          owner === other ? undefined : waits,
        )
      }
    }
    const { name, phone_number } = attempts[owner ?? 'a']
    expect(await findProfile(app, email), order.join(', ')).toMatchObject({ full_name: name, phone_number })
  }

  test('also when both are followed at the same moment', async () => {
    const email = someEmail()
    const tokens = [await attempt(email, 'a', 1), await attempt(email, 'b', 2)]
    const answers = await Promise.all(tokens.map((token) => confirm(app, token ?? '')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const owner = answers[0]?.status === 200 ? 'a' : 'b'
    expect(await passwordWorks(email, owner)).toBeUndefined()
    expect(await passwordWorks(email, owner === 'a' ? 'b' : 'a')).toBe('email_not_confirmed')
    expect((await findProfile(app, email)).full_name).toBe(attempts[owner].name)
  })

  test('also when the password is forgotten in between', async () => {
    const email = someEmail()
    const own = (await attempt(email, 'a', 1)) ?? ''
    const strange = (await attempt(email, 'b', 2)) ?? ''
    await post(app, '/request-password-reset', { email })
    const token = await recoveryToken(app, email, 3)
    expect((await post(app, '/reset-password', { token, newPassword: 'grand-slam-77' })).status).toBe(200)
    for (const link of [own, strange]) expect((await confirm(app, link)).body.code).toBe('account_exists')
    expect((await signIn(app, email, 'grand-slam-77')).status).toBe(200)
    // Neither sign-up's data are used, because they differ.
    expect(await findProfile(app, email)).toMatchObject({
      full_name: email.split('@')[0],
      phone_number: null,
    })
  })

  test('and takes an unconfirmed account over without its password', async () => {
    const email = someEmail()
    const { id } = await app.db
      .insertInto('profiles')
      .values({ email, full_name: 'Left Over', phone_number: '1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const stranger = await addPerson(app)
    const { password } = await app.db
      .selectFrom('auth_accounts')
      .select('password')
      .where('user_id', '=', stranger.id)
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('auth_accounts')
      .values({ user_id: id, account_id: id, provider_id: 'credential', password })
      .execute()
    expect((await signIn(app, email, 'play-ball-2026')).body.code).toBe('invalid_credentials')
    const { cookie } = await confirm(app, (await attempt(email, 'a', 1)) ?? '')
    expect((await sessionOf(app, cookie)).profile).toMatchObject({ id, full_name: 'Ann Owner' })
    expect((await signIn(app, email, 'play-ball-2026')).body.code).toBe('invalid_credentials')
    expect(await passwordWorks(email, 'a')).toBeUndefined()
  })
})

describe('the confirmation link', () => {
  test('confirms nothing when it is only opened', async () => {
    const email = someEmail()
    const token = (await attempt(email, 'a', 1)) ?? ''
    for (const path of [`/confirm-email?token=${token}`, `/api/auth/verify-email?token=${token}`]) {
      for (const method of ['GET', 'HEAD']) await app.request(path, { method })
    }
    expect(await bodyOf(look(token))).toMatchObject({ state: 'open' })
    expect(await passwordWorks(email, 'a')).toBe('email_not_confirmed')
  })

  test('shows what it would confirm, and that there were others', async () => {
    const email = someEmail()
    const token = (await attempt(email, 'a', 1)) ?? ''
    const open = { state: 'open', email, full_name: 'Ann Owner', phone_number: '(409) 555-0181' }
    expect(await bodyOf(look(token))).toMatchObject({ ...open, others: 0 })
    const other = (await attempt(email, 'b', 2)) ?? ''
    expect(await bodyOf(look(token))).toMatchObject({ ...open, others: 1 })
    await confirm(app, token)
    const shut = { email, full_name: null, phone_number: null }
    expect(await bodyOf(look(token))).toMatchObject({ ...shut, state: 'confirmed' })
    expect(await bodyOf(look(other))).toMatchObject({ ...shut, state: 'account_exists' })
  })

  test('signs in the browser that it is opened in, and ends the session there', async () => {
    const before = await addPerson(app)
    const email = someEmail()
    const { status, cookie } = await confirm(app, (await attempt(email, 'a', 1)) ?? '', before.cookie)
    expect(status).toBe(200)
    expect((await sessionOf(app, cookie)).profile?.email).toBe(email)
    expect((await sessionOf(app, before.cookie)).profile).toBeNull()
  })

  test('works once, also when it is used twice at the same moment', async () => {
    const token = (await attempt(someEmail(), 'a', 1)) ?? ''
    const answers = await Promise.all([confirm(app, token), confirm(app, token)])
    expect(answers.map(({ body }) => body.code ?? 'done').sort()).toEqual(['confirmation_link_used', 'done'])
    expect(answers.filter(({ cookie }) => cookie !== '')).toHaveLength(1)
  })

  test('works for a day, and can then be mailed again', async () => {
    const email = someEmail()
    const token = (await attempt(email, 'a', 1)) ?? ''
    ahead = 24 * HOUR + 1
    expect(await bodyOf(look(token))).toMatchObject({ state: 'expired', full_name: null })
    expect((await confirm(app, token)).body.code).toBe('confirmation_link_expired')
    expect((await resend({ token })).body).toEqual({ status: true })
    expect(await confirmationToken(app, email, 2)).toBe(token)
    expect((await confirm(app, token)).status).toBe(200)
    ahead = 0
  })

  test.each(['made-up', '', 'x'.repeat(201)])('is refused when it is unknown: %s', async (token) => {
    const code = token === 'made-up' ? 'confirmation_link_invalid' : 'invalid_input'
    expect((await confirm(app, token)).body.code).toBe(code)
    expect(await refusalOf(await look(token))).toEqual([400, code])
    if (token === 'made-up') expect((await resend({ token })).body.code).toBe(code)
  })

  test('keeps no secret in the database', async () => {
    const email = someEmail()
    const token = (await attempt(email, 'a', 1)) ?? ''
    const kept = await app.db.selectFrom('pending_sign_ups').selectAll().where('email', '=', email).execute()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(token)
    const logged = await app.db
      .selectFrom('audit_log')
      .select('new_values')
      .where('record_id', '=', kept[0]?.id ?? '')
      .execute()
    expect(logged).toHaveLength(1)
    expect(JSON.stringify(logged)).not.toMatch(/Ann Owner|argon2|example\.test|555-?0181/)
    await confirm(app, token)
    const used = await app.db.selectFrom('pending_sign_ups').selectAll().where('email', '=', email).execute()
    expect(used).toMatchObject([{ password_hash: null }])
  })
})

describe('the page of the link (verify-sign-up-link, discard-sign-up)', () => {
  test('recognizes the browser that signed up', async () => {
    const email = someEmail()
    const own = sentBack((await signUp(app, email, attempts.a)).response)
    const token = await confirmationToken(app, email)
    const others = sentBack((await signUp(app, email, attempts.b)).response)
    const lookIn = (cookie: string) =>
      bodyOf<object>(app.request('/api/sign-up/verify', { json: { token }, cookie }))
    expect(await lookIn(own)).toMatchObject({ own_browser: true })
    for (const cookie of [others, 'dugout_device=made.up', ''])
      expect(await lookIn(cookie)).toMatchObject({ own_browser: false })
  })

  test('in another browser makes no account until the person has said that it was them', async () => {
    const email = someEmail()
    const own = sentBack((await signUp(app, email, attempts.a)).response)
    const token = await confirmationToken(app, email)
    const press = (json: object, cookie?: string) => post(app, '/verify-email', { token, ...json }, cookie)
    const other = sentBack((await signUp(app, someEmail(), attempts.b)).response)
    for (const cookie of [undefined, other, 'dugout_device=made.up']) {
      expect((await press({}, cookie)).body.code).toBe('sign_up_elsewhere')
      expect((await press({ is_mine: false }, cookie)).body.code).toBe('sign_up_elsewhere')
    }
    expect(await app.db.selectFrom('profiles').select('id').where('email', '=', email).execute()).toEqual([])
    expect((await post(app, '/claim-sign-up', {}, own)).body).toMatchObject({ state: 'waiting' })
    expect((await press({ is_mine: true }, other)).status).toBe(200)
    expect((await post(app, '/claim-sign-up', {}, own)).body).toMatchObject({ state: 'confirmed' })
  })

  test('in the browser that signed up asks nothing', async () => {
    const email = someEmail()
    const own = sentBack((await signUp(app, email, attempts.a)).response)
    const token = await confirmationToken(app, email)
    expect((await post(app, '/verify-email', { token }, own)).status).toBe(200)
  })

  test('deletes only its own sign-up, for a person who did not sign up', async () => {
    const email = someEmail()
    const own = (await attempt(email, 'a', 1)) ?? ''
    const strange = (await attempt(email, 'b', 2)) ?? ''
    const answers = await Promise.all([discard(strange), discard(strange)])
    expect([...answers, await discard(strange)].map(({ status }) => status)).toEqual([204, 204, 204])
    expect(await refusalOf(await look(strange))).toEqual([400, 'confirmation_link_invalid'])
    expect((await confirm(app, strange)).body.code).toBe('confirmation_link_invalid')
    expect(await passwordWorks(email, 'b')).toBe('invalid_credentials')
    expect(await bodyOf(look(own))).toMatchObject({ state: 'open', others: 0 })
    expect((await confirm(app, own)).status).toBe(200)
  })

  test('deletes nothing when only opened, without the secret, or after the link was used', async () => {
    const email = someEmail()
    const token = (await attempt(email, 'a', 1)) ?? ''
    await app.request(`/api/sign-up/discard?token=${token}`)
    await app.request('/api/sign-up/discard', { method: 'DELETE' })
    expect((await discard('made-up')).status).toBe(204)
    for (const json of [{}, { token: '' }, { email }]) {
      const refused = await app.request('/api/sign-up/discard', { json })
      expect(await refusalOf(refused)).toEqual([400, 'invalid_input'])
    }
    expect(await bodyOf(look(token))).toMatchObject({ state: 'open' })
    await confirm(app, token)
    expect(await refusalOf(await discard(token))).toEqual([409, 'confirmation_link_used'])
    expect(await bodyOf(look(token))).toMatchObject({ state: 'confirmed' })
    expect(await passwordWorks(email, 'a')).toBeUndefined()
  })

  test('confirms or deletes, never both, when both are requested at the same moment', async () => {
    const round = async () => {
      const email = someEmail()
      const token = (await attempt(email, 'a', 1)) ?? ''
      const [discarded, confirmed] = await Promise.all([discard(token), confirm(app, token)])
      const made = await app.db.selectFrom('profiles').select('id').where('email', '=', email).execute()
      expect([discarded.status, confirmed.status, made.length]).toEqual(
        confirmed.status === 200 ? [409, 200, 1] : [204, 400, 0],
      )
    }
    await Promise.all([1, 2, 3, 4, 5].map(round))
  })
})

describe('mailing the link again', () => {
  test('has one answer for all addresses, and mails only for an open sign-up', async () => {
    const email = someEmail()
    await attempt(email, 'a', 1)
    const confirmed = await addPerson(app)
    const answers = await Promise.all(
      [email, confirmed.email, someEmail()].map((address) => resend({ email: address })),
    )
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({ status: 200, body: { status: true } })
    }
    expect((await confirm(app, await confirmationToken(app, email, 2))).status).toBe(200)
    expect(await mailsTo(app, confirmed.email, 0)).toEqual([])
  })

  test('mails the link of the sign-up with this password, with the latest page to return to', async () => {
    const email = someEmail()
    const own = (await attempt(email, 'a', 1)) ?? ''
    await attempt(email, 'b', 2)
    await resend({ email, password: attempts.a.password, callbackURL: '/book-cage' })
    expect(await confirmationToken(app, email, 3)).toBe(own)
    expect(await bodyOf(look(own))).toMatchObject({ return_to: '/book-cage' })
    await resend({ email, password: 'neither-of-them-1' })
    await mailsTo(app, email, 3)
  })

  test('mails the owner of a known address a note about the account instead of a link', async () => {
    const owner = await addPerson(app)
    await signUp(app, owner.email, attempts.b)
    await resend({ email: owner.email, password: attempts.b.password })
    for (const { subject, body_text } of await mailsTo(app, owner.email, 2)) {
      expect(subject).toContain('already have an account')
      expect(body_text).not.toContain('#token=')
    }
  })
})

test('a session of an unconfirmed account is not valid', async () => {
  const person = await addPerson(app)
  await app.db.updateTable('profiles').set({ email_verified: false }).where('id', '=', person.id).execute()
  app.context.accounts.forgetSessions()
  expect((await sessionOf(app, person.cookie)).profile).toBeNull()
})
