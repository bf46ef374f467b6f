import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, facilityDay, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday, ZONE } from '../../test/cageTime.ts'
import { confirmPayment, openPayment, payByCard, sendCard, testCards } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { type CardShop, startCardShop } from '../payments/paymentTestKit.ts'
import { addClass, addSession, register } from './classTestKit.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const day = tuesday()

let shop: CardShop
let customer: Person
let stranger: Person
beforeAll(async () => {
  shop = await startCardShop()
  ;[customer, stranger] = await Promise.all([
    addPerson(shop.app, { name: 'Jo Slugger' }),
    addPerson(shop.app),
  ])
})
afterAll(() => shop.close())

/** A class at 25 dollars with sessions on this many Tuesdays. */
async function weekly(count: number, plan: Parameters<typeof addClass>[1] = {}) {
  const classId = await addClass(shop.app.db, plan)
  const sessions: string[] = []
  for (let week = 0; week < count; week += 1) {
    sessions.push(await addSession(shop.app.db, classId, addDays(day, 7 * week)))
  }
  return { classId, sessions }
}

const ask = (instanceIds: readonly string[], amount: number, person: Person | null = customer) =>
  shop.app.request('/api/payments/intents', {
    json: { instanceIds, isMultiple: instanceIds.length > 1, amount },
    cookie: person?.cookie ?? '',
  })
const refusalFor = async (...asked: Parameters<typeof ask>) => {
  const response = await ask(...asked)
  const { code, details } = await bodyOf<{ code: string; details: { sessions?: { id: string }[] } }>(response)
  return [response.status, code, details?.sessions?.map(({ id }) => id)]
}
const registrationsOf = (sessions: readonly string[]) =>
  shop.app.db
    .selectFrom('class_registrations')
    .select(['class_instance_id', 'user_id', 'status', 'total_cost'])
    .where('class_instance_id', 'in', sessions)
    .where('status', '<>', 'canceled')
    .orderBy('total_cost', 'desc')
    .execute()
const holdsOf = (sessions: readonly string[]) =>
  shop.app.db
    .selectFrom('checkout_hold_seats')
    .innerJoin('checkout_holds', 'checkout_holds.id', 'checkout_hold_id')
    .select('class_instance_id')
    .where('class_instance_id', 'in', sessions)
    .where('status', '=', 'held')
    .execute()

describe('paying for class sessions', () => {
  test('books all of them as paid, each with its part of the payment, and confirms in one mail', async () => {
    const { sessions } = await weekly(3, { name: 'Bat <Speed>' })

    const state = await payByCard(shop.app, customer.cookie, {
      instanceIds: sessions,
      isMultiple: true,
      amount: 7500,
    })

    expect(state).toMatchObject({
      status: 'succeeded',
      payment: {
        paymentType: 'class_booking',
        amount: 75,
        description: expect.stringMatching(
          /^Bat <Speed>: 3 sessions(\nTue, \w{3} \d{1,2}, 4:00–5:00 PM){3}$/,
        ),
        booking_count: 3,
      },
    })
    const file = await shop.app.request(state.payment.calendar_url ?? '', { cookie: customer.cookie })
    expect((await file.text()).match(/BEGIN:VEVENT/g)).toHaveLength(3)
    expect(await registrationsOf(sessions)).toEqual(
      expect.arrayContaining(
        sessions.map((id) => ({
          class_instance_id: id,
          user_id: customer.id,
          status: 'paid',
          total_cost: '25.00',
        })),
      ),
    )
    const items = await shop.app.db
      .selectFrom('payment_items')
      .innerJoin('class_registrations', 'class_registrations.id', 'class_registration_id')
      .select(['amount', 'class_instance_id'])
      .where('payment_transaction_id', '=', state.payment.payment_transaction_id)
      .execute()
    expect(items.map(({ amount }) => amount)).toEqual(['25.00', '25.00', '25.00'])
    expect(new Set(items.map((item) => item.class_instance_id))).toEqual(new Set(sessions))
    const mails = await shop.app.db
      .selectFrom('outbox')
      .select(['to_email', 'data', 'calendar'])
      .where('dedupe_key', '=', `class-booked:${state.payment.payment_transaction_id}`)
      .execute()
    expect(mails).toMatchObject([{ to_email: customer.email }])
    expect(mails[0]?.data).toMatchObject({
      full_name: 'Jo Slugger',
      total: '$75.00',
      sessions: [0, 1, 2].map(() => ({
        class_name: 'Bat <Speed>',
        time: '4:00–5:00 PM',
        price: '$25.00',
      })),
    })
    const calendar = mails[0]?.calendar
    const entries = calendar && 'entries' in calendar ? calendar.entries : []
    expect(entries).toHaveLength(3)
    expect(entries[0]).toMatchObject({
      summary: 'Class: Bat <Speed>',
      start: instantOf(day, '16:00', ZONE).toISOString(),
      canceled: false,
    })
    expect(await holdsOf(sessions)).toEqual([])
  })

  test('lists as many dates as fit in one line for the provider, and all in the payment history', async () => {
    const { sessions } = await weekly(40, { name: 'Long Season' })
    const { description, paymentIntentId, ...opened } = await openPayment(shop.app, customer.cookie, {
      instanceIds: sessions,
      isMultiple: true,
      amount: 100_000,
    })
    const [title, ...dates] = description.split('\n')
    expect(title).toBe('Long Season: 40 sessions')
    expect(dates).toHaveLength(40)
    const intent = await shop.app.context.payments.stripe?.paymentIntents.retrieve(paymentIntentId)
    expect(intent?.description).toContain(`${title}; ${dates[0]}; ${dates[1]}; `)
    expect(intent?.description).toMatch(/; and \d+ more$/)
    expect(intent?.description?.length).toBeLessThanOrEqual(1_000)
    await sendCard(shop.app, { ...opened, paymentIntentId })
    await confirmPayment(shop.app, customer.cookie, { ...opened, paymentIntentId })
    const history = await bodyOf<{ payment_description: string }[]>(
      shop.app.request('/api/me/payments', { cookie: customer.cookie }),
    )
    expect(history.map(({ payment_description }) => payment_description)).toContain(description)
  })

  test('names a single session with day and time', async () => {
    const { sessions } = await weekly(1, { name: 'Bunting' })
    const opened = await openPayment(shop.app, customer.cookie, { instanceIds: sessions, amount: 2500 })
    expect(opened.description).toMatch(/^Bunting, Tue, \w{3} \d{1,2}, 4:00–5:00 PM$/)
  })

  test('can include sessions of several classes, each at its own price', async () => {
    const { sessions } = await weekly(1)
    const other = await weekly(1, { name: 'Arm Care', price: '19.50' })
    const both = [...sessions, ...other.sessions]
    const state = await payByCard(shop.app, customer.cookie, { instanceIds: both, amount: 4450 })
    expect(state.status).toBe('succeeded')
    expect((await registrationsOf(both)).map(({ total_cost }) => total_cost)).toEqual(['25.00', '19.50'])
  })

  test('books nothing while the card is declined, and then with another card', async () => {
    const { sessions } = await weekly(2)
    const opened = await openPayment(shop.app, customer.cookie, { instanceIds: sessions, amount: 5000 })
    await sendCard(shop.app, opened, testCards.declined)
    expect((await confirmPayment(shop.app, customer.cookie, opened)).status).toBe('requires_payment_method')
    expect(await registrationsOf(sessions)).toEqual([])
    expect(await holdsOf(sessions)).toHaveLength(2)
    await sendCard(shop.app, opened)
    expect((await confirmPayment(shop.app, customer.cookie, opened)).status).toBe('succeeded')
    expect(await registrationsOf(sessions)).toHaveLength(2)
  })

  test('that is canceled frees the seats at once, and the person can start again', async () => {
    const { sessions } = await weekly(1, { maxSpots: 1 })
    const opened = await openPayment(shop.app, customer.cookie, { instanceIds: sessions, amount: 2500 })
    expect(await refusalFor(sessions, 2500, stranger)).toEqual([409, 'class_session_full', sessions])
    await shop.app.request('/api/payments/cancel', {
      json: { payment_intent_id: opened.paymentIntentId },
      cookie: customer.cookie,
    })
    expect((await ask(sessions, 2500, stranger)).status).toBe(201)
  })

  test('with another selection replaces the open checkout', async () => {
    const { sessions } = await weekly(2, { maxSpots: 1 })
    await openPayment(shop.app, customer.cookie, { instanceIds: sessions, amount: 5000 })
    const [first] = sessions
    expect((await ask([String(first)], 2500)).status).toBe(201)
    expect(await holdsOf(sessions)).toEqual([{ class_instance_id: first }])
  })
})

describe('the price of sessions', () => {
  const addMember = async (status: string) => {
    const member = await addPerson(shop.app)
    await shop.app.db
      .insertInto('subscriptions')
      .values({ user_id: member.id, status: status as 'active' })
      .execute()
    return member
  }

  test('has 15 % off for an active member, shared over the sessions to the cent', async () => {
    const { sessions } = await weekly(2, { price: '19.99' })
    const other = await weekly(1, { price: '10.01' })
    const member = await addMember('active')
    const all = [...sessions, ...other.sessions]
    // 49.99 less 7.50.
    const state = await payByCard(shop.app, member.cookie, { instanceIds: all, amount: 4249 })
    expect(state).toMatchObject({ status: 'succeeded', payment: { amount: 42.49 } })
    const paid = (await registrationsOf(all)).map(({ total_cost }) => Math.round(Number(total_cost) * 100))
    expect(paid.reduce((sum, cents) => sum + cents, 0)).toBe(4249)
    expect(paid).toEqual([1699, 1699, 851])
  })

  test.each(['trialing', 'past_due', 'unpaid', 'canceled'])('has nothing off while %s', async (status) => {
    const { sessions } = await weekly(1)
    const person = await addMember(status)
    expect(await refusalFor(sessions, 2125, person)).toEqual([409, 'price_changed', undefined])
    expect((await ask(sessions, 2500, person)).status).toBe(201)
  })

  test('is the database’s: another amount is refused with the correct one, and nothing is held', async () => {
    const { sessions } = await weekly(2)
    for (const amount of [0, 1, 2500, 4999, 5001]) {
      const response = await ask(sessions, amount)
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({ code: 'price_changed', details: { total_amount: 50 } })
    }
    expect(await holdsOf(sessions)).toEqual([])
  })

  test('of zero cannot be paid by card', async () => {
    const { sessions } = await weekly(1, { price: '0.00' })
    expect(await refusalFor(sessions, 0)).toEqual([409, 'nothing_to_pay', undefined])
  })

  test('below the minimum of a card payment is refused, unless several sessions together exceed it', async () => {
    const { sessions } = await weekly(2, { price: '0.25' })
    expect(await refusalFor(sessions.slice(1), 25)).toEqual([409, 'below_card_minimum', undefined])
    expect((await ask(sessions, 50)).status).toBe(201)
  })
})

describe('create-payment-intent refuses sessions, all of them for one', () => {
  test('to a visitor', async () => {
    const { sessions } = await weekly(1)
    expect(await refusalOf(await ask(sessions, 2500, null))).toEqual([401, 'payment_login_required'])
  })

  test('when none is selected, or one twice', async () => {
    const { sessions } = await weekly(1)
    const [id = ''] = sessions
    expect(await refusalOf(await ask([], 0))).toEqual([400, 'invalid_input'])
    expect(await refusalOf(await ask([id, id], 5000))).toEqual([400, 'invalid_input'])
    expect(await refusalOf(await ask([id, id.toUpperCase()], 5000))).toEqual([400, 'invalid_input'])
    expect(await refusalOf(await ask(['session'], 2500))).toEqual([400, 'invalid_input'])
  })

  test('that do not exist', async () => {
    const { sessions } = await weekly(1)
    const response = await ask([...sessions, NOBODY], 5000)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      code: 'class_session_not_found',
      details: { instance_ids: [NOBODY] },
    })
    expect(await holdsOf(sessions)).toEqual([])
  })

  test('if one is full, canceled, over or already booked by the caller, and names it', async () => {
    const { classId, sessions } = await weekly(1, { maxSpots: 1 })
    const { db } = shop.app
    const full = await addSession(db, classId, addDays(day, 70))
    await register(db, full)
    const canceled = await addSession(db, classId, addDays(day, 77), { status: 'canceled' })
    const over = await addSession(db, classId, addDays(facilityDay(shop.clock.now(), ZONE), -1))
    const mine = await addSession(db, classId, addDays(day, 84))
    await register(db, mine, { userId: customer.id })
    const withEach = (id: string) => refusalFor([...sessions, id], 5000)
    expect(await withEach(full)).toEqual([409, 'class_session_full', [full]])
    expect(await withEach(canceled)).toEqual([409, 'class_session_canceled', [canceled]])
    expect(await withEach(over)).toEqual([409, 'class_session_over', [over]])
    expect(await withEach(mine)).toEqual([409, 'class_already_booked', [mine]])
    expect(await holdsOf(sessions)).toEqual([])
  })

  test('and reveals nothing about other people’s seats except that it is full', async () => {
    const { sessions } = await weekly(1, { maxSpots: 1, name: 'Catching' })
    await register(shop.app.db, String(sessions[0]), { userId: stranger.id })
    expect(await (await ask(sessions, 2500)).json()).toMatchObject({
      details: {
        sessions: [
          {
            id: sessions[0],
            class_name: 'Catching',
            class_date: day,
            start_time: '16:00',
            end_time: '17:00',
          },
        ],
      },
    })
  })

  test('whose seat is free again once its registration is canceled', async () => {
    const { sessions } = await weekly(1, { maxSpots: 1 })
    await register(shop.app.db, String(sessions[0]), { userId: customer.id, status: 'canceled' })
    expect((await payByCard(shop.app, customer.cookie, { instanceIds: sessions, amount: 2500 })).status).toBe(
      'succeeded',
    )
  })
})

describe('a payment for a seat that is no longer available is refunded', () => {
  const openOne = async () => {
    const { classId, sessions } = await weekly(1, { maxSpots: 1 })
    const opened = await openPayment(shop.app, customer.cookie, { instanceIds: sessions, amount: 2500 })
    return { classId, session: String(sessions[0]), opened }
  }
  const pay = async (opened: Awaited<ReturnType<typeof openOne>>['opened']) => {
    await sendCard(shop.app, opened)
    return confirmPayment(shop.app, customer.cookie, opened)
  }
  const refundsOf = async (intentId: string) => (await shop.rows(intentId)).refunds

  test('because the session was canceled', async () => {
    const { session, opened } = await openOne()
    await shop.app.db
      .updateTable('class_instances')
      .set({ status: 'canceled' })
      .where('id', '=', session)
      .execute()
    expect((await pay(opened)).status).toBe('refunded')
    expect(await registrationsOf([session])).toEqual([])
    expect(await refundsOf(opened.paymentIntentId)).toMatchObject([
      { amount: '25.00', reason: 'registration_canceled' },
    ])
  })

  test('because staff registered the same person in the meantime', async () => {
    const { classId, session, opened } = await openOne()
    await shop.app.db.updateTable('classes').set({ max_spots: 5 }).where('id', '=', classId).execute()
    await register(shop.app.db, session, { userId: customer.id, status: 'paid' })
    expect((await pay(opened)).status).toBe('refunded')
    expect(await registrationsOf([session])).toHaveLength(1)
    expect(await refundsOf(opened.paymentIntentId)).toHaveLength(1)
  })

  test('because the session is deleted', async () => {
    const { session, opened } = await openOne()
    await shop.app.db.deleteFrom('class_instances').where('id', '=', session).execute()
    expect((await pay(opened)).status).toBe('refunded')
    expect(await refundsOf(opened.paymentIntentId)).toHaveLength(1)
  })

  test('but a payment after the hold has expired gets the seat if it is free', async () => {
    const { session, opened } = await openOne()
    shop.clock.passMinutes(16)
    expect((await pay(opened)).status).toBe('succeeded')
    expect(await registrationsOf([session])).toMatchObject([{ user_id: customer.id, status: 'paid' }])
  })
})
