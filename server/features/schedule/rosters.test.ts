import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Roster } from '../../../shared/contract/programs/rosters.ts'
import { addDays, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, bornFor, SOON } from '../camps/campTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'

let app: TestApp
let desk: Person

beforeAll(async () => {
  app = await startTestApp()
  desk = await addPerson(app, { role: 'desk' })
  const [cage = ''] = await addCages(app.db, 1)
  const parent = await addPerson(app, { name: 'Ana López' })
  await app.db
    .updateTable('profiles')
    .set({ phone_number: '(409) 555-0123' })
    .where('id', '=', parent.id)
    .execute()
  const mia = await addChild(app.db, [parent], { name: 'Mia López', birthDate: bornFor(9) })
  const session = await addSession(app.db, await addClass(app.db), SOON, { from: '18:00', to: '19:00' })
  await app.db
    .insertInto('class_instance_cages')
    .values({ class_instance_id: session, cage_id: cage })
    .execute()
  await app.db
    .insertInto('class_registrations')
    .values([
      { class_instance_id: session, user_id: parent.id, participant_id: mia, total_cost: '25.00' },
      { class_instance_id: session, user_id: parent.id, status: 'paid', total_cost: '25.00' },
      { class_instance_id: session, guest_name: 'Gone Guest', status: 'canceled' },
    ])
    .execute()
  const camp = await addCamp(app.db, {
    start_date: SOON,
    end_date: addDays(SOON, 1),
    timeslots: [SOON, addDays(SOON, 1)].map((date) => ({ date, start_time: '09:00', end_time: '12:00' })),
  })
  await app.db
    .insertInto('camp_registrations')
    .values({ camp_id: camp.id, user_id: parent.id, participant_id: mia, status: 'paid', total_cost: '180' })
    .execute()
  await app.db
    .insertInto('camp_registrations')
    .values({ camp_id: camp.id, guest_name: 'Gwen Guest', guest_phone: '(409) 555-0199', total_cost: '180' })
    .execute()
  await addSession(app.db, await addClass(app.db), SOON, { from: '20:00', to: '21:00', status: 'canceled' })
})
afterAll(() => app.close())

const rostersOf = (day: string, { cookie }: Pick<Person, 'cookie'> = desk) =>
  app.request(`/api/admin/schedule/rosters?schedule_date=${day}`, { cookie })

test('list-rosters has the class and camp sessions of a day in order of time, with who takes part', async () => {
  const [camp, session, ...others] = await bodyOf<Roster[]>(rostersOf(SOON))
  expect(others).toEqual([])
  expect(camp).toMatchObject({
    kind: 'camp',
    name: 'Skills Camp',
    start_time: instantOf(SOON, '09:00', ZONE).toISOString(),
    end_time: instantOf(SOON, '12:00', ZONE).toISOString(),
    max_spots: 20,
  })
  expect(camp?.seats.map(({ id, participant_id, ...seat }) => seat)).toEqual([
    {
      name: 'Gwen Guest',
      age: null,
      customer_name: null,
      phone: '(409) 555-0199',
      status: 'registered',
      owed: 180,
      missing_care: [],
      unsigned: [],
    },
    {
      name: 'Mia López',
      age: 9,
      customer_name: 'Ana López',
      phone: '(409) 555-0123',
      status: 'paid',
      owed: 0,
      missing_care: ['emergency_contact', 'allergies'],
      unsigned: [],
    },
  ])
  expect(session).toMatchObject({ kind: 'class', name: 'Hitting Basics', cages: ['Cage 1'], max_spots: 8 })
  expect(session?.seats.map(({ name, customer_name, owed }) => [name, customer_name, owed])).toEqual([
    ['Ana López', null, 0],
    ['Mia López', 'Ana López', 25],
  ])
})

test("A camp's second day has the same people, and a day without sessions none", async () => {
  const [camp] = await bodyOf<Roster[]>(rostersOf(addDays(SOON, 1)))
  expect(camp?.seats).toHaveLength(2)
  expect(await bodyOf<Roster[]>(rostersOf(addDays(SOON, 2)))).toEqual([])
})

test('A day that does not exist is refused, and so are customers and coaches', async () => {
  expect(await refusalOf(await rostersOf('2026-02-30'))).toEqual([400, 'invalid_input'])
  for (const role of ['user', 'coach'] as const)
    expect((await rostersOf(SOON, await addPerson(app, { role }))).status).toBe(403)
})
