import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, instantOf } from '../../../shared/domain/time/time.ts'
import { ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { explainedDatabase } from '../../test/queryPlans.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp } from '../camps/campTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { readReminderSettings } from '../facility/reminderSettings.ts'
import { addChild } from '../households/householdTestKit.ts'
import { audienceOf } from './audience.ts'
import { dueDays, sendRemindersTask, sessionsOn } from './automatic.ts'

const LONG_AGO = new Date('2026-01-01T12:00:00Z')

let now = LONG_AGO
const clock = { now: () => now }
let app: TestApp
let other: TestApp
let mom: Person
let cages: string[]
let coachId: string
let classId: string

beforeAll(async () => {
  // Nothing listens there, so that mails wait in the outbox.
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9' }
  app = await startTestApp({ clock, settings, reminders: true })
  mom = await addPerson(app, { name: 'Morgan Mom' })
  cages = await addCages(app.db, 2)
  coachId = (await addCoach(app.db, { name: 'Casey Coach' })).id
  classId = await addClass(app.db)
  other = await app.another()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('outbox').execute()
  await app.db.deleteFrom('reminder_days').execute()
  await app.db.deleteFrom('class_registrations').execute()
  await app.db.deleteFrom('class_instances').execute()
  await app.db.deleteFrom('bookings').execute()
  await app.db.deleteFrom('bookings').where('guest_name', 'is not', null).execute()
  await app.db.deleteFrom('coach_bookings').execute()
})

const run = (from = app) =>
  sendRemindersTask(from.context).run({ db: from.context.db, clock: from.context.clock })
async function runAt(day: string, time: string) {
  now = instantOf(day, time, ZONE)
  await run()
}
const mails = () =>
  app.db
    .selectFrom('outbox')
    .select(['template', 'to_email', 'data'])
    .where('template', 'like', '%-reminder')
    .orderBy('to_email')
    .execute()
const templates = async () => (await mails()).map(({ template }) => template)
const sessionsOf = ({ data }: { data: unknown }) => (data as { sessions: object[] }).sessions

const bookAt = async (day: string, time: string, createdAt = LONG_AGO) => {
  const start = instantOf(day, time, ZONE)
  const { id } = await app.db
    .insertInto('bookings')
    .values({
      ...{ cage_id: cages[0] ?? '', user_id: mom.id, total_cost: '30', created_at: createdAt },
      ...{ start_time: start, end_time: new Date(start.getTime() + 3_600_000) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const move = (id: string, day: string, time: string) => {
  const start = instantOf(day, time, ZONE)
  return app.db
    .updateTable('bookings')
    .set({ start_time: start, end_time: new Date(start.getTime() + 3_600_000) })
    .where('id', '=', id)
    .execute()
}
const cancel = (id: string) =>
  app.db.updateTable('bookings').set({ status: 'canceled' }).where('id', '=', id).execute()

test('Each kind is reminded of at its hour, in one mail to each household', async () => {
  const day = '2027-06-16'
  const camp = await addCamp(app.db, {
    ...{ start_date: addDays(day, 1), end_date: addDays(day, 2), bullet_points: ['Bring a glove'] },
    timeslots: [{ date: addDays(day, 1), start_time: '09:00', end_time: '12:00' }],
  })
  const mia = await addChild(app.db, [mom], { name: 'Mia Mom' })
  await app.db
    .insertInto('camp_registrations')
    .values([{ camp_id: camp.id, user_id: mom.id, participant_id: mia, created_at: LONG_AGO }])
    .execute()
  const [first, second] = await Promise.all([
    addSession(app.db, classId, day),
    addSession(app.db, classId, day, { from: '18:00', to: '19:00' }),
  ])
  await app.db
    .insertInto('class_registrations')
    .values([
      { class_instance_id: first, user_id: mom.id, created_at: LONG_AGO },
      { class_instance_id: second, user_id: mom.id, participant_id: mia, created_at: LONG_AGO },
      { class_instance_id: first, guest_name: 'Gwen', guest_email: 'gwen@guests.test', created_at: LONG_AGO },
      { class_instance_id: first, guest_name: 'Paula', guest_phone: '+14095550142', created_at: LONG_AGO },
    ])
    .execute()
  await app.db
    .insertInto('coach_bookings')
    .values({
      ...{ coach_id: coachId, cage_id: cages[1] ?? '', customer_type: 'user', customer_id: mom.id },
      ...{ lesson_date: day, start_time: '20:00', end_time: '21:00', created_at: LONG_AGO },
      ...{ duration_minutes: 60, coach_rate: '50', cage_cost: '30' },
    })
    .execute()
  await bookAt(day, '16:00')
  await app.db
    .insertInto('bookings')
    .values({
      ...{ cage_id: cages[1] ?? '', guest_name: 'Gil', guest_email: 'gil@guests.test', total_cost: '30' },
      ...{ start_time: `${day}T21:00:00Z`, end_time: `${day}T22:00:00Z`, created_at: LONG_AGO },
    })
    .execute()

  await runAt('2027-06-15', '09:59')
  expect(await templates()).toEqual([])
  now = instantOf('2027-06-15', '10:02', ZONE)
  await Promise.all([run(), run(other), run()])

  const sent = await mails()
  expect(sent.map(({ template, to_email }) => `${template} ${to_email}`).sort()).toEqual(
    [
      `booking-reminder ${mom.email}`,
      'booking-reminder gil@guests.test',
      `camp-reminder ${mom.email}`,
      `class-reminder ${mom.email}`,
      'class-reminder gwen@guests.test',
      `lesson-reminder ${mom.email}`,
    ].sort(),
  )
  const ofMom = (template: string) =>
    sent.find((mail) => mail.template === template && mail.to_email === mom.email)
  expect(sessionsOf(ofMom('class-reminder') ?? { data: {} })).toEqual([
    {
      name: 'Hitting Basics',
      participant_name: '',
      day: 'Wed, Jun 16',
      time: '4:00–5:00 PM',
    },
    {
      name: 'Hitting Basics',
      participant_name: 'Mia Mom',
      day: 'Wed, Jun 16',
      time: '6:00–7:00 PM',
    },
  ])
  expect(ofMom('camp-reminder')?.data).toMatchObject({
    participant_name: 'Mia Mom',
    key_features: ['Bring a glove'],
  })
  expect(sessionsOf(ofMom('lesson-reminder') ?? { data: {} })).toMatchObject([
    { name: 'Lesson with Casey Coach, Cage 2', time: '8:00–9:00 PM' },
  ])
  await runAt('2027-06-15', '20:55')
  await runAt('2027-06-16', '08:00')
  expect(await mails()).toHaveLength(6)
})

test('A reminder says until when it can be changed, by the rule that it was booked under, with the links to do it', async () => {
  const day = '2027-06-23'
  const session = await addSession(app.db, classId, day)
  await app.db
    .insertInto('coach_bookings')
    .values({
      ...{ coach_id: coachId, cage_id: cages[1] ?? '', customer_type: 'user', customer_id: mom.id },
      ...{ lesson_date: day, start_time: '20:00', end_time: '21:00', created_at: LONG_AGO },
      ...{ duration_minutes: 60, coach_rate: '50', cage_cost: '30', cancellation_cutoff_hours: 48 },
    })
    .execute()
  const { id: seat } = await app.db
    .insertInto('class_registrations')
    .values({
      ...{ class_instance_id: session, user_id: mom.id, created_at: LONG_AGO },
      cancellation_cutoff_hours: 24,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const booking = await bookAt(day, '16:00')
  await app.db
    .updateTable('bookings')
    .set({ cancellation_cutoff_hours: 12 })
    .where('id', '=', booking)
    .execute()

  await runAt('2027-06-22', '10:00')

  const linksOf = (tab: 'bookings' | 'classes', id: string) => {
    const page = `${app.context.publicUrl()}/account?tab=${tab}&item=${id}&change=`
    return { title: '', move_url: tab === 'classes' ? '' : `${page}move`, cancel_url: `${page}cancel` }
  }
  const dataOf = async (kind: string) => (await mails()).find(({ template }) => template === kind)?.data
  expect(await dataOf('booking-reminder')).toMatchObject({
    cutoff_line: 'Free to move or cancel until Wed, Jun 23, 4:00 AM.',
    change_links: [linksOf('bookings', booking)],
  })
  expect(await dataOf('lesson-reminder')).toMatchObject({
    cutoff_line: 'It can no longer be changed online.',
    change_links: [],
  })
  expect(await dataOf('class-reminder')).toMatchObject({
    cutoff_line: 'Free to cancel until Tue, Jun 22, 4:00 PM.',
    change_links: [linksOf('classes', seat)],
  })
})

describe('Of what is booked', () => {
  test('what was moved is reminded of only at its new time, what was canceled not at all', async () => {
    const [moved, canceled] = [await bookAt('2027-07-07', '16:00'), await bookAt('2027-07-07', '18:00')]
    await move(moved, '2027-07-09', '17:00')
    await cancel(canceled)
    await runAt('2027-07-06', '10:05')
    expect(await templates()).toEqual([])
    await runAt('2027-07-08', '10:05')
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(sessionsOf(mail ?? { data: {} })).toMatchObject([{ day: 'Fri, Jul 9', time: '5:00–6:00 PM' }])
  })

  test('who was reminded and moves is reminded of the new time too', async () => {
    const id = await bookAt('2027-07-14', '16:00')
    await runAt('2027-07-13', '10:05')
    await move(id, '2027-07-16', '16:00')
    await runAt('2027-07-15', '10:05')
    // The first one was still waiting: it is withdrawn, because nothing of it is true any more.
    expect((await mails()).map(sessionsOf)).toMatchObject([[{ day: 'Fri, Jul 16' }]])
  })

  test('a mail that waits is withdrawn when all of it was canceled', async () => {
    const [one, two] = [await bookAt('2027-07-21', '16:00'), await bookAt('2027-07-21', '18:00')]
    await runAt('2027-07-20', '10:05')
    await cancel(one)
    await run()
    expect(await templates()).toEqual(['booking-reminder'])
    await cancel(two)
    await run()
    expect(await templates()).toEqual([])
  })

  test('who books on the day of the reminder, before or after it, has only the confirmation', async () => {
    await bookAt('2027-07-28', '16:00', instantOf('2027-07-27', '08:30', ZONE))
    await runAt('2027-07-27', '10:05')
    await bookAt('2027-07-28', '18:00', instantOf('2027-07-27', '15:00', ZONE))
    await runAt('2027-07-27', '15:05')
    await runAt('2027-07-28', '09:00')
    expect(await templates()).toEqual([])
  })
})

describe('In time', () => {
  test('after an outage nobody is woken, and nobody is reminded of what has begun', async () => {
    const day = '2027-08-11'
    const begun = await addSession(app.db, classId, day, { from: '07:00', to: '08:30' })
    const later = await addSession(app.db, classId, day, { from: '17:00', to: '18:00' })
    for (const class_instance_id of [begun, later]) {
      await app.db
        .insertInto('class_registrations')
        .values({ class_instance_id, user_id: mom.id, created_at: LONG_AGO })
        .execute()
    }
    await bookAt('2027-08-10', '16:00')
    await runAt('2027-08-10', '22:30')
    await runAt('2027-08-11', '05:00')
    expect(await templates()).toEqual([])
    await runAt('2027-08-11', '08:01')
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(sessionsOf(mail ?? { data: {} })).toMatchObject([{ time: '5:00–6:00 PM' }])
  })

  test.each([
    ['spring', '2027-03-14'],
    ['autumn', '2027-11-07'],
  ])('the hour is the one of the facility’s clock around the change of %s', async (_, change) => {
    await bookAt(change, '16:00')
    await bookAt(addDays(change, 1), '16:00')
    const dayBefore = addDays(change, -1)
    await runAt(dayBefore, '09:59')
    expect(await mails()).toHaveLength(0)
    await runAt(dayBefore, '10:00')
    expect(await mails()).toHaveLength(1)
    await runAt(change, '09:59')
    expect(await mails()).toHaveLength(1)
    await runAt(change, '10:00')
    expect((await mails()).flatMap(sessionsOf)).toHaveLength(2)
  })

  test('the settings say how many days before, from what hour, and whether at all', async () => {
    now = new Date()
    const admin = await addPerson(app, { role: 'admin' })
    const save = (changes: object) =>
      app.request('/api/settings/facility', {
        method: 'PATCH',
        cookie: admin.cookie,
        json: { changes, seen: {} },
      })
    const week = { reminder_days_cages: 3, reminder_hour: 18, reminder_days_lessons: 0 }
    expect((await save(week)).status).toBe(200)
    expect((await save({ reminder_days_cages: 8 })).status).toBe(400)
    expect((await save({ reminder_hour: 22 })).status).toBe(400)
    const settings = await readReminderSettings(app.db)
    const due = (time: string) => {
      const days = dueDays(settings, { now: instantOf('2027-09-01', time, ZONE), zone: ZONE })
      return [
        days.filter(({ kind }) => kind === 'cage').at(-1)?.day,
        days.filter(({ kind }) => kind === 'lesson').length,
      ]
    }
    expect(due('17:59')).toEqual(['2027-09-03', 0])
    expect(due('18:00')).toEqual(['2027-09-04', 0])
    await save({ reminder_days_cages: 1, reminder_days_lessons: 1, reminder_hour: 10 })
  })
})

test('a day is found by indexes among many bookings', async () => {
  await sql`
    insert into booking_entries (source_id, kind, starts_at, ends_at, status, person_id, cage_id, group_id)
    select gen_random_uuid(), 'booking', moment, moment + interval '1 hour', 'paid', null, null, gen_random_uuid()
    from generate_series(timestamptz '2020-01-01', timestamptz '2022-01-01', interval '30 minutes') moment`.execute(
    app.db,
  )
  await sql`analyze booking_entries`.execute(app.db)
  await bookAt('2027-10-06', '16:00')
  const explained = explainedDatabase(app.databaseUrl, ['booking_entries'])
  const day = { kind: 'cage', day: '2027-10-06' } as const
  const costs = await explained.costsOf(async () => {
    const sessions = await sessionsOn(explained.db, day, ZONE)
    expect((await audienceOf(explained.db, sessions)).readers).toHaveLength(1)
  })
  await explained.db.destroy()
  expect(costs.flatMap(({ scanned }) => scanned)).toEqual([])
  expect(costs[0]?.buffers).toBeLessThan(50)
})
