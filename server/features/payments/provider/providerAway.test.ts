import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refusalOf } from '../../../test/answers.ts'
import { confirmPayment, openPayment } from '../../../test/cardPayment.ts'
import { type CardProvider, startCardProvider } from '../../../test/cardProvider.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { type CardShop, startCardShop } from '../paymentTestKit.ts'

let provider: CardProvider
let shop: CardShop
let customer: Person

beforeAll(async () => {
  provider = await startCardProvider()
  shop = await startCardShop({ settings: { ...provider.settings, STRIPE_TIMEOUT: '1' } })
  customer = await addPerson(shop.app)
})
beforeEach(() => {
  provider.away = false
  provider.silent = false
})
afterAll(async () => {
  await shop.close()
  await provider.close()
})

const ask = (path: string, json: unknown, { cookie } = customer) => shop.app.request(path, { json, cookie })
const away = [502, 'payment_provider_unavailable']

test('A provider that is away charges nothing, and the same request goes on once it is back', async () => {
  const request = shop.hour()
  provider.away = true

  expect(await refusalOf(await ask('/api/payments/intents', request))).toEqual(away)

  provider.away = false
  const opened = await openPayment(shop.app, customer.cookie, request)
  await provider.charge(opened)
  expect((await confirmPayment(shop.app, customer.cookie, opened)).status).toBe('succeeded')
})

test('A provider that answers nothing is asked three times, each for as long as is set, and given up', async () => {
  const request = shop.hour()
  provider.silent = true
  const begun = performance.now()

  expect(await refusalOf(await ask('/api/payments/intents', request))).toEqual(away)

  expect(performance.now() - begun).toBeGreaterThan(3_000)
  provider.silent = false
  const opened = await openPayment(shop.app, customer.cookie, request)
  await provider.charge(opened)
  expect((await confirmPayment(shop.app, customer.cookie, opened)).status).toBe('succeeded')
})

test('Booking on arrival goes on in the meantime, over the checkout that could not begin', async () => {
  const request = shop.hour()
  provider.away = true
  expect(await refusalOf(await ask('/api/payments/intents', request))).toEqual(away)

  expect((await ask('/api/bookings', request)).status).toBe(201)
})

test('A payment of which the provider cannot tell is not settled, by browser or event, and is afterwards', async () => {
  const opened = await openPayment(shop.app, customer.cookie, shop.hour())
  await provider.charge(opened)
  provider.away = true
  const about = { object: 'payment_intent', id: opened.paymentIntentId }

  const browser = await ask('/api/payments/confirm', { payment_intent_id: opened.paymentIntentId })
  const event = await shop.sendEvent({ type: 'payment_intent.succeeded', object: about })

  expect(await refusalOf(browser)).toEqual(away)
  expect(await refusalOf(event)).toEqual(away)
  expect(await shop.rows(opened.paymentIntentId)).toMatchObject({
    payment: { status: 'pending' },
    bookings: [],
  })
  provider.away = false
  shop.clock.passMinutes(3)
  await shop.reconcile()
  expect(await shop.rows(opened.paymentIntentId)).toMatchObject({
    payment: { status: 'completed' },
    bookings: [{ status: 'paid' }],
  })
})

test('A payment that the provider does not know keeps no other one waiting', async () => {
  const foreign = await openPayment(shop.app, customer.cookie, shop.hour())
  await shop.app.db
    .updateTable('payment_transactions')
    .set({ stripe_payment_intent_id: 'pi_of_another_account' })
    .where('stripe_payment_intent_id', '=', foreign.paymentIntentId)
    .execute()
  shop.clock.passMinutes(1)
  const opened = await openPayment(shop.app, customer.cookie, shop.hour())
  await provider.charge(opened)
  shop.clock.passMinutes(3)
  await shop.reconcile()
  shop.clock.passMinutes(6)

  await shop.reconcile()

  expect(await shop.rows(opened.paymentIntentId)).toMatchObject({ payment: { status: 'completed' } })
})
