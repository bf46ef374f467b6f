import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScheduleDay } from '../../../shared/contract/bookings/scheduleDay.ts'
import { instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, addGuestRegistration } from '../camps/campTestKit.ts'

let app: TestApp
let desk: Person
let payer: Person
let cages: string[]
const day = tuesday(1)
const at = (time: string) => instantOf(day, time, ZONE)

beforeAll(async () => {
  app = await startTestApp()
  desk = await addPerson(app, { role: 'desk' })
  payer = await addPerson(app, { name: 'Pat Payer' })
  cages = await addCages(app.db, 4)
})
afterAll(() => app.close())

const read = (of = desk) => app.request(`/api/admin/schedule/day?schedule_date=${day}`, { cookie: of.cookie })
const cage = (index: number) => cages[index] ?? ''

async function holdCage(index: number, from: string, to: string, expiresAt: Date) {
  const { id } = await app.db
    .insertInto('checkout_holds')
    .values({ user_id: payer.id, purpose: 'cage_booking', amount: '20', expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  const slot = { checkout_hold_id: id, cage_id: cage(index), start_time: at(from), end_time: at(to) }
  await app.db.insertInto('checkout_hold_slots').values(slot).execute()
}

test('get-schedule-day has bookings, camps, closures, running checkouts and time off of one day in one answer', async () => {
  const guest = { guest_name: 'Gwen', guest_phone: '409-555-0100', cage_id: cage(0), total_cost: '20' }
  await app.db
    .insertInto('bookings')
    .values({ ...guest, start_time: at('16:00'), end_time: at('16:30') })
    .execute()
  const camp = await addCamp(app.db, {
    name: 'Fall Camp',
    max_spots: 8,
    timeslots: [{ date: day, start_time: '10:00', end_time: '12:00' }],
  })
  const slot = await app.db
    .selectFrom('camp_timeslots')
    .select('id')
    .where('camp_id', '=', camp.id)
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('camp_timeslot_cages')
    .values([0, 1, 2].map((index) => ({ camp_timeslot_id: slot.id, cage_id: cage(index) })))
    .execute()
  await addGuestRegistration(app.db, camp)
  const closure = await app.db
    .insertInto('closures')
    .values({ reason: 'New nets', start_time: at('18:00'), end_time: at('19:00') })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('closure_cages')
    .values({ closure_id: closure.id, cage_id: cage(3) })
    .execute()
  await holdCage(1, '17:00', '17:30', new Date(Date.now() + 600_000))
  await holdCage(2, '17:00', '17:30', new Date(Date.now() - 1_000))
  const coach = await app.db
    .insertInto('coaches')
    .values({ name: 'Casey Coach' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('coach_time_off')
    .values({
      coach_id: coach.id,
      start_date: day,
      end_date: day,
      start_time: '16:00',
      end_time: '18:00',
      note: 'dentist',
    })
    .execute()

  const answer = await bodyOf<ScheduleDay>(read())
  expect(answer.bookings.map(({ customer_name }) => customer_name)).toEqual(['Gwen'])
  expect(
    answer.blocks.map(({ kind, title, cage_ids, taken, max_spots }) => [
      kind,
      title,
      [...cage_ids].sort(),
      taken,
      max_spots,
    ]),
  ).toEqual([
    ['camp', 'Fall Camp', [cage(0), cage(1), cage(2)].sort(), 1, 8],
    ['hold', 'Pat Payer', [cage(1)], null, null],
    ['closure', 'New nets', [cage(3)], null, null],
  ])
  expect(answer.blocks.map(({ id }) => id)).toContain(camp.id)
  expect(answer.time_off).toEqual([
    {
      id: expect.any(String),
      coach_id: coach.id,
      coach_name: 'Casey Coach',
      start_time: at('16:00').toISOString(),
      end_time: at('18:00').toISOString(),
    },
  ])
  expect(JSON.stringify(answer)).not.toContain('dentist')
})

test('A cage out of service is listed only on days on which something takes it', async () => {
  const outOfService = { is_active: false }
  await app.db
    .updateTable('cages')
    .set(outOfService)
    .where('id', 'in', [cage(0), cage(3)])
    .execute()
  await app.db.deleteFrom('closure_cages').execute()
  const { cages: shown } = await bodyOf<ScheduleDay>(read())
  expect(shown.map(({ name, is_active }) => [name, is_active])).toEqual([
    ['Cage 1', false],
    ['Cage 2', true],
    ['Cage 3', true],
  ])
})

test('get-schedule-day is for the desk, and takes a real day only', async () => {
  expect(await refusalOf(await read(payer))).toEqual([403, 'forbidden'])
  expect((await app.request(`/api/admin/schedule/day?schedule_date=${day}`)).status).toBe(401)
  const wrong = await app.request('/api/admin/schedule/day?schedule_date=2026-02-30', { cookie: desk.cookie })
  expect(await refusalOf(wrong)).toEqual([400, 'invalid_input'])
})
