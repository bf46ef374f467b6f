import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CustomerPayment } from '../../../shared/contract/accounts/accountPayments.ts'
import type { SubscriptionStatus } from '../../../shared/domain/memberships/memberships.ts'
import { bodyOf } from '../../test/answers.ts'
import { confirmPayment, openPayment, payByCard, sendCard, testCards } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { type CardShop, startCardShop } from '../payments/paymentTestKit.ts'
import { addPayment } from './accountTestKit.ts'

let shop: CardShop
let customer: Person

beforeAll(async () => {
  shop = await startCardShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  customer = await addPerson(shop.app)
})

const history = () =>
  bodyOf<CustomerPayment[]>(shop.app.request('/api/me/payments', { cookie: customer.cookie }))
const open = () => openPayment(shop.app, customer.cookie, shop.hour())
const leave = (payment_intent_id: string) =>
  shop.app.request('/api/payments/cancel', { json: { payment_intent_id }, cookie: customer.cookie })

describe('the payment history of a checkout', () => {
  test('lists nothing while it is open, and nothing when it is abandoned', async () => {
    const { paymentIntentId } = await open()
    expect(await history()).toEqual([])
    await leave(paymentIntentId)
    expect((await shop.rows(paymentIntentId)).payment?.status).toBe('canceled')
    expect(await history()).toEqual([])
  })

  test('lists nothing when the card was declined and the checkout abandoned: nothing was charged or is owed', async () => {
    const opened = await open()
    await sendCard(shop.app, opened, testCards.declined)
    await confirmPayment(shop.app, customer.cookie, opened)
    expect((await shop.rows(opened.paymentIntentId)).payment?.status).toBe('failed')
    expect(await history()).toEqual([])
    await leave(opened.paymentIntentId)
    expect(await history()).toEqual([])
  })

  test('lists processing payments as pending, and paid ones', async () => {
    const opened = await open()
    await sendCard(shop.app, opened, testCards.takesItsTime)
    await confirmPayment(shop.app, customer.cookie, opened)
    expect(await history()).toMatchObject([{ status: 'pending', total_amount: 30, next_step: null }])
    await payByCard(shop.app, customer.cookie, shop.hour())
    expect((await history()).map(({ status }) => status).sort()).toEqual(['completed', 'pending'])
  })
})

describe('the payment history of a membership', () => {
  const renewal = (status: 'failed' | 'canceled') =>
    addPayment(shop.app.db, {
      user_id: customer.id,
      payment_type: 'membership',
      status,
      stripe_invoice_id: `in_${customer.id}`,
      failure_message: 'Your card was declined.',
      completed_at: null,
      total_amount: '109.99',
    })
  const member = (status: SubscriptionStatus, joined = new Date('2026-01-02T12:00:00Z')) =>
    shop.app.db
      .insertInto('subscriptions')
      .values({ user_id: customer.id, status, created_at: joined })
      .execute()

  test('lists a failed renewal with the reason and, while it is owed, what to do', async () => {
    const id = await renewal('failed')
    await member('past_due')
    expect(await history()).toMatchObject([
      {
        id,
        status: 'failed',
        total_amount: 109.99,
        failure_message: 'Your card was declined.',
        next_step: 'update_card',
      },
    ])
  })

  test('asks for nothing for a bill of a membership that has ended, though a later one owes a month', async () => {
    const id = await renewal('failed')
    await member('canceled')
    const { created_at: billed } = await shop.app.db
      .selectFrom('payment_transactions')
      .select('created_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await member('past_due', new Date(billed.getTime() + 60_000))
    expect(await history()).toMatchObject([{ id, next_step: null }])
  })

  test('asks for nothing when the membership has ended, and leaves out a voided invoice', async () => {
    await renewal('failed')
    await member('canceled')
    expect(await history()).toMatchObject([{ status: 'failed', next_step: null }])
    await shop.app.db
      .updateTable('payment_transactions')
      .set({ status: 'canceled' })
      .where('user_id', '=', customer.id)
      .execute()
    expect(await history()).toEqual([])
  })
})
