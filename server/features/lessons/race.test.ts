// @module-tag slow

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Problem } from '../../../shared/contract/errors.ts'
import { bodyOf } from '../../test/answers.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { guestForm, lesson, postLesson } from './lessonTestKit.ts'

let app: TestApp
let other: TestApp
let cages: string[]
let customer: Person

beforeAll(async () => {
  app = await startTestApp()
  other = await app.another()
  cages = await addCages(app.db, 2)
  customer = await addPerson(app)
})
afterAll(() => app.close())

const instance = (index: number) => (index % 2 ? app : other)
const asGuest = (index: number, request: object) =>
  postLesson(instance(index), {
    ...request,
    ...guestForm(app, { guest_details: { name: `Guest ${index}`, phone: `409 555 ${1000 + index}` } }),
  })

/** How many of the answers had each status or code. */
async function tally(answers: Promise<Response>[]): Promise<Record<string, number>> {
  const outcomes = await Promise.all(
    answers.map(async (answer) => {
      const response = await answer
      return response.status === 201 ? '201' : (await bodyOf<Problem>(response)).code
    }),
  )
  return Object.fromEntries(
    Object.entries(Object.groupBy(outcomes, (outcome) => outcome)).map(([outcome, all]) => [
      outcome,
      all?.length ?? 0,
    ]),
  )
}

const book = (cage: number, day: string, from: string, to: string) =>
  app.request('/api/bookings', {
    json: { bookingDetails: [group(cages[cage] ?? '', day, from, to)], totalAmount: 30 },
    cookie: customer.cookie,
  })

test('of two guests who want one coach at overlapping times one books', async () => {
  const coach = await addCoach(app.db)
  const day = tuesday(0)
  const answers = ['17:00', '17:30'].map((start, index) => asGuest(index, lesson(coach.id, day, start)))
  expect(await tally(answers)).toEqual({ 201: 1, lesson_time_taken: 1 })
})

test('of two guests who want the last cage with different coaches one books', async () => {
  const coaches = [await addCoach(app.db), await addCoach(app.db)]
  const day = tuesday(1)
  await book(0, day, '17:00', '18:00')
  const answers = coaches.map(({ id }, index) => asGuest(index, lesson(id, day, '17:00')))
  expect(await tally(answers)).toEqual({ 201: 1, no_free_cage: 1 })
})

test('of fifty requests at once through two processes exactly one books', async () => {
  const coach = await addCoach(app.db)
  const answers = Array.from({ length: 50 }, (_, index) =>
    asGuest(index, lesson(coach.id, tuesday(2), '17:00')),
  )
  expect(await tally(answers)).toEqual({ 201: 1, lesson_time_taken: 49 })
})

test('lessons and cage bookings race for the same cages without overlap, deadlock or error', async () => {
  const coaches = await Promise.all([0, 1, 2].map(() => addCoach(app.db)))
  for (let round = 0; round < 6; round += 1) {
    const day = tuesday(3 + round)
    const answers = Array.from({ length: 12 }, (_, index) =>
      index % 3 === 0
        ? book(index % 2, day, '17:00', '18:00')
        : asGuest(index, lesson(coaches[index % 3]?.id ?? '', day, '17:00')),
    )
    const outcome = await tally(answers)
    expect(outcome['201']).toBe(2)
    expect(Object.keys(outcome)).not.toContain('internal')
  }
  const { rows } = await sql<{ overlaps: string; deadlocks: string }>`
    select
      (select count(*) from occupancy a join occupancy b
        on a.id < b.id and a.during && b.during and (a.cage_id = b.cage_id or a.coach_id = b.coach_id)) as overlaps,
      (select deadlocks from pg_stat_database where datname = current_database()) as deadlocks`.execute(
    app.db,
  )
  expect(rows).toEqual([{ overlaps: '0', deadlocks: '0' }])
})

test('a writer that takes no lock still cannot take the time twice: the constraint is heard as a lost race', async () => {
  const coach = await addCoach(app.db)
  const day = tuesday(10)
  const cageId = cages[0] ?? ''
  const { startTime, endTime } = group(cageId, day, '17:00', '18:00')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const written = Promise.withResolvers<void>()
  const careless = app.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('bookings')
      .values({
        cage_id: cageId,
        start_time: new Date(startTime),
        end_time: new Date(endTime),
        total_cost: '0',
      })
      .execute()
    written.resolve()
    await held
  })
  await written.promise
  const answer = asGuest(0, lesson(coach.id, day, '17:00', { cage_id: cageId }))
  await expect.poll(waiting).toBe(1)
  release()
  await careless
  expect(await tally([answer])).toEqual({ lesson_time_taken: 1 })
})

/** How many queries wait for another transaction to end. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from pg_locks where not granted
      and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(app.db)
  return Number(rows[0]?.count)
}
