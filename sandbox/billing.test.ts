import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SandboxOptions } from './sandbox.ts'
import { browserCall, refusal, type SandboxKit, startSandbox } from './sandboxTestKit.ts'

const PRICE = 'price_dugout_membership'
const kits: SandboxKit[] = []
let kit: SandboxKit
let stripe: Stripe

const start = async (options: Partial<SandboxOptions> = {}) => {
  kit = await startSandbox(options)
  kits.push(kit)
  stripe = kit.stripe
}

beforeEach(() => start())
afterEach(async () => {
  for (const each of kits.splice(0)) await each.close()
})

const member = async (card = 'pm_card_visa') => {
  const customer = await stripe.customers.create({ email: 'ann@example.com', name: 'Ann' })
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id })
  return { customer: customer.id, method: method.id }
}

const join = async (card?: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) => {
  const { customer, method } = await member(card)
  return stripe.subscriptions.create({
    customer,
    items: [{ price: PRICE }],
    default_payment_method: method,
    expand: ['latest_invoice.payments', 'latest_invoice.confirmation_secret'],
    ...more,
  })
}

const current = (id: string) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
const latest = ({ latest_invoice }: Stripe.Subscription) => latest_invoice as Stripe.Invoice
const day = (seconds: number | undefined) => new Date((seconds ?? 0) * 1000).toISOString().slice(0, 10)

/** Moves the clock by days, a week at a time, and runs what is due. */
const days = async (count: number) => {
  for (let left = count; left > 0; left -= 7) {
    kit.clock.pass(Math.min(left, 7))
    await kit.work()
  }
}

test('A subscription is paid at once, and each month from then on', async () => {
  const subscription = await join()
  const invoice = latest(subscription)

  expect(subscription).toMatchObject({
    status: 'active',
    currency: 'usd',
    items: { data: [{ price: { id: PRICE, unit_amount: 10_999 }, quantity: 1 }] },
  })
  expect(invoice).toMatchObject({
    status: 'paid',
    billing_reason: 'subscription_create',
    amount_paid: 10_999,
    parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    payments: { data: [{ status: 'paid', payment: { type: 'payment_intent' } }] },
  })
  await days(95)

  const invoices = await stripe.invoices.list({ subscription: subscription.id })
  expect(invoices.data.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
    ['subscription_cycle', 'paid'],
    ['subscription_cycle', 'paid'],
    ['subscription_cycle', 'paid'],
    ['subscription_create', 'paid'],
  ])
  expect(invoices.data.map(({ lines }) => day(lines.data[0]?.period.start))).toEqual([
    '2027-02-21',
    '2027-01-21',
    '2026-12-21',
    '2026-11-21',
  ])
  expect(day((await current(subscription.id)).items.data[0]?.current_period_end)).toBe('2027-03-21')
  expect((await stripe.charges.list({ customer: String(subscription.customer) })).data).toHaveLength(4)
  expect(kit.types().filter((type) => type === 'invoice.paid')).toHaveLength(4)
})

test('After three months without a process each month is renewed once, also by two processes', async () => {
  const subscription = await join()
  const other = await kit.another()
  const now = kit.clock.pass(95)

  await Promise.all([kit.sandbox.work(now), other.sandbox.work(now)])

  const { data } = await stripe.invoices.list({ subscription: subscription.id })
  expect(data.map(({ created, status }) => [day(created), status])).toEqual([
    ['2027-02-21', 'paid'],
    ['2027-01-21', 'paid'],
    ['2026-12-21', 'paid'],
    ['2026-11-21', 'paid'],
  ])
  expect((await stripe.charges.list({ customer: String(subscription.customer) })).data).toHaveLength(4)
  expect(kit.types().filter((type) => type === 'invoice.paid')).toHaveLength(4)
})

test('With its anchor set to now a subscription begins its next period, and bills it at once', async () => {
  const subscription = await join()
  kit.clock.pass(10)

  await stripe.subscriptions.update(subscription.id, { billing_cycle_anchor: { type: 'now' } })

  const { data } = await stripe.invoices.list({ subscription: subscription.id })
  expect(data.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
    ['subscription_cycle', 'paid'],
    ['subscription_create', 'paid'],
  ])
  const [item] = (await current(subscription.id)).items.data
  expect([day(item?.current_period_start), day(item?.current_period_end)]).toEqual([
    '2026-12-01',
    '2027-01-01',
  ])
})

test('A renewal that fails is retried after 1, 3 and 5 days, and then the subscription is canceled', async () => {
  const subscription = await join()
  const broken = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: String(subscription.customer),
  })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: broken.id })
  await days(30)
  kit.received.length = 0

  const states: [string, number][] = []
  for (const _day of [0, 1, 2, 3, 4, 5]) {
    const { status, latest_invoice: invoice } = await current(subscription.id)
    states.push([status, (invoice as Stripe.Invoice).attempt_count])
    await days(1)
  }

  expect(states).toEqual([
    ['past_due', 1],
    ['past_due', 2],
    ['past_due', 2],
    ['past_due', 3],
    ['past_due', 3],
    ['canceled', 4],
  ])
  expect((await current(subscription.id)).cancellation_details?.reason).toBe('payment_failed')
  expect(kit.types().filter((type) => type === 'invoice.payment_failed')).toHaveLength(3)
  expect(kit.types()).toContain('customer.subscription.deleted')
})

test('If the account is set so, an unpaid subscription becomes unpaid, and active again once it is paid', async () => {
  await start({ afterLastRetry: 'mark_unpaid' })
  const subscription = await join()
  const customer = String(subscription.customer)
  const broken = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: broken.id })
  await days(36)
  const unpaid = await current(subscription.id)
  expect(unpaid.status).toBe('unpaid')

  const good = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: good.id })
  const paid = await stripe.invoices.pay(latest(unpaid).id)

  expect(paid.status).toBe('paid')
  expect((await current(subscription.id)).status).toBe('active')
})

test('A subscription that is past due becomes active again when another card is given', async () => {
  const subscription = await join()
  const customer = String(subscription.customer)
  const broken = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: broken.id })
  await days(30)
  const overdue = await current(subscription.id)
  expect(overdue).toMatchObject({
    status: 'past_due',
    latest_invoice: { status: 'open', next_payment_attempt: expect.any(Number) },
  })
  expect(await refusal(stripe.invoices.pay(latest(overdue).id))).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
  })

  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    return_url: 'http://127.0.0.1:9/account',
  })
  const fields = { number: '4242 4242 4242 4242', exp_month: '12', exp_year: '2030', cvc: '123' }
  expect(await (await fetch(url)).text()).toContain('$109.99')
  const declined = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, number: '4000000000000002' }),
  })
  expect([declined.status, await declined.text()]).toEqual([
    402,
    expect.stringContaining('Your card was declined.'),
  ])
  const replaced = await (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).text()

  expect(replaced).toContain('Your card was replaced.')
  expect(replaced).toContain('Visa ending in 4242')
  expect(await current(subscription.id)).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'paid' },
  })
})

test('A first payment that is declined leaves the subscription incomplete, then expired', async () => {
  const subscription = await join('pm_card_chargeCustomerFail')
  expect(subscription).toMatchObject({ status: 'incomplete', latest_invoice: { status: 'open' } })

  kit.clock.pass(0, 23 * 3_600)
  await kit.work()

  expect(await current(subscription.id)).toMatchObject({
    status: 'incomplete_expired',
    latest_invoice: { status: 'void' },
  })
})

test('With error_if_incomplete a declined first payment creates nothing', async () => {
  const error = await refusal(join('pm_card_chargeCustomerFail', { payment_behavior: 'error_if_incomplete' }))

  expect(error).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: 'generic_decline' })
  expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
  expect((await stripe.charges.list()).data).toEqual([])
})

test('With default_incomplete the page confirms the first payment', async () => {
  const subscription = await join('pm_card_visa', { payment_behavior: 'default_incomplete' })
  expect(subscription.status).toBe('incomplete')
  const secret = latest(subscription).confirmation_secret?.client_secret ?? ''
  const intent = secret.split('_secret_')[0]

  const answer = await browserCall(kit.url, `/v1/payment_intents/${intent}/confirm`, {
    client_secret: secret,
  })

  expect(answer.status).toBe(200)
  expect(await current(subscription.id)).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'paid' },
  })
  const payments = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: String(intent) },
  })
  expect(payments.data).toMatchObject([{ invoice: latest(subscription).id, status: 'paid' }])
})

test('A first payment that needs authentication waits for it', async () => {
  const subscription = await join('pm_card_authenticationRequired')
  expect(subscription.status).toBe('incomplete')
  const [payment] = latest(subscription).payments?.data ?? []
  const intent = await stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent))
  const page = String(intent.next_action?.use_stripe_sdk?.stripe_js)

  await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }) })

  expect(await current(subscription.id)).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'paid' },
  })
  await kit.work()
  expect(kit.types()).toContain('invoice.payment_action_required')
})

test('A page is redirected to the bank once it has given a return URL', async () => {
  const subscription = await join('pm_card_authenticationRequired')
  const secret = latest(subscription).confirmation_secret?.client_secret ?? ''
  const intent = secret.split('_secret_')[0]

  const answer = await browserCall(kit.url, `/v1/payment_intents/${intent}/confirm`, {
    client_secret: secret,
    return_url: 'http://127.0.0.1:9/account',
  })
  const { next_action: action } = (await answer.json()) as Stripe.PaymentIntent
  const back = await fetch(action?.redirect_to_url?.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'complete' }),
    redirect: 'manual',
  })

  expect(back.headers.get('location')).toContain('redirect_status=succeeded')
  expect((await current(subscription.id)).status).toBe('active')
})

test('A processing payment keeps the subscription active until it fails', async () => {
  const subscription = await join('pm_sandbox_processingFails')
  expect(subscription.status).toBe('active')

  kit.clock.pass(0, 10)
  await kit.work()

  expect((await current(subscription.id)).status).toBe('past_due')
})

test('A cancellation at the period’s end can be undone, and otherwise takes effect then', async () => {
  const subscription = await join()
  const end = subscription.items.data[0]?.current_period_end

  const cancelling = await stripe.subscriptions.update(subscription.id, {
    cancel_at_period_end: true,
    cancellation_details: { comment: 'moving away' },
  })
  expect(cancelling).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: end,
    cancellation_details: { reason: 'cancellation_requested', comment: 'moving away' },
  })
  const kept = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  expect(kept).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  await days(31)

  expect(await current(subscription.id)).toMatchObject({ status: 'canceled', ended_at: end })
  expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1)
  expect((await refusal(stripe.subscriptions.cancel(subscription.id))).statusCode).toBe(404)
  expect((await stripe.subscriptions.list({ customer: String(subscription.customer) })).data).toEqual([])
})

test('A trial costs nothing until it ends', async () => {
  const subscription = await join('pm_card_visa', { trial_period_days: 7 })
  expect(subscription).toMatchObject({
    status: 'trialing',
    latest_invoice: { status: 'paid', amount_due: 0 },
  })

  await days(7)

  expect(await current(subscription.id)).toMatchObject({
    status: 'active',
    latest_invoice: { amount_paid: 10_999, billing_reason: 'subscription_cycle' },
  })
})

test('A subscription needs a card of its customer, and the one price', async () => {
  const { customer } = await member()
  const stranger = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
  const items = [{ price: PRICE }]

  expect((await refusal(stripe.subscriptions.create({ customer, items }))).code).toBe('resource_missing')
  expect(
    await refusal(stripe.subscriptions.create({ customer, items, default_payment_method: stranger.id })),
  ).toMatchObject({ statusCode: 400, param: 'default_payment_method' })
  expect(
    await refusal(stripe.subscriptions.create({ customer, items: [{ price: 'price_other' }] })),
  ).toMatchObject({ statusCode: 404, code: 'resource_missing' })
})

test('While collection is paused each month has a void invoice and no charge; it resumes by itself and goes on', async () => {
  const subscription = await join()
  const end = subscription.items.data[0]?.current_period_end ?? 0
  const resumes = end + 40 * 86_400
  const paused = await stripe.subscriptions.update(subscription.id, {
    pause_collection: { behavior: 'void', resumes_at: resumes },
    metadata: { frozen_until: String(resumes) },
  })
  expect(paused).toMatchObject({
    status: 'active',
    pause_collection: { behavior: 'void', resumes_at: resumes },
  })
  await days(64)

  expect(await current(subscription.id)).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'void' },
  })
  expect((await stripe.charges.list({ customer: String(subscription.customer) })).data).toHaveLength(1)
  await days(32)

  expect(await current(subscription.id)).toMatchObject({
    pause_collection: null,
    latest_invoice: { status: 'paid', amount_paid: 10_999 },
  })
  expect((await stripe.charges.list({ customer: String(subscription.customer) })).data).toHaveLength(2)
})

test('A pause is ended by an empty value, and cannot end in the past', async () => {
  const { id } = await join()
  const past = { behavior: 'void' as const, resumes_at: kit.clock.seconds() - 60 }
  expect((await refusal(stripe.subscriptions.update(id, { pause_collection: past }))).param).toBe(
    'pause_collection[resumes_at]',
  )
  await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } })
  expect(await stripe.subscriptions.update(id, { pause_collection: '' })).toMatchObject({
    pause_collection: null,
  })
  await days(32)

  expect(await current(id)).toMatchObject({ latest_invoice: { status: 'paid' } })
})

test('A price never changes: another amount is another price, and subscriptions keep theirs', async () => {
  const old = await join()
  const product = String((await stripe.prices.retrieve(PRICE)).product)
  const wanted = { currency: 'usd', unit_amount: 12_999, recurring: { interval: 'month' as const }, product }
  const dearer = await stripe.prices.create(wanted)
  const other = await kit.another({ monthlyPriceCents: () => 99 })
  expect(await other.stripe.prices.retrieve(PRICE)).toMatchObject({ unit_amount: 10_999 })
  expect((await stripe.prices.list({ product, active: true })).data.map(({ id }) => id)).toEqual([
    dearer.id,
    PRICE,
  ])
  expect((await refusal(stripe.prices.create({ ...wanted, product: 'prod_other' }))).statusCode).toBe(404)
  const { customer, method } = await member()
  const joined = await stripe.subscriptions.create({
    customer,
    items: [{ price: dearer.id }],
    default_payment_method: method,
  })
  await days(32)

  expect(await current(joined.id)).toMatchObject({ latest_invoice: { amount_paid: 12_999 } })
  expect(await current(old.id)).toMatchObject({ latest_invoice: { amount_paid: 10_999 } })
})
