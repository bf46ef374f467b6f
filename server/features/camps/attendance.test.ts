/** Who came to each day of a camp, as the desk notes it. */

import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { Undo } from '../../../shared/contract/bookings/staffChanges.ts'
import type {
  CampRegistrations,
  StaffCampRegistration,
} from '../../../shared/contract/programs/campRegistrations.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { staffOf, startStaffedFacility } from '../bookings/staffTestKit.ts'
import { addCamp, type TestCamp } from './campTestKit.ts'

// The clock is on Saturday, November 21, 2026, at noon.
const { app, desk } = await startStaffedFacility()
afterAll(() => app.close())
const TODAY = '2026-11-21'
const NEXT = '2026-11-28'

const days = (first: string) =>
  addCamp(app.db, {
    name: `Camp ${randomUUID()}`,
    ...{ start_date: TODAY, end_date: NEXT },
    timeslots: [
      { date: TODAY, start_time: first, end_time: '17:00' },
      { date: NEXT, start_time: '09:00', end_time: '12:00' },
    ],
  })
const seatsOf = async (camp: TestCamp): Promise<StaffCampRegistration[]> => {
  const answer = app.request(`/api/admin/camps/${camp.id}/registrations`, { cookie: desk.cookie })
  return (await bodyOf<CampRegistrations>(answer)).registrations
}
const note = (id: string, json: object, by: Person = desk) =>
  staffOf(app, by).put(`/api/admin/camp-registrations/${id}/attendance`, json)
const checkInAll = (camp: { id: string }, day: string) =>
  staffOf(app, desk).put(`/api/admin/camps/${camp.id}/attendance`, { day, attendance: 'checked_in' })
async function campOf(first: string, ...names: string[]) {
  const camp = await days(first)
  const rows = names.map((guest_name) => ({ camp_id: camp.id, guest_name }))
  await app.db.insertInto('camp_registrations').values(rows).execute()
  return { camp, seats: await seatsOf(camp) }
}

test('is noted by day, taken back by another call, and undone (update-camp-registration-attendance)', async () => {
  const { camp, seats } = await campOf('09:00', 'Kim')
  const [seat] = seats
  if (!seat) throw new Error('There is no registration.')
  for (const attendance of ['checked_in', 'no_show', null, 'late']) {
    const answer = await bodyOf<{ registration: StaffCampRegistration }>(
      note(seat.id, { day: TODAY, attendance }),
    )
    expect(answer.registration.attendance).toEqual(attendance ? { [TODAY]: attendance } : {})
  }
  const { undo } = await bodyOf<{ undo: Undo }>(note(seat.id, { day: TODAY, attendance: null }))
  expect((await staffOf(app, desk).undo(undo)).status).toBe(200)
  expect(await seatsOf(camp)).toMatchObject([{ attendance: { [TODAY]: 'late' } }])
})

test('is refused early, on other days, for what is canceled or changed, and to customers', async () => {
  const { camp, seats } = await campOf('15:00', 'Kim', 'Lee')
  const [kim, lee] = seats
  if (!kim || !lee) throw new Error('There are no registrations.')
  const tried = async (id: string, day: string, attendance: string, more = {}) =>
    refusalOf(await note(id, { day, attendance, ...more }))
  expect(await tried(kim.id, NEXT, 'checked_in')).toEqual([409, 'check_in_too_early'])
  expect(await tried(kim.id, TODAY, 'no_show')).toEqual([409, 'not_begun'])
  expect(await tried(kim.id, '2026-11-22', 'checked_in')).toEqual([409, 'camp_not_on_this_day'])
  expect(await refusalOf(await checkInAll(camp, '2026-11-22'))).toEqual([409, 'camp_not_on_this_day'])
  expect(await refusalOf(await checkInAll(camp, NEXT))).toEqual([409, 'check_in_too_early'])
  expect(await tried(randomUUID(), TODAY, 'checked_in')).toEqual([404, 'registration_not_found'])
  await note(kim.id, { day: TODAY, attendance: 'checked_in' })
  const stale = { expected_revision: kim.revision }
  expect(await tried(kim.id, TODAY, 'late', stale)).toEqual([409, 'changed_meanwhile'])
  // A second tablet that notes the same does not disagree.
  expect((await note(kim.id, { day: TODAY, attendance: 'checked_in', ...stale })).status).toBe(200)
  // A cancellation forgets it.
  const update = { method: 'PATCH', json: { status: 'canceled' }, cookie: desk.cookie }
  expect((await app.request(`/api/admin/camp-registrations/${kim.id}`, update)).status).toBe(200)
  expect(await seatsOf(camp)).toMatchObject([{ attendance: {} }, { attendance: {} }])
  expect(await tried(kim.id, TODAY, 'checked_in')).toEqual([409, 'already_canceled'])
  for (const role of ['user', 'coach'] as const) {
    const json = { day: TODAY, attendance: 'checked_in' }
    expect((await note(lee.id, json, await addPerson(app, { role }))).status).toBe(403)
  }
  const written = app.db.updateTable('camp_registrations').set({ attendance: '{"someday": "late"}' })
  await expect(written.execute()).rejects.toMatchObject({ code: '23514' })
})

test('the rest is checked in at once, what is noted stays, and one undo takes it back (update-camp-attendance)', async () => {
  const { camp, seats } = await campOf('09:00', 'Ann', 'Bo', 'Cy')
  await note(seats[0]?.id ?? '', { day: TODAY, attendance: 'no_show' })
  const noted = async () => (await seatsOf(camp)).map(({ attendance }) => attendance[TODAY] ?? null)
  const { message, undo } = await bodyOf<{ message: string; undo: Undo }>(checkInAll(camp, TODAY))
  expect(message).toBe('2 people are checked in.')
  expect(await noted()).toEqual(['no_show', 'checked_in', 'checked_in'])
  expect((await bodyOf<{ message: string }>(checkInAll(camp, TODAY))).message).toBe(
    'Nobody else is checked in.',
  )
  await staffOf(app, desk).undo(undo)
  expect(await noted()).toEqual(['no_show', null, null])
  // Two desks at once: everybody is checked in once, whoever is first.
  const both = await Promise.all([checkInAll(camp, TODAY), checkInAll(camp, TODAY)])
  const counts = await Promise.all(both.map((answer) => bodyOf<{ registrations: number }>(answer)))
  expect(counts.map(({ registrations }) => registrations).sort()).toEqual([0, 2])
})
