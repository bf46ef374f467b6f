import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  ClassDetails,
  ClassInstance,
  ListedClass,
  OwnClassSeat,
} from '../../../shared/contract/programs/classes.ts'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday, ZONE } from '../../test/cageTime.ts'
import { addPerson } from '../../test/factories.ts'
import { followEvents } from '../../test/followEvents.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addClass, addSession, holdSeat, register } from './classTestKit.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const day = tuesday()

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const classesOf = async () => bodyOf<ListedClass[]>(app.request('/api/classes'))
const detailsOf = (id: string) => bodyOf<ClassDetails>(app.request(`/api/classes/${id}`))
const seatsOf = (id: string, cookie: string) =>
  bodyOf<OwnClassSeat[]>(app.request(`/api/classes/${id}/my-registrations`, { cookie }))
const spotsOf = async (classId: string, session: string) =>
  (await detailsOf(classId)).instances.find(({ id }) => id === session)?.spots_left

describe('list-classes', () => {
  test('has coach and weekly schedule, from Monday on, by name', async () => {
    const coach = await addCoach(app.db, { name: 'Robin Reyes', image: 'robin.jpg' })
    const id = await addClass(app.db, {
      name: 'Arm Care',
      coachId: coach.id,
      price: '19.50',
      schedules: [
        { day_of_week: 0, start_time: '12:00', end_time: '13:00' },
        { day_of_week: 1, start_time: '18:00', end_time: '19:00' },
        { day_of_week: 1, start_time: '16:00', end_time: '17:30' },
      ],
    })
    await addClass(app.db, { name: 'Bunting' })
    const classes = await classesOf()
    expect(classes.map(({ name }) => name).filter((name) => /Arm|Bunt/.test(name))).toEqual([
      'Arm Care',
      'Bunting',
    ])
    expect(classes.find((one) => one.id === id)).toEqual({
      id,
      name: 'Arm Care',
      description: 'A level swing, and plenty of it.',
      coach_id: coach.id,
      age_group: '8-10 years',
      min_age: null,
      max_age: null,
      what_to_bring: null,
      price: 19.5,
      max_spots: 8,
      start_date: '2026-01-01',
      end_date: '2099-12-31',
      coach_profile: {
        id: coach.id,
        full_name: 'Robin Reyes',
        profile_image_url: '/files/coach-avatars/robin.jpg',
        is_active: true,
      },
      class_schedules: [
        { day_of_week: 1, start_time: '16:00', end_time: '17:30' },
        { day_of_week: 1, start_time: '18:00', end_time: '19:00' },
        { day_of_week: 0, start_time: '12:00', end_time: '13:00' },
      ],
      next_session: null,
    })
  })

  test('has the next session that can be booked: not one that has begun, is canceled or is full', async () => {
    const id = await addClass(app.db, { maxSpots: 2 })
    const next = async () => (await classesOf()).find((one) => one.id === id)?.next_session
    await addSession(app.db, id, '2026-01-06')
    expect(await next()).toBeNull()
    await addSession(app.db, id, day, { status: 'canceled' })
    const full = await addSession(app.db, id, day, { from: '18:00', to: '19:00' })
    await addSession(app.db, id, addDays(day, 7))
    expect(await next()).toMatchObject({ class_date: day, start_time: '18:00', spots_left: 2 })
    await register(app.db, full)
    expect(await next()).toMatchObject({ class_date: day, spots_left: 1 })
    const person = await addPerson(app)
    await holdSeat(app.db, full, { userId: person.id, expiresAt: new Date(Date.now() + 60_000) })
    expect(await next()).toMatchObject({
      class_date: addDays(day, 7),
      start_time: '16:00',
      end_time: '17:00',
      spots_left: 2,
    })
  })

  test('leaves out those that have ended on the facility’s calendar, and keeps the last day', async () => {
    const today = facilityDay(app.context.clock.now(), ZONE)
    const ended = await addClass(app.db, { name: 'Ended', to: addDays(today, -1) })
    const last = await addClass(app.db, { name: 'Last Day', to: today })
    const ids = (await classesOf()).map(({ id }) => id)
    expect(ids).not.toContain(ended)
    expect(ids).toContain(last)
  })

  test('shows a class without a coach', async () => {
    const id = await addClass(app.db, { name: 'Open Gym' })
    const found = (await classesOf()).find((one) => one.id === id)
    expect(found).toMatchObject({ coach_id: null, coach_profile: null, class_schedules: [] })
  })
})

describe('get_public_class_details_with_instances', () => {
  test('has every session by date and time, past and canceled ones too', async () => {
    const id = await addClass(app.db, { maxSpots: 3 })
    const late = await addSession(app.db, id, day, { from: '18:00', to: '19:30' })
    const early = await addSession(app.db, id, day)
    const off = await addSession(app.db, id, addDays(day, 7), { status: 'canceled' })
    const past = await addSession(app.db, id, '2026-01-06')
    const { class: found, instances } = await detailsOf(id)
    expect(found).toMatchObject({ id, name: 'Hitting Basics', price: 25, max_spots: 3 })
    const session = { start_time: '16:00', end_time: '17:00', status: 'active', spots_left: 3 }
    expect(instances).toEqual([
      { ...session, id: past, class_date: '2026-01-06' },
      { ...session, id: early, class_date: day },
      { ...session, id: late, class_date: day, start_time: '18:00', end_time: '19:30' },
      { ...session, id: off, class_date: addDays(day, 7), status: 'canceled' },
    ])
  })

  test('answers for a class that has ended', async () => {
    const id = await addClass(app.db, { name: 'Spring', to: '2026-02-01' })
    expect((await detailsOf(id)).class.name).toBe('Spring')
  })

  test('counts guests, unpaid ones and open checkouts as taken, and canceled ones as free', async () => {
    const id = await addClass(app.db, { maxSpots: 5 })
    const session = await addSession(app.db, id, day)
    const [one, other] = await Promise.all([addPerson(app), addPerson(app)])
    await register(app.db, session)
    await register(app.db, session, { userId: one.id, status: 'paid' })
    await register(app.db, session, { status: 'canceled' })
    await holdSeat(app.db, session, { userId: other.id, expiresAt: new Date(Date.now() + 60_000) })
    expect(await spotsOf(id, session)).toBe(2)
    await app.db.updateTable('class_registrations').set({ status: 'canceled' }).execute()
    expect(await spotsOf(id, session)).toBe(4)
    await app.db.updateTable('classes').set({ max_spots: 9 }).where('id', '=', id).execute()
    expect(await spotsOf(id, session)).toBe(8)
  })

  test.each(['', '/instances'])('knows no class by another id: %s', async (part) => {
    const unknown = await app.request(`/api/classes/${NOBODY}${part}`)
    expect(await refusalOf(unknown)).toEqual([404, 'class_not_found'])
    expect(await refusalOf(await app.request(`/api/classes/nothing${part}`))).toEqual([400, 'invalid_input'])
  })
})

test('list-class-instances has the same sessions', async () => {
  const id = await addClass(app.db)
  await addSession(app.db, id, day)
  await addSession(app.db, id, addDays(day, 7))
  const instances = await bodyOf<ClassInstance[]>(app.request(`/api/classes/${id}/instances`))
  expect(instances).toHaveLength(2)
  expect(instances).toEqual((await detailsOf(id)).instances)
})

describe('a weekly class', () => {
  test('has the same wall time on both sides of a clock change', async () => {
    const schedules = [{ day_of_week: 2, start_time: '16:00', end_time: '17:00' }]
    const id = await addClass(app.db, { schedules })
    // The clocks of Chicago go back on November 1, 2026, and forward on March 14, 2027.
    for (const date of ['2026-10-27', '2026-11-03', '2027-03-09', '2027-03-16'])
      await addSession(app.db, id, date)
    const { instances } = await detailsOf(id)
    expect(new Set(instances.map(({ start_time, end_time }) => `${start_time}-${end_time}`))).toEqual(
      new Set(['16:00-17:00']),
    )
  })
})

describe('list-class-registrations', () => {
  test("has the caller's own seats in that class, and those held by the caller's checkout", async () => {
    const id = await addClass(app.db)
    const [paid, unpaid, canceled, held, expired] = await Promise.all(
      [0, 7, 14, 21, 28].map((later) => addSession(app.db, id, addDays(day, later))),
    )
    const elsewhere = await addSession(app.db, await addClass(app.db), day)
    const me = await addPerson(app)
    const minute = 60_000
    await register(app.db, String(paid), { userId: me.id, status: 'paid' })
    await register(app.db, String(unpaid), { userId: me.id })
    await register(app.db, String(canceled), { userId: me.id, status: 'canceled' })
    await register(app.db, elsewhere, { userId: me.id, status: 'paid' })
    await holdSeat(app.db, String(held), { userId: me.id, expiresAt: new Date(Date.now() + minute) })
    await holdSeat(app.db, String(expired), { userId: me.id, expiresAt: new Date(Date.now() - minute) })
    const seats = await seatsOf(id, me.cookie)
    expect(seats).toHaveLength(3)
    expect(seats).toEqual(
      expect.arrayContaining([
        { class_instance_id: paid, status: 'paid' },
        { class_instance_id: unpaid, status: 'registered' },
        { class_instance_id: held, status: 'held' },
      ]),
    )
  })

  test("has nothing of anybody else's, and nothing for a class that does not exist", async () => {
    const id = await addClass(app.db)
    const session = await addSession(app.db, id, day)
    const [me, other] = await Promise.all([addPerson(app), addPerson(app)])
    await register(app.db, session, { userId: other.id, status: 'paid' })
    await register(app.db, session)
    expect(await seatsOf(id, me.cookie)).toEqual([])
    expect(await seatsOf(NOBODY, me.cookie)).toEqual([])
  })

  test('requires a signed-in person', async () => {
    const answer = await app.request(`/api/classes/${NOBODY}/my-registrations`)
    expect(await refusalOf(answer)).toEqual([401, 'unauthenticated'])
  })
})

test('get-facility says what members get off class prices', async () => {
  expect(await bodyOf(app.request('/api/facility'))).toMatchObject({ member_class_discount_percent: 15 })
})

test('the stream of a class sends its topic when a seat of a session is taken, and not for other classes', async () => {
  const [hitting, other] = [await addClass(app.db), await addClass(app.db)]
  const [taken, elsewhere] = [
    await addSession(app.db, hitting, '2099-07-07'),
    await addSession(app.db, other, '2099-07-07'),
  ]
  const events = await followEvents(app, [`class:${hitting}`])
  await register(app.db, elsewhere)
  await register(app.db, taken)
  await events.next(`class:${hitting}`)
  // The event of its session can arrive after the stream was opened.
  expect(new Set(events.changed())).toEqual(new Set([`class:${hitting}`]))
  await events.end()
})
