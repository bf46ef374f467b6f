/** list-roster-candidates: whom the desk may add to a roster, and what is in the way. */

import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { RosterCandidate } from '../../../shared/contract/programs/rosters.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { addPerson } from '../../test/factories.ts'
import { startTestApp } from '../../test/testApp.ts'
import { addCamp, bornFor, register, soonCamp } from '../camps/campTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'

const app = await startTestApp()
afterAll(() => app.close())
const desk = await addPerson(app, { role: 'desk' })
const pat = await addPerson(app, { name: 'Pat Trahan' })
const camp = await addCamp(app.db, { ...soonCamp, min_age: 8, max_age: 12 })
const child = (name: string, age: number | null) =>
  addChild(app.db, [pat], { name, birthDate: age === null ? null : bornFor(age) })
const mia = await child('Mia Trahan', 9)
for (const [name, age] of [
  ['Old Trahan', 15],
  ['Tot Trahan', 5],
  ['New Trahan', null],
] as const) {
  await child(name, age)
}
const gone = await child('Gone Trahan', 9)
await app.db.updateTable('participants').set({ archived_at: new Date() }).where('id', '=', gone).execute()

const search = (term: string, by = desk, kind = 'camp', id = camp.id) =>
  app.request(`/api/admin/rosters/${kind}/${id}/candidates?search_term=${encodeURIComponent(term)}`, {
    cookie: by.cookie,
  })
const found = async (...of: Parameters<typeof search>) =>
  (await bodyOf<RosterCandidate[]>(search(...of))).map(({ name, problem }) => [name, problem])

test('children and adults are found, each with why they cannot be added', async () => {
  expect(await found('trahan')).toEqual([
    ['Mia Trahan', null],
    ['New Trahan', 'no_birth_date'],
    ['Old Trahan', 'too_old'],
    ['Pat Trahan', 'no_birth_date'],
    ['Tot Trahan', 'too_young'],
  ])
  expect(await bodyOf<RosterCandidate[]>(search('mia'))).toEqual([
    {
      participant_id: mia,
      user_id: pat.id,
      name: 'Mia Trahan',
      age: 9,
      adult_name: 'Pat Trahan',
      problem: null,
    },
  ])
  // By the name of the parent, the children too.
  expect((await found('pat tra'))[0]).toEqual(['Pat Trahan', 'no_birth_date'])
  expect((await found('pat tra')).length).toBe(5)
  await register(app, camp, pat, {}, { participant_ids: [mia] })
  expect(await found('mia')).toEqual([['Mia Trahan', 'on_roster']])
})

test('a class session without ages takes everybody', async () => {
  const session = await addSession(app.db, await addClass(app.db, { name: 'Hitting' }), tuesday(0))
  expect(await found('pat t', desk, 'class', session)).toContainEqual(['Pat Trahan', null])
  expect(await found('%', desk, 'class', session).catch(() => 'refused')).toBe('refused')
})

test('is for the desk and admins, and for rosters that exist', async () => {
  expect((await search('mia', pat)).status).toBe(403)
  expect((await search('mia', await addPerson(app, { role: 'coach' }))).status).toBe(403)
  for (const kind of ['camp', 'class'])
    expect(await refusalOf(await search('mia', desk, kind, randomUUID()))).toEqual([404, 'roster_not_found'])
})
