import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomerPayment } from '../../../shared/contract/accounts/accountPayments.ts'
import type {
  CustomerCampRegistration,
  CustomerClassRegistration,
} from '../../../shared/contract/accounts/accountRegistrations.ts'
import { bodyOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addCamp, addClass, addPayment, register, registerForCamp } from './accountTestKit.ts'

let app: TestApp
let stranger: Person

beforeAll(async () => {
  app = await startTestApp()
  stranger = await addPerson(app)
})
afterAll(() => app.close())

const listOf = <Row>(person: Person, what: 'payments' | 'camp-registrations' | 'class-registrations') =>
  bodyOf<Row[]>(app.request(`/api/me/${what}`, { cookie: person.cookie }))

/** Made on these days of March 2026, so that the order is known. */
const on = (date: number) => `2026-03-0${date}T12:00:00.000Z`

describe('list-my-camp-registrations', () => {
  const campsOf = (person: Person) => listOf<CustomerCampRegistration>(person, 'camp-registrations')

  test('lists own registrations newest first, with camp, timeslots and receipt', async () => {
    const person = await addPerson(app)
    const camp = await addCamp(app.db, 'Spring Camp', [
      [tuesday(1), '09:00', '12:00'],
      [tuesday(2), '09:00', '12:00'],
    ])
    const other = await addCamp(app.db, 'Fall Camp', [[tuesday(9), '09:00', '12:00']])
    const paid = await registerForCamp(app.db, {
      camp_id: camp,
      user_id: person.id,
      status: 'paid',
      created_at: on(1),
    })
    const later = await registerForCamp(app.db, { camp_id: other, user_id: person.id, created_at: on(2) })
    await addPayment(app.db, { receipt_url: 'https://pay.example/failed', status: 'failed' }, [
      { camp_registration_id: paid },
    ])
    await addPayment(app.db, { receipt_url: 'https://pay.example/1' }, [{ camp_registration_id: paid }])
    const list = await campsOf(person)
    expect(list.map(({ id }) => id)).toEqual([later, paid])
    expect(list[1]).toEqual({
      id: paid,
      camp_id: camp,
      registration_type: 'user',
      status: 'paid',
      total_cost: 120,
      refunded_amount: 0,
      created_at: on(1),
      receipt_url: 'https://pay.example/1',
      participant: null,
      booked_by: null,
      change: expect.any(Object),
      camps: {
        id: camp,
        name: 'Spring Camp',
        age_group: null,
        price: 120,
        start_date: tuesday(1),
        end_date: tuesday(2),
        banner_url: null,
        what_to_bring: null,
        published: true,
        camp_timeslots: [
          { date: tuesday(1), start_time: '09:00', end_time: '12:00' },
          { date: tuesday(2), start_time: '09:00', end_time: '12:00' },
        ],
      },
    })
    expect(list[0]).toMatchObject({ status: 'registered', receipt_url: null })
  })

  test('has what was entered for a guest with the same e-mail, and nobody else’s', async () => {
    const person = await addPerson(app)
    const camp = await addCamp(app.db, 'Guest Camp', [[tuesday(3), '09:00', '12:00']])
    const guests = [person.email.toUpperCase(), 'someone@example.test', null]
    await app.db
      .insertInto('camp_registrations')
      .values(guests.map((guest_email) => ({ camp_id: camp, guest_name: 'Kid', guest_email })))
      .execute()
    await registerForCamp(app.db, { camp_id: camp, user_id: stranger.id })
    expect(await campsOf(person)).toMatchObject([{ registration_type: 'guest', camp_id: camp }])
    expect(await campsOf(stranger)).toMatchObject([{ registration_type: 'user' }])
    expect((await app.request('/api/me/camp-registrations')).status).toBe(401)
  })
})

describe('list-my-class-registrations', () => {
  const classesOf = (person: Person) => listOf<CustomerClassRegistration>(person, 'class-registrations')

  test('lists own registrations newest first, with session, class, coach and their common receipt', async () => {
    const person = await addPerson(app)
    const coach = await addCoach(app.db)
    const lab = await addClass(app.db, 'Hitting Lab', [tuesday(4), tuesday(5)], coach.id)
    const [first = '', second = ''] = await Promise.all(
      lab.sessions.map((class_instance_id, index) =>
        register(app.db, {
          class_instance_id,
          user_id: person.id,
          status: 'paid',
          created_at: on(index + 1),
          total_cost: '21.25',
        }),
      ),
    )
    const items = [{ class_registration_id: first }, { class_registration_id: second }]
    await addPayment(app.db, { receipt_url: 'https://pay.example/2', total_amount: '42.50' }, items)
    const list = await classesOf(person)
    expect(list.map(({ id }) => id)).toEqual([second, first])
    expect(list[1]).toEqual({
      id: first,
      class_instance_id: lab.sessions[0],
      registration_type: 'user',
      status: 'paid',
      total_cost: 21.25,
      refunded_amount: 0,
      created_at: on(1),
      receipt_url: 'https://pay.example/2',
      participant: null,
      booked_by: null,
      change: {
        allowed: true,
        until: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        refund_amount: 21.25,
        refund_method: 'front_desk',
        reason: null,
      },
      class_instances: {
        class_date: tuesday(4),
        start_time: '17:00',
        end_time: '18:00',
        status: 'active',
        coach_name: 'Casey Coach',
        classes: {
          id: lab.id,
          name: 'Hitting Lab',
          description: null,
          what_to_bring: null,
          age_group: null,
          price: 25,
        },
      },
    })
    expect(list[0]?.receipt_url).toBe('https://pay.example/2')
  })

  test('has what was entered for a guest with the same e-mail, and nobody else’s', async () => {
    const person = await addPerson(app)
    const lab = await addClass(app.db, 'Catching Lab', [tuesday(6)])
    const class_instance_id = lab.sessions[0] ?? ''
    await register(app.db, { class_instance_id, guest_name: 'Kid', guest_email: person.email.toUpperCase() })
    await register(app.db, { class_instance_id, guest_name: 'Other', guest_email: 'other@example.test' })
    await register(app.db, { class_instance_id, user_id: stranger.id, status: 'canceled' })
    expect(await classesOf(person)).toMatchObject([{ registration_type: 'guest' }])
    expect(await classesOf(stranger)).toMatchObject([{ registration_type: 'user', status: 'canceled' }])
    expect((await app.request('/api/me/class-registrations')).status).toBe(401)
  })
})

describe('get_customer_payment_history_comprehensive', () => {
  const paymentsOf = (person: Person) => listOf<CustomerPayment>(person, 'payments')

  test('lists own payments newest first, with method, card, refund, receipt and the paid items', async () => {
    const person = await addPerson(app)
    const [cage = ''] = await addCages(app.db, 1)
    const lab = await addClass(app.db, 'Fielding Lab', [tuesday(7)])
    const seat = await register(app.db, { class_instance_id: lab.sessions[0] ?? '', user_id: person.id })
    const camp = await addCamp(app.db, 'Summer Camp', [[tuesday(8), '09:00', '12:00']])
    const camper = await registerForCamp(app.db, { camp_id: camp, user_id: person.id })
    const membership = await app.db
      .insertInto('subscriptions')
      .values({ user_id: person.id, status: 'active' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const booking = await app.db
      .insertInto('bookings')
      .values({
        user_id: person.id,
        cage_id: cage,
        start_time: `${tuesday(7)}T23:00:00Z`,
        end_time: `${tuesday(7)}T23:30:00Z`,
        total_cost: '20.00',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const own = { user_id: person.id }
    const cash = await addPayment(
      app.db,
      {
        ...own,
        payment_method: 'on_arrival',
        payment_type: 'cage_booking',
        payment_date: on(1),
        description: 'Cage 1',
      },
      [{ booking_id: booking.id }, {}],
    )
    const card = await addPayment(
      app.db,
      {
        ...own,
        payment_date: on(3),
        payment_description: '2 sessions',
        description: 'not this one',
        booking_count: 2,
        total_amount: '145.00',
        refunded_amount: '25.50',
        card_brand: 'visa',
        card_last4: '4242',
        receipt_url: 'https://pay.example/3',
      },
      [{ class_registration_id: seat }, { camp_registration_id: camper, amount: '120.00' }],
    )
    await app.db
      .insertInto('payment_refunds')
      .values([
        { payment_transaction_id: card, amount: '10.00', reason: 'customer_canceled' },
        { payment_transaction_id: card, amount: '25.50', reason: 'customer_canceled', status: 'succeeded' },
      ])
      .execute()
    const pending = await addPayment(
      app.db,
      { ...own, payment_type: 'membership', status: 'pending', completed_at: null, created_at: on(2) },
      [{ subscription_id: membership.id }],
    )
    const list = await paymentsOf(person)
    expect(list.map(({ id }) => id)).toEqual([card, pending, cash])
    expect(list[0]).toEqual({
      id: card,
      payment_type: 'class_booking',
      payment_date: on(3),
      payment_description: '2 sessions',
      booking_count: 2,
      total_amount: 145,
      refunded_amount: 25.5,
      refund_pending_amount: 10,
      refund_at_desk_amount: 0,
      taken_at_desk: false,
      payment_method: 'card',
      card_brand: 'visa',
      card_last4: '4242',
      status: 'completed',
      failure_message: null,
      next_step: null,
      receipt_url: 'https://pay.example/3',
      items: expect.arrayContaining([
        { kind: 'class_registration', id: seat, page_id: lab.id, amount: 25, days: null, participant: null },
        { kind: 'camp_registration', id: camper, page_id: camp, amount: 120, days: 1, participant: null },
      ]),
    })
    expect(list[1]).toMatchObject({
      payment_date: on(2),
      status: 'pending',
      items: [{ kind: 'subscription', id: membership.id, page_id: null }],
    })
    expect(list[2]).toMatchObject({
      payment_description: 'Cage 1',
      payment_method: 'on_arrival',
      items: [{ kind: 'booking', id: booking.id, page_id: null }],
    })
    expect(list[2]?.items).toHaveLength(1)
  })

  test('has guest payments with the same e-mail, but never those of another account', async () => {
    const person = await addPerson(app)
    const customer_email = person.email.toUpperCase()
    const guest = await addPayment(app.db, { customer_email })
    await addPayment(app.db, { customer_email, user_id: stranger.id })
    await addPayment(app.db, { customer_email: 'other@example.test' })
    await addPayment(app.db, {})
    expect((await paymentsOf(person)).map(({ id }) => id)).toEqual([guest])
    expect(await paymentsOf(stranger)).toHaveLength(1)
    expect((await app.request('/api/me/payments')).status).toBe(401)
  })
})

test('nobody can read another customer’s rows: a customer named in the request is ignored', async () => {
  const [mine, theirs] = await Promise.all([addPerson(app), addPerson(app)])
  await addPayment(app.db, { user_id: theirs.id })
  const camp = await addCamp(app.db, 'Private Camp', [[tuesday(10), '09:00', '12:00']])
  await registerForCamp(app.db, { camp_id: camp, user_id: theirs.id })
  const names = ['p_user_id', 'p_customer_id', 'p_customer_user_id', 'user_id', 'email']
  const asked = names.map((name) => `${name}=${name === 'email' ? theirs.email : theirs.id}`).join('&')
  for (const path of [
    'overview',
    'bookings',
    'lessons',
    'payments',
    'camp-registrations',
    'class-registrations',
  ]) {
    const plain = await app.request(`/api/me/${path}`, { cookie: mine.cookie })
    const sly = await app.request(`/api/me/${path}?${asked}`, { cookie: mine.cookie })
    expect([sly.status, await sly.json()], path).toEqual([200, await plain.json()])
  }
})
