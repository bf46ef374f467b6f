import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { confirmPayment, openPayment, payByCard, sendCard } from '../../test/cardPayment.ts'
import { addPerson } from '../../test/factories.ts'
import { addCoach, type TestCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'
import { type CardShop, startCardShop } from '../payments/paymentTestKit.ts'
import { guestForm, type LessonAnswer, lesson, postLesson } from './lessonTestKit.ts'

let shop: CardShop
let coach: TestCoach
let weeks = 0
beforeAll(async () => {
  shop = await startCardShop({ settings: { RATE_LIMITS: 'false' } })
  coach = await addCoach(shop.app.db)
  await shop.app.db
    .updateTable('facility')
    .set({
      unpaid_hours_new_customer: null,
      open_checkouts_per_person: null,
      checkout_hours_new_customer: null,
    })
    .execute()
})
afterAll(() => shop.close())

/** A guest's lesson to be paid on arrival, with what its ticket sends. */
async function ticket() {
  const phone = `(409) 555-${String(1000 + weeks)}`
  const guest = { name: 'Gwen Guest', phone, email: `gwen${weeks}@example.test` }
  const asked = lesson(coach.id, tuesday(weeks++), '16:00', guestForm(shop.app, { guest_details: guest }))
  const answer = await postLesson(shop.app, asked)
  expect(answer.status).toBe(201)
  const { booking, calendar_url } = (await answer.json()) as LessonAnswer & { calendar_url: string }
  const signature = new URL(calendar_url, shop.app.url).searchParams.get('signature')
  return { lessonId: booking.id, signature, amount: 9_000 }
}
const row = (id: string) =>
  shop.app.db.selectFrom('coach_bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ask = (json: unknown, cookie = '') => shop.app.request('/api/payments/intents', { json, cookie })
const set = (id: string, values: object) =>
  shop.app.db.updateTable('coach_bookings').set(values).where('id', '=', id).execute()

/** As when a guest makes an account. */
async function claim(lessonId: string, id: string) {
  const own = shop.app.db.selectFrom('participants').select('id').where('user_id', '=', id)
  const { id: participant_id } = await own.executeTakeFirstOrThrow()
  const nobody = { guest_name: null, guest_phone: null, guest_email: null }
  await set(lessonId, { customer_type: 'user', customer_id: id, participant_id, ...nobody })
}

/** What was paid for a lesson. */
const itemsOf = (lessonId: string) =>
  shop.app.db.selectFrom('payment_items').select('amount').where('coach_booking_id', '=', lessonId).execute()

test('create-payment-intent: a guest pays a lesson from its ticket, is told so, and it is no second booking', async () => {
  const own = await ticket()
  const state = await payByCard(shop.app, '', own)
  expect(state).toMatchObject({ status: 'succeeded', payment: { paymentType: 'lesson', amount: 90 } })
  expect(await row(own.lessonId)).toMatchObject({
    status: 'paid',
    payment_status: 'paid',
    payment_method: 'card',
  })
  const items = await itemsOf(own.lessonId)
  expect(items).toMatchObject([{ amount: '90.00' }])
  const mails = await shop.app.db
    .selectFrom('outbox')
    .select('data')
    .where('template', '=', 'lesson-confirmed')
    .where('dedupe_key', '=', `lesson-confirmed:${state.payment.payment_transaction_id}`)
    .execute()
  expect(mails).toMatchObject([{ data: { payment_line: 'Paid by card. Thank you!', total: '$90.00' } }])
  expect(await refusalOf(await ask(own))).toEqual([409, 'nothing_to_pay'])
})

test('only with its ticket, at its price, and while it is to be paid', async () => {
  const [own, other] = [await ticket(), await ticket()]
  const wrong = { ...own, signature: other.signature }
  expect(await refusalOf(await ask(wrong))).toEqual([404, 'lesson_not_found'])
  expect(await refusalOf(await ask({ ...own, signature: undefined }))).toEqual([404, 'lesson_not_found'])
  const { cookie } = await addPerson(shop.app)
  expect(await refusalOf(await ask(own, cookie))).toEqual([404, 'lesson_not_found'])
  expect(await refusalOf(await ask({ ...own, amount: 1 }))).toEqual([409, 'price_changed'])
  await set(own.lessonId, { status: 'canceled' })
  expect(await refusalOf(await ask(own))).toEqual([409, 'already_canceled'])
  expect((await row(other.lessonId)).status).toBe('pending payment')
})

test('get-lesson-ticket: a guest reads the lesson as it is now, by its signature alone, until an account has it', async () => {
  const [own, other] = [await ticket(), await ticket()]
  const read = ({ lessonId, signature }: { lessonId: string; signature: string | null }, cookie = '') =>
    shop.app.request(`/api/lessons/${lessonId}/ticket?signature=${signature ?? ''}`, { cookie })
  const shown = (await (await read(own)).json()) as object
  expect(shown).toMatchObject({ id: own.lessonId, customer_name: 'Gwen Guest', total_cost: 90 })
  expect(shown).toMatchObject({
    status: 'pending payment',
    calendar_url: expect.stringContaining(own.signature ?? '-'),
  })
  expect(
    Object.keys(shown).filter((name) => /note|email|phone/.test(name)),
    'nothing about the person',
  ).toEqual([])
  await set(own.lessonId, { status: 'canceled' })
  expect(await (await read(own)).json()).toMatchObject({ status: 'canceled' })
  expect(await refusalOf(await read({ ...own, signature: other.signature }))).toEqual([
    404,
    'lesson_not_found',
  ])
  expect(await refusalOf(await read({ ...own, signature: '' }))).toEqual([404, 'lesson_not_found'])
  const { id, cookie } = await addPerson(shop.app)
  await claim(other.lessonId, id)
  expect(await refusalOf(await read(other, cookie))).toEqual([404, 'lesson_not_found'])
})

test('get-lesson-ticket: the mail of a guest leads to it, and that of an account into the account', async () => {
  const own = await ticket()
  const linkOf = async (key: string) => {
    const { data } = await shop.app.db
      .selectFrom('outbox')
      .select('data')
      .where('dedupe_key', '=', key)
      .executeTakeFirstOrThrow()
    return new URL((data as { account_url: string }).account_url)
  }
  const link = await linkOf(`lesson-confirmed:${own.lessonId}`)
  expect(link.pathname + link.search, 'what a server is told').toBe(
    `/ticket?tab=lessons&item=${own.lessonId}`,
  )
  const signature = new URLSearchParams(link.hash.slice(1)).get('token')
  const { status } = await shop.app.request(`/api/lessons/${own.lessonId}/ticket?signature=${signature}`)
  expect(status).toBe(200)

  const { cookie } = await addPerson(shop.app)
  const mine = await postLesson(shop.app, lesson(coach.id, tuesday(weeks++), '16:00'), { cookie })
  const { booking } = (await mine.json()) as LessonAnswer
  expect((await linkOf(`lesson-confirmed:${booking.id}`)).hash).toBe('')
})

test('either parent pays a child’s lesson later, and nobody else', async () => {
  const [pat, { cookie, ...alex }] = [await addPerson(shop.app), await addPerson(shop.app)]
  const own = await ticket()
  await claim(own.lessonId, pat.id)
  const participant_id = await addChild(shop.app.db, [pat, { cookie, ...alex }], { name: 'Mia' })
  await set(own.lessonId, { participant_id })
  const { signature: _, ...asked } = own
  const stranger = await addPerson(shop.app)
  expect(await refusalOf(await ask(asked, stranger.cookie))).toEqual([404, 'lesson_not_found'])
  expect(await payByCard(shop.app, cookie, asked)).toMatchObject({ status: 'succeeded' })
  expect(await row(own.lessonId)).toMatchObject({ status: 'paid', payment_method: 'card' })
})

test('what is canceled while the card is charged goes back', async () => {
  const own = await ticket()
  const opened = await openPayment(shop.app, '', own)
  await sendCard(shop.app, opened)
  await set(own.lessonId, { status: 'canceled' })
  await confirmPayment(shop.app, '', opened)
  expect((await shop.rows(opened.paymentIntentId)).refunds).toMatchObject([
    { amount: '90.00', reason: 'registration_canceled' },
  ])
})

test('paid twice at once it is paid once, and the other goes back (8 rounds, two processes)', {
  tags: 'slow',
  timeout: 120_000,
}, async () => {
  const second = await shop.app.another()
  for (let round = 0; round < 8; round += 1) {
    const own = await ticket()
    const opened = [await openPayment(shop.app, '', own)]
    // A second tab goes on with the payment that is open; another address opens another one.
    expect(await openPayment(second, '', own)).toEqual(opened[0])
    await set(own.lessonId, { guest_email: `other${round}@example.test` })
    opened.push(await openPayment(second, '', own))
    await Promise.all(opened.map((one) => sendCard(shop.app, one)))
    await Promise.all(opened.map((one, index) => confirmPayment(index === 0 ? shop.app : second, '', one)))
    const paid = await Promise.all(opened.map(({ paymentIntentId }) => shop.rows(paymentIntentId)))
    expect(paid.flatMap(({ refunds }) => refunds)).toMatchObject([{ amount: '90.00', reason: 'duplicate' }])
    const items = await itemsOf(own.lessonId)
    expect(items).toEqual([{ amount: '90.00' }])
  }
})
