/** Sales tax (decision 40): in what is charged, kept with what was sold, returned with refunds. */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { LessonSlot } from '../../../shared/contract/lessons/coaches.ts'
import type { MembershipOffer } from '../../../shared/contract/memberships/memberships.ts'
import type { Receipt } from '../../../shared/contract/payments/receipts.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { payByCard } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { addCamp, teenager } from '../camps/campTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { lesson } from '../lessons/lessonTestKit.ts'
import { type CardShop, startCardShop } from './paymentTestKit.ts'

let shop: CardShop
let customer: Person
let desk: Person
let admin: Person
beforeAll(async () => {
  shop = await startCardShop()
  customer = await addPerson(shop.app, { name: 'Pat Parent', ...teenager })
  desk = await addPerson(shop.app, { role: 'desk' })
  admin = await addPerson(shop.app, { role: 'admin' })
})
afterAll(() => shop.close())

const send = (method: string, path: string, json: object, by: Person) =>
  shop.app.request(path, { method, json, cookie: by.cookie })
const setTax = async (changes: object) => {
  const saved = await send('PATCH', '/api/settings/facility', { changes, seen: {} }, admin)
  expect(saved.status).toBe(200)
}
const rates = (percent: number) => ({
  ...{ tax_cages: percent, tax_lessons: percent, tax_classes: percent, tax_camps: percent },
  ...{ tax_memberships: percent, tax_goods: percent },
})
const facility = () => bodyOf<Facility>(shop.app.request('/api/facility'))
let weeks = 20
const book = (totalAmount: number, length: 30 | 60 = 60) =>
  shop.app.request('/api/bookings', {
    json: {
      bookingDetails: [
        group(shop.cages[1] ?? '', tuesday(weeks++), '16:00', length === 30 ? '16:30' : '17:00'),
      ],
      totalAmount,
    },
    cookie: customer.cookie,
  })
const booked = async (totalAmount: number) => {
  const { bookings } = await bodyOf<{ bookings: { id: string }[] }>(book(totalAmount))
  return bookings[0]?.id ?? ''
}
/** Takes what is owed in cash; the payment's id. */
const takeCash = async (id: string) => {
  const json = { items: [{ kind: 'booking', id }], method: 'cash' }
  const taken = await bodyOf<{ payments: { payment_id: string; amount: number }[] }>(
    send('POST', '/api/admin/desk-payments', json, desk),
  )
  return taken.payments[0]?.payment_id ?? ''
}
const receipt = (id: string) =>
  bodyOf<Receipt>(shop.app.request(`/api/admin/payments/${id}/receipt`, { cookie: desk.cookie }))
const refund = (id: string, amount: number) =>
  send(
    'POST',
    `/api/admin/payments/${id}/refunds`,
    { way: 'desk', amount, given: true, reason: 'Rain' },
    admin,
  )

const mailOf = async (template: string) => {
  const newest = shop.app.db.selectFrom('outbox').select('data').where('template', '=', template)
  return (await newest.orderBy('created_at', 'desc').executeTakeFirstOrThrow()).data
}

test('rates are 0 at first: nobody reads of tax, and no line has any', async () => {
  expect(await facility()).not.toHaveProperty('sales_tax')
  const id = await booked(30)
  expect(await receipt(await takeCash(id))).toMatchObject({ total_amount: 30, taxes: [], refunded_tax: 0 })
})

test.each([
  { tax_cages: -1 },
  { tax_camps: 50.001 },
  { tax_goods: 8.2555 },
  { tax_lessons: '8' },
  { tax_added: 1 },
])('update-facility-settings refuses %j and keeps what was', async (changes) => {
  const answer = await send('PATCH', '/api/settings/facility', { changes, seen: {} }, admin)
  expect(await refusalOf(answer)).toEqual([400, 'invalid_input'])
  expect(await facility()).not.toHaveProperty('sales_tax')
})

describe('added to prices', () => {
  beforeAll(() => setTax({ ...rates(8.25), tax_added: true }))

  test('the facility says the rates, and a cage costs its price and the tax', async () => {
    expect((await facility()).sales_tax).toMatchObject({ added: true, cages: 8.25, goods: 8.25 })
    const answer = await book(30)
    expect([answer.status, await bodyOf(answer)]).toMatchObject([
      409,
      { code: 'price_changed', details: { total_amount: 32.48 } },
    ])
    const id = await booked(32.48)
    const row = shop.app.db.selectFrom('bookings').select(['total_cost', 'tax_percent', 'discount'])
    expect(await row.where('id', '=', id).executeTakeFirstOrThrow()).toEqual({
      ...{ total_cost: '32.48', tax_percent: '8.250', discount: '0.00' },
    })
    expect(await mailOf('booking-confirmed')).toMatchObject({ total: '$32.48 with $2.48 sales tax' })
  })

  test('a receipt names the tax by rate; refunds return it in proportion, in full all of it', async () => {
    const payment = await takeCash(await booked(32.48))
    expect(await receipt(payment)).toMatchObject({
      total_amount: 32.48,
      taxes: [{ percent: 8.25, amount: 2.48 }],
    })
    expect((await refund(payment, 10)).status).toBeLessThan(300)
    expect(await receipt(payment)).toMatchObject({ refunded_amount: 10, refunded_tax: 0.76 })
    expect((await refund(payment, 22.48)).status).toBeLessThan(300)
    expect(await receipt(payment)).toMatchObject({ refunded_amount: 32.48, refunded_tax: 2.48 })
  })

  test('a receipt by mail says what tax is in it', async () => {
    const payment = await takeCash(await booked(32.48))
    await send('POST', `/api/admin/payments/${payment}/receipt/mail`, {}, desk)
    expect(await mailOf('payment-receipt')).toMatchObject({
      method: 'Cash. Included: $2.48 sales tax (8.25%)',
    })
  })

  test('a booking that is moved to a longer time costs the longer price and its tax', async () => {
    const day = tuesday(weeks++)
    const made = await shop.app.request('/api/bookings', {
      json: { bookingDetails: [group(shop.cages[2] ?? '', day, '16:00', '16:30')], totalAmount: 21.65 },
      cookie: customer.cookie,
    })
    const { bookings } = await bodyOf<{ bookings: { id: string; revision: number }[] }>(made)
    const longer = group(shop.cages[2] ?? '', day, '16:00', '17:00')
    const moved = await send(
      'PATCH',
      `/api/bookings/${bookings[0]?.id}`,
      { new_end_time: longer.endTime, totalAmount: 32.48, expected_revision: 0 },
      desk,
    )
    expect(await bodyOf(moved)).toMatchObject({ booking: { total_cost: 32.48 } })
  })

  test('a lesson’s time says the total with tax, is charged so, and moved at the same length keeps it', async () => {
    const coach = await addCoach(shop.app.db)
    const day = tuesday(weeks++)
    const slots = await bodyOf<LessonSlot[]>(
      shop.app.request(`/api/coaches/${coach.id}/availability?p_lesson_date=${day}&p_duration_minutes=60`),
    )
    expect(slots[0]).toMatchObject({ coach_fee: 60, cage_cost: 30, total_cost: 97.43 })
    const paid = lesson(coach.id, day, '16:00', { payment_method: 'card', totalAmount: 97.43 })
    const state = await payByCard(shop.app, customer.cookie, paid)
    expect(state.payment.amount).toBe(97.43)
    expect(await receipt(state.payment.payment_transaction_id)).toMatchObject({
      taxes: [{ percent: 8.25, amount: 7.43 }],
    })
    const row = shop.app.db
      .selectFrom('coach_bookings')
      .select(['id', 'total_cost', 'tax_on_top', 'cage_cost'])
      .where('lesson_date', '=', day)
    const before = await row.executeTakeFirstOrThrow()
    expect(before).toMatchObject({ total_cost: '97.43', tax_on_top: '7.43', cage_cost: '30.00' })
    const longer = {
      ...{ new_duration_minutes: 90, new_lesson_time: '16:00', totalAmount: 146.14, expected_revision: 0 },
      take_difference: 'cash',
    }
    const moved = await send('PATCH', `/api/lessons/${before.id}`, longer, desk)
    expect(await bodyOf(moved)).toMatchObject({ booking: { total_cost: 146.14 } })
    expect(await row.executeTakeFirstOrThrow()).toMatchObject({ total_cost: '146.14', tax_on_top: '11.14' })
  })

  test('classes and camps are charged with tax, each seat a line of its own', async () => {
    const classId = await addClass(shop.app.db)
    const sessions = [tuesday(weeks), tuesday(weeks + 1)].map((on) => addSession(shop.app.db, classId, on))
    const request = { instanceIds: await Promise.all(sessions), isMultiple: true, amount: 5_412 }
    const attended = await payByCard(shop.app, customer.cookie, request)
    expect(await receipt(attended.payment.payment_transaction_id)).toMatchObject({
      total_amount: 54.12,
      taxes: [{ percent: 8.25, amount: 4.12 }],
    })
    const camp = await addCamp(shop.app.db)
    const joined = await payByCard(shop.app, customer.cookie, { campId: camp.id, amount: 19_485 })
    expect(await receipt(joined.payment.payment_transaction_id)).toMatchObject({
      taxes: [{ percent: 8.25, amount: 14.85 }],
    })
  })

  test('a membership’s offer says price, tax and charge, and the agreement says them too', async () => {
    const read = () => bodyOf<MembershipOffer>(shop.app.request('/api/memberships/offer'))
    const offer = await read()
    expect(offer).toMatchObject({ monthly_price: 109.99, monthly_charge: 119.06, monthly_tax: 9.07 })
    expect(JSON.stringify(offer.agreement)).toContain('$109.99 plus $9.07 sales tax per month')
    await setTax({ tax_memberships: 0 })
    await expect.poll(async () => (await read()).agreement_version).not.toBe(offer.agreement_version)
    expect(await read()).not.toHaveProperty('monthly_tax')
    await setTax({ tax_memberships: 8.25 })
  })

  test('what was sold keeps its rate when the rate changes', async () => {
    const id = await booked(32.48)
    await setTax({ tax_cages: 9 })
    const payment = await takeCash(id)
    expect(await receipt(payment)).toMatchObject({
      total_amount: 32.48,
      taxes: [{ percent: 8.25, amount: 2.48 }],
    })
    expect(await receipt(await takeCash(await booked(32.7)))).toMatchObject({
      taxes: [{ percent: 9, amount: 2.7 }],
    })
    await setTax({ tax_cages: 8.25 })
  })
})

test('contained in prices, a cage costs its price, and the receipt says what tax is in it', async () => {
  await setTax({ ...rates(8.25), tax_added: false })
  expect(await receipt(await takeCash(await booked(30)))).toMatchObject({
    total_amount: 30,
    taxes: [{ percent: 8.25, amount: 2.29 }],
  })
})

test('however a payment is refunded, in whatever order, all of it returns all of its tax and never more', async () => {
  // 120 payments of two items each, refunded in up to five random parts of an item or of the whole.
  const { rows } = await sql<{ payments: number; wrong: number; over: number }>`
    with payment as (
      insert into payment_transactions (payment_type, total_amount, status)
      select 'cage_booking', 40 + n / 100.0, 'completed' from generate_series(1, 120) n returning id, total_amount
    ), item as (
      insert into payment_items (payment_transaction_id, amount)
      select id, part from payment, lateral (values (13.37), (total_amount - 13.37)) parts (part) returning 1
    ) select count(*)::integer as payments, 0 as wrong, 0 as over from payment`.execute(shop.app.db)
  expect(rows[0]?.payments).toBe(120)
  await sql`update payment_items set tax_percent = 8.25, tax = contained_tax(amount, 8.25)
    where payment_transaction_id in (select id from payment_transactions where description is null)`.execute(
    shop.app.db,
  )
  await sql`do $$
    declare
      payment record;
      rest numeric;
      part numeric;
    begin
      perform setseed(0.25);
      for payment in select id, total_amount from payment_transactions where description is null loop
        rest := payment.total_amount;
        while rest > 0 loop
          part := case when random() < 0.3 then rest else least(rest, 0.01 + round((random() * 20)::numeric, 2)) end;
          insert into payment_refunds (payment_transaction_id, amount, reason, way, status)
          values (payment.id, part, 'staff', 'desk', 'succeeded');
          rest := rest - part;
        end loop;
      end loop;
    end $$`.execute(shop.app.db)
  const wrong = await sql`
    select payment.id from payment_transactions payment
    where description is null and (select sum(tax) from payment_items where payment_transaction_id = payment.id)
      is distinct from (select sum(tax) from payment_refunds where payment_transaction_id = payment.id)`.execute(
    shop.app.db,
  )
  expect(wrong.rows).toEqual([])
})
