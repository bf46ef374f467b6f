/** update-booking-attendance and update-lesson-attendance. */

import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { instantOf } from '../../../../shared/domain/time/time.ts'
import { bodyOf } from '../../../test/answers.ts'
import { group, ZONE } from '../../../test/cageTime.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import {
  auditOf,
  messagesAbout,
  newTime,
  problemOf,
  rowOf,
  type StaffAnswer,
  staffOf,
  startStaffedFacility,
} from '../../bookings/staffTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'

// The clock is on Saturday, November 21, 2026, at noon.
const { admin, app, book, cage, clock, customer, desk, freshDay } = await startStaffedFacility()
const giver = await addPerson(app, { role: 'coach' })
const coach = await addCoach(app.db, { person: giver })
afterAll(() => app.close())

const by = (person: Person) => staffOf(app, person)
const note = (id: string, attendance: string | null, person = desk) =>
  by(person).put(`/api/bookings/${id}/attendance`, { attendance })
const SATURDAY = '2026-11-21'

/** A booking of today, or of another day. */
async function bookAt(startTime: string, endTime: string, day = SATURDAY): Promise<string> {
  const id = await book(freshDay())
  const start = instantOf(day, startTime, ZONE)
  // Each test has the time to itself.
  await app.db.deleteFrom('bookings').where('start_time', '=', start).execute()
  await app.db
    .updateTable('bookings')
    .set({ start_time: start, end_time: instantOf(day, endTime, ZONE) })
    .where('id', '=', id)
    .execute()
  return id
}

test('The desk checks people in on the day, before the start, and takes it back', async () => {
  const id = await bookAt('16:00', '17:00')
  for (const attendance of ['checked_in', 'late', null, 'late', 'checked_in']) {
    const answer = await bodyOf<StaffAnswer>(note(id, attendance))
    expect(answer).toMatchObject({ booking: { id, attendance }, undo: { id: expect.any(String) } })
  }
  expect(await rowOf(app, id)).toMatchObject({ attendance: 'checked_in', attendance_at: clock.now() })
  // To note what is there already changes nothing, the moment of the first note neither.
  const noted = clock.now()
  clock.advance(5)
  expect((await bodyOf<StaffAnswer>(note(id, 'checked_in'))).undo).toBeNull()
  clock.advance(-5)
  expect(await rowOf(app, id)).toMatchObject({ attendance: 'checked_in', attendance_at: noted })
  // A payment leaves it, and nobody is told of either.
  await by(desk).setStatus(id, { status: 'paid' })
  expect(await rowOf(app, id)).toMatchObject({ attendance: 'checked_in', status: 'paid' })
  expect(await messagesAbout(app, id)).toEqual([])
  expect((await auditOf(app, id)).filter(({ user_id }) => user_id === desk.id)).toHaveLength(6)
})

test('Not before the day; and nobody is absent from what has not begun', async () => {
  const [today, tomorrow] = [await bookAt('21:00', '22:00'), await bookAt('09:00', '10:00', '2026-11-22')]
  expect(await problemOf(await note(tomorrow, 'checked_in'))).toMatchObject({ code: 'check_in_too_early' })
  expect(await problemOf(await note(today, 'no_show'))).toMatchObject({ status: 409, code: 'not_begun' })
  const noted = app.db.updateTable('bookings').set({ attendance: 'no_show', attendance_at: clock.now() })
  await expect(noted.where('id', '=', today).execute()).rejects.toMatchObject({
    constraint: 'attendance_after_start',
  })
  const past = await bookAt('08:00', '09:00')
  expect((await note(past, 'no_show')).status).toBe(200)
})

test('A guest is checked in by the same operation', async () => {
  const { new_start_time: start_time, new_end_time: end_time } = newTime(SATURDAY, '14:00', '15:00')
  const booked = by(desk).post('/api/guest-bookings', {
    ...{ start_time, end_time, cage_ids: [cage(1)] },
    ...{ guest_name: 'Gus Guest', guest_phone: '(409) 555-0133' },
  })
  const { bookings } = await bodyOf<{ bookings: { id: string }[] }>(booked)
  const id = bookings[0]?.id ?? ''
  expect(await bodyOf<StaffAnswer>(note(id, 'late'))).toMatchObject({
    booking: { id, booking_type: 'guest', attendance: 'late' },
  })
})

test('It goes with a cancellation and a move to another day, comes back with their undo, and stays on its day', async () => {
  const id = await bookAt('16:00', '17:00')
  await note(id, 'checked_in')
  await by(desk).update(id, newTime(SATURDAY, '17:00', '18:00'))
  expect(await rowOf(app, id)).toMatchObject({ attendance: 'checked_in' })
  const { undo: ofMove } = await bodyOf<StaffAnswer>(
    by(desk).update(id, newTime(freshDay(), '16:00', '17:00')),
  )
  expect(await rowOf(app, id)).toMatchObject({ attendance: null, attendance_at: null })
  await by(desk).undo(ofMove)
  expect(await rowOf(app, id)).toMatchObject({ attendance: 'checked_in', attendance_at: clock.now() })
  const { undo } = await bodyOf<StaffAnswer>(by(desk).update(id, { new_status: 'canceled' }))
  expect(await rowOf(app, id)).toMatchObject({ attendance: null })
  expect(await problemOf(await note(id, 'late'))).toMatchObject({ code: 'already_canceled' })
  await by(desk).undo(undo)
  expect(await rowOf(app, id)).toMatchObject({ attendance: 'checked_in' })
})

test('What the desk books for who is there (insert-guest-bookings, insert-bookings) is checked in, on its day', async () => {
  const times = (day: string, from: string, to: string) => {
    const { startTime: start_time, endTime: end_time } = group('', day, from, to)
    return { start_time, end_time, cage_ids: [cage(2), cage(3)], check_in: true }
  }
  interface Inserted {
    bookings: { id: string; attendance: string | null }[]
    undo: { id: string }
  }
  const walkIn = await bodyOf<Inserted>(
    by(desk).post('/api/guest-bookings', { ...times(SATURDAY, '13:00', '13:30'), walk_in: true }),
  )
  const checkedIn = { attendance: 'checked_in' }
  expect(walkIn.bookings).toMatchObject([checkedIn, checkedIn])
  const [ofWalkIn] = walkIn.bookings
  expect(await rowOf(app, ofWalkIn?.id ?? '')).toMatchObject({ ...checkedIn, attendance_at: clock.now() })
  expect((await by(desk).post(`/api/staff-changes/${walkIn.undo.id}/undo`, {})).status).toBe(200)
  await expect(rowOf(app, ofWalkIn?.id ?? '')).rejects.toThrow('no result')

  const path = `/api/customers/${customer.id}/bookings`
  // Of tomorrow nobody is there yet: nothing is booked.
  const early = times('2026-11-23', '16:00', '16:30')
  expect(await problemOf(await by(desk).post(path, early))).toMatchObject({ code: 'check_in_too_early' })
  const theirs = await bodyOf<Inserted>(by(desk).post(path, times(SATURDAY, '13:00', '13:30')))
  expect(theirs.bookings).toMatchObject([checkedIn, checkedIn])
})

test('On the day of 23 hours people check in from its first minute', async () => {
  const day = '2027-03-14'
  const id = await bookAt('10:00', '11:00', day)
  const allowed = async (at: string) => {
    const { rows } = await sql<{ refusal: string | null }>`
      select attendance_refusal('checked_in', ${at}, start_time) as refusal from bookings where id = ${id}`.execute(
      app.db,
    )
    return rows[0]?.refusal
  }
  expect(await allowed('2027-03-14T05:59:00Z')).toBe('attendance_on_its_day')
  expect(await allowed('2027-03-14T06:01:00Z')).toBeNull()
})

test('A coach notes it of own lessons, the desk of all; it is in the list of the day', async () => {
  const lesson = await app.db
    .insertInto('coach_bookings')
    .values({
      ...{ coach_id: coach.id, customer_type: 'user', customer_id: customer.id, cage_id: cage(2) },
      ...{ lesson_date: SATURDAY, start_time: '20:00', end_time: '21:00', duration_minutes: 60 },
      ...{ coach_rate: '50.00', cage_cost: '30.00' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const path = `/api/lessons/${lesson.id}/attendance`
  expect((await by(giver).put(path, { attendance: 'checked_in' })).status).toBe(200)
  expect(await problemOf(await by(giver).put(path, { attendance: 'no_show' }))).toMatchObject({
    code: 'not_begun',
  })
  expect((await by(desk).put(path, { attendance: 'late' })).status).toBe(200)
  const list = await app.request(`/api/admin/schedule?schedule_date=${SATURDAY}`, { cookie: desk.cookie })
  const listed = (await bodyOf<{ id: string }[]>(list)).find(({ id }) => id === lesson.id)
  expect(listed).toMatchObject({
    ...{ attendance: 'late', attendance_at: clock.now().toISOString() },
    ...{ revision: 2, revisions: [2] },
  })
})

test('Nobody but the desk and admins notes it of cage bookings', async () => {
  const id = await bookAt('16:00', '17:00')
  for (const person of [customer, giver]) expect((await note(id, 'late', person)).status).toBe(403)
  expect((await app.request(`/api/bookings/${id}/attendance`, { method: 'PUT', json: {} })).status).toBe(401)
  expect((await note(id, 'late', admin)).status).toBe(200)
  expect((await note(id, 'present')).status).toBe(400)
  expect(await problemOf(await note(customer.id, 'late'))).toMatchObject({ code: 'booking_not_found' })
})
