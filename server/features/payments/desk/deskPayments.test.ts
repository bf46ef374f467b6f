/** Money at the desk: whatever way something becomes paid, there is a row of it, and only one. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Receipt } from '../../../../shared/contract/payments/receipts.ts'
import type { PayableItem } from '../../../../shared/contract/payments/staffPayments.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { group } from '../../../test/cageTime.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { newTime, staffOf, startStaffedFacility } from '../../bookings/staffTestKit.ts'
import { addCamp, addGuestRegistration, register, teenager } from '../../camps/campTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { type LessonAnswer, lesson, postLesson } from '../../lessons/lessonTestKit.ts'

const { admin, app, book, cage, customer, desk, freshDay, other } = await startStaffedFacility()
const giver = await addPerson(app, { role: 'coach', name: 'Casey Coach' })
const stranger = await addPerson(app, teenager)
let coachId: string
beforeAll(async () => {
  const coach = await addCoach(app.db, {
    person: giver,
    works: [{ day_of_week: 2, from: '16:00', to: '20:00' }],
  })
  coachId = coach.id
})
afterAll(() => app.close())

interface Taken {
  message: string
  receipt_id: string | null
  total_amount: number
  payments: { kind: string; id: string; payment_id: string; amount: number }[]
}

const by = (person: Person) => staffOf(app, person)
const take = (items: readonly PayableItem[], more: object = {}, person = desk, key = randomUUID()) =>
  by(person).post('/api/admin/desk-payments', { items, method: 'cash', ...more }, key)
const booked = async (day = freshDay()): Promise<PayableItem> => ({ kind: 'booking', id: await book(day) })
async function given(): Promise<string> {
  const answer = postLesson(app, lesson(coachId, freshDay(), '16:00'), { cookie: customer.cookie })
  return (await bodyOf<LessonAnswer>(answer)).booking.id
}

const paymentsOf = ({ id }: { id: string }) =>
  app.db
    .selectFrom('payment_items as item')
    .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
    .select(['payment.id', 'payment.status', 'total_amount', 'payment_method', 'taken_by', 'taken_at_desk'])
    .select(['admin_notes', 'description', 'user_id', 'void_reason'])
    .where(({ or, eb }) =>
      or([
        eb('item.booking_id', '=', id),
        eb('item.coach_booking_id', '=', id),
        eb('item.camp_registration_id', '=', id),
      ]),
    )
    .orderBy('payment.created_at')
    .execute()
const refundsOf = ({ id }: { id: string }) =>
  app.db
    .selectFrom('payment_refunds as back')
    .innerJoin('payment_items as item', 'item.id', 'back.payment_item_id')
    .select(['back.amount', 'back.way', 'back.status'])
    .where('item.booking_id', '=', id)
    // Those of one cancellation have the same moment.
    .orderBy('back.amount', 'desc')
    .execute()

describe('take-desk-payment', () => {
  test('pays several things of one customer with a payment each; get-payment-receipt and mail-payment-receipt give one receipt', async () => {
    const items = [await booked(), await booked(), { kind: 'lesson' as const, id: await given() }]
    const note = { note: 'Two twenties', send_receipt: true }
    const taken = await bodyOf<Taken>(take(items, note))
    expect(taken).toMatchObject({
      total_amount: 150,
      message: expect.stringContaining('$150.00 taken from Pat'),
    })
    expect(await paymentsOf(items[0] as PayableItem)).toMatchObject([
      {
        ...{ status: 'completed', total_amount: '30.00', payment_method: 'cash', taken_at_desk: true },
        ...{ taken_by: desk.id, admin_notes: 'Two twenties', user_id: customer.id },
        description: expect.stringMatching(/^Cage 1, Tue, \w+ \d+, 4:00–5:00 PM$/),
      },
    ])
    const own = (path: string, cookie: string) => app.request(path, { cookie })
    const receipt = await bodyOf<Receipt>(
      own(`/api/me/payments/${taken.receipt_id}/receipt`, customer.cookie),
    )
    expect(receipt).toMatchObject({ total_amount: 150, note: null, taken_by_name: null })
    expect(receipt.lines).toHaveLength(3)
    const mail = await app.db
      .selectFrom('outbox')
      .select(['to_email', 'data'])
      .where('template', '=', 'payment-receipt')
      .execute()
    expect(mail).toMatchObject([{ to_email: customer.email, data: { total: '$150.00', method: 'Cash' } }])
    const history = await bodyOf<object[]>(own('/api/me/payments', customer.cookie))
    expect(history).toHaveLength(3)
    expect(history[0]).toMatchObject({ status: 'completed', taken_at_desk: true })

    const path = `/api/me/payments/${taken.receipt_id}/receipt`
    expect(await refusalOf(await own(path, stranger.cookie))).toEqual([404, 'payment_not_found'])
    const staffPath = `/api/admin/payments/${taken.receipt_id}/receipt`
    expect(await bodyOf(own(staffPath, desk.cookie))).toMatchObject({ taken_by_name: 'Dee Desk' })
    const again = by(desk).post(`${staffPath}/mail`, { email: 'pat@work.example' })
    expect(await bodyOf(again)).toEqual({ message: 'The receipt goes to pat@work.example.' })
  })

  test('takes one payment of a thing that is named twice, in whatever letters', async () => {
    const item = await booked()
    const taken = await bodyOf<Taken>(take([item, item, { ...item, id: item.id.toUpperCase() }]))
    expect(taken.total_amount).toBe(30)
    expect(await paymentsOf(item)).toHaveLength(1)
  })

  test('takes one payment of two desks that press at once', async () => {
    const item = await booked()
    const desks = await Promise.all([
      take([item]),
      other.request('/api/admin/desk-payments', {
        json: { items: [item], method: 'cash' },
        cookie: admin.cookie,
      }),
    ])
    expect(desks.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await paymentsOf(item)).toHaveLength(1)
  })

  test('answers a repeated request with the same payment', async () => {
    const item = await booked()
    const key = randomUUID()
    const [first, second] = [await take([item], {}, desk, key), await take([item], {}, desk, key)]
    expect(await bodyOf(second)).toEqual(await bodyOf(first))
    expect(await paymentsOf(item)).toHaveLength(1)
  })

  test('refuses what is paid, canceled, gone or of several customers, and changes nothing', async () => {
    const [paid, canceled, open] = [await booked(), await booked(), await booked()]
    await take([paid])
    await by(desk).update(canceled.id, { new_status: 'canceled' })
    const camp = await addCamp(app.db, { name: 'Spring Camp' })
    const { registration_id } = await bodyOf<{ registration_id: string }>(register(app, camp, stranger))
    const seat = { kind: 'camp_registration' as const, id: registration_id }
    const nobody = { kind: 'booking' as const, id: randomUUID() }
    const asked: [PayableItem[], string][] = [
      [[open, paid], 'already_paid'],
      [[open, canceled], 'already_canceled'],
      [[open, nobody], 'payable_not_found'],
      [[{ ...open, kind: 'lesson' }], 'payable_not_found'],
      [[open, seat], 'several_customers'],
    ]
    for (const [items, code] of asked) {
      expect([code, (await refusalOf(await take(items)))[1]]).toEqual([code, code])
    }
    expect(await refusalOf(await take([open], {}, customer))).toEqual([403, 'forbidden'])
    expect(await refusalOf(await take([open], {}, giver))).toEqual([403, 'forbidden'])
    expect(await refusalOf(await take([open], { method: 'card' }))).toEqual([400, 'invalid_input'])
    expect(await paymentsOf(open)).toEqual([])
    expect((await take([seat])).status).toBe(201)
    expect(await paymentsOf(seat)).toMatchObject([{ total_amount: '180.00', description: 'Spring Camp' }])
  })

  test('needs an address for a receipt by mail where the guest left none', async () => {
    const camp = await addCamp(app.db)
    await addGuestRegistration(app.db, camp)
    const { id } = await app.db
      .updateTable('camp_registrations')
      .set({ guest_email: null, guest_phone: '+14095550123', total_cost: '50.00' })
      .where('camp_id', '=', camp.id)
      .returning('id')
      .executeTakeFirstOrThrow()
    const item = { kind: 'guest_camp_registration' as const, id }
    const mail = { send_receipt: true }
    expect(await refusalOf(await take([item], mail))).toEqual([409, 'no_receipt_address'])
    expect((await take([item], { ...mail, receipt_email: 'guest@example.com' })).status).toBe(201)
  })
})

describe('every other way to set something to paid', () => {
  test('says how it was paid where it is told, also of what comes back', async () => {
    const [item, back] = [await booked(), await booked()]
    await by(desk).update(item.id, { new_status: 'paid', take_difference: 'desk_card' })
    await by(desk).update(back.id, { new_status: 'canceled' })
    await by(desk).update(back.id, { new_status: 'paid', take_difference: 'cash' })
    const lessonId = await given()
    await by(desk).updateLesson(lessonId, { new_status: 'paid', take_difference: 'desk_card' })
    const rows = await Promise.all([item, back, { id: lessonId }].map((each) => paymentsOf(each)))
    expect(rows.map(([row]) => row?.payment_method)).toEqual(['desk_card', 'cash', 'desk_card'])
  })

  test('leaves the same row: an update, a status, an insert, a guest, the coach', async () => {
    const updated = await booked()
    await by(desk).update(updated.id, { new_status: 'paid' })
    const set = await booked()
    await by(admin).setStatus(set.id, { status: 'paid' })
    const { startTime: start_time, endTime: end_time } = group('', freshDay(), '16:00', '17:00')
    const inserted = await bodyOf<{ bookings: { id: string }[] }>(
      by(desk).post('/api/guest-bookings', {
        ...{ guest_name: 'Gus Guest', guest_phone: '4095550188', cage_ids: [cage(1), cage(2)] },
        ...{ start_time, end_time, status: 'paid', payment_method: 'cash' },
      }),
    )
    const lessonId = await given()
    await by(giver).put(`/api/lessons/${lessonId}/payment-status`, { p_new_status: 'paid' })
    const rows = await Promise.all(
      [updated, set, ...inserted.bookings, { id: lessonId }].map((each) => paymentsOf(each)),
    )
    expect(rows).toMatchObject([
      [{ total_amount: '30.00', payment_method: 'other', taken_by: desk.id }],
      [{ total_amount: '30.00', taken_by: admin.id }],
      [{ total_amount: '30.00', payment_method: 'cash', taken_by: desk.id }],
      [{ total_amount: '30.00', payment_method: 'cash' }],
      [{ total_amount: '90.00', taken_by: giver.id }],
    ])
  })

  test('is voided, not deleted, where the payment is taken back, and taken again', async () => {
    const item = await booked()
    await by(desk).update(item.id, { new_status: 'paid' })
    await by(desk).update(item.id, { new_status: 'pending payment' })
    await take([item])
    const states = (await paymentsOf(item)).map(({ status }) => status)
    expect(states.sort()).toEqual(['completed', 'voided'])
  })
})

describe('void-desk-payment', () => {
  test('makes the thing unpaid again, with a reason, and once', async () => {
    const item = await booked()
    const { receipt_id } = await bodyOf<Taken>(take([item]))
    const path = `/api/admin/payments/${receipt_id}/void`
    expect((await by(desk).post(path, {})).status).toBe(400)
    const reason = 'The wrong customer'
    expect((await by(desk).post(path, { reason })).status).toBe(200)
    expect(await refusalOf(await by(desk).post(path, { reason: 'Twice' }))).toEqual([409, 'payment_voided'])
    expect(await paymentsOf(item)).toMatchObject([{ status: 'voided', void_reason: 'The wrong customer' }])
    const { status } = await app.db
      .selectFrom('bookings')
      .select('status')
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('pending payment')
    const gone = `/api/admin/payments/${randomUUID()}/void`
    expect(await refusalOf(await by(desk).post(gone, { reason: 'x1' }))).toEqual([404, 'payment_not_found'])
  })

  test('tells whoever has the receipt, whichever way it is voided, and nobody else', async () => {
    const told = async (payments: Taken['payments']) => {
      const rows = await app.db
        .selectFrom('outbox')
        .select(['to_email', 'data', 'dedupe_key'])
        .where('template', '=', 'receipt-voided')
        .orderBy('to_email')
        .execute()
      return rows.filter(({ dedupe_key }) =>
        payments.some(({ payment_id }) => dedupe_key?.includes(payment_id)),
      )
    }
    const untold = [await booked(), await booked()]
    const { payments } = await bodyOf<Taken>(take(untold))
    const wrong = { reason: 'The wrong customer' }
    await by(desk).post(`/api/admin/payments/${payments[0]?.payment_id}/void`, wrong)
    await by(desk).update(payments[1]?.id ?? '', { new_status: 'pending payment' })
    expect(await told(payments)).toEqual([])

    const items = [await booked(), await booked(), await booked()]
    const taken = await bodyOf<Taken>(take(items, { send_receipt: true, receipt_email: 'pat@work.example' }))
    const receipt = `/api/admin/payments/${taken.payments[1]?.payment_id}/receipt`
    await by(desk).post(`${receipt}/mail`, { email: 'gran@home.example' })
    const [first, second, third] = taken.payments
    await by(desk).post(`/api/admin/payments/${first?.payment_id}/void`, wrong)
    await by(desk).update(second?.id ?? '', { new_status: 'pending payment' })
    await by(desk).post('/api/admin/pending-payments', { items: [{ kind: 'booking', id: third?.id }] })
    const rows = await told(taken.payments)
    expect(rows.map(({ to_email }) => to_email)).toEqual(
      ['gran@home.example', 'pat@work.example'].flatMap((email) => [email, email, email]),
    )
    const { receipt_number } = await bodyOf<Receipt>(app.request(receipt, { cookie: desk.cookie }))
    expect(rows.map(({ data }) => data)).toEqual(
      rows.map(() => ({
        ...{ full_name: 'Pat Parent', receipt_number, amount: '$30.00' },
        description: expect.stringMatching(/^Cage 1, Tue/),
      })),
    )
  })

  test('refuses money that went back already, and what was not taken at the desk', async () => {
    const item = await booked()
    const { receipt_id } = await bodyOf<Taken>(take([item]))
    const back = { way: 'desk', amount: 5, reason: 'A short session', given: true }
    expect((await by(desk).post(`/api/admin/payments/${receipt_id}/refunds`, back)).status).toBe(201)
    const voided = () => by(desk).post(`/api/admin/payments/${receipt_id}/void`, { reason: 'A slip' })
    expect(await refusalOf(await voided())).toEqual([409, 'payment_refunded'])
    await app.db
      .updateTable('payment_transactions')
      .set({ taken_at_desk: false })
      .where('id', '=', receipt_id)
      .execute()
    expect(await refusalOf(await voided())).toEqual([409, 'not_a_desk_payment'])
    expect(await paymentsOf(item)).toMatchObject([{ status: 'completed' }])
  })
})

describe('a booking that was paid at the desk', () => {
  test('and is canceled has its money among those to give by hand', async () => {
    const item = await booked()
    await take([item])
    await by(desk).update(item.id, { new_status: 'canceled' })
    expect(await refundsOf(item)).toEqual([{ amount: '30.00', way: 'desk', status: 'pending' }])
  })

  test('takes the difference to a dearer time, where the desk says how', async () => {
    const day = freshDay()
    const item = await booked(day)
    await take([item])
    const longer = { ...newTime(day, '17:00', '18:30'), new_cage_id: cage(2) }
    expect(await bodyOf(by(desk).update(item.id, longer))).toMatchObject({
      code: 'move_costs_more',
      message: 'The new time costs $15.00 more. Choose how they pay.',
    })
    const moved = await by(desk).update(item.id, { ...longer, take_difference: 'desk_card' })
    expect(await bodyOf(moved)).toMatchObject({ booking: { status: 'paid', total_cost: 45 } })
    expect(await paymentsOf(item)).toMatchObject([
      { total_amount: '30.00', payment_method: 'cash' },
      {
        ...{ total_amount: '15.00', payment_method: 'desk_card' },
        description: expect.stringMatching(/^Cage 2, Tue, \w+ \d+, 5:00–6:30 PM$/),
      },
    ])
    await by(desk).update(item.id, { new_status: 'canceled' })
    expect(await refundsOf(item)).toMatchObject([{ amount: '30.00' }, { amount: '15.00' }])
  })
})
