import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../../test/answers.ts'
import { tuesday } from '../../../test/cageTime.ts'
import { confirmPayment, openPayment, payByCard, sendCard } from '../../../test/cardPayment.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { addCoach, type TestCoach } from '../../coaches/coachTestKit.ts'
import { guestForm, lesson, postLesson } from '../../lessons/lessonTestKit.ts'
import { type CardShop, startCardShop } from '../paymentTestKit.ts'

let shop: CardShop
let coach: TestCoach
let customer: Person
let weeks = 0
const freshDay = () => tuesday(weeks++)

beforeAll(async () => {
  shop = await startCardShop()
  coach = await addCoach(shop.app.db)
  customer = await addPerson(shop.app)
})
afterAll(() => shop.close())

const byCard = (day: string, more: object = {}) =>
  lesson(coach.id, day, '16:00', { payment_method: 'card', totalAmount: 90, ...more })
const lessonOn = (day: string) =>
  shop.app.db.selectFrom('coach_bookings').selectAll().where('lesson_date', '=', day).execute()

test('a lesson paid by card is booked as paid, with coach, cage, messages and payment', async () => {
  const day = freshDay()

  const state = await payByCard(shop.app, customer.cookie, byCard(day))

  expect(state).toMatchObject({ status: 'succeeded', payment: { paymentType: 'lesson', amount: 90 } })
  const calendar = await shop.app.request(state.payment.calendar_url ?? '')
  expect(await calendar.text()).toContain('BEGIN:VEVENT')
  const [booked] = await lessonOn(day)
  expect(booked).toMatchObject({
    customer_id: customer.id,
    status: 'paid',
    payment_status: 'paid',
    payment_method: 'card',
    total_cost: '90.00',
  })
  const item = await shop.app.db
    .selectFrom('payment_items')
    .select(['coach_booking_id', 'amount'])
    .where('payment_transaction_id', '=', state.payment.payment_transaction_id)
    .execute()
  expect(item).toEqual([{ coach_booking_id: booked?.id, amount: '90.00' }])
})

test('while the card is charged coach and cage are kept from everybody else', async () => {
  const day = freshDay()
  const opened = await openPayment(shop.app, customer.cookie, byCard(day))

  const other = await addPerson(shop.app)
  const theirs = await postLesson(shop.app, lesson(coach.id, day, '16:30'), { cookie: other.cookie })

  expect(await refusalOf(theirs)).toEqual([409, 'lesson_time_taken'])
  await sendCard(shop.app, opened)
  expect((await confirmPayment(shop.app, customer.cookie, opened)).status).toBe('succeeded')
})

test('a guest pays, and shows by the client secret that the payment is theirs', async () => {
  const day = freshDay()
  const opened = await openPayment(shop.app, '', byCard(day, guestForm(shop.app)))
  await sendCard(shop.app, opened)
  const ask = (client_secret?: string) =>
    shop.app.request('/api/payments/confirm', {
      json: { payment_intent_id: opened.paymentIntentId, client_secret },
    })

  expect(await refusalOf(await ask())).toEqual([404, 'payment_not_found'])
  // Also one of as many letters that are more bytes.
  for (const wrong of [`${opened.clientSecret}x`, opened.clientSecret.replace(/.$/, 'é')])
    expect(await refusalOf(await ask(wrong))).toEqual([404, 'payment_not_found'])
  expect((await confirmPayment(shop.app, '', opened)).status).toBe('succeeded')
  expect(await lessonOn(day)).toMatchObject([
    { customer_type: 'guest', guest_name: 'Gwen Guest', payment_status: 'paid' },
  ])
})

test('is refused where the facility takes no cards for lessons, and to a guest without a form', async () => {
  const ask = (json: unknown, cookie: string) => shop.app.request('/api/payments/intents', { json, cookie })
  expect(await refusalOf(await ask(byCard(freshDay()), ''))).toEqual([401, 'login_or_guest_required'])

  await shop.app.db.updateTable('facility').set({ card_payment_for_lessons: false }).execute()

  await expect
    .poll(async () => refusalOf(await ask(byCard(freshDay()), customer.cookie)), { timeout: 5_000 })
    .toEqual([400, 'online_payment_unavailable'])
})
