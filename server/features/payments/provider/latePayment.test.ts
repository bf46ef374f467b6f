import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { group, tuesday } from '../../../test/cageTime.ts'
import { confirmPayment, openPayment, payByCard, sendCard } from '../../../test/cardPayment.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { cageCustomer } from '../../bookings/changeTestKit.ts'
import { type CardShop, startCardShop } from '../paymentTestKit.ts'
import { sendRefunds } from '../refunds/sendRefunds.ts'

let shop: CardShop
let customer: Person
let rival: Person

beforeAll(async () => {
  shop = await startCardShop()
  // No event is accepted here, as if the provider's word were lost.
  Object.assign(shop.app.context.payments, { webhookSecret: 'whsec_lost' })
  customer = await addPerson(shop.app)
  rival = await addPerson(shop.app)
})
afterAll(() => shop.close())

const mails = (template: string) =>
  shop.app.db
    .selectFrom('outbox')
    .select('data')
    .where('template', '=', template)
    .where('to_user_id', '=', customer.id)
    .execute()

describe('A payment that succeeds after its hold has ended', () => {
  test('is honoured when the place is still free', async () => {
    const opened = await openPayment(shop.app, customer.cookie, shop.hour())
    await sendCard(shop.app, opened)
    shop.clock.passMinutes(16)

    const state = await confirmPayment(shop.app, customer.cookie, opened)

    expect(state.status).toBe('succeeded')
    expect(await shop.rows(opened.paymentIntentId)).toMatchObject({
      payment: { status: 'completed' },
      bookings: [{ status: 'paid' }],
    })
  })

  test('goes back in full when someone else has the place, with a message and an entry in the audit log', async () => {
    const request = shop.hour()
    const opened = await openPayment(shop.app, customer.cookie, request)
    await sendCard(shop.app, opened)
    shop.clock.passMinutes(16)
    const theirs = await openPayment(shop.app, rival.cookie, request)
    await sendCard(shop.app, theirs)
    expect((await confirmPayment(shop.app, rival.cookie, theirs)).status).toBe('succeeded')

    const state = await confirmPayment(shop.app, customer.cookie, opened)

    expect(state).toMatchObject({ status: 'refunded', message: expect.stringContaining('back in full') })
    expect(await shop.rows(opened.paymentIntentId)).toEqual({
      payment: { status: 'refunded', total_amount: '30.00', refunded_amount: '30.00' },
      hold: 'completed',
      bookings: [],
      refunds: [{ amount: '30.00', reason: 'place_gone', status: 'succeeded' }],
    })
    const charge = await refundedAtProvider(opened.paymentIntentId)
    expect(charge).toBe(3000)
    expect(await mails('payment-refunded')).toMatchObject([{ data: { amount: '$30.00' } }])
    const entries = await shop.app.db
      .selectFrom('audit_log')
      .select(['action', 'description'])
      .where('table_name', '=', 'payment_refunds')
      .where('action', '=', 'INSERT')
      .execute()
    expect(entries).toEqual([
      { action: 'INSERT', description: expect.stringContaining('taken by someone else') },
    ])
  })
})

test('What someone paid whose account was deleted in the meantime goes back', async () => {
  const leaver = await addPerson(shop.app)
  const opened = await openPayment(shop.app, leaver.cookie, shop.hour())
  await sendCard(shop.app, opened)
  await shop.app.db.deleteFrom('profiles').where('id', '=', leaver.id).execute()
  shop.clock.passMinutes(3)

  await shop.reconcile()

  expect(await shop.rows(opened.paymentIntentId)).toMatchObject({
    payment: { status: 'refunded', refunded_amount: '30.00' },
    bookings: [],
  })
})

describe('A refund of which the provider was asked, and whose answer was lost,', () => {
  /** Of two hours paid with one card payment, one is canceled: enough is left for its refund to be made twice. */
  async function loseAnswer(weeks: number, attempts: number) {
    const payer = await addPerson(shop.app)
    const day = tuesday(weeks)
    await payByCard(shop.app, payer.cookie, {
      bookingDetails: shop.cages.slice(0, 2).map((cage) => group(cage, day, '16:00', '17:00')),
      totalAmount: 60,
    })
    const booked = await shop.app.db
      .selectFrom('bookings')
      .innerJoin('payment_items as item', 'item.booking_id', 'bookings.id')
      .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
      .select(['bookings.id', 'payment.id as payment_id', 'payment.stripe_payment_intent_id as intent'])
      .where('bookings.user_id', '=', payer.id)
      .executeTakeFirstOrThrow()
    await cageCustomer(shop.app, payer).cancel(booked.id)
    await sendRefunds(shop.app.context)
    await shop.app.db
      .updateTable('payment_refunds')
      .set({ status: 'pending', stripe_refund_id: null, attempts, next_attempt_at: new Date(0) })
      .where('payment_transaction_id', '=', booked.payment_id)
      .execute()
    return async () => {
      const noted = await shop.app.db
        .selectFrom('payment_refunds')
        .select(['status', 'stripe_refund_id as id'])
        .where('payment_transaction_id', '=', booked.payment_id)
        .execute()
      const made = await shop.app.context.payments.stripe?.refunds.list({
        payment_intent: booked.intent ?? '',
      })
      return { noted, made: made?.data.map(({ status, id }) => ({ status, id })) }
    }
  }

  test.each([
    ['is the same one under its idempotency key', 20, 0, async () => {}],
    [
      'is found by its mark once the provider has forgotten the key',
      21,
      1,
      () => sql`delete from stripe_sandbox.idempotency_keys`.execute(shop.app.db),
    ],
  ])('%s', async (_name, weeks, attempts, forget) => {
    const state = await loseAnswer(weeks, attempts)
    await forget()

    await sendRefunds(shop.app.context)

    const { noted, made } = await state()
    expect(made).toHaveLength(1)
    expect(noted).toEqual(made)
  })
})

describe('Booking on arrival', () => {
  const book = (request: unknown, { cookie }: Person) =>
    shop.app.request('/api/bookings', { json: request, cookie })

  test('is not kept from anybody by a hold whose time is over', async () => {
    const request = shop.hour()
    await openPayment(shop.app, customer.cookie, request)
    expect((await book(request, rival)).status).toBe(409)
    shop.clock.passMinutes(16)

    expect((await book(request, rival)).status).toBe(201)
  })

  test('takes the place of a checkout that the same person has left', async () => {
    const request = shop.hour()
    const opened = await openPayment(shop.app, customer.cookie, request)

    expect((await book(request, customer)).status).toBe(201)

    expect((await shop.rows(opened.paymentIntentId)).hold).toBe('released')
  })
})

describe('The minute job', () => {
  test('completes what was paid and never heard of', async () => {
    const opened = await openPayment(shop.app, customer.cookie, shop.hour())
    await sendCard(shop.app, opened)
    shop.clock.passMinutes(3)

    await shop.reconcile()

    expect(await shop.rows(opened.paymentIntentId)).toMatchObject({
      payment: { status: 'completed' },
      bookings: [{ status: 'paid' }],
    })
  })

  test('closes at the provider what was abandoned, so that it can never be charged', async () => {
    const opened = await openPayment(shop.app, customer.cookie, shop.hour())
    shop.clock.passMinutes(16)
    await shop.app.db
      .updateTable('checkout_holds')
      .set({ status: 'expired' })
      .where('status', '=', 'held')
      .execute()

    await shop.reconcile()

    expect(await shop.rows(opened.paymentIntentId)).toMatchObject({ payment: { status: 'canceled' } })
    expect((await sendCard(shop.app, opened)).error).toBeDefined()
  })

  test('finds the intent of which a crash kept us from knowing, and closes it', async () => {
    const opened = await openPayment(shop.app, customer.cookie, shop.hour())
    await shop.app.db
      .updateTable('payment_transactions')
      .set({ stripe_payment_intent_id: null })
      .where('stripe_payment_intent_id', '=', opened.paymentIntentId)
      .execute()
    shop.clock.passMinutes(16)
    await shop.app.db
      .updateTable('checkout_holds')
      .set({ status: 'expired' })
      .where('status', '=', 'held')
      .execute()

    await shop.reconcile()

    expect(await shop.rows(opened.paymentIntentId)).toMatchObject({ payment: { status: 'canceled' } })
  })

  test('does nothing to a payment that is fresh', async () => {
    const request = shop.hour()
    const opened = await openPayment(shop.app, customer.cookie, request)

    await shop.reconcile()

    expect(await shop.rows(opened.paymentIntentId)).toMatchObject({
      payment: { status: 'pending' },
      hold: 'held',
    })
  })
})

describe('An error while booking that says nothing of the place', () => {
  const breakBooking = () =>
    sql`create unique index booked_once_ever on bookings (user_id)`.execute(shop.app.db)
  const mendBooking = () => sql`drop index booked_once_ever`.execute(shop.app.db)

  test('sends no money back and keeps no other payment waiting: it is tried again', async () => {
    const [regular, newcomer] = [await addPerson(shop.app), await addPerson(shop.app)]
    expect((await payByCard(shop.app, regular.cookie, shop.hour())).status).toBe('succeeded')
    await shop.app.db.deleteFrom('bookings').where('user_id', 'not in', [regular.id]).execute()
    const failing = await openPayment(shop.app, regular.cookie, shop.hour())
    const sound = await openPayment(shop.app, newcomer.cookie, shop.hour())
    for (const opened of [failing, sound]) await sendCard(shop.app, opened)
    await breakBooking()
    shop.clock.passMinutes(3)

    await shop.reconcile()

    expect(await shop.rows(failing.paymentIntentId)).toMatchObject({
      payment: { status: 'pending' },
      refunds: [],
    })
    expect((await shop.rows(sound.paymentIntentId)).payment?.status).toBe('completed')
    await mendBooking()
    shop.clock.passMinutes(60)
    await shop.reconcile()
    expect(await shop.rows(failing.paymentIntentId)).toMatchObject({
      payment: { status: 'completed' },
      bookings: [{ status: 'paid' }],
    })
  })
})

async function refundedAtProvider(intentId: string): Promise<number> {
  const refunds = await shop.app.context.payments.stripe?.refunds.list({ payment_intent: intentId })
  return refunds?.data.reduce((sum, { amount }) => sum + amount, 0) ?? 0
}
