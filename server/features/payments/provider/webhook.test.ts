import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/answers.ts'
import { confirmPayment, openPayment, sendCard, testCards } from '../../../test/cardPayment.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { permutations } from '../../../test/permutations.ts'
import { type CardShop, startCardShop } from '../paymentTestKit.ts'

let shop: CardShop
let customer: Person

beforeAll(async () => {
  shop = await startCardShop()
  customer = await addPerson(shop.app)
})
afterAll(() => shop.close())

const open = () => openPayment(shop.app, customer.cookie, shop.hour())
const about = (intentId: string) => ({ object: 'payment_intent', id: intentId })
const settled = {
  payment: { status: 'completed', total_amount: '30.00', refunded_amount: '0.00' },
  hold: 'completed',
  bookings: [{ status: 'paid', payment_method: 'card', total_cost: '30.00' }],
  refunds: [],
}

describe('stripe-webhook', () => {
  test('completes the booking of a browser that never came back', async () => {
    const opened = await open()

    await sendCard(shop.app, opened)

    await expect.poll(() => shop.rows(opened.paymentIntentId), { timeout: 5_000 }).toEqual(settled)
  })

  test('refuses an event that is not signed with our secret, or was signed long ago', async () => {
    const opened = await open()
    const event = {
      type: 'payment_intent.succeeded',
      object: about(opened.paymentIntentId),
      id: 'evt_forged',
    }
    const before = await shop.rows(opened.paymentIntentId)
    const forged = await shop.sendEvent(event, { secret: 'whsec_of_somebody_else' })
    const old = await shop.sendEvent(event, { timestamp: Math.floor(Date.now() / 1000) - 301 })
    const unsigned = await shop.app.request('/api/payments/webhook', { json: event })

    for (const answer of [forged, old, unsigned]) {
      expect(await refusalOf(answer)).toEqual([400, 'webhook_signature'])
    }
    expect(await shop.rows(opened.paymentIntentId)).toEqual(before)
    const noted = shop.app.db
      .selectFrom('payment_events')
      .select('id')
      .where('provider_event_id', '=', 'evt_forged')
    expect(await noted.execute()).toEqual([])
  })

  test.each([
    '',
    'no JSON',
    'null',
    '[]',
    '{}',
    '{"id":"evt_1","type":"invoice.paid","data":{"object":null}}',
  ])('refuses what is signed and is no event: %j', async (payload) => {
    expect((await refusalOf(await shop.sendSigned(payload)))[0]).toBe(400)
  })

  test('believes the provider and not the event: a signed success of an unpaid intent books nothing', async () => {
    const opened = await open()

    const answer = await shop.sendEvent({
      type: 'payment_intent.succeeded',
      object: { ...about(opened.paymentIntentId), status: 'succeeded', amount_received: 3000 },
    })

    expect(answer.status).toBe(200)
    expect(await shop.rows(opened.paymentIntentId)).toMatchObject({
      payment: { status: 'pending' },
      bookings: [],
    })
  })

  test('takes events that are about nothing of ours, so that the provider does not go on sending them', async () => {
    const foreign = {
      type: 'payment_intent.succeeded',
      object: about('pi_of_another_shop'),
      id: 'evt_foreign',
    }
    const refunded = {
      type: 'charge.refunded',
      object: { object: 'charge', id: 'ch_of_another_shop', payment_intent: 'pi_of_another_shop' },
    }
    const other = { type: 'balance.available', object: { object: 'balance' } }

    for (const event of [foreign, refunded, other]) expect((await shop.sendEvent(event)).status).toBe(200)
  })

  test('gives the same rows for every order of its events, each sent three times', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const types = ['created', 'processing', 'payment_failed', 'succeeded']
    const settles = async (order: string[]) => {
      const opened = await open()
      await sendCard(shop.app, opened, testCards.declined)
      await sendCard(shop.app, opened)
      const sendings = order.flatMap((type) => {
        const id = `evt_${type}_${opened.paymentIntentId}`
        const event = { type: `payment_intent.${type}`, object: about(opened.paymentIntentId), id }
        return [event, event, event]
      })

      const answers = await Promise.all(sendings.map((event) => shop.sendEvent(event)))

      expect(answers.map(({ status }) => status)).toEqual(sendings.map(() => 200))
      expect(await shop.rows(opened.paymentIntentId)).toEqual(settled)
    }
    const orders = permutations(types)
    while (orders.length > 0) await Promise.all(orders.splice(0, 4).map(settles))
  })

  test('browser and webhook together, in any order, end alike', async () => {
    for (const browserFirst of [true, false]) {
      const opened = await open()
      await sendCard(shop.app, opened)
      const browser = () => confirmPayment(shop.app, customer.cookie, opened)
      const webhook = () =>
        shop.sendEvent({ type: 'payment_intent.succeeded', object: about(opened.paymentIntentId) })

      await Promise.all(browserFirst ? [browser(), webhook()] : [webhook(), browser()])

      expect(await shop.rows(opened.paymentIntentId)).toEqual(settled)
    }
  })
})

test('refunds made on the provider’s own pages are taken over', async () => {
  const opened = await openPayment(shop.app, customer.cookie, shop.hour())
  await sendCard(shop.app, opened)
  await confirmPayment(shop.app, customer.cookie, opened)

  await shop.app.context.payments.stripe?.refunds.create({
    payment_intent: opened.paymentIntentId,
    amount: 1000,
  })

  await expect
    .poll(() => shop.rows(opened.paymentIntentId), { timeout: 5_000 })
    .toMatchObject({
      payment: { status: 'completed', refunded_amount: '10.00' },
      refunds: [{ amount: '10.00', reason: 'provider', status: 'succeeded' }],
    })
})
