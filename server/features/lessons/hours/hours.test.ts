import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '../../../../shared/contract/errors.ts'
import type { LessonSlot } from '../../../../shared/contract/lessons/coaches.ts'
import type { StrandedBooking, TimeOff } from '../../../../shared/contract/lessons/coachHours.ts'
import { completeWeek, type WeekdayHours } from '../../../../shared/domain/lessons/coachHours.ts'
import { addDays, dayBounds } from '../../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { tuesday, ZONE } from '../../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../../test/factories.ts'
import { followEvents } from '../../../test/followEvents.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addClass, addSession } from '../../classes/classTestKit.ts'
import { addCoach, type TestCoach } from '../../coaches/coachTestKit.ts'
import { addChild } from '../../households/householdTestKit.ts'
import { type LessonAnswer, lesson, postLesson } from '../lessonTestKit.ts'

let app: TestApp
let person: Person
let other: Person
let customer: Person
let desk: Person
let coach: TestCoach

beforeAll(async () => {
  app = await startTestApp()
  await addCages(app.db, 3)
  ;[customer, desk] = await Promise.all([addPerson(app), addPerson(app, { role: 'desk' })])
})
beforeEach(async () => {
  ;[person, other] = await Promise.all([addPerson(app, { role: 'coach' }), addPerson(app, { role: 'coach' })])
  coach = await addCoach(app.db, { person })
})
afterAll(() => app.close())

const openWeek: WeekdayHours[] = completeWeek([]).map((row) => ({
  ...row,
  start_time: '16:00',
  end_time: '21:00',
  is_available: true,
}))
const without = (weekday: number, week = openWeek) =>
  week.map((row) => (row.day_of_week === weekday ? { ...row, is_available: false } : row))

const readWeek = (by = person) =>
  bodyOf<WeekdayHours[]>(app.request('/api/coach/availability', { cookie: by.cookie }))
const saveWeek = (week: unknown, confirm: string[] = [], by = person) =>
  app.request('/api/coach/availability', { method: 'PUT', json: { week, confirm }, cookie: by.cookie })
const takeOff = (json: object, by = person) => app.request('/api/coach/time-off', { json, cookie: by.cookie })
const dayOff = (day: string, more: object = {}) => ({ start_date: day, end_date: day, ...more })
const listOff = (by = person) => bodyOf<TimeOff[]>(app.request('/api/coach/time-off', { cookie: by.cookie }))
const remove = (id: string, by = person) =>
  app.request(`/api/coach/time-off/${id}`, { method: 'DELETE', cookie: by.cookie })
const starts = async (day: string, coachId = coach.id) =>
  (
    await bodyOf<LessonSlot[]>(
      app.request(`/api/coaches/${coachId}/availability?p_lesson_date=${day}&p_duration_minutes=60`),
    )
  ).map(({ available_start_time }) => available_start_time)
const book = async (day: string, time: string) =>
  (await bodyOf<LessonAnswer>(postLesson(app, lesson(coach.id, day, time), { cookie: customer.cookie })))
    .booking.id
const stranded = async (response: Response) => {
  const { code, details } = await bodyOf<Problem>(response)
  expect([response.status, code]).toEqual([409, 'bookings_stranded'])
  return (details as { bookings: StrandedBooking[] }).bookings
}

describe('The week (list-coach-availability, save-coach-availability)', () => {
  test('has a default for days without a row, and is replaced as a whole', async () => {
    await app.db.deleteFrom('coach_availability').where('coach_id', '=', coach.id).execute()
    expect(await readWeek()).toEqual(completeWeek([]))
    const saved = await saveWeek(without(3))
    expect(saved.status).toBe(200)
    expect(await bodyOf(saved)).toEqual(without(3))
    await saveWeek(openWeek)
    const rows = await app.db
      .selectFrom('coach_availability')
      .selectAll()
      .where('coach_id', '=', coach.id)
      .execute()
    expect(rows).toHaveLength(7)
    expect(await readWeek()).toEqual(openWeek)
  })

  test('is seen on the public page at once', async () => {
    const day = tuesday(3)
    const stream = await followEvents(app, [`coach:${coach.id}:${day}`])
    await saveWeek(without(2))
    await stream.next(`coach:${coach.id}:${day}`)
    expect(await starts(day)).toEqual([])
    await stream.end()
  })

  test.for([
    ['six days', openWeek.slice(1)],
    ['a day twice', [...openWeek.slice(0, 6), openWeek[0]]],
    ['an end before its start', [{ ...openWeek[0], end_time: '15:00' }, ...openWeek.slice(1)]],
    ['a quarter past', [{ ...openWeek[0], start_time: '16:15' }, ...openWeek.slice(1)]],
    ['a time that is none', [{ ...openWeek[0], start_time: '25:00' }, ...openWeek.slice(1)]],
  ])('%s is refused and changes nothing', async ([, week]) => {
    const before = await readWeek()
    expect(await refusalOf(await saveWeek(week))).toEqual([400, 'invalid_input'])
    expect(await readWeek()).toEqual(before)
  })

  test('asks before it strands lessons, and again where they have changed in the meantime', async () => {
    const [first, second] = [await book(tuesday(1), '17:00'), await book(tuesday(2), '18:00')]
    const before = await readWeek()
    const asked = await stranded(await saveWeek(without(2)))
    expect(asked).toMatchObject([
      {
        id: first,
        kind: 'lesson',
        title: 'Pat Example',
        date: tuesday(1),
        start_time: '17:00',
        end_time: '18:00',
        cage_name: 'Cage 1',
      },
      { id: second, date: tuesday(2) },
    ])
    expect(await readWeek()).toEqual(before)
    const third = await book(tuesday(3), '17:00')
    expect(await stranded(await saveWeek(without(2), [first, second]))).toHaveLength(3)
    expect((await saveWeek(without(2), [third, second, first])).status).toBe(200)
    expect(await readWeek()).toEqual(without(2))
    // They stay booked, and are not asked about again.
    expect((await saveWeek(without(2, without(4)))).status).toBe(200)
    const kept = await app.db
      .selectFrom('coach_bookings')
      .select('status')
      .where('coach_id', '=', coach.id)
      .execute()
    expect(kept).toEqual(Array(3).fill({ status: 'pending payment' }))
  })

  test('does not ask for lessons that are canceled, over, or still within the hours', async () => {
    const id = await book(tuesday(1), '17:00')
    await book(tuesday(1), '19:00')
    await app.db.updateTable('coach_bookings').set({ status: 'canceled' }).where('id', '=', id).execute()
    const later = openWeek.map((row) => ({ ...row, start_time: '18:00' }))
    expect((await saveWeek(later)).status).toBe(200)
  })
})

describe('Time off (list-coach-time-off, create-coach-time-off, delete-coach-time-off)', () => {
  test('of a day takes all its times off the public page at once, until it is deleted', async () => {
    const day = tuesday(4)
    expect((await starts(day)).length).toBeGreaterThan(0)
    const stream = await followEvents(app, [`coach:${coach.id}:${day}`])
    const created = await takeOff(dayOff(day, { note: 'Wedding' }))
    expect(created.status).toBe(201)
    const off = await bodyOf<TimeOff>(created)
    expect(off).toMatchObject({ start_date: day, end_date: day, start_time: null, note: 'Wedding' })
    await stream.next(`coach:${coach.id}:${day}`)
    expect(await starts(day)).toEqual([])
    const refused = await postLesson(app, lesson(coach.id, day, '17:00'), { cookie: customer.cookie })
    expect(await refusalOf(refused)).toEqual([409, 'coach_away'])
    expect(await listOff()).toEqual([off])
    expect(await bodyOf(remove(off.id))).toEqual([])
    expect((await starts(day)).length).toBeGreaterThan(0)
    expect(await listOff()).toEqual([])
    await stream.end()
  })

  test('of hours takes only those', async () => {
    const day = tuesday(4)
    await takeOff(dayOff(day, { start_time: '17:00', end_time: '18:30' }))
    expect(await starts(day)).toEqual(['16:00', '18:30', '19:00', '19:30', '20:00'])
  })

  test('of several days takes each of them and none beside', async () => {
    const first = addDays(tuesday(4), 1)
    await takeOff({ start_date: first, end_date: addDays(first, 1) })
    expect(await starts(first)).toEqual([])
    expect(await starts(addDays(first, 1))).toEqual([])
    expect((await starts(addDays(first, -1))).length).toBeGreaterThan(0)
    expect((await starts(addDays(first, 2))).length).toBeGreaterThan(0)
  })

  test('binds staff too: the ledger has no override', async () => {
    const day = tuesday(4)
    await takeOff(dayOff(day))
    for (const by of [desk, person]) {
      const answer = await postLesson(
        app,
        lesson(coach.id, day, '17:00', { customer_id: customer.id, override_reason: 'Asked for it' }),
        { cookie: by.cookie },
      )
      expect(await refusalOf(answer)).toEqual([409, 'coach_away'])
    }
  })

  test('lists what is booked and asks; what is confirmed stays and the rest is off', async () => {
    const day = tuesday(5)
    const id = await book(day, '17:00')
    const session = await addSession(app.db, await addClass(app.db), day, { from: '19:00', to: '20:00' })
    await app.db
      .updateTable('class_instances')
      .set({ coach_id: coach.id })
      .where('id', '=', session)
      .execute()
    const participant_id = await addChild(app.db, [customer], { name: 'Leo Example' })
    await app.db.updateTable('coach_bookings').set({ participant_id }).where('id', '=', id).execute()
    const asked = await stranded(await takeOff(dayOff(day)))
    // Told before it is saved, too (list-time-off-conflicts).
    const conflicts = (range: Record<string, string>) =>
      app.request(`/api/coach/time-off/conflicts?${new URLSearchParams(range)}`, { cookie: person.cookie })
    const wanted = { start_date: day, end_date: day }
    expect(await bodyOf(conflicts(wanted))).toEqual(asked)
    expect(await bodyOf(conflicts({ ...wanted, start_time: '18:00', end_time: '19:00' }))).toEqual([])
    expect(asked).toMatchObject([
      // By who comes, as everywhere in the portal.
      { kind: 'lesson', id, title: 'Leo Example' },
      { kind: 'class', id: session },
    ])
    expect(await stranded(await takeOff(dayOff(day, { confirm: [id] })))).toHaveLength(2)
    expect((await takeOff(dayOff(day, { confirm: [session, id] }))).status).toBe(201)
    expect(await starts(day)).toEqual([])
    // The coach stays away when a lesson that was kept is canceled, or moved within the day.
    await app.request(`/api/me/lessons/${id}/cancel`, { method: 'POST', cookie: customer.cookie })
    expect(await starts(day)).toEqual([])
    expect(await ledgerOf(day)).toEqual(['class 19:00-20:00', 'time_off 00:00-19:00', 'time_off 20:00-00:00'])
  })

  test('lets a lesson that was kept change its cage and leave, but not move within it', async () => {
    const day = tuesday(5)
    const id = await book(day, '17:00')
    await takeOff(dayOff(day, { confirm: [id] }))
    const move = (lesson_date: string, start_time: string) =>
      app.request(`/api/me/lessons/${id}/move`, {
        json: { lesson_date, start_time },
        cookie: customer.cookie,
      })
    expect(await refusalOf(await move(day, '18:00'))).toEqual([409, 'coach_away'])
    await sql`update coach_bookings set cage_id = (select id from cages order by name desc limit 1)
      where id = ${id}`.execute(app.db)
    expect((await move(addDays(day, 1), '17:00')).status).toBe(200)
    expect(await ledgerOf(day)).toEqual(['time_off 00:00-00:00'])
  })

  test('that overlaps another is refused and named', async () => {
    const day = tuesday(6)
    await takeOff(dayOff(day, { start_time: '17:00', end_time: '18:00' }))
    const answer = await takeOff({ start_date: addDays(day, -1), end_date: day })
    const { code, details } = await bodyOf<Problem>(answer)
    expect([answer.status, code]).toEqual([409, 'time_off_overlaps'])
    expect(details).toMatchObject({ time_off: { start_date: day, start_time: '17:00', end_time: '18:00' } })
    expect((await takeOff(dayOff(day, { start_time: '18:00', end_time: '19:00' }))).status).toBe(201)
  })

  test.for([
    ['that is over', { start_date: '2020-01-01', end_date: '2020-01-02' }, 409, 'time_off_past'],
    ['that ends before it begins', { start_date: tuesday(7), end_date: tuesday(6) }, 400, 'invalid_input'],
    ['of a start without an end', dayOff(tuesday(7), { start_time: '17:00' }), 400, 'invalid_input'],
    [
      'of hours on two days',
      { start_date: tuesday(7), end_date: tuesday(8), start_time: '17:00', end_time: '18:00' },
      400,
      'invalid_input',
    ],
    [
      'of hours that end first',
      dayOff(tuesday(7), { start_time: '18:00', end_time: '17:00' }),
      400,
      'invalid_input',
    ],
    [
      'of more than a year',
      { start_date: tuesday(7), end_date: addDays(tuesday(7), 366) },
      400,
      'invalid_input',
    ],
    ['with a note of two lines', dayOff(tuesday(7), { note: 'a\nb' }), 400, 'invalid_input'],
    // The clocks go from 2 to 3 in the night to 2027-03-14.
    [
      'at an hour that the clocks skip',
      dayOff('2027-03-14', { start_time: '02:30', end_time: '04:00' }),
      409,
      'clocks_change',
    ],
  ] as const)('%s is refused and changes nothing', async ([, json, status, code]) => {
    expect(await refusalOf(await takeOff(json))).toEqual([status, code])
    expect(await listOff()).toEqual([])
  })

  const hoursIn = (day: string) => {
    const { start, end } = dayBounds(day, ZONE)
    return (end.getTime() - start.getTime()) / 3_600_000
  }

  test('over a change of the clocks takes exactly its days', async () => {
    let day = tuesday()
    while (hoursIn(day) !== 25) day = addDays(day, 1)
    expect((await takeOff(dayOff(day))).status).toBe(201)
    const { rows } = await sql<{ hours: string }>`
      select extract(epoch from upper(during) - lower(during)) / 3600 as hours
      from occupancy where coach_id = ${coach.id}`.execute(app.db)
    expect(rows.map(({ hours }) => Number(hours))).toEqual([25])
  })

  test('that is over is not listed', async () => {
    await sql`insert into coach_time_off (coach_id, start_date, end_date)
      values (${coach.id}, '2024-01-01', '2024-01-05')`.execute(app.db)
    expect(await listOff()).toEqual([])
  })

  test("is the coach's own: another coach's does not exist", async () => {
    await addCoach(app.db, { person: other })
    const off = await bodyOf<TimeOff>(takeOff(dayOff(tuesday(9))))
    expect(await refusalOf(await remove(off.id, other))).toEqual([404, 'time_off_not_found'])
    expect(await listOff(other)).toEqual([])
    expect((await takeOff(dayOff(tuesday(9)), other)).status).toBe(201)
    expect(await listOff()).toEqual([off])
  })

  test('needs a profile first', async () => {
    for (const answer of [await takeOff(dayOff(tuesday(9)), other), await saveWeek(openWeek, [], other)])
      expect(await refusalOf(answer)).toEqual([409, 'coach_setup_required'])
  })

  test('waits for a customer who is paying for a lesson then', async () => {
    const day = tuesday(10)
    const hold = await app.db
      .insertInto('checkout_holds')
      .values({ purpose: 'lesson', amount: '90', expires_at: new Date(Date.now() + 600_000) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into checkout_hold_slots (checkout_hold_id, coach_id, start_time, end_time)
      values (${hold.id}, ${coach.id}, facility_instant(${`${day} 17:00`}::timestamp), facility_instant(${`${day} 18:00`}::timestamp))`.execute(
      app.db,
    )
    expect(await refusalOf(await takeOff(dayOff(day)))).toEqual([409, 'checkout_open'])
    expect(await refusalOf(await saveWeek(without(2)))).toEqual([409, 'checkout_open'])
    await sql`update checkout_holds set expires_at = now() - interval '1 second' where id = ${hold.id}`.execute(
      app.db,
    )
    expect((await takeOff(dayOff(day))).status).toBe(201)
  })
})

describe('A race', () => {
  test('of a booking with time off or new hours ends with one of the two asking', async () => {
    for (let round = 0; round < 12; round += 1) {
      const day = tuesday(11 + round)
      const away = round % 2 === 0 ? () => takeOff(dayOff(day)) : () => saveWeek(without(2))
      await saveWeek(openWeek, await lessonIds())
      const [booked, changed] = await Promise.all([
        postLesson(app, lesson(coach.id, day, '17:00'), { cookie: customer.cookie }),
        away(),
      ])
      const outcome = [booked.status, changed.status < 300 ? 'changed' : 'asked']
      expect([
        [201, 'asked'],
        [409, 'changed'],
      ]).toContainEqual(outcome)
    }
  })

  test('of two requests for the same time off writes it once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => takeOff(dayOff(tuesday(30)))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await listOff()).toHaveLength(1)
  })
})

const lessonIds = async () =>
  (await app.db.selectFrom('coach_bookings').select('id').where('coach_id', '=', coach.id).execute()).map(
    ({ id }) => id,
  )

async function ledgerOf(day: string): Promise<string[]> {
  const { rows } = await sql<{ taken: string }>`
    select kind || to_char(lower(during) at time zone 'America/Chicago', ' HH24:MI-')
      || to_char(upper(during) at time zone 'America/Chicago', 'HH24:MI') as taken
    from occupancy
    where coach_id = ${coach.id} and facility_day(lower(during)) = ${day}
    order by 1`.execute(app.db)
  return rows.map(({ taken }) => taken)
}
