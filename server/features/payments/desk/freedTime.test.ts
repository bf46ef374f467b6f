/** update-booking-attendance and update-lesson-attendance, where a no-show frees the rest of the time for others. */

import { afterAll, expect, test } from 'vitest'
import { disagreements } from '../../../db/ledger.fixture.ts'
import { bodyOf } from '../../../test/answers.ts'
import { group } from '../../../test/cageTime.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import {
  problemOf,
  rowOf,
  type StaffAnswer,
  staffOf,
  startStaffedFacility,
} from '../../bookings/staffTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'

// The clock is on Saturday, November 21, 2026, at noon.
const { admin, app, cage, clock, customer, desk, other, scheduleOf } = await startStaffedFacility()
const giver = await addPerson(app, { role: 'coach' })
const coach = await addCoach(app.db, { person: giver })
afterAll(() => app.close())

const SATURDAY = '2026-11-21'
const by = (person: Person) => staffOf(app, person)
const free = (id: string, person = desk) =>
  by(person).put(`/api/bookings/${id}/attendance`, { attendance: 'no_show', free_rest: true })
const note = (id: string, attendance: string | null) =>
  by(desk).put(`/api/bookings/${id}/attendance`, { attendance })

async function bookedNow(from = '12:00', to = '14:00', number = 1): Promise<string> {
  await app.db.deleteFrom('bookings').execute()
  const { startTime, endTime } = group('', SATURDAY, from, to)
  const values = { user_id: customer.id, cage_id: cage(number), total_cost: '60', status: 'paid' as const }
  const row = { ...values, start_time: startTime, end_time: endTime }
  return (await app.db.insertInto('bookings').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** A walk-in, by the desk. */
function walkIn(from: string, to: string, { by: from_ = app, number = 1 } = {}) {
  const { startTime: start_time, endTime: end_time } = group('', SATURDAY, from, to)
  const guest = { guest_name: 'Gus Guest', guest_phone: '(409) 555-0133', walk_in: true }
  return from_.request('/api/guest-bookings', {
    method: 'POST',
    cookie: desk.cookie,
    json: { start_time, end_time, cage_ids: [cage(number)], ...guest },
  })
}

/** When a cage is taken on the public grid, in hours and minutes of UTC. */
const taken = async (number = 1) =>
  (await scheduleOf(SATURDAY))
    .filter(({ cage_id }) => cage_id === cage(number))
    .map(({ start_time, end_time }) => `${start_time.slice(11, 16)}–${end_time.slice(11, 16)}`)

async function at<Done>(minutes: number, work: () => Promise<Done>): Promise<Done> {
  clock.advance(minutes)
  try {
    return await work()
  } finally {
    clock.advance(-minutes)
  }
}

test('The rest is free at once, from the half hour that runs; price, payment and time stay', async () => {
  for (const [minutes, left] of [
    [0, []],
    [29, []],
    [30, ['18:00–18:30']],
    [75, ['18:00–19:00']],
    [119, ['18:00–19:30']],
  ] as const) {
    const id = await bookedNow()
    expect(await taken()).toEqual(['18:00–20:00'])
    const before = await rowOf(app, id)
    await at(minutes, async () => expect((await free(id)).status).toBe(200))
    expect(await taken()).toEqual(left)
    const { attendance, attendance_at, freed_from, version, updated_at, ...kept } = await rowOf(app, id)
    expect(before).toMatchObject(kept)
    expect(attendance).toBe('no_show')
    const list = await app.request(`/api/admin/schedule?schedule_date=${SATURDAY}`, { cookie: desk.cookie })
    const listed = (await bodyOf<{ id: string }[]>(list)).find((one) => one.id === id)
    expect(listed).toMatchObject({
      end_time: '2026-11-21T20:00:00.000Z',
      freed_from: freed_from?.toISOString(),
    })
    expect(await disagreements(app.db)).toEqual([])
  }
})

test('Only where staff say so, and nothing of what is over', async () => {
  const id = await bookedNow()
  await note(id, 'no_show')
  expect(await taken()).toEqual(['18:00–20:00'])
  // Staff may say so afterwards, too.
  await free(id)
  expect(await taken()).toEqual([])
  const late = await bookedNow()
  await at(120, async () => expect((await free(late)).status).toBe(200))
  expect(await rowOf(app, late)).toMatchObject({ attendance: 'no_show', freed_from: null })
  const coming = await bookedNow('16:00', '17:00')
  expect(await problemOf(await free(coming))).toMatchObject({ code: 'not_begun' })
  expect(await taken()).toEqual(['22:00–23:00'])
})

test('Others have it: then neither an undo nor a later note takes it back, and both say who is there', async () => {
  const id = await bookedNow()
  const { undo } = await bodyOf<StaffAnswer>(free(id))
  expect((await walkIn('13:00', '14:00')).status).toBe(201)
  for (const refused of [by(desk).undo(undo), note(id, null)]) {
    const { status, code, details } = await problemOf(await refused)
    expect([status, code]).toEqual([409, 'slots_taken'])
    expect(details).toMatchObject({ taken_by: [{ name: 'Gus Guest', place: 'Cage 1' }] })
  }
  // Who arrives after all is not put into a cage that others may have.
  for (const attendance of ['checked_in', 'late'])
    expect(await problemOf(await note(id, attendance))).toMatchObject({ code: 'rest_freed' })
  const arrival = by(desk).post('/api/admin/arrivals', { items: [{ kind: 'booking', id }] })
  expect(await problemOf(await arrival)).toMatchObject({ status: 409, code: 'rest_freed' })
  expect(await rowOf(app, id)).toMatchObject({ attendance: 'no_show', status: 'paid' })
  expect(await disagreements(app.db)).toEqual([])
})

test('While it is free, undo and a note take it back; a move, a cancellation and their undo keep the ledger true', async () => {
  const id = await bookedNow()
  const { undo } = await bodyOf<StaffAnswer>(free(id))
  expect((await by(desk).undo(undo)).status).toBe(200)
  expect(await taken()).toEqual(['18:00–20:00'])
  await free(id)
  expect((await note(id, null)).status).toBe(200)
  expect(await taken()).toEqual(['18:00–20:00'])
  expect(await rowOf(app, id)).toMatchObject({ attendance: null, freed_from: null })
  await free(id)
  const to = { new_cage_id: cage(2), override_reason: 'Net is torn' }
  const moved = await bodyOf<StaffAnswer>(by(admin).update(id, to))
  expect(moved).toMatchObject({ booking: { attendance: 'no_show' } })
  expect([await taken(), await taken(2)]).toEqual([[], ['18:00–20:00']])
  expect((await by(admin).undo(moved.undo)).status).toBe(200)
  expect(await taken()).toEqual([])
  expect(await rowOf(app, id)).toMatchObject({ attendance: 'no_show', freed_from: clock.now() })
  await app.db.updateTable('bookings').set({ status: 'canceled' }).where('id', '=', id).execute()
  expect(await rowOf(app, id)).toMatchObject({ attendance: null, freed_from: null })
  expect(await disagreements(app.db)).toEqual([])
})

test('Somebody books it while staff undo, on two instances: one of the two has it, never both', async () => {
  const won = { booked: 0, undone: 0 }
  for (let round = 0; round < 40; round++) {
    const id = await bookedNow()
    const { undo } = await bodyOf<StaffAnswer>(free(id))
    const undoing = () => (round % 2 === 0 ? by(desk).undo(undo) : note(id, null))
    const [first, second] = round % 4 < 2 ? [undoing, null] : [null, undoing]
    const answers = [first?.(), walkIn('13:00', '14:00', { by: round % 3 === 0 ? other : app }), second?.()]
    const [one, booked, two] = await Promise.all(answers)
    const undone = one ?? two
    expect([booked?.status, undone?.status].toSorted()).toEqual(
      booked?.status === 201 ? [201, 409] : [200, 409],
    )
    won[booked?.status === 201 ? 'booked' : 'undone']++
    expect(await disagreements(app.db)).toEqual([])
  }
  expect(won.booked + won.undone).toBe(40)
})

test('Two desks free it at once: it is freed once, and two walk-ins never share it', async () => {
  for (let round = 0; round < 20; round++) {
    const id = await bookedNow()
    const [a, b] = await Promise.all([free(id), free(id, admin)])
    expect([a.status, b.status].every((status) => status === 200 || status === 409)).toBe(true)
    const walkIns = await Promise.all([walkIn('12:00', '13:00'), walkIn('12:30', '13:30', { by: other })])
    expect(walkIns.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await disagreements(app.db)).toEqual([])
  }
})

test('A lesson frees its coach and its cage; the coach says so of own lessons only', async () => {
  await app.db.deleteFrom('bookings').execute()
  const insert = (start_time: string, end_time: string) =>
    app.db
      .insertInto('coach_bookings')
      .values({
        ...{ coach_id: coach.id, customer_type: 'user', customer_id: customer.id, cage_id: cage(1) },
        ...{ lesson_date: SATURDAY, start_time, end_time, duration_minutes: 60 },
        ...{ coach_rate: '50.00', cage_cost: '30.00' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id } = await insert('11:30', '12:30')
  const freeLesson = (person: Person) =>
    by(person).put(`/api/lessons/${id}/attendance`, { attendance: 'no_show', free_rest: true })
  const stranger = await addPerson(app, { role: 'coach' })
  expect((await freeLesson(stranger)).status).toBe(404)
  expect((await freeLesson(customer)).status).toBe(403)
  const { undo } = await bodyOf<StaffAnswer>(freeLesson(giver))
  expect(await taken()).toEqual(['17:30–18:00'])
  await insert('12:00', '13:00')
  const refused = await by(giver).undo(undo)
  expect(await problemOf(refused)).toMatchObject({ status: 409 })
  const back = await by(desk).put(`/api/lessons/${id}/attendance`, { attendance: null })
  expect(await problemOf(back)).toMatchObject({ status: 409, code: 'lesson_time_taken' })
  expect(await disagreements(app.db)).toEqual([])
})

test('Weeks, months and the coach’s own list say until when a no-show has its time', async () => {
  const id = await bookedNow('12:00', '14:00', 2)
  const ofWeek = async () => {
    const path = `/api/admin/schedule/days?start_date=${SATURDAY}&end_date=${SATURDAY}`
    const [found] = await bodyOf<{ bookings: { id: string; freed_from: string | null }[] }[]>(
      app.request(path, { cookie: desk.cookie }),
    )
    return found?.bookings.find((one) => one.id === id)?.freed_from
  }
  expect(await ofWeek()).toBeNull()
  await at(30, async () => expect((await free(id)).status).toBe(200))
  expect(await ofWeek()).toBe('2026-11-21T18:30:00.000Z')
  const { items } = await bodyOf<{ items: { freed_from: string | null }[] }>(
    app.request(`/api/coach/bookings?p_coach_id=${coach.id}`, { cookie: giver.cookie }),
  )
  expect(items.map(({ freed_from }) => freed_from)).toEqual([null, '2026-11-21T18:00:00.000Z'])
})

test('Nobody but the desk and admins frees cage time', async () => {
  await app.db.deleteFrom('coach_bookings').execute()
  const id = await bookedNow()
  for (const person of [customer, giver]) expect((await free(id, person)).status).toBe(403)
  expect(await taken()).toEqual(['18:00–20:00'])
  expect((await free(id, admin)).status).toBe(200)
})
