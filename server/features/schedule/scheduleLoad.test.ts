import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScheduleLoad } from '../../../shared/contract/bookings/scheduleLoad.ts'
import { addDays, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, addGuestRegistration } from '../camps/campTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'

let app: TestApp
let desk: Person
let cages: string[]
const day = tuesday(1)
const at = (time: string) => instantOf(day, time, ZONE)
const cage = (index: number) => cages[index] ?? ''

async function book(
  index: number,
  from: string,
  to: string,
  status: 'paid' | 'pending payment' | 'canceled',
) {
  const guest = { guest_name: 'Gwen', guest_phone: '409-555-0100', total_cost: '20', status }
  await app.db
    .insertInto('bookings')
    .values({ ...guest, cage_id: cage(index), start_time: at(from), end_time: at(to) })
    .execute()
}

beforeAll(async () => {
  app = await startTestApp()
  desk = await addPerson(app, { role: 'desk' })
  cages = await addCages(app.db, 4)
  await book(0, '16:00', '17:00', 'paid')
  await book(1, '16:30', '17:30', 'pending payment')
  await book(2, '16:30', '17:30', 'canceled')
  const session = await addSession(app.db, await addClass(app.db), day, { from: '18:00', to: '19:00' })
  await app.db
    .insertInto('class_instance_cages')
    .values({ class_instance_id: session, cage_id: cage(0) })
    .execute()
  const camp = await addCamp(app.db, {
    name: 'Fall Camp',
    max_spots: 8,
    timeslots: [{ date: day, start_time: '10:00', end_time: '12:00' }],
  })
  await addGuestRegistration(app.db, camp)
  const closure = await app.db
    .insertInto('closures')
    .values({ reason: 'New nets', start_time: at('18:00'), end_time: at('18:30') })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('closure_cages')
    .values({ closure_id: closure.id, cage_id: cage(3) })
    .execute()
})
afterAll(() => app.close())

const read = (query: string, of = desk) =>
  app.request(`/api/admin/schedule/load?${query}`, { cookie: of.cookie })

test('list-schedule-load has how full each open half hour is, the money, and what takes place', async () => {
  const { days } = await bodyOf<ScheduleLoad>(read(`start_date=${day}&end_date=${addDays(day, 1)}`))
  expect(days.map(({ date }) => date)).toEqual([day, addDays(day, 1)])
  const [first, second] = days
  // Two bookings and the session; the canceled one is neither counted nor owed.
  expect(first).toMatchObject({ booked: 3, paid: 20, due: 20 })
  const load = new Map(first?.slots.map(({ start_time, ...slot }) => [start_time, slot]))
  const slot = (time: string) => load.get(at(time).toISOString())
  expect(first?.slots).toHaveLength(10)
  expect(slot('16:00')).toEqual({ booked: 1, cages: 4 })
  expect(slot('16:30')).toEqual({ booked: 2, cages: 4 })
  expect(slot('17:00')).toEqual({ booked: 1, cages: 4 })
  expect(slot('18:00'), 'a closed cage leaves the count').toEqual({ booked: 1, cages: 3 })
  expect(slot('18:30')).toEqual({ booked: 1, cages: 4 })
  expect(slot('20:30')).toEqual({ booked: 0, cages: 4 })
  expect(first?.programs).toMatchObject(
    [
      { kind: 'camp', title: 'Fall Camp', taken: 1, max_spots: 8, start_time: at('10:00').toISOString() },
      { kind: 'class', taken: 0, start_time: at('18:00').toISOString() },
      { kind: 'closure', title: 'New nets', taken: null, max_spots: null },
    ].sort((a, b) => (a.start_time ?? '9').localeCompare(b.start_time ?? '9')),
  )
  expect(second).toMatchObject({ booked: 0, paid: 0, due: 0, programs: [] })
})

test('A day on which it is closed has no half hours; at most six weeks are told, and staff only', async () => {
  const sunday = addDays(day, 5)
  const { days } = await bodyOf<ScheduleLoad>(read(`start_date=${sunday}&end_date=${sunday}`))
  expect(days).toMatchObject([{ date: sunday, slots: [] }])
  const long = await read(`start_date=${day}&end_date=${addDays(day, 42)}`)
  expect(await refusalOf(long)).toEqual([400, 'invalid_input'])
  const [customer, coach] = [await addPerson(app), await addPerson(app, { role: 'coach' })]
  for (const person of [customer, coach])
    expect((await read(`start_date=${day}&end_date=${day}`, person)).status).toBe(403)
})
