// @module-tag slow

import { sql } from 'kysely'
import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StripeSandbox } from '../../../sandbox/sandbox.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import type { Person } from '../../test/factories.ts'
import { permutations } from '../../test/permutations.ts'
import type { TestApp } from '../../test/testApp.ts'
import {
  cards,
  giveCard,
  join,
  mailsTo,
  type OpenedSignUp,
  PRICE,
  paymentsOf,
  progress,
  rowOf,
} from './membershipTestKit.ts'
import { DAY, startWithMovedClock } from './movedClockTestKit.ts'
import { reconcileSubscriptions } from './reconcile.ts'
import { subscriptionEvents, syncSubscription } from './sync.ts'

let moved: Awaited<ReturnType<typeof startWithMovedClock>>
let app: TestApp
let clock: typeof moved.clock
let sandbox: StripeSandbox
let stripe: Stripe
let person: Person

beforeAll(async () => {
  moved = await startWithMovedClock(new Date().toISOString())
  ;({ app, clock, sandbox, stripe } = moved)
})
afterAll(() => moved.close())
beforeEach(async () => {
  await moved.letRest()
  person = await moved.lasting()
})

const pass = async (days: number) => {
  clock.advance(days * DAY)
  await sandbox.work(clock.now())
}
const post = (path: string, json: object = {}) =>
  app.request(`/api/memberships/${path}`, { json, cookie: person.cookie })
const setCard = async (card: string) => {
  const setup = await bodyOf<OpenedSignUp>(post('billing/setup-intents'))
  const { payment_method = '' } = await giveCard(app, setup, card)
  return post('billing/payment-method', { paymentMethodId: payment_method })
}
const subscriptionId = async (of = person) => (await rowOf(app, of))?.stripe_subscription_id ?? ''

/** A member whose card will be refused from the next month on. */
async function joinThenFail(): Promise<void> {
  await join(app, person)
  expect((await setCard(cards.failsLater)).status).toBe(200)
}

describe('months of a membership', () => {
  test('are one payment and one receipt each', async () => {
    await join(app, person)
    const first = await rowOf(app, person)
    await pass(32)
    await pass(31)
    const row = await rowOf(app, person)
    expect(row?.status).toBe('active')
    expect(row?.current_period_end?.getTime()).toBeGreaterThan(first?.current_period_end?.getTime() ?? 0)
    const payments = await paymentsOf(app, person)
    expect(payments.map(({ status, total_amount }) => [status, total_amount])).toEqual(
      Array.from({ length: 3 }, () => ['completed', '109.99']),
    )
    const items = await app.db
      .selectFrom('payment_items')
      .select(['subscription_id', 'amount'])
      .where(
        'payment_transaction_id',
        'in',
        payments.map(({ id }) => id),
      )
      .execute()
    expect(items).toEqual(Array.from({ length: 3 }, () => ({ subscription_id: row?.id, amount: '109.99' })))
    expect(await mailsTo(app, person)).toEqual([
      'membership-started',
      'membership-renewed',
      'membership-renewed',
    ])
  })

  test('are found without any event', async () => {
    await join(app, person)
    await pass(32)
    const [, renewal] = await paymentsOf(app, person)
    const id = renewal?.id ?? ''
    // Removes the events' effects: deliveries cannot be stopped, because the app's sandbox also makes them.
    await app.db.deleteFrom('payment_items').where('payment_transaction_id', '=', id).execute()
    await app.db.deleteFrom('payment_transactions').where('id', '=', id).execute()
    await app.db
      .updateTable('subscriptions')
      .set({ status: 'past_due', next_check_at: clock.now() })
      .where('user_id', '=', person.id)
      .execute()
    await reconcileSubscriptions(app.context)
    expect(await rowOf(app, person)).toMatchObject({ status: 'active' })
    expect(await paymentsOf(app, person)).toHaveLength(2)
  })

  test('that are refunded at the provider are refunded here', async () => {
    await join(app, person)
    const [payment] = await paymentsOf(app, person)
    await stripe.refunds.create({ payment_intent: payment?.stripe_payment_intent_id ?? '' })
    await sandbox.work(clock.now())
    await expect
      .poll(async () => (await paymentsOf(app, person))[0])
      .toMatchObject({ status: 'refunded', refunded_amount: '109.99' })
  })
})

describe('a renewal that fails', () => {
  test('makes the membership past due and sends one mail, however often the card is tried', async () => {
    await joinThenFail()
    await pass(32)
    expect((await rowOf(app, person))?.status).toBe('past_due')
    await pass(2)
    await pass(2)
    expect((await mailsTo(app, person)).filter((mail) => mail === 'membership-payment-failed')).toHaveLength(
      1,
    )
    expect((await paymentsOf(app, person)).map(({ status }) => status)).toEqual(['completed', 'failed'])
  })

  test('is one row of the payment history: failed with the reason, then the same one paid', async () => {
    await joinThenFail()
    await pass(32)
    const [, failed] = await paymentsOf(app, person)
    expect(failed).toMatchObject({
      status: 'failed',
      total_amount: '109.99',
      failure_message: expect.stringContaining('declined'),
      receipt_url: null,
    })
    await setCard(cards.good)
    const [, paid, ...others] = await paymentsOf(app, person)
    expect(paid).toMatchObject({ id: failed?.id, status: 'completed', failure_message: null })
    expect(paid?.receipt_url).toMatch(/^http/)
    expect(others).toEqual([])
    const history = await bodyOf<{ status: string; items: unknown[] }[]>(
      app.request('/api/me/payments', { cookie: person.cookie }),
    )
    expect(history.map(({ status }) => status)).toEqual(['completed', 'completed'])
    expect(history.map(({ items }) => items.length)).toEqual([1, 1])
  })

  test('ends it when every try has failed, and says so', async () => {
    await joinThenFail()
    await pass(32)
    await pass(30)
    expect((await rowOf(app, person))?.status).toBe('canceled')
    expect(await mailsTo(app, person)).toEqual([
      'membership-started',
      'membership-payment-failed',
      'membership-ended',
    ])
  })
})

describe('update-payment-method', () => {
  async function owing(): Promise<void> {
    await joinThenFail()
    await pass(32)
  }

  test('pays what is owed, and the membership goes on', async () => {
    await owing()
    const answer = await setCard(cards.good)
    expect(await progress(answer)).toMatchObject({ status: 'active', payment: { amount: 109.99 } })
    expect(await rowOf(app, person)).toMatchObject({ status: 'active' })
    expect(await paymentsOf(app, person)).toHaveLength(2)
    expect((await mailsTo(app, person)).at(-1)).toBe('membership-renewed')
  })

  test('says what will be charged at once, and charges nothing if nothing is owed', async () => {
    await join(app, person)
    expect(await bodyOf(post('billing/setup-intents'))).toMatchObject({ amount_due: 0 })
    // What was paid on joining is not shown as if it had been paid again.
    expect(await progress(await setCard(cards.failsLater))).toMatchObject({ status: 'active', payment: null })
    await pass(32)
    expect(await bodyOf(post('billing/setup-intents'))).toMatchObject({ amount_due: 109.99 })
  })

  test('is linked in the mail about the failed month', async () => {
    await owing()
    const mail = await app.db
      .selectFrom('outbox')
      .select('data')
      .where('to_email', '=', person.email)
      .where('template', '=', 'membership-payment-failed')
      .executeTakeFirstOrThrow()
    expect(mail.data).toMatchObject({ mend_url: `${app.context.publicUrl()}/membership?card=update` })
  })

  test('resumes a membership that had stopped for months with only the newest month', async () => {
    await owing()
    await stopUnpaid()
    expect(await rowOf(app, person)).toMatchObject({ status: 'unpaid' })
    expect((await mailsTo(app, person)).slice(1)).toEqual([
      'membership-payment-failed',
      'membership-payment-failed',
    ])
    await pass(31)
    await pass(31)
    const session = () => bodyOf(app.request('/api/me/session', { cookie: person.cookie }))
    expect(await session()).toMatchObject({ subscribed: false })
    expect(await bodyOf(post('billing/setup-intents'))).toMatchObject({ amount_due: 109.99 })
    expect(await progress(await setCard(cards.good))).toMatchObject({
      status: 'active',
      payment: { amount: 109.99 },
    })
    const payments = await paymentsOf(app, person)
    expect(payments.filter(({ status }) => status === 'completed')).toHaveLength(2)
    await expect.poll(session).toMatchObject({ subscribed: true })
  })

  /** Like an account that marks a subscription unpaid after the last failed try. */
  async function stopUnpaid(): Promise<void> {
    const id = await subscriptionId()
    await sql`update stripe_sandbox.objects set body = body || '{"next_payment_attempt": null}'
      where object = 'invoice' and body -> 'parent' -> 'subscription_details' ->> 'subscription' = ${id}`.execute(
      app.db,
    )
    await sql`update stripe_sandbox.objects set body = body || '{"status": "unpaid"}' where id = ${id}`.execute(
      app.db,
    )
    await syncSubscription(app.context, id)
  }

  test('pays every month that is owed, and sums them up', async () => {
    await owing()
    await stripe.subscriptions.update(await subscriptionId(), { billing_cycle_anchor: { type: 'now' } })
    await sandbox.work(clock.now())
    expect(await bodyOf(post('billing/setup-intents'))).toMatchObject({ amount_due: 219.98 })
    expect(await progress(await setCard(cards.good))).toMatchObject({
      status: 'active',
      payment: { amount: 219.98 },
    })
    expect(await paymentsOf(app, person)).toHaveLength(3)
  })

  test('in two tabs at once pays once', async () => {
    await owing()
    const setup = await bodyOf<OpenedSignUp>(post('billing/setup-intents'))
    const { payment_method = '' } = await giveCard(app, setup)
    const both = [1, 2].map(() => post('billing/payment-method', { paymentMethodId: payment_method }))
    for (const answer of await Promise.all(both))
      expect(await progress(answer)).toMatchObject({ status: 'active' })
    expect(await paymentsOf(app, person)).toHaveLength(2)
  })

  test('with a card that is declined too says why, and changes nothing else', async () => {
    await owing()
    expect(await refusalOf(await setCard(cards.failsLater))).toEqual([402, 'membership_declined'])
    expect(await rowOf(app, person)).toMatchObject({ status: 'past_due' })
  })

  test('refuses a card of someone else, and one that does not exist; the old one stays', async () => {
    await join(app, person)
    const { paymentMethodId: theirs } = await join(app, await moved.lasting())
    const state = async () => {
      const { default_payment_method } = await stripe.subscriptions.retrieve(await subscriptionId())
      const { version, status } = (await rowOf(app, person)) ?? {}
      const payments = (await paymentsOf(app, person)).map((payment) => [payment.id, payment.status])
      return { default_payment_method, version, status, payments }
    }
    const before = await state()
    for (const paymentMethodId of [theirs, 'pm_nobodys']) {
      const answer = await post('billing/payment-method', { paymentMethodId })
      expect(answer.status).toBe(404)
      expect(await bodyOf(answer)).toMatchObject({
        code: 'payment_method_not_found',
        message: 'That card does not exist. Please enter it again.',
      })
    }
    expect(await state()).toEqual(before)
  })

  test('create-billing-setup-intent continues an existing setup', async () => {
    await join(app, person)
    const mine = await bodyOf<OpenedSignUp>(post('billing/setup-intents'))
    await giveCard(app, mine)
    const again = await bodyOf<OpenedSignUp>(
      post('billing/setup-intents', { setupIntentId: mine.setupIntentId }),
    )
    expect(again.paymentMethodId).toMatch(/^pm_/)
  })
})

describe('cancel-subscription and resume-subscription at the provider', () => {
  test('end it with the paid month, and undo that', async () => {
    await join(app, person)
    expect((await post('cancel')).status).toBe(200)
    expect(await stripe.subscriptions.retrieve(await subscriptionId())).toMatchObject({
      cancel_at_period_end: true,
    })
    clock.advance(5)
    expect((await post('resume')).status).toBe(200)
    expect(await rowOf(app, person)).toMatchObject({ status: 'active', cancel_at_period_end: false })
    expect((await post('cancel')).status).toBe(200)
    await pass(32)
    expect(await rowOf(app, person)).toMatchObject({ status: 'canceled' })
    const mails = await mailsTo(app, person)
    expect(mails.filter((mail) => mail === 'membership-canceling')).toHaveLength(2)
    expect(mails.at(-1)).toBe('membership-ended')
    expect(await paymentsOf(app, person)).toHaveLength(1)
  })

  test('a canceled person can join again', async () => {
    await join(app, person)
    await stripe.subscriptions.cancel(await subscriptionId())
    await sandbox.work(clock.now())
    await expect.poll(async () => (await rowOf(app, person))?.status).toBe('canceled')
    clock.advance(5)
    expect((await join(app, person)).response.status).toBe(201)
    expect(await rowOf(app, person)).toMatchObject({ status: 'active' })
  })
})

describe("the provider's events", () => {
  const eventsOf = async (id: string): Promise<Stripe.Event[]> => {
    const { data } = await stripe.events.list({ limit: 100 })
    return data.filter(({ data: { object } }) => JSON.stringify(object).includes(id))
  }
  /** The rows that must not depend on the order, without timestamps. */
  const picture = async (of = person) => {
    const row = await rowOf(app, of)
    return {
      status: row?.status,
      end: row?.current_period_end,
      payments: (await paymentsOf(app, of)).map(({ stripe_invoice_id, status }) => [
        stripe_invoice_id,
        status,
      ]),
      mails: (await mailsTo(app, of)).toSorted(),
    }
  }

  test('give the same rows in any order, three times over', async () => {
    await join(app, person)
    await pass(32)
    const before = await picture()
    expect(before.payments).toHaveLength(2)
    const events = (await eventsOf(await subscriptionId())).filter(
      ({ type }) => type.startsWith('customer.subscription.') || type.startsWith('invoice.'),
    )
    expect(events.length).toBeGreaterThan(4)
    const orders = [events, events.toReversed(), events.toSorted((a, b) => (a.id < b.id ? -1 : 1))]
    for (const [round, order] of orders.entries()) {
      for (const event of order) {
        // Makes the events new: handled ones are not processed again.
        await subscriptionEvents.handle(app.context, { ...event, id: `${event.id}_${round}` } as Stripe.Event)
        await subscriptionEvents.handle(app.context, event)
      }
    }
    expect(await picture()).toEqual(before)
  })

  test('build the same rows from nothing in each of their 24 orders, each sent three times', async () => {
    const types = [
      'invoice.created',
      'invoice.payment_succeeded',
      'invoice.paid',
      'customer.subscription.updated',
    ]
    const orders = permutations(types)
    // Four members share the orders.
    const members = await Promise.all([1, 2, 3, 4].map(() => moved.lasting()))
    for (const member of members) await join(app, member)
    await pass(32)
    await Promise.all(members.map((member) => buildsTheSame(member, orders.splice(0, 6))))
    expect(orders).toEqual([])
  }, 60_000)

  async function buildsTheSame(member: Person, orders: string[][]): Promise<void> {
    const before = await picture(member)
    const known = await eventsOf(await subscriptionId(member))
    for (const [round, order] of orders.entries()) {
      const events = order.flatMap((type) => known.filter((event) => event.type === type).slice(0, 1))
      expect(events).toHaveLength(4)
      await forgetMembership(member)
      for (const event of events) {
        const again = { ...event, id: `${event.id}_again_${round}` } as Stripe.Event
        await Promise.all([1, 2, 3].map(() => subscriptionEvents.handle(app.context, again)))
      }
      const { status, end, payments } = await picture(member)
      expect({ status, end, payments }).toEqual({
        status: before.status,
        end: before.end,
        payments: before.payments,
      })
    }
  }

  async function forgetMembership(of: Person): Promise<void> {
    const payments = (await paymentsOf(app, of)).map(({ id }) => id)
    await app.db.deleteFrom('payment_items').where('payment_transaction_id', 'in', payments).execute()
    await app.db.deleteFrom('payment_transactions').where('id', 'in', payments).execute()
    await app.db.deleteFrom('subscriptions').where('user_id', '=', of.id).execute()
  }
})

describe("a subscription that staff made in the provider's dashboard", () => {
  const makeThere = async (customer: string) => {
    const { data } = await stripe.paymentMethods.list({ customer })
    const made = await stripe.subscriptions.create({
      customer,
      items: [{ price: PRICE }],
      default_payment_method: data[0]?.id ?? '',
    })
    await sandbox.work(clock.now())
    return made.id
  }

  test('is a membership, also in a club that is full', async () => {
    const { opened } = await join(app, person)
    await stripe.subscriptions.cancel(await subscriptionId())
    await sandbox.work(clock.now())
    await app.db.updateTable('facility').set({ founders_cap: 0 }).execute()
    clock.advance(5)
    const id = await makeThere(opened.customerId)
    await expect
      .poll(() => rowOf(app, person))
      .toMatchObject({ status: 'active', stripe_subscription_id: id })
    expect((await mailsTo(app, person)).at(-1)).toBe('membership-started')
    await app.db.updateTable('facility').set({ founders_cap: 1_000 }).execute()
  })

  test('besides a membership is left to them', async () => {
    const { opened } = await join(app, person)
    const first = await subscriptionId()
    const second = await makeThere(opened.customerId)
    expect(await subscriptionId()).toBe(first)
    expect((await stripe.subscriptions.retrieve(second)).status).toBe('active')
  })
})

test('a customer who was deleted at the provider can join again', async () => {
  const { opened } = await join(app, person)
  await stripe.subscriptions.cancel(await subscriptionId())
  await sql`delete from stripe_sandbox.objects where id = ${opened.customerId}`.execute(app.db)
  await sandbox.work(clock.now())
  await expect.poll(async () => (await rowOf(app, person))?.status).toBe('canceled')
  clock.advance(5)
  const again = await join(app, person)
  expect(again.response.status).toBe(201)
  expect(again.opened.customerId).not.toBe(opened.customerId)
  expect(await rowOf(app, person)).toMatchObject({ status: 'active' })
})

test('a second membership of one person is ended and refunded', async () => {
  const { opened } = await join(app, person)
  const { data } = await stripe.paymentMethods.list({ customer: opened.customerId })
  const second = await stripe.subscriptions.create({
    customer: opened.customerId,
    items: [{ price: 'price_dugout_membership' }],
    default_payment_method: data[0]?.id ?? '',
    metadata: { checkout_hold_id: '018f0000-0000-7000-8000-000000000000' },
  })
  await sandbox.work(clock.now())
  await expect.poll(async () => (await stripe.subscriptions.retrieve(second.id)).status).toBe('canceled')
  await sandbox.work(clock.now())
  await expect
    .poll(async () => (await paymentsOf(app, person)).map(({ status }) => status).toSorted())
    .toEqual(['completed', 'refunded'])
  const live = await app.db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', person.id)
    .where('status', '=', 'active')
    .execute()
  expect(live).toHaveLength(1)
})
