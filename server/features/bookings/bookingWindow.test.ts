import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addDays, daysBetween, facilityDay, instantOf } from '../../../shared/domain/time/time.ts'
import { refusalOf } from '../../test/answers.ts'
import { group, tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { lesson, postLesson } from '../lessons/lessonTestKit.ts'
import { cageCustomer } from './changeTestKit.ts'

/** The last day that can be booked, a Tuesday, and the open day after it. */
const lastDay = tuesday(3)
const dayAfter = addDays(lastDay, 1)

let app: TestApp
let cage: string
let customer: Person

beforeAll(async () => {
  app = await startTestApp()
  cage = (await addCages(app.db, 1))[0] ?? ''
  customer = await addPerson(app)
  const days = daysBetween(facilityDay(new Date(), ZONE), lastDay)
  await app.db.updateTable('facility').set({ booking_window_days: days }).execute()
  // The instance hears of the change a moment after its commit.
  await vi.waitFor(async () => expect((await app.context.facility.get()).booking_window_days).toBe(days), {
    timeout: 10_000,
  })
})
afterAll(() => app.close())

describe('the last day of the booking window can be booked, and the day after it cannot', () => {
  const book = (day: string, from: string, to: string) =>
    app.request('/api/bookings', {
      json: { bookingDetails: [group(cage, day, from, to)], totalAmount: 20 },
      cookie: customer.cookie,
    })

  test('by a cage booking', async () => {
    expect(await refusalOf(await book(dayAfter, '16:00', '16:30'))).toEqual([409, 'slot_too_far_ahead'])
    expect((await book(lastDay, '16:00', '16:30')).status).toBe(201)
  })

  test('by a move of a cage booking', async () => {
    const mine = cageCustomer(app, customer)
    const id = await mine.book(cage, tuesday(1), '17:00', '17:30', 20)
    const to = (day: string) => ({ start_time: group(cage, day, '18:00', '18:30').startTime })
    expect(await refusalOf(await mine.move(id, to(dayAfter)))).toEqual([409, 'slot_too_far_ahead'])
    expect((await mine.move(id, to(lastDay))).status).toBe(200)
  })

  test('by a lesson', async () => {
    const coach = await addCoach(app.db)
    const ask = (day: string) => postLesson(app, lesson(coach.id, day, '19:00'), { cookie: customer.cookie })
    expect(await refusalOf(await ask(dayAfter))).toEqual([409, 'slot_too_far_ahead'])
    expect((await ask(lastDay)).status).toBe(201)
  })
})

describe('ten minutes into a slot', () => {
  const day = tuesday(0)
  let begun: TestApp

  beforeAll(async () => {
    begun = await startTestApp({ clock: { now: () => instantOf(day, '16:10', ZONE) } })
  })
  afterAll(() => begun.close())

  test('it cannot be booked, although it is not over, and the next one can', async () => {
    const [free = ''] = await addCages(begun.db, 1)
    const { cookie } = await addPerson(begun)
    const book = (from: string, to: string) =>
      begun.request('/api/bookings', {
        json: { bookingDetails: [group(free, day, from, to)], totalAmount: 20 },
        cookie,
      })
    expect(await refusalOf(await book('16:00', '16:30'))).toEqual([409, 'slot_in_past'])
    expect((await book('16:30', '17:00')).status).toBe(201)
  })
})
