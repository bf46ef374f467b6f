import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UnpaidTimeDetails } from '../../../shared/domain/facility/limitTexts.ts'
import { addDays, instantOf } from '../../../shared/domain/time/time.ts'
import { transaction } from '../../db/database.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { payFor } from '../bookings/changeTestKit.ts'
import { addCoach, type TestCoach } from '../coaches/coachTestKit.ts'
import { noLimits } from '../facility/limits.ts'
import { lesson, postLesson } from '../lessons/lessonTestKit.ts'

// The facility's own defaults: 4 hours for who is new, 12 for who has come before.
const NEW_MINUTES = 240
const RETURNING_MINUTES = 720

let app: TestApp
let other: TestApp
let cages: string[]
let coach: TestCoach
let days = 0
/** A Tuesday, Wednesday or Thursday that no other call gave. */
const freshDay = () => addDays(tuesday(Math.floor(days / 3)), days++ % 3)

beforeAll(async () => {
  app = await startTestApp({ limits: true })
  other = await app.another()
  cages = await addCages(app.db, 8)
  coach = await addCoach(app.db)
})
afterAll(() => app.close())

const PRICES: Record<number, number> = {
  30: 20,
  60: 30,
  90: 45,
  120: 60,
  150: 75,
  180: 90,
  210: 105,
  240: 120,
}
const cage = (number: number): string => cages[number - 1] ?? ''
type Group = ReturnType<typeof group>
const minutesOf = ({ startTime, endTime }: Group) => (Date.parse(endTime) - Date.parse(startTime)) / 60_000

const book = (
  person: Person,
  groups: Group[],
  { from = app, headers = {} }: { from?: TestApp; headers?: Record<string, string> } = {},
) =>
  from.request('/api/bookings', {
    json: {
      bookingDetails: groups,
      totalAmount: groups.reduce((sum, each) => sum + (PRICES[minutesOf(each)] ?? 0), 0),
    },
    cookie: person.cookie,
    headers,
  })
/** Books four hours: all that a new customer may keep. */
async function bookAll(person: Person): Promise<string> {
  const response = await book(person, [group(cage(1), freshDay(), '16:00', '20:00')])
  const { bookings } = await bodyOf<{ bookings: { id: string }[] }>(response)
  expect(response.status).toBe(201)
  return bookings[0]?.id ?? ''
}
const halfHour = (number = 2) => [group(cage(number), freshDay(), '16:00', '16:30')]
const limitOf = (response: Response) => bodyOf<{ code: string; details: UnpaidTimeDetails }>(response)

/** Minutes of live bookings and lessons that are not paid, read off the rows. */
async function unpaidOf({ id }: Person): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select (
      (select coalesce(sum(extract(epoch from end_time - start_time) / 60), 0) from bookings
       where user_id = ${id} and status = 'pending payment')
      + (select coalesce(sum(duration_minutes), 0) from coach_bookings
         where customer_id = ${id} and status = 'pending payment')
    )::integer as minutes`.execute(app.db)
  return rows[0]?.minutes ?? 0
}

/** A booking that is over, as the desk left it. */
const pastBooking = (person: Person, status: 'paid' | 'pending payment') =>
  app.db
    .insertInto('bookings')
    .values({
      user_id: person.id,
      cage_id: cage(8),
      start_time: instantOf(addDays(tuesday(), status === 'paid' ? -21 : -20), '16:00', ZONE),
      end_time: instantOf(addDays(tuesday(), status === 'paid' ? -21 : -20), '17:00', ZONE),
      status,
      total_cost: '30.00',
    })
    .execute()

describe('a new customer', () => {
  test('who asks for 8 cages on 5 evenings at once, from two processes, gets four hours', async () => {
    const person = await addPerson(app)
    const first = tuesday(48)
    const groups = cages.flatMap((cageId) =>
      [-1, 0, 1, 2, 3].map((offset) => group(cageId, addDays(first, offset), '16:00', '18:00')),
    )
    const answers = await Promise.all(
      groups.map((each, index) => book(person, [each], { from: index % 2 ? app : other })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(38)
    expect(await unpaidOf(person)).toBe(NEW_MINUTES)
  })

  test('who sends fifty half hours of different days at once gets eight', async () => {
    const person = await addPerson(app)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        book(person, [group(cage(3 + (index % 5)), tuesday(index % 48), '20:00', '20:30')], {
          from: index % 2 ? app : other,
        }),
      ),
    )
    const codes = await Promise.all(
      answers.filter(({ status }) => status !== 201).map(async (answer) => (await limitOf(answer)).code),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(8)
    expect(new Set(codes)).toEqual(new Set(['unpaid_hours_limit']))
    expect(await unpaidOf(person)).toBe(NEW_MINUTES)
  })

  test('is told how much is unpaid, how much is allowed, and whom to call', async () => {
    const person = await addPerson(app)
    await bookAll(person)
    const response = await book(person, halfHour())
    expect(response.status).toBe(409)
    expect(await limitOf(response)).toMatchObject({
      code: 'unpaid_hours_limit',
      message: expect.stringContaining('call us'),
      details: {
        limit_minutes: NEW_MINUTES,
        open_minutes: NEW_MINUTES,
        requested_minutes: 30,
        pay_by_card: false,
        phone: '(409) 555-0142',
      },
    })
    expect(await unpaidOf(person)).toBe(NEW_MINUTES)
  })

  test('cannot have more in one request either', async () => {
    const person = await addPerson(app)
    const day = freshDay()
    const groups = [group(cage(1), day, '16:00', '19:00'), group(cage(2), day, '16:00', '17:30')]
    expect((await limitOf(await book(person, groups))).details).toMatchObject({
      open_minutes: 0,
      requested_minutes: 270,
    })
    expect(await unpaidOf(person)).toBe(0)
  })

  test('is told that a slot is taken before anything else', async () => {
    const [first, second] = [await addPerson(app), await addPerson(app)]
    await bookAll(first)
    const taken = halfHour()
    expect((await book(second, taken)).status).toBe(201)
    expect(await refusalOf(await book(first, taken))).toEqual([409, 'slots_taken'])
  })

  test('counts lessons too, whichever comes at the same moment', async () => {
    const person = await addPerson(app)
    const answers = await Promise.all(
      Array.from({ length: 12 }, freshDay).map((day, index) =>
        index % 2
          ? postLesson(app, lesson(coach.id, day, '19:00'), { cookie: person.cookie })
          : book(person, [group(cage(8), day, '16:00', '17:00')]),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
    expect(await unpaidOf(person)).toBe(NEW_MINUTES)
  })

  test('has what a guest booked under the same confirmed e-mail counted too', async () => {
    const person = await addPerson(app)
    await app.db
      .insertInto('bookings')
      .values({
        guest_name: 'Pat',
        guest_email: person.email.toUpperCase(),
        cage_id: cage(7),
        start_time: instantOf(tuesday(40), '16:00', ZONE),
        end_time: instantOf(tuesday(40), '20:00', ZONE),
        total_cost: '120.00',
      })
      .execute()
    expect((await limitOf(await book(person, halfHour()))).details).toMatchObject({ open_minutes: 240 })
  })
})

describe('there is room again', () => {
  test('by canceling', async () => {
    const person = await addPerson(app)
    const id = await bookAll(person)
    expect((await book(person, halfHour())).status).toBe(409)
    await app.request(`/api/me/bookings/${id}/cancel`, { method: 'POST', cookie: person.cookie })
    expect((await book(person, halfHour())).status).toBe(201)
  })

  test('by paying', async () => {
    const person = await addPerson(app)
    const id = await bookAll(person)
    await payFor(app, person, { booking_id: id }, 'cash')
    expect((await book(person, halfHour())).status).toBe(201)
  })

  test('when it is over', async () => {
    const person = await addPerson(app)
    const id = await bookAll(person)
    const start = instantOf(addDays(tuesday(), -14), '16:00', ZONE)
    await app.db
      .updateTable('bookings')
      .set({ start_time: start, end_time: new Date(start.getTime() + 4 * 3_600_000) })
      .where('id', '=', id)
      .execute()
    expect((await book(person, halfHour())).status).toBe(201)
  })

  test('not by moving, which is allowed at the limit', async () => {
    const person = await addPerson(app)
    const id = await bookAll(person)
    const moved = await app.request(`/api/me/bookings/${id}/move`, {
      json: { start_time: instantOf(freshDay(), '17:00', ZONE).toISOString() },
      cookie: person.cookie,
    })
    expect(moved.status).toBe(200)
    expect((await book(person, halfHour())).status).toBe(409)
    expect(await unpaidOf(person)).toBe(NEW_MINUTES)
  })
})

describe('a higher limit or none applies to', () => {
  test('a customer who has paid for something that is over; an unpaid no-show does not count', async () => {
    const [known, absent] = [await addPerson(app), await addPerson(app)]
    await pastBooking(known, 'paid')
    await pastBooking(absent, 'pending payment')
    for (const person of [known, absent]) await bookAll(person)
    expect((await book(absent, halfHour())).status).toBe(409)
    for (let times = 1; times < 3; times += 1) await bookAll(known)
    expect((await limitOf(await book(known, halfHour()))).details).toMatchObject({
      limit_minutes: RETURNING_MINUTES,
      open_minutes: RETURNING_MINUTES,
    })
  })

  test('a member, as the agreement promises, but not one whose payment failed', async () => {
    const [member, pastDue] = [
      await addPerson(app, { membership: 'active' }),
      await addPerson(app, { membership: 'past_due' }),
    ]
    await app.db.updateTable('facility').set({ member_cage_discount_percent: '0' }).execute()
    for (let times = 0; times < 4; times += 1) await bookAll(member)
    await bookAll(pastDue)
    expect((await book(pastDue, halfHour())).status).toBe(409)
  })

  test.each(['coach', 'desk', 'admin'] as const)('a %s', async (role) => {
    const person = await addPerson(app, { role })
    for (let times = 0; times < 4; times += 1) await bookAll(person)
    expect(await unpaidOf(person)).toBe(4 * NEW_MINUTES)
  })

  test('everybody if the facility sets no limit; another value applies at once', async () => {
    const person = await addPerson(app)
    try {
      await app.db.updateTable('facility').set(noLimits).execute()
      for (let times = 0; times < 2; times += 1) await bookAll(person)
      await app.db.updateTable('facility').set({ unpaid_hours_new_customer: 0 }).execute()
      expect((await book(await addPerson(app), halfHour())).status).toBe(409)
    } finally {
      await app.db
        .updateTable('facility')
        .set({ unpaid_hours_new_customer: 4, unpaid_hours_returning_customer: 12 })
        .execute()
    }
  })
})

test('a replay of what succeeded is answered at the limit too', async () => {
  const person = await addPerson(app)
  const key = randomUUID()
  const groups = [group(cage(1), freshDay(), '16:00', '20:00')]
  const first = await book(person, groups, { headers: { 'idempotency-key': key } })
  const again = await book(person, groups, { headers: { 'idempotency-key': `"${key}"` } })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(await again.text()).toBe(await first.text())
  expect(await unpaidOf(person)).toBe(NEW_MINUTES)
})

describe('the database itself', () => {
  const insertAs = (actorId: string, person: Person, to: string) => {
    const day = freshDay()
    const [start_time, end_time] = [instantOf(day, '10:00', ZONE), instantOf(day, to, ZONE)]
    return transaction(app.db, { userId: actorId }, (tx) =>
      tx
        .insertInto('bookings')
        .values({ user_id: person.id, cage_id: cage(4), start_time, end_time, total_cost: '0' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  }

  test('refuses a customer more than the limit, whatever code asks for it, also a longer booking', async () => {
    const person = await addPerson(app)
    await expect(insertAs(person.id, person, '14:30')).rejects.toMatchObject({ constraint: 'unpaid_time' })
    const { id } = await insertAs(person.id, person, '14:00')
    const longer = transaction(app.db, { userId: person.id }, (tx) =>
      tx
        .updateTable('bookings')
        .set({ end_time: sql`end_time + interval '30 minutes'` })
        .where('id', '=', id)
        .execute(),
    )
    await expect(longer).rejects.toMatchObject({ constraint: 'unpaid_time' })
    expect(await unpaidOf(person)).toBe(NEW_MINUTES)
  })

  test('does not let two writers without the lock exceed the limit together', async () => {
    const person = await addPerson(app)
    const ended = await Promise.allSettled(
      Array.from({ length: 4 }, (_, index) => insertAs(person.id, person, `${12 + (index % 2)}:30`)),
    )
    expect(ended.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect(await unpaidOf(person)).toBeLessThanOrEqual(NEW_MINUTES)
  })

  test('lets staff book more for a customer', async () => {
    const [person, admin] = [await addPerson(app), await addPerson(app, { role: 'admin' })]
    await insertAs(admin.id, person, '15:00')
    expect(await unpaidOf(person)).toBe(300)
  })
})
