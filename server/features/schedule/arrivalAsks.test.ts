import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ArrivalAsk } from '../../../shared/contract/bookings/scheduleDay.ts'
import { addDays, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf } from '../../test/answers.ts'
import { group, ZONE } from '../../test/cageTime.ts'
import { addPerson } from '../../test/factories.ts'
import { problemOf, rowOf, staffOf, startStaffedFacility } from '../bookings/staffTestKit.ts'
import { addCamp } from '../camps/campTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'
import { addSignature, addWaiver } from '../waivers/waiverTestKit.ts'

// The clock is on Saturday, November 21, 2026, at noon.
const { app, cage, desk } = await startStaffedFacility()
afterAll(() => app.close())
const SATURDAY = '2026-11-21'

const person = await addPerson(app, { role: 'coach' })
const coach = await addCoach(app.db, { person })
const parent = await addPerson(app, { name: 'Ana Perez' })
const mia = await addChild(app.db, [parent], { name: 'Mia Perez', birthDate: '2017-01-01' })
const start = instantOf(SATURDAY, '13:00', ZONE)
const { id: booking } = await app.db
  .insertInto('bookings')
  .values({
    ...{ cage_id: cage(1), user_id: parent.id, participant_id: mia, status: 'paid', total_cost: '20' },
    ...{ start_time: start, end_time: new Date(start.getTime() + 1_800_000) },
  })
  .returning('id')
  .executeTakeFirstOrThrow()
const { id: lesson } = await app.db
  .insertInto('coach_bookings')
  .values({
    ...{
      customer_type: 'user',
      coach_id: coach.id,
      cage_id: cage(1),
      customer_id: parent.id,
      participant_id: mia,
      status: 'paid',
    },
    ...{ lesson_date: SATURDAY, start_time: '15:00', end_time: '16:00', duration_minutes: 60 },
    ...{ coach_rate: '50', cage_cost: '30', payment_status: 'paid' },
  })
  .returning('id')
  .executeTakeFirstOrThrow()

beforeEach(() => app.db.updateTable('waivers').set({ is_active: false }).execute())

const asks = async ({ cookie } = desk, day = SATURDAY) =>
  bodyOf<ArrivalAsk[]>(app.request(`/api/staff/arrival-asks?schedule_date=${day}`, { cookie }))
const arrive = (kind: 'booking' | 'lesson', id: string) =>
  staffOf(app, desk).post('/api/admin/arrivals', { items: [{ kind, id }] })

test('list-arrival-asks has what is missing of whoever comes, for the desk and for the coach of today', async () => {
  await addWaiver(app.db, { kinds: ['lessons'] })
  const care = { participant_id: mia, name: 'Mia Perez', missing_care: ['emergency_contact', 'allergies'] }
  const ofLesson = { ...care, booking_id: lesson, has_note: false, unsigned: [{ why: 'never_signed' }] }
  expect(await asks()).toHaveLength(2)
  expect(await asks()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...care, booking_id: booking, unsigned: [] }),
      expect.objectContaining({ ...ofLesson, unsigned: [expect.objectContaining({ why: 'never_signed' })] }),
    ]),
  )
  // A coach: of the lesson, not of the cage; nothing of another day or of another coach.
  expect((await asks(person)).map(({ booking_id }) => booking_id)).toEqual([lesson])
  expect(await asks(await addPerson(app, { role: 'coach' }))).toEqual([])
  expect(await asks(desk, addDays(SATURDAY, 1))).toEqual([])
  const refused = await app.request(`/api/staff/arrival-asks?schedule_date=${SATURDAY}`, {
    cookie: parent.cookie,
  })
  expect(refused.status).toBe(403)
  await app.db
    .insertInto('participant_care')
    .values({
      participant_id: mia,
      medical_note: 'Bees.',
      emergency_contacts: JSON.stringify([{ name: 'Gran', phone: '1' }]),
    })
    .execute()
  expect((await asks(person))[0]).toMatchObject({ missing_care: [], has_note: true })
  expect(JSON.stringify(await asks())).not.toContain('Bees')
})

test('check-in-arrival and note-attendance are refused without what is required at check-in (waiver_needed); what is asked for lets in', async () => {
  await addWaiver(app.db, { kinds: ['cages', 'lessons'] })
  expect((await arrive('booking', booking)).status).toBe(200)
  await app.db.updateTable('bookings').set({ attendance: null, attendance_at: null }).execute()

  const waiver = await addWaiver(app.db, { kinds: ['cages', 'lessons'], binds: 'check-in-required' })
  for (const [kind, id] of [
    ['booking', booking],
    ['lesson', lesson],
  ] as const) {
    const refused = await problemOf(await arrive(kind, id))
    expect(refused).toMatchObject({
      code: 'waiver_needed',
      details: { waivers: [{ id: waiver }], participants: [{ name: 'Mia Perez', is_self: false }] },
    })
    const note = (attendance: string) =>
      staffOf(app, desk).put(`/api/${kind === 'lesson' ? 'lessons' : 'bookings'}/${id}/attendance`, {
        attendance,
      })
    for (const attendance of ['checked_in', 'late'])
      expect(await problemOf(await note(attendance))).toMatchObject({ code: 'waiver_needed' })
  }
  expect(await rowOf(app, booking)).toMatchObject({ attendance: null })
  // What is booked for them at the desk is booked, and not checked in.
  const time = group('', SATURDAY, '16:00', '17:00')
  const booked = await bodyOf<{ bookings: object[] }>(
    staffOf(app, desk).post(`/api/customers/${parent.id}/bookings`, {
      ...{ participant_id: mia, cage_ids: [cage(2)], check_in: true },
      ...{ start_time: time.startTime, end_time: time.endTime },
    }),
  )
  expect(booked.bookings).toMatchObject([{ status: 'pending payment', attendance: null }])
  const item = { kind: 'booking', id: booking }
  // With money: nothing is taken either.
  await app.db.updateTable('bookings').set({ status: 'pending payment' }).where('id', '=', booking).execute()
  expect(
    await problemOf(
      await staffOf(app, desk).post('/api/admin/arrivals', {
        items: [{ ...item, amount: 20 }],
        method: 'cash',
      }),
    ),
  ).toMatchObject({ code: 'waiver_needed' })
  expect(await rowOf(app, booking)).toMatchObject({ status: 'pending payment', attendance: null })
  await addSignature(app.db, { waiver, participantId: mia, person: parent, name: 'Mia Perez' })
  expect((await arrive('booking', booking)).status).toBe(200)
  expect((await arrive('lesson', lesson)).status).toBe(200)
})

test('everybody else is checked in to a class session and a camp, without who has a required waiver to sign', async () => {
  const session = await addSession(app.db, await addClass(app.db), SATURDAY, { from: '09:00', to: '10:00' })
  const camp = await addCamp(app.db, {
    ...{ start_date: SATURDAY, end_date: SATURDAY },
    timeslots: [{ date: SATURDAY, start_time: '09:00', end_time: '12:00' }],
  })
  const leo = await addChild(app.db, [parent], { name: 'Leo Perez', birthDate: '2016-01-01' })
  const of = (participant_id: string) => ({
    user_id: parent.id,
    participant_id,
    status: 'paid' as const,
    total_cost: '25',
  })
  for (const id of [mia, leo]) {
    await app.db
      .insertInto('class_registrations')
      .values({ ...of(id), class_instance_id: session })
      .execute()
    await app.db
      .insertInto('camp_registrations')
      .values({ ...of(id), camp_id: camp.id })
      .execute()
  }
  const waiver = await addWaiver(app.db, { kinds: ['camps', 'classes'], binds: 'check-in-required' })
  await addSignature(app.db, { waiver, participantId: leo, person: parent, name: 'Leo Perez' })
  const staff = staffOf(app, desk)
  const all = { attendance: 'checked_in' }
  expect((await staff.put(`/api/admin/class-instances/${session}/attendance`, all)).status).toBe(200)
  expect((await staff.put(`/api/admin/camps/${camp.id}/attendance`, { ...all, day: SATURDAY })).status).toBe(
    200,
  )
  const came = async (table: 'class_registrations' | 'camp_registrations') =>
    (
      await app.db
        .selectFrom(table)
        .select(['id', 'participant_id', 'attendance'])
        .where('user_id', '=', parent.id)
        .execute()
    ).map(({ participant_id, attendance }) => [
      participant_id === leo ? 'Leo' : 'Mia',
      JSON.stringify(attendance ?? {}).includes('checked_in'),
    ])
  for (const table of ['class_registrations', 'camp_registrations'] as const)
    expect((await came(table)).sort()).toEqual([
      ['Leo', true],
      ['Mia', false],
    ])
  // One by one it is refused with what is missing.
  const seatOf = async (table: 'class_registrations' | 'camp_registrations') =>
    (
      await app.db
        .selectFrom(table)
        .select('id')
        .where('participant_id', '=', mia)
        .where('user_id', '=', parent.id)
        .executeTakeFirstOrThrow()
    ).id
  const seat = `/api/admin/class-registrations/${await seatOf('class_registrations')}/attendance`
  expect(await problemOf(await staff.put(seat, all))).toMatchObject({ code: 'waiver_needed' })
  const place = `/api/admin/camp-registrations/${await seatOf('camp_registrations')}/attendance`
  expect(await problemOf(await staff.put(place, { ...all, day: SATURDAY }))).toMatchObject({
    code: 'waiver_needed',
  })
  expect((await staff.put(seat, { attendance: 'no_show' })).status).toBe(200)
})
