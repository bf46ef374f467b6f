import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../test/answers.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { confirmPayment, openPayment, payByCard, sendCard } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { addChild } from '../households/householdTestKit.ts'
import { type CardShop, startCardShop } from '../payments/paymentTestKit.ts'

let shop: CardShop
let [pat, alex]: Person[] = []
let mia: string
let cages: string[]
let weeks = 0
beforeAll(async () => {
  shop = await startCardShop({ settings: { RATE_LIMITS: 'false' } })
  const unlimited = { unpaid_hours_new_customer: null, checkout_hours_new_customer: null }
  const cards = { card_payment_for_cages: true, open_checkouts_per_person: null }
  await shop.app.db
    .updateTable('facility')
    .set({ ...cards, ...unlimited })
    .execute()
  cages = (await shop.app.db.selectFrom('cages').select('id').orderBy('name').limit(2).execute()).map(
    ({ id }) => id,
  )
  ;[pat, alex] = [await addPerson(shop.app), await addPerson(shop.app)]
  mia = await addChild(shop.app.db, [pat, alex], { name: 'Mia' })
})
afterAll(() => shop.close())

/** Two cages for Mia, booked together to be paid on arrival, and what their ticket asks to pay. */
async function ticket() {
  const day = tuesday(weeks++)
  const bookingDetails = cages.map((cage) => group(cage, day, '16:00', '17:00'))
  const json = { bookingDetails, totalAmount: 60, participant_id: mia }
  const answer = await shop.app.request('/api/bookings', { json, cookie: pat?.cookie ?? '' })
  expect(answer.status).toBe(201)
  const { bookings } = (await answer.json()) as { bookings: { id: string }[] }
  return { bookingIds: bookings.map(({ id }) => id), amount: 6_000 }
}
const rows = (ids: string[]) =>
  shop.app.db.selectFrom('bookings').select(['status', 'payment_method']).where('id', 'in', ids).execute()
const ask = (json: unknown, { cookie } = pat as Person) =>
  shop.app.request('/api/payments/intents', { json, cookie })
const cancel = (id = '') =>
  shop.app.db.updateTable('bookings').set({ status: 'canceled' }).where('id', '=', id).execute()

test('create-payment-intent: the other parent pays two cages from their ticket, and both are told', async () => {
  const own = await ticket()
  const { payment } = await payByCard(shop.app, alex?.cookie ?? '', own)
  expect(payment).toMatchObject({ paymentType: 'cage_booking', amount: 60, booking_count: 2 })
  expect(payment.item_ids.toSorted()).toEqual(own.bookingIds.toSorted())
  expect(await rows(own.bookingIds)).toEqual(Array(2).fill({ status: 'paid', payment_method: 'card' }))
  const mails = await shop.app.db
    .selectFrom('outbox')
    .select('data')
    .where('dedupe_key', 'like', `booking-confirmed:${payment.payment_transaction_id}%`)
    .execute()
  expect(mails).toHaveLength(2)
  for (const { data } of mails)
    expect(data).toMatchObject({ payment_line: 'Paid by card. Thank you!', total: '$60.00' })
  expect(await refusalOf(await ask(own))).toEqual([409, 'nothing_to_pay'])
})

test('only by the family, at its price, whole, and where cages are paid by card', async () => {
  const own = await ticket()
  expect(await refusalOf(await ask(own, await addPerson(shop.app)))).toEqual([404, 'booking_not_found'])
  expect(await refusalOf(await shop.app.request('/api/payments/intents', { json: own }))).toEqual([
    401,
    'booking_login_required',
  ])
  const wrong = async () => refusalOf(await ask({ ...own, amount: 1 }))
  expect(await wrong()).toEqual([409, 'price_changed'])
  // The facility's settings are kept until the server hears of the change.
  const set = (is: boolean) =>
    shop.app.db.updateTable('facility').set({ card_payment_for_cages: is }).execute()
  await set(false)
  await expect.poll(wrong).toEqual([400, 'online_payment_unavailable'])
  await set(true)
  await expect.poll(wrong).toEqual([409, 'price_changed'])
  await cancel(own.bookingIds[0])
  expect(await refusalOf(await ask(own))).toEqual([409, 'already_canceled'])
})

test('paid by both parents at once, or canceled in between, the money goes back (6 rounds, two processes)', {
  tags: 'slow',
  timeout: 120_000,
}, async () => {
  const second = await shop.app.another()
  for (let round = 0; round < 6; round += 1) {
    const own = await ticket()
    const parents = [pat?.cookie ?? '', alex?.cookie ?? '']
    const opened = await Promise.all(parents.map((cookie) => openPayment(shop.app, cookie, own)))
    await Promise.all(opened.map((one) => sendCard(shop.app, one)))
    if (round === 0) await cancel(own.bookingIds[1])
    await Promise.all(
      opened.map((one, at) => confirmPayment(at === 0 ? shop.app : second, parents[at] ?? '', one)),
    )
    const paid = await Promise.all(opened.map(({ paymentIntentId }) => shop.rows(paymentIntentId)))
    const reasons = round === 0 ? ['registration_canceled', 'registration_canceled'] : ['duplicate']
    expect(paid.flatMap(({ refunds }) => refunds).map(({ reason }) => reason)).toEqual(reasons)
    const items = await shop.app.db
      .selectFrom('payment_items')
      .select('amount')
      .where('booking_id', 'in', own.bookingIds)
      .execute()
    expect(items).toHaveLength(round === 0 ? 0 : 2)
  }
})
