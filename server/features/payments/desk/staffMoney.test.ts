/** What staff could otherwise gain or lose by two steps, or two of them at one moment, with bookings and lessons. */

import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../../db/database.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { group } from '../../../test/cageTime.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { cageCustomer, payFor } from '../../bookings/changeTestKit.ts'
import {
  auditOf,
  messagesAbout,
  newTime,
  refundsOf,
  rowOf,
  type StaffAnswer,
  staffOf,
  startStaffedFacility,
} from '../../bookings/staffTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { type LessonAnswer, lesson, postLesson } from '../../lessons/lessonTestKit.ts'

const { admin, app, book, cage, customer, desk, freshDay } = await startStaffedFacility()
const giver = await addPerson(app, { role: 'coach', name: 'Casey Coach' })
const coach = await addCoach(app.db, {
  person: giver,
  works: [{ day_of_week: 2, from: '16:00', to: '20:00' }],
})
afterAll(() => app.close())

const reason = { override_reason: 'The machine broke down' }
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

describe('a payment that is noted while someone else moves it', () => {
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

describe('what counts as paid', () => {
  test('though nothing was paid for it becomes no dearer, so that no money comes back that never came', async () => {
    const day = freshDay()
    const id = await book(day)
    await payFor(app, customer, { booking_id: id }, 'cash')
    expect((await by(desk).update(id, { price: 0, ...reason })).status).toBe(200)
    const { startTime } = group('', day, '18:00', '19:00')
    const dearer = { start_time: startTime, cage_id: cage(3), totalAmount: 40 }
    const own = cageCustomer(app, customer)
    expect(await refusalOf(await own.move(id, dearer))).toEqual([409, 'move_costs_more'])
    expect(await refusalOf(await by(desk).update(id, { new_cage_id: cage(3) }))).toEqual([
      409,
      'move_costs_more',
    ])
    expect(await bodyOf<StaffAnswer>(own.cancel(id))).toMatchObject({ refund_amount: 0 })
  })

  test('and is taken back together with a cheaper time gives nothing back', async () => {
    const day = freshDay()
    const id = await book(day, '16:00', '17:30', 45)
    await payFor(app, customer, { booking_id: id }, 'cash')
    const asked = { ...newTime(day, '16:00', '17:00'), new_status: 'pending payment' }
    expect(await bodyOf<StaffAnswer>(by(desk).update(id, asked))).toMatchObject({
      booking: { status: 'pending payment', total_cost: 30 },
      refund_amount: 0,
    })
    expect(await messagesAbout(app, id)).toMatchObject([{ data: { refund_line: '' } }])
  })

  test('and was given back with a cancellation is not given back again', async () => {
    const id = await give(freshDay())
    await by(desk).put(`/api/lessons/${id}/payment-status`, { p_new_status: 'paid' })
    const canceled = by(desk).post(`/api/lessons/${id}/cancel`, {})
    expect(await bodyOf<StaffAnswer>(canceled)).toMatchObject({ refund_amount: 90 })
    const shorter = { new_status: 'pending payment', new_duration_minutes: 30 }
    expect(await bodyOf<StaffAnswer>(by(desk).updateLesson(id, shorter))).toMatchObject({
      booking: { total_cost: 50, payment_status: 'pending payment' },
      refund_amount: 0,
    })
  })
})

describe("the desk's limit", () => {
  test('is not passed in steps of what a card paid', async () => {
    const day = freshDay()
    const id = await book(day, '16:00', '20:00', 120)
    await payFor(app, customer, { booking_id: id }, 'card')
    expect((await by(desk).update(id, { price: 60, ...reason })).status).toBe(200)
    for (const step of [{ price: 0 }, { new_status: 'canceled' }]) {
      const asked = { ...step, ...reason }
      const refused = await by(desk).update(id, asked)
      expect([step, ...(await refusalOf(refused))]).toEqual([step, 403, 'refund_above_limit'])
    }
    const smaller = by(desk).update(id, newTime(day, '16:00', '16:30'))
    expect(await bodyOf<StaffAnswer>(smaller)).toMatchObject({ refund_amount: 40 })
    expect((await by(admin).update(id, { new_status: 'canceled' })).status).toBe(200)
    const refunds = await refundsOf(app, 'booking_id', id)
    expect(refunds.map(({ amount }) => amount)).toEqual(['60.00', '40.00', '20.00'])
  })

  test('is not passed by canceling one by one what one payment bought', async () => {
    const day = freshDay()
    const one = await book(day, '16:00', '18:00', 60)
    const other = await book(day, '18:00', '20:00', 60)
    await payFor(app, customer, { booking_id: one }, 'card')
    await app.db.transaction().execute(async (tx) => {
      const { id } = await tx
        .updateTable('payment_transactions')
        .set({ total_amount: '120.00' })
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('payment_items')
              .whereRef('payment_transaction_id', '=', 'payment_transactions.id')
              .where('booking_id', '=', one)
              .select('id'),
          ),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      const item = { payment_transaction_id: id, booking_id: other, amount: '60.00' }
      await tx.insertInto('payment_items').values(item).execute()
      await tx.updateTable('bookings').set({ status: 'paid' }).where('id', '=', other).execute()
    })
    const cancel = (person: Person, id: string) => by(person).update(id, { new_status: 'canceled' })
    // At one moment as well as one after the other.
    const answers = await Promise.all([cancel(desk, one), cancel(desk, other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const left = answers[0]?.status === 200 ? other : one
    expect(await refusalOf(await cancel(desk, left))).toEqual([403, 'refund_above_limit'])
    expect((await cancel(admin, left)).status).toBe(200)
  })

  test('is not passed by taking the payment back, and noting and refunding it again', async () => {
    const id = await book(freshDay(), '16:00', '18:30', 75)
    const paymentOf = async () => {
      const { id: payment } = await app.db
        .selectFrom('payment_items as item')
        .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
        .select('payment.id')
        .where('item.booking_id', '=', id)
        .where('payment.status', '=', 'completed')
        .orderBy('payment.created_at', 'desc')
        .executeTakeFirstOrThrow()
      return payment
    }
    const give = async () =>
      by(desk).post(`/api/admin/payments/${await paymentOf()}/refunds`, {
        ...{ amount: 60, reason: 'The machine broke down', way: 'desk', given: true },
      })
    await payFor(app, customer, { booking_id: id }, 'cash')
    expect((await give()).status).toBe(201)
    expect((await by(desk).setStatus(id, { status: 'pending payment' })).status).toBe(200)
    expect((await by(desk).setStatus(id, { status: 'paid' })).status).toBe(200)
    expect(await refusalOf(await give())).toEqual([403, 'refund_above_limit'])
  })
})

describe('the record of a sale', () => {
  test.each(['canceled', 'pending payment'])(
    'that was set to %s is still kept from the desk, and from an admin without a reason',
    async (new_status) => {
      const [id, given] = [await book(freshDay()), await give(freshDay())]
      await payFor(app, customer, { booking_id: id }, 'cash')
      await payFor(app, customer, { coach_booking_id: given }, 'cash')
      const begun = { start_time: '2026-11-20T22:00:00Z', end_time: '2026-11-20T23:00:00Z' }
      await app.db.updateTable('bookings').set(begun).where('id', '=', id).execute()
      await app.db
        .updateTable('coach_bookings')
        .set({ lesson_date: '2026-11-17' })
        .where('id', '=', given)
        .execute()
      expect((await by(desk).update(id, { new_status, ...reason })).status).toBe(200)
      expect((await by(desk).updateLesson(given, { new_status, ...reason })).status).toBe(200)
      for (const path of [`/api/bookings/${id}`, `/api/lessons/${given}`]) {
        expect(await refusalOf(await by(desk).delete(path, reason))).toEqual([409, 'sale_kept'])
        expect(await refusalOf(await by(admin).delete(path))).toEqual([409, 'sale_kept'])
        expect((await by(admin).delete(path, reason)).status).toBe(200)
      }
    },
  )

  test('is none where it was canceled before it began', async () => {
    const id = await book(freshDay())
    await payFor(app, customer, { booking_id: id }, 'cash')
    await by(desk).setStatus(id, { status: 'canceled' })
    expect((await by(desk).delete(`/api/bookings/${id}`)).status).toBe(200)
  })
})

test.each(['\u200b\u200b', '\u3164', '\u2800', '\u00ad', '...', '   '])(
  'a reason that nobody can read overrides nothing: %j',
  async (override_reason) => {
    const id = await book(freshDay())
    expect(await refusalOf(await by(desk).update(id, { price: 1, override_reason }))).toEqual([
      400,
      'invalid_input',
    ])
  },
)

test.each(['booking', 'lesson'] as const)(
  'notes on a %s that is deleted at the same moment are refused',
  async (kind) => {
    const id = kind === 'booking' ? await book(freshDay()) : await give(freshDay())
    const table = kind === 'booking' ? 'bookings' : 'coach_bookings'
    const answer = await during(
      (tx) => tx.deleteFrom(table).where('id', '=', id).execute(),
      () =>
        kind === 'booking'
          ? by(desk).update(id, { new_admin_notes: 'Left a bat' })
          : by(desk).updateLesson(id, { new_coach_notes: 'Left a bat' }),
    )
    expect(await refusalOf(answer)).toEqual([404, `${kind}_not_found`])
  },
)

test('the reason of a coach, who may override nothing, is not written down as an override', async () => {
  const id = await give(freshDay())
  const longer = { new_duration_minutes: 90, override_reason: 'I may' }
  expect((await by(giver).updateLesson(id, longer)).status).toBe(200)
  expect((await auditOf(app, id)).map(({ description }) => description)).toEqual([null, null])
})

test('a slip of the year is refused, to staff too and whatever the reason', async () => {
  const [id, given] = [await book(freshDay()), await give(freshDay())]
  const { new_start_time: start_time, new_end_time: end_time } = newTime('2962-11-23', '16:00', '17:00')
  for (const answer of [
    by(desk).update(id, { ...newTime('2962-11-23', '16:00', '17:00'), ...reason }),
    by(desk).post(`/api/customers/${customer.id}/bookings`, { cage_ids: [cage(1)], start_time, end_time }),
    by(desk).updateLesson(given, { new_lesson_date: '2962-11-23', ...reason }),
  ]) {
    expect((await refusalOf(await answer))[1]).toBe('slot_too_far_ahead')
  }
})
