/** What staff could otherwise gain or lose by two steps, or two of them at one moment, with bookings and lessons. */

import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../db/database.ts'
import { bodyOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { newTime, rowOf, staffOf, startStaffedFacility } from '../bookings/staffTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { type LessonAnswer, lesson, postLesson } from '../lessons/lessonTestKit.ts'

const { app, book, customer, desk, freshDay } = await startStaffedFacility()
const giver = await addPerson(app, { role: 'coach', name: 'Casey Coach' })
const coach = await addCoach(app.db, {
  person: giver,
  works: [{ day_of_week: 2, from: '16:00', to: '20:00' }],
})
afterAll(() => app.close())

const by = (person: Person) => staffOf(app, person)
/** An hour with Casey for 90 dollars; its id. */
async function give(day: string): Promise<string> {
  const answer = postLesson(app, lesson(coach.id, day, '16:00'), { cookie: customer.cookie })
  return (await bodyOf<LessonAnswer>(answer)).booking.id
}
const lessonRow = (id: string) =>
  app.db.selectFrom('coach_bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Sends a request that waits for another transaction, which commits then. */
async function during(change: (tx: Tx) => Promise<unknown>, request: () => Promise<Response>) {
  const changed = await app.db.transaction().execute(async (tx) => {
    await change(tx)
    const answer = request()
    await expect.poll(waiting).toBeGreaterThan(0)
    return { answer }
  })
  return changed.answer
}

/** How many queries wait for another transaction to end. */
async function waiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows.length
}

describe('a payment that is noted while somebody else moves it', () => {
  test('stays with the booking', async () => {
    const day = freshDay()
    const id = await book(day)
    const moved = await during(
      (tx) => tx.updateTable('bookings').set({ status: 'paid' }).where('id', '=', id).execute(),
      () => by(desk).update(id, newTime(day, '18:00', '19:00')),
    )
    expect(moved.status).toBe(200)
    expect(await rowOf(app, id)).toMatchObject({ status: 'paid', revision: 1 })
  })

  test('stays with the lesson', async () => {
    const id = await give(freshDay())
    const paid = { status: 'paid', payment_status: 'paid' } as const
    const moved = await during(
      (tx) => tx.updateTable('coach_bookings').set(paid).where('id', '=', id).execute(),
      () => by(giver).updateLesson(id, { new_start_time: '18:00' }),
    )
    expect(moved.status).toBe(200)
    expect(await lessonRow(id)).toMatchObject({ ...paid, start_time: '18:00:00' })
  })
})
