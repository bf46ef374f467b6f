import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Subscription } from '../../../shared/contract/memberships/memberships.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { standingClock } from '../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { reconcileSubscriptions } from './reconcile.ts'

// Memberships without a subscription at the provider, like those of the demo.

const DAY = 24 * 60
const clock = standingClock()
let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startTestApp({ clock, settings: { PAYMENT_SANDBOX: 'false' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('subscriptions').execute()
  await app.db.deleteFrom('outbox').execute()
  person = await addPerson(app)
})

const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY * 60_000)
const enroll = (
  status: 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled',
  values: { cancel_at_period_end?: boolean } = {},
) =>
  app.db
    .insertInto('subscriptions')
    .values({
      user_id: person.id,
      status,
      current_period_start: inDays(-10),
      current_period_end: inDays(20),
      ...values,
    })
    .execute()
const post = (path: string, cookie = person.cookie) =>
  app.request(`/api/memberships/${path}`, { method: 'POST', cookie })
const mine = async () =>
  (
    await bodyOf<{ subscription: Subscription | null }>(
      app.request('/api/me/subscription', { cookie: person.cookie }),
    )
  ).subscription
const mails = async () =>
  (await app.db.selectFrom('outbox').select('template').orderBy('created_at').execute()).map(
    ({ template }) => template,
  )

describe('cancel-subscription', () => {
  test('lets the membership run to the end of its period, and says so in a mail', async () => {
    await enroll('active')
    expect(await bodyOf(post('cancel'))).toEqual({
      message:
        'Subscription cancelled successfully. It will remain active until the end of your current billing period.',
      current_period_end: inDays(20).toISOString(),
    })
    expect(await mine()).toMatchObject({ status: 'active', cancel_at_period_end: true })
    expect(await mails()).toEqual(['membership-canceling'])
  })

  test('within the notice period states the rule, and that it is waived', async () => {
    await enroll('active')
    await app.db
      .updateTable('subscriptions')
      .set({ current_period_end: inDays(5) })
      .execute()
    expect(await bodyOf(post('cancel'))).toMatchObject({
      message:
        "Subscription cancelled successfully. It will remain active until the end of your current billing period. The agreement asks for 7 days' notice before the next billing date. We waive it: there is no further charge.",
    })
    const { data } = await app.db.selectFrom('outbox').select('data').executeTakeFirstOrThrow()
    expect(data).toMatchObject({ charge_line: expect.stringContaining('We waive it') })
  })

  test.each(['active', 'trialing', 'past_due', 'unpaid'] as const)(
    'is open to a member who is %s',
    async (status) => {
      await enroll(status)
      expect((await post('cancel')).status).toBe(200)
      expect(await mine()).toMatchObject({ status, cancel_at_period_end: true })
    },
  )

  test('repeated is one cancellation and one mail', async () => {
    await enroll('active')
    await Promise.all([post('cancel'), post('cancel')])
    expect((await post('cancel')).status).toBe(200)
    expect(await mails()).toEqual(['membership-canceling'])
  })

  test('is in the audit log with the member as actor', async () => {
    await enroll('active')
    await post('cancel')
    const entry = await app.db
      .selectFrom('audit_log')
      .select(['user_id', 'new_values'])
      .where('table_name', '=', 'subscriptions')
      .where('action', '=', 'UPDATE')
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    expect(entry).toMatchObject({ user_id: person.id, new_values: { cancel_at_period_end: true } })
  })

  test.each(['none', 'canceled'] as const)('finds nothing to cancel: %s', async (state) => {
    if (state === 'canceled') await enroll('canceled')
    const answer = await post('cancel')
    expect(await bodyOf(answer)).toMatchObject({
      code: 'subscription_not_found',
      message: 'No active subscription found to cancel.',
    })
    expect(answer.status).toBe(404)
  })

  test("never touches someone else's", async () => {
    await enroll('active')
    const other = await addPerson(app)
    expect(await refusalOf(await post('cancel', other.cookie))).toEqual([404, 'subscription_not_found'])
    expect(await mine()).toMatchObject({ cancel_at_period_end: false })
  })

  test('requires a signed-in person', async () => {
    expect(await refusalOf(await post('cancel', ''))).toEqual([401, 'unauthenticated'])
  })
})

describe('resume-subscription', () => {
  test('undoes a cancellation', async () => {
    await enroll('active', { cancel_at_period_end: true })
    expect(await bodyOf(post('resume'))).toMatchObject({ current_period_end: inDays(20).toISOString() })
    expect(await mine()).toMatchObject({ cancel_at_period_end: false })
  })

  test('finds no membership where there is none', async () => {
    expect(await refusalOf(await post('resume'))).toEqual([404, 'membership_not_found'])
  })
})

describe('time', () => {
  const pass = (days: number) =>
    app.db
      .updateTable('subscriptions')
      .set({
        current_period_start: sql<Date>`current_period_start - ${days} * interval '1 day'`,
        current_period_end: sql<Date>`current_period_end - ${days} * interval '1 day'`,
      })
      .execute()

  test('ends a canceled membership with its period, once', async () => {
    await enroll('active', { cancel_at_period_end: true })
    await reconcileSubscriptions(app.context)
    expect(await mine()).not.toBeNull()
    await pass(21)
    await reconcileSubscriptions(app.context)
    await reconcileSubscriptions(app.context)
    expect(await mine()).toBeNull()
    expect(await mails()).toEqual(['membership-ended'])
  })

  test('continues any other into its next month', async () => {
    await enroll('active')
    await pass(21)
    await reconcileSubscriptions(app.context)
    expect(await mine()).toMatchObject({ status: 'active', current_period_start: inDays(-1).toISOString() })
    expect(await mails()).toEqual([])
  })
})

describe('without a payment provider', () => {
  test.each([['create-subscription-setup-intent', 'setup-intents', { priceId: 'price_x' }]] as const)(
    '%s says that cards cannot be taken',
    async (_name, path, json) => {
      const answer = await app.request(`/api/memberships/${path}`, { json, cookie: person.cookie })
      expect(await refusalOf(answer)).toEqual([503, 'payments_unavailable'])
    },
  )

  test.each([
    ['create-billing-setup-intent', 'billing/setup-intents', {}],
    ['update-payment-method', 'billing/payment-method', { paymentMethodId: 'pm_x' }],
  ] as const)('%s tells a membership that no card pays for', async (_name, path, json) => {
    const ask = () => app.request(`/api/memberships/${path}`, { json, cookie: person.cookie })
    expect(await refusalOf(await ask())).toEqual([404, 'membership_not_found'])
    await enroll('active')
    expect(await refusalOf(await ask())).toEqual([409, 'membership_not_billed'])
  })

  test('create-subscription knows no customer', async () => {
    const json = { customerId: 'cus_x', priceId: 'price_x', paymentMethodId: 'pm_x' }
    const answer = await app.request('/api/memberships', { json, cookie: person.cookie })
    expect(await refusalOf(answer)).toEqual([404, 'stripe_customer_not_found'])
  })

  test('confirm-subscription and cancel-membership-sign-up find no sign-up', async () => {
    expect(await refusalOf(await post('confirm'))).toEqual([404, 'membership_not_found'])
    expect(await bodyOf(post('sign-up/cancel'))).toEqual({ released: false })
  })
})
