import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, register, teenager } from '../camps/campTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'

let app: TestApp
let cages: string[]

beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 12)
})
afterAll(() => app.close())

async function book({ cookie }: Person, participant_id?: string) {
  const [cage = ''] = cages.splice(0, 1)
  const bookingDetails = [group(cage, tuesday(0), '16:00', '17:00')]
  const json = { bookingDetails, totalAmount: 30, participant_id }
  const { bookings } = await bodyOf<{ bookings: { id: string; start_time: string }[] }>(
    app.request('/api/bookings', { json, cookie }),
  )
  return bookings[0] ?? { id: '', start_time: '' }
}

const load = (person: Person | null, ...ids: string[]) =>
  app.request(`/api/me/calendar.ics?id=${ids.join(',')}`, { cookie: person?.cookie ?? '' })

test('get-my-calendar-file gives a booking and the days of a camp, each with its instant and the UID of the feed', async () => {
  const person = await addPerson(app, teenager)
  const child = await addChild(app.db, [person], { name: 'Mia' })
  const booking = await book(person, child)
  const camp = await addCamp(app.db)
  const seat = await bodyOf<{ registration_id: string }>(register(app, camp, person))
  const response = await load(person, booking.id, seat.registration_id)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=PUBLISH')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="booked.ics"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const calendar = new ICAL.Component(ICAL.parse(await response.text()))
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  const zone = calendar.getFirstSubcomponent('vtimezone')
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  const [cage] = events.filter(({ uid }) => uid === `${booking.id}@localhost`)
  expect(cage?.summary).toBe('Batting cage: Cage 1 for Mia')
  if (cage && zone) cage.startDate.zone = new ICAL.Timezone(zone)
  expect((cage?.startDate.toUnixTime() ?? 0) * 1_000).toBe(Date.parse(booking.start_time))
  const days = await app.db.selectFrom('camp_timeslots').select('id').where('camp_id', '=', camp.id).execute()
  expect(days.length).toBeGreaterThan(0)
  expect(events.map(({ uid }) => uid).sort()).toEqual(
    [`${booking.id}@localhost`, ...days.map(({ id }) => `${seat.registration_id}-${id}@localhost`)].sort(),
  )
})

test("get-my-calendar-file opens only with one's own session, and not at all where one of several is someone else's", async () => {
  const [person, stranger] = await Promise.all([addPerson(app, teenager), addPerson(app, teenager)])
  const [own, other] = [await book(person), await book(stranger)]
  expect((await load(person, own.id)).status).toBe(200)
  expect(await refusalOf(await load(null, own.id))).toEqual([401, 'unauthenticated'])
  expect(await refusalOf(await load(person, own.id, other.id))).toEqual([404, 'booking_not_found'])
})

test.each([
  ['nothing', ''],
  ['no id', 'mine'],
  [
    'more than fifty',
    Array.from({ length: 51 }, (_, n) => crypto.randomUUID().slice(0, 34) + (n + 10)).join(','),
  ],
])('get-my-calendar-file refuses %s', async (_what, ids) => {
  const person = await addPerson(app, teenager)
  expect(await refusalOf(await load(person, ids))).toEqual([400, 'invalid_input'])
})
