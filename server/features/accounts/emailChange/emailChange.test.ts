import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmailChange } from '../../../../shared/contract/accounts/emailChange.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addCages, addPerson, type Person, signIn as signInAs } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import {
  confirm,
  confirmationToken,
  findProfile,
  mailsTo,
  post,
  sessionOf,
  signIn,
  signUp,
  someEmail,
} from '../accountsTestKit.ts'

const PASSWORD = 'play-ball-2026'
const HOUR = 3_600_000
let ahead = 0

let app: TestApp
let other: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => new Date(Date.now() + ahead) } })
  other = await app.another()
})
afterAll(() => app.close())

const ask = (person: Person, new_email: string, current_password = PASSWORD) =>
  app.request('/api/me/email-change', { json: { new_email, current_password }, cookie: person.cookie })
const pending = async (person: Person) =>
  (
    await bodyOf<{ change: EmailChange | null }>(
      app.request('/api/me/email-change', { cookie: person.cookie }),
    )
  ).change
const follow = (token: string, cookie = '') =>
  app.request('/api/email-change/confirm', { json: { token }, cookie })
const look = (token: string) => app.request('/api/email-change/verify', { json: { token } })

/** The secret of the change link in the newest of `count` mails. */
async function linkIn(email: string, count = 1): Promise<string> {
  const mails = await mailsTo(app, email, count)
  const [, token = ''] = /\/change-email#token=(\S+)/.exec(mails.at(-1)?.body_text ?? '') ?? []
  expect(token).not.toBe('')
  return token
}

async function asked() {
  const person = await addPerson(app)
  const next = someEmail()
  expect((await ask(person, next)).status).toBe(201)
  return { person, next, links: { present: await linkIn(person.email), next: await linkIn(next) } }
}

describe('request-email-change', () => {
  test('mails both addresses and changes nothing yet', async () => {
    const { person, next, links } = await asked()
    expect(await pending(person)).toMatchObject({ new_email: next, approved: false, confirmed: false })
    expect((await findProfile(app, person.email)).id).toBe(person.id)
    for (const token of Object.values(links)) {
      const kept = await app.db
        .selectFrom('email_changes')
        .selectAll()
        .where('user_id', '=', person.id)
        .execute()
      expect(JSON.stringify(kept)).not.toContain(token)
    }
  })

  test('needs the password, a session and another address', async () => {
    const person = await addPerson(app)
    expect(await refusalOf(await ask(person, someEmail(), 'not-this-one'))).toEqual([
      400,
      'current_password_wrong',
    ])
    expect(await refusalOf(await ask(person, person.email.toUpperCase()))).toEqual([400, 'email_unchanged'])
    expect(await refusalOf(await ask(person, 'no address'))).toEqual([400, 'invalid_input'])
    expect(await refusalOf(await ask({ ...person, cookie: '' }, someEmail()))).toEqual([
      401,
      'unauthenticated',
    ])
    expect(await pending(person)).toBeNull()
  })

  test('gives the same answer for an address with an account, and mails its owner a note', async () => {
    const [person, holder] = await Promise.all([addPerson(app), addPerson(app)])
    const free = someEmail()
    const first = await bodyOf<{ change: EmailChange }>(ask(person, free))
    const second = await bodyOf<{ change: EmailChange }>(ask(person, holder.email))
    expect({ ...second.change, new_email: '', expires_at: '' }).toEqual({
      ...first.change,
      new_email: '',
      expires_at: '',
    })
    const [mail] = await mailsTo(app, holder.email)
    expect(mail?.subject).toContain('You already have an account')
    expect(mail?.body_text).not.toContain('/change-email')
    const present = await linkIn(person.email, 2)
    expect(await bodyOf(follow(present))).toMatchObject({ state: 'followed' })
    expect((await findProfile(app, person.email)).id).toBe(person.id)
  })

  test('replaces the request before it', async () => {
    const { person, links } = await asked()
    await follow(links.present)
    const second = someEmail()
    await ask(person, second)
    for (const token of Object.values(links)) {
      expect(await refusalOf(await follow(token))).toEqual([400, 'email_change_link_invalid'])
    }
    expect(await pending(person)).toMatchObject({ new_email: second, approved: false })
  })
})

describe('confirm-email-change', () => {
  test.each(['present first', 'new first'])('changes the address with the second link, %s', async (order) => {
    const { person, next, links } = await asked()
    const [first, second] = order === 'new first' ? [links.next, links.present] : [links.present, links.next]
    expect(await bodyOf(look(first))).toMatchObject({ new_email: next, state: 'open' })
    expect(await bodyOf(follow(first))).toMatchObject({ new_email: next, state: 'followed' })
    expect(await bodyOf(follow(first))).toMatchObject({ state: 'followed' })
    expect(await bodyOf(look(first))).toMatchObject({ state: 'followed' })
    expect((await sessionOf(app, person.cookie)).profile?.email).toBe(person.email)
    expect(await bodyOf(follow(second))).toMatchObject({ state: 'completed' })
    expect((await sessionOf(app, person.cookie)).profile?.email).toBe(next)
    expect(await bodyOf(follow(first))).toMatchObject({ state: 'completed' })
    expect(await pending(person)).toBeNull()
    expect((await signIn(app, next, PASSWORD)).status).toBe(200)
    expect((await signIn(app, person.email, PASSWORD)).body.code).toBe('invalid_credentials')
    for (const email of [person.email, next]) {
      expect((await mailsTo(app, email, 2)).at(-1)?.subject).toContain('email was changed')
    }
  })

  test('signs other devices out on every instance, and invalidates recovery links', async () => {
    const { person, links } = await asked()
    const elsewhere = await signInAs(app, person.email, PASSWORD)
    expect((await sessionOf(other, elsewhere)).profile?.id).toBe(person.id)
    await post(app, '/request-password-reset', { email: person.email })
    await mailsTo(app, person.email, 2)
    await follow(links.present)
    await follow(links.next)
    expect((await sessionOf(app, elsewhere)).profile).toBeNull()
    await expect.poll(async () => (await sessionOf(other, elsewhere)).profile).toBeNull()
    expect((await sessionOf(app, person.cookie)).profile?.id).toBe(person.id)
    const recoveries = await app.db
      .selectFrom('auth_verifications')
      .select('id')
      .where('value', '=', person.id)
      .execute()
    expect(recoveries).toEqual([])
  })

  test('shows guest bookings with the new address, and keeps the unsubscription', async () => {
    const { person, next, links } = await asked()
    const [cage_id = ''] = await addCages(app.db, 1)
    await app.db
      .insertInto('bookings')
      .values({
        guest_name: 'Gwen',
        guest_email: next.toUpperCase(),
        cage_id,
        start_time: '2027-01-05T22:00:00Z',
        end_time: '2027-01-05T22:30:00Z',
        total_cost: '20.00',
      })
      .execute()
    await app.db.insertInto('unsubscribes').values({ email: person.email }).execute()
    const bookings = () => bodyOf<unknown[]>(app.request('/api/me/bookings', { cookie: person.cookie }))
    expect(await bookings()).toHaveLength(0)
    await follow(links.next)
    await follow(links.present)
    expect(await bookings()).toHaveLength(1)
    expect(
      await app.db.selectFrom('unsubscribes').select('id').where('email', '=', next).execute(),
    ).toHaveLength(1)
  })

  test('with both links at the same moment changes it once', async () => {
    const { person, next, links } = await asked()
    const answers = await Promise.all([follow(links.present), follow(links.next)])
    const states = await Promise.all(
      answers.map(async (answer) => (await bodyOf<{ state: string }>(answer)).state),
    )
    expect(states.sort()).toEqual(['completed', 'followed'])
    expect((await sessionOf(app, person.cookie)).profile?.email).toBe(next)
    await mailsTo(app, next, 2)
  })

  test('is refused with an expired, an invalid and a canceled link', async () => {
    const { person, links } = await asked()
    ahead = 24 * HOUR + 1
    expect(await refusalOf(await look(links.next))).toEqual([400, 'email_change_link_invalid'])
    expect(await refusalOf(await follow(links.next))).toEqual([400, 'email_change_link_invalid'])
    expect(await pending(person)).toBeNull()
    ahead = 0
    expect(await refusalOf(await follow('made-up'))).toEqual([400, 'email_change_link_invalid'])
    expect(await refusalOf(await follow(''))).toEqual([400, 'invalid_input'])
    const withdrawn = await app.request('/api/me/email-change', { method: 'DELETE', cookie: person.cookie })
    expect(withdrawn.status).toBe(204)
    expect(await refusalOf(await follow(links.present))).toEqual([400, 'email_change_link_invalid'])
  })

  test('fails if an account with the new address was created in the meantime', async () => {
    const { person, next, links } = await asked()
    await follow(links.present)
    await app.db
      .insertInto('profiles')
      .values({ email: next, full_name: 'Quick', email_verified: true })
      .execute()
    expect(await refusalOf(await follow(links.next))).toEqual([400, 'email_change_link_invalid'])
    expect((await findProfile(app, person.email)).id).toBe(person.id)
  })

  test('takes the address from a sign-up that was never confirmed', async () => {
    const { person, next, links } = await asked()
    await signUp(app, next)
    const token = await confirmationToken(app, next, 2)
    await follow(links.present)
    expect(await bodyOf(follow(links.next))).toMatchObject({ state: 'completed' })
    const taken = await findProfile(app, next)
    expect(taken.id).toBe(person.id)
    // The sign-up's link no longer works, nor does its password.
    expect((await confirm(app, token)).body.code).toBe('account_exists')
    expect((await signIn(app, next)).status).toBe(403)
    expect(await findProfile(app, next)).toEqual(taken)
  })

  test('takes the address from an account that nobody confirmed', async () => {
    const { person, next, links } = await asked()
    await app.db.insertInto('profiles').values({ email: next, full_name: 'Left Over' }).execute()
    await follow(links.present)
    expect(await bodyOf(follow(links.next))).toMatchObject({ state: 'completed' })
    expect((await findProfile(app, next)).id).toBe(person.id)
  })
})

test('get-email-change, cancel-email-change and verify-email-change-link change nothing by being read', async () => {
  const { person, links } = await asked()
  await Promise.all([look(links.present), look(links.next), pending(person)])
  expect(await pending(person)).toMatchObject({ approved: false, confirmed: false })
})
