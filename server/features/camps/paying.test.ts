import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatDays } from '../../../shared/domain/time/timeFormat.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { confirmPayment, openPayment, payByCard, sendCard, testCards } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, addGuestRegistration, CAMP_DAYS, register, type TestCamp, teenager } from './campTestKit.ts'

const PRICE = 18_000

let app: TestApp
let customer: Person
let other: Person

beforeAll(async () => {
  app = await startTestApp()
  ;[customer, other] = await Promise.all([
    addPerson(app, { name: 'Pat Parent', ...teenager }),
    addPerson(app, teenager),
  ])
})
afterAll(() => app.close())

const campWith = (options: Parameters<typeof addCamp>[1] = {}) =>
  addCamp(app.db, { name: `Camp ${randomUUID()}`, ...options })
const seat = (camp: TestCamp, more: object = {}) => ({ campId: camp.id, amount: PRICE, ...more })
const intent = (request: object, person: Person | null = customer) =>
  app.request('/api/payments/intents', { json: request, ...(person ? { cookie: person.cookie } : {}) })
const registrationsOf = (camp: TestCamp) =>
  app.db
    .selectFrom('camp_registrations')
    .select(['id', 'user_id', 'status', 'total_cost'])
    .where('camp_id', '=', camp.id)
    .where('guest_name', 'is', null)
    .where('status', '<>', 'canceled')
    .execute()
const registered = async (camp: TestCamp, person = customer) =>
  (await bodyOf<{ registration_id: string }>(register(app, camp, person))).registration_id
const setPaid = (id: string, person = customer) =>
  app.request('/api/camp-registrations/payment-status', {
    json: { p_registration_id: id, p_new_status: 'paid' },
    cookie: person.cookie,
  })
const mailsAbout = (camp: TestCamp) =>
  app.db
    .selectFrom('outbox')
    .select(['template', 'data'])
    .where(({ eb, ref }) => eb(ref('data', '->>').key('camp_name'), '=', camp.name))
    .orderBy('created_at')
    .execute()

describe('a seat by card', () => {
  test('is registered as paid, tied to its payment, and confirmed by mail once', async () => {
    const camp = await campWith()
    const state = await payByCard(app, customer.cookie, seat(camp, { description: 'A gift' }))
    expect(state).toMatchObject({
      status: 'succeeded',
      payment: {
        amount: 180,
        paymentType: 'camp_registration',
        description: `${camp.name}, ${formatDays(...CAMP_DAYS)}`,
        booking_count: 1,
      },
    })
    const [row] = await registrationsOf(camp)
    expect(row).toMatchObject({ user_id: customer.id, status: 'paid', total_cost: '180.00' })
    expect(state.payment.calendar_url).toBe(`/api/me/calendar.ics?id=${row?.id}`)
    const items = await app.db
      .selectFrom('payment_items')
      .select(['payment_transaction_id', 'amount'])
      .where('camp_registration_id', '=', row?.id ?? '')
      .execute()
    expect(items).toEqual([
      { payment_transaction_id: state.payment.payment_transaction_id, amount: '180.00' },
    ])
    expect(await mailsAbout(camp)).toMatchObject([
      {
        template: 'camp-registered',
        data: {
          headline: 'You are registered',
          payment_line: 'Your payment has been received. Thank you!',
        },
      },
    ])
    const mine = await app.request(`/api/camps/${camp.id}/my-registration`, { cookie: customer.cookie })
    expect(await mine.json()).toMatchObject({ status: 'paid', receipt_url: expect.stringMatching(/^http/) })
  })

  test('is held while its buyer pays, and released when the buyer cancels', async () => {
    const camp = await campWith({ max_spots: 1 })
    const opened = await openPayment(app, customer.cookie, seat(camp))
    expect(await refusalOf(await register(app, camp, other))).toEqual([409, 'camp_full'])
    await app.request('/api/payments/cancel', {
      json: { payment_intent_id: opened.paymentIntentId },
      cookie: customer.cookie,
    })
    expect((await register(app, camp, other)).status).toBe(201)
  })

  test('is not booked with a declined card', async () => {
    const camp = await campWith()
    const state = await payByCard(app, customer.cookie, seat(camp), testCards.declined)
    expect(state.status).toBe('requires_payment_method')
    expect(await registrationsOf(camp)).toEqual([])
    expect(await mailsAbout(camp)).toEqual([])
  })

  test('can only be paid by card where the camp has no payment on arrival', async () => {
    const camp = await campWith({ pay_on_arrival_enabled: false })
    expect((await payByCard(app, customer.cookie, seat(camp))).status).toBe('succeeded')
  })

  test.each([
    ['a changed amount', {}, { amount: 100 }, [409, 'price_changed']],
    ['a camp that is not published', { published: false }, {}, [404, 'camp_not_found']],
    ['a closed camp', { registration_enabled: false }, {}, [409, 'registration_closed']],
    ['a free camp', { price: '0.00' }, { amount: 0 }, [409, 'nothing_to_pay']],
    ['a registration that is none', {}, { registrationId: randomUUID() }, [404, 'registration_not_found']],
  ] as const)('refuses %s, and holds nothing', async (_name, options, more, refusal) => {
    const camp = await campWith(options)
    expect(await refusalOf(await intent(seat(camp, more)))).toEqual(refusal)
    expect(await registrationsOf(camp)).toEqual([])
    const held = await app.db.selectFrom('checkout_hold_seats').where('camp_id', '=', camp.id).selectAll()
    expect(await held.execute()).toEqual([])
  })

  test('refuses a wrong price with the current one', async () => {
    const response = await intent(seat(await campWith({ price: '199.50' })))
    expect(await response.json()).toMatchObject({ code: 'price_changed', details: { total_amount: 199.5 } })
  })

  test('refuses a visitor, a full camp, and a person who has a seat', async () => {
    const camp = await campWith({ max_spots: 1 })
    expect(await refusalOf(await intent(seat(camp), null))).toEqual([401, 'payment_login_required'])
    const id = await registered(camp)
    expect(await refusalOf(await intent(seat(camp), other))).toEqual([409, 'camp_full'])
    const again = await intent(seat(camp))
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({
      code: 'already_registered',
      details: { registration_id: id, status: 'registered' },
    })
  })

  test('a payment that succeeds after its seat was taken by someone else is refunded', async () => {
    const camp = await campWith({ max_spots: 1 })
    const opened = await openPayment(app, customer.cookie, seat(camp))
    await app.db
      .updateTable('checkout_holds')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', (hold) =>
        hold
          .selectFrom('payment_transactions')
          .select('checkout_hold_id')
          .where('stripe_payment_intent_id', '=', opened.paymentIntentId),
      )
      .execute()
    expect((await register(app, camp, other)).status).toBe(201)
    await sendCard(app, opened)
    expect((await confirmPayment(app, customer.cookie, opened)).status).toBe('refunded')
    expect(await registrationsOf(camp)).toMatchObject([{ user_id: other.id }])
  })

  test('a registration made in the meantime to be paid on arrival becomes paid, not doubled', async () => {
    const camp = await campWith()
    const opened = await openPayment(app, customer.cookie, seat(camp))
    await sendCard(app, opened)
    const id = randomUUID()
    await app.db
      .insertInto('camp_registrations')
      .values({ id, camp_id: camp.id, user_id: customer.id, total_cost: '150.00' })
      .execute()
    expect((await confirmPayment(app, customer.cookie, opened)).status).toBe('succeeded')
    expect(await registrationsOf(camp)).toEqual([
      { id, user_id: customer.id, status: 'paid', total_cost: '180.00' },
    ])
  })
})

describe('paying later', () => {
  test('pays the registration at the agreed price, also for a camp that is now full and closed', async () => {
    const camp = await campWith({ max_spots: 2 })
    const registrationId = await registered(camp)
    await addGuestRegistration(app.db, camp)
    await app.db
      .updateTable('camps')
      .set({ price: '500.00', registration_enabled: false, published: false })
      .where('id', '=', camp.id)
      .execute()
    const state = await payByCard(app, customer.cookie, seat(camp, { registrationId }))
    expect(state.status).toBe('succeeded')
    expect(await registrationsOf(camp)).toEqual([
      { id: registrationId, user_id: customer.id, status: 'paid', total_cost: '180.00' },
    ])
    expect((await mailsAbout(camp)).map(({ data }) => data.headline)).toEqual([
      'You are registered',
      'Your camp is paid',
    ])
  })

  test('answers a canceled registration and that of another camp as one that does not exist', async () => {
    const [camp, elsewhere] = [await campWith(), await campWith()]
    const canceled = await registered(camp)
    await app.db
      .updateTable('camp_registrations')
      .set({ status: 'canceled' })
      .where('id', '=', canceled)
      .execute()
    const mine = await registered(elsewhere)
    for (const registrationId of [canceled, mine]) {
      const response = await intent(seat(camp, { registrationId }))
      expect(await refusalOf(response)).toEqual([404, 'registration_not_found'])
    }
  })

  test('is refused for a paid registration, and for another amount than agreed', async () => {
    const camp = await campWith()
    const registrationId = await registered(camp)
    const wrong = await intent(seat(camp, { registrationId, amount: 1 }))
    expect(await wrong.json()).toMatchObject({ code: 'price_changed', details: { total_amount: 180 } })
    await payByCard(app, customer.cookie, seat(camp, { registrationId }))
    const again = await intent(seat(camp, { registrationId }))
    expect(await refusalOf(again)).toEqual([409, 'already_registered'])
  })

  test('a payment for a registration that staff canceled in the meantime is refunded', async () => {
    const camp = await campWith()
    const registrationId = await registered(camp)
    const opened = await openPayment(app, customer.cookie, seat(camp, { registrationId }))
    // Before the card: the provider's event of the charge would pay the registration at any moment after it.
    await app.db
      .updateTable('camp_registrations')
      .set({ status: 'canceled' })
      .where('id', '=', registrationId)
      .execute()
    await sendCard(app, opened)
    expect((await confirmPayment(app, customer.cookie, opened)).status).toBe('refunded')
    expect(await registrationsOf(camp)).toEqual([])
  })
})

describe('update_camp_registration_payment_status', () => {
  test('relies on the provider, not on the browser', async () => {
    const camp = await campWith()
    const registrationId = await registered(camp)
    expect(await refusalOf(await setPaid(registrationId))).toEqual([409, 'payment_not_completed'])
    const opened = await openPayment(app, customer.cookie, seat(camp, { registrationId }))
    expect(await refusalOf(await setPaid(registrationId))).toEqual([409, 'payment_not_completed'])
    await sendCard(app, opened, testCards.declined)
    expect(await refusalOf(await setPaid(registrationId))).toEqual([409, 'payment_not_completed'])
    expect(await registrationsOf(camp)).toMatchObject([{ status: 'registered' }])
    await sendCard(app, opened)
    for (const _ of ['first', 'again']) {
      const response = await setPaid(registrationId)
      expect(await response.json()).toEqual({ registration_id: registrationId, status: 'paid' })
    }
    expect(await registrationsOf(camp)).toMatchObject([{ status: 'paid' }])
    expect(await mailsAbout(camp)).toHaveLength(2)
  })

  test('sets nothing but paid', async () => {
    const response = await app.request('/api/camp-registrations/payment-status', {
      json: { p_registration_id: randomUUID(), p_new_status: 'canceled' },
      cookie: customer.cookie,
    })
    expect(await refusalOf(response)).toEqual([400, 'invalid_input'])
  })
})
