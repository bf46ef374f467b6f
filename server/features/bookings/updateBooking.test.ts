import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { addDays, instantOf } from '../../../shared/domain/time/time.ts'
import { disagreements } from '../../db/ledger.fixture.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, ZONE } from '../../test/cageTime.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { cageCustomer, payFor } from './changeTestKit.ts'
import {
  auditOf,
  messagesAbout,
  newTime,
  problemOf,
  refundsOf,
  rowOf,
  type StaffAnswer,
  staffOf,
  startStaffedFacility,
} from './staffTestKit.ts'

const { admin, app, book, cage, customer, desk, freshDay, now, other, scheduleOf, slot } =
  await startStaffedFacility()
afterAll(() => app.close())

const by = (person: Person) => staffOf(app, person)

/** Has it taken place on an earlier day, in the afternoon. */
const letPass = (id: string, day = '2026-11-20') =>
  app.db
    .updateTable('bookings')
    .set({ start_time: instantOf(day, '16:00', ZONE), end_time: instantOf(day, '17:00', ZONE) })
    .where('id', '=', id)
    .execute()

describe('update_booking moves', () => {
  test('to another cage and time after the cut-off, says so once with the note, and names who did it', async () => {
    const [from, to] = [freshDay(), freshDay()]
    const id = await book(from)
    await app.db
      .updateTable('bookings')
      .set({ cancellation_cutoff_hours: 2_000 })
      .where('id', '=', id)
      .execute()
    const asked = {
      ...newTime(to, '18:00', '19:00'),
      new_cage_id: cage(2),
      new_admin_notes: 'The net is mended.',
    }
    const response = await by(desk).update(id, asked)
    expect(response.status).toBe(200)
    expect(await bodyOf<StaffAnswer>(response)).toMatchObject({
      message: expect.stringMatching(/^Saved for Pat Parent: Cage 2, Tue, \w+ \d+, 6:00 PM\.$/),
      booking: {
        id,
        cage_name: 'Cage 2',
        total_cost: 30,
        admin_notes: 'The net is mended.',
        user_id: customer.id,
      },
      refund_amount: 0,
      refund_method: null,
    })
    expect(await scheduleOf(from)).toEqual([])
    expect(await scheduleOf(to)).toHaveLength(1)
    expect(await messagesAbout(app, id)).toMatchObject([
      {
        template: 'booking-changed',
        to_email: customer.email,
        to_user_id: customer.id,
        data: {
          ...{ full_name: 'Pat Parent', cage_name: 'Cage 2', note: 'The net is mended.' },
          ...{
            heading: expect.stringMatching(/^We moved your cage, \w+\. Sorry\.$/),
            question: expect.stringMatching(/\?$/),
          },
        },
      },
    ])
    expect((await auditOf(app, id)).at(-1)).toMatchObject({ action: 'UPDATE', user_id: desk.id })
    expect(await disagreements(app.db)).toEqual([])
  })

  test('with another length, at the price of it, without a price having been shown', async () => {
    const day = freshDay()
    const id = await book(day)
    const response = await by(desk).update(id, newTime(day, '16:00', '18:00'))
    expect(await bodyOf<StaffAnswer>(response)).toMatchObject({ booking: { total_cost: 60 } })
    expect(await messagesAbout(app, id)).toMatchObject([{ data: { total: '$60.00' } }])
  })

  test('at the price that was shown, or not at all', async () => {
    const day = freshDay()
    const id = await book(day)
    const asked = { new_cage_id: cage(3), totalAmount: 30 }
    expect(await problemOf(await by(desk).update(id, asked))).toEqual({
      status: 409,
      code: 'price_changed',
      details: { total_amount: 40 },
    })
    expect((await by(desk).update(id, { ...asked, totalAmount: 40 })).status).toBe(200)
  })

  test('what is taken is refused naming the slots, for an admin with a reason too', async () => {
    const day = freshDay()
    await book(day, '18:00', '19:00', 30, 2)
    const id = await book(day)
    const asked = { ...newTime(day, '17:30', '18:30'), new_cage_id: cage(2), override_reason: 'They insist' }
    expect(await problemOf(await by(admin).update(id, asked))).toMatchObject({
      status: 409,
      code: 'slots_taken',
      details: { slots: [slot(2, day, '18:00', '18:30')] },
    })
    expect(await rowOf(app, id)).toMatchObject({ cage_id: cage(1), revision: 0 })
  })

  test('over a change of the clocks at the price of the time that passes', async () => {
    const id = await book(freshDay())
    const asked = { new_start_time: '2027-03-14T07:30:00Z', new_end_time: '2027-03-14T08:30:00Z' }
    expect(await problemOf(await by(desk).update(id, asked))).toMatchObject({
      code: 'facility_closed',
      details: { override: 'opening_hours' },
    })
    const moved = await by(desk).update(id, { ...asked, override_reason: 'All-night tournament' })
    expect(await bodyOf<StaffAnswer>(moved)).toMatchObject({ booking: { total_cost: 30 } })
    expect(await messagesAbout(app, id)).toMatchObject([{ data: { time: '1:30–3:30 AM' } }])
  })
})

test('update_booking moves beyond the booking window of customers without a reason', async () => {
  const id = await book(freshDay())
  expect((await by(desk).update(id, newTime('2029-02-06', '16:00', '17:00'))).status).toBe(200)
})

describe('update_booking by role', () => {
  test.each(['user', 'coach'] as const)('is refused to a %s', async (role) => {
    const person = await addPerson(app, { role })
    const id = await book(freshDay())
    const before = await rowOf(app, id)
    expect(await refusalOf(await by(person).update(id, { new_status: 'canceled' }))).toEqual([
      403,
      'forbidden',
    ])
    expect(await rowOf(app, id)).toEqual(before)
  })

  test("is refused to the booking's own customer", async () => {
    const id = await book(freshDay())
    expect(await refusalOf(await by(customer).update(id, { price: 0 }))).toEqual([403, 'forbidden'])
  })

  test.each(['desk', 'admin'] as const)('is open to the role %s', async (role) => {
    const person = role === 'desk' ? desk : admin
    const id = await book(freshDay())
    expect((await by(person).update(id, { new_admin_notes: 'Left-handed' })).status).toBe(200)
    expect(await rowOf(app, id)).toMatchObject({ admin_notes: 'Left-handed', revision: 0 })
    expect(await messagesAbout(app, id)).toEqual([])
  })
})

describe('what is over', () => {
  test('is canceled only with a reason, and then gives nothing back by the rule', async () => {
    const id = await book(freshDay())
    await payFor(app, customer, { booking_id: id }, 'card')
    await letPass(id)
    expect(await problemOf(await by(desk).update(id, { new_status: 'canceled' }))).toMatchObject({
      status: 409,
      code: 'already_over',
      details: { override: 'begun' },
    })
    const asked = { new_status: 'canceled', override_reason: 'The power was out' }
    expect(await bodyOf<StaffAnswer>(by(desk).update(id, asked))).toMatchObject({ refund_amount: 0 })
  })

  test('is marked as paid without one (update-booking-status)', async () => {
    const id = await book(freshDay())
    await letPass(id)
    await app.db
      .updateTable('bookings')
      .set({ start_time: new Date('2026-11-19T22:00:00Z'), end_time: new Date('2026-11-19T23:00:00Z') })
      .where('id', '=', id)
      .execute()
    expect((await by(desk).setStatus(id, { status: 'paid' })).status).toBe(200)
  })

  test('is no time to move to, except with a reason', async () => {
    const id = await book(freshDay())
    const asked = newTime('2026-11-18', '16:00', '17:00')
    expect(await problemOf(await by(desk).update(id, asked))).toMatchObject({
      code: 'slot_in_past',
      details: { override: 'past' },
    })
    expect((await by(desk).update(id, { ...asked, override_reason: 'Entered afterwards' })).status).toBe(200)
  })
})

describe('bad input', () => {
  const unaligned = instantOf('2026-12-01', '16:10', ZONE).toISOString()
  test.each([
    ['an end before the start', (day: string) => newTime(day, '17:00', '16:00'), 400, 'slot_unaligned'],
    ['a start off the half hour', () => ({ new_start_time: unaligned }), 400, 'slot_unaligned'],
    ['a cage that does not exist', () => ({ new_cage_id: randomUUID() }), 404, 'cage_not_found'],
    ['a status that does not exist', () => ({ new_status: 'gone' }), 400, 'invalid_input'],
    ['a price below nothing', () => ({ price: -1, override_reason: 'x' }), 400, 'invalid_input'],
    ['a price with a part of a cent', () => ({ price: 1.005, override_reason: 'x' }), 400, 'invalid_input'],
    ['a reason of blanks', () => ({ price: 1, override_reason: '   ' }), 400, 'invalid_input'],
    [
      'a time that ends on the next day, whatever the reason',
      (day: string) => ({
        new_start_time: instantOf(day, '23:00', ZONE).toISOString(),
        new_end_time: instantOf(addDays(day, 1), '01:00', ZONE).toISOString(),
        override_reason: 'Night owls',
      }),
      409,
      'facility_closed',
    ],
    [
      'a new time for what is to be canceled',
      (day: string) => ({ ...newTime(day, '18:00', '19:00'), new_status: 'canceled' }),
      409,
      'already_canceled',
    ],
  ])('%s changes nothing', async (_name, asked, status, code) => {
    const day = freshDay()
    const id = await book(day)
    const before = await rowOf(app, id)
    expect(await refusalOf(await by(desk).update(id, asked(day)))).toEqual([status, code])
    expect(await rowOf(app, id)).toEqual(before)
    expect(await messagesAbout(app, id)).toEqual([])
  })

  test('an id of no booking is not found, and a malformed one neither', async () => {
    expect(await refusalOf(await by(desk).update(randomUUID(), {}))).toEqual([404, 'booking_not_found'])
    expect(await refusalOf(await by(desk).update('1', {}))).toEqual([400, 'invalid_input'])
  })
})

describe('a repeated request', () => {
  test('gets the first answer and changes nothing more; with another body it is refused', async () => {
    const day = freshDay()
    const id = await book(day, '16:00', '17:30', 45)
    await payFor(app, customer, { booking_id: id }, 'card')
    const key = randomUUID()
    const asked = newTime(day, '18:00', '19:00')
    const answers = await Promise.all([1, 2, 3].map(() => by(desk).update(id, asked, key)))
    const bodies = await Promise.all(answers.map((answer) => bodyOf<StaffAnswer>(answer)))
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[2]).toEqual(bodies[0])
    expect(await refundsOf(app, 'booking_id', id)).toHaveLength(1)
    expect(await messagesAbout(app, id)).toHaveLength(1)
    const another = await by(desk).update(id, { new_status: 'canceled' }, key)
    expect(await refusalOf(another)).toEqual([422, 'idempotency_key_reused'])
  })
})

describe('races', () => {
  test('of two desks for one slot one wins, and the other is told which it was', async () => {
    const secondDesk = await addPerson(app, { role: 'desk' })
    for (let round = 0; round < 5; round += 1) {
      const day = freshDay()
      const ids = [await book(day), await book(day, '16:00', '17:00', 30, 2)]
      const asked = { ...newTime(day, '19:00', '20:00'), new_cage_id: cage(3) }
      const answers = await Promise.all([
        by(desk).update(ids[0] ?? '', asked),
        staffOf(other, secondDesk).update(ids[1] ?? '', asked),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const lost = answers.find(({ status }) => status === 409)
      expect(lost && (await problemOf(lost))).toMatchObject({
        status: 409,
        code: 'slots_taken',
        details: { slots: [slot(3, day, '19:00', '19:30'), slot(3, day, '19:30', '20:00')] },
      })
      expect(await scheduleOf(day)).toHaveLength(2)
    }
    expect(await disagreements(app.db)).toEqual([])
  })

  test('between a desk that moves and a customer who books the same slot one wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const day = freshDay()
      const id = await book(day)
      const json = { bookingDetails: [group(cage(2), day, '19:00', '20:00')], totalAmount: 30 }
      const answers = await Promise.all([
        by(desk).update(id, { ...newTime(day, '19:00', '20:00'), new_cage_id: cage(2) }),
        other.request('/api/bookings', { json, cookie: customer.cookie }),
      ])
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
      const inCage2 = (await scheduleOf(day)).filter(({ cage_id }) => cage_id === cage(2))
      expect(inCage2).toHaveLength(1)
    }
  })

  test('of a cancellation by the customer and one by the desk one refunds', async () => {
    const id = await book(freshDay())
    await payFor(app, customer, { booking_id: id }, 'card')
    const answers = await Promise.all([
      cageCustomer(app, customer).cancel(id, { from: other }),
      by(desk).setStatus(id, { status: 'canceled' }),
    ])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect((await refundsOf(app, 'booking_id', id)).map(({ amount }) => amount)).toEqual(['30.00'])
    expect(await messagesAbout(app, id)).toHaveLength(1)
  })

  test.each([
    ['an expired checkout is free to a move of the desk', -1, 200],
    ["a checkout of the booking's own customer is not", 10, 409],
  ])('a slot that is held by %s', async (_name, minutes, status) => {
    const day = freshDay()
    const id = await book(day)
    const { startTime, endTime } = group('', day, '19:00', '20:00')
    const hold = await app.db
      .insertInto('checkout_holds')
      .values({
        user_id: customer.id,
        purpose: 'cage_booking',
        amount: '30.00',
        expires_at: new Date(now.getTime() + minutes * 60_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('checkout_hold_slots')
      .values({
        checkout_hold_id: hold.id,
        cage_id: cage(2),
        coach_id: null,
        start_time: new Date(startTime),
        end_time: new Date(endTime),
      })
      .execute()
    const moved = await by(desk).update(id, { ...newTime(day, '19:00', '20:00'), new_cage_id: cage(2) })
    expect(moved.status).toBe(status)
  })
})

describe('update_guest_booking', () => {
  const addGuest = async (
    day: string,
    person: { guest_email: string | null; guest_phone: string | null },
  ) => {
    const { startTime, endTime } = group('', day, '16:00', '17:00')
    const { id } = await app.db
      .insertInto('bookings')
      .values({
        guest_name: 'Gwen Guest',
        ...person,
        cage_id: cage(1),
        start_time: new Date(startTime),
        end_time: new Date(endTime),
        total_cost: '30.00',
        status: 'paid',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  test('moves and cancels for someone without an account, who is told by mail', async () => {
    const day = freshDay()
    const id = await addGuest(day, { guest_email: 'gwen@example.test', guest_phone: null })
    const moved = await by(desk).updateGuest(id, { ...newTime(day, '18:00', '18:30'), new_cage_id: cage(2) })
    expect(await bodyOf<StaffAnswer>(moved)).toMatchObject({
      booking: { booking_type: 'guest', customer_name: 'Gwen Guest', user_id: null, total_cost: 20 },
      refund_amount: 10,
      refund_method: 'front_desk',
    })
    const canceled = await by(desk).updateGuest(id, { new_status: 'canceled' })
    expect(await bodyOf<StaffAnswer>(canceled)).toMatchObject({
      message: expect.stringMatching(/^Canceled for Gwen Guest: Cage 2, /),
      refund_amount: 20,
    })
    expect(await messagesAbout(app, id)).toMatchObject([
      {
        template: 'booking-changed',
        to_email: 'gwen@example.test',
        to_user_id: null,
        data: { full_name: 'Gwen Guest' },
      },
      { template: 'booking-canceled', to_email: 'gwen@example.test', to_user_id: null },
    ])
    expect(await scheduleOf(day)).toEqual([])
  })

  test('queues no mail for a guest who left only a phone number', async () => {
    const day = freshDay()
    const id = await addGuest(day, { guest_email: null, guest_phone: '(409) 555-0177' })
    expect((await by(desk).updateGuest(id, newTime(day, '18:00', '19:00'))).status).toBe(200)
    expect(await messagesAbout(app, id)).toEqual([])
  })

  test("finds no account's booking, and update_booking none of a guest", async () => {
    const day = freshDay()
    const guest = await addGuest(day, { guest_email: 'gwen@example.test', guest_phone: null })
    const own = await book(day, '18:00', '19:00')
    expect(await refusalOf(await by(desk).update(guest, {}))).toEqual([404, 'booking_not_found'])
    expect(await refusalOf(await by(desk).updateGuest(own, {}))).toEqual([404, 'booking_not_found'])
  })
})
