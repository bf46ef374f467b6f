/** check-in-arrival: checks in and takes what is due in one press, as one change. */

import { afterAll, expect, test } from 'vitest'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import { instantOf } from '../../../../shared/domain/time/time.ts'
import { bodyOf } from '../../../test/answers.ts'
import { ZONE } from '../../../test/cageTime.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import {
  problemOf,
  rowOf,
  type StaffAnswer,
  staffOf,
  startStaffedFacility,
} from '../../bookings/staffTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'

// The clock is on Saturday, November 21, 2026, at noon.
const { admin, app, other, book, cage, customer, desk, freshDay } = await startStaffedFacility()
const giver = await addPerson(app, { role: 'coach' })
const coach = await addCoach(app.db, { person: giver })
afterAll(() => app.close())

const SATURDAY = '2026-11-21'
interface Arrived {
  message: string
  total_amount: number
  undo: Undo
}
const arrive = (items: readonly object[], method?: string, person = desk, key?: string, at = app) =>
  staffOf(at, person).post('/api/admin/arrivals', { items, ...(method && { method }) }, key)

async function bookToday(day = SATURDAY) {
  const id = await book(freshDay())
  const start = instantOf(day, '16:00', ZONE)
  await app.db.deleteFrom('bookings').where('start_time', '=', start).execute()
  await app.db
    .updateTable('bookings')
    .set({ start_time: start, end_time: instantOf(day, '17:00', ZONE) })
    .where('id', '=', id)
    .execute()
  return { kind: 'booking' as const, id, amount: 30 }
}

const paymentsOf = (column: 'booking_id' | 'coach_booking_id', id: string) =>
  app.db
    .selectFrom('payment_items')
    .innerJoin('payment_transactions as payment', 'payment.id', 'payment_items.payment_transaction_id')
    .select(['payment.status', 'payment.payment_method', 'total_amount'])
    .where(column, '=', id)
    .execute()

test('check-in-arrival checks in and takes the money at once, and one undo takes back both', async () => {
  for (const [method, words] of [
    ['cash', 'cash'],
    ['desk_card', 'by card'],
  ] as const) {
    const item = await bookToday()
    const done = await bodyOf<Arrived>(arrive([item], method))
    expect(done).toMatchObject({ message: `Pat Parent is checked in, $30 ${words}.`, total_amount: 30 })
    expect(await rowOf(app, item.id)).toMatchObject({ attendance: 'checked_in', status: 'paid' })
    expect(await paymentsOf('booking_id', item.id)).toMatchObject([
      { status: 'completed', payment_method: method, total_amount: '30.00' },
    ])
    expect((await staffOf(app, desk).undo(done.undo)).status).toBe(200)
    expect(await rowOf(app, item.id)).toMatchObject({ attendance: null, status: 'pending payment' })
    expect(await paymentsOf('booking_id', item.id)).toMatchObject([{ status: 'voided' }])
  }
})

test('Without a method nothing is taken; a second check-in changes nothing', async () => {
  const item = await bookToday()
  const done = await bodyOf<Arrived>(arrive([item]))
  expect(done).toMatchObject({ message: 'Pat Parent is checked in.', total_amount: 0 })
  expect(await rowOf(app, item.id)).toMatchObject({ attendance: 'checked_in', status: 'pending payment' })
  expect((await bodyOf<Arrived>(arrive([item]))).undo).toBeNull()
  // Who is in already can still pay by the same press.
  expect((await bodyOf<Arrived>(arrive([item], 'cash'))).total_amount).toBe(30)
})

test('An answer that was lost is given again, and nothing is taken twice', async () => {
  const item = await bookToday()
  const first = await bodyOf<Arrived>(arrive([item], 'cash', desk, 'arrival-of-pat-1'))
  expect(await bodyOf<Arrived>(arrive([item], 'cash', desk, 'arrival-of-pat-1'))).toEqual(first)
  expect(await paymentsOf('booking_id', item.id)).toHaveLength(1)
})

test('What was paid, canceled, moved or made dearer since is refused whole', async () => {
  const paid = await bookToday()
  await arrive([paid], 'cash')
  expect(await problemOf(await arrive([paid], 'desk_card'))).toMatchObject({
    status: 409,
    code: 'already_paid',
  })
  expect(await paymentsOf('booking_id', paid.id)).toHaveLength(1)

  const dearer = await bookToday()
  expect(await problemOf(await arrive([{ ...dearer, amount: 20 }], 'cash'))).toMatchObject({
    code: 'due_changed',
  })
  expect(await rowOf(app, dearer.id)).toMatchObject({ attendance: null, status: 'pending payment' })

  await staffOf(app, desk).update(dearer.id, { new_status: 'canceled' })
  for (const method of ['cash', undefined])
    expect(await problemOf(await arrive([dearer], method))).toMatchObject({ code: 'already_canceled' })

  const tomorrow = await bookToday('2026-11-22')
  expect(await problemOf(await arrive([tomorrow], 'cash'))).toMatchObject({ code: 'check_in_too_early' })
  expect(await paymentsOf('booking_id', tomorrow.id)).toEqual([])
  const nobody = { kind: 'booking', id: customer.id }
  expect(await problemOf(await arrive([nobody]))).toMatchObject({ code: 'payable_not_found' })
})

test('Things of several customers are refused: several_customers', async () => {
  const own = await bookToday()
  const { bookings } = await bodyOf<{ bookings: { id: string }[] }>(
    staffOf(app, desk).post('/api/guest-bookings', {
      ...{ start_time: instantOf(SATURDAY, '14:00', ZONE), end_time: instantOf(SATURDAY, '15:00', ZONE) },
      ...{ cage_ids: [cage(2)], guest_name: 'Gus Guest', guest_phone: '(409) 555-0133' },
    }),
  )
  const guest = { kind: 'guest_booking', id: bookings[0]?.id ?? '' }
  expect(await problemOf(await arrive([own, guest], 'cash'))).toMatchObject({ code: 'several_customers' })
  expect((await bodyOf<Arrived>(arrive([guest], 'cash'))).message).toMatch('Gus Guest is checked in, $')
})

test('A lesson is checked in and paid by the desk; its coach checks in only', async () => {
  const lesson = await app.db
    .insertInto('coach_bookings')
    .values({
      ...{ coach_id: coach.id, customer_type: 'user', customer_id: customer.id, cage_id: cage(3) },
      ...{ lesson_date: SATURDAY, start_time: '20:00', end_time: '21:00', duration_minutes: 60 },
      ...{ coach_rate: '50.00', cage_cost: '40.00' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = { kind: 'lesson', id: lesson.id, amount: 90 }
  expect((await arrive([item], 'cash', giver)).status).toBe(403)
  const noted = staffOf(app, giver).put(`/api/lessons/${lesson.id}/attendance`, { attendance: 'checked_in' })
  expect((await noted).status).toBe(200)
  expect((await bodyOf<Arrived>(arrive([item], 'desk_card'))).total_amount).toBe(90)
  expect(await paymentsOf('coach_booking_id', lesson.id)).toMatchObject([{ status: 'completed' }])
})

test('The desk and admins may, customers, coaches and visitors may not', async () => {
  const item = await bookToday()
  for (const person of [customer, giver]) expect((await arrive([item], 'cash', person)).status).toBe(403)
  const visitor = await app.request('/api/admin/arrivals', { method: 'POST', json: { items: [item] } })
  expect(visitor.status).toBe(401)
  expect(await paymentsOf('booking_id', item.id)).toEqual([])
  expect((await arrive([item], 'cash', admin)).status).toBe(200)
})

test('Two desks take the same arrival once, in 20 rounds', { tags: 'slow', timeout: 120_000 }, async () => {
  for (let round = 0; round < 20; round++) {
    const item = await bookToday()
    const answers = await Promise.all([
      arrive([item], 'cash'),
      arrive([item], 'desk_card', admin as Person, undefined, other),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(await bodyOf<StaffAnswer & { code: string }>(refused as Response)).toMatchObject({
      code: 'already_paid',
    })
    expect(await paymentsOf('booking_id', item.id)).toHaveLength(1)
  }
})
