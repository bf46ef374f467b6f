import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserCall, refusal, type SandboxKit, startSandbox } from './sandboxTestKit.ts'

let kit: SandboxKit
let stripe: Stripe

beforeAll(async () => {
  kit = await startSandbox()
  stripe = kit.stripe
})
afterAll(() => kit.close())

const RETURN = 'http://127.0.0.1:9/account?payment=success'
const OFF_SESSION = {
  amount: 10_999,
  currency: 'usd',
  confirm: true,
  off_session: true,
  allowed_payment_method_types: ['card'],
}

const answerBank = (page: string, outcome: 'complete' | 'fail') =>
  fetch(page, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })

const saveCard = async (card: string) => {
  const customer = (await stripe.customers.create({})).id
  const setup = await stripe.setupIntents.create({
    customer,
    usage: 'off_session',
    metadata: { member: 'm-1' },
  })
  const confirmed = await stripe.setupIntents.confirm(setup.id, { payment_method: card, return_url: RETURN })
  return { customer, setup: confirmed, page: confirmed.next_action?.redirect_to_url?.url ?? '' }
}

test('A card is saved from the browser and charged later off session', async () => {
  const customer = (await stripe.customers.create({ email: 'ann@example.com' })).id
  const setup = await stripe.setupIntents.create({ customer, automatic_payment_methods: { enabled: true } })
  const answer = await browserCall(kit.url, `/v1/setup_intents/${setup.id}/confirm`, {
    client_secret: setup.client_secret ?? '',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '5555555555554444',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '30',
    'payment_method_data[billing_details][name]': 'Ann',
    use_stripe_sdk: 'true',
  })
  expect(await answer.json()).toMatchObject({ id: setup.id, status: 'succeeded' })

  const {
    data: [method],
  } = await stripe.customers.listPaymentMethods(customer)
  expect(method).toMatchObject({
    customer,
    billing_details: { name: 'Ann' },
    card: { last4: '4444', exp_year: 2030 },
  })
  const updated = await stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: method?.id ?? '' },
  })
  expect(updated.invoice_settings.default_payment_method).toBe(method?.id)
  const paid = await stripe.paymentIntents.create({
    ...OFF_SESSION,
    customer,
    payment_method: method?.id ?? '',
  })
  expect(paid.status).toBe('succeeded')
  await kit.work()
  expect(kit.types()).toEqual(
    expect.arrayContaining([
      'customer.created',
      'setup_intent.succeeded',
      'payment_method.attached',
      'customer.updated',
    ]),
  )
})

test('A card that needs authentication once is saved after it, and charged later off session', async () => {
  const { customer, setup, page } = await saveCard('pm_card_authenticationRequiredOnSetup')
  expect(setup.status).toBe('requires_action')
  expect(await (await fetch(page)).text()).toContain('Complete authentication')

  const back = await answerBank(page, 'complete')

  expect(back.status).toBe(303)
  const address = new URL(back.headers.get('location') ?? '')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    payment: 'success',
    setup_intent: setup.id,
    setup_intent_client_secret: setup.client_secret,
    redirect_status: 'succeeded',
  })
  expect((await answerBank(page, 'fail')).status).toBe(404)
  const { payment_method: method } = await stripe.setupIntents.retrieve(setup.id)
  const paid = await stripe.paymentIntents.create({
    ...OFF_SESSION,
    customer,
    payment_method: String(method),
  })
  expect(paid.status).toBe('succeeded')
})

test('A card that always needs authentication is declined off session', async () => {
  const { customer, setup, page } = await saveCard('pm_card_authenticationRequired')
  await answerBank(page, 'complete')
  const { payment_method: method } = await stripe.setupIntents.retrieve(setup.id)

  const error = await refusal(
    stripe.paymentIntents.create({ ...OFF_SESSION, customer, payment_method: String(method) }),
  )

  expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' })
  expect(error.payment_intent?.status).toBe('requires_payment_method')
})

test('A card whose authentication fails is not saved', async () => {
  const { setup, page } = await saveCard('pm_card_threeDSecure2Required')

  const back = await answerBank(page, 'fail')

  expect(back.headers.get('location')).toContain('redirect_status=failed')
  expect(await stripe.setupIntents.retrieve(setup.id)).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code: 'setup_intent_authentication_failure' },
  })
})

test('A card that declines charges is declined when it is saved, except the one that fails later', async () => {
  const error = await refusal(saveCard('pm_card_visa_chargeDeclinedInsufficientFunds'))
  expect(error).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: 'insufficient_funds' })
  expect(error.setup_intent).toMatchObject({ status: 'requires_payment_method' })

  const { customer, setup } = await saveCard('pm_card_chargeCustomerFail')
  expect(setup.status).toBe('succeeded')
  const charge = stripe.paymentIntents.create({
    ...OFF_SESSION,
    customer,
    payment_method: String(setup.payment_method),
  })
  expect((await refusal(charge)).code).toBe('card_declined')
})

test('A setup intent is canceled once and then saves no card', async () => {
  const setup = await stripe.setupIntents.create({})
  expect(await stripe.setupIntents.cancel(setup.id, { cancellation_reason: 'abandoned' })).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'abandoned',
  })
  expect((await refusal(stripe.setupIntents.cancel(setup.id))).code).toBe('setup_intent_unexpected_state')
  const late = stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa', return_url: RETURN })
  expect((await refusal(late)).code).toBe('setup_intent_unexpected_state')
})

test.each([
  ['complete', 'pm_card_threeDSecure2Required', 'succeeded', 'succeeded', null],
  [
    'fail',
    'pm_card_authenticationRequired',
    'failed',
    'requires_payment_method',
    'payment_intent_authentication_failure',
  ],
  [
    'complete',
    'pm_card_threeDSecureRequiredChargeDeclined',
    'failed',
    'requires_payment_method',
    'card_declined',
  ],
  [
    'complete',
    'pm_card_threeDSecureRequiredProcessingError',
    'failed',
    'requires_payment_method',
    'processing_error',
  ],
] as const)('At the bank: %s with %s returns as %s', async (outcome, card, redirect, status, code) => {
  const intent = await stripe.paymentIntents.create({
    amount: 4_500,
    currency: 'usd',
    payment_method: card,
    confirm: true,
    return_url: RETURN,
    expand: ['payment_method'],
  })
  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })

  const back = await answerBank(intent.next_action?.redirect_to_url?.url ?? '', outcome)

  const address = new URL(back.headers.get('location') ?? '')
  expect(address.searchParams.get('redirect_status')).toBe(redirect)
  expect(address.searchParams.get('payment_intent')).toBe(intent.id)
  const after = await stripe.paymentIntents.retrieve(intent.id)
  expect(after.status).toBe(status)
  expect(after.last_payment_error?.code ?? null).toBe(code)
})

test('A page that opens the bank itself gets its URL, and one without a return URL gets the result in place', async () => {
  const intent = await stripe.paymentIntents.create({ amount: 4_500, currency: 'usd' })
  const answer = await browserCall(kit.url, `/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret ?? '',
    payment_method: 'pm_card_authenticationRequired',
    use_stripe_sdk: 'true',
  })
  const { next_action: action } = (await answer.json()) as Stripe.PaymentIntent
  expect(action?.type).toBe('use_stripe_sdk')

  const page = await answerBank(String(action?.use_stripe_sdk?.stripe_js), 'complete')

  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Confirmed')])
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
})

test('A payment method belongs to one customer until it is detached', async () => {
  const [ann, bob] = [await stripe.customers.create({}), await stripe.customers.create({})]
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: ann.id })

  expect(await refusal(stripe.paymentMethods.attach(method.id, { customer: bob.id }))).toMatchObject({
    statusCode: 400,
  })
  expect(
    await refusal(
      stripe.paymentIntents.create({ ...OFF_SESSION, customer: bob.id, payment_method: method.id }),
    ),
  ).toMatchObject({ statusCode: 400 })
  await stripe.paymentMethods.detach(method.id)
  expect((await stripe.paymentMethods.list({ customer: ann.id })).data).toEqual([])
})
