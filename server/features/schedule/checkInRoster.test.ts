/** read-roster and export-roster: who takes part in a camp or class session, with emergency contacts. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckInRoster } from '../../../shared/contract/programs/rosters.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, bornFor, register, SOON, soonCamp, type TestCamp } from '../camps/campTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'

const NOTE = 'Bee stings: the pen is in the blue bag'
let app: TestApp
let desk: Person
let admin: Person
let pat: Person
let mia: string
let camp: TestCamp
let session: string

beforeAll(async () => {
  app = await startTestApp()
  ;[desk, admin, pat] = await Promise.all([
    addPerson(app, { role: 'desk' }),
    addPerson(app, { role: 'admin' }),
    addPerson(app, { name: 'Pat Parent' }),
  ])
  mia = await addChild(app.db, [pat], { name: 'Mia', birthDate: bornFor(9) })
  const care = {
    medical_note: NOTE,
    emergency_contacts: [{ name: 'Rosa', phone: '(409) 555-0177', relation: 'Grandmother' }],
    pickup_adults: [{ name: '=Hank', phone: null }],
  }
  await app.request(`/api/participants/${mia}/care`, { method: 'PUT', json: care, cookie: pat.cookie })
  const coach = await addCoach(app.db, { name: 'Casey Coach' })
  camp = await addCamp(app.db, { name: 'Spring Camp', ...soonCamp, coachIds: [coach.id] })
  await register(app, camp, pat, {}, { participant_ids: [mia] })
  const kim = { guest_name: 'Kim Guest', guest_email: 'kim@example.test', guest_birth_date: bornFor(10) }
  for (const guest of [kim, { ...kim, guest_name: 'Lee Left' }]) {
    await app.request('/api/manual-camp-registrations', {
      json: { camp_id: camp.id, status: 'paid', ...guest },
      cookie: desk.cookie,
    })
  }
  await app.db
    .updateTable('camp_registrations')
    .set({ status: 'canceled' })
    .where('guest_name', '=', 'Lee Left')
    .execute()
  session = await addSession(app.db, await addClass(app.db, { name: 'Hitting' }), tuesday(0))
  await app.request('/api/manual-class-registrations', {
    json: { class_instance_id: session, user_id: pat.id, participant_ids: [mia] },
    cookie: desk.cookie,
  })
})
afterAll(() => app.close())

const read = (kind: string, id: string, by: Person | null = desk) =>
  app.request(`/api/admin/rosters/${kind}/${id}`, { cookie: by?.cookie ?? '' })
const file = (kind: string, id: string, by: Person | null = desk) =>
  app.request(`/api/admin/rosters/${kind}/${id}/roster.csv`, { cookie: by?.cookie ?? '' })
const readings = (by: Person) =>
  app.db
    .selectFrom('audit_log')
    .select(['record_id', 'table_name', 'description'])
    .where('action', '=', 'READ')
    .where('user_id', '=', by.id)
    .orderBy('created_at')
    .execute()

test('a camp has its sessions, coaches, and everybody who takes part with whom to call', async () => {
  const roster = await bodyOf<CheckInRoster>(read('camp', camp.id))
  expect(roster).toMatchObject({
    ...{ kind: 'camp', id: camp.id, name: 'Spring Camp', first_day: SOON, max_spots: 20 },
    sessions: [{ start_time: expect.stringContaining('T') }],
    coaches: ['Casey Coach'],
    seats: [
      {
        ...{ name: 'Kim Guest', age: 10, email: 'kim@example.test', status: 'paid', owed: 0 },
        care: { medical_note: null, emergency_contacts: [], pickup_adults: [] },
      },
      {
        ...{ name: 'Mia', age: 9, customer_name: 'Pat Parent', status: 'registered', owed: 180 },
        care: { medical_note: NOTE, emergency_contacts: [{ name: 'Rosa', phone: '(409) 555-0177' }] },
      },
    ],
  })
  expect(roster.seats).toHaveLength(2)
})

test('a class session has its own', async () => {
  expect(await bodyOf(read('class', session))).toMatchObject({
    ...{ kind: 'class', name: 'Hitting', first_day: tuesday(0), last_day: tuesday(0) },
    sessions: [{ id: session }],
    seats: [{ name: 'Mia', customer_name: 'Pat Parent', owed: 0, care: { medical_note: NOTE } }],
  })
})

test('each reading is in the audit log, for everybody on the roster, and says nothing of what was read', async () => {
  const before = await readings(admin)
  await read('camp', camp.id, admin)
  const entries = (await readings(admin)).slice(before.length)
  expect(entries).toHaveLength(2)
  expect(entries).toContainEqual({
    record_id: mia,
    table_name: 'participant_care',
    description: 'Roster of Spring Camp.',
  })
  expect(JSON.stringify(entries)).not.toContain('pen')
})

test('the file has emergency contacts, of a medical note only that there is one, and no formula', async () => {
  const before = await readings(admin)
  const answer = await file('camp', camp.id, admin)
  expect(answer.headers.get('content-disposition')).toMatch(/roster-camp-[\d-]+\.csv/)
  const text = await answer.text()
  expect(text).toContain('Mia,9,Pat Parent')
  expect(text).toContain('Rosa (Grandmother) (409) 555-0177')
  expect(text).toContain('Yes: ask the front desk')
  expect(text).toContain("'=Hank")
  expect(text).not.toContain('pen is in')
  expect((await readings(admin)).slice(before.length).map(({ record_id }) => record_id)).toEqual(
    expect.arrayContaining(['csv', mia]),
  )
})

test('only the desk and admins may read it, and nothing is logged of a refusal', async () => {
  const coach = await addPerson(app, { role: 'coach' })
  for (const id of [camp.id, randomUUID()]) {
    for (const [person, refusal] of [
      [null, [401, 'unauthenticated']],
      [pat, [403, 'forbidden']],
      [coach, [403, 'forbidden']],
    ] as const) {
      expect(await refusalOf(await read('camp', id, person))).toEqual(refusal)
      expect(await refusalOf(await file('camp', id, person))).toEqual(refusal)
    }
  }
  expect(await readings(coach)).toEqual([])
})

test.each([
  ['an unknown camp', 'camp', (): string => randomUUID(), [404, 'roster_not_found']],
  ['a camp as a class session', 'class', (): string => camp.id, [404, 'roster_not_found']],
  ['an unknown kind', 'lesson', (): string => camp.id, [400, 'invalid_input']],
  ['no id', 'camp', (): string => 'x', [400, 'invalid_input']],
] as const)('%s is refused', async (_name, kind, id, refusal) => {
  expect(await refusalOf(await read(kind, id()))).toEqual(refusal)
  expect(await refusalOf(await file(kind, id()))).toEqual(refusal)
})
