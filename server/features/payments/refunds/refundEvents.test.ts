import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Attention } from '../../../../shared/contract/people/dashboard.ts'
import { bodyOf } from '../../../test/answers.ts'
import { confirmPayment, openPayment, testCards } from '../../../test/cardPayment.ts'
import { type CardProvider, startCardProvider } from '../../../test/cardProvider.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { type CardShop, startCardShop } from '../paymentTestKit.ts'
import { WEBHOOK_PATH } from '../provider/webhook.ts'

let provider: CardProvider
let shop: CardShop
let customer: Person

beforeAll(async () => {
  provider = await startCardProvider()
  shop = await startCardShop({ settings: provider.settings })
  provider.webhook = shop.app.url + WEBHOOK_PATH
  customer = await addPerson(shop.app)
})
afterAll(async () => {
  await shop.close()
  await provider.close()
})

/** A booking paid by card, of which someone sends money back on the provider's own pages. */
async function refundedByHand(card: string, amount: number) {
  const opened = await openPayment(shop.app, customer.cookie, shop.hour())
  await provider.charge(opened, card)
  await confirmPayment(shop.app, customer.cookie, opened)
  await provider.stripe.refunds.create({ payment_intent: opened.paymentIntentId, amount })
  const rows = () => shop.rows(opened.paymentIntentId)
  return { intent: opened.paymentIntentId, soon: expect.poll(rows, { timeout: 10_000 }) }
}

test('A refund that the provider is still working on is not sent once more by us', async () => {
  const { intent, soon } = await refundedByHand(testCards.refundPending, 1000)
  await soon.toMatchObject({
    payment: { status: 'completed', refunded_amount: '0.00' },
    refunds: [{ amount: '10.00', reason: 'provider', status: 'pending' }],
  })

  await shop.reconcile()

  const { data } = await provider.stripe.refunds.list({ payment_intent: intent })
  expect(data.map(({ amount }) => amount)).toEqual([1000])
  await provider.redeliver()
  await soon.toMatchObject({
    payment: { status: 'completed', refunded_amount: '10.00' },
    refunds: [{ status: 'succeeded' }],
  })
})

test('A refund that fails in the end leaves the payment as it was, and the facility hears of it once', async () => {
  const { soon } = await refundedByHand(testCards.refundFails, 3000)
  await soon.toMatchObject({ payment: { status: 'refunded', refunded_amount: '30.00' } })

  await provider.redeliver()

  await soon.toMatchObject({
    payment: { status: 'completed', refunded_amount: '0.00' },
    refunds: [{ status: 'failed' }],
  })
  await provider.redeliver()
  const told = await shop.app.db
    .selectFrom('outbox')
    .innerJoin('facility', 'facility.email', 'outbox.to_email')
    .select(['data', 'reply_to'])
    .where('template', '=', 'refund-failed')
    .execute()
  expect(told).toMatchObject([
    { data: { amount: '$30.00', customer_name: 'Pat Example' }, reply_to: customer.email },
  ])
})

test('A payment that is canceled on the provider’s own pages gives its place back', async () => {
  const opened = await openPayment(shop.app, customer.cookie, shop.hour())

  await provider.stripe.paymentIntents.cancel(opened.paymentIntentId)

  await expect
    .poll(() => shop.rows(opened.paymentIntentId), { timeout: 10_000 })
    .toMatchObject({ payment: { status: 'canceled' }, hold: 'released' })
})

test('A refund by staff that the provider refuses leaves the money to be given by hand', async () => {
  const opened = await openPayment(shop.app, customer.cookie, shop.hour())
  await provider.charge(opened, testCards.refundFails)
  await confirmPayment(shop.app, customer.cookie, opened)
  const { id } = await shop.app.db
    .selectFrom('payment_transactions')
    .select('id')
    .where('stripe_payment_intent_id', '=', opened.paymentIntentId)
    .executeTakeFirstOrThrow()
  const admin = await addPerson(shop.app, { role: 'admin' })
  const refund = (way: string) =>
    shop.app.request(`/api/admin/payments/${id}/refunds`, {
      json: { way, amount: 30, reason: 'The machine broke down' },
      cookie: admin.cookie,
    })
  const soon = expect.poll(() => shop.rows(opened.paymentIntentId), { timeout: 10_000 })
  expect((await refund('card')).status).toBe(201)
  await soon.toMatchObject({ refunds: [{ status: 'succeeded' }] })

  await provider.redeliver()

  await soon.toMatchObject({ payment: { refunded_amount: '0.00' }, refunds: [{ status: 'failed' }] })
  expect(await bodyOf(refund('desk'))).toMatchObject({
    refund_method: 'front_desk',
    message: expect.stringContaining('Please refund $30.00 at the desk.'),
  })
})

test.each([
  ['wholly: nothing is booked', 3000, { status: 'refunded', refunded_amount: '30.00' }, 'refunded', 0],
  ['in part: it is booked', 1000, { status: 'completed', refunded_amount: '10.00' }, 'succeeded', 1],
])('Money that went back before we heard of the payment, %s', async (_, amount, payment, state, bookings) => {
  provider.webhook = null
  const opened = await openPayment(shop.app, customer.cookie, shop.hour())
  await provider.charge(opened)
  await provider.stripe.refunds.create({ payment_intent: opened.paymentIntentId, amount })

  const answer = await confirmPayment(shop.app, customer.cookie, opened)

  expect(answer.status).toBe(state)
  const rows = await shop.rows(opened.paymentIntentId)
  expect(rows).toMatchObject({ payment, refunds: [{ reason: 'provider', status: 'succeeded' }] })
  expect(rows.bookings).toHaveLength(bookings)
})

test('A dispute is noted once, as it is at the provider, however often its events come', async () => {
  provider.webhook = shop.app.url + WEBHOOK_PATH
  const opened = await openPayment(shop.app, customer.cookie, shop.hour())
  await provider.charge(opened, testCards.disputed)
  await confirmPayment(shop.app, customer.cookie, opened)
  const disputes = () =>
    shop.app.db
      .selectFrom('payment_disputes as dispute')
      .innerJoin('payment_transactions as payment', 'payment.id', 'dispute.payment_transaction_id')
      .select([
        'payment.stripe_payment_intent_id as intent',
        'dispute.amount',
        'dispute.reason',
        'dispute.status',
      ])
      .execute()
  const noted = {
    intent: opened.paymentIntentId,
    amount: '30.00',
    reason: 'fraudulent',
    status: 'needs_response',
  }
  await provider.redeliver()
  await expect.poll(disputes, { timeout: 10_000 }).toEqual([noted])
  await provider.redeliver()
  expect(await disputes()).toEqual([noted])
  const desk = await addPerson(shop.app, { role: 'desk' })
  const { disputes: listed } = await bodyOf<Attention>(
    shop.app.request('/api/admin/dashboard/attention', { cookie: desk.cookie }),
  )
  expect(listed).toMatchObject({ count: 1, items: [{ amount: 30, reason: 'fraudulent' }] })
  expect(Date.parse(listed.items[0]?.respond_by ?? '')).toBeGreaterThan(Date.now())
})
