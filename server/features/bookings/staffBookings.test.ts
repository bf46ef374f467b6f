import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { StaffBooking } from '../../../shared/contract/bookings/staffBookings.ts'
import { disagreements } from '../../db/ledger.fixture.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group } from '../../test/cageTime.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { payFor } from './changeTestKit.ts'
import {
  auditOf,
  messagesAbout,
  problemOf,
  refundsOf,
  rowOf,
  type StaffAnswer,
  staffOf,
  startStaffedFacility,
} from './staffTestKit.ts'

const { admin, app, book, cage, customer, desk, freshDay, other, scheduleOf, slot } =
  await startStaffedFacility()
afterAll(() => app.close())

const by = (person: Person) => staffOf(app, person)
const path = (id: string) => `/api/bookings/${id}`
const isThere = async (id: string) =>
  (await app.db.selectFrom('bookings').select('id').where('id', '=', id).execute()).length === 1
const letPass = (id: string, day: string) =>
  app.db
    .updateTable('bookings')
    .set({ start_time: new Date(`${day}T22:00:00Z`), end_time: new Date(`${day}T23:00:00Z`) })
    .where('id', '=', id)
    .execute()

describe('delete_booking and delete_guest_booking', () => {
  test('frees the cage, refunds what a card paid, tells the customer once, and stays in the audit log', async () => {
    const day = freshDay()
    const id = await book(day)
    await payFor(app, customer, { booking_id: id }, 'card')
    const key = randomUUID()
    const answers = await Promise.all([
      by(desk).delete(path(id), {}, key),
      by(desk).delete(path(id), {}, key),
    ])
    const bodies = await Promise.all(answers.map((answer) => bodyOf<StaffAnswer>(answer)))
    expect(bodies[0]).toMatchObject({
      message: expect.stringMatching(/^Deleted for Pat Parent: Cage 1, .* \$30\.00 goes back/),
      refund_amount: 30,
      refund_method: 'card',
    })
    expect(bodies[1]).toEqual(bodies[0])
    expect(await isThere(id)).toBe(false)
    expect(await scheduleOf(day)).toEqual([])
    expect(await messagesAbout(app, id)).toMatchObject([
      { template: 'booking-canceled', to_email: customer.email },
    ])
    expect((await auditOf(app, id)).at(-1)).toMatchObject({ action: 'DELETE', user_id: desk.id })
    const [refund] = await app.db
      .selectFrom('payment_refunds')
      .select(['amount', 'reason', 'status'])
      .where('requested_by', '=', desk.id)
      .execute()
    expect(refund).toEqual({ amount: '30.00', reason: 'staff', status: 'pending' })
    expect(await refusalOf(await by(desk).delete(path(id)))).toEqual([404, 'booking_not_found'])
  })

  test('of one that is canceled tells nobody again', async () => {
    const id = await book(freshDay())
    await by(desk).setStatus(id, { status: 'canceled' })
    expect((await by(desk).delete(path(id))).status).toBe(200)
    expect(await messagesAbout(app, id)).toHaveLength(1)
  })

  test('keeps the record of a sale from the desk, and from an admin without a reason', async () => {
    const id = await book(freshDay())
    await payFor(app, customer, { booking_id: id }, 'cash')
    await letPass(id, '2026-11-20')
    expect(await refusalOf(await by(desk).delete(path(id), { override_reason: 'Entered twice' }))).toEqual([
      409,
      'sale_kept',
    ])
    expect(await problemOf(await by(admin).delete(path(id)))).toEqual({
      status: 409,
      code: 'sale_kept',
      details: { override: 'record' },
    })
    const deleted = await by(admin).delete(path(id), { override_reason: 'Entered twice' })
    expect(await bodyOf<StaffAnswer>(deleted)).toMatchObject({ refund_amount: 0 })
    expect((await auditOf(app, id)).at(-1)?.description).toBe('Override: Entered twice')
    expect(await messagesAbout(app, id)).toEqual([])
  })

  test('of what nobody paid and nobody came to takes a reason', async () => {
    const id = await book(freshDay())
    await letPass(id, '2026-11-19')
    expect(await refusalOf(await by(desk).delete(path(id)))).toEqual([409, 'already_over'])
    expect((await by(desk).delete(path(id), { override_reason: 'No show' })).status).toBe(200)
  })

  test('gives back another amount with a reason, and refuses one that is none', async () => {
    const id = await book(freshDay())
    await payFor(app, customer, { booking_id: id }, 'cash')
    expect(await refusalOf(await by(desk).delete(path(id), { refund: 'some' }))).toEqual([
      400,
      'invalid_input',
    ])
    const asked = { refund: '12.50', override_reason: 'A part was used' }
    expect(await bodyOf<StaffAnswer>(by(desk).delete(path(id), asked))).toMatchObject({
      refund_amount: 12.5,
      refund_method: 'front_desk',
      message: expect.stringMatching(/Please refund \$12\.50 at the desk\.$/),
    })
  })

  test.each(['user', 'coach'] as const)('is refused to a %s', async (role) => {
    const person = await addPerson(app, { role })
    const id = await book(freshDay())
    expect(await refusalOf(await by(person).delete(path(id)))).toEqual([403, 'forbidden'])
    expect(await isThere(id)).toBe(true)
  })
})

interface Inserted {
  bookings: StaffBooking[]
  total_amount: number
}
const insertFor = (person: Person, json: object, key?: string) =>
  by(desk).post(`/api/customers/${person.id}/bookings`, json, key)
const hour = (day: string, cageIds: string[], more: object = {}) => {
  const { startTime, endTime } = group('', day, '16:00', '17:00')
  return { cage_ids: cageIds, start_time: startTime, end_time: endTime, ...more }
}

describe('insert-bookings', () => {
  test("books one record for each cage at the customer's price, and confirms them in one message", async () => {
    const member = await addPerson(app, { name: 'Mo Member', membership: 'active' })
    const day = freshDay()
    const asked = hour(day, [cage(1), cage(2)], {
      payment_method: 'cash',
      status: 'paid',
      admin_notes: 'By phone',
    })
    const key = randomUUID()
    const response = await insertFor(member, asked, key)
    expect(response.status).toBe(201)
    const { bookings, total_amount } = await bodyOf<Inserted>(response)
    expect(total_amount).toBe(51)
    expect(bookings).toMatchObject([
      { cage_name: 'Cage 1', total_cost: 25.5, status: 'paid', payment_method: 'cash', user_id: member.id },
      { cage_name: 'Cage 2', total_cost: 25.5, admin_notes: 'By phone', customer_name: 'Mo Member' },
    ])
    expect(await rowOf(app, bookings[0]?.id ?? '')).toMatchObject({
      admin_created_for: member.id,
      discount: '4.50',
      cancellation_cutoff_hours: 24,
    })
    expect((await bodyOf<Inserted>(insertFor(member, asked, key))).bookings).toEqual(bookings)
    const confirmations = await app.db
      .selectFrom('outbox')
      .select(['template', 'to_email', 'data'])
      .where('to_user_id', '=', member.id)
      .execute()
    expect(confirmations).toMatchObject([
      { template: 'booking-confirmed', to_email: member.email, data: { payment_line: 'Paid. Thank you!' } },
    ])
  })

  test('is not bound to what one customer may keep unpaid, and the customer still is', async () => {
    await app.db.updateTable('facility').set({ unpaid_hours_new_customer: 1 }).execute()
    const fresh = await addPerson(app)
    const day = freshDay()
    expect((await insertFor(fresh, hour(day, [cage(1), cage(2)]))).status).toBe(201)
    const json = { bookingDetails: [group(cage(1), day, '18:00', '19:00')], totalAmount: 30 }
    const own = await app.request('/api/bookings', { json, cookie: fresh.cookie })
    await app.db.updateTable('facility').set({ unpaid_hours_new_customer: null }).execute()
    expect(await refusalOf(own)).toEqual([409, 'unpaid_hours_limit'])
  })

  test('books all or nothing, and names what is taken', async () => {
    const day = freshDay()
    await book(day, '16:30', '17:00', 20, 2)
    expect(await problemOf(await insertFor(customer, hour(day, [cage(1), cage(2)])))).toMatchObject({
      status: 409,
      code: 'slots_taken',
      details: { slots: [slot(2, day, '16:30', '17:00')], taken_by: [{ name: 'Pat Parent' }] },
    })
    expect(await scheduleOf(day)).toHaveLength(1)
  })

  test.each([
    ['a cage named twice', (day: string) => hour(day, [cage(1), cage(1)]), 400, 'slots_overlap_in_request'],
    ['no cage', (day: string) => hour(day, []), 400, 'invalid_input'],
    ['an unknown cage', (day: string) => hour(day, [randomUUID()]), 404, 'cage_not_found'],
    [
      'another price than was shown',
      (day: string) => hour(day, [cage(1)], { totalAmount: 20 }),
      409,
      'price_changed',
    ],
    ['a time that has passed', () => hour('2026-11-17', [cage(1)]), 409, 'slot_in_past'],
    ['a day that is closed', () => hour('2026-11-29', [cage(1)]), 409, 'facility_closed'],
    [
      'a card as the way to pay',
      (day: string) => hour(day, [cage(1)], { payment_method: 'card' }),
      400,
      'invalid_input',
    ],
  ])('refuses %s', async (_name, asked, status, code) => {
    const day = freshDay()
    expect(await refusalOf(await insertFor(customer, asked(day)))).toEqual([status, code])
    expect(await scheduleOf(day)).toEqual([])
  })

  test('books outside the opening hours with a reason', async () => {
    const asked = hour('2026-11-29', [cage(1)], { override_reason: 'Team rental on a Sunday' })
    const { bookings } = await bodyOf<Inserted>(insertFor(customer, asked))
    expect(await auditOf(app, bookings[0]?.id ?? '')).toMatchObject([
      { action: 'INSERT', user_id: desk.id, description: 'Override: Team rental on a Sunday' },
    ])
  })

  test('knows its customer', async () => {
    const nobody = { ...customer, id: randomUUID() }
    expect(await refusalOf(await insertFor(nobody, hour(freshDay(), [cage(1)])))).toEqual([
      404,
      'customer_not_found',
    ])
  })

  test('and a customer who books the same slots: one of them gets them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const day = freshDay()
      const json = { bookingDetails: [group(cage(2), day, '16:30', '17:30')], totalAmount: 30 }
      const answers = await Promise.all([
        insertFor(customer, hour(day, [cage(1), cage(2)])),
        other.request('/api/bookings', { json, cookie: customer.cookie }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    }
    expect(await disagreements(app.db)).toEqual([])
  })
})

describe('insert-guest-bookings', () => {
  const guest = { guest_name: 'Gwen Guest', guest_phone: '409 555 0177' }

  test('books for someone without an account, by whom they can be reached', async () => {
    const day = freshDay()
    const asked = hour(day, [cage(1)], { ...guest, guest_email: 'Gwen@Example.test' })
    const { bookings } = await bodyOf<Inserted>(by(desk).post('/api/guest-bookings', asked))
    expect(bookings).toMatchObject([
      {
        booking_type: 'guest',
        customer_name: 'Gwen Guest',
        customer_phone: '(409) 555-0177',
        customer_email: 'gwen@example.test',
        payment_method: 'pay_on_arrival',
        status: 'pending payment',
        total_cost: 30,
      },
    ])
    const id = bookings[0]?.id ?? ''
    const row = await app.db
      .selectFrom('bookings')
      .select('admin_user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.admin_user_id).toBe(desk.id)
    const told = await app.db
      .selectFrom('outbox')
      .select(['template', 'to_user_id'])
      .where('to_email', '=', 'gwen@example.test')
      .execute()
    expect(told).toEqual([{ template: 'booking-confirmed', to_user_id: null }])
    expect(await refundsOf(app, 'booking_id', id)).toEqual([])
  })

  test.each([
    ['without a way to be reached', { guest_name: 'Gwen Guest' }],
    ['without a name', { guest_phone: '409 555 0177' }],
    ['with a number that cannot exist', { guest_name: 'Gwen Guest', guest_phone: '12' }],
  ])('refuses a guest %s', async (_name, person) => {
    const day = freshDay()
    const response = await by(desk).post('/api/guest-bookings', hour(day, [cage(1)], person))
    expect(await refusalOf(response)).toEqual([400, 'invalid_input'])
    expect(await scheduleOf(day)).toEqual([])
  })

  test('is deleted only by its own operation', async () => {
    const day = freshDay()
    const { bookings } = await bodyOf<Inserted>(
      by(desk).post('/api/guest-bookings', hour(day, [cage(1)], guest)),
    )
    const id = bookings[0]?.id ?? ''
    expect(await refusalOf(await by(desk).delete(path(id)))).toEqual([404, 'booking_not_found'])
    expect((await by(admin).delete(`/api/guest-bookings/${id}`)).status).toBe(200)
    expect(await isThere(id)).toBe(false)
    expect(await scheduleOf(day)).toEqual([])
  })
})
