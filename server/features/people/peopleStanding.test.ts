import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserOfList, UserTotals } from '../../../shared/contract/people/people.ts'
import type { PersonPage } from '../../../shared/contract/people/personPage.ts'
import { addDays, facilityDay, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf } from '../../test/answers.ts'
import { ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { readPeopleTotals } from './peopleStanding.ts'

const TODAY = facilityDay(new Date(), ZONE)
const NOW = instantOf(TODAY, '12:00', ZONE)

let app: TestApp
let desk: Person
let owing: Person
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => NOW } })
  desk = await addPerson(app, { role: 'desk' })
  owing = await addPerson(app, { name: 'Olive Owing' })
  const [cage = ''] = await addCages(app.db, 1)
  const bookings = [
    { ahead: -3, status: 'pending payment', total_cost: '20.50' },
    { ahead: -2, status: 'paid', total_cost: '30' },
    { ahead: -1, status: 'paid', total_cost: '30', attendance: 'no_show' },
    { ahead: 0, status: 'canceled', total_cost: '45' },
    { ahead: 2, status: 'pending payment', total_cost: '15' },
  ] as const
  for (const { ahead, ...booking } of bookings) {
    const start_time = instantOf(addDays(TODAY, ahead), '10:00', ZONE)
    const end_time = new Date(start_time.getTime() + 3_600_000)
    await app.db
      .insertInto('bookings')
      .values({
        ...booking,
        ...('attendance' in booking && { attendance_at: start_time }),
        user_id: owing.id,
        cage_id: cage,
        start_time,
        end_time,
      })
      .execute()
  }
  const { id: child } = await app.db
    .insertInto('participants')
    .values({ name: 'Kim Owing' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.insertInto('participant_adults').values({ participant_id: child, user_id: owing.id }).execute()
  await app.db.insertInto('subscriptions').values({ user_id: owing.id, status: 'active' }).execute()
})
afterAll(() => app.close())

const list = async (query: Record<string, string>) =>
  (
    await bodyOf<{ items: UserOfList[] }>(
      app.request(`/api/admin/users?${new URLSearchParams(query)}`, { cookie: desk.cookie }),
    )
  ).items

test('get_all_users_admin has what each owes, as the person’s page does, the last visit, membership and children', async () => {
  const [olive] = await list({ search_query: 'olive', standing: 'true' })
  expect(olive?.standing).toEqual({
    owed: 35.5,
    last_visit: instantOf(addDays(TODAY, -2), '10:00', ZONE).toISOString(),
    is_member: true,
    children: ['Kim Owing'],
  })
  const page = await bodyOf<PersonPage>(app.request(`/api/admin/people/${owing.id}`, { cookie: desk.cookie }))
  expect(page.owed).toBe(olive?.standing?.owed)
})

test('get_all_users_admin adds up what all who are found owe, on the first page', async () => {
  await addPerson(app, { name: 'Olive Oweless' })
  const page = (query: Record<string, string>) =>
    bodyOf<{ cursor: string | null; totals?: UserTotals | null }>(
      app.request(`/api/admin/users?${new URLSearchParams(query)}`, { cookie: desk.cookie }),
    )
  const asked = { search_query: 'olive', standing: 'true', page_size: '1' }
  const first = await page(asked)
  expect(first.totals).toEqual({ count: 2, owing_count: 1, owed: 35.5 })
  expect((await page({ ...asked, cursor: first.cursor ?? '' })).totals).toBeUndefined()
  expect((await page({ search_query: 'olive' })).totals).toBeUndefined()
  expect((await page({ ...asked, member: 'true' })).totals).toEqual({ count: 1, owing_count: 1, owed: 35.5 })
  expect((await page({ ...asked, search_query: 'nobody' })).totals).toEqual({
    count: 0,
    owing_count: 0,
    owed: 0,
  })
  expect(await readPeopleTotals(app.db, {}, 1)).toBeNull()
})

test('get_all_users_admin lists members alone, and says nothing of standing where nobody asks', async () => {
  const members = await list({ member: 'true' })
  expect(members.map(({ full_name }) => full_name)).toEqual(['Olive Owing'])
  expect(members[0]).not.toHaveProperty('standing')
})

test('nobody but the desk and admins reads who owes what', async () => {
  for (const role of ['user', 'coach'] as const) {
    const { cookie } = await addPerson(app, { role })
    expect((await app.request('/api/admin/users?standing=true', { cookie })).status).toBe(403)
  }
})
