/** What was taken and given at the desk is neither doubled nor lost by a second step. */

import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { payFor } from '../../bookings/changeTestKit.ts'
import {
  newTime,
  rowOf,
  type StaffAnswer,
  staffOf,
  startStaffedFacility,
} from '../../bookings/staffTestKit.ts'
import { sendRefundsOf } from '../refunds/sendRefunds.ts'

const { admin, app, book, cage, customer, desk, freshDay } = await startStaffedFacility()
afterAll(() => app.close())

const by = (person = desk) => staffOf(app, person)
const reason = 'The machine broke down'

const paymentsOf = (id: string) =>
  app.db
    .selectFrom('payment_items as item')
    .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
    .select(['payment.id', 'payment.status', 'total_amount', 'refunded_amount', 'taken_at_desk'])
    .where('item.booking_id', '=', id)
    .orderBy('total_amount', 'desc')
    .execute()
async function paidBy(way: 'card' | 'cash', day = freshDay()) {
  const id = await book(day)
  await payFor(app, customer, { booking_id: id }, way)
  const [payment] = await paymentsOf(id)
  return { id, day, paymentId: payment?.id ?? '' }
}
const refund = (paymentId: string, json: object) =>
  by(admin).post(`/api/admin/payments/${paymentId}/refunds`, { way: 'desk', place: 'keep', reason, ...json })
const refundsOf = (paymentId: string) =>
  app.db
    .selectFrom('payment_refunds')
    .select(['id', 'amount', 'status', 'next_attempt_at', 'attempts'])
    .where('payment_transaction_id', '=', paymentId)
    .orderBy('amount')
    .execute()

describe('an undo takes no money', () => {
  test.each(['card', 'cash'] as const)('of what was given back of a %s payment before', async (way) => {
    const { id, paymentId } = await paidBy(way)
    expect((await refund(paymentId, { amount: 10, given: true })).status).toBe(201)
    const canceled = await bodyOf<StaffAnswer>(by().update(id, { new_status: 'canceled' }))
    expect(canceled).toMatchObject({ refund_amount: 20 })
    expect((await by().undo(canceled.undo)).status).toBe(200)
    expect(await rowOf(app, id)).toMatchObject({ status: 'paid' })
    expect(await paymentsOf(id)).toMatchObject([{ status: 'completed', refunded_amount: '10.00' }])
    expect(await refundsOf(paymentId)).toMatchObject([{ status: 'succeeded' }, { status: 'failed' }])
  })

  test('of what is noted as unpaid and undone: the one payment is there again', async () => {
    const { id } = await paidBy('cash')
    const unpaid = await bodyOf<StaffAnswer>(by().update(id, { new_status: 'pending payment' }))
    expect(await paymentsOf(id)).toMatchObject([{ status: 'voided' }])
    expect((await by().undo(unpaid.undo)).status).toBe(200)
    expect(await paymentsOf(id)).toMatchObject([{ status: 'completed' }])
  })
})

describe('a refund that is given at once', () => {
  test('leaves another one that is still to give', async () => {
    const { paymentId } = await paidBy('cash')
    expect((await refund(paymentId, { amount: 5 })).status).toBe(201)
    expect((await refund(paymentId, { amount: 10, given: true })).status).toBe(201)
    const refunds = await refundsOf(paymentId)
    expect(refunds).toMatchObject([
      { amount: '5.00', status: 'pending' },
      { amount: '10.00', status: 'succeeded' },
    ])
    const give = () => by().post(`/api/admin/desk-refunds/${refunds[0]?.id}/give`, {})
    const both = await Promise.all([give(), give()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await refusalOf(await refund(paymentId, { amount: 15.01 }))).toEqual([409, 'refund_exceeds_paid'])
  })
})

describe('a payment that is taken back', () => {
  test('leaves the other payment of the same booking', async () => {
    const { id, day, paymentId } = await paidBy('cash')
    const dearer = { ...newTime(day, '18:00', '19:00'), new_cage_id: cage(3), take_difference: 'desk_card' }
    expect((await by().update(id, dearer)).status).toBe(200)
    const [, difference] = await paymentsOf(id)
    expect(difference).toMatchObject({ total_amount: '10.00', status: 'completed' })
    const voided = by(admin).post(`/api/admin/payments/${difference?.id}/void`, { reason })
    expect((await voided).status).toBe(200)
    expect(await rowOf(app, id)).toMatchObject({ status: 'pending payment', total_cost: '40.00' })
    expect(await paymentsOf(id)).toMatchObject([
      { id: paymentId, status: 'completed' },
      { id: difference?.id, status: 'voided' },
    ])
    const again = by().post('/api/admin/desk-payments', { items: [{ kind: 'booking', id }], method: 'cash' })
    expect(await bodyOf(again)).toMatchObject({ total_amount: 10 })
  })

  test('and was given back in part stays as it is, and only the part is owed', async () => {
    const { id, paymentId } = await paidBy('cash')
    expect((await refund(paymentId, { amount: 10, given: true })).status).toBe(201)
    expect((await by().update(id, { new_status: 'pending payment' })).status).toBe(200)
    expect(await paymentsOf(id)).toMatchObject([{ status: 'completed', refunded_amount: '10.00' }])
    const again = by().post('/api/admin/desk-payments', { items: [{ kind: 'booking', id }], method: 'cash' })
    expect(await bodyOf(again)).toMatchObject({ total_amount: 10 })
  })
})

test('a refund of all that is left frees every place that the payment paid, whatever came back before', async () => {
  const { id, day, paymentId } = await paidBy('card')
  const second = await book(day, '18:00', '19:00')
  await app.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('payment_transactions')
      .set({ total_amount: '60.00' })
      .where('id', '=', paymentId)
      .execute()
    const also = { payment_transaction_id: paymentId, booking_id: second, amount: '30.00' }
    await tx.insertInto('payment_items').values(also).execute()
    await tx.updateTable('bookings').set({ status: 'paid' }).where('id', '=', second).execute()
    // Made on the provider's own pages: it names none of the two.
    const before = { payment_transaction_id: paymentId, amount: '10.00', reason: 'provider' as const }
    await tx
      .insertInto('payment_refunds')
      .values({ ...before, status: 'succeeded' })
      .execute()
  })
  expect((await refund(paymentId, { amount: 50, place: 'free' })).status).toBe(201)
  for (const each of [id, second]) expect((await rowOf(app, each)).status).toBe('canceled')
  expect((await refundsOf(paymentId)).map(({ amount }) => amount)).toEqual(['10.00', '50.00'])
})

test('a refund of one of two payments that frees the place is of that payment', async () => {
  const { id, day, paymentId } = await paidBy('card')
  const dearer = { ...newTime(day, '18:00', '19:00'), new_cage_id: cage(3), take_difference: 'cash' }
  expect((await by().update(id, dearer)).status).toBe(200)
  const difference = (await paymentsOf(id)).find((payment) => payment.taken_at_desk)
  const asked = { amount: 10, place: 'free', given: true }
  expect(await bodyOf(refund(difference?.id ?? '', asked))).toMatchObject({ refund_method: 'front_desk' })
  expect(await refundsOf(paymentId)).toEqual([])
  expect(await refundsOf(difference?.id ?? '')).toMatchObject([{ amount: '10.00', status: 'succeeded' }])
  expect((await rowOf(app, id)).status).toBe('canceled')
})

test('a refund that can still be undone does not go out when someone asks after its payment', async () => {
  const { id, paymentId } = await paidBy('card')
  const canceled = await bodyOf<StaffAnswer>(by().update(id, { new_status: 'canceled' }))
  const [before] = await refundsOf(paymentId)
  await sendRefundsOf(app.context, paymentId)
  expect(await refundsOf(paymentId)).toEqual([before])
  expect((await by().undo(canceled.undo, randomUUID())).status).toBe(200)
})
