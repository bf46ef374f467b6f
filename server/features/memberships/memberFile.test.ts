import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { refusalOf } from '../../test/answers.ts'
import { ZONE } from '../../test/cageTime.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { join, rowOf } from './membershipTestKit.ts'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await startTestApp()
  admin = await addPerson(app, { role: 'admin' })
})
afterAll(() => app.close())

describe('export-memberships', () => {
  const download = (query = '', person: Person = admin) =>
    app.request(`/api/admin/memberships.csv${query}`, { cookie: person.cookie })

  test('has the members that the list finds, on the facility’s days and without formulas, and is audited', async () => {
    const evil = await addPerson(app, { name: '=HYPERLINK("https://evil.test")' })
    await join(app, evil)
    const answer = await download('?search_query=hyperlink&state=active')
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ])
    expect(answer.headers.get('content-disposition')).toMatch(/filename="members-\d{4}-\d{2}-\d{2}\.csv"/)
    const [header, row, ...rest] = (await answer.text()).trimEnd().split('\r\n')
    expect(header).toBe(
      'Name,Email,Phone,State,Since,Monthly price,Next charge,Next amount,Owed,Ends,Frozen from,Frozen until,Card,ID',
    )
    const membership = await rowOf(app, evil)
    expect(rest).toEqual([])
    expect(row).toMatch(/^"'=HYPERLINK\(""https:\/\/evil\.test""\)",/)
    expect(row).toContain(`,Active,${facilityDay(new Date(), ZONE)},109.99,`)
    expect(row).toMatch(new RegExp(`,109\\.99,0\\.00,,,,visa 4242,${membership?.id}$`))
    const entry = await app.db
      .selectFrom('audit_log')
      .select(['table_name', 'record_id', 'description'])
      .where('action', '=', 'READ')
      .where('user_id', '=', admin.id)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    expect(entry).toEqual({
      table_name: 'subscriptions',
      record_id: 'csv',
      description: 'CSV file (searched, state: active).',
    })
    expect((await (await download('?search_query=hyperlink&state=ended')).text()).trimEnd()).toBe(header)
  })

  test('is only for admins, and takes no other filter', async () => {
    const [customer, coach, desk] = await Promise.all([
      addPerson(app),
      addPerson(app, { role: 'coach' }),
      addPerson(app, { role: 'desk' }),
    ])
    for (const person of [customer, coach, desk])
      expect(await refusalOf(await download('', person))).toEqual([403, 'forbidden'])
    expect((await app.request('/api/admin/memberships.csv')).status).toBe(401)
    expect(await refusalOf(await download('?state=happy'))).toEqual([400, 'invalid_input'])
  })
})
