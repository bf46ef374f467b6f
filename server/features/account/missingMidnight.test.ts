import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayBounds, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp } from '../camps/campTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'
import { registerForCamp } from './accountTestKit.ts'

const ZONE = 'Asia/Beirut'
/** The clocks go from midnight to 1 AM. */
const SHORT_DAY = '2027-03-28'

let now = instantOf('2027-03-26', '12:00', ZONE)
let app: TestApp
let customer: Person
let admin: Person
let child: string

beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => now } })
  await app.db.updateTable('facility').set({ time_zone: ZONE }).execute()
  customer = await addPerson(app)
  admin = await addPerson(app, { role: 'admin' })
  await app.db
    .updateTable('auth_sessions')
    .set({ expires_at: '2030-01-01', last_used_at: '2030-01-01' })
    .execute()
  child = await addChild(app.db, [customer], { name: 'Mia' })
  for (const [start_date, end_date] of [
    ['2027-03-25', '2027-03-27'],
    [SHORT_DAY, '2027-03-30'],
  ] as const) {
    const { id } = await addCamp(app.db, { start_date, end_date, timeslots: [] })
    await registerForCamp(app.db, { camp_id: id, user_id: customer.id, participant_id: child })
  }
})
afterAll(() => app.close())

test('camps without times that end before or begin on a day without midnight are listed', async () => {
  const own = { cookie: customer.cookie }
  const staff = { cookie: admin.cookie }
  for (const moment of [now, dayBounds(SHORT_DAY, ZONE).start]) {
    now = moment
    for (const [path, who] of [
      ['/api/me/next-up', own],
      ['/api/me/overview', own],
      ['/api/me/deletion', own],
      ['/api/me/participants', own],
      ['/api/me/camp-registrations', own],
      [`/api/admin/people/${customer.id}/bookings`, staff],
      [`/api/admin/users/${customer.id}/deletion`, staff],
    ] as const) {
      expect((await app.request(path, who)).status, path).toBe(200)
    }
  }
  const { items } = await bodyOf<{ items: unknown[] }>(app.request('/api/me/next-up', own))
  expect(items).toHaveLength(1)
})
