import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../../shared/domain/time/time.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, register } from '../camps/campTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'
import { guestForm, lesson, postLesson } from '../lessons/lessonTestKit.ts'
import { reminding } from '../reminders/reminderTestKit.ts'
import { addSignature, addWaiver } from './waiverTestKit.ts'

const day = tuesday(2)
let app: TestApp
let parent: Person
let child: string
let waiver: string
let cage: string
beforeAll(async () => {
  app = await startTestApp({ settings: { SMTP_URL: 'smtp://127.0.0.1:9' }, reminders: true })
  await app.db.updateTable('facility').set({ parking: 'Park behind <the> barn.' }).execute()
  ;[cage = ''] = await addCages(app.db, 2)
  parent = await addPerson(app, { name: 'Ana Perez' })
  child = await addChild(app.db, [parent], { name: 'Mia Perez', birthDate: '2017-01-01' })
  waiver = await addWaiver(app.db, { kinds: ['cages', 'lessons', 'classes', 'camps'] })
})
afterAll(() => app.close())

const dataOf = async (template: string) => {
  const { data } = await app.db
    .selectFrom('outbox')
    .select('data')
    .where('template', '=', template as 'camp-registered')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return data as { missing_line: string; key_features?: string[]; account_url: string }
}
const missingIn = async (template: string) => (await dataOf(template)).missing_line

const sign = 'sign Waiver and release'
const tell = 'tell us an emergency contact and allergies for Mia Perez'
const onTicket = 'You can do that on your ticket.'

test('mails of all kinds say what is still missing, as the ticket, and a class what to bring', async () => {
  const coach = await addCoach(app.db)
  const slot = group(cage, day, '16:00', '16:30')
  const booked = await app.request('/api/bookings', {
    json: { bookingDetails: [slot], totalAmount: 20, participant_id: child },
    cookie: parent.cookie,
  })
  expect(booked.status).toBe(201)
  // Nobody is asked for an allergy before hitting balls.
  expect(await missingIn('booking-confirmed')).toBe(
    `Before you come, please ${sign} for Mia Perez. ${onTicket}`,
  )

  const asked = lesson(coach.id, day, '18:00', { participant_id: child })
  expect((await postLesson(app, asked, { cookie: parent.cookie })).status).toBe(201)
  const both = `Before you come, please ${sign} and ${tell}. ${onTicket}`
  expect(await missingIn('lesson-confirmed')).toBe(both)

  const classId = await addClass(app.db, { price: '0.00' })
  await app.db.updateTable('classes').set({ what_to_bring: 'Helmet' }).where('id', '=', classId).execute()
  const sessionId = await addSession(app.db, classId, day)
  const joined = await app.request('/api/class-registrations', {
    json: { instanceIds: [sessionId], participantIds: [child] },
    cookie: parent.cookie,
  })
  expect(joined.status).toBe(201)
  expect(await dataOf('class-booked')).toMatchObject({
    missing_line: both,
    key_features: ['Please bring: Helmet'],
  })

  const when = addDays(day, 1)
  const camp = await addCamp(app.db, { start_date: when, end_date: when, min_age: 5 })
  const leo = await addChild(app.db, [parent], { name: 'Leo Perez', birthDate: '2016-01-01' })
  await addSignature(app.db, { waiver, participantId: leo, person: parent, name: 'Ana Perez' })
  const choice = { participant_ids: [leo, child] }
  expect((await register(app, camp, parent, {}, choice)).status).toBe(201)
  expect(await missingIn('camp-registered')).toBe(
    `Before you come, please ${sign} for Mia Perez and ${tell.replace('Mia', 'Leo Perez and Mia')}. ${onTicket}`,
  )

  await addSignature(app.db, { waiver, participantId: child, person: parent, name: 'Ana Perez' })
  const desk = await addPerson(app, { role: 'desk' })
  const send = reminding(app, desk)
  expect((await send.session(sessionId)).status).toBe(200)
  const reminder = await dataOf('class-reminder')
  expect(reminder).toMatchObject({
    missing_line: `Before you come, please ${tell}. ${onTicket}`,
    key_features: ['Please bring: Helmet'],
  })
  expect(reminder.account_url).toMatch(/\/ticket\?tab=classes&item=[\w-]{36}$/)
})

test('nothing is said to someone who has signed and said all of it', async () => {
  const { id } = await app.db
    .selectFrom('participants')
    .select('id')
    .where('user_id', '=', parent.id)
    .executeTakeFirstOrThrow()
  await addSignature(app.db, { waiver, participantId: id, person: parent, name: 'Ana Perez' })
  const slot = group(cage, day, '17:00', '17:30')
  const json = { bookingDetails: [slot], totalAmount: 20 }
  expect((await app.request('/api/bookings', { json, cookie: parent.cookie })).status).toBe(201)
  expect(await missingIn('booking-confirmed')).toBe('')
})

test('a guest signs at the front desk', async () => {
  const coach = await addCoach(app.db)
  const details = { name: 'Gwen Guest', phone: '(409) 555-0177', email: 'gwen@example.test' }
  const asked = lesson(coach.id, day, '19:30', guestForm(app, { guest_details: details }))
  expect((await postLesson(app, asked)).status).toBe(201)
  expect(await missingIn('lesson-confirmed')).toBe(
    `Before you come, please ${sign}. You can do that at the front desk.`,
  )
})
