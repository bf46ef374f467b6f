import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Device } from '../../../shared/contract/accounts/devices.ts'
import { bodyOf } from '../../test/answers.ts'
import { addPerson, signIn } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { sessionOf } from './accountsTestKit.ts'

const PASSWORD = 'play-ball-2026'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
let ahead = 0

let app: TestApp
let other: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => new Date(Date.now() + ahead) } })
  other = await app.another()
})
afterAll(() => app.close())
beforeEach(() => {
  ahead = 0
})

const roleOf = async (instance: TestApp, cookie: string) => (await sessionOf(instance, cookie)).profile?.role
const sessionRows = (userId: string) =>
  app.db.selectFrom('auth_sessions').select('id').where('user_id', '=', userId).execute()

describe('a session of staff', () => {
  test.each(['coach', 'desk', 'admin'] as const)(
    'of a %s ends after twelve idle hours, for good',
    async (role) => {
      const { cookie, id } = await addPerson(app, { role })
      ahead = 12 * HOUR - 5 * MINUTE
      expect(await roleOf(app, cookie)).toBe(role)
      ahead += 12 * HOUR + MINUTE
      const answer = await app.request('/api/me/sessions', { cookie })
      expect(answer.status).toBe(401)
      expect(await sessionRows(id)).toEqual([])
      ahead = 0
      expect(await roleOf(app, cookie)).toBeUndefined()
      expect(await roleOf(other, cookie)).toBeUndefined()
    },
  )

  test('in use on one instance is not idle on the other', async () => {
    const { cookie } = await addPerson(app, { role: 'admin' })
    expect(await roleOf(other, cookie)).toBe('admin')
    ahead = 11 * HOUR
    expect(await roleOf(app, cookie)).toBe('admin')
    ahead = 13 * HOUR
    expect(await roleOf(other, cookie)).toBe('admin')
  })

  test('is refused by every instance, whatever it has cached', async () => {
    const { cookie } = await addPerson(app, { role: 'coach' })
    for (const instance of [app, other]) expect(await roleOf(instance, cookie)).toBe('coach')
    ahead = 12 * HOUR + MINUTE
    for (const instance of [app, other]) expect(await roleOf(instance, cookie)).toBeUndefined()
  })

  test('that is idle is no longer in the list of devices', async () => {
    const person = await addPerson(app, { role: 'coach' })
    ahead = 13 * HOUR
    const cookie = await signIn(app, person.email, PASSWORD)
    const devices = await bodyOf<Device[]>(app.request('/api/me/sessions', { cookie }))
    expect(devices.map(({ current }) => current)).toEqual([true])
  })

  test('ends the live stream that it opened, and a live stream does not count as use', async () => {
    const day = new Date().toISOString().slice(0, 10)
    const { cookie } = await addPerson(app, { role: 'admin' })
    const follow = (sent: string) => app.request(`/api/events?topics=schedule:${day}`, { cookie: sent })
    const [own, visitors] = [(await follow(cookie)).body?.getReader(), (await follow('')).body?.getReader()]
    for (const stream of [own, visitors]) expect(await textOf(stream)).toContain('following')
    const change = () => sql`select pg_notify('schedule_changed', ${day})`.execute(app.db)
    ahead = 11 * HOUR
    await change()
    for (const stream of [own, visitors]) expect(await textOf(stream)).toContain(`data: schedule:${day}`)
    // Browsers reconnect automatically.
    const again = await follow(cookie)
    await again.body?.cancel()
    ahead = 12 * HOUR + MINUTE
    await change()
    expect(await textOf(visitors)).toContain(`data: schedule:${day}`)
    expect(await textOf(own)).toBeNull()
    await visitors?.cancel()
  })
})

test('a session of a customer does not end by being idle', async () => {
  const { cookie } = await addPerson(app)
  ahead = 29 * 24 * HOUR
  expect(await roleOf(app, cookie)).toBe('user')
})

test('the limit applies to a customer who becomes staff', async () => {
  const { cookie, id } = await addPerson(app)
  ahead = 20 * HOUR
  await app.db.updateTable('profiles').set({ role: 'coach' }).where('id', '=', id).execute()
  app.context.accounts.forgetSessions()
  expect(await roleOf(app, cookie)).toBeUndefined()
})

test('the hours are a setting', async () => {
  const strict = await startTestApp({
    clock: { now: () => new Date(Date.now() + ahead) },
    settings: { STAFF_IDLE_HOURS: '0.5' },
  })
  try {
    const { cookie } = await addPerson(strict, { role: 'admin' })
    expect(await roleOf(strict, cookie)).toBe('admin')
    ahead = 31 * MINUTE
    expect(await roleOf(strict, cookie)).toBeUndefined()
  } finally {
    await strict.close()
  }
})

test('even with a very short limit, use on one instance keeps it alive on the others', async () => {
  const strict = await startTestApp({
    clock: { now: () => new Date(Date.now() + ahead) },
    settings: { STAFF_IDLE_HOURS: '0.01' },
  })
  try {
    const { cookie } = await addPerson(strict, { role: 'admin' })
    const second = await strict.another()
    for (const instance of [strict, strict, second]) {
      expect(await roleOf(instance, cookie)).toBe('admin')
      ahead += 25_000
    }
    ahead += 25_000
    expect(await roleOf(strict, cookie)).toBeUndefined()
  } finally {
    await strict.close()
  }
})

/** The next piece of a stream; null at its end. */
async function textOf(stream: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<string | null> {
  const piece = await stream?.read()
  return piece?.value ? new TextDecoder().decode(piece.value) : null
}
