import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  browserCall,
  clientOf,
  PUBLISHABLE_KEY,
  refusal,
  type SandboxKit,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from './sandboxTestKit.ts'

let kit: SandboxKit
let stripe: Stripe

beforeEach(async () => {
  kit = await startSandbox()
  stripe = kit.stripe
})
afterEach(() => kit.close())

const AMOUNT = { amount: 4_500, currency: 'usd' } as const
const PAID = {
  ...AMOUNT,
  payment_method: 'pm_card_visa',
  confirm: true,
  allowed_payment_method_types: ['card'],
} satisfies Stripe.PaymentIntentCreateParams

const raw = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(kit.url + path, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as { error: Stripe.StripeRawError },
  }
}

test('An invalid parameter is refused by name, and nothing is created', async () => {
  const refusals = [
    ['amount=4500&currency=usd&colour=red', 'parameter_unknown', 'colour'],
    [
      'amount=4500&currency=usd&automatic_payment_methods[enabled]=true&automatic_payment_methods[x]=1',
      'parameter_unknown',
      'automatic_payment_methods[x]',
    ],
    ['currency=usd', 'parameter_missing', 'amount'],
    ['amount=much&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['amount=&currency=usd', 'parameter_invalid_empty', 'amount'],
    ['amount=49&currency=usd', 'amount_too_small', 'amount'],
    ['amount=100000000&currency=usd', 'amount_too_large', 'amount'],
    ['amount=4500&currency=gold', undefined, 'currency'],
    ['amount=4500&currency=usd&confirm=maybe', undefined, 'confirm'],
    ['amount=4500&currency=usd&customer=cus_nobody', 'resource_missing', 'customer'],
    ['amount=4500&amount=1&currency=usd', undefined, 'amount'],
    ['amount=4500&currency=usd&expand[]=colour', undefined, 'expand'],
  ] as const
  for (const [body, code, param] of refusals) {
    const answer = await raw('POST', '/v1/payment_intents', body)
    expect(answer.status, body).toBe(code === 'resource_missing' ? 404 : 400)
    expect(answer.body.error, body).toMatchObject({ type: 'invalid_request_error', param })
    expect(answer.body.error.code, body).toBe(code)
  }
  expect((await stripe.paymentIntents.list()).data).toEqual([])
})

test('Unknown objects and unknown calls are 404', async () => {
  expect(await refusal(stripe.paymentIntents.retrieve('pi_nothing'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such payment_intent: 'pi_nothing'",
  })
  const { id } = await stripe.customers.create({})
  expect((await refusal(stripe.charges.retrieve(id))).statusCode).toBe(404)
  expect((await raw('GET', '/v1/moonbeams')).status).toBe(404)
})

test('A wrong key is refused, and a publishable key can only act on an intent with its secret', async () => {
  const intent = await stripe.paymentIntents.create({ ...AMOUNT, metadata: { secret: 'x' } })
  const other = await stripe.paymentIntents.create(AMOUNT)
  const stranger = clientOf(kit.url, 'sk_test_of_somebody_else')
  expect(await refusal(stranger.paymentIntents.retrieve(intent.id))).toBeInstanceOf(
    Stripe.errors.StripeAuthenticationError,
  )
  expect((await fetch(`${kit.url}/v1/events`)).status).toBe(401)

  const browser = clientOf(kit.url, PUBLISHABLE_KEY)
  for (const call of [
    () => browser.paymentIntents.create(AMOUNT),
    () => browser.paymentIntents.list(),
    () => browser.paymentIntents.update(intent.id, { amount: 50 }),
    () => browser.paymentIntents.cancel(intent.id),
    () => browser.refunds.create({ payment_intent: intent.id }),
    () => browser.customers.list(),
    () => browser.events.list(),
    () => browser.paymentIntents.retrieve(intent.id),
  ]) {
    expect(await refusal(call())).toMatchObject({ statusCode: 401, code: 'secret_key_required' })
  }
  for (const secret of [other.client_secret ?? '', `${intent.id}_secret_guess`]) {
    const params = { client_secret: secret }
    expect((await refusal(browser.paymentIntents.retrieve(intent.id, params))).statusCode).toBe(404)
    const paid = await browserCall(kit.url, `/v1/payment_intents/${intent.id}/confirm`, {
      ...params,
      payment_method: 'pm_card_visa',
    })
    expect(paid.status).toBe(404)
  }
  const seen = await browser.paymentIntents.retrieve(intent.id, { client_secret: intent.client_secret ?? '' })
  expect(seen).toMatchObject({ id: intent.id, amount: 4_500, status: 'requires_payment_method' })
  expect(seen).not.toHaveProperty('metadata')
})

test('Other origins may make only the calls of a browser', async () => {
  const origin = 'https://booking.example'
  const preflight = (path: string) =>
    fetch(kit.url + path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })

  for (const path of [
    '/v1/payment_intents/pi_1/confirm',
    '/v1/setup_intents/seti_1/confirm',
    '/v1/payment_methods',
  ]) {
    expect((await preflight(path)).headers.get('access-control-allow-origin')).toBe('*')
  }
  expect((await preflight('/v1/refunds')).headers.get('access-control-allow-origin')).toBeNull()
})

test('One idempotency key gives one answer, and is refused for other parameters', async () => {
  const options = { idempotencyKey: 'hold-1' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => stripe.paymentIntents.create(PAID, options)),
  )

  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect((await stripe.charges.list()).data).toHaveLength(1)
  const again = await stripe.paymentIntents.create(PAID, options)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(await refusal(stripe.paymentIntents.create({ ...PAID, amount: 4_600 }, options))).toBeInstanceOf(
    Stripe.errors.StripeIdempotencyError,
  )
  expect(await refusal(stripe.refunds.create({ payment_intent: again.id }, options))).toMatchObject({
    statusCode: 400,
  })
})

test('A declined card is stored under its idempotency key, an invalid request is not', async () => {
  const declined = { ...PAID, payment_method: 'pm_card_chargeDeclined' }
  const options = { idempotencyKey: 'hold-2' }
  const first = await refusal(stripe.paymentIntents.create(declined, options))
  const second = await refusal(stripe.paymentIntents.create(declined, options))
  expect(second.payment_intent?.id).toBe(first.payment_intent?.id)
  expect((await stripe.charges.list()).data).toHaveLength(1)

  const wrong = { idempotencyKey: 'hold-3' }
  expect((await refusal(stripe.paymentIntents.create({ ...PAID, amount: 1 }, wrong))).statusCode).toBe(400)
  expect((await stripe.paymentIntents.create(PAID, wrong)).status).toBe('succeeded')

  kit.clock.pass(1, 1)
  await kit.work()
  expect((await stripe.paymentIntents.create({ ...PAID, amount: 5_000 }, options)).amount).toBe(5_000)
})

test('An event is retried until it is accepted, and no request waits for it', async () => {
  kit.receiver.status = 500
  await stripe.customers.create({ email: 'ann@example.com' })
  await kit.work()
  expect(kit.types()).toEqual(['customer.created'])
  await kit.work()
  expect(kit.received).toHaveLength(1)

  kit.clock.pass(0, 10)
  await kit.work()
  expect(kit.received).toHaveLength(2)
  kit.receiver.status = 200
  kit.clock.pass(0, 60)
  await kit.work()
  kit.clock.pass(1)
  await kit.work()

  expect(kit.received).toHaveLength(3)
  expect(new Set(kit.received.map(({ event }) => event.id)).size).toBe(1)
  const [, , last] = kit.received
  const verify = (body = '') =>
    stripe.webhooks.constructEvent(
      body,
      last?.signature ?? '',
      WEBHOOK_SECRET,
      300,
      undefined,
      kit.clock.now().getTime() - 86_400_000,
    )
  expect(verify(last?.body).type).toBe('customer.created')
  expect(() => verify(last?.body.replace('ann@', 'bob@'))).toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  )
})

test('An event is kept for 30 days after it was delivered', async () => {
  await stripe.customers.create({})
  await kit.work()
  kit.clock.pass(29)
  await kit.work()
  expect((await stripe.events.list()).data).toHaveLength(1)

  kit.clock.pass(2)
  await kit.work()

  expect((await stripe.events.list()).data).toEqual([])
})

test('A webhook endpoint that is down loses no event', async () => {
  let address = 'http://127.0.0.1:9/nobody'
  const { stripe: client, sandbox } = await kit.another({ deliver: { url: () => address } })
  expect((await client.paymentIntents.create(PAID)).status).toBe('succeeded')
  await sandbox.work(kit.clock.now())
  expect((await client.events.list({ delivery_success: false })).data).toHaveLength(3)

  address = `${kit.url}/v1/moonbeams`
  kit.clock.pass(0, 10)
  await sandbox.work(kit.clock.now())
  kit.clock.pass(0, 60)
  await kit.work()

  expect(kit.types().sort()).toEqual([
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.succeeded',
  ])
  expect((await client.events.list({ delivery_success: true })).data).toHaveLength(3)
})

test('After a restart the state is unchanged, and work in progress continues', async () => {
  kit.receiver.status = 503
  const paid = await stripe.paymentIntents.create(PAID, { idempotencyKey: 'hold-4' })
  const waiting = await stripe.paymentIntents.create({ ...PAID, payment_method: 'pm_sandbox_processing' })
  await kit.sandbox.close()

  const { stripe: after, sandbox } = await kit.another()
  kit.receiver.status = 200
  kit.received.length = 0
  await sandbox.work(kit.clock.pass(0, 30))

  expect((await after.paymentIntents.create(PAID, { idempotencyKey: 'hold-4' })).id).toBe(paid.id)
  expect((await after.paymentIntents.retrieve(waiting.id)).status).toBe('succeeded')
  expect(kit.types().filter((type) => type === 'payment_intent.succeeded')).toHaveLength(2)
})

test('Two processes send each event once', async () => {
  const { stripe: second, sandbox } = await kit.another()
  const clients = [stripe, second]
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      clients[index % 2]?.customers.create({ name: `Member ${index}` }),
    ),
  )

  await Promise.all([kit.work(), sandbox.work(kit.clock.now())])

  expect(kit.received).toHaveLength(20)
  expect(new Set(kit.received.map(({ event }) => event.id)).size).toBe(20)
})

test('Twenty confirmations of one intent charge it once', async () => {
  const intent = await stripe.paymentIntents.create(AMOUNT)
  const confirmations = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa', use_stripe_sdk: true }),
    ),
  )

  expect(confirmations.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
})

test('The price is the membership’s, as the facility has set it', async () => {
  const { stripe: client } = await kit.another({ priceId: 'price_club', monthlyPriceCents: () => 8_900 })

  const price = await client.prices.retrieve('price_club', { expand: ['product'] })

  expect(price).toMatchObject({
    unit_amount: 8_900,
    recurring: { interval: 'month' },
    product: { name: 'Membership' },
  })
  expect(String(price.unit_amount_decimal)).toBe('8900')
  expect((await refusal(client.prices.retrieve('price_other'))).statusCode).toBe(404)
})

test('A malformed request is refused and changes nothing', async () => {
  const path = '/v1/payment_intents'
  for (const body of [
    '__proto__[x]=1&amount=1',
    'a[b=1',
    '[]=1',
    'a=1&a[b]=2',
    `metadata[${'x'.repeat(50)}]=1`,
    '%E0%A4%A',
  ]) {
    expect((await raw('POST', path, body)).status).toBe(400)
  }
  for (const page of ['/receipts/%00', '/authenticate/a%00b']) {
    expect((await fetch(kit.url + page)).status, page).toBe(404)
  }
  expect((await raw('POST', path, `description=${'x'.repeat(300_000)}`)).status).toBe(413)
  expect(
    (await raw('POST', path, 'amount=4500&currency=usd', { 'idempotency-key': 'x'.repeat(300) })).status,
  ).toBe(400)
  expect((await stripe.paymentIntents.create(PAID)).status).toBe('succeeded')
})
