/** Refunds by the decision of staff: never more than was paid, to the card or by hand, with the place kept or freed. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { group, tuesday } from '../../../test/cageTime.ts'
import { confirmPayment, openPayment, payByCard, sendCard, testCards } from '../../../test/cardPayment.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import type { TestApp } from '../../../test/testApp.ts'
import { addCamp, register, teenager } from '../../camps/campTestKit.ts'
import { type CardShop, startCardShop } from '../paymentTestKit.ts'
import { sendRefunds } from './sendRefunds.ts'

let shop: CardShop
let app: TestApp
let other: TestApp
let customer: Person
let desk: Person
let admin: Person

beforeAll(async () => {
  shop = await startCardShop()
  app = shop.app
  other = await app.another()
  customer = await addPerson(app, { name: 'Pat Parent', ...teenager })
  desk = await addPerson(app, { role: 'desk' })
  admin = await addPerson(app, { role: 'admin' })
})
afterAll(() => shop.close())

/** An hour paid by card; the payment's id. */
async function paid(card: string = testCards.success): Promise<{ id: string; intent: string }> {
  const opened = await openPayment(app, customer.cookie, shop.hour())
  await sendCard(app, opened, card)
  await confirmPayment(app, customer.cookie, opened)
  const { id } = await paymentOf(opened.paymentIntentId)
  return { id, intent: opened.paymentIntentId }
}

const paymentOf = (intentId: string) =>
  app.db
    .selectFrom('payment_transactions')
    .select('id')
    .where('stripe_payment_intent_id', '=', intentId)
    .executeTakeFirstOrThrow()

/** A camp registration that is to be paid. */
async function seats() {
  const camp = await addCamp(app.db, { name: `Camp ${randomUUID()}` })
  const { registration_id: id } = await bodyOf<{ registration_id: string }>(register(app, camp, customer))
  return { camp, id, seat: { campId: camp.id, registrationId: id, amount: 18_000 } }
}
const takeCash = (id: string) =>
  app.request('/api/admin/desk-payments', {
    json: { items: [{ kind: 'camp_registration', id }], method: 'cash' },
    cookie: desk.cookie,
  })

interface Refunded {
  message: string
  refund_amount: number
  refund_method: string
}
const refund = (id: string, json: object, person = admin, from = app, key = randomUUID()) =>
  from.request(`/api/admin/payments/${id}/refunds`, {
    json: { way: 'card', ...json },
    cookie: person.cookie,
    headers: { 'idempotency-key': key },
  })
const bookingOf = (paymentId: string) =>
  app.db
    .selectFrom('bookings')
    .innerJoin('payment_items', 'payment_items.booking_id', 'bookings.id')
    .select(['bookings.id', 'bookings.status'])
    .where('payment_transaction_id', '=', paymentId)
    .executeTakeFirstOrThrow()
const mailsTo = (person: Person, template: string) =>
  app.db
    .selectFrom('outbox')
    .select(['data'])
    .where('template', '=', template)
    .where('to_email', '=', person.email)
    .orderBy('created_at', 'desc')
    .execute()
/** The provider is asked after the answer. */
const sent = (intent: string, payment: object) =>
  expect.poll(async () => (await shop.rows(intent)).payment).toMatchObject(payment)
const reason = 'The machine broke down'

describe('refund-payment with what get-payment-refund-preview shows of the policy', () => {
  test('gives it without a reason, and the place is free', async () => {
    const { id, intent } = await paid()
    const preview = app.request(`/api/admin/payments/${id}/refund`, { cookie: desk.cookie })
    expect(await bodyOf(preview)).toEqual({
      ...{ customer_name: 'Pat Parent', customer_email: customer.email },
      ...{ paid: 30, refunded: 0, left: 30, by_rule: 30, customer_gets: 30 },
      ...{ ways: ['card', 'desk'], may_free: true, limit: 100 },
    })
    expect(await bodyOf<Refunded>(refund(id, { place: 'free' }, desk))).toMatchObject({
      refund_amount: 30,
      refund_method: 'card',
      message: expect.stringContaining('$30.00 goes back to the card.'),
    })
    expect((await bookingOf(id)).status).toBe('canceled')
    await sent(intent, { status: 'refunded', refunded_amount: '30.00' })
    expect(await refusalOf(await refund(id, { reason }))).toEqual([409, 'nothing_to_refund'])
  })
})

describe('refund-payment with another amount, as get-payment tells it', () => {
  test('takes a written reason, keeps the place, and is mirrored to the customer', async () => {
    const { id, intent } = await paid()
    expect(await refusalOf(await refund(id, { amount: 10 }))).toEqual([409, 'override_reason_required'])
    expect(await bodyOf(refund(id, { amount: 10, reason }))).toMatchObject({ refund_amount: 10 })
    await sent(intent, { status: 'completed', refunded_amount: '10.00' })
    expect((await bookingOf(id)).status).toBe('paid')
    expect(await mailsTo(customer, 'refund-by-staff')).toMatchObject([
      {
        data: {
          refund_line: expect.stringContaining('$10.00 goes back to the card you paid with.'),
          place_line: 'What you booked stays as it is.',
        },
      },
    ])
    const history = app.request('/api/me/payments', { cookie: customer.cookie })
    expect((await bodyOf<{ id: string }[]>(history)).find((each) => each.id === id)).toMatchObject({
      refunded_amount: 10,
    })
    const details = app.request(`/api/admin/payments/${id}`, { cookie: desk.cookie })
    expect(await bodyOf(details)).toMatchObject({
      refunds: [{ amount: 10, way: 'card', status: 'succeeded', note: reason }],
      items: [{ kind: 'booking', amount: 30 }],
    })
  })

  test('is never more than what is left, nor than the desk may give, nor to a card that did not pay', async () => {
    const { id } = await paid()
    expect(await refusalOf(await refund(id, { amount: 31, reason }))).toEqual([409, 'refund_exceeds_paid'])
    await app.db.updateTable('facility').set({ desk_refund_limit: '25.00' }).execute()
    expect(await refusalOf(await refund(id, { amount: 26, reason }, desk))).toEqual([
      403,
      'refund_above_limit',
    ])
    expect((await refund(id, { amount: 20, reason }, desk)).status).toBe(201)
    expect(await refusalOf(await refund(id, { amount: 6, reason }, desk))).toEqual([
      403,
      'refund_above_limit',
    ])
    await app.db.updateTable('facility').set({ desk_refund_limit: '100.00' }).execute()
    for (const person of [customer, await addPerson(app, { role: 'coach' })]) {
      expect(await refusalOf(await refund(id, { reason }, person))).toEqual([403, 'forbidden'])
    }
    expect(await refusalOf(await refund(randomUUID(), { reason }))).toEqual([404, 'payment_not_found'])
    expect(await refusalOf(await refund(id, { amount: -1, reason }))).toEqual([400, 'invalid_input'])
    const { receipt_id: byCash } = await bodyOf<{ receipt_id: string }>(takeCash((await seats()).id))
    expect(await refusalOf(await refund(byCash, { reason }))).toEqual([409, 'no_card_to_refund'])
    expect((await refund(byCash, { reason, way: 'desk' })).status).toBe(201)
    const { paymentIntentId } = await openPayment(app, customer.cookie, shop.hour())
    const pending = await paymentOf(paymentIntentId)
    expect(await refusalOf(await refund(pending.id, { reason }))).toEqual([409, 'payment_not_refundable'])
  })
})

test('A refund names what it is of: the one thing that was paid, or each by its share', async () => {
  const itemsRefunded = (paymentId: string) =>
    app.db
      .selectFrom('payment_items as item')
      .leftJoin('payment_refunds as back', 'back.payment_item_id', 'item.id')
      .select(['item.amount as paid', 'back.amount as refunded'])
      .where('item.payment_transaction_id', '=', paymentId)
      .orderBy('item.amount')
      .orderBy('back.created_at')
      .execute()
  const one = await paid()
  await refund(one.id, { amount: 10, reason })
  await refund(one.id, { amount: 5, reason })
  expect(await itemsRefunded(one.id)).toEqual([
    { paid: '30.00', refunded: '10.00' },
    { paid: '30.00', refunded: '5.00' },
  ])

  const day = tuesday(45)
  const both = {
    bookingDetails: [
      group(shop.cages[1] ?? '', day, '16:00', '17:00'),
      group(shop.cages[2] ?? '', day, '16:00', '16:30'),
    ],
    totalAmount: 50,
  }
  const opened = await openPayment(app, customer.cookie, both)
  await sendCard(app, opened)
  await confirmPayment(app, customer.cookie, opened)
  const { id } = await paymentOf(opened.paymentIntentId)
  await refund(id, { amount: 25, reason })
  expect(await itemsRefunded(id)).toEqual([
    { paid: '20.00', refunded: '10.00' },
    { paid: '30.00', refunded: '15.00' },
  ])
})

test('However many desks press at once, no more goes back than was paid, and each request counts once', async () => {
  const { id, intent } = await paid()
  const key = randomUUID()
  const answers = await Promise.all([
    ...[app, other, app, other].map((from) => refund(id, { amount: 20, reason }, admin, from)),
    refund(id, { amount: 5, reason }, admin, app, key),
    refund(id, { amount: 5, reason }, admin, other, key),
  ])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const { refunds } = await shop.rows(intent)
  const sum = refunds.reduce((total, { amount }) => total + Number(amount), 0)
  expect(sum).toBe(25)
  await Promise.all([sendRefunds(app.context), sendRefunds(other.context)])
  await sent(intent, { status: 'completed', refunded_amount: '25.00' })
  const { stripe } = app.context.payments
  const there = await stripe?.refunds.list({ payment_intent: intent })
  expect(there?.data.reduce((total, { amount }) => total + amount, 0)).toBe(2_500)
})

describe('a refund by hand, in list-desk-refunds and give-desk-refund', () => {
  const list = async (state: string) => {
    const path = `/api/admin/desk-refunds?state=${state}&page_size=100`
    const { items } = await bodyOf<{ items: { id: string; payment_id: string }[] }>(
      app.request(path, { cookie: desk.cookie }),
    )
    return items
  }

  test('is to be given until someone has given it, once', async () => {
    const { id, intent } = await paid()
    await refund(id, { amount: 30, reason, way: 'desk' })
    const waiting = (await list('to_give')).find((each) => each.payment_id === id)
    expect(waiting).toMatchObject({ amount: 30, customer_name: 'Pat Parent', status: 'pending' })
    expect((await shop.rows(intent)).payment?.status).toBe('completed')
    const give = (from: TestApp) =>
      from.request(`/api/admin/desk-refunds/${waiting?.id}/give`, { method: 'POST', cookie: desk.cookie })
    const answers = await Promise.all([give(app), give(other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await refusalOf(await give(app))).toEqual([409, 'refund_settled'])
    expect((await list('given')).find((each) => each.payment_id === id)).toMatchObject({
      status: 'succeeded',
    })
    expect((await shop.rows(intent)).payment).toMatchObject({ status: 'refunded', refunded_amount: '30.00' })
    await sendRefunds(app.context)
    expect((await app.context.payments.stripe?.refunds.list({ payment_intent: intent }))?.data).toEqual([])
    const unknown = app.request(`/api/admin/desk-refunds/${randomUUID()}/give`, {
      method: 'POST',
      cookie: desk.cookie,
    })
    expect(await refusalOf(await unknown)).toEqual([404, 'refund_not_found'])
  })

  test('can be noted as given at once', async () => {
    const { id, intent } = await paid()
    const answer = refund(id, { way: 'desk', place: 'free', given: true })
    expect(await bodyOf(answer)).toMatchObject({ message: '$30.00 was refunded.', refund_amount: 30 })
    expect((await shop.rows(intent)).payment?.status).toBe('refunded')
  })
})

describe('a camp registration', () => {
  const seatOf = (id: string) =>
    app.db.selectFrom('camp_registrations').select('status').where('id', '=', id).executeTakeFirstOrThrow()

  test('that is paid at the desk while its customer pays by card is paid once: the card is refunded', async () => {
    const { id, seat } = await seats()
    const opened = await openPayment(app, customer.cookie, seat)
    await sendCard(app, opened)
    expect((await takeCash(id)).status).toBe(201)
    await confirmPayment(app, customer.cookie, opened)
    const { refunds } = await shop.rows(opened.paymentIntentId)
    expect(refunds).toMatchObject([{ amount: '180.00', reason: 'duplicate' }])
    expect((await seatOf(id)).status).toBe('paid')
  })

  test('is set to paid by staff only by the word of the provider', async () => {
    const { id, seat } = await seats()
    const opened = await openPayment(app, customer.cookie, seat)
    const ask = (path: string, json: object, person = desk) =>
      app.request(path, { json, cookie: person.cookie })
    const setSeat = (person = desk) =>
      ask('/api/camp-registrations/payment-status', { p_registration_id: id, p_new_status: 'paid' }, person)
    const setPayment = (person = desk) =>
      ask(
        '/api/payments/status',
        { p_payment_intent_id: opened.paymentIntentId, p_new_status: 'completed' },
        person,
      )
    expect(await refusalOf(await setSeat())).toEqual([409, 'payment_not_completed'])
    expect(await refusalOf(await setPayment(admin))).toEqual([409, 'payment_not_completed'])
    expect(await refusalOf(await setPayment(await addPerson(app, teenager)))).toEqual([
      404,
      'payment_not_found',
    ])
    await sendCard(app, opened)
    expect((await setPayment(admin)).status).toBe(200)
    expect((await setSeat(admin)).status).toBe(200)
    expect((await seatOf(id)).status).toBe('paid')
  })

  test('is canceled with its refund, and its seat is free', async () => {
    const { camp, id, seat } = await seats()
    await payByCard(app, customer.cookie, seat)
    const { id: payment } = await app.db
      .selectFrom('payment_transactions as payment')
      .innerJoin('payment_items as item', 'item.payment_transaction_id', 'payment.id')
      .select('payment.id')
      .where('camp_registration_id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await refund(payment, { amount: 100, reason, place: 'free' })).status).toBe(201)
    expect((await seatOf(id)).status).toBe('canceled')
    const count = app.request(`/api/camps/${camp.id}/registrations/count`)
    expect((await count).status).toBeLessThan(500)
  })
})
