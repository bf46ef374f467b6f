import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnTime } from '../../../shared/contract/accounts/calendar.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'

let app: TestApp
let cages: string[]
let customer: Person
let stranger: Person

beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 4)
  customer = await addPerson(app)
  stranger = await addPerson(app)
})
afterAll(() => app.close())

const own = ({ cookie }: Person, day: string) =>
  bodyOf<OwnTime[]>(app.request(`/api/me/schedule?p_date=${day}`, { cookie }))

/** Books 30 minutes and gives the booking's id. */
async function book(
  { cookie }: Person,
  { day, from, cage, participant_id }: { day: string; from: string; cage: number; participant_id?: string },
) {
  const to = from.replace('00', '30')
  const json = {
    bookingDetails: [group(cages[cage] ?? '', day, from, to)],
    totalAmount: 20,
    participant_id,
  }
  const answer = await bodyOf<{ bookings: { id: string }[] }>(app.request('/api/bookings', { json, cookie }))
  return answer.bookings[0]?.id ?? ''
}

test('list-own-times gives what the household has booked on a day, and nobody else’s', async () => {
  const day = tuesday(0)
  const child = await addChild(app.db, [customer], { name: 'Mia' })
  const childs = await book(customer, { day, from: '17:00', cage: 1, participant_id: child })
  const mine = await book(customer, { day, from: '16:00', cage: 0 })
  await book(customer, { day: tuesday(1), from: '16:00', cage: 0 })
  await book(stranger, { day, from: '16:00', cage: 2 })
  const { startTime, endTime } = group('', day, '16:00', '16:30')
  const times = await own(customer, day)
  expect(times.map(({ id }) => id)).toEqual([mine, childs])
  expect(times[0]).toEqual({
    id: mine,
    kind: 'booking',
    cage_id: cages[0],
    start_time: startTime,
    end_time: endTime,
  })
})

test('list-own-times has lessons in facility time, and nothing that is canceled', async () => {
  const day = tuesday(2)
  const coach = await addCoach(app.db, { name: 'Casey' })
  const lesson = {
    coach_id: coach.id,
    customer_type: 'user' as const,
    customer_id: customer.id,
    cage_id: cages[3] ?? '',
    lesson_date: day,
    start_time: '18:00',
    end_time: '19:00',
    duration_minutes: 60,
    coach_rate: '30.00',
    cage_cost: '30.00',
  }
  await app.db.insertInto('coach_bookings').values(lesson).execute()
  const canceled = await book(customer, { day, from: '16:00', cage: 0 })
  await app.request(`/api/me/bookings/${canceled}/cancel`, { method: 'POST', cookie: customer.cookie })
  const { startTime, endTime } = group('', day, '18:00', '19:00')
  expect(await own(customer, day)).toMatchObject([
    { kind: 'lesson', cage_id: cages[3], start_time: startTime, end_time: endTime },
  ])
})

test('list-own-times is for signed-in people and takes a real day', async () => {
  const { cookie } = customer
  const refusal = async (date: string, who = {}) =>
    refusalOf(await app.request(`/api/me/schedule?p_date=${date}`, who))
  expect(await refusal(tuesday())).toEqual([401, 'unauthenticated'])
  expect(await refusal('2026-02-30', { cookie })).toEqual([400, 'invalid_input'])
})
