import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LessonSlot, NextLessonTime } from '../../../../shared/contract/lessons/coaches.ts'
import { daysOfMonth } from '../../../../shared/domain/time/calendar.ts'
import { addDays, dayOfWeek, facilityDay, instantOf } from '../../../../shared/domain/time/time.ts'
import { createPool } from '../../../db/database.ts'
import type { Database } from '../../../db/tables.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { tuesday, ZONE } from '../../../test/cageTime.ts'
import { addCages } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addCoach, type TestCoach } from '../../coaches/coachTestKit.ts'
import { readCoachDay } from './availability.ts'
import { bookableTimes } from './lessonSlots.ts'
import { nextLessonTimes } from './nextLessonTimes.ts'
import { plainStarts, type RandomDay, randomDay } from './plainAvailability.fixture.ts'

let app: TestApp
let cages: string[]
let coach: TestCoach

beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 3)
  coach = await addCoach(app.db, { works: [{ day_of_week: 2, from: '16:30', to: '20:15' }] })
})
afterAll(() => app.close())

const ask = (day: string, minutes: number | string, id = coach.id) =>
  app.request(`/api/coaches/${id}/availability?p_lesson_date=${day}&p_duration_minutes=${minutes}`)
const starts = async (day: string, minutes: number) =>
  (await bodyOf<LessonSlot[]>(ask(day, minutes))).map((slot) => slot.available_start_time)

const take = (cageId: string, day: string, from: string, to: string) =>
  app.db
    .insertInto('bookings')
    .values({
      cage_id: cageId,
      start_time: instantOf(day, from, ZONE),
      end_time: instantOf(day, to, ZONE),
      total_cost: '0',
    })
    .execute()

describe('get_coach_availability', () => {
  test('lists half-hour starts at which the coach works for the whole duration', async () => {
    expect(await starts(tuesday(0), 90)).toEqual(['16:30', '17:00', '17:30', '18:00', '18:30'])
    expect((await starts(tuesday(0), 30)).at(-1)).toBe('19:30')
    expect(await starts(addDays(tuesday(0), 1), 60)).toEqual([])
  })

  test('leaves out starts at which every cage is taken, and prices the others in the first free cage', async () => {
    const day = tuesday(1)
    await app.db.updateTable('cages').set({ price_60_min: '44.00' }).where('name', '=', 'Cage 3').execute()
    for (const cage of cages) await take(cage, day, '17:00', '17:30')
    await take(cages[0] ?? '', day, '17:30', '18:30')
    await take(cages[1] ?? '', day, '17:30', '18:00')
    const slots = await bodyOf<LessonSlot[]>(ask(day, 60))
    expect(slots.map(({ available_start_time, cage_name }) => [available_start_time, cage_name])).toEqual([
      ['17:30', 'Cage 3'],
      ['18:00', 'Cage 2'],
      ['18:30', 'Cage 1'],
      ['19:00', 'Cage 1'],
    ])
    expect(slots[0]).toMatchObject({ coach_fee: 60, cage_cost: 44, total_cost: 104 })
  })

  test('leaves out what is past and what lies beyond the booking window', async () => {
    const facility = await app.context.facility.get()
    const day = tuesday(0)
    const at = (wall: string) => instantOf(day, wall, ZONE)
    const first = (now: Date) => bookableTimes(facility, day, 60, now)[0]?.startTime
    expect(first(at('17:00'))).toBe('17:00')
    expect(first(new Date(at('17:00').getTime() + 1))).toBe('17:30')
    expect(first(at('20:01'))).toBeUndefined()
    const early = instantOf(addDays(day, -facility.booking_window_days), '12:00', ZONE)
    expect(first(early)).toBe('16:00')
    expect(first(instantOf(addDays(day, -facility.booking_window_days - 1), '12:00', ZONE))).toBeUndefined()
  })

  test.each([
    ['45 minutes', () => ask(tuesday(0), 45), 400, 'invalid_input'],
    ['no duration', () => ask(tuesday(0), ''), 400, 'invalid_input'],
    ['a day that is none', () => ask('2026-02-30', 60), 400, 'invalid_input'],
    ['a coach of another id', () => ask(tuesday(0), 60, randomUUID()), 404, 'coach_not_found'],
  ] as const)('refuses %s', async (_name, request, status, code) => {
    expect(await refusalOf(await request())).toEqual([status, code])
  })

  test('refuses an inactive coach, on a closed day too', async () => {
    const inactive = await addCoach(app.db, { active: false })
    const sunday = addDays(tuesday(0), 5)
    expect(await refusalOf(await ask(sunday, 60, inactive.id))).toEqual([404, 'coach_not_found'])
    expect(await starts(sunday, 60)).toEqual([])
  })

  test('is one query', async () => {
    const queries: string[] = []
    const counting = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: createPool(app.databaseUrl, 1) }),
      log: ({ query }) => {
        queries.push(query.sql)
      },
    })
    const times = bookableTimes(await app.context.facility.get(), tuesday(0), 30, new Date())
    expect(
      (await readCoachDay(counting, coach.id, tuesday(0), times, { now: new Date() }))?.times,
    ).toHaveLength(10)
    expect(queries).toHaveLength(1)
    await counting.destroy()
  })
})

describe('the query agrees with a plain enumeration', () => {
  // Both days on which the clocks change, and an ordinary one.
  test.each(['2027-03-14', '2026-11-01', '2027-05-04'])('over random ledgers of %s', async (day) => {
    const now = instantOf(addDays(day, -3), '12:00', ZONE)
    const facility = await app.context.facility.get()
    let found = 0
    for (let round = 0; round < 12; round += 1) {
      const random = randomDay(day, round)
      const someone = await addCoach(app.db, {
        works: [
          {
            day_of_week: dayOfWeek(day),
            from: random.works.from,
            to: random.works.to,
            available: round % 8 > 0,
          },
        ],
      })
      const theirCages = await fill(someone.id, random)
      const open = {
        ...facility,
        opening_hours: [],
        special_days: [{ date: day, opens: random.open.from, closes: random.open.to, reason: '' }],
      }
      for (const minutes of [30, 60, 90]) {
        const times = bookableTimes(open, day, minutes, now)
        const answer = await readCoachDay(app.db, someone.id, day, times, { now })
        const offered = (answer?.times ?? [])
          .filter(({ cages: free }) => free.length > 0)
          .map(({ time, cages: [cage] }) => [time.startTime, theirCages.indexOf(cage?.id ?? '')])
        const expected = round % 8 > 0 ? plainStarts(random, minutes) : []
        expect(offered, `round ${round}, ${minutes} minutes`).toEqual(expected)
        found += offered.length
      }
    }
    expect(found).toBeGreaterThan(30)
  })

  /** Puts the random day into the database, in cages of its own; the others leave service. */
  async function fill(coachId: string, random: RandomDay): Promise<string[]> {
    await app.db.updateTable('cages').set({ is_active: false }).execute()
    const ids = random.taken.cages.map(() => randomUUID())
    await app.db
      .insertInto('cages')
      .values(
        ids.map((id, index) => ({
          id,
          name: `Cage ${index + 8} of ${id}`,
          price_30_min: '20',
          price_60_min: '30',
          price_additional_30_min: '15',
        })),
      )
      .execute()
    const holdId = randomUUID()
    await app.db
      .insertInto('checkout_holds')
      .values({ id: holdId, purpose: 'cage_booking', amount: '1', expires_at: new Date('2030-01-01') })
      .execute()
    const slots = [
      ...random.taken.coach.map((time) => ({ coach_id: coachId, ...time })),
      ...random.taken.cages.flatMap((times, index) =>
        times.map((time) => ({ cage_id: ids[index] ?? '', ...time })),
      ),
    ].map(({ start, end, ...what }) => ({
      checkout_hold_id: holdId,
      ...what,
      start_time: start,
      end_time: end,
    }))
    if (slots.length > 0) await app.db.insertInto('checkout_hold_slots').values(slots).execute()
    return ids
  }
})

describe('get-next-lesson-day', () => {
  const next = async (after: string, minutes = 60, id = coach.id) =>
    (
      await bodyOf<{ lesson_date: string | null }>(
        app.request(
          `/api/coaches/${id}/next-lesson-day?p_lesson_date=${after}&p_duration_minutes=${minutes}`,
        ),
      )
    ).lesson_date

  test('passes over days on which the coach does not work, is taken, or no cage is free', async () => {
    const free = await addCoach(app.db, { works: [{ day_of_week: 2, from: '17:00', to: '18:00' }] })
    const [first, second, third] = [tuesday(2), tuesday(3), tuesday(4)]
    const before = addDays(first, -1)
    expect(await next(before, 60, free.id)).toBe(first)
    await bookLesson(free.id, first)
    expect(await next(before, 60, free.id)).toBe(second)
    const open = await app.db.selectFrom('cages').select('id').where('is_active', '=', true).execute()
    for (const { id } of open) await take(id, second, '17:30', '18:00')
    expect(await next(before, 60, free.id)).toBe(third)
    // Half an hour still fits before the cages are taken.
    expect(await next(first, 30, free.id)).toBe(second)
  })

  test('is null where nothing comes within the booking window, and starts from today', async () => {
    const never = await addCoach(app.db, { works: [] })
    expect(await next(tuesday(0), 60, never.id)).toBeNull()
    const { booking_window_days } = await app.context.facility.get()
    const today = facilityDay(app.context.clock.now(), ZONE)
    expect(await next(addDays(today, booking_window_days))).toBeNull()
    expect(await next('1999-01-01')).toBe(await next(addDays(today, -1)))
  })

  test('is the first day with times of a coach who works at random', async () => {
    const after = tuesday(5)
    for (const minutes of [30, 60, 90]) {
      let day = addDays(after, 1)
      while ((await starts(day, minutes)).length === 0) day = addDays(day, 1)
      expect(await next(after, minutes)).toBe(day)
    }
  })

  test('knows no coach who is not there', async () => {
    const answer = app.request(
      `/api/coaches/${randomUUID()}/next-lesson-day?p_lesson_date=${tuesday(0)}&p_duration_minutes=60`,
    )
    expect(await refusalOf(await answer)).toEqual([404, 'coach_not_found'])
  })
})

describe('list-lesson-days', () => {
  const days = async (day: string, minutes: number, id = coach.id) =>
    (
      await bodyOf<{ days: string[] }>(
        app.request(`/api/coaches/${id}/lesson-days?p_lesson_date=${day}&p_duration_minutes=${minutes}`),
      )
    ).days

  test.each([30, 60, 90])(
    'are the days of the month that have times of %i minutes, in order',
    async (minutes) => {
      const [day] = [tuesday(3)]
      const withTimes: string[] = []
      for (const other of daysOfMonth(day)) {
        if ((await starts(other, minutes)).length > 0) withTimes.push(other)
      }
      expect(withTimes.length).toBeGreaterThan(1)
      expect(await days(day, minutes)).toEqual(withTimes)
    },
  )

  test('are none of a coach who never works, nor of a month that is over', async () => {
    const never = await addCoach(app.db, { works: [] })
    expect(await days(tuesday(3), 60, never.id)).toEqual([])
    expect(await days('1999-12-31', 60)).toEqual([])
  })

  test('knows no coach who is not there', async () => {
    const answer = app.request(
      `/api/coaches/${randomUUID()}/lesson-days?p_lesson_date=${tuesday(0)}&p_duration_minutes=60`,
    )
    expect(await refusalOf(await answer)).toEqual([404, 'coach_not_found'])
  })
})

describe('list-next-lesson-times', () => {
  const next = async () =>
    new Map(
      (
        await bodyOf<{ coach_id: string; next: NextLessonTime | null }[]>(
          app.request('/api/next-lesson-times'),
        )
      ).map((time) => [time.coach_id, time.next]),
    )

  test('is the first time of the usual length, or else of the shortest, or none', async () => {
    const evenings = await addCoach(app.db, { works: [{ day_of_week: 2, from: '17:00', to: '19:00' }] })
    const short = await addCoach(app.db, { works: [{ day_of_week: 2, from: '18:30', to: '19:00' }] })
    const never = await addCoach(app.db, { works: [] })
    const gone = await addCoach(app.db, { active: false })
    const before = await next()
    const first = (await next()).get(evenings.id)?.lesson_date ?? ''
    expect(before.get(evenings.id)).toEqual({
      lesson_date: first,
      available_start_time: '17:00',
      duration_minutes: 60,
    })
    expect(before.get(short.id)).toMatchObject({ available_start_time: '18:30', duration_minutes: 30 })
    expect(before.get(never.id)).toBeNull()
    expect(before.has(gone.id)).toBe(false)

    await bookLesson(evenings.id, first)
    // The answer is kept until the database says that the coach was taken.
    await expect
      .poll(async () => (await next()).get(evenings.id))
      .toEqual({
        lesson_date: first,
        available_start_time: '18:00',
        duration_minutes: 60,
      })
  })

  test('agrees with the free times of each coach', async () => {
    const all = await next()
    const today = facilityDay(app.context.clock.now(), ZONE)
    for (const [id, time] of all) {
      if (!time) continue
      for (let day = today; day < time.lesson_date; day = addDays(day, 1)) {
        expect(await bodyOf(ask(day, time.duration_minutes, id))).toEqual([])
      }
      const [slot] = await bodyOf<LessonSlot[]>(ask(time.lesson_date, time.duration_minutes, id))
      expect(slot?.available_start_time).toBe(time.available_start_time)
    }
  })

  test('takes no query more for more coaches: one a week while some are without', async () => {
    const queries: string[] = []
    const counting = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: createPool(app.databaseUrl, 1) }),
      log: ({ query }) => {
        queries.push(query.sql)
      },
    })
    const facility = await app.context.facility.get()
    const inUse = await app.db.selectFrom('coaches').select('id').where('is_active', '=', true).execute()
    expect(inUse.length).toBeGreaterThan(20)
    expect(await nextLessonTimes(counting, facility, new Date())).toHaveLength(inUse.length)
    expect(queries.length).toBeLessThanOrEqual(10)
    await counting.destroy()
  })
})

const bookLesson = (coachId: string, day: string) =>
  app.db
    .insertInto('coach_bookings')
    .values({
      coach_id: coachId,
      customer_type: 'guest',
      guest_name: 'Gwen',
      guest_phone: '(409) 555-0101',
      cage_id: cages[0] ?? '',
      lesson_date: day,
      start_time: '17:00',
      end_time: '18:00',
      duration_minutes: 60,
      coach_rate: '60.00',
      cage_cost: '30.00',
    })
    .execute()
