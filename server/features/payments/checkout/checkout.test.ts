import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { confirmPayment, openPayment, payByCard, sendCard, testCards } from '../../../test/cardPayment.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { type CardShop, startCardShop } from '../paymentTestKit.ts'

let shop: CardShop
let customer: Person
let stranger: Person

beforeAll(async () => {
  shop = await startCardShop()
  customer = await addPerson(shop.app, { name: 'Jo Slugger' })
  stranger = await addPerson(shop.app)
})
afterAll(() => shop.close())

const open = (request: unknown, person = customer) => openPayment(shop.app, person.cookie, request)
const ask = (path: string, json: unknown, cookie = customer.cookie) =>
  shop.app.request(path, { json, cookie })
const paid = { status: 'paid', payment_method: 'card', total_cost: '30.00' }

describe('create-payment-intent', () => {
  test('holds the slots, says until when, and asks the provider for the price of the database', async () => {
    const request = shop.hour()
    const opened = await open(request)

    expect(opened).toMatchObject({ payment_type: 'cage_booking', total_amount: 30 })
    expect(opened.paymentIntentId).toMatch(/^pi_/)
    const minutes = (Date.parse(opened.expires_at) - shop.clock.now().getTime()) / 60_000
    expect(minutes).toBeGreaterThan(14.5)
    expect(minutes).toBeLessThanOrEqual(15)
    const intent = await shop.app.context.payments.stripe?.paymentIntents.retrieve(opened.paymentIntentId)
    expect(intent).toMatchObject({ amount: 3000, currency: 'usd', status: 'requires_payment_method' })
    const taken = await ask('/api/bookings', request, stranger.cookie)
    expect(await refusalOf(taken)).toEqual([409, 'slots_taken'])
  })

  test('lists every session of a booking, each with cage, day and time', async () => {
    const [first, second] = [shop.hour(), shop.hour()]
    const { description } = await open({
      bookingDetails: [...first.bookingDetails, ...second.bookingDetails],
      totalAmount: 60,
    })
    const line = 'Cage 1, Tuesday, \\w+ \\d{1,2}(, \\d{4})?, 4:00–5:00 PM'
    expect(description).toMatch(new RegExp(`^Cage booking: 2 sessions\n${line}\n${line}$`))
  })

  test('goes on with the open checkout when the same is asked for again', async () => {
    const request = shop.hour()
    const first = await open(request)

    const second = await open(request)

    expect(second).toEqual(first)
  })

  test('lets a person change their mind without standing in their own way', async () => {
    const request = shop.hour()
    const first = await open(request)
    const [group] = request.bookingDetails
    const half = {
      bookingDetails: [{ ...group, endTime: new Date(Date.parse(group?.startTime ?? '') + 30 * 60_000) }],
      totalAmount: 20,
    }

    const second = await open(half)

    expect(second.paymentIntentId).not.toBe(first.paymentIntentId)
    expect((await shop.rows(first.paymentIntentId)).hold).toBe('released')
    await expect
      .poll(async () => (await shop.rows(first.paymentIntentId)).payment?.status, { timeout: 5_000 })
      .toBe('canceled')
  })

  test("leaves another customer's hold alone, whichever way the same slots are asked for", async () => {
    const holder = await addPerson(shop.app)
    const request = shop.hour()
    const opened = await open(request, holder)
    await open(shop.hour(), stranger)

    const byCard = await ask('/api/payments/intents', request, stranger.cookie)
    const onArrival = await ask('/api/bookings', request, stranger.cookie)

    expect(await refusalOf(byCard)).toEqual([409, 'slots_taken'])
    expect(await refusalOf(onArrival)).toEqual([409, 'slots_taken'])
    expect((await shop.rows(opened.paymentIntentId)).hold).toBe('held')
    await sendCard(shop.app, opened)
    expect((await confirmPayment(shop.app, holder.cookie, opened)).status).toBe('succeeded')
  })

  test('refuses a total that is not the price, and holds nothing', async () => {
    const request = { ...shop.hour(), totalAmount: 1 }

    const response = await ask('/api/payments/intents', request)

    expect(response.status).toBe(409)
    expect(await bodyOf(response)).toMatchObject({ code: 'price_changed', details: { total_amount: 30 } })
    expect((await ask('/api/bookings', { ...request, totalAmount: 30 }, stranger.cookie)).status).toBe(201)
  })

  test.each([
    ['a visitor', async () => ask('/api/payments/intents', shop.hour(), ''), [401, 'booking_login_required']],
    ['nothing', async () => ask('/api/payments/intents', {}), [400, 'invalid_input']],
    [
      'no slots',
      async () => ask('/api/payments/intents', { bookingDetails: [], totalAmount: 0 }),
      [400, 'no_slots'],
    ],
  ])('refuses %s', async (_name, send, refusal) => {
    expect(await refusalOf(await send())).toEqual(refusal)
  })

  test('is refused where the facility takes no cards for cages', async () => {
    const setting = (on: boolean) =>
      shop.app.db.updateTable('facility').set({ card_payment_for_cages: on }).execute()
    await setting(false)
    const refused = () => ask('/api/payments/intents', shop.hour()).then(refusalOf)

    await expect.poll(refused, { timeout: 5_000 }).toEqual([400, 'online_payment_unavailable'])

    await setting(true)
    await expect
      .poll(async () => (await ask('/api/payments/intents', shop.hour())).status, { timeout: 5_000 })
      .toBe(201)
  })
})

describe('confirm-payment', () => {
  test('books what was paid, once, with its payment, its message and its receipt', async () => {
    const opened = await open(shop.hour())
    await sendCard(shop.app, opened)

    const states = await Promise.all([1, 2, 3].map(() => confirmPayment(shop.app, customer.cookie, opened)))

    for (const state of states) {
      expect(state).toMatchObject({
        status: 'succeeded',
        message: 'Payment successful! Your booking is confirmed.',
        payment: { amount: 30, paymentType: 'cage_booking', card_brand: 'visa', card_last4: '4242' },
      })
      expect(state.payment.receiptUrl).toMatch(/^http/)
    }
    expect(await shop.rows(opened.paymentIntentId)).toEqual({
      payment: { status: 'completed', total_amount: '30.00', refunded_amount: '0.00' },
      hold: 'completed',
      bookings: [paid],
      refunds: [],
    })
    const { count } = await shop.app.db
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('template', '=', 'booking-confirmed')
      .where('to_user_id', '=', customer.id)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1)
  })

  test('says that the card was declined; another card on the same payment then works', async () => {
    const opened = await open(shop.hour())
    const declined = await sendCard(shop.app, opened, testCards.declined)
    expect(declined.error?.code).toBe('card_declined')
    expect(await confirmPayment(shop.app, customer.cookie, opened)).toMatchObject({
      status: 'requires_payment_method',
    })
    expect((await shop.rows(opened.paymentIntentId)).payment?.status).toBe('failed')

    await sendCard(shop.app, opened)

    expect((await confirmPayment(shop.app, customer.cookie, opened)).status).toBe('succeeded')
    expect((await shop.rows(opened.paymentIntentId)).bookings).toEqual([paid])
  })

  test.each([
    ['more than', { total_amount: '29.00' }],
    ['less than', { total_amount: '31.00' }],
    ['another currency than', { currency: 'cad' }],
  ])('gives all of it back and books nothing where %s the price was charged', async (_name, price) => {
    const opened = await open(shop.hour())
    await shop.app.db
      .updateTable('payment_transactions')
      .set(price)
      .where('stripe_payment_intent_id', '=', opened.paymentIntentId)
      .execute()
    await sendCard(shop.app, opened)

    expect((await confirmPayment(shop.app, customer.cookie, opened)).status).toBe('refunded')

    // The webhook may have been first: then its refund is still on the way to the provider.
    await expect
      .poll(() => shop.rows(opened.paymentIntentId))
      .toMatchObject({
        payment: { status: 'refunded', refunded_amount: '30.00' },
        bookings: [],
        refunds: [{ amount: '30.00', reason: 'wrong_amount' }],
      })
  })

  test('waits for 3-D Secure', async () => {
    const state = await payByCard(shop.app, customer.cookie, shop.hour(), testCards.authentication)

    expect(state.status).toBe('requires_action')
  })
})

describe('cancel-payment-intent', () => {
  test('frees the slots at once and closes the payment at the provider', async () => {
    const request = shop.hour()
    const opened = await open(request)

    const response = await ask('/api/payments/cancel', { payment_intent_id: opened.paymentIntentId })

    expect(await bodyOf(response)).toMatchObject({ status: 'canceled' })
    expect((await ask('/api/bookings', request, stranger.cookie)).status).toBe(201)
    expect((await sendCard(shop.app, opened)).error).toBeDefined()
  })

  test('finds a payment that was made in the same moment, and keeps it', async () => {
    const opened = await open(shop.hour())
    await sendCard(shop.app, opened)

    const response = await ask('/api/payments/cancel', { payment_intent_id: opened.paymentIntentId })

    expect(await bodyOf(response)).toMatchObject({ status: 'succeeded' })
    expect((await shop.rows(opened.paymentIntentId)).bookings).toEqual([paid])
  })
})

describe('update_payment_transaction_status', () => {
  test('completes nothing that the provider has not', async () => {
    const opened = await open(shop.hour())
    const body = { p_payment_intent_id: opened.paymentIntentId, p_new_status: 'completed' }

    expect(await refusalOf(await ask('/api/payments/status', body))).toEqual([409, 'payment_not_completed'])
    expect((await shop.rows(opened.paymentIntentId)).bookings).toEqual([])

    await sendCard(shop.app, opened)
    expect(await bodyOf(await ask('/api/payments/status', body))).toEqual({ status: 'completed' })
  })
})

test('get-payment-configuration names the sandbox and a publishable key', async () => {
  const response = await shop.app.request('/api/payments/configuration')

  expect(await bodyOf(response)).toEqual({
    mode: 'sandbox',
    publishable_key: expect.stringMatching(/^pk_test_/),
    api_base: '/payment-sandbox',
  })
})

test('every page says that payments are tests', async () => {
  const page = await (await shop.app.request('/book-cage')).text()

  expect(page).toContain('Test payments: no real card is charged.')
})
