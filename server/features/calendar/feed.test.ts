import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'

interface Addresses {
  url: string
  webcal_url: string
  google_url: string
  created_at: string
}

/** The days around the clock change of March 14. Feeds are read then; people are signed in now. */
const NOW = Date.parse('2027-03-10T18:00:00Z')
let time: number | null = null
let app: TestApp
let cages: string[]
let coachId: string

beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => new Date(time ?? Date.now()) } })
  cages = await addCages(app.db, 3)
  coachId = (await addCoach(app.db, { name: 'Casey; Coach' })).id
})
afterAll(() => app.close())

const renew = (person: Person) =>
  bodyOf<Addresses>(app.request('/api/me/calendar-feed', { method: 'POST', cookie: person.cookie }))
const load = async (path: string, later = 0, headers: Record<string, string> = {}) => {
  time = NOW + later
  const response = await app.request(path, { headers })
  time = null
  return response
}
const pathOf = ({ url }: Addresses) => new URL(url).pathname
const madeAt = async (person: Person) =>
  (
    await bodyOf<{ created_at: string | null }>(
      app.request('/api/me/calendar-feed', { cookie: person.cookie }),
    )
  ).created_at

/** The entries of a feed, read with an independent parser. */
async function read(path: string, later = 0) {
  const response = await load(path, later)
  expect(response.status).toBe(200)
  const text = await response.text()
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const status = component.getFirstPropertyValue('status')
    return {
      summary: event.summary,
      uid: event.uid,
      sequence: event.sequence,
      status,
      start: event.startDate,
    }
  })
  return { response, text, calendar, events }
}

let slot = 0
/** A cage booking, each in another cage and at another time. */
async function book(person: Person, start: string, more: object = {}) {
  slot += 1
  const at = new Date(start)
  return app.db
    .insertInto('bookings')
    .values({
      user_id: person.id,
      cage_id: cages[slot % 3] ?? '',
      start_time: at,
      end_time: new Date(at.getTime() + 30 * 60_000),
      total_cost: '20.00',
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

describe('the calendar address', () => {
  test('is shown once, stored as a digest, and get-calendar-feed says that it exists', async () => {
    const person = await addPerson(app)
    expect(await madeAt(person)).toBeNull()
    const made = await renew(person)
    expect(made.webcal_url).toMatch(/^webcal:\/\/.+\/api\/calendar\/[\w-]{43}\.ics$/)
    expect(made.google_url).toContain(encodeURIComponent(made.webcal_url))
    expect(await madeAt(person)).toBe(made.created_at)
    const token = /([\w-]{43})\.ics$/.exec(made.url)?.[1] ?? 'none'
    for (const table of ['calendar_feeds', 'idempotency_keys', 'audit_log'] as const) {
      expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toContain(token)
    }
  })

  test('is revoked by renew-calendar-feed and by delete-calendar-feed', async () => {
    const person = await addPerson(app)
    const first = pathOf(await renew(person))
    const second = pathOf(await renew(person))
    expect(await refusalOf(await app.request(first))).toEqual([404, 'calendar_not_found'])
    expect((await app.request(second)).status).toBe(200)
    const ended = await app.request('/api/me/calendar-feed', { method: 'DELETE', cookie: person.cookie })
    expect(ended.status).toBe(204)
    expect(await refusalOf(await app.request(second))).toEqual([404, 'calendar_not_found'])
    expect(await madeAt(person)).toBeNull()
  })

  test('renewed twice at the same moment has one secret', async () => {
    const person = await addPerson(app)
    const made = await Promise.all([renew(person), renew(person)])
    const statuses = await Promise.all(made.map(async (feed) => (await app.request(pathOf(feed))).status))
    expect(statuses.sort()).toEqual([200, 404])
  })

  test.each([
    'made-up.ics',
    `${'A'.repeat(43)}.ics`,
    'A'.repeat(43),
    '..%2f..ics',
    `${'A'.repeat(43)}.ics.ics`,
  ])('opens nothing when it is %s', async (file) => {
    expect(await refusalOf(await app.request(`/api/calendar/${file}`))).toEqual([404, 'calendar_not_found'])
  })
})

describe('read-calendar-feed', () => {
  test('has all bookings of the owner and none of others, on both sides of the clock change', async () => {
    const [person, stranger] = await Promise.all([addPerson(app), addPerson(app)])
    await book(person, '2027-03-13T23:00:00Z')
    await book(person, '2027-03-15T22:00:00Z')
    await book(stranger, '2027-03-16T22:00:00Z')
    await app.db
      .insertInto('bookings')
      .values({
        guest_name: 'Pat',
        guest_email: person.email.toUpperCase(),
        cage_id: cages[0] ?? '',
        start_time: '2027-03-17T22:00:00Z',
        end_time: '2027-03-17T22:30:00Z',
        total_cost: '20.00',
      })
      .execute()
    await addLesson(person, '2027-03-18')
    await addClassSession(person, '2027-03-19')
    await addCampDays(person, ['2027-03-22', '2027-03-23'])
    const { calendar, events, response } = await read(pathOf(await renew(person)))
    expect(events.map(({ summary, start }) => `${start} ${summary}`)).toEqual([
      expect.stringMatching(/^2027-03-13T17:00:00 Batting cage: Cage \d$/),
      expect.stringMatching(/^2027-03-15T17:00:00 Batting cage: Cage \d$/),
      '2027-03-17T17:00:00 Batting cage: Cage 1 for Pat',
      '2027-03-18T17:00:00 Lesson with Casey; Coach',
      '2027-03-19T16:00:00 Class: Hitting',
      '2027-03-22T10:00:00 Camp: Spring Camp',
      '2027-03-23T10:00:00 Camp: Spring Camp',
    ])
    const zone = calendar.getFirstSubcomponent('vtimezone')
    if (!zone) throw new Error('The feed has no time zone.')
    const instants = events.slice(0, 2).map(({ start }) => {
      start.zone = new ICAL.Timezone(zone)
      return new Date(start.toUnixTime() * 1_000).toISOString()
    })
    expect(instants).toEqual(['2027-03-13T23:00:00.000Z', '2027-03-15T22:00:00.000Z'])
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H')
    expect(calendar.getFirstPropertyValue('name')).toBe('Golden Triangle Batting Cages')
    expect(calendar.getFirstPropertyValue('method')).toBeNull()
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('x-robots-tag')).toContain('noindex')
  })

  test('is valid under RFC 5545, whatever characters a name contains', async () => {
    const person = await addPerson(app)
    const name = `Swing & Throw; "Ages 8, 9 \\ 10" ${'für Anfängerinnen ⚾ '.repeat(6)}`.trim()
    const session = await addClassSession(person, '2027-04-20')
    await app.db
      .updateTable('classes')
      .set({ name })
      .from('class_instances')
      .whereRef('class_instances.class_id', '=', 'classes.id')
      .where('class_instances.id', '=', session)
      .execute()
    const { text, events } = await read(pathOf(await renew(person)))
    expect(events.map(({ summary }) => summary)).toEqual([`Class: ${name}`])
    const lines = text.split('\r\n')
    expect(lines.pop()).toBe('')
    for (const line of lines) {
      expect(line).not.toMatch(/[\r\n]/)
      expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
      expect(line).not.toContain('\ufffd')
    }
  })

  test('is a valid calendar while nothing is booked', async () => {
    const { calendar, events, text } = await read(pathOf(await renew(await addPerson(app))))
    expect(events).toEqual([])
    expect(text).not.toMatch(/\r\n\r\n|[^\n]$/)
    expect(calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid')).toBe('America/Chicago')
  })

  test('keeps the UID, increments SEQUENCE, and shows canceled entries for 30 days', async () => {
    const person = await addPerson(app)
    const { id } = await book(person, '2027-05-04T22:00:00Z')
    const path = pathOf(await renew(person))
    const entry = async (later = 0) => (await read(path, later)).events.find(({ uid }) => uid.startsWith(id))
    const before = await entry()
    expect(before).toMatchObject({ status: 'CONFIRMED', uid: `${id}@localhost` })
    await changeLater(id, { start_time: '2027-05-04T23:00:00Z', end_time: '2027-05-04T23:30:00Z' })
    const moved = await entry()
    expect(moved?.uid).toBe(before?.uid)
    expect([before?.sequence, moved?.sequence]).toEqual([0, 1])
    await changeLater(id, { status: 'canceled' })
    await app.db
      .updateTable('bookings')
      .set({ canceled_at: new Date(NOW) })
      .where('id', '=', id)
      .execute()
    const canceled = await entry()
    expect(canceled).toMatchObject({ status: 'CANCELLED', uid: `${id}@localhost`, sequence: 2 })
    expect(await entry(30 * 24 * 3_600_000 + 1)).toBeUndefined()
  })

  test('says how an entry is paid, unless it is free', async () => {
    const person = await addPerson(app)
    const owed = await addCampDays(person, ['2027-04-12'])
    await addCampDays(person, ['2027-04-13'])
    await app.db
      .updateTable('camp_registrations')
      .set({ total_cost: '180.00' })
      .where('id', '=', owed)
      .execute()
    const { text } = await read(pathOf(await renew(person)))
    expect(text.match(/You can pay on arrival\./g)).toHaveLength(1)
    expect(text).not.toContain('Paid.')
  })

  test('cancels a class session and a camp day as the registration or the session is canceled', async () => {
    const person = await addPerson(app)
    const session = await addClassSession(person, '2027-04-06')
    const camp = await addCampDays(person, ['2027-04-12'])
    const path = pathOf(await renew(person))
    const readAt = new Date(NOW)
    await app.db
      .updateTable('class_instances')
      .set({ status: 'canceled', updated_at: readAt })
      .where('id', '=', session)
      .execute()
    await app.db
      .updateTable('camp_registrations')
      .set({ status: 'canceled', canceled_at: readAt })
      .where('id', '=', camp)
      .execute()
    const { events } = await read(path)
    expect(events.map(({ status, sequence }) => [status, sequence])).toEqual([
      ['CANCELLED', 1],
      ['CANCELLED', 1],
    ])
  })

  test('goes from 30 days back to a year ahead', async () => {
    const person = await addPerson(app)
    await book(person, '2027-02-07T22:00:00Z')
    await book(person, '2027-02-09T22:00:00Z')
    await book(person, '2028-03-09T22:00:00Z')
    await book(person, '2028-03-14T22:00:00Z')
    const { events } = await read(pathOf(await renew(person)))
    expect(events.map(({ start }) => String(start).slice(0, 10))).toEqual(['2027-02-09', '2028-03-09'])
  })

  test('has the same bytes until something changes, so that a calendar gets 304', async () => {
    const person = await addPerson(app)
    await book(person, '2027-06-01T22:00:00Z')
    const path = pathOf(await renew(person))
    const etag = (await load(path)).headers.get('etag') ?? ''
    const again = (tag: string) => load(path, 3_600_000, { 'if-none-match': tag })
    expect((await again(etag)).status).toBe(304)
    expect((await again(`"other", W/${etag}`)).status).toBe(304)
    await book(person, '2027-06-02T22:00:00Z')
    expect((await again(etag)).status).toBe(200)
  })
})

describe('get-coach-calendar, renew-coach-calendar and delete-coach-calendar', () => {
  const address = (person: Person, method: string) =>
    app.request('/api/coach/calendar-feed', { method, cookie: person.cookie })
  const addCoachPerson = async (name: string) => {
    const person = await addPerson(app, { role: 'coach', name })
    return { person, coach: await addCoach(app.db, { person, name }) }
  }

  test('has the own lessons with who takes part, and nothing of others or about the person', async () => {
    const [casey, olly] = await Promise.all([addCoachPerson('Casey'), addCoachPerson('Olly')])
    const parent = await addPerson(app, { name: 'Pat Parent' })
    const child = await addChild(app.db, [parent], { name: 'Leo; Parent', birthDate: '2016-05-01' })
    const care = { participant_id: child, medical_note: 'Peanut allergy' }
    await app.db.insertInto('participant_care').values(care).execute()
    const more = { participant_id: child, customer_notes: 'Bad knee', coach_notes: 'Elbow up' }
    await addLesson(parent, '2027-05-20', { ...more, coach_id: casey.coach.id })
    await addLesson(parent, '2027-05-21', {
      coach_id: casey.coach.id,
      status: 'paid',
      payment_status: 'paid',
    })
    await addLesson(parent, '2027-05-22', { coach_id: olly.coach.id })
    const made = await bodyOf<Addresses>(address(casey.person, 'POST'))
    const { events, text } = await read(pathOf(made))
    expect(events.map(({ summary, start }) => `${start} ${summary}`)).toEqual([
      '2027-05-20T17:00:00 Lesson: Leo; Parent',
      '2027-05-21T17:00:00 Lesson: Pat Parent',
    ])
    expect(text.match(/To be paid on arrival\./g)).toHaveLength(1)
    for (const secret of ['Peanut', 'knee', 'Elbow', parent.email]) expect(text).not.toContain(secret)
    // Coaches have a calendar of what they book for themselves too.
    expect((await read(pathOf(await renew(casey.person)))).events).toEqual([])
  })

  test('is renewed, deleted and lost with the role, and stored as a digest', async () => {
    const { person } = await addCoachPerson('Robin')
    const made = async () => (await bodyOf<{ created_at: string | null }>(address(person, 'GET'))).created_at
    expect(await made()).toBeNull()
    const first = pathOf(await bodyOf<Addresses>(address(person, 'POST')))
    const second = pathOf(await bodyOf<Addresses>(address(person, 'POST')))
    expect(await made()).not.toBeNull()
    expect((await app.request(first)).status).toBe(404)
    expect((await app.request(second)).status).toBe(200)
    const rows = await app.db.selectFrom('coach_calendar_feeds').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(second.slice(-47, -4))
    const setRole = (role: 'user' | 'coach') =>
      app.db.updateTable('profiles').set({ role }).where('id', '=', person.id).execute()
    await setRole('user')
    expect(await refusalOf(await app.request(second))).toEqual([404, 'calendar_not_found'])
    await setRole('coach')
    expect((await app.request(second)).status).toBe(200)
    expect((await address(person, 'DELETE')).status).toBe(204)
    expect((await app.request(second)).status).toBe(404)
    expect(await made()).toBeNull()
  })
})

const changeLater = (id: string, change: { start_time?: string; end_time?: string; status?: 'canceled' }) =>
  app.db.updateTable('bookings').set(change).where('id', '=', id).execute()

async function addLesson(person: Person, lesson_date: string, more: object = {}) {
  await app.db
    .insertInto('coach_bookings')
    .values({
      coach_id: coachId,
      cage_id: cages[1] ?? '',
      customer_type: 'user',
      customer_id: person.id,
      lesson_date,
      start_time: '17:00',
      end_time: '18:00',
      duration_minutes: 60,
      coach_rate: '50.00',
      cage_cost: '30.00',
      ...more,
    })
    .execute()
}

async function addClassSession(person: Person, class_date: string): Promise<string> {
  const made = await app.db
    .insertInto('classes')
    .values({ name: 'Hitting', price: '25.00', max_spots: 8, start_date: class_date, end_date: class_date })
    .returning('id')
    .executeTakeFirstOrThrow()
  const session = await app.db
    .insertInto('class_instances')
    .values({ class_id: made.id, class_date, start_time: '16:00', end_time: '17:00' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('class_registrations')
    .values({ class_instance_id: session.id, user_id: person.id, status: 'paid' })
    .execute()
  return session.id
}

async function addCampDays(person: Person, days: readonly string[]): Promise<string> {
  const camp = await app.db
    .insertInto('camps')
    .values({ name: 'Spring Camp', start_date: days[0] ?? '', end_date: days.at(-1) ?? '', published: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('camp_timeslots')
    .values(days.map((date) => ({ camp_id: camp.id, date, start_time: '10:00', end_time: '12:00' })))
    .execute()
  const registration = await app.db
    .insertInto('camp_registrations')
    .values({ camp_id: camp.id, user_id: person.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return registration.id
}
