import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  MembershipChanged,
  MembershipDetails,
  StaffMembership,
} from '../../../shared/contract/memberships/staffMemberships.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import type { Person } from '../../test/factories.ts'
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
import { syncSubscription } from './sync.ts'

let moved: Awaited<ReturnType<typeof startWithMovedClock>>
let app: TestApp
let stripe: Stripe
let admin: Person
let desk: Person
let member: Person

beforeAll(async () => {
  moved = await startWithMovedClock('2026-11-10T18:00:00Z')
  app = moved.app
  stripe = moved.stripe
  admin = await moved.lasting({ role: 'admin' })
  desk = await moved.lasting({ role: 'desk', name: 'Dana Desk' })
})
afterAll(() => moved.close())
beforeEach(async () => {
  await moved.letRest()
  member = await moved.lasting({ name: 'Mo Member' })
})

const get = (path: string, person: Person = desk) =>
  app.request(`/api/admin/memberships${path}`, { cookie: person.cookie })
const idOf = async (person: Person = member) => (await rowOf(app, person))?.id ?? ''
const details = async (by: Person = desk) => bodyOf<MembershipDetails>(get(`/${await idOf()}`, by))
const revision = async () => (await rowOf(app, member))?.version ?? 0

async function act(
  path: string,
  json: object = {},
  { by = desk, key }: { by?: Person; key?: string } = {},
): Promise<Response> {
  const body = path === 'card-link' ? {} : { expected_revision: await revision(), ...json }
  return app.request(`/api/admin/memberships/${await idOf()}/${path}`, {
    json: body,
    cookie: by.cookie,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
}
const acted = (path: string, json: object = {}) => bodyOf<MembershipChanged>(act(path, json))
const own = (path: string, json: object = {}) =>
  app.request(`/api/memberships/${path}`, { json, cookie: member.cookie })
const setCard = async (card: string) => {
  const setup = await bodyOf<OpenedSignUp>(own('billing/setup-intents'))
  const { payment_method = '' } = await giveCard(app, setup, card)
  return own('billing/payment-method', { paymentMethodId: payment_method })
}
const subscriptionId = async () => (await rowOf(app, member))?.stripe_subscription_id ?? ''
const isSubscribed = async () =>
  (await bodyOf<{ subscribed: boolean }>(app.request('/api/me/session', { cookie: member.cookie })))
    .subscribed
const dayOf = (instant: string | null | undefined) => instant?.slice(0, 10)
const changesOf = async (person: Person = member) =>
  app.db
    .selectFrom('membership_changes')
    .selectAll()
    .where('subscription_id', '=', await idOf(person))
    .orderBy('asked_at')
    .execute()

/** The provider answers none of these calls. */
async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  const { update, cancel } = stripe.subscriptions
  const away = () =>
    Promise.reject(new Stripe.errors.StripeConnectionError({ message: 'away', type: 'api_error' }))
  Object.assign(stripe.subscriptions, { update: away, cancel: away })
  try {
    return await work()
  } finally {
    Object.assign(stripe.subscriptions, { update, cancel })
  }
}

describe('who may see and change memberships', () => {
  test('the desk and admins may; others get neither a list nor a change (list-memberships, get-membership, get-membership-figures)', async () => {
    await join(app, member)
    const coach = await moved.lasting({ role: 'coach' })
    const changes = [
      ['cancel', { when: 'period_end' }],
      ['resume', {}],
      ['freeze', { months: 1 }],
      ['unfreeze', {}],
      ['retry-payment', {}],
      ['card-link', {}],
    ] as const
    for (const person of [member, coach]) {
      for (const path of ['', '/figures', `/${await idOf()}`])
        expect((await get(path, person)).status).toBe(403)
      for (const [path, json] of changes) expect((await act(path, json, { by: person })).status).toBe(403)
    }
    expect((await app.request('/api/admin/memberships')).status).toBe(401)
    for (const person of [desk, admin])
      for (const path of ['', '/figures', `/${await idOf()}`])
        expect((await get(path, person)).status).toBe(200)
    expect(await changesOf()).toEqual([])
  })

  test('input that is wrong is refused and changes nothing', async () => {
    await join(app, member)
    for (const [path, json] of [
      ['freeze', { months: 0 }],
      ['freeze', { months: 13 }],
      ['freeze', { months: 1.5 }],
      ['cancel', { when: 'yesterday' }],
      ['cancel', { when: 'now', refund_amount: -1 }],
      ['unfreeze', { when: 'later' }],
      ['resume', { expected_revision: 'x' }],
    ] as const)
      expect(await refusalOf(await act(path, json))).toEqual([400, 'invalid_input'])
    expect(await refusalOf(await act('freeze', { months: 1, expected_revision: 999 }))).toEqual([
      409,
      'changed_meanwhile',
    ])
    expect(await refusalOf(await act('resume'))).toEqual([409, 'membership_not_ending'])
    expect(await refusalOf(await act('unfreeze'))).toEqual([409, 'membership_not_frozen'])
    expect(await refusalOf(await act('retry-payment'))).toEqual([409, 'membership_owes_nothing'])
    expect(await refusalOf(await act('cancel', { when: 'period_end', refund_amount: 5 }))).toEqual([
      409,
      'membership_refund_changed',
    ])
    expect(await refusalOf(await get('/00000000-0000-4000-8000-000000000000'))).toEqual([
      404,
      'membership_unknown',
    ])
    expect(await changesOf()).toEqual([])
  })
})

test('the list says since when, what comes next and what is paid, finds people and states, and pages by cursor', async () => {
  await join(app, member)
  const [first] = (await bodyOf<{ items: StaffMembership[] }>(get(`?user_id=${member.id}`))).items
  expect(first).toMatchObject({
    name: 'Mo Member',
    email: member.email,
    state: 'active',
    since: moved.clock.now().toISOString(),
    monthly_price: 109.99,
    next_charge: { amount: 109.99 },
    card: { brand: 'visa', last4: '4242' },
    billed: true,
    allowed: ['end', 'freeze'],
  })
  const search = (query: string) => bodyOf<{ items: StaffMembership[]; cursor: string | null }>(get(query))
  expect(
    (await search(`?search_query=${member.email.slice(0, 8)}`)).items.map(({ user_id }) => user_id),
  ).toEqual([member.id])
  expect((await search(`?search_query=${member.email.slice(0, 8)}&state=ended`)).items).toEqual([])
  const other = await moved.lasting({ name: 'Una Member' })
  await join(app, other)
  const page = await search('?page_size=1')
  const next = await search(`?page_size=1&cursor=${encodeURIComponent(page.cursor ?? '')}`)
  expect(new Set([page.items[0]?.id, next.items[0]?.id]).size).toBe(2)
  expect(await refusalOf(await get('?cursor=nonsense'))).toEqual([400, 'cursor_invalid'])
  const { counts } = await bodyOf<{ counts: Record<string, number> }>(get('/figures'))
  expect(counts.active).toBeGreaterThanOrEqual(2)
})

describe('cancel-membership', () => {
  test('at the period’s end tells the member, is in the audit log by name, and can be undone (resume-membership)', async () => {
    await join(app, member)
    const canceled = await acted('cancel', { when: 'period_end', reason: 'Moves away' })
    expect(canceled).toMatchObject({
      pending: false,
      membership: { state: 'canceling', ending: true, next_charge: null },
    })
    expect(await mailsTo(app, member)).toContain('membership-canceling')
    expect(await refusalOf(await act('cancel', { when: 'period_end' }))).toEqual([409, 'membership_ending'])
    const audited = await app.db
      .selectFrom('audit_log')
      .select('user_id')
      .where('table_name', '=', 'membership_changes')
      .where('record_id', '=', (await changesOf())[0]?.id ?? '')
      .where('action', '=', 'INSERT')
      .executeTakeFirst()
    expect(audited).toEqual({ user_id: desk.id })
    expect(await acted('resume')).toMatchObject({ membership: { state: 'active', ending: false } })
    await moved.pass(32)
    expect(await paymentsOf(app, member)).toHaveLength(2)
  })

  test('now gives back the rest of the month by the day, once, and the founders spot', async () => {
    await join(app, member)
    const spots = async () => (await bodyOf<{ spots_left: number }>(get('/figures'))).spots_left
    const before = await spots()
    await moved.pass(9)
    const { refund } = await details()
    const { current_period_start: from, current_period_end: until } = (await rowOf(app, member)) ?? {}
    const daysTo = (a: Date, b: Date | null | undefined) =>
      Math.round(((b?.getTime() ?? 0) - a.getTime()) / 86_400_000)
    const days = daysTo(from ?? new Date(0), until)
    const left = daysTo(moved.clock.now(), until) - 1
    const amount = Math.round((10_999 * left) / days) / 100
    expect(refund).toEqual({ amount, days_left: left, days, way: 'card', above_limit: false })
    expect(left).toBe(days - 10)
    expect(await refusalOf(await act('cancel', { when: 'now', refund_amount: amount + 1 }))).toEqual([
      409,
      'membership_refund_changed',
    ])
    const key = crypto.randomUUID()
    const body = { when: 'now', refund_amount: amount, expected_revision: await revision() }
    const both = await Promise.all([1, 2].map(() => act('cancel', body, { key })))
    for (const answer of both) expect(await bodyOf(answer)).toMatchObject({ membership: { state: 'ended' } })
    await moved.sandbox.work(moved.clock.now())
    await expect
      .poll(async () => (await paymentsOf(app, member)).map(({ refunded_amount }) => refunded_amount))
      .toEqual([amount.toFixed(2)])
    expect(await spots()).toBe(before + 1)
    expect((await mailsTo(app, member)).filter((mail) => mail === 'membership-ended')).toHaveLength(1)
    const mail = await app.db
      .selectFrom('outbox')
      .select('data')
      .where('to_email', '=', member.email)
      .where('template', '=', 'membership-ended')
      .executeTakeFirst()
    expect(mail?.data).toMatchObject({
      reason_line: `For the rest of the month we refund $${amount.toFixed(2)} to your card.`,
    })
    expect(await refusalOf(await act('freeze', { months: 1 }))).toEqual([409, 'membership_over'])
  })

  test('now is refused to the desk above its limit of refunds, and open to an admin', async () => {
    await join(app, member)
    await app.db.updateTable('facility').set({ desk_refund_limit: '50.00' }).execute()
    const { refund } = await details()
    expect(refund).toMatchObject({ above_limit: true })
    const json = { when: 'now', refund_amount: refund?.amount }
    expect(await refusalOf(await act('cancel', json))).toEqual([403, 'refund_above_limit'])
    expect((await act('cancel', json, { by: admin })).status).toBe(200)
    await app.db.updateTable('facility').set({ desk_refund_limit: '100.00' }).execute()
  })

  test('now counts what the desk has refunded of the month before, and so does a refund after it', async () => {
    await join(app, member)
    const [month] = await paymentsOf(app, member)
    const refund = (amount: number, by = desk) =>
      app.request(`/api/admin/payments/${month?.id}/refunds`, {
        json: { way: 'card', amount, reason: 'Closed for two days' },
        cookie: by.cookie,
      })
    expect((await refund(30)).status).toBe(201)
    await moved.pass(10)
    // Two amounts below 100 dollars, above it together.
    await app.db.updateTable('facility').set({ desk_refund_limit: '80.00' }).execute()
    const { refund: rest } = await details()
    expect(rest).toMatchObject({ above_limit: true })
    expect(rest?.amount).toBeLessThan(80)
    const json = { when: 'now', refund_amount: rest?.amount }
    expect(await bodyOf(act('cancel', json))).toMatchObject({
      code: 'refund_above_limit',
      details: { limit: 50 },
    })
    await app.db.updateTable('facility').set({ desk_refund_limit: '100.00' }).execute()
    expect(await details()).toMatchObject({ refund: { above_limit: false } })
    expect((await act('cancel', json)).status).toBe(200)
    const left = 100 - 30 - (rest?.amount ?? 0)
    expect(await refusalOf(await refund(left + 1))).toEqual([403, 'refund_above_limit'])
  })

  test('now without a refund also drops a month that is owed: the card is not tried again', async () => {
    await join(app, member)
    await setCard(cards.failsLater)
    await moved.pass(32)
    expect(await details()).toMatchObject({ state: 'past_due', refund: null, owed: 109.99 })
    expect(await acted('cancel', { when: 'now' })).toMatchObject({ membership: { state: 'ended', owed: 0 } })
    const before = await stripe.charges.list({ limit: 100 })
    await moved.pass(10)
    expect((await stripe.charges.list({ limit: 100 })).data).toHaveLength(before.data.length)
    expect((await paymentsOf(app, member)).map(({ status }) => status)).toEqual(['completed', 'canceled'])
  })
})

describe('freeze-membership', () => {
  test('leaves out whole months from the next charge, then goes on by itself at the member’s own price', async () => {
    await join(app, member)
    expect(
      (await details()).freezes.slice(0, 2).map(({ from, until }) => [dayOf(from), dayOf(until)]),
    ).toEqual(await nextCharges())
    const frozen = await acted('freeze', { months: 2, reason: 'Broken wrist' })
    expect(frozen.membership).toMatchObject({ state: 'active', freeze: { begun: false } })
    expect(frozen.membership.next_charge?.at).toBe(frozen.membership.freeze?.until)
    expect(await isSubscribed()).toBe(true)
    expect(await bodyOf(app.request('/api/me/subscription', { cookie: member.cookie }))).toMatchObject({
      subscription: { freeze: { begun: false, until: frozen.membership.freeze?.until } },
    })
    await moved.pass(31)
    await moved.pass(20)
    expect(await details()).toMatchObject({ state: 'frozen', freeze: { begun: true } })
    await expect.poll(isSubscribed).toBe(false)
    expect(await paymentsOf(app, member)).toHaveLength(1)
    await moved.pass(11)
    await moved.pass(31)
    expect(await details()).toMatchObject({ state: 'active', freeze: null })
    await expect.poll(isSubscribed).toBe(true)
    const payments = await paymentsOf(app, member)
    expect(payments.map(({ status, total_amount }) => [status, total_amount])).toEqual([
      ['completed', '109.99'],
      ['completed', '109.99'],
    ])
    expect((await mailsTo(app, member)).sort()).toEqual([
      'membership-frozen',
      'membership-renewed',
      'membership-started',
      'membership-unfrozen',
    ])
  })

  const nextCharges = async () => {
    const { period_ends_at } = await details()
    const from = new Date(period_ends_at ?? '')
    const later = (months: number) => {
      const date = new Date(from)
      date.setUTCMonth(date.getUTCMonth() + months)
      return dayOf(date.toISOString())
    }
    return [
      [dayOf(from.toISOString()), later(1)],
      [dayOf(from.toISOString()), later(2)],
    ]
  }

  test('that has not begun is dropped as if it had never been set (unfreeze-membership)', async () => {
    await join(app, member)
    await acted('freeze', { months: 3 })
    expect(await refusalOf(await act('freeze', { months: 1 }))).toEqual([409, 'membership_frozen'])
    expect(await acted('unfreeze', { when: 'now' })).toMatchObject({
      membership: { state: 'active', freeze: null },
    })
    expect(await paymentsOf(app, member)).toHaveLength(1)
    await moved.pass(32)
    expect(await paymentsOf(app, member)).toHaveLength(2)
  })

  test('that has begun ends with its month, or at once with a month that is charged today', async () => {
    await join(app, member)
    await acted('freeze', { months: 6 })
    await moved.pass(35)
    const shorter = await acted('unfreeze', { when: 'next_charge' })
    expect(shorter.membership).toMatchObject({ state: 'frozen', freeze: { begun: true } })
    expect(shorter.membership.freeze?.until).toBe((await details()).period_ends_at)
    expect(await paymentsOf(app, member)).toHaveLength(1)
    const now = await acted('unfreeze', { when: 'now' })
    expect(now.membership).toMatchObject({ state: 'active', freeze: null })
    expect(await paymentsOf(app, member)).toHaveLength(2)
    expect((await rowOf(app, member))?.current_period_start?.toISOString()).toBe(
      moved.clock.now().toISOString(),
    )
  })

  test('is refused while a month is owed, and once the membership ends', async () => {
    await join(app, member)
    await setCard(cards.failsLater)
    await moved.pass(32)
    expect(await refusalOf(await act('freeze', { months: 1 }))).toEqual([409, 'membership_owes'])
    await setCard(cards.good)
    await acted('cancel', { when: 'period_end' })
    expect(await refusalOf(await act('freeze', { months: 1 }))).toEqual([409, 'membership_ending'])
  })

  test('of two admins at once is made once; the other is told', async () => {
    await join(app, member)
    const json = { months: 1, expected_revision: await revision() }
    const answers = await Promise.all([
      act('freeze', json, { by: admin }),
      act('freeze', { ...json, months: 2 }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await mailsTo(app, member)).filter((mail) => mail === 'membership-frozen')).toHaveLength(1)
  })

  test('while the member cancels: the cancellation counts, and nothing is charged', async () => {
    await join(app, member)
    await stripe.subscriptions.update(await subscriptionId(), { cancel_at_period_end: true })
    // The desk’s page and our row do not know of it yet: the events come, and what they wrote is taken back.
    await moved.letEventsArrive()
    const ours = app.db.updateTable('subscriptions').where('user_id', '=', member.id)
    await ours.set('cancel_at_period_end', false).execute()
    const answer = await act('freeze', { months: 1 })
    expect(await refusalOf(answer)).toEqual([409, 'membership_ending'])
    expect((await changesOf()).map(({ state }) => state)).toEqual(['failed'])
    const both = await Promise.all([own('resume'), own('cancel'), act('freeze', { months: 2 })])
    expect(both.every(({ status }) => status < 500)).toBe(true)
    await syncSubscription(app.context, await subscriptionId())
    await own('cancel')
    await moved.pass(32)
    expect(await rowOf(app, member)).toMatchObject({ status: 'canceled' })
    expect(await paymentsOf(app, member)).toHaveLength(1)
  })

  test('is made once the provider can be reached again, and told then', async () => {
    await join(app, member)
    const answer = await whileAway(() => acted('freeze', { months: 1 }))
    expect(answer).toMatchObject({
      pending: true,
      membership: { pending_change: 'freeze', freeze: null, allowed: [] },
    })
    expect(await mailsTo(app, member)).toEqual(['membership-started'])
    expect(await refusalOf(await act('cancel', { when: 'period_end' }))).toEqual([
      409,
      'membership_change_pending',
    ])
    moved.clock.advance(3)
    await reconcileSubscriptions(app.context)
    expect(await details()).toMatchObject({ pending_change: null, freeze: { begun: false } })
    expect(await mailsTo(app, member)).toEqual(['membership-started', 'membership-frozen'])
  })

  test('that the provider was too late for is given up after the charge, not moved', async () => {
    await join(app, member)
    await whileAway(async () => {
      await acted('freeze', { months: 1 })
      await moved.pass(32)
    })
    await moved.pass(1)
    expect((await changesOf())[0]).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('next charge'),
    })
    expect(await details()).toMatchObject({ freeze: null, state: 'active' })
  })

  test('survives a crash between the provider and the database: events and readings in any order', async () => {
    await join(app, member)
    const id = await subscriptionId()
    const noted = await whileAway(() => acted('freeze', { months: 1 }))
    const [change] = await changesOf()
    // The provider has done it, and the answer was lost.
    const seconds = (date: Date | null | undefined) => Math.floor((date?.getTime() ?? 0) / 1000)
    await stripe.subscriptions.update(id, {
      pause_collection: { behavior: 'void', resumes_at: seconds(change?.frozen_until) - 3_600 },
      metadata: {
        frozen_from: String(seconds(change?.frozen_from)),
        frozen_until: String(seconds(change?.frozen_until)),
      },
    })
    await Promise.all([syncSubscription(app.context, id), syncSubscription(app.context, id)])
    await reconcileSubscriptions(app.context)
    await moved.sandbox.work(moved.clock.now())
    expect(noted.pending).toBe(true)
    expect((await changesOf()).map(({ state }) => state)).toEqual(['done'])
    expect((await mailsTo(app, member)).filter((mail) => mail === 'membership-frozen')).toHaveLength(1)
  })
})

describe('a failed payment', () => {
  test('has its attempts with date, reason and next try; another try at once (retry-membership-payment) says why it failed or pays', async () => {
    await join(app, member)
    await setCard(cards.failsLater)
    await moved.pass(31)
    await moved.pass(2)
    const failed = await details()
    expect(failed).toMatchObject({ state: 'past_due', owed: 109.99, next_charge: null })
    expect(failed.attempts.length).toBeGreaterThanOrEqual(2)
    expect(failed.attempts[0]).toMatchObject({
      amount: 109.99,
      succeeded: false,
      reason: expect.stringContaining('declined'),
    })
    expect(failed.next_attempt_at && new Date(failed.next_attempt_at) > moved.clock.now()).toBe(true)
    expect(await refusalOf(await act('retry-payment'))).toEqual([402, 'membership_charge_declined'])
    const again = await details()
    expect(again.attempts).toHaveLength(failed.attempts.length + 1)
    expect(again.changes[0]).toMatchObject({ kind: 'pay', state: 'failed', asked_by_name: 'Dana Desk' })
    // The card works again, without the member giving another one.
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: await customerId() })
    await stripe.subscriptions.update(await subscriptionId(), { default_payment_method: method.id })
    expect(await acted('retry-payment')).toMatchObject({ membership: { state: 'active', owed: 0 } })
    expect((await details()).attempts[0]).toMatchObject({ succeeded: true })
    expect((await paymentsOf(app, member)).map(({ status }) => status)).toEqual(['completed', 'completed'])
  })

  const customerId = async () => (await rowOf(app, member))?.stripe_customer_id ?? ''

  test('is mended by the member: mail-card-update-link sends the link, once for each request', async () => {
    await join(app, member)
    expect((await act('card-link')).status).toBe(200)
    const mail = await app.db
      .selectFrom('outbox')
      .select('data')
      .where('to_email', '=', member.email)
      .where('template', '=', 'membership-card-link')
      .executeTakeFirst()
    expect(mail?.data).toMatchObject({ card_url: `${app.context.publicUrl()}/membership?card=update` })
  })
})

describe('a membership without a subscription at the provider', () => {
  test('is frozen, resumed and ended by our clock', async () => {
    const end = new Date(moved.clock.now().getTime() + 5 * DAY * 60_000)
    await app.db
      .insertInto('subscriptions')
      .values({
        user_id: member.id,
        status: 'active',
        current_period_start: moved.clock.now(),
        current_period_end: end,
      })
      .execute()
    expect(await refusalOf(await act('retry-payment'))).toEqual([409, 'membership_not_billed'])
    expect(await refusalOf(await act('card-link'))).toEqual([409, 'membership_not_billed'])
    expect(await acted('freeze', { months: 1 })).toMatchObject({ membership: { freeze: { begun: false } } })
    await moved.pass(6)
    expect(await details()).toMatchObject({ state: 'frozen' })
    await moved.pass(31)
    expect(await details()).toMatchObject({ state: 'active', freeze: null })
    await acted('cancel', { when: 'period_end' })
    await acted('resume')
    await acted('cancel', { when: 'now', reason: 'Torn ligament' })
    expect(await details()).toMatchObject({ state: 'ended' })
    expect(await mailsTo(app, member)).toEqual([
      'membership-frozen',
      'membership-unfrozen',
      'membership-canceling',
      'membership-ended',
    ])
    // What staff wrote goes with the account, and the log never had it.
    const membershipId = await idOf()
    const reasons = () =>
      app.db
        .selectFrom('membership_changes')
        .select('reason')
        .where('subscription_id', '=', membershipId)
        .execute()
    expect(await reasons()).toContainEqual({ reason: 'Torn ligament' })
    await app.db.updateTable('subscriptions').set({ user_id: null }).where('id', '=', membershipId).execute()
    expect((await reasons()).every(({ reason }) => reason === null)).toBe(true)
    const log = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('table_name', '=', 'membership_changes')
      .execute()
    expect(JSON.stringify(log)).not.toContain('ligament')
  })
})

test('a new monthly price is for new members, at once; members keep theirs, and a lower cap makes the club full', async () => {
  await join(app, member)
  const set = (changes: object) =>
    app.request('/api/settings/facility', {
      method: 'PATCH',
      json: { changes, seen: {} },
      cookie: admin.cookie,
    })
  expect((await set({ membership_monthly_price: 129.99 })).status).toBe(200)
  const offer = await bodyOf<{ price_id: string; monthly_price: number }>(
    app.request('/api/memberships/offer'),
  )
  expect(offer.monthly_price).toBe(129.99)
  expect(offer.price_id).not.toBe(PRICE)
  const late = await moved.lasting({ name: 'Lee Late' })
  expect(await refusalOf(await openOld(late))).toEqual([409, 'membership_price_unknown'])
  const opened = await bodyOf<OpenedSignUp>(
    app.request('/api/memberships/setup-intents', { json: { priceId: offer.price_id }, cookie: late.cookie }),
  )
  const { payment_method = '' } = await giveCard(app, opened)
  const joined = await app.request('/api/memberships', {
    json: { priceId: offer.price_id, customerId: opened.customerId, paymentMethodId: payment_method },
    cookie: late.cookie,
  })
  expect(await progress(joined)).toMatchObject({ status: 'active', payment: { amount: 129.99 } })
  await moved.pass(32)
  expect((await paymentsOf(app, member)).map(({ total_amount }) => total_amount)).toEqual([
    '109.99',
    '109.99',
  ])
  expect((await paymentsOf(app, late)).map(({ total_amount }) => total_amount)).toEqual(['129.99', '129.99'])
  expect((await set({ membership_monthly_price: 109.99, founders_cap: 1 })).status).toBe(200)
  expect(await bodyOf(app.request('/api/memberships/offer'))).toMatchObject({
    price_id: PRICE,
    spots_left: 0,
  })
  await set({ founders_cap: 1_000 })
})

const openOld = (person: Person) =>
  app.request('/api/memberships/setup-intents', { json: { priceId: PRICE }, cookie: person.cookie })
