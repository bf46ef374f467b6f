import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { system, transaction } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { group, tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages } from '../../test/factories.ts'
import { lockWaits } from '../../test/lockWaits.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { takingTime } from './takingTime.ts'

let app: TestApp
let cage: string
let weeks = 0

beforeAll(async () => {
  app = await startTestApp()
  ;[cage = ''] = await addCages(app.db, 1)
})
afterAll(() => app.close())

/** An hour of the cage on a day that no other call gave. */
function freshHour() {
  const { startTime, endTime } = group(cage, tuesday(weeks++), '16:00', '17:00')
  return { cageId: cage, coachId: null, start: new Date(startTime), end: new Date(endTime) }
}

async function hold({ start, end }: { start: Date; end: Date }, expires_at: Date): Promise<string> {
  const { id } = await app.db
    .insertInto('checkout_holds')
    .values({ purpose: 'cage_booking', amount: '30.00', expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('checkout_hold_slots')
    .values({ checkout_hold_id: id, cage_id: cage, coach_id: null, start_time: start, end_time: end })
    .execute()
  return id
}

const nobody = { userId: null }
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)

test('shows this instance the days that were taken and freed as they are now', async () => {
  const [taken, freed] = [freshHour(), freshHour()]
  const drop = vi.spyOn(app.context.schedule, 'drop')
  await takingTime(app.context, nobody, async (time) => {
    time.takes([taken])
    time.frees([freed])
    return 'done'
  })
  const days = [taken, freed].map(({ start }) => facilityDay(start, ZONE))
  expect(drop.mock.calls.map(([day]) => day)).toEqual(days)
  drop.mockRestore()
})

test('tries once more when only an expired hold stood in the way', async () => {
  const hour = freshHour()
  await hold(hour, minutesFromNow(-1))
  const attempts: string[] = []
  const outcome = await takingTime(app.context, nobody, async (time) => {
    time.takes([hour])
    attempts.push('attempt')
    return attempts.length === 1 ? refuse('slots_taken') : 'booked'
  })
  expect([outcome, attempts.length]).toEqual(['booked', 2])
})

test.each(['slots_taken', 'price_changed'] as const)(
  'leaves %s as it is while a hold is live',
  async (code) => {
    const hour = freshHour()
    const id = await hold(hour, minutesFromNow(10))
    let attempts = 0
    const outcome = await takingTime(app.context, nobody, async (time) => {
      time.takes([hour])
      attempts += 1
      return refuse(code)
    })
    expect(outcome).toEqual(new Refusal(code))
    expect(attempts).toBe(1)
    const row = await app.db
      .selectFrom('checkout_holds')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row?.status).toBe('held')
  },
)

test.each([
  ['slots_taken', 'naming the slots'],
  ['lesson_time_taken', 'by its code'],
] as const)('answers a writer that took no lock with %s, %s', async (taken, _how) => {
  const hour = freshHour()
  const insert = (name: string) => ({
    guest_name: name,
    guest_phone: '(409) 555-0177',
    cage_id: cage,
    start_time: hour.start,
    end_time: hour.end,
    total_cost: '30.00',
  })
  let answer: Promise<string | Refusal> | undefined
  await transaction(app.db, system, async (tx) => {
    await tx.insertInto('bookings').values(insert('First')).execute()
    answer = takingTime(app.context, { ...nobody, taken }, (time) => {
      time.takes([hour])
      return transaction(app.context.db, system, async (second) => {
        await second.insertInto('bookings').values(insert('Second')).execute()
        return 'booked'
      })
    })
    await expect.poll(() => lockWaits(app.db)).toBe(1)
  })
  const outcome = await answer
  const slots = ['16:00', '16:30'].map((from, index) => {
    const to = ['16:30', '17:00'][index] ?? ''
    const { startTime, endTime } = group(cage, facilityDay(hour.start, ZONE), from, to)
    return { cage_id: cage, cage_name: 'Cage 1', start_time: startTime, end_time: endTime }
  })
  expect(outcome).toEqual(taken === 'slots_taken' ? new Refusal(taken, { slots }) : new Refusal(taken))
})

test('lets any other error through', async () => {
  const attempt = () => Promise.reject(new Error('a bug'))
  await expect(takingTime(app.context, nobody, attempt)).rejects.toThrow('a bug')
})
