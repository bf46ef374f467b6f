import { symmetricEncrypt } from 'better-auth/crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../../shared/contract/api.ts'
import { refundsByChoice } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { Role } from '../../../../shared/contract/fields.ts'
import type { Route } from '../../../../shared/contract/route.ts'
import { resetSecondFactor } from '../../../admin/create.ts'
import { codeOf, secretOf } from '../../../test/authenticator.ts'
import { addCages, addPerson, type Person } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addCamp } from '../../camps/campTestKit.ts'
import { lesson } from '../../lessons/lessonTestKit.ts'
import { mailsTo, post, sentBack, sessionOf, signIn } from '../accountsTestKit.ts'

const PASSWORD = 'play-ball-2026'

let app: TestApp
/** Two-step sign-in is a duty of admins here. */
let strict: TestApp
let elapsed = 0
const clock = { now: () => new Date(Date.now() + elapsed) }

beforeAll(async () => {
  ;[app, strict] = await Promise.all([
    startTestApp({ clock, settings: { RATE_LIMITS: 'true' } }),
    startTestApp({ settings: { SECOND_FACTOR: 'admin, desk' } }),
  ])
})
afterAll(() => Promise.all([app.close(), strict.close()]))

interface Enrolled extends Person {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** A person of this role who has set up the second factor, with the cookie that goes on. */
async function enrolled(at: TestApp, role: Role = 'admin'): Promise<Enrolled> {
  const person = await addPerson(at, { role })
  const begun = await at.request('/api/auth/two-factor/enable', {
    cookie: person.cookie,
    json: { password: PASSWORD },
  })
  expect(begun.status).toBe(200)
  const set = (await begun.json()) as { totp_uri: string; recovery_codes: string[] }
  const secret = secretOf(set.totp_uri)
  // Tests use the code of the step after, which is accepted already: each code works once.
  const confirmed = await post(at, '/two-factor/confirm', { code: codeOf(secret) }, person.cookie)
  expect(confirmed.status).toBe(200)
  return { ...person, secret, recoveryCodes: set.recovery_codes, cookie: sentBack(confirmed.response) }
}

describe('setting up', () => {
  test('asks for a code only after the first code was entered', async () => {
    const person = await addPerson(app, { role: 'desk' })
    const wrong = await post(app, '/two-factor/enable', { password: 'not-the-password' }, person.cookie)
    expect(wrong.body.code).toBe('current_password_wrong')
    expect((await post(app, '/two-factor/enable', { password: PASSWORD }, person.cookie)).status).toBe(200)
    expect((await sessionOf(app, person.cookie)) as object).toMatchObject({ second_factor: 'off' })
    const notYet = await signIn(app, person.email, PASSWORD)
    expect(notYet.body).toEqual({ status: true })
    expect((await post(app, '/two-factor/confirm', { code: '000000' }, person.cookie)).body.code).toBe(
      'one_time_code_wrong',
    )
    expect((await post(app, '/two-factor/confirm', { code: 'abc' }, person.cookie)).body.code).toBe(
      'invalid_input',
    )
    expect((await post(app, '/two-factor/enable', { password: PASSWORD })).body.code).toBe('unauthenticated')
    expect((await post(app, '/two-factor/confirm', { code: '000000' })).body.code).toBe('unauthenticated')
  })

  test('ends the sessions that began without it, keeps this one, and tells the owner', async () => {
    const person = await addPerson(app, { role: 'admin' })
    const elsewhere = await signIn(app, person.email, PASSWORD)
    const begun = await app.request('/api/auth/two-factor/enable', {
      cookie: person.cookie,
      json: { password: PASSWORD },
    })
    const { totp_uri } = (await begun.json()) as { totp_uri: string }
    expect(totp_uri).toMatch(
      /^otpauth:\/\/totp\/Golden%20Triangle%20Batting%20Cages:.+&issuer=Golden%20Triangle%20Batting%20Cages(&|$)/,
    )
    const secret = secretOf(totp_uri)
    const confirmed = await post(app, '/two-factor/confirm', { code: codeOf(secret) }, person.cookie)
    expect((await sessionOf(app, sentBack(confirmed.response))) as object).toMatchObject({
      profile: { id: person.id },
      second_factor: 'on',
    })
    expect((await sessionOf(app, elsewhere.cookie)).profile).toBeNull()
    expect((await sessionOf(app, person.cookie)).profile).toBeNull()
    const [mail] = await mailsTo(app, person.email)
    expect(mail?.body_text).toContain('a code from your authenticator app')
    const again = await post(app, '/two-factor/enable', { password: PASSWORD }, sentBack(confirmed.response))
    expect(again.body.code).toBe('second_factor_on')
    const kept = await app.db.selectFrom('auth_two_factors').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(secret)
  })
})

describe('signing in', () => {
  test('takes the password and then the code; the password alone opens nothing', async () => {
    const person = await enrolled(app)
    const first = await signIn(app, person.email, PASSWORD)
    expect(first.body).toEqual({ status: true, twoFactorRedirect: true })
    expect((await sessionOf(app, first.cookie)).profile).toBeNull()
    expect((await app.request('/api/me/overview', { cookie: first.cookie })).status).toBe(401)
    const wrong = await post(app, '/two-factor/verify-totp', { code: '123 456' }, first.cookie)
    expect([wrong.status, wrong.body.code]).toEqual([400, 'one_time_code_wrong'])
    const code = codeOf(person.secret, 1)
    const second = await post(
      app,
      '/two-factor/verify-totp',
      { code: ` ${code.slice(0, 3)} ${code.slice(3)}` },
      first.cookie,
    )
    expect(second.body).toEqual({ status: true })
    expect((await sessionOf(app, sentBack(second.response))).profile?.id).toBe(person.id)
  })

  test('accepts each one-time code once, also when two requests bring it at the same moment', async () => {
    const person = await enrolled(app)
    const challenges = await Promise.all([1, 2].map(() => signIn(app, person.email, PASSWORD)))
    const code = codeOf(person.secret, 1)
    const answers = await Promise.all(
      challenges.map(({ cookie }) => post(app, '/two-factor/verify-totp', { code }, cookie)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const later = await signIn(app, person.email, PASSWORD)
    expect((await post(app, '/two-factor/verify-totp', { code }, later.cookie)).body.code).toBe(
      'one_time_code_wrong',
    )
  })

  test('accepts a recovery code in place of the app, once', async () => {
    const person = await enrolled(app)
    const [code = ''] = person.recoveryCodes
    const first = await signIn(app, person.email, PASSWORD)
    const used = await post(app, '/two-factor/verify-totp', { code }, first.cookie)
    expect(used.status).toBe(200)
    const state = await app.request('/api/me/second-factor', { cookie: sentBack(used.response) })
    expect(await state.json()).toEqual({ enabled: true, required: false, recovery_codes_left: 9 })
    const again = await signIn(app, person.email, PASSWORD)
    expect((await post(app, '/two-factor/verify-totp', { code }, again.cookie)).body.code).toBe(
      'one_time_code_wrong',
    )
  })

  test('ends a challenge after five wrong codes, and one that is over cannot be used', async () => {
    const person = await enrolled(app)
    const { cookie } = await signIn(app, person.email, PASSWORD)
    for (const code of ['000001', '000002', '000003', '000004', '000005']) {
      await post(app, '/two-factor/verify-totp', { code }, cookie)
    }
    const sixth = await post(app, '/two-factor/verify-totp', { code: codeOf(person.secret, 1) }, cookie)
    expect([sixth.status, sixth.body.code]).toEqual([401, 'sign_in_step_over'])
    expect((await post(app, '/two-factor/verify-totp', { code: '123456' })).body.code).toBe(
      'sign_in_step_over',
    )
  })

  test("checks the code of the challenge, not that of another person's session in the same browser", async () => {
    const [attacker, victim] = await Promise.all([enrolled(app), enrolled(app)])
    const challenge = await signIn(app, victim.email, PASSWORD)
    const both = `${attacker.cookie}; ${challenge.cookie}`
    const answer = await post(app, '/two-factor/verify-totp', { code: codeOf(attacker.secret, 1) }, both)
    expect(answer.body.code).toBe('one_time_code_wrong')
    expect((await sessionOf(app, attacker.cookie)).profile?.id).toBe(attacker.id)
  })
})

// Operations: get-second-factor, prove-identity, reset-second-factor.
describe('grave operations', () => {
  const role = (cookie: string, userId: string, newRole = 'desk') =>
    app.request('/api/admin/users/role', {
      cookie,
      json: { user_id: userId, new_role: newRole },
    })

  test('ask for a code ten minutes after the last proof, and then not for ten minutes', async () => {
    const [admin, user] = await Promise.all([enrolled(app), addPerson(app)])
    expect((await role(admin.cookie, user.id)).status).toBe(200)
    elapsed += 10 * 60_000 + 1_000
    const refused = await role(admin.cookie, user.id, 'user')
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'proof_required', details: { by: 'code' } })
    const proof = (json: object) => app.request('/api/me/proof', { cookie: admin.cookie, json })
    expect((await proof({ password: PASSWORD })).status).toBe(400)
    expect((await proof({ code: '000000' })).status).toBe(400)
    const code = codeOf(admin.secret, 1)
    const proved = await proof({ code })
    expect(proved.status).toBe(204)
    expect((await proof({ code })).status).toBe(400)
    expect((await role(sentBack(proved), user.id, 'user')).status).toBe(200)
  })

  test('ask for the password where there is no second factor', async () => {
    const [admin, user] = await Promise.all([addPerson(app, { role: 'admin' }), addPerson(app)])
    elapsed += 10 * 60_000 + 1_000
    expect(await (await role(admin.cookie, user.id)).json()).toMatchObject({
      code: 'proof_required',
      details: { by: 'password' },
    })
    const proof = (json: object) => app.request('/api/me/proof', { cookie: admin.cookie, json })
    expect((await proof({ code: '123456' })).status).toBe(400)
    const proved = await proof({ password: PASSWORD })
    expect(proved.status).toBe(204)
    expect((await role(sentBack(proved), user.id)).status).toBe(200)
  })

  test('renew the session: what the cookie was before goes on for a minute, and never has the proof', async () => {
    const [admin, user] = await Promise.all([addPerson(app, { role: 'admin' }), addPerson(app)])
    elapsed += 10 * 60_000 + 1_000
    const prove = (cookie: string) => app.request('/api/me/proof', { cookie, json: { password: PASSWORD } })
    // Two tabs are asked at the same moment, and each sends the cookie that both had.
    const cookies = (await Promise.all([1, 2].map(() => prove(admin.cookie)))).map(sentBack)
    expect(cookies[0]).not.toBe(admin.cookie)
    expect(cookies[1]).toBe(cookies[0])
    expect((await sessionOf(app, admin.cookie)).profile?.id).toBe(admin.id)
    expect(await (await role(admin.cookie, user.id)).json()).toMatchObject({ code: 'proof_required' })
    expect((await role(cookies[0] ?? '', user.id)).status).toBe(200)
    // A third tab proves it once more with what it had: it gets the present cookie.
    expect(sentBack(await prove(admin.cookie))).toBe(cookies[0])
    const devices = await app.request('/api/me/sessions', { cookie: cookies[0] ?? '' })
    expect(await devices.json()).toHaveLength(1)
    elapsed += 61_000
    app.context.accounts.forgetSessions()
    expect((await sessionOf(app, admin.cookie)).profile).toBeNull()
    expect((await sessionOf(app, cookies[0] ?? '')).profile?.id).toBe(admin.id)
  })

  test('are not opened by a new password, which takes no code', async () => {
    const [admin, user] = await Promise.all([enrolled(app), addPerson(app)])
    elapsed += 10 * 60_000 + 1_000
    const passwords = { currentPassword: PASSWORD, newPassword: 'another-fine-day-2026' }
    const changed = await post(app, '/change-password', passwords, admin.cookie)
    expect(changed.status).toBe(200)
    const refused = await role(sentBack(changed.response), user.id)
    expect(await refused.json()).toMatchObject({ code: 'proof_required', details: { by: 'code' } })
  })

  test('are the roles, refunds, the deletion and merging of people, the settings, and files with data of people', () => {
    const routes: readonly Route[] = contract
    const grave = routes.filter((route) => route.grave === true).map(({ operationId }) => operationId)
    expect(grave.sort()).toEqual([
      'call-off-camp',
      'cancel-class-session',
      'check-proof',
      'close-doors',
      'delete-building-picture',
      'delete-card-connection',
      'delete-carousel-picture',
      'delete-class-session',
      'delete-mail-connection',
      'delete-user',
      'download-my-data',
      'export-audit-log',
      'export-bookings',
      'export-everything',
      'export-journal',
      'export-memberships',
      'export-payments',
      'export-people',
      'export-rejected-rows',
      'export-roster',
      'export-sale-lines',
      'merge-people',
      'publish-public-text',
      'refund-payment',
      'reset-second-factor',
      'restore-email-template',
      'retry-closure-run',
      'reverse-merge',
      'save-card-connection',
      'save-mail-connection',
      'save-waiver',
      'start-closure-run',
      'start-own-facility',
      'take-import',
      'undo-import',
      'update-email-template',
      'update-facility-settings',
      'update_user_role',
      'void-desk-payment',
    ])
  })

  test('are cancellations and deletions of bookings, lessons and registrations that refund what someone chose', () => {
    const routes: readonly Route[] = contract
    const some = routes.filter(({ grave }) => typeof grave === 'function')
    const chosen = some.filter(({ grave }) => grave === refundsByChoice)
    // These have tests of their own.
    expect(some.filter((route) => !chosen.includes(route)).map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining([
        ...['cancel-membership', 'create-closure', 'create-profile-invitation', 'update-closure'],
        'update-coach-admin',
      ]),
    )
    expect(some.length - chosen.length).toBe(5)
    expect(chosen.map(({ operationId }) => operationId).sort()).toEqual([
      'cancel-class-registration-admin',
      'cancel_coach_booking',
      'delete-booking-group',
      'delete-camp-registration',
      'delete-class-registration',
      'delete-lesson-group',
      'delete_booking',
      'delete_coach_booking',
      'delete_guest_booking',
      'update-booking-group',
      'update-booking-status',
      'update-camp-registration',
      'update-lesson-group',
      'update_booking',
      'update_coach_booking',
      'update_guest_booking',
    ])
    const isGrave = (refund?: unknown) =>
      chosen.map(({ grave }) => typeof grave === 'function' && grave({ body: { refund }, query: undefined }))
    expect(isGrave('by_rule')).not.toContain(true)
    expect(isGrave('none')).not.toContain(true)
    expect(isGrave()).not.toContain(true)
    expect(isGrave('full')).not.toContain(false)
    expect(isGrave(12)).not.toContain(false)
  })

  test('are closures that cancel what is booked, the settings, and the account of a coach', async () => {
    const [admin, desk] = await Promise.all([
      addPerson(app, { role: 'admin' }),
      addPerson(app, { role: 'desk' }),
    ])
    elapsed += 10 * 60_000 + 1_000
    const [cage_id = ''] = await addCages(app.db, 1)
    const time = { start_time: '2030-05-07T15:00:00Z', end_time: '2030-05-07T16:00:00Z' }
    const closure = { ...time, cage_ids: [cage_id], reason: 'Net repair', expected_revision: 0 }
    const codeFor = async ({ cookie }: Person, method: string, path: string, json: object) =>
      ((await (await app.request(path, { method, cookie, json })).json()) as { code?: string }).code
    const one = `/api/closures/${cage_id}`
    for (const person of [admin, desk]) {
      const cancel = { ...closure, on_hits: 'cancel' }
      expect(await codeFor(person, 'POST', '/api/closures', cancel)).toBe('proof_required')
      expect(await codeFor(person, 'PATCH', one, cancel)).toBe('proof_required')
      expect(await codeFor(person, 'PATCH', one, { ...closure, on_hits: 'keep' })).not.toBe('proof_required')
    }
    const settings = { changes: { announcement: 'Open' }, seen: { announcement: '' } }
    expect(await codeFor(admin, 'PATCH', '/api/settings/facility', settings)).toBe('proof_required')
    expect(await codeFor(admin, 'POST', `${one}/runs`, { fingerprint: 'none' })).toBe('proof_required')
    // To link an account gives it the role of a coach.
    const coach = `/api/admin/coaches/${cage_id}`
    expect(await codeFor(admin, 'PATCH', coach, { user_id: desk.id })).toBe('proof_required')
    expect(await codeFor(admin, 'PATCH', coach, { bio: 'Pitcher' })).toBe('coach_not_found')
  })
})

describe('where it is a duty', () => {
  test('a role that must have it can only set it up, until it has', async () => {
    const admin = await addPerson(strict, { role: 'admin' })
    expect((await sessionOf(strict, admin.cookie)) as object).toMatchObject({ second_factor: 'due' })
    const list = (cookie: string) => strict.request('/api/admin/users', { cookie })
    expect(await (await list(admin.cookie)).json()).toMatchObject({ code: 'second_factor_due' })
    const ready = await enrolled(strict)
    expect((await list(ready.cookie)).status).toBe(200)
    const stream = async (cookie: string, topics: string) => {
      const left = new AbortController()
      const answer = await strict.request(`/api/events?topics=${topics}`, { cookie, signal: left.signal })
      const code = answer.ok ? undefined : ((await answer.json()) as { code: string }).code
      left.abort()
      return [answer.status, code]
    }
    expect(await stream(admin.cookie, 'me')).toEqual([200, undefined])
    expect(await stream(admin.cookie, 'people')).toEqual([403, 'second_factor_due'])
    expect(await stream(admin.cookie, 'me,payments')).toEqual([403, 'second_factor_due'])
    expect(await stream(ready.cookie, 'people,payments')).toEqual([200, undefined])
    const off = { password: PASSWORD, code: codeOf(ready.secret, 1) }
    expect((await post(strict, '/two-factor/disable', off, ready.cookie)).body.code).toBe(
      'second_factor_required',
    )
    // Operations of everybody in which the role would count.
    const draft = await addCamp(strict.db, { published: false })
    const seats = (cookie: string) =>
      strict.request(`/api/camps/${draft.id}/active-registrations-count`, { cookie })
    expect([(await seats(admin.cookie)).status, (await seats(ready.cookie)).status]).toEqual([404, 200])
    const json = lesson(admin.id, '2030-05-07', '16:00', { customer_id: ready.id })
    const booked = await strict.request('/api/lessons', { cookie: admin.cookie, json })
    expect(await booked.json()).toMatchObject({ code: 'second_factor_due' })
    const coach = await addPerson(strict, { role: 'coach' })
    expect((await sessionOf(strict, coach.cookie)) as object).toMatchObject({ second_factor: 'off' })
  })
})

describe('leaving it', () => {
  test('takes the password and a code, and tells the owner', async () => {
    const person = await enrolled(app, 'coach')
    const code = codeOf(person.secret, 1)
    const without = await post(
      app,
      '/two-factor/disable',
      { password: 'no-such-password', code },
      person.cookie,
    )
    expect(without.body.code).toBe('current_password_wrong')
    const wrong = await post(
      app,
      '/two-factor/disable',
      { password: PASSWORD, code: '000000' },
      person.cookie,
    )
    expect(wrong.body.code).toBe('one_time_code_wrong')
    expect((await post(app, '/two-factor/disable', { password: PASSWORD, code }, person.cookie)).status).toBe(
      200,
    )
    expect((await signIn(app, person.email, PASSWORD)).body).toEqual({ status: true })
    expect(await mailsTo(app, person.email, 2)).toHaveLength(2)
  })

  test('takes ten wrong codes from one session, then none for a while', async () => {
    const person = await enrolled(app, 'coach')
    const attempt = (call: string, code: string) =>
      post(app, `/two-factor/${call}`, { password: PASSWORD, code }, person.cookie)
    for (let guess = 0; guess < 10; guess++) {
      const wrong = await attempt(guess % 2 ? 'disable' : 'generate-backup-codes', '000000')
      expect(wrong.body.code).toBe('one_time_code_wrong')
    }
    for (const call of ['disable', 'generate-backup-codes'])
      expect((await attempt(call, codeOf(person.secret, 1))).status).toBe(429)
  })

  test('new recovery codes take the password and a code, and replace the old ones', async () => {
    const person = await enrolled(app)
    const renew = (json: object) =>
      app.request('/api/auth/two-factor/generate-backup-codes', { cookie: person.cookie, json })
    // With only the password, a stolen one would open everything that asks for a code.
    expect((await renew({ password: PASSWORD })).status).toBe(400)
    const wrong = await renew({ password: PASSWORD, code: '000000' })
    expect(await wrong.json()).toMatchObject({ code: 'one_time_code_wrong' })
    const code = codeOf(person.secret, 1)
    const guessed = await renew({ password: 'no-such-password', code })
    expect(await guessed.json()).toMatchObject({ code: 'current_password_wrong' })
    const answer = await renew({ password: PASSWORD, code })
    const { recovery_codes } = (await answer.json()) as { recovery_codes: string[] }
    const challenge = await signIn(app, person.email, PASSWORD)
    const tryCode = (code = '') => post(app, '/two-factor/verify-totp', { code }, challenge.cookie)
    expect((await tryCode(person.recoveryCodes[0])).status).toBe(400)
    expect((await tryCode(recovery_codes[0])).status).toBe(200)
  })

  test('recovery codes are kept as digests: what the database has signs nobody in', async () => {
    const person = await enrolled(app)
    const stored = async () =>
      (
        await app.db
          .selectFrom('auth_two_factors')
          .select('backup_codes')
          .where('user_id', '=', person.id)
          .executeTakeFirstOrThrow()
      ).backup_codes
    const kept = JSON.parse(await stored()) as string[]
    expect(kept).toHaveLength(person.recoveryCodes.length)
    for (const code of person.recoveryCodes) expect(kept.join()).not.toContain(code)
    // 24 signs of five bits: no digest can be guessed back.
    expect(
      person.recoveryCodes.filter((code) => !/^[\da-hjkmnp-tv-z]{4}(-[\da-hjkmnp-tv-z]{4}){5}$/.test(code)),
    ).toEqual([])
    expect(new Set(person.recoveryCodes.join('')).size).toBeGreaterThan(25)
    const { cookie } = await signIn(app, person.email, PASSWORD)
    const tryCode = async (code = '') => (await post(app, '/two-factor/verify-totp', { code }, cookie)).status
    expect(await tryCode(kept[0]?.slice(0, 40))).toBe(400)
    expect(await tryCode(person.recoveryCodes[0])).toBe(200)
    expect(JSON.parse(await stored())).toEqual(kept.slice(1))
  })

  test('recovery codes that an earlier version encrypted still work, each once', async () => {
    const person = await enrolled(app)
    const data = JSON.stringify(person.recoveryCodes)
    const encrypted = await symmetricEncrypt({ key: app.context.config.secrets.auth, data })
    await app.db
      .updateTable('auth_two_factors')
      .set({ backup_codes: encrypted })
      .where('user_id', '=', person.id)
      .execute()
    for (const status of [200, 400]) {
      const { cookie } = await signIn(app, person.email, PASSWORD)
      const answer = await post(app, '/two-factor/verify-totp', { code: person.recoveryCodes[1] }, cookie)
      expect(answer.status).toBe(status)
    }
    const left = await app.db
      .selectFrom('auth_two_factors')
      .select('backup_codes')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(left.backup_codes)).toHaveLength(person.recoveryCodes.length - 1)
  })

  test('the command line resets that of the only admin', async () => {
    const lost = await enrolled(app)
    await resetSecondFactor(app.db, lost.email)
    expect((await signIn(app, lost.email, PASSWORD)).body).toEqual({ status: true })
    await expect(resetSecondFactor(app.db, lost.email)).rejects.toThrow('No account with two-step login')
  })

  test('an admin resets that of someone else, whose sessions end', async () => {
    const [admin, lost] = await Promise.all([enrolled(app), enrolled(app, 'desk')])
    const reset = (cookie: string, id: string) =>
      app.request(`/api/admin/users/${id}/second-factor/reset`, { method: 'POST', cookie })
    expect((await reset(lost.cookie, admin.id)).status).toBe(403)
    for (const own of [admin.id, admin.id.toUpperCase()])
      expect(await (await reset(admin.cookie, own)).json()).toMatchObject({ code: 'own_account_refused' })
    expect((await reset(admin.cookie, lost.id)).status).toBe(204)
    expect((await sessionOf(app, lost.cookie)).profile).toBeNull()
    expect((await signIn(app, lost.email, PASSWORD)).body).toEqual({ status: true })
    expect(await (await reset(admin.cookie, lost.id)).json()).toMatchObject({ code: 'second_factor_off' })
    const events = await app.db
      .selectFrom('audit_log')
      .select('description')
      .where('record_id', '=', lost.id)
      .where('action', '=', 'EVENT')
      .orderBy('created_at')
      .execute()
    expect(events.map(({ description }) => description)).toEqual(['second_factor_on', 'second_factor_reset'])
  })
})
