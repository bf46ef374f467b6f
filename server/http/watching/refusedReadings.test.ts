import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../shared/contract/api.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

let app: TestApp
let customer: Person
let coach: Person
let admin: Person
beforeAll(async () => {
  app = await startTestApp({ settings: { RATE_LIMITS: 'true', SECOND_FACTOR: 'admin' } })
  ;[customer, coach, admin] = await Promise.all([
    addPerson(app),
    addPerson(app, { role: 'coach' }),
    addPerson(app, { role: 'admin' }),
  ])
  await addCages(app.db, 1)
})
afterAll(() => app.close())

const refusedOf = ({ id }: Person) =>
  app.db
    .selectFrom('audit_log')
    .select(['action', 'table_name', 'user_id', 'new_values', 'client_info'])
    .where('description', '=', 'reading_refused')
    .where('record_id', '=', id)
    .orderBy('created_at')
    .execute()

test('a read that a role may not do is in the audit log, with the operation and the record', async () => {
  const path = `/api/admin/users/${customer.id}`
  const headers = { 'user-agent': 'Firefox of a customer' }
  expect((await app.request(path, { cookie: customer.cookie, headers })).status).toBe(403)
  await expect.poll(() => refusedOf(customer)).toHaveLength(1)
  expect(await refusedOf(customer)).toEqual([
    {
      action: 'EVENT',
      table_name: 'profiles',
      user_id: customer.id,
      new_values: { reason: 'forbidden', operation: 'get_user_details_admin', record: customer.id },
      client_info: 'loopback Firefox of a customer',
    },
  ])
})

test('so is a list that waits for the second factor, and a record that is not the coach’s', async () => {
  expect((await app.request('/api/admin/users', { cookie: admin.cookie })).status).toBe(403)
  await expect.poll(() => refusedOf(admin)).toMatchObject([{ new_values: { reason: 'second_factor_due' } }])
  const child = randomUUID()
  const care = await app.request(`/api/staff/participants/${child}/care`, { cookie: coach.cookie })
  expect(care.status).toBe(404)
  await expect
    .poll(() => refusedOf(coach))
    .toMatchObject([
      { new_values: { reason: 'not_found', operation: 'read-participant-care', record: child } },
    ])
})

test('what is no reading, is asked by a stranger or is public leaves nothing', async () => {
  const person = await addPerson(app)
  const before = await app.db
    .selectFrom('audit_log')
    .select('id')
    .where('description', '=', 'reading_refused')
    .execute()
  const answers = await Promise.all([
    app.request('/api/admin/users'),
    app.request('/api/admin/users/role', { json: {}, cookie: person.cookie }),
    app.request(`/api/coaches/${randomUUID()}`, { cookie: person.cookie }),
    app.request(`/api/participants/${randomUUID()}/care`, { cookie: person.cookie }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 403, 404, 404])
  // An entry of what comes after them would come with them.
  await app.request('/api/admin/users', { cookie: person.cookie })
  await expect.poll(() => refusedOf(person)).toHaveLength(1)
  const after = await app.db
    .selectFrom('audit_log')
    .select('id')
    .where('description', '=', 'reading_refused')
    .execute()
  expect(after.length - before.length).toBe(1)
})

test('one account leaves twenty entries in an hour, however often and whatever it asks', async () => {
  const person = await addPerson(app)
  for (let round = 0; round < 6; round += 1) {
    await Promise.all(
      Array.from({ length: 10 }, () =>
        app.request(`/api/admin/users/${randomUUID()}`, { cookie: person.cookie }),
      ),
    )
  }
  await expect.poll(async () => (await refusedOf(person)).length).toBe(20)
  await app.request('/api/admin/users', { cookie: person.cookie })
  expect(await refusedOf(person)).toHaveLength(20)
})

test('every operation’s name is one that an entry can have', () => {
  expect(
    contract.map(({ operationId }) => operationId).filter((name) => !/^[A-Za-z0-9_-]{1,60}$/.test(name)),
  ).toEqual([])
})
