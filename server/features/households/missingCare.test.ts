import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Participant } from '../../../shared/contract/accounts/households.ts'
import type { CampRegistrations } from '../../../shared/contract/programs/campRegistrations.ts'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp } from '../camps/campTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addChild, familyOf } from './householdTestKit.ts'

const NOTE = 'Bee stings: the pen is in the blue bag'
const contact = { name: 'Rosa Unforgettable', phone: '(409) 555-0177', relation: '' }
const none = { medical_note: null, emergency_contacts: [], pickup_adults: [] }
const TODAY = facilityDay(new Date(), 'America/Chicago')
const SOON = addDays(TODAY, 7)

let app: TestApp
let desk: Person
let parent: Person
let child: string
beforeAll(async () => {
  app = await startTestApp()
  desk = await addPerson(app, { role: 'desk' })
})
afterAll(() => app.close())
beforeEach(async () => {
  parent = await addPerson(app, { name: 'Ana Example' })
  child = await addChild(app.db, [parent], { name: 'Mia Example', birthDate: addDays(TODAY, -10 * 366) })
  await requireCare(false)
})

const requireCare = (care_required: boolean) =>
  app.db.updateTable('facility').set({ care_required }).execute()
const say = (json: object, id = child, by = parent) =>
  app.request(`/api/participants/${id}/care`, { method: 'PUT', json, cookie: by.cookie })
const shown = async (id = child): Promise<Participant | undefined> =>
  (await familyOf(app, parent).list()).find((one) => one.id === id)
const missing = async (id = child) => (await shown(id))?.missing_care
const camp = () => addCamp(app.db, { price: '0' }).then(({ id }) => id)
const register = (campId: string, participantIds: readonly string[], by = parent) =>
  app.request('/api/camp-registrations', {
    json: { p_camp_id: campId, participant_ids: participantIds },
    cookie: by.cookie,
  })

test('a child of whom nothing was said misses a contact and allergies, until an adult says so or that there is nothing', async () => {
  expect(await shown()).toMatchObject({
    missing_care: ['emergency_contact', 'allergies'],
    care_said_at: null,
    photo_consent: 'unasked',
  })
  expect((await say({ ...none, emergency_contacts: [contact] })).status).toBe(204)
  expect(await missing()).toEqual(['allergies'])
  const all = { ...none, nothing_to_note: true, emergency_contacts: [contact], photo_consent: 'no' }
  expect((await say(all)).status).toBe(204)
  const said = await shown()
  expect(said).toMatchObject({ missing_care: [], photo_consent: 'no' })
  expect(Date.parse(said?.care_said_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  const kept = await bodyOf<object>(app.request(`/api/participants/${child}/care`, { cookie: parent.cookie }))
  expect(kept).toMatchObject({ medical_note: null, nothing_to_note: true })
  expect((await say({ ...none, medical_note: NOTE })).status).toBe(204)
  expect(await missing()).toEqual(['emergency_contact'])
  expect((await say(none)).status).toBe(204)
  expect(await missing()).toEqual(['emergency_contact', 'allergies'])
})

test('a note and "nothing" together are refused, and a stranger says nothing of the child', async () => {
  expect(await refusalOf(await say({ ...none, medical_note: NOTE, nothing_to_note: true }))).toEqual([
    400,
    'invalid_input',
  ])
  const stranger = await addPerson(app)
  const refused = await say({ ...none, nothing_to_note: true, photo_consent: 'yes' }, child, stranger)
  expect(refused.status).toBe(404)
  expect(await shown()).toMatchObject({ photo_consent: 'unasked' })
})

test('adults are not asked; someone of the family without a birth date is', async () => {
  const grown = await addChild(app.db, [parent], { name: 'Gus Grown', birthDate: '1980-01-02' })
  const unknown = await addChild(app.db, [parent], { name: 'Una Known' })
  expect(await missing(grown)).toEqual([])
  expect(await missing(unknown)).toEqual(['emergency_contact', 'allergies'])
  const self = (await familyOf(app, parent).list()).find(({ is_self }) => is_self)
  expect(self?.missing_care).toEqual([])
})

test('staff see on the roster of a camp or class what is missing, and nothing of what was said', async () => {
  const campId = await camp()
  expect((await register(campId, [child])).status).toBe(201)
  const roster = () =>
    bodyOf<CampRegistrations>(
      app.request(`/api/admin/camps/${campId}/registrations`, { cookie: desk.cookie }),
    )
  expect((await roster()).registrations[0]?.participant?.missing_care).toEqual([
    'emergency_contact',
    'allergies',
  ])
  await say({ ...none, medical_note: NOTE, emergency_contacts: [contact] })
  const after = await roster()
  expect(after.registrations[0]?.participant).toMatchObject({ missing_care: [], has_note: true })
  expect(JSON.stringify(after)).not.toMatch(/Unforgettable|Bee stings|0177/)
})

test('only where the facility asks for it first is nobody registered without it: care_needed names the children', async () => {
  await requireCare(true)
  const campId = await camp()
  const leo = await addChild(app.db, [parent], { name: 'Leo Example', birthDate: addDays(TODAY, -8 * 366) })
  await say({ ...none, nothing_to_note: true, emergency_contacts: [contact] }, leo)
  expect(await bodyOf<object>(register(campId, [leo, child]))).toMatchObject({
    code: 'care_needed',
    message: 'Please tell us first whom we call in an emergency, and of allergies: Mia Example.',
    details: { participants: [{ id: child, name: 'Mia Example' }] },
  })
  const classId = await addClass(app.db, { price: '0', from: SOON })
  const session = await addSession(app.db, classId, SOON)
  const book = () =>
    app.request('/api/class-registrations', {
      json: { instanceIds: [session], participantIds: [child] },
      cookie: parent.cookie,
    })
  expect(await refusalOf(await book())).toEqual([409, 'care_needed'])
  const paidCamp = (await addCamp(app.db, { price: '50' })).id
  const paidSession = await addSession(app.db, await addClass(app.db, { price: '25', from: SOON }), SOON)
  const pay = (json: object) =>
    app.request('/api/payments/intents', {
      json: { ...json, participantIds: [child] },
      cookie: parent.cookie,
      headers: { 'idempotency-key': randomUUID() },
    })
  const payments = [
    { campId: paidCamp, amount: 5_000 },
    { instanceIds: [paidSession], isMultiple: false, amount: 2_500 },
  ]
  for (const payment of payments) expect(await refusalOf(await pay(payment))).toEqual([409, 'care_needed'])
  const grown = await addChild(app.db, [parent], { name: 'Gus Grown', birthDate: addDays(TODAY, -18 * 366) })
  expect((await register(campId, [grown])).status).toBe(201)
  await say({ ...none, nothing_to_note: true, emergency_contacts: [contact] })
  expect((await register(campId, [leo, child])).status).toBe(201)
  expect((await book()).status).toBe(201)
})
