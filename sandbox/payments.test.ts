import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserCall, refusal, type SandboxKit, startSandbox, WEBHOOK_SECRET } from './sandboxTestKit.ts'

let kit: SandboxKit
let stripe: Stripe

beforeAll(async () => {
  kit = await startSandbox()
  stripe = kit.stripe
})
afterAll(() => kit.close())

const CARD_ONLY = { enabled: true, allow_redirects: 'never' } as const

const pay = (paymentMethod: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount: 4_500,
    currency: 'usd',
    payment_method: paymentMethod,
    confirm: true,
    automatic_payment_methods: CARD_ONLY,
    metadata: { hold: 'h-1' },
    ...more,
  })

const typed = async (number: string, more: Record<string, string> = {}) => {
  const intent = await stripe.paymentIntents.create({ amount: 4_500, currency: 'usd' })
  const answer = await browserCall(kit.url, `/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret ?? '',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2030',
    'payment_method_data[card][cvc]': number.startsWith('37') ? '1234' : '123',
    return_url: 'http://127.0.0.1:9/account',
    ...more,
  })
  return { intent, status: answer.status, body: (await answer.json()) as Record<string, never> }
}

test('A payment succeeds, with its charge, its receipt and its signed events', async () => {
  kit.received.length = 0
  const intent = await pay('pm_card_visa', { expand: ['latest_charge'], description: 'Camp' })
  await kit.work()

  const charge = intent.latest_charge as Stripe.Charge
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 4_500, metadata: { hold: 'h-1' } })
  expect(charge).toMatchObject({
    status: 'succeeded',
    paid: true,
    payment_method_details: { card: { last4: '4242' } },
  })
  const receipt = await (await fetch(charge.receipt_url ?? '')).text()
  expect(receipt).toContain('$45.00')
  expect(receipt).toContain('Visa ending in 4242')
  expect(new Set(kit.types())).toEqual(
    new Set(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']),
  )
  for (const { body, signature } of kit.received) {
    const event = stripe.webhooks.constructEvent(
      body,
      signature,
      WEBHOOK_SECRET,
      300,
      undefined,
      kit.clock.now().getTime(),
    )
    expect(event.api_version).toBe(Stripe.API_VERSION)
  }
  expect(await stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 })).toMatchObject({
    data: [{ data: { object: { id: intent.id } }, pending_webhooks: 0 }],
  })
})

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000009987', 'card_declined', 'lost_card'],
  ['4000000000009979', 'card_declined', 'stolen_card'],
  ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
  ['4000000000000341', 'card_declined', 'generic_decline'],
  ['4100000000000019', 'card_declined', 'fraudulent'],
  ['4000000000000069', 'expired_card', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error', 'processing_error'],
])('%s is refused with %s, and the intent can be tried again', async (number, code, declineCode) => {
  const { intent, status, body } = await typed(number)

  expect(status).toBe(402)
  expect(body.error).toMatchObject({
    type: 'card_error',
    code,
    decline_code: declineCode,
    payment_intent: { id: intent.id, status: 'requires_payment_method' },
  })
  const after = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  expect(after).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code },
    latest_charge: { status: 'failed', failure_code: code },
  })
  const again = await stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_mastercard',
    use_stripe_sdk: true,
  })
  expect(again).toMatchObject({ status: 'succeeded', last_payment_error: null })
})

test.each([
  ['4242424242424242', 'visa'],
  ['5555 5555 5555 4444', 'mastercard'],
  ['378282246310005', 'amex'],
  ['6011111111111117', 'discover'],
])('%s pays as a %s card', async (number, brand) => {
  const { intent, status, body } = await typed(number)

  expect(status).toBe(200)
  expect(body).toMatchObject({ id: intent.id, status: 'succeeded' })
  expect(body).not.toHaveProperty('metadata')
  const { data } = await stripe.charges.list({ payment_intent: intent.id })
  expect(data).toMatchObject([{ payment_method_details: { card: { brand, checks: { cvc_check: 'pass' } } } }])
})

test.each([
  [{ 'payment_method_data[card][number]': '4242424242424241' }, 'incorrect_number', 'number'],
  [{ 'payment_method_data[card][number]': '12' }, 'invalid_number', 'number'],
  [{ 'payment_method_data[card][number]': '4111111111111111' }, 'card_declined', 'number'],
  [{ 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month', 'exp_month'],
  [{ 'payment_method_data[card][exp_year]': '2019' }, 'invalid_expiry_year', 'exp_year'],
  [
    { 'payment_method_data[card][exp_year]': '26', 'payment_method_data[card][exp_month]': '10' },
    'invalid_expiry_month',
    'exp_month',
  ],
  [{ 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc', 'cvc'],
])('A card with %j is refused with %s before anything is tried', async (fields, code, param) => {
  const { intent, status, body } = await typed('4242424242424242', fields as Record<string, string>)

  expect(status).toBe(402)
  expect(body.error).toMatchObject({ type: 'card_error', code, param })
  expect((await stripe.charges.list({ payment_intent: intent.id })).data).toEqual([])
})

test('A payment stays processing and then succeeds or fails', async () => {
  const good = await pay('pm_sandbox_processing')
  const bad = (await typed('4000 0000 0000 8005')).body as unknown as Stripe.PaymentIntent
  expect([good.status, bad.status]).toEqual(['processing', 'processing'])
  expect((await refusal(stripe.paymentIntents.cancel(good.id))).code).toBe('payment_intent_unexpected_state')
  await kit.work()
  expect((await stripe.paymentIntents.retrieve(good.id)).status).toBe('processing')

  kit.clock.pass(0, 10)
  kit.received.length = 0
  await kit.work()

  expect(await stripe.paymentIntents.retrieve(good.id)).toMatchObject({
    status: 'succeeded',
    processing: null,
    amount_received: 4_500,
  })
  expect(await stripe.paymentIntents.retrieve(bad.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined' },
  })
  expect(kit.types().sort()).toEqual([
    'charge.failed',
    'charge.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
  ])
})

test('An intent is created, changed, canceled, and then neither paid nor changed', async () => {
  const intent = await stripe.paymentIntents.create({
    amount: 1_000,
    currency: 'usd',
    metadata: { a: '1', b: '2' },
  })
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    client_secret: expect.stringMatching(/_secret_/),
  })

  const changed = await stripe.paymentIntents.update(intent.id, {
    amount: 2_000,
    metadata: { a: '', c: '3' },
  })
  expect(changed).toMatchObject({ amount: 2_000, metadata: { b: '2', c: '3' } })

  const canceled = await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  for (const late of [
    () => stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa', use_stripe_sdk: true }),
    () => stripe.paymentIntents.update(intent.id, { amount: 500 }),
    () => stripe.paymentIntents.cancel(intent.id),
  ]) {
    expect(await refusal(late())).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
  }
})

test('A payment is refunded in parts, never more than was paid', async () => {
  const intent = await pay('pm_card_visa')
  const part = await stripe.refunds.create({
    payment_intent: intent.id,
    amount: 1_500,
    reason: 'requested_by_customer',
  })
  expect(part).toMatchObject({ status: 'succeeded', amount: 1_500, charge: intent.latest_charge })
  expect((await refusal(stripe.refunds.create({ payment_intent: intent.id, amount: 3_001 }))).param).toBe(
    'amount',
  )

  await stripe.refunds.create({ charge: String(intent.latest_charge) })

  expect(await stripe.charges.retrieve(String(intent.latest_charge), { expand: ['refunds'] })).toMatchObject({
    refunded: true,
    amount_refunded: 4_500,
    refunds: { data: [{ amount: 3_000 }, { amount: 1_500 }] },
  })
  expect((await refusal(stripe.refunds.create({ payment_intent: intent.id }))).code).toBe(
    'charge_already_refunded',
  )
  expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(2)
  const unpaid = await stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' })
  expect((await refusal(stripe.refunds.create({ payment_intent: unpaid.id }))).code).toBe(
    'charge_not_refundable',
  )
})

test('Of ten concurrent refunds only as many succeed as the charge covers', async () => {
  const intent = await pay('pm_card_visa')
  const refunds = Array.from({ length: 10 }, () =>
    stripe.refunds.create({ payment_intent: intent.id, amount: 1_500 }),
  )
  const outcomes = await Promise.allSettled(refunds)

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await stripe.charges.retrieve(String(intent.latest_charge))).toMatchObject({
    amount_refunded: 4_500,
  })
})

test('A refund can be pending first, or fail later and restore the charge', async () => {
  const pending = await pay('pm_card_pendingRefund')
  const failing = await pay('pm_card_refundFail')
  const first = await stripe.refunds.create({ payment_intent: pending.id })
  const second = await stripe.refunds.create({ payment_intent: failing.id })
  expect([first.status, second.status]).toEqual(['pending', 'succeeded'])

  kit.clock.pass(0, 10)
  await kit.work()

  expect((await stripe.refunds.retrieve(first.id)).status).toBe('succeeded')
  expect(await stripe.refunds.retrieve(second.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  })
  expect((await stripe.charges.retrieve(String(failing.latest_charge))).amount_refunded).toBe(0)
  expect((await stripe.events.list({ type: 'refund.failed' })).data).toHaveLength(1)
})

test('Lists have pages, newest first, and filters by customer and time', async () => {
  const customer = await stripe.customers.create({ email: 'ann@example.com' })
  const started = kit.clock.seconds() + 60
  kit.clock.pass(0, 60)
  for (const amount of [1_000, 2_000, 3_000]) {
    await stripe.paymentIntents.create({ amount, currency: 'usd', customer: customer.id })
    kit.clock.pass(0, 60)
  }

  const first = await stripe.paymentIntents.list({ customer: customer.id, limit: 2 })
  expect(first).toMatchObject({ has_more: true, data: [{ amount: 3_000 }, { amount: 2_000 }] })
  const second = await stripe.paymentIntents.list({
    customer: customer.id,
    limit: 2,
    starting_after: first.data[1]?.id ?? '',
    expand: ['data.customer'],
  })
  expect(second).toMatchObject({
    has_more: false,
    data: [{ amount: 1_000, customer: { email: 'ann@example.com' } }],
  })
  const all = await stripe.paymentIntents
    .list({ customer: customer.id, limit: 1 })
    .autoPagingToArray({ limit: 9 })
  expect(all).toHaveLength(3)
  const later = await stripe.paymentIntents.list({ customer: customer.id, created: { gt: started } })
  expect(later.data.map(({ amount }) => amount)).toEqual([3_000, 2_000])
})
