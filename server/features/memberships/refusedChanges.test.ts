import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MembershipDetails } from '../../../shared/contract/memberships/staffMemberships.ts'
import { bodyOf } from '../../test/answers.ts'
import type { Person } from '../../test/factories.ts'
import type { TestApp } from '../../test/testApp.ts'
import { cards, giveCard, join, type OpenedSignUp, rowOf } from './membershipTestKit.ts'
import { DAY, startWithMovedClock } from './movedClockTestKit.ts'
import { reconcileSubscriptions } from './reconcile.ts'

// Changes that staff ask for when it is too late for them, or for nobody.

let moved: Awaited<ReturnType<typeof startWithMovedClock>>
let app: TestApp
let desk: Person
let member: Person
let membershipId: string

beforeAll(async () => {
  moved = await startWithMovedClock('2026-11-10T18:00:00Z')
  app = moved.app
  desk = await moved.lasting({ role: 'desk' })
})
afterAll(() => moved.close())
beforeEach(async () => {
  await moved.letRest()
  member = await moved.lasting({ name: 'Mo Member' })
  await join(app, member)
  membershipId = (await rowOf(app, member))?.id ?? ''
})

const row = () =>
  app.db.selectFrom('subscriptions').selectAll().where('id', '=', membershipId).executeTakeFirstOrThrow()
const changes = () =>
  app.db.selectFrom('membership_changes').selectAll().where('subscription_id', '=', membershipId).execute()
const mails = () => app.db.selectFrom('outbox').select('id').orderBy('id').execute()
/** All that a refused change must leave as it is; a late event of the provider may have it read once more. */
const state = async () => {
  const { provider_read_at: _, updated_at: __, next_check_at: ___, ...membership } = await row()
  return { membership, changes: await changes(), mails: await mails() }
}

const ask = (path: string, json: object, key: string = randomUUID()) =>
  app.request(`/api/admin/memberships/${membershipId}/${path}`, {
    json,
    cookie: desk.cookie,
    headers: { 'idempotency-key': key },
  })
const act = async (path: string, json: object = {}) =>
  ask(path, { expected_revision: (await row()).version, ...json })
const details = () =>
  bodyOf<MembershipDetails>(app.request(`/api/admin/memberships/${membershipId}`, { cookie: desk.cookie }))
const own = (path: string, json: object = {}) => app.request(`/api/${path}`, { json, cookie: member.cookie })

test('a freeze is refused once the next charge is due, before the provider has told of it', async () => {
  // The provider charges nobody, and nobody asks it.
  await moved.letRest()
  moved.clock.advance(32 * DAY)
  const before = await state()
  const answer = await act('freeze', { months: 1 })
  expect(answer.status).toBe(409)
  expect(await bodyOf(answer)).toMatchObject({
    code: 'membership_freeze_late',
    message: 'The next charge just went through. Check the new dates and freeze again.',
  })
  expect(await state()).toEqual(before)
})

test('a repeat of a change that failed says why it failed, and charges nothing again', async () => {
  const setup = await bodyOf<OpenedSignUp>(own('memberships/billing/setup-intents'))
  const { payment_method = '' } = await giveCard(app, setup, cards.failsLater)
  await own('memberships/billing/payment-method', { paymentMethodId: payment_method })
  await moved.pass(32)
  const json = { expected_revision: (await row()).version }
  const key = randomUUID()
  const first = await ask('retry-payment', json, key)
  expect(first.status).toBe(402)
  const { message } = await bodyOf<{ message: string }>(first)
  const before = await state()
  const attempts = async () => (await details()).attempts
  const tried = await attempts()
  const again = await ask('retry-payment', json, key)
  expect(again.status).toBe(409)
  expect(await bodyOf(again)).toMatchObject({
    ...{ code: 'membership_change_failed', message, details: { reason: message } },
  })
  expect(await state()).toEqual(before)
  expect(await attempts()).toEqual(tried)
})

const deleteAccount = async () => {
  const asked = { current_password: 'play-ball-2026', confirmation: 'DELETE' }
  expect((await own('me/deletion', asked)).status).toBe(200)
}
const atProvider = async () => moved.stripe.subscriptions.retrieve((await row()).stripe_subscription_id ?? '')

test('the membership of a deleted account can be ended, and is neither resumed nor written to', async () => {
  await own('memberships/cancel')
  await deleteAccount()
  const before = await state()
  expect(await details()).toMatchObject({
    ...{ name: 'Deleted user', state: 'canceling', allowed: ['end'] },
  })
  const link = await act('card-link')
  expect(link.status).toBe(409)
  expect(await bodyOf(link)).toMatchObject({
    code: 'membership_no_address',
    message: 'This member has no email address.',
  })
  const resumed = await act('resume')
  expect(resumed.status).toBe(409)
  expect(await bodyOf(resumed)).toMatchObject({
    code: 'membership_member_gone',
    message:
      'The account of this member is deleted. The membership ends with its period, or at once if you end it.',
  })
  expect(await state()).toEqual(before)
  expect(await atProvider()).toMatchObject({ cancel_at_period_end: true })
  expect((await act('cancel', { when: 'now' })).status).toBe(200)
  expect(await row()).toMatchObject({ status: 'canceled' })
})

test('a membership is not resumed where the account was deleted before the provider could be reached', async () => {
  await own('memberships/cancel')
  const { update } = moved.stripe.subscriptions
  const away = new Stripe.errors.StripeConnectionError({ message: 'away', type: 'api_error' })
  Object.assign(moved.stripe.subscriptions, { update: () => Promise.reject(away) })
  const asked = await act('resume').finally(() => Object.assign(moved.stripe.subscriptions, { update }))
  expect(await bodyOf(asked)).toMatchObject({ pending: true })
  await deleteAccount()
  moved.clock.advance(3)
  await reconcileSubscriptions(app.context)
  expect(await changes()).toMatchObject([
    { kind: 'resume', state: 'failed', failure: expect.stringContaining('is deleted') },
  ])
  expect(await atProvider()).toMatchObject({ cancel_at_period_end: true })
})
