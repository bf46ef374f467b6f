import { sql } from 'kysely'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { MembershipOffer } from '../../../shared/contract/memberships/memberships.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { standingClock } from '../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import {
  answerBank,
  cards,
  giveCard,
  join,
  mailsTo,
  membershipOf,
  type OpenedSignUp,
  openSignUp,
  PRICE,
  paymentsOf,
  progress,
  subscribe,
} from './membershipTestKit.ts'
import { reconcileSubscriptions } from './reconcile.ts'

const clock = standingClock(new Date().toISOString())
let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startTestApp({ clock })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.updateTable('facility').set({ founders_cap: 1_000 }).execute()
  await app.db
    .updateTable('checkout_holds')
    .set({ status: 'released' })
    .where('status', '=', 'held')
    .execute()
  person = await addPerson(app)
})

const offer = (cookie: string) => bodyOf<MembershipOffer>(app.request('/api/memberships/offer', { cookie }))
const opened = (who = person) => bodyOf<OpenedSignUp>(openSignUp(app, who))
const holdsOf = (who: Person) =>
  app.db
    .selectFrom('checkout_holds')
    .select(['status', 'details'])
    .where('user_id', '=', who.id)
    .orderBy('created_at')
    .execute()
/** Leaves exactly this many spots. */
const leaveSpots = async (spots: number) => {
  const { rows } = await sql<{ taken: number }>`select membership_spots_taken(null) as taken`.execute(app.db)
  const taken = rows[0]?.taken ?? 0
  await app.db
    .updateTable('facility')
    .set({ founders_cap: taken + spots })
    .execute()
}

describe('joining', () => {
  test('charges the first month, once, and makes a member', async () => {
    const { response } = await join(app, person)
    expect(response.status).toBe(201)
    expect(await progress(response)).toMatchObject({
      status: 'active',
      client_secret: null,
      payment: { amount: 109.99, paymentType: 'membership', card_last4: '4242' },
    })
    expect(await membershipOf(app, person)).toMatchObject({ status: 'active', cancel_at_period_end: false })
    const [payment, ...others] = await paymentsOf(app, person)
    expect(others).toEqual([])
    expect(payment).toMatchObject({ status: 'completed', total_amount: '109.99', payment_type: 'membership' })
    expect(payment?.receipt_url).toMatch(/receipts/)
    expect(await mailsTo(app, person)).toEqual(['membership-started'])
    expect((await holdsOf(person)).map(({ status }) => status)).toEqual(['completed'])
  })

  test("makes members' prices apply at once", async () => {
    await join(app, person)
    await expect
      .poll(async () => bodyOf(app.request('/api/me/session', { cookie: person.cookie })))
      .toMatchObject({ subscribed: true })
  })

  test('stores the accepted version of the agreement', async () => {
    const { agreement_version: agreementVersion } = await offer(person.cookie)
    const setup = await bodyOf<OpenedSignUp>(openSignUp(app, person, { priceId: PRICE, agreementVersion }))
    const { payment_method = '' } = await giveCard(app, setup)
    await subscribe(app, person, { customerId: setup.customerId, paymentMethodId: payment_method })
    const row = await app.db
      .selectFrom('subscriptions')
      .select(['agreement_version', 'agreement_accepted_at'])
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ agreement_version: agreementVersion, agreement_accepted_at: clock.now() })
  })

  test('stores it also when the hold expired while the card was given', async () => {
    const { agreement_version: agreementVersion } = await offer(person.cookie)
    const setup = await bodyOf<OpenedSignUp>(openSignUp(app, person, { priceId: PRICE, agreementVersion }))
    const { payment_method = '' } = await giveCard(app, setup)
    clock.advance(16)
    await subscribe(app, person, { customerId: setup.customerId, paymentMethodId: payment_method })
    const row = await app.db
      .selectFrom('subscriptions')
      .select('agreement_version')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ agreement_version: agreementVersion })
  })

  test('repeated after a lost answer gives the same answer, and charges nothing more', async () => {
    const { opened: setup, paymentMethodId, response } = await join(app, person)
    const first = await progress(response)
    const again = await subscribe(app, person, { customerId: setup.customerId, paymentMethodId })
    expect(await progress(again)).toEqual(first)
    expect(await paymentsOf(app, person)).toHaveLength(1)
  })

  test('in two tabs at once makes one membership and one payment', async () => {
    const [one, two] = await Promise.all([opened(), opened()])
    expect(two.setupIntentId).toBe(one.setupIntentId)
    const { payment_method = '' } = await giveCard(app, one)
    const body = { customerId: one.customerId, paymentMethodId: payment_method }
    const answers = await Promise.all([subscribe(app, person, body), subscribe(app, person, body)])
    for (const answer of answers) expect([201, 409]).toContain(answer.status)
    expect(answers.map(({ status }) => status)).toContain(201)
    expect(await paymentsOf(app, person)).toHaveLength(1)
    const { stripe } = app.context.payments
    const { data = [] } =
      (await stripe?.subscriptions.list({ customer: one.customerId, status: 'all' })) ?? {}
    expect(data).toHaveLength(1)
  })

  test('continues with the card that was given, in any tab', async () => {
    const setup = await opened()
    const { payment_method } = await giveCard(app, setup)
    expect(await opened()).toMatchObject({
      setupIntentId: setup.setupIntentId,
      paymentMethodId: payment_method,
    })
  })
})

describe('a card that is refused', () => {
  test('leaves no membership, no payment and no mail, and the next card joins', async () => {
    const { response } = await join(app, person, cards.failsLater)
    expect(response.status).toBe(402)
    expect(await bodyOf(response)).toMatchObject({
      code: 'membership_declined',
      details: { reason: 'Your card was declined.' },
    })
    expect(await membershipOf(app, person)).toBeNull()
    expect(await paymentsOf(app, person)).toEqual([])
    expect(await mailsTo(app, person)).toEqual([])
    const again = await join(app, person)
    expect(again.response.status).toBe(201)
    expect((await holdsOf(person)).map(({ status }) => status)).toEqual(['completed'])
    expect(await paymentsOf(app, person)).toHaveLength(1)
  })

  test('when it is saved asks for another one in the same form', async () => {
    const setup = await opened()
    expect(await giveCard(app, setup, cards.refused)).toMatchObject({ error: { code: 'card_declined' } })
    expect(await giveCard(app, setup)).toMatchObject({ status: 'succeeded' })
  })
})

describe('3-D Secure', () => {
  test('for the first month: the payment waits, its owner confirms, and the webhook or the page completes it', async () => {
    const setup = await opened()
    const asked = await giveCard(app, setup, cards.asksAlways)
    expect(asked.status).toBe('requires_action')
    await answerBank(asked.next_action?.redirect_to_url?.url ?? '', 'complete')
    const { paymentMethodId } = await opened()
    const answer = await progress(
      await subscribe(app, person, { customerId: setup.customerId, paymentMethodId: paymentMethodId ?? '' }),
    )
    expect(answer).toMatchObject({ status: 'requires_action', payment: null })
    expect(answer.client_secret).toMatch(/^pi_.+_secret_/)
    expect(await membershipOf(app, person)).toBeNull()
    await confirmFirstPayment(answer.client_secret ?? '', 'complete')
    const confirmed = await app.request('/api/memberships/confirm', { method: 'POST', cookie: person.cookie })
    expect(await progress(confirmed)).toMatchObject({ status: 'active', payment: { amount: 109.99 } })
    expect(await paymentsOf(app, person)).toHaveLength(1)
    expect(await mailsTo(app, person)).toEqual(['membership-started'])
  })

  test('that the cardholder refuses is a declined card', async () => {
    const setup = await opened()
    const asked = await giveCard(app, setup, cards.asksAlways)
    await answerBank(asked.next_action?.redirect_to_url?.url ?? '', 'complete')
    const { paymentMethodId } = await opened()
    const answer = await progress(
      await subscribe(app, person, { customerId: setup.customerId, paymentMethodId: paymentMethodId ?? '' }),
    )
    await confirmFirstPayment(answer.client_secret ?? '', 'fail')
    const confirmed = await app.request('/api/memberships/confirm', { method: 'POST', cookie: person.cookie })
    expect(await refusalOf(confirmed)).toEqual([402, 'membership_declined'])
    expect(await membershipOf(app, person)).toBeNull()
    expect((await join(app, person)).response.status).toBe(201)
  })

  async function confirmFirstPayment(clientSecret: string, outcome: 'complete' | 'fail') {
    const [id] = clientSecret.split('_secret_')
    const { publishableKey, browserApiBase } = app.context.payments
    const response = await app.request(`${browserApiBase}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        key: publishableKey ?? '',
        client_secret: clientSecret,
        return_url: `${app.url}/membership`,
      }).toString(),
    })
    const { next_action } = (await response.json()) as {
      next_action?: { redirect_to_url?: { url: string } }
    }
    await answerBank(next_action?.redirect_to_url?.url ?? '', outcome)
  }
})

describe('refused is', () => {
  test('a signed-out person, with the sentence of the specification', async () => {
    const answer = await app.request('/api/memberships/setup-intents', { json: { priceId: PRICE } })
    expect(answer.status).toBe(401)
    expect(await bodyOf(answer)).toMatchObject({
      code: 'membership_login_required',
      message: 'You must be logged in to sign up for a membership.',
    })
  })

  test('another price, and an agreement that has changed', async () => {
    expect(await refusalOf(await openSignUp(app, person, { priceId: 'price_other' }))).toEqual([
      409,
      'membership_price_unknown',
    ])
    const old = { priceId: PRICE, agreementVersion: 'older' }
    expect(await refusalOf(await openSignUp(app, person, old))).toEqual([409, 'membership_agreement_changed'])
  })

  test('a price or a wording that changed while the card was given: nothing is charged', async () => {
    const { agreement_version: agreementVersion } = await offer(person.cookie)
    const setup = await bodyOf<OpenedSignUp>(openSignUp(app, person, { priceId: PRICE, agreementVersion }))
    const { payment_method = '' } = await giveCard(app, setup)
    await app.db.updateTable('facility').set({ membership_monthly_price: '129.99' }).execute()
    const answer = await subscribe(app, person, {
      customerId: setup.customerId,
      paymentMethodId: payment_method,
    })
    await app.db.updateTable('facility').set({ membership_monthly_price: '109.99' }).execute()
    expect(await refusalOf(answer)).toEqual([409, 'membership_agreement_changed'])
    expect(await membershipOf(app, person)).toBeNull()
  })

  test('a card of someone else, like one that does not exist: it stays theirs, and nothing is charged', async () => {
    const other = await addPerson(app)
    const { payment_method: theirs = '' } = await giveCard(app, await opened(other))
    const method = () => app.context.payments.stripe?.paymentMethods.retrieve(theirs)
    const before = await method()
    const setup = await opened()
    for (const paymentMethodId of [theirs, 'pm_nobodys']) {
      const answer = await subscribe(app, person, { customerId: setup.customerId, paymentMethodId })
      expect(answer.status).toBe(404)
      expect(await bodyOf(answer)).toMatchObject({
        code: 'payment_method_not_found',
        message: 'That card does not exist. Please enter it again.',
      })
    }
    expect(await method()).toMatchObject({ customer: before?.customer })
    expect(await membershipOf(app, person)).toBeNull()
    expect(await paymentsOf(app, person)).toEqual([])
    expect(await mailsTo(app, person)).toEqual([])
    expect((await holdsOf(person)).map(({ status }) => status)).toEqual(['held'])
    expect((await join(app, person)).response.status).toBe(201)
  })

  test('a second card for a sign-up that is being charged: one membership, paid once', async () => {
    const { stripe } = app.context.payments
    if (!stripe) throw new Error('the sandbox does not run')
    const { customerId } = await opened()
    const attach = () => stripe.paymentMethods.attach('pm_card_visa', { customer: customerId })
    const methods = [await attach(), await attach()]
    // Both have looked for a subscription, and found none, before either makes one.
    const { list } = stripe.subscriptions
    onTestFinished(() => void Object.assign(stripe.subscriptions, { list }))
    const { promise: bothLooked, resolve: letGo } = Promise.withResolvers<void>()
    let looked = 0
    Object.assign(stripe.subscriptions, {
      list: async (query: Stripe.SubscriptionListParams) => {
        const found = await list.call(stripe.subscriptions, query)
        if (query.customer !== customerId) return found
        looked += 1
        if (looked === methods.length) letGo()
        await bothLooked
        return found
      },
    })
    const answers = await Promise.all(
      methods.map(({ id }) => subscribe(app, person, { customerId, paymentMethodId: id })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused && (await bodyOf(refused))).toMatchObject({
      code: 'membership_in_progress',
      message: 'Your sign-up is already being processed. Please wait a moment and reload the page.',
    })
    expect(await paymentsOf(app, person)).toHaveLength(1)
    expect((await holdsOf(person)).map(({ status }) => status)).toEqual(['completed'])
  })

  test('a member, also one whose payment failed', async () => {
    for (const membership of ['active', 'trialing', 'past_due'] as const) {
      const member = await addPerson(app, { membership })
      expect(await refusalOf(await openSignUp(app, member))).toEqual([409, 'already_enrolled'])
    }
  })

  test('a price at the provider that is not sold any more', async () => {
    const before = app.context.payments.stripe?.prices.retrieve
    const price = await app.context.payments.stripe?.prices.retrieve(PRICE)
    Object.assign(app.context.payments.stripe?.prices ?? {}, {
      retrieve: async () => ({ ...price, active: false }),
    })
    expect(await refusalOf(await openSignUp(app, person))).toEqual([503, 'payment_configuration'])
    Object.assign(app.context.payments.stripe?.prices ?? {}, { retrieve: before })
    expect((await holdsOf(person)).map(({ status }) => status)).toEqual(['released'])
  })
})

describe('the last founders spot', () => {
  test('is given to one of two who ask at once', async () => {
    const people = await Promise.all([addPerson(app), addPerson(app), addPerson(app)])
    await leaveSpots(1)
    const answers = await Promise.all(people.map((each) => openSignUp(app, each)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused && (await refusalOf(refused))).toEqual([409, 'membership_full'])
  })

  test('is free again when its checkout is canceled or expires', async () => {
    const other = await addPerson(app)
    await leaveSpots(1)
    await opened()
    expect(await refusalOf(await openSignUp(app, other))).toEqual([409, 'membership_full'])
    const given = await app.request('/api/memberships/sign-up/cancel', {
      method: 'POST',
      cookie: person.cookie,
    })
    expect(await bodyOf(given)).toEqual({ released: true })
    expect((await openSignUp(app, other)).status).toBe(201)
    expect((await openSignUp(app, person)).status).toBe(409)
    clock.advance(16)
    expect((await openSignUp(app, person)).status).toBe(201)
  })

  const giveUp = async () => {
    const answer = app.request('/api/memberships/sign-up/cancel', { method: 'POST', cookie: person.cookie })
    return bodyOf<{ released: boolean }>(answer)
  }

  test('of a checkout canceled in another tab continues only with the accepted price and agreement', async () => {
    const { agreement_version: agreementVersion } = await offer(person.cookie)
    const setup = await bodyOf<OpenedSignUp>(openSignUp(app, person, { priceId: PRICE, agreementVersion }))
    const { payment_method = '' } = await giveCard(app, setup)
    expect(await giveUp()).toEqual({ released: true })
    const joining = { customerId: setup.customerId, paymentMethodId: payment_method }
    await app.db.updateTable('facility').set({ membership_monthly_price: '129.99' }).execute()
    const dearer = await subscribe(app, person, joining)
    await app.db.updateTable('facility').set({ membership_monthly_price: '109.99' }).execute()
    expect(await refusalOf(dearer)).toEqual([409, 'membership_agreement_changed'])
    expect(await progress(await subscribe(app, person, joining))).toMatchObject({ status: 'active' })
    const row = await app.db
      .selectFrom('subscriptions')
      .select('agreement_version')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ agreement_version: agreementVersion })
  })

  test('of a checkout canceled while the provider is charging stays held until the outcome is known', async () => {
    await opened()
    await app.db
      .updateTable('checkout_holds')
      .set({ details: JSON.stringify({ attempt: 0, asked_at: clock.now().toISOString() }) })
      .where('user_id', '=', person.id)
      .execute()
    expect(await giveUp()).toEqual({ released: false })
    expect(await holdsOf(person)).toMatchObject([{ status: 'held' }])
    // Answered: nothing is left for the job to ask about.
    await app.db
      .updateTable('checkout_holds')
      .set({ details: JSON.stringify({ attempt: 1 }) })
      .where('user_id', '=', person.id)
      .execute()
    expect(await giveUp()).toEqual({ released: true })
  })

  test('of a page left while joining ends as a membership that is paid once, or as none with the spot free', async () => {
    await leaveSpots(1)
    const setup = await opened()
    const { payment_method = '' } = await giveCard(app, setup)
    const joining = { customerId: setup.customerId, paymentMethodId: payment_method }
    await Promise.all([subscribe(app, person, joining), giveUp(), giveUp()])
    await reconcileSubscriptions(app.context)
    const isMember = (await membershipOf(app, person))?.status === 'active'
    const kept = (await paymentsOf(app, person)).filter(({ status }) => status === 'completed')
    expect(kept).toHaveLength(isMember ? 1 : 0)
    expect((await openSignUp(app, await addPerson(app))).status).toBe(isMember ? 409 : 201)
  })

  test('taken in the meantime means no charge', async () => {
    const other = await addPerson(app)
    await leaveSpots(1)
    const setup = await opened()
    const { payment_method = '' } = await giveCard(app, setup)
    clock.advance(16)
    expect((await join(app, other)).response.status).toBe(201)
    const answer = await subscribe(app, person, {
      customerId: setup.customerId,
      paymentMethodId: payment_method,
    })
    expect(await refusalOf(answer)).toEqual([409, 'membership_full'])
    expect(await paymentsOf(app, person)).toEqual([])
  })
})

describe('an unfinished sign-up', () => {
  test('is ended at the provider when it expires, so that nothing is charged later', async () => {
    const setup = await opened()
    const { payment_method = '' } = await giveCard(app, setup, cards.asksOnSession)
    const paymentMethodId = payment_method || ((await afterBank(setup)) ?? '')
    const answer = await progress(
      await subscribe(app, person, { customerId: setup.customerId, paymentMethodId }),
    )
    expect(answer.status).toBe('requires_action')
    const { stripe } = app.context.payments
    // An event about it may arrive late and put off the next check, so there may be several.
    await expect
      .poll(async () => {
        clock.advance(20)
        await reconcileSubscriptions(app.context)
        const list = await stripe?.subscriptions.list({ customer: setup.customerId, status: 'all' })
        return list?.data.map(({ status }) => status)
      })
      .not.toContain('incomplete')
    expect(await paymentsOf(app, person)).toEqual([])
    expect(await mailsTo(app, person)).toEqual([])
  })

  async function afterBank(setup: OpenedSignUp) {
    const asked = await giveCard(app, setup, cards.asksOnSession)
    await answerBank(asked.next_action?.redirect_to_url?.url ?? '', 'complete')
    return (await opened()).paymentMethodId
  }

  test('becomes a membership even if the answer with its subscription was lost', async () => {
    // Events fail too; otherwise one would arrive before the job.
    const { webhookSecret } = app.context.payments
    Object.assign(app.context.payments, { webhookSecret: 'whsec_lost' })
    onTestFinished(() => void Object.assign(app.context.payments, { webhookSecret }))
    const setup = await opened()
    const { payment_method = '' } = await giveCard(app, setup)
    const [hold] = await app.db
      .selectFrom('checkout_holds')
      .select('id')
      .where('user_id', '=', person.id)
      .execute()
    // The state after a crash between the provider's answer and ours.
    const { stripe } = app.context.payments
    await app.db
      .updateTable('checkout_holds')
      .set({ details: JSON.stringify({ attempt: 0, asked_at: clock.now().toISOString() }) })
      .where('user_id', '=', person.id)
      .execute()
    await stripe?.subscriptions.create(
      {
        customer: setup.customerId,
        items: [{ price: PRICE }],
        default_payment_method: payment_method,
        metadata: { checkout_hold_id: hold?.id ?? '', attempt: '0' },
      },
      { idempotencyKey: `membership-${hold?.id}-0` },
    )
    clock.advance(3)
    // The provider does not answer at first.
    if (!stripe) throw new Error('the sandbox does not run')
    const list = vi
      .spyOn(stripe.subscriptions, 'list')
      .mockRejectedValue(new Stripe.errors.StripeConnectionError())
    await reconcileSubscriptions(app.context)
    list.mockRestore()
    const askedAt = async () => (await holdsOf(person))[0]?.details.asked_at
    expect(await askedAt()).not.toBeNull()
    expect(await membershipOf(app, person)).toBeNull()
    clock.advance(15)
    await reconcileSubscriptions(app.context)
    await expect.poll(askedAt).toBeNull()
    await expect.poll(() => membershipOf(app, person)).toMatchObject({ status: 'active' })
    expect(await paymentsOf(app, person)).toHaveLength(1)
  })
})
