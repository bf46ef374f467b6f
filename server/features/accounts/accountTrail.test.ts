import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Device } from '../../../shared/contract/accounts/devices.ts'
import { bodyOf } from '../../test/answers.ts'
import { addPerson, signIn } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { mailsTo, post, recoveryToken, sentBack, someEmail } from './accountsTestKit.ts'

const PASSWORD = 'play-ball-2026'
const SECRETS = ['a-wrong-password-1', 'a-new-password-77', PASSWORD]
const ADDRESS = '203.0.113.77'
const headers = {
  'x-forwarded-for': ADDRESS,
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
}
const lines: string[] = []

let app: TestApp
beforeAll(async () => {
  const start = new Date()
  app = await startTestApp({
    clock: { now: () => start },
    settings: { RATE_LIMITS: 'true', TRUST_PROXY: 'true' },
    log: pino({ level: 'info' }, { write: (line) => lines.push(line) }),
  })
})
afterAll(() => app.close())
beforeEach(() => lines.splice(0))

const send = (path: string, json: object, cookie = '') => app.request(path, { json, cookie, headers })
const attempt = (email: string, password = PASSWORD, cookie = '') =>
  send('/api/auth/sign-in/email', { email, password }, cookie)

const logged = (event: string): Record<string, unknown>[] =>
  lines.map((line) => JSON.parse(line)).filter((line) => line.event === event)
const entriesOf = (recordId: string) =>
  app.db
    .selectFrom('audit_log')
    .selectAll()
    .where('record_id', '=', recordId)
    .where('table_name', 'in', ['profiles', 'auth_sessions'])
    .orderBy('created_at')
    .execute()
const eventsOf = async (userId: string) =>
  (await entriesOf(userId)).filter(({ action }) => action === 'EVENT')
const sessionsOf = (userId: string) =>
  app.db.selectFrom('auth_sessions').select('id').where('user_id', '=', userId).execute()

const origin = { device: 'Safari on iPhone', network: '203.0.113.0/24' }

describe('the log and the audit trail have', () => {
  test('a sign-in, with account, device and network', async () => {
    const { email, id } = await addPerson(app)
    await app.db.deleteFrom('auth_sessions').where('user_id', '=', id).execute()
    lines.splice(0)
    const device = sentBack(await attempt(email)).replace(/^dugout=[^;]+; /, '')
    expect(logged('signed_in')).toMatchObject([{ account: id, known_device: false, ...origin }])
    const [session] = await sessionsOf(id)
    expect(await entriesOf(session?.id ?? '')).toMatchObject([
      { action: 'INSERT', user_id: id, new_values: { user_id: id, network: '203.0.113.0/24' } },
    ])
    await attempt(email, PASSWORD, device)
    expect(logged('signed_in')[1]).toMatchObject({ known_device: true })
  })

  test('a wrong password, and too many attempts', async () => {
    const { email, id } = await addPerson(app)
    for (let index = 0; index < 13; index += 1) await attempt(email, 'a-wrong-password-1')
    expect(logged('sign_in_refused').map(({ reason }) => reason)).toEqual([
      ...Array(10).fill('wrong_password'),
      ...Array(3).fill('too_many_attempts'),
    ])
    expect(logged('sign_in_refused')[0]).toMatchObject({ account: id, known_device: false, ...origin })
    await expect.poll(() => eventsOf(id)).toHaveLength(11)
    const [first] = await eventsOf(id)
    expect(first).toMatchObject({
      description: 'sign_in_refused',
      user_id: null,
      new_values: { reason: 'wrong_password', known_device: false, ...origin },
    })
  })

  test('a guess at an unknown address, only in the log and without that address', async () => {
    const email = someEmail()
    await attempt(email, 'a-wrong-password-1')
    expect(logged('sign_in_refused')).toMatchObject([{ account: null, reason: 'wrong_password', ...origin }])
    expect(lines.join()).not.toContain(email)
  })

  test('a change of password, and one that was refused', async () => {
    const { cookie, id } = await addPerson(app)
    const change = (currentPassword: string) =>
      send('/api/auth/change-password', { currentPassword, newPassword: 'a-new-password-77' }, cookie)
    expect((await change('a-wrong-password-1')).status).toBe(400)
    expect((await change(PASSWORD)).status).toBe(200)
    expect(logged('password_change_refused')).toMatchObject([
      { account: id, reason: 'wrong_password', ...origin },
    ])
    expect(logged('password_changed')).toMatchObject([{ account: id, ...origin }])
    await expect
      .poll(async () => (await eventsOf(id)).map(({ description, user_id }) => [description, user_id]).sort())
      .toEqual([
        ['password_change_refused', id],
        ['password_changed', id],
      ])
  })

  test('a reset', async () => {
    const { email, id } = await addPerson(app)
    await post(app, '/request-password-reset', { email })
    const token = await recoveryToken(app, email)
    expect((await send('/api/auth/reset-password', { token, newPassword: 'a-new-password-77' })).status).toBe(
      200,
    )
    expect(logged('password_reset')).toMatchObject([{ account: id, ...origin }])
    expect(await eventsOf(id)).toMatchObject([
      { description: 'password_reset', user_id: id, new_values: origin },
    ])
  })

  test('every end of a session, with who ended it and why', async () => {
    const { cookie, email, id } = await addPerson(app)
    const [own] = await sessionsOf(id)
    const others = [await signIn(app, email, PASSWORD), await signIn(app, email, PASSWORD)]
    const devices = await bodyOf<Device[]>(app.request('/api/me/sessions', { cookie }))
    const [, second, third] = devices.map((device) => device.id)
    const proof = { current_password: PASSWORD }
    expect((await send(`/api/me/sessions/${second}/sign-out`, proof, cookie)).status).toBe(204)
    expect((await send('/api/me/sessions/sign-out-others', proof, cookie)).status).toBe(200)
    expect((await send('/api/auth/sign-out', {}, cookie)).status).toBe(200)
    for (const [session, description] of [
      [second, 'Logged out from another device'],
      [third, 'Logged out from another device'],
      [own?.id, 'Logged out'],
    ]) {
      const entries = await entriesOf(session ?? '')
      expect(entries.at(-1)).toMatchObject({
        action: 'DELETE',
        user_id: id,
        description,
        old_values: { user_id: id },
      })
      expect(entries.at(-1)?.client_info).toMatch(/^203\.0\.113\.0\/24 Mozilla/)
    }
    expect(
      logged('session_ended').map(({ account, reason, sessions }) => [account, reason, sessions]),
    ).toEqual([
      [id, 'signed_out_elsewhere', 1],
      [id, 'signed_out_elsewhere', 1],
      [id, 'signed_out', undefined],
    ])
    expect(others).toHaveLength(2)
  })

  test('the ends of sessions by a new password or address, too', async () => {
    const { cookie, email, id } = await addPerson(app)
    await signIn(app, email, PASSWORD)
    const change = { currentPassword: PASSWORD, newPassword: 'a-new-password-77' }
    expect((await send('/api/auth/change-password', change, cookie)).status).toBe(200)
    await mailsTo(app, email, 1)
    await post(app, '/request-password-reset', { email })
    const token = await recoveryToken(app, email, 2)
    const reset = { token, newPassword: 'grand-slam-77' }
    expect((await send('/api/auth/reset-password', reset)).status).toBe(200)
    const own = await signIn(app, email, 'grand-slam-77')
    await signIn(app, email, 'grand-slam-77')
    await mailsTo(app, email, 3)
    const next = someEmail()
    const asked = { new_email: next, current_password: 'grand-slam-77' }
    expect((await send('/api/me/email-change', asked, own)).status).toBe(201)
    for (const [address, count] of [
      [email, 4],
      [next, 1],
    ] as const) {
      const link = (await mailsTo(app, address, count)).at(-1)?.body_text ?? ''
      const [, secret] = /#token=(\S+)/.exec(link) ?? []
      expect((await send('/api/email-change/confirm', { token: secret })).status).toBe(200)
    }
    const ends = await app.db
      .selectFrom('audit_log')
      .select(['user_id', 'description', 'client_info'])
      .where('table_name', '=', 'auth_sessions')
      .where('action', '=', 'DELETE')
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute()
    expect(ends.map(({ description }) => description)).toEqual([
      ...['Password changed', 'Password changed', 'Password reset', 'Change of address'],
    ])
    for (const { client_info } of ends) expect(client_info).toMatch(/^203\.0\.113\.0\/24 Mozilla/)
    expect(
      logged('session_ended').map(({ account, reason, sessions }) => [account, reason, sessions]),
    ).toEqual([
      [id, 'password_changed', 2],
      [id, 'password_reset', 1],
      [id, 'email_changed', 1],
    ])
  })

  test('a wrong password where the password must be repeated', async () => {
    const { cookie, id } = await addPerson(app)
    await send('/api/me/sessions/sign-out-others', { current_password: 'a-wrong-password-1' }, cookie)
    expect(logged('password_proof_refused')).toMatchObject([
      { account: id, reason: 'wrong_password', ...origin },
    ])
    await expect
      .poll(async () => (await eventsOf(id)).map(({ description }) => description))
      .toEqual(['password_proof_refused'])
  })
})

test('neither has a password, a token, a cookie or a full address', async () => {
  const { email, id } = await addPerson(app)
  const cookie = sentBack(await attempt(email))
  await attempt(email, 'a-wrong-password-1')
  await send(
    '/api/auth/change-password',
    { currentPassword: PASSWORD, newPassword: 'a-new-password-77' },
    cookie,
  )
  await expect.poll(() => eventsOf(id)).toHaveLength(2)
  const entries = await app.db.selectFrom('audit_log').selectAll().execute()
  const written = lines.join() + JSON.stringify(entries)
  const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? ''
  expect(token).toHaveLength(32)
  for (const secret of [...SECRETS, token, ADDRESS]) expect(written).not.toContain(secret)
  expect(lines.join()).not.toContain(email)
})

test('the deletion of an account records neither its device nor its network', async () => {
  const { email, id } = await addPerson(app)
  const cookie = sentBack(await attempt(email))
  const deletion = { current_password: PASSWORD, confirmation: 'DELETE' }
  expect((await send('/api/me/deletion', deletion, cookie)).status).toBe(200)
  const ends = await app.db
    .selectFrom('audit_log')
    .select('old_values')
    .where('table_name', '=', 'auth_sessions')
    .where('action', '=', 'DELETE')
    .where('user_id', '=', id)
    .execute()
  expect(ends).toHaveLength(2)
  for (const { old_values } of ends)
    expect(old_values).toMatchObject({ user_agent: '[hidden]', network: '[hidden]' })
})
