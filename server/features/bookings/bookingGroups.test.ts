/** update-booking-group and delete-booking-group: several cages at one time are changed together, or not at all. */

import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { StaffBooking } from '../../../shared/contract/bookings/staffBookings.ts'
import type { Undo } from '../../../shared/contract/bookings/staffChanges.ts'
import type { Problem } from '../../../shared/contract/errors.ts'
import { disagreements } from '../../db/ledger.fixture.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group } from '../../test/cageTime.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { cageCustomer, payFor } from './changeTestKit.ts'
import {
  auditOf,
  messagesAbout,
  newTime,
  problemOf,
  refundsOf,
  staffOf,
  startStaffedFacility,
} from './staffTestKit.ts'

const { admin, app, cage, customer, desk, freshDay, other, scheduleOf } = await startStaffedFacility()
afterAll(() => app.close())

const more = ['Cage 4', 'Cage 5'].map((name) => ({ id: randomUUID(), name }))
const prices = { price_30_min: '20.00', price_60_min: '30.00', price_additional_30_min: '15.00' }
await app.db
  .insertInto('cages')
  .values(more.map((each) => ({ ...each, ...prices })))
  .execute()
const cages = [cage(1), cage(2), cage(3), ...more.map(({ id }) => id)]

const by = (person: Person, from = app) => staffOf(from, person)

interface GroupAnswer {
  message: string
  bookings: StaffBooking[]
  refund_amount: number
  refund_method: string | null
  undo: Undo
}

/** An hour in each of so many cages, by cage, as a screen shows them. */
async function bookGroup(day: string, count = 5, from = '16:00', to = '17:00') {
  const { startTime: start_time, endTime: end_time } = group('', day, from, to)
  const { bookings } = await bodyOf<{ bookings: StaffBooking[] }>(
    by(desk).post(`/api/customers/${customer.id}/bookings`, {
      ...{ cage_ids: cages.slice(0, count), start_time, end_time, tell: false },
    }),
  )
  return bookings
    .toSorted((a, b) => a.cage_name.localeCompare(b.cage_name))
    .map(({ id, revision }) => ({ id, expected_revision: revision }))
}
type Seen = Awaited<ReturnType<typeof bookGroup>>

const rowsOf = async (seen: Seen) => {
  const ids = seen.map(({ id }) => id)
  const rows = await app.db.selectFrom('bookings').selectAll().where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id))
}
/** A row without what counts on, or tells when it was written. */
const lasting = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
  rows.map((row) => row && { ...row, revision: 0, version: 0, updated_at: 0 })
const startsOf = async (seen: Seen) => [
  ...new Set((await rowsOf(seen)).map((row) => row?.start_time.toISOString())),
]
const messagesOf = async (seen: Seen) =>
  (await Promise.all(seen.map(({ id }) => messagesAbout(app, id)))).flat()
const third = (seen: Seen) => seen[2]?.id ?? ''

describe('update-booking-group', () => {
  test('moves five cages in one step, with one message, and one undo takes all of it back', async () => {
    const [day, to] = [freshDay(), freshDay()]
    const seen = await bookGroup(day)
    const before = await rowsOf(seen)
    const answer = await bodyOf<GroupAnswer>(
      by(desk).updateGroup({ bookings: seen, ...newTime(to, '18:00', '19:30'), message: 'See you then.' }),
    )
    expect(answer.message).toMatch(
      /^Saved for Pat Parent: Cage 1, Cage 2, Cage 3, Cage 4, and Cage 5, Tue, \w+ \d+, 6:00 PM\.$/,
    )
    expect(answer.bookings.map(({ id, total_cost }) => [id, total_cost])).toEqual(
      seen.map(({ id }, index) => [id, index === 2 ? 55 : 45]),
    )
    expect(await scheduleOf(day)).toEqual([])
    expect(await scheduleOf(to)).toHaveLength(5)
    const cagesTold = 'Cage 1, Cage 2, Cage 3, Cage 4, and Cage 5'
    expect(await messagesOf(seen)).toMatchObject([
      {
        template: 'booking-changed',
        to_email: customer.email,
        data: {
          ...{ cage_name: cagesTold, total: '$235.00', note: 'See you then.', time: '6:00–7:30 PM' },
          ...{
            heading: expect.stringMatching(/^We moved your cages, \w+\. Sorry\.$/),
            previous: expect.stringContaining(cagesTold),
          },
          change_links: seen.map((_, index) => ({ title: expect.stringMatching(`^Cage ${index + 1}, Tue`) })),
        },
      },
    ])
    expect((await by(desk).undo(answer.undo)).status).toBe(200)
    expect(lasting(await rowsOf(seen))).toEqual(lasting(before))
    expect(await messagesOf(seen)).toEqual([])
    expect(await scheduleOf(day)).toHaveLength(5)
    expect(await scheduleOf(to)).toEqual([])
    expect(await disagreements(app.db)).toEqual([])
  })

  test('a conflict in the third of five changes nothing, and says which and what is there', async () => {
    const [day, to] = [freshDay(), freshDay()]
    await cageCustomer(app, customer).book(cage(3), to, '18:30', '19:00', 20)
    const seen = await bookGroup(day)
    const before = await rowsOf(seen)
    const refused = await by(desk).updateGroup({
      ...{ bookings: seen, new_admin_notes: 'Moved', override_reason: 'They insist' },
      ...newTime(to, '18:00', '19:00'),
    })
    const { code, message, details } = await bodyOf<Problem>(refused)
    expect([refused.status, code]).toEqual([409, 'slots_taken'])
    expect(message).toBe('Nothing was changed. Cage 3 has Pat Parent, 6:30–7:00 PM, cage booking.')
    expect(details).toMatchObject({
      refused: { id: third(seen), name: 'Cage 3' },
      slots: [{ cage_name: 'Cage 3' }],
      taken_by: [{ place: 'Cage 3', name: 'Pat Parent' }],
    })
    expect(await rowsOf(seen)).toEqual(before)
    expect(await messagesOf(seen)).toEqual([])
    expect(await disagreements(app.db)).toEqual([])
  })

  test('by half an hour over its own time; a refusal, and an undo whose place is gone, name only who is in the way', async () => {
    const day = freshDay()
    const seen = await bookGroup(day, 3)
    await cageCustomer(app, customer).book(cage(3), day, '17:30', '18:30', 40)
    const late = await by(desk).updateGroup({ bookings: seen, ...newTime(day, '16:30', '18:00') })
    const { message } = await bodyOf<Problem>(late)
    expect(message).toBe('Nothing was changed. Cage 3 has Pat Parent, 5:30–6:30 PM, cage booking.')
    const { undo } = await bodyOf<GroupAnswer>(
      by(desk).updateGroup({ bookings: seen, ...newTime(day, '16:30', '17:30') }),
    )
    await cageCustomer(app, customer).book(cage(2), day, '16:00', '16:30', 20)
    const refused = await by(desk).undo(undo)
    const { code, details } = await bodyOf<Problem>(refused)
    expect([code, details]).toMatchObject(['slots_taken', { taken_by: [{ place: 'Cage 2' }] }])
    expect(await startsOf(seen)).toEqual([newTime(day, '16:30', '17:30').new_start_time])
  })

  test('each at the price that was shown for it, or none', async () => {
    const day = freshDay()
    const seen = await bookGroup(day, 3)
    const before = await rowsOf(seen)
    const at = (...totals: number[]) =>
      by(desk).updateGroup({
        bookings: seen.map((each, index) => ({ ...each, totalAmount: totals[index] })),
        ...newTime(day, '16:00', '17:30'),
      })
    const refused = await at(45, 45, 45)
    expect(await problemOf(refused)).toEqual({
      status: 409,
      code: 'price_changed',
      details: { total_amount: 55, refused: { id: third(seen), name: 'Cage 3' } },
    })
    expect(await rowsOf(seen)).toEqual(before)
    expect((await at(45, 45, 55)).status).toBe(200)
  })

  test('takes the difference of what is paid, and refuses the same where one has no method', async () => {
    const day = freshDay()
    const seen = await bookGroup(day, 2)
    for (const { id } of seen) await by(desk).update(id, { new_status: 'paid', take_difference: 'cash' })
    const paid = seen.map(({ id }) => ({ id }))
    const dearer = newTime(day, '16:00', '17:30')
    expect(await problemOf(await by(desk).updateGroup({ bookings: paid, ...dearer }))).toMatchObject({
      code: 'move_costs_more',
      details: { refused: { name: 'Cage 1' } },
    })
    const answer = await by(desk).updateGroup({ bookings: paid, ...dearer, take_difference: 'desk_card' })
    expect(answer.status).toBe(200)
    const payments = await app.db
      .selectFrom('payment_items as item')
      .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
      .select(['payment.payment_method', 'item.amount'])
      .where(
        'item.booking_id',
        'in',
        seen.map(({ id }) => id),
      )
      .orderBy('payment.payment_method')
      .execute()
    expect(payments).toEqual([
      ...Array.from({ length: 2 }, () => ({ payment_method: 'cash', amount: '30.00' })),
      ...Array.from({ length: 2 }, () => ({ payment_method: 'desk_card', amount: '15.00' })),
    ])
  })

  test('cancels all with one message of the sum, and says of each refund in its own audit entry', async () => {
    const day = freshDay()
    const seen = await bookGroup(day, 3)
    await by(desk).post('/api/admin/desk-payments', {
      ...{ items: seen.map(({ id }) => ({ kind: 'booking', id })), method: 'cash' },
    })
    const answer = await bodyOf<GroupAnswer>(
      by(desk).updateGroup({ bookings: seen.map(({ id }) => ({ id })), new_status: 'canceled' }),
    )
    expect(answer).toMatchObject({ refund_amount: 100, refund_method: 'front_desk' })
    expect(await messagesOf(seen)).toMatchObject([
      {
        template: 'booking-canceled',
        data: {
          ...{
            heading: expect.stringMatching(/^We canceled your cages, \w+\. Sorry\.$/),
            cage_name: 'Cage 1, Cage 2, and Cage 3',
          },
          refund_line: 'Our front desk will refund the $100.00 you paid.',
        },
      },
    ])
    const said = await Promise.all(seen.map(async ({ id }) => (await auditOf(app, id)).at(-1)?.description))
    expect(said).toEqual(
      ['$30.00', '$30.00', '$40.00'].map((amount) => `To be given back at the front desk: ${amount}.`),
    )
    expect(await scheduleOf(day)).toEqual([])
    expect((await by(desk).undo(answer.undo)).status).toBe(200)
    expect((await rowsOf(seen)).map((row) => row?.status)).toEqual(['paid', 'paid', 'paid'])
    expect((await rowsOf(seen)).map((row) => row?.id)).toEqual(seen.map(({ id }) => id))
    const refunds = await Promise.all(
      seen.map(({ id }) =>
        app.db
          .selectFrom('payment_refunds as refund')
          .innerJoin('payment_items as item', 'item.id', 'refund.payment_item_id')
          .select('refund.status')
          .where('item.booking_id', '=', id)
          .execute(),
      ),
    )
    expect(refunds.flat().map(({ status }) => status)).toEqual(['failed', 'failed', 'failed'])
  })

  test('notes tell nobody', async () => {
    const seen = await bookGroup(freshDay(), 2)
    const answer = await by(admin).updateGroup({ bookings: seen, new_admin_notes: 'Left-handed' })
    expect(answer.status).toBe(200)
    expect((await rowsOf(seen)).map((row) => row?.admin_notes)).toEqual(['Left-handed', 'Left-handed'])
    expect(await messagesOf(seen)).toEqual([])
  })
})

describe('delete-booking-group', () => {
  test('refunds and deletes all with one message, and one undo brings all of it back', async () => {
    const day = freshDay()
    const seen = await bookGroup(day, 3)
    for (const { id } of seen) await payFor(app, customer, { booking_id: id }, 'card')
    const before = await rowsOf(seen)
    const paid = seen.map(({ id }, index) => ({ id, expected_revision: before[index]?.version }))
    const answer = await bodyOf<GroupAnswer>(by(desk).deleteGroup({ bookings: paid }))
    expect(answer).toMatchObject({
      message: expect.stringMatching(
        /^Deleted for Pat Parent: Cage 1, Cage 2, and Cage 3, .* \$100\.00 goes back to the card\.$/,
      ),
      ...{ refund_amount: 100, refund_method: 'card' },
    })
    expect((await rowsOf(seen)).filter(Boolean)).toEqual([])
    expect(await messagesOf(seen)).toHaveLength(1)
    expect((await by(desk).undo(answer.undo)).status).toBe(200)
    expect(lasting(await rowsOf(seen))).toEqual(lasting(before))
    expect(await messagesOf(seen)).toEqual([])
    expect(await scheduleOf(day)).toHaveLength(3)
    expect(await disagreements(app.db)).toEqual([])
  })

  test('one that may not be deleted keeps all: what the third paid is above the limit of the desk', async () => {
    await app.db.updateTable('facility').set({ desk_refund_limit: '35.00' }).execute()
    const seen = await bookGroup(freshDay(), 3)
    for (const { id } of seen) await payFor(app, customer, { booking_id: id }, 'card')
    const before = await rowsOf(seen)
    const bookings = seen.map(({ id }) => ({ id }))
    const refused = await problemOf(await by(desk).deleteGroup({ bookings }))
    await app.db.updateTable('facility').set({ desk_refund_limit: '100.00' }).execute()
    expect(refused).toMatchObject({
      ...{ status: 403, code: 'refund_above_limit' },
      details: { limit: 35, refused: { id: third(seen), name: 'Cage 3' } },
    })
    expect(await rowsOf(seen)).toEqual(before)
    expect(await refundsOf(app, 'booking_id', seen[0]?.id ?? '')).toEqual([])
    expect(await messagesOf(seen)).toEqual([])
    expect((await by(admin).deleteGroup({ bookings })).status).toBe(200)
  })

  test('guests’ bookings too', async () => {
    const day = freshDay()
    const { startTime: start_time, endTime: end_time } = group('', day, '16:00', '17:00')
    const { bookings } = await bodyOf<{ bookings: StaffBooking[] }>(
      by(desk).post('/api/guest-bookings', {
        ...{ guest_name: 'Gwen Guest', guest_email: 'gwen@example.com', guest_phone: '(409) 555-0177' },
        ...{ cage_ids: cages.slice(0, 2), start_time, end_time },
      }),
    )
    const answer = await bodyOf<GroupAnswer>(
      by(desk).deleteGroup({ bookings: bookings.map(({ id }) => ({ id })) }),
    )
    expect(answer.message).toMatch(/^Deleted for Gwen Guest: Cage 1 and Cage 2, /)
    expect(await scheduleOf(day)).toEqual([])
    expect((await by(desk).undo(answer.undo)).status).toBe(200)
    expect(await scheduleOf(day)).toHaveLength(2)
  })
})

describe('by role', () => {
  test.each(['user', 'coach'] as const)('is refused to a %s', async (role) => {
    const seen = await bookGroup(freshDay(), 2)
    const before = await rowsOf(seen)
    const person = await addPerson(app, { role })
    const asked = { bookings: seen, new_status: 'canceled' }
    expect(await refusalOf(await by(person).updateGroup(asked))).toEqual([403, 'forbidden'])
    expect(await refusalOf(await by(person).deleteGroup({ bookings: seen }))).toEqual([403, 'forbidden'])
    expect(await rowsOf(seen)).toEqual(before)
  })

  test('is refused to the customer whose they are, and to strangers', async () => {
    const seen = await bookGroup(freshDay(), 2)
    const before = await rowsOf(seen)
    const stranger = { ...customer, cookie: '' }
    expect(await refusalOf(await by(customer).deleteGroup({ bookings: seen }))).toEqual([403, 'forbidden'])
    expect(await refusalOf(await by(stranger).deleteGroup({ bookings: seen }))).toEqual([
      401,
      'unauthenticated',
    ])
    const asked = { bookings: seen, price: 0 }
    expect(await refusalOf(await by(customer).updateGroup(asked))).toEqual([403, 'forbidden'])
    expect(await refusalOf(await by(stranger).updateGroup(asked))).toEqual([401, 'unauthenticated'])
    expect(await rowsOf(seen)).toEqual(before)
  })

  test.each([
    ['desk', desk],
    ['admin', admin],
  ] as const)('is open to the role %s', async (_, person) => {
    const seen = await bookGroup(freshDay(), 2)
    const moved = await bodyOf<GroupAnswer>(
      by(person).updateGroup({ bookings: seen, new_admin_notes: 'Tall' }),
    )
    const bookings = moved.bookings.map(({ id, revision }) => ({ id, expected_revision: revision }))
    expect((await by(person).deleteGroup({ bookings })).status).toBe(200)
    expect((await rowsOf(seen)).filter(Boolean)).toEqual([])
  })
})

describe('what is no group, or not as it was seen', () => {
  test('bookings of two times or two people are refused', async () => {
    const day = freshDay()
    const [early, late] = [await bookGroup(day, 2), await bookGroup(day, 2, '18:00', '19:00')]
    const mixed = [...early, ...late]
    expect(await refusalOf(await by(desk).deleteGroup({ bookings: mixed }))).toEqual([409, 'not_one_group'])
    const stranger = await addPerson(app)
    const id = await cageCustomer(app, stranger).book(cages[3] ?? '', day, '16:00', '17:00', 30)
    const bookings = [...early, { id }]
    expect(await refusalOf(await by(desk).updateGroup({ bookings, new_admin_notes: 'No' }))).toEqual([
      ...[409, 'not_one_group'],
    ])
    expect((await rowsOf(mixed)).map((row) => row?.admin_notes)).toEqual([null, null, null, null])
  })

  test('one that does not exist is named by its id, and one that is named twice is refused', async () => {
    const seen = await bookGroup(freshDay(), 2)
    const id = randomUUID()
    expect(await problemOf(await by(desk).deleteGroup({ bookings: [...seen, { id }] }))).toEqual({
      ...{ status: 404, code: 'booking_not_found', details: { refused: { id, name: null } } },
    })
    const twice = { bookings: [...seen, ...seen] }
    expect(await refusalOf(await by(desk).deleteGroup(twice))).toEqual([400, 'invalid_input'])
    expect(await refusalOf(await by(desk).deleteGroup({ bookings: [] }))).toEqual([400, 'invalid_input'])
    expect((await rowsOf(seen)).filter(Boolean)).toHaveLength(2)
  })

  test('one that another desk has changed refuses all, with what was changed', async () => {
    const seen = await bookGroup(freshDay(), 3)
    await by(admin).update(third(seen), { new_admin_notes: 'Two bats' })
    const before = await rowsOf(seen)
    for (const refused of [
      await by(desk).updateGroup({ bookings: seen, new_admin_notes: 'One bat' }),
      await by(desk).deleteGroup({ bookings: seen }),
    ]) {
      expect(await problemOf(refused)).toMatchObject({
        ...{ status: 409, code: 'changed_meanwhile' },
        details: {
          refused: { id: third(seen), name: 'Cage 3' },
          changes: [{ field: 'notes', from: null, to: 'Two bats' }],
        },
      })
    }
    expect(await rowsOf(seen)).toEqual(before)
  })
})

describe('the same key', () => {
  test('changes once and answers the same, also where both requests come at one moment', async () => {
    const [day, key] = [freshDay(), randomUUID()]
    const seen = await bookGroup(day, 3)
    const asked = { bookings: seen, ...newTime(day, '18:00', '19:00') }
    const [one, two] = await Promise.all([
      bodyOf<GroupAnswer>(by(desk).updateGroup(asked, key)),
      bodyOf<GroupAnswer>(by(desk, other).updateGroup(asked, key)),
    ])
    expect(one.bookings).toHaveLength(3)
    expect(two).toEqual(one)
    expect(await bodyOf(by(desk).updateGroup(asked, key))).toEqual(one)
    expect(await messagesOf(seen)).toHaveLength(1)
    const another = await by(desk).updateGroup({ ...asked, new_admin_notes: 'Else' }, key)
    expect(await refusalOf(another)).toEqual([422, 'idempotency_key_reused'])
  })

  test('deletes once', async () => {
    const [seen, key] = [await bookGroup(freshDay(), 3), randomUUID()]
    const first = await bodyOf<GroupAnswer>(by(desk).deleteGroup({ bookings: seen }, key))
    expect(first.undo).not.toBeNull()
    expect(await bodyOf(by(desk, other).deleteGroup({ bookings: seen }, key))).toEqual(first)
  })
})
