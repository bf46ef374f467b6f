import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { type CardShop, startCardShop } from '../paymentTestKit.ts'

let shop: CardShop
let customer: Person

beforeAll(async () => {
  shop = await startCardShop({
    settings: { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_PUBLISHABLE_KEY: 'sk_test_leak' },
  })
  customer = await addPerson(shop.app)
})
afterAll(() => shop.close())

test('a wrong key is told to browsers as a configuration that cannot be used, and is not sent to them', async () => {
  const response = await shop.app.request('/api/payments/configuration')

  expect(await bodyOf(response)).toEqual({ mode: 'misconfigured', publishable_key: null, api_base: null })
})

test('nothing is held and nothing is charged, and booking on arrival goes on', async () => {
  const request = shop.hour()
  const ask = (path: string) => shop.app.request(path, { json: request, cookie: customer.cookie })

  expect(await refusalOf(await ask('/api/payments/intents'))).toEqual([503, 'payment_configuration'])
  expect((await ask('/api/bookings')).status).toBe(201)
})

test('an event that arrives all the same is refused', async () => {
  const answer = await shop.sendEvent(
    { type: 'payment_intent.succeeded', object: {} },
    { secret: 'whsec_any' },
  )

  expect(await refusalOf(answer)).toEqual([503, 'payments_unavailable'])
})

test('pages carry no ribbon, for nothing is being tested', async () => {
  expect(await (await shop.app.request('/')).text()).not.toContain('Test payments')
})
