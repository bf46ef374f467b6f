import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system, type Tx, transaction } from '../../../db/database.ts'
import { bodyOf } from '../../../test/answers.ts'
import { group, tuesday } from '../../../test/cageTime.ts'
import { openPayment, payByCard } from '../../../test/cardPayment.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { letUndoTimePass } from '../../../test/outbox.ts'
import { type ChangeAnswer, cageCustomer } from '../../bookings/changeTestKit.ts'
import { staffOf } from '../../bookings/staffTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { type LessonAnswer, lesson, postLesson } from '../../lessons/lessonTestKit.ts'
import { type CardShop, startCardShop } from '../paymentTestKit.ts'
import { syncRefunds } from './recordRefunds.ts'
import { refundItem } from './refunds.ts'
import { sendRefunds } from './sendRefunds.ts'

let shop: CardShop
let customer: Person

beforeAll(async () => {
  shop = await startCardShop()
  customer = await addPerson(shop.app)
})
afterAll(() => shop.close())

const payments = () =>
  shop.app.db
    .selectFrom('payment_transactions')
    .select(['status', 'total_amount', 'refunded_amount'])
    .where('user_id', '=', customer.id)
    .orderBy('created_at')
    .execute()

test('of two cages paid with one card payment each comes back by itself, and not a cent more', async () => {
  const day = tuesday(1)
  const [first = '', second = ''] = shop.cages
  await payByCard(shop.app, customer.cookie, {
    bookingDetails: [group(first, day, '16:00', '17:00'), group(second, day, '16:00', '16:30')],
    totalAmount: 50,
  })
  const bookings = await shop.app.db
    .selectFrom('bookings')
    .select(['id', 'cage_id'])
    .where('user_id', '=', customer.id)
    .execute()
  const idIn = (cageId: string) => bookings.find(({ cage_id }) => cage_id === cageId)?.id ?? ''
  const mine = cageCustomer(shop.app, customer)
  expect((await mine.seen(idIn(first)))?.change).toMatchObject({ refund_amount: 30, refund_method: 'card' })

  expect(await bodyOf<ChangeAnswer>(mine.cancel(idIn(first)))).toMatchObject({ refund_amount: 30 })
  await sendRefunds(shop.app.context)
  expect(await payments()).toEqual([{ status: 'completed', total_amount: '50.00', refunded_amount: '30.00' }])
  expect((await mine.seen(idIn(second)))?.change).toMatchObject({ refund_amount: 20, refund_method: 'card' })

  expect(await bodyOf<ChangeAnswer>(mine.cancel(idIn(second)))).toMatchObject({ refund_amount: 20 })
  await sendRefunds(shop.app.context)
  expect(await payments()).toEqual([{ status: 'refunded', total_amount: '50.00', refunded_amount: '50.00' }])
})

test('a lesson that was paid by card is paid back by the provider once it is canceled', async () => {
  const coach = await addCoach(shop.app.db)
  const day = tuesday(2)
  const request = lesson(coach.id, day, '16:00', { payment_method: 'card', totalAmount: 90 })
  await payByCard(shop.app, customer.cookie, request)
  const { id } = await shop.app.db
    .selectFrom('coach_bookings')
    .select('id')
    .where('lesson_date', '=', day)
    .executeTakeFirstOrThrow()
  const canceled = shop.app.request(`/api/me/lessons/${id}/cancel`, {
    method: 'POST',
    cookie: customer.cookie,
  })
  expect(await bodyOf<{ refund_amount: number }>(canceled)).toMatchObject({
    refund_amount: 90,
    lesson: { payment_status: 'refunded' },
  })
  await sendRefunds(shop.app.context)
  expect((await payments()).at(-1)).toEqual({
    status: 'refunded',
    total_amount: '90.00',
    refunded_amount: '90.00',
  })
})

test('of a payment that staff gave back in part by hand comes back what is left, as is shown beforehand', async () => {
  const day = tuesday(3)
  await payByCard(shop.app, customer.cookie, {
    bookingDetails: [group(shop.cages[0] ?? '', day, '16:00', '17:00')],
    totalAmount: 30,
  })
  const { stripe } = shop.app.context.payments
  const booked = await shop.app.db
    .selectFrom('bookings')
    .innerJoin('payment_items', 'payment_items.booking_id', 'bookings.id')
    .innerJoin('payment_transactions as payment', 'payment.id', 'payment_items.payment_transaction_id')
    .select(['bookings.id', 'payment.stripe_payment_intent_id as intent'])
    .where('bookings.user_id', '=', customer.id)
    .where('bookings.status', '=', 'paid')
    .executeTakeFirstOrThrow()
  await stripe?.refunds.create({ payment_intent: booked.intent ?? '', amount: 1000 })
  await syncRefunds(shop.app.context, booked.intent ?? '')

  const mine = cageCustomer(shop.app, customer)
  expect((await mine.seen(booked.id))?.change).toMatchObject({ refund_amount: 20, refund_method: 'card' })
  expect(await bodyOf<ChangeAnswer>(mine.cancel(booked.id))).toMatchObject({ refund_amount: 20 })
  await sendRefunds(shop.app.context)
  expect((await payments()).at(-1)).toEqual({
    status: 'refunded',
    total_amount: '30.00',
    refunded_amount: '30.00',
  })
})

test('what the desk shortens and then deletes is paid back by the provider in two parts', async () => {
  const desk = await addPerson(shop.app, { role: 'desk' })
  const booked = await paidHour(tuesday(9))
  const byDesk = staffOf(shop.app, desk)
  const { startTime, endTime } = group('', tuesday(9), '16:00', '16:30')
  const shortened = byDesk.update(booked.id, { new_start_time: startTime, new_end_time: endTime })
  expect(await bodyOf(shortened)).toMatchObject({ refund_amount: 10, refund_method: 'card' })
  await letUndoTimePass(shop.app.db)
  await sendRefunds(shop.app.context)
  expect((await payments()).at(-1)).toMatchObject({ status: 'completed', refunded_amount: '10.00' })

  const deleted = byDesk.delete(`/api/bookings/${booked.id}`)
  expect(await bodyOf(deleted)).toMatchObject({ refund_amount: 20, refund_method: 'card' })
  await letUndoTimePass(shop.app.db)
  await sendRefunds(shop.app.context)
  expect((await payments()).at(-1)).toMatchObject({ status: 'refunded', refunded_amount: '30.00' })
})

/** An hour that the customer paid by card, later than those of earlier calls. */
async function paidHour(day: string) {
  await payByCard(shop.app, customer.cookie, {
    bookingDetails: [group(shop.cages[0] ?? '', day, '16:00', '17:00')],
    totalAmount: 30,
  })
  return shop.app.db
    .selectFrom('bookings')
    .innerJoin('payment_items as item', 'item.booking_id', 'bookings.id')
    .select(['bookings.id', 'item.id as item_id', 'item.payment_transaction_id as payment_id'])
    .where('bookings.user_id', '=', customer.id)
    .where('bookings.status', '=', 'paid')
    .orderBy('bookings.start_time', 'desc')
    .executeTakeFirstOrThrow()
}

describe('of a payment with an attempt to refund it that failed', () => {
  const addFailedRefund = (payment_transaction_id: string, payment_item_id: string | null) =>
    shop.app.db
      .insertInto('payment_refunds')
      .values({
        payment_transaction_id,
        payment_item_id,
        amount: '30.00',
        reason: 'customer_canceled',
        status: 'failed',
      })
      .execute()

  test.each([
    ['of the booking', 6, (item: string) => item],
    ['of the whole payment', 7, () => null],
  ])('%s, all of the money still comes back', async (_name, weeks, itemOf) => {
    const booked = await paidHour(tuesday(weeks))
    await addFailedRefund(booked.payment_id, itemOf(booked.item_id))
    const mine = cageCustomer(shop.app, customer)
    expect((await mine.seen(booked.id))?.change).toMatchObject({ refund_amount: 30, refund_method: 'card' })
    expect(await bodyOf<ChangeAnswer>(mine.cancel(booked.id))).toMatchObject({ refund_amount: 30 })
    await sendRefunds(shop.app.context)
    expect((await payments()).at(-1)).toMatchObject({ status: 'refunded', refunded_amount: '30.00' })
  })

  test('never more comes back than was paid, however much is asked for and however often', async () => {
    const booked = await paidHour(tuesday(8))
    const refund = (tx: Tx) =>
      refundItem(tx, {
        item: { booking_id: booked.id },
        cents: 20_00,
        reason: 'customer_canceled',
        now: new Date(),
      })
    const asked = Array.from({ length: 8 }, () => transaction(shop.app.db, system, refund))
    const refunded = (await Promise.all(asked)).map(({ card }) => card)
    expect(refunded.sort((a, b) => b - a)).toEqual([2000, 1000, 0, 0, 0, 0, 0, 0])
    await sendRefunds(shop.app.context)
    expect((await payments()).at(-1)).toMatchObject({ status: 'refunded', refunded_amount: '30.00' })
  })
})

test('a lesson moves to a time that its own customer was about to book by card', async () => {
  const coach = await addCoach(shop.app.db)
  const day = tuesday(4)
  const request = lesson(coach.id, day, '16:00')
  const { booking } = await bodyOf<LessonAnswer>(postLesson(shop.app, request, { cookie: customer.cookie }))
  await openPayment(
    shop.app,
    customer.cookie,
    lesson(coach.id, day, '18:00', { payment_method: 'card', totalAmount: 90 }),
  )
  const moved = await shop.app.request(`/api/me/lessons/${booking.id}/move`, {
    json: { lesson_date: day, start_time: '18:00' },
    cookie: customer.cookie,
  })
  expect(await bodyOf(moved)).toMatchObject({ lesson: { start_time: '18:00' } })
})
