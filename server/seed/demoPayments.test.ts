import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomerPayment } from '../../shared/contract/accounts/accountPayments.ts'
import { hashPassword } from '../features/accounts/passwords/passwords.ts'
import { sendRefunds } from '../features/payments/refunds/sendRefunds.ts'
import { createBuiltInSandbox } from '../integrations/stripe/builtInSandbox.ts'
import { bodyOf } from '../test/answers.ts'
import { signIn } from '../test/demoCustomer.ts'
import { startTestApp, type TestApp } from '../test/testApp.ts'
import { seedDemo } from './demo.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const addresses = { webhook: () => '', site: () => '' }
  await seedDemo(app.db, new Date(), hashPassword, {
    sandbox: await createBuiltInSandbox(app.context, addresses),
  })
})
afterAll(() => app.close())

const history = (cookie: string) => bodyOf<CustomerPayment[]>(app.request('/api/me/payments', { cookie }))

test('The demo’s card payments were charged at the sandbox, and no event is queued', async () => {
  const payments = await app.db
    .selectFrom('payment_transactions')
    .select(['stripe_payment_intent_id', 'stripe_charge_id', 'receipt_url'])
    .where('payment_method', '=', 'card')
    .execute()
  expect(payments.length).toBeGreaterThan(100)
  expect(payments.filter((payment) => Object.values(payment).includes(null))).toEqual([])
  const events = await app.context.payments.stripe?.events.list({ limit: 1 })
  expect(events?.data).toEqual([])
})

describe('The demo customer', () => {
  test('opens a receipt, cancels a paid booking, and gets an automatic refund', async () => {
    const cookie = await signIn(app.url, 'customer')
    const [receipt] = (await history(cookie)).flatMap(({ receipt_url }) => receipt_url ?? [])
    expect(await (await app.request(receipt ?? '')).text()).toContain('Visa ending in 4242')
    const bookings = await bodyOf<{ id: string; change: { refund_method: string | null } | null }[]>(
      app.request('/api/me/bookings', { cookie }),
    )
    const paid = bookings.find(({ change }) => change?.refund_method === 'card')

    const canceled = await app.request(`/api/me/bookings/${paid?.id}/cancel`, { method: 'POST', cookie })

    expect(await canceled.json()).toMatchObject({ refund_method: 'card' })
    await sendRefunds(app.context)
    expect((await history(cookie)).map(({ status }) => status)).toContain('refunded')
  })
})

describe('The demo member', () => {
  test('has an invoice for every month, can give another card, and cancels at the provider', async () => {
    const cookie = await signIn(app.url, 'member')
    const bills = (await history(cookie)).filter(({ payment_description }) =>
      payment_description?.includes('membership'),
    )
    expect(bills.length).toBeGreaterThanOrEqual(2)
    const card = await app.request('/api/memberships/billing/setup-intents', { json: {}, cookie })
    expect(card.status).toBe(201)

    const canceled = await app.request('/api/memberships/cancel', { json: {}, cookie })

    expect(await canceled.json()).toMatchObject({
      message: expect.stringContaining('cancelled successfully'),
    })
    const { data } = (await app.context.payments.stripe?.subscriptions.list({ limit: 5 })) ?? { data: [] }
    expect(data).toMatchObject([{ status: 'active', cancel_at_period_end: true }])
  })
})
