import { afterAll, describe, expect, test } from 'vitest'
import type { StaffBooking } from '../../../shared/contract/bookings/staffBookings.ts'
import type { WhatIsThere } from '../../../shared/contract/bookings/staffChanges.ts'
import type { Problem } from '../../../shared/contract/errors.ts'
import { disagreements } from '../../db/ledger.fixture.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group } from '../../test/cageTime.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'
import { messagesAbout, newTime, staffOf, startStaffedFacility } from './staffTestKit.ts'

const { admin, app, book, cage, customer, desk, freshDay, other, scheduleOf, slot } =
  await startStaffedFacility()
afterAll(() => app.close())

const by = (person: Person) => staffOf(app, person)
const hour = (day: string, cageIds: string[], more: object = {}, from = '16:00', to = '17:00') => {
  const { startTime, endTime } = group('', day, from, to)
  return { cage_ids: cageIds, start_time: startTime, end_time: endTime, ...more }
}
const insertFor = (person: Person, json: object, staff = desk) =>
  by(staff).post(`/api/customers/${person.id}/bookings`, json)
const insertGuest = (json: object, staff = desk) => by(staff).post('/api/guest-bookings', json)
interface Inserted {
  message: string
  bookings: StaffBooking[]
}
type Taken = Problem & { details: { slots: unknown[]; taken_by?: WhatIsThere[] } }

describe('a walk-in', () => {
  test('needs no name and no contact, and is told nothing', async () => {
    const answer = await insertGuest(hour(freshDay(), [cage(1)], { walk_in: true, status: 'paid' }))
    expect(answer.status).toBe(201)
    const { message, bookings } = await bodyOf<Inserted>(answer)
    expect(message).toBe('Booked for Walk-in: Cage 1.')
    expect(bookings).toMatchObject([
      {
        customer_name: 'Walk-in',
        customer_email: null,
        customer_phone: null,
        status: 'paid',
        total_cost: 30,
      },
    ])
    const id = bookings[0]?.id ?? ''
    const row = app.db.selectFrom('bookings').select('walk_in').where('id', '=', id)
    expect(await row.executeTakeFirstOrThrow()).toEqual({ walk_in: true })
    expect(await messagesAbout(app, id)).toEqual([])
  })

  test('pays as the desk says, on one receipt for all cages', async () => {
    const { bookings } = await bodyOf<Inserted>(
      insertGuest(
        hour(freshDay(), [cage(1), cage(2)], { walk_in: true, status: 'paid', paid_by: 'desk_card' }),
      ),
    )
    const payments = await app.db
      .selectFrom('payment_transactions as payment')
      .innerJoin('payment_items as item', 'item.payment_transaction_id', 'payment.id')
      .select(['payment_method', 'taken_by', 'receipt_group', 'item.amount'])
      .where(
        'item.booking_id',
        'in',
        bookings.map(({ id }) => id),
      )
      .execute()
    expect(payments).toMatchObject(
      Array(2).fill({ payment_method: 'desk_card', taken_by: desk.id, amount: '30.00' }),
    )
    expect(new Set(payments.map(({ receipt_group }) => receipt_group)).size).toBe(1)
  })

  test('has the name that was given, and later the contact', async () => {
    const day = freshDay()
    const { bookings } = await bodyOf<Inserted>(
      insertGuest(hour(day, [cage(1)], { walk_in: true, guest_name: 'Walt' })),
    )
    const id = bookings[0]?.id ?? ''
    const contact = { guest_name: 'Walt Walker', guest_email: '', guest_phone: '409 555 0160' }
    const saved = await by(desk).put(`/api/guest-bookings/${id}/contact`, contact)
    expect(await bodyOf<{ booking: StaffBooking }>(saved)).toMatchObject({
      message: 'Saved for Walt Walker.',
      booking: { id, customer_name: 'Walt Walker', customer_email: null, customer_phone: '(409) 555-0160' },
    })
    const found = await app.request('/api/admin/bookings?search_query=0160', { cookie: desk.cookie })
    expect(await bodyOf(found)).toMatchObject({ items: [{ id, customer_name: 'Walt Walker' }] })
  })

  test('of two people at once is two walk-ins', async () => {
    const day = freshDay()
    await Promise.all([1, 2].map((number) => insertGuest(hour(day, [cage(number)], { walk_in: true }))))
    const listed = await app.request(`/api/admin/bookings?search_query=walk-in`, { cookie: desk.cookie })
    const { items } = await bodyOf<{ items: { start_time: string; booking_count: number }[] }>(listed)
    const { start_time } = hour(day, [])
    expect(items.filter((item) => item.start_time === start_time)).toMatchObject([
      { booking_count: 1 },
      { booking_count: 1 },
    ])
  })

  test.each([
    ['a name', { guest_phone: '409 555 0177' }, 'guest_name', 'Customer name is required.'],
    ['contact', { guest_name: 'Gwen' }, 'guest_email', 'Either email or phone number is required.'],
    [
      'a real address',
      { guest_name: 'Gwen', guest_email: 'gwen@' },
      'guest_email',
      'Valid email is required if provided.',
    ],
  ])('is not every guest: others need %s', async (_name, guest, field, message) => {
    const day = freshDay()
    const answer = await insertGuest(hour(day, [cage(1)], guest))
    expect(await bodyOf<Problem>(answer)).toMatchObject({
      code: 'invalid_input',
      details: [{ path: [field], message }],
    })
    expect(await scheduleOf(day)).toEqual([])
  })
})

describe('get-booking-customer', () => {
  const read = (id: string, { cookie }: Person) => app.request(`/api/customers/${id}/booking`, { cookie })

  test('tells the desk who of a household can come, and what a member pays less', async () => {
    const member = await addPerson(app, { name: 'Mo Member', membership: 'active' })
    const child = await addChild(app.db, [member], { name: 'Mia Member' })
    expect(await bodyOf(read(member.id, desk))).toMatchObject({
      full_name: 'Mo Member',
      participants: [{ name: 'Mo Member' }, { id: child, name: 'Mia Member' }],
      cage_discount_percent: 15,
    })
    expect(await bodyOf(read(customer.id, desk))).toMatchObject({ cage_discount_percent: 0 })
    expect(await refusalOf(await read(cage(1), desk))).toEqual([404, 'customer_not_found'])
    expect(await refusalOf(await read(customer.id, customer))).toEqual([403, 'forbidden'])
  })
})

describe('get-booking-admin', () => {
  const read = (id: string, { cookie }: Person = desk) => app.request(`/api/admin/bookings/${id}`, { cookie })

  test('finds the row of a group by any of its bookings, and each of them', async () => {
    const day = freshDay()
    const { bookings } = await bodyOf<Inserted>(insertFor(customer, hour(day, [cage(1), cage(3)])))
    const [first, second] = bookings.map(({ id }) => id)
    expect(await bodyOf(read(second ?? ''))).toMatchObject({
      booking: { ids: expect.arrayContaining([first, second]), booking_count: 2, total_cost: 70 },
      members: [
        { id: first, cage_name: 'Cage 1', total_cost: 30 },
        { id: second, cage_name: 'Cage 3', total_cost: 40 },
      ],
    })
  })

  test('tells what paid for it', async () => {
    const { bookings } = await bodyOf<Inserted>(
      insertGuest(hour(freshDay(), [cage(1)], { walk_in: true, status: 'paid', paid_by: 'cash' })),
    )
    expect(await bodyOf(read(bookings[0]?.id ?? ''))).toMatchObject({
      payments: [{ amount: 30, refunded_amount: 0, payment_method: 'cash' }],
    })
  })

  test('tells what of a payment came back, and not what the desk still has to give', async () => {
    const { bookings } = await bodyOf<Inserted>(
      insertGuest(hour(freshDay(), [cage(1)], { walk_in: true, status: 'paid', paid_by: 'cash' })),
    )
    const paymentsOf = async (id = '') =>
      (await bodyOf<{ payments: { id: string; amount: number; refunded_amount: number }[] }>(read(id)))
        .payments
    const [payment] = await paymentsOf(bookings[0]?.id)
    const refund = (amount: number, given: boolean) =>
      by(desk).post(`/api/admin/payments/${payment?.id}/refunds`, {
        ...{ amount, given, reason: 'The net was torn', way: 'desk', place: 'keep', tell: false },
      })
    expect((await refund(12.5, true)).status).toBe(201)
    expect((await refund(5, false)).status).toBe(201)
    expect(await paymentsOf(bookings[0]?.id)).toMatchObject([{ amount: 30, refunded_amount: 12.5 }])
    expect((await refund(12.5, true)).status).toBe(201)
    expect(await paymentsOf(bookings[0]?.id)).toMatchObject([{ amount: 30, refunded_amount: 25 }])
  })

  test('tells what comes back by the rule, and what could', async () => {
    const cash = { status: 'paid', paid_by: 'cash' }
    const ahead = hour(freshDay(), [cage(1), cage(3)], cash)
    const begun = { ...hour('2026-11-17', [cage(1)], cash), override_reason: 'Noted later' }
    const unpaid = hour(freshDay(), [cage(1)])
    const refundsOf = async (body: object) => {
      const { bookings } = await bodyOf<Inserted>(insertFor(customer, body))
      return (await bodyOf<{ refunds: object[] }>(read(bookings[0]?.id ?? ''))).refunds
    }
    expect(await refundsOf(ahead)).toMatchObject([
      { refundable_amount: 30, refund_by_rule: 30 },
      { refundable_amount: 40, refund_by_rule: 40 },
    ])
    expect(await refundsOf(begun)).toMatchObject([{ refundable_amount: 30, refund_by_rule: 0 }])
    expect(await refundsOf(unpaid)).toMatchObject([{ refundable_amount: 0, refund_by_rule: 0 }])
  })

  test('tells who is mailed of a change: all of the household who are told and have an address', async () => {
    const gran = { name: 'Gran Parent', email: null, phone: '(409) 555-0188' }
    const entered = app.request('/api/admin/users', { json: gran, cookie: admin.cookie })
    const booker = { ...customer, id: (await bodyOf<{ profile_id: string }>(entered)).profile_id }
    const parent = await addPerson(app, { name: 'Pat Parent' })
    const mia = await addChild(app.db, [booker, parent])
    const told = app.db.updateTable('participant_adults').set({ is_told: true })
    await told.where('participant_id', '=', mia).execute()
    const toldOf = async (body: object) => {
      const { bookings } = await bodyOf<Inserted>(insertFor(booker, hour(freshDay(), [cage(1)], body)))
      return (await bodyOf<{ told: string[] }>(read(bookings[0]?.id ?? ''))).told
    }
    expect(await toldOf({ participant_id: mia })).toEqual(['Pat Parent'])
    expect(await toldOf({})).toEqual([])
  })

  test('knows nothing else, and tells nobody but the desk', async () => {
    expect(await refusalOf(await read(cage(1)))).toEqual([404, 'booking_not_found'])
    expect(await refusalOf(await read(await book(freshDay()), customer))).toEqual([403, 'forbidden'])
  })
})

describe('update-guest-contact', () => {
  const contact = { guest_name: 'Gwen Guest', guest_email: 'gwen@example.test', guest_phone: '' }

  test.each(['user', 'coach'] as const)('is not changed by a %s', async (role) => {
    const { bookings } = await bodyOf<Inserted>(insertGuest(hour(freshDay(), [cage(1)], { walk_in: true })))
    const person = await addPerson(app, { role })
    const answer = await by(person).put(`/api/guest-bookings/${bookings[0]?.id}/contact`, contact)
    expect(await refusalOf(answer)).toEqual([403, 'forbidden'])
  })

  test('is that of a guest: an account has its own', async () => {
    const id = await book(freshDay())
    const answer = await by(desk).put(`/api/guest-bookings/${id}/contact`, contact)
    expect(await refusalOf(answer)).toEqual([404, 'booking_not_found'])
  })
})

describe('a time that is taken', () => {
  test('is refused by name of what is there, to the desk and to admins', async () => {
    const day = freshDay()
    const mia = await addChild(app.db, [customer], { name: 'Mia Lopez' })
    const asked = hour(day, [cage(3)], { participant_id: mia })
    expect((await insertFor(customer, asked)).status).toBe(201)
    for (const staff of [desk, admin]) {
      const refused = await insertFor(customer, hour(day, [cage(2), cage(3)], {}, '16:30', '17:30'), staff)
      const { message, details } = await bodyOf<Taken>(refused)
      expect(message).toBe('Cage 3 has Mia Lopez, 4:00–5:00 PM, cage booking.')
      expect(details.slots).toEqual([slot(3, day, '16:30', '17:00')])
      expect(details.taken_by).toMatchObject([
        { cage_id: cage(3), place: 'Cage 3', kind: 'booking', name: 'Mia Lopez' },
      ])
    }
  })

  test('is refused to a customer without any name', async () => {
    const day = freshDay()
    await book(day)
    const json = { bookingDetails: [group(cage(1), day, '16:00', '17:00')], totalAmount: 30 }
    const rival = await addPerson(app)
    const body = await bodyOf<Taken>(app.request('/api/bookings', { json, cookie: rival.cookie }))
    expect(body).toMatchObject({
      code: 'slots_taken',
      message: 'Someone else just booked part of your selection.',
    })
    expect(JSON.stringify(body)).not.toContain('Pat')
  })

  test('of a move names the other, not the booking that is moved', async () => {
    const day = freshDay()
    const id = await book(day, '16:00', '17:00')
    await insertGuest(
      hour(day, [cage(1)], { guest_name: 'Gwen', guest_phone: '409 555 0177' }, '17:00', '18:00'),
    )
    const { message, details } = await bodyOf<Taken>(by(desk).update(id, newTime(day, '16:30', '17:30')))
    expect(message).toBe('Cage 1 has Gwen, 5:00–6:00 PM, cage booking.')
    expect(details.taken_by).toHaveLength(1)
  })

  test('names a lesson by its cage and a closure by its reason', async () => {
    const day = freshDay()
    const coach = await addCoach(app.db, { works: [{ day_of_week: 2, from: '16:00', to: '20:00' }] })
    const json = {
      ...{ user_id: customer.id, coach_id: coach.id, cage_id: cage(1) },
      ...{ lesson_date: day, start_time: '16:00', duration_minutes: 60 },
    }
    expect((await by(desk).post('/api/admin/lessons', json)).status).toBe(201)
    const { startTime, endTime } = group('', day, '16:00', '16:30')
    const closure = await app.db
      .insertInto('closures')
      .values({ reason: 'New nets', start_time: new Date(startTime), end_time: new Date(endTime) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('closure_cages')
      .values({ closure_id: closure.id, cage_id: cage(2) })
      .execute()
    const { message } = await bodyOf<Taken>(insertFor(customer, hour(day, [cage(1), cage(2)])))
    expect(message).toBe(
      'Cage 1 has Pat Parent, 4:00–5:00 PM, lesson. Cage 2 has New nets, 4:00–4:30 PM, closed.',
    )
  })
})

test('twenty desks that book the same cages at once: one gets all of them', async () => {
  const day = freshDay()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const asked = hour(day, [cage(1), cage(2), cage(3)], { walk_in: true })
      return (index % 2 ? app : other).request('/api/guest-bookings', { json: asked, cookie: desk.cookie })
    }),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  expect(await scheduleOf(day)).toHaveLength(3)
  expect(await disagreements(app.db)).toEqual([])
})

test('the hour that the clocks skip is no half hour of the price', async () => {
  // March 14, 2027, a Sunday: after 1:59 AM comes 3:00 AM.
  const { startTime } = group('', '2027-03-14', '01:30', '01:30')
  const end = new Date(Date.parse(startTime) + 60 * 60_000).toISOString()
  const asked = { cage_ids: [cage(1)], start_time: startTime, end_time: end, override_reason: 'Night camp' }
  const { bookings } = await bodyOf<Inserted>(insertFor(customer, asked))
  expect(bookings).toMatchObject([{ start_time: startTime, end_time: end, total_cost: 30 }])
})
