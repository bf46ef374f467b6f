import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { post, sessionOf } from './accountsTestKit.ts'

const HOUR = 3_600_000
let ahead = 0

let app: TestApp
let other: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => new Date(Date.now() + ahead) } })
  other = await app.another()
})
afterAll(() => app.close())

describe('the session that get-session answers with', () => {
  test('is empty for visitors, forged cookies and cookies that are not ours', async () => {
    const { cookie } = await addPerson(app)
    const swapped = cookie.replace(/=./, (start) => (start === '=A' ? '=B' : '=A'))
    for (const sent of ['', 'dugout=', 'dugout=x.y', 'dugout=%E0%A4%A', 'theme=dark', swapped]) {
      expect(await sessionOf(app, sent)).toEqual({
        profile: null,
        expires_at: null,
        second_factor: 'off',
        subscribed: false,
      })
    }
    expect((await sessionOf(app, `theme=dark; ${cookie}; other=1`)).profile).not.toBeNull()
  })

  test("is also available at the account library's path, without a token", async () => {
    const { cookie, id, email } = await addPerson(app)
    const answer = await app.request('/api/auth/get-session', { cookie })
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ session: { userId: id }, user: { id, email, role: 'user' } })
    expect(text).not.toContain(decodeURIComponent(cookie).split('=')[1]?.split('.')[0])
    expect(await (await app.request('/api/auth/get-session')).json()).toBeNull()
  })

  test('says whether the membership is live', async () => {
    const member = await addPerson(app, { membership: 'trialing' })
    const lapsed = await addPerson(app, { membership: 'past_due' })
    expect((await sessionOf(app, member.cookie)).subscribed).toBe(true)
    expect((await sessionOf(app, lapsed.cookie)).subscribed).toBe(false)
  })

  test('is cached, but never beyond its end', async () => {
    const { cookie, id } = await addPerson(app)
    const headers = new Headers({ cookie })
    const first = await app.context.accounts.signedIn(headers)
    await expect
      .poll(async () => {
        const again = await app.context.accounts.signedIn(headers)
        return (await app.context.accounts.signedIn(headers)) === again
      })
      .toBe(true)
    expect(first?.profile.id).toBe(id)
    ahead = 30 * 24 * HOUR + 1
    expect(await app.context.accounts.signedIn(headers)).toBeNull()
    ahead = 0
  })

  test('that has expired in the database is not valid', async () => {
    const { cookie, id } = await addPerson(app)
    await app.db
      .updateTable('auth_sessions')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('user_id', '=', id)
      .execute()
    expect((await sessionOf(app, cookie)).profile).toBeNull()
  })

  test('follows a new role, on every instance', async () => {
    const { cookie, id } = await addPerson(app)
    for (const instance of [app, other])
      expect((await sessionOf(instance, cookie)).profile?.role).toBe('user')
    await app.db.updateTable('profiles').set({ role: 'coach' }).where('id', '=', id).execute()
    for (const instance of [app, other]) {
      await expect.poll(async () => (await sessionOf(instance, cookie)).profile?.role).toBe('coach')
    }
  })

  test('ended on one instance is ended on the other', async () => {
    const { cookie, id } = await addPerson(app)
    expect((await sessionOf(other, cookie)).profile?.id).toBe(id)
    await post(app, '/sign-out', {}, cookie)
    await expect.poll(async () => (await sessionOf(other, cookie)).profile).toBeNull()
  })
})
