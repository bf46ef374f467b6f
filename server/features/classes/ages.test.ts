import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addChild } from '../households/householdTestKit.ts'
import { addClass, addSession } from './classTestKit.ts'
import { editing } from './editing/editClassesTestKit.ts'

let app: TestApp
let pat: Person
let desk: Person
beforeAll(async () => {
  app = await startTestApp()
  pat = await addPerson(app, { name: 'Pat Parent' })
  desk = await addPerson(app, { role: 'desk' })
})
afterAll(() => app.close())

/** The first day of the classes. Its second session is a year later, when everybody is older. */
const FIRST = addDays(facilityDay(new Date(), 'America/Chicago'), 7)
/** The birth date of someone who is this old on the first day, up to the day before it. */
const bornFor = (age: number, day = FIRST.slice(4)) => `${Number(FIRST.slice(0, 4)) - age}${day}`

async function sessionOf(ages: { min_age?: number; max_age?: number }, price = '0', day = FIRST) {
  const classId = await addClass(app.db, { price, from: FIRST, ages })
  return addSession(app.db, classId, day)
}
const book = (sessionId: string, participantIds?: readonly string[], by = pat) =>
  app.request('/api/class-registrations', {
    json: { instanceIds: [sessionId], ...(participantIds && { participantIds }) },
    cookie: by.cookie,
  })
const pay = (sessionId: string, participantIds?: readonly string[]) =>
  app.request('/api/payments/intents', {
    json: {
      instanceIds: [sessionId],
      isMultiple: false,
      amount: 2_500,
      ...(participantIds && { participantIds }),
    },
    cookie: pat.cookie,
    headers: { 'idempotency-key': randomUUID() },
  })
const byHand = (json: object) => app.request('/api/manual-class-registrations', { json, cookie: desk.cookie })
const seatsOf = (sessionId: string) =>
  app.db
    .selectFrom('class_registrations')
    .select('participant_id')
    .where('class_instance_id', '=', sessionId)
    .where('status', '<>', 'canceled')
    .execute()

test('a class with ages takes those who have one on its first day, free or by card', async () => {
  const [seven, eight] = await Promise.all([
    addChild(app.db, [pat], { name: 'Noa', birthDate: bornFor(8, '-12-31') }),
    addChild(app.db, [pat], { name: 'Mia', birthDate: bornFor(8) }),
  ])
  const session = await sessionOf({ min_age: 8, max_age: 10 })
  const message = 'Noa is 7 on the first day. This class is for ages 8 to 10.'
  const details = { participants: [{ id: seven, age: 7 }], min_age: 8, max_age: 10, start_date: FIRST }
  const refused = await book(session, [eight, seven])
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ code: 'age_outside_range', message, details })
  expect(await seatsOf(session)).toEqual([])
  const paid = await sessionOf({ min_age: 8, max_age: 10 }, '25.00')
  expect(await (await pay(paid, [seven])).json()).toMatchObject({ code: 'age_outside_range', message })
  // Old enough by the day of a later session, but not on the first day.
  const later = await sessionOf({ min_age: 8 }, '0', addDays(FIRST, 366))
  expect(await refusalOf(await book(later, [seven]))).toEqual([409, 'age_outside_range'])
  expect((await book(session, [eight])).status).toBe(201)
  expect((await pay(paid, [eight])).status).toBe(201)
  expect(await seatsOf(session)).toEqual([{ participant_id: eight }])
})

test('an account that names nobody is judged like everybody', async () => {
  const adult = await addPerson(app, { birthDate: bornFor(40) })
  const teen = await addPerson(app, { birthDate: bornFor(16) })
  const session = await sessionOf({ max_age: 17 })
  const needed = await book(session)
  expect(needed.status).toBe(409)
  expect(await needed.json()).toMatchObject({
    code: 'birth_date_needed',
    message: 'Please add your birth date: this class is for ages 17 and under.',
  })
  expect(await (await book(session, undefined, adult)).json()).toMatchObject({
    code: 'age_outside_range',
    message: expect.stringMatching(/^You are 40 on the first day. This class is for/),
  })
  expect((await book(session, undefined, teen)).status).toBe(201)
  expect(await seatsOf(session)).toHaveLength(1)
})

test('without ages nothing is checked', async () => {
  const session = await sessionOf({})
  expect((await book(session)).status).toBe(201)
})

test('staff register someone of another age with a reason only, which the audit log keeps', async () => {
  const child = await addChild(app.db, [pat], { name: 'Ida', birthDate: bornFor(6) })
  const session = await sessionOf({ min_age: 8 })
  const choice = { class_instance_id: session, user_id: pat.id, participant_ids: [child] }
  expect(await (await byHand(choice)).json()).toMatchObject({
    code: 'age_outside_range',
    details: { override: 'ages' },
  })
  const guest = {
    class_instance_id: session,
    guest_name: 'Gwen',
    guest_email: `${randomUUID()}@example.test`,
  }
  expect(await (await byHand(guest)).json()).toMatchObject({
    code: 'birth_date_needed',
    details: { override: 'ages' },
  })
  expect((await byHand({ ...guest, guest_birth_date: bornFor(9) })).status).toBe(201)
  const answer = await bodyOf<{ registrations: { registration_id: string }[] }>(
    byHand({ ...choice, override_reason: 'Trains with her sister' }),
  )
  const entry = await app.db
    .selectFrom('audit_log')
    .select('description')
    .where('record_id', '=', answer.registrations[0]?.registration_id ?? '')
    .executeTakeFirst()
  expect(entry?.description).toContain('Override: Trains with her sister')
})

test('an admin sets the ages; a save that does not name them leaves them, and null takes them away', async () => {
  const staff = editing(app, await addPerson(app, { role: 'admin' }))
  const { class: made } = await staff.made({ min_age: 8, max_age: 10, cages_reserved: 0 })
  expect(made).toMatchObject({ min_age: 8, max_age: 10 })
  const save = async (ages: object) => {
    const { min_age: _, max_age: __, ...data } = await staff.read(made.id)
    return staff.update(made.id, {
      classData: { ...data, ...ages },
      schedules: data.class_schedules,
      expected_revision: data.revision,
    })
  }
  expect((await save({})).status).toBe(200)
  expect(await staff.read(made.id)).toMatchObject({ min_age: 8, max_age: 10 })
  for (const wrong of [{ min_age: 10, max_age: 8 }, { max_age: 8 }, { min_age: 0, max_age: 8 }]) {
    expect(await refusalOf(await save(wrong))).toEqual([400, 'invalid_input'])
  }
  expect((await save({ min_age: null, max_age: null })).status).toBe(200)
  expect(await staff.read(made.id)).toMatchObject({ min_age: null, max_age: null })
})
