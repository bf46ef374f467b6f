import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { post } from '../accounts/accountsTestKit.ts'

let app: TestApp
let cageId: string
beforeAll(async () => {
  app = await startTestApp()
  cageId = (await addCages(app.db, 1))[0] ?? ''
})
afterAll(() => app.close())

let hour = 0
function rental() {
  hour += 1
  const start = new Date(Date.parse('2027-01-05T00:00:00Z') + hour * 3_600_000)
  return {
    cage_id: cageId,
    start_time: start,
    end_time: new Date(start.getTime() + 1_800_000),
    total_cost: '20.00',
  }
}

const load = (person: Person) => app.request('/api/me/data', { cookie: person.cookie })

test('download-my-data is one file with all data of the person', async () => {
  const person = await addPerson(app, { name: 'Sam Own', membership: 'active' })
  await app.db
    .insertInto('bookings')
    .values({ user_id: person.id, ...rental() })
    .execute()
  await app.db
    .insertInto('bookings')
    .values({ guest_name: 'Sam as guest', guest_email: person.email.toUpperCase(), ...rental() })
    .execute()
  await app.db
    .insertInto('payment_transactions')
    .values({ user_id: person.id, payment_type: 'cage_booking', total_amount: '20.00', card_last4: '4242' })
    .execute()
  await app.db
    .insertInto('contact_messages')
    .values({ name: 'Sam', phone: '409', email: person.email, subject: 'general', message: 'Hello there' })
    .execute()
  await app.db.insertInto('unsubscribes').values({ email: person.email }).execute()
  const response = await load(person)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/,
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await bodyOf(response)).toMatchObject({
    profile: { id: person.id, full_name: 'Sam Own', email: person.email },
    consents: { newsletter: false },
    cage_bookings: [{ cage: 'Cage 1', total_cost: '20.00' }, { guest_name: 'Sam as guest' }],
    payments: [{ total_amount: '20.00', card_last4: '4242' }],
    memberships: [{ status: 'active' }],
    devices: [{ user_agent: expect.any(String) }],
    messages_to_us: [{ message: 'Hello there' }],
  })
})

test('download-my-data has no data of other people, and no secrets', async () => {
  const [person, stranger] = await Promise.all([
    addPerson(app, { name: 'Sam Own' }),
    addPerson(app, { name: 'Someone Else' }),
  ])
  for (const { id } of [person, stranger]) {
    await app.db
      .insertInto('bookings')
      .values({ user_id: id, ...rental() })
      .execute()
  }
  await post(app, '/request-password-reset', { email: person.email })
  await app.request('/api/me/calendar-feed', { method: 'POST', cookie: person.cookie })
  const text = await (await load(person)).text()
  expect(text).not.toContain('Someone')
  expect(text).not.toContain(stranger.id)
  expect(text).not.toContain(stranger.email)
  expect(text).not.toMatch(/token|argon2|access_token|stripe/i)
  const sessions = await app.db
    .selectFrom('auth_sessions')
    .select('token')
    .where('user_id', '=', person.id)
    .execute()
  for (const { token } of sessions) expect(text).not.toContain(token)
  expect(await refusalOf(await app.request('/api/me/data'))).toEqual([401, 'unauthenticated'])
})
