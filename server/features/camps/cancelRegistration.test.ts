import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomerCampRegistration } from '../../../shared/contract/accounts/accountRegistrations.ts'
import { instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { ZONE } from '../../test/cageTime.ts'
import { confirmPayment, openPayment, payByCard, sendCard } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { standingClock } from '../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { sendRefunds } from '../payments/refunds/sendRefunds.ts'
import { addCamp, register, type TestCamp, teenager } from './campTestKit.ts'

// The clocks of Chicago go back on November 1, 2026, between the cut-off and the first day of this camp.
const clock = standingClock('2026-10-26T18:00:00Z')
const now = clock.now()
const FIRST_DAY = '2026-11-05'
const until = instantOf('2026-10-29', '09:00', ZONE)
let app: TestApp
let customer: Person
let stranger: Person
let coach: Person
let admin: Person

beforeAll(async () => {
  app = await startTestApp({ clock })
  ;[customer, stranger, coach, admin] = await Promise.all([
    addPerson(app, { name: 'Pat Parent', ...teenager }),
    addPerson(app, teenager),
    addPerson(app, { role: 'coach' }),
    addPerson(app, { role: 'admin' }),
  ])
})
afterAll(() => app.close())

const soonCamp = (more: Parameters<typeof addCamp>[1] = {}) =>
  addCamp(app.db, {
    name: `Camp ${randomUUID()}`,
    start_date: FIRST_DAY,
    end_date: '2026-11-06',
    timeslots: [FIRST_DAY, '2026-11-06'].map((date) => ({ date, start_time: '09:00', end_time: '12:00' })),
    max_spots: 1,
    ...more,
  })
const seat = (camp: TestCamp, more: object = {}) => ({ campId: camp.id, amount: 18_000, ...more })
const registered = async (camp: TestCamp, person = customer) =>
  (await bodyOf<{ registration_id: string }>(register(app, camp, person))).registration_id
const registrationIn = async (camp: TestCamp, person = customer) => {
  const row = await app.db
    .selectFrom('camp_registrations')
    .select(['id', 'status'])
    .where('camp_id', '=', camp.id)
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return row
}
const cancel = (id: string, person: Person | null = customer, headers: Record<string, string> = {}) =>
  app.request(`/api/me/camp-registrations/${id}/cancel`, {
    method: 'POST',
    headers,
    ...(person ? { cookie: person.cookie } : {}),
  })
const seen = async (id: string, person = customer) =>
  (
    await bodyOf<CustomerCampRegistration[]>(
      app.request('/api/me/camp-registrations', { cookie: person.cookie }),
    )
  ).find((registration) => registration.id === id)
const refundsOf = (person: Person, camp: TestCamp) =>
  app.db
    .selectFrom('payment_refunds')
    .innerJoin('payment_transactions as payment', 'payment.id', 'payment_transaction_id')
    .select(['payment_refunds.amount', 'reason'])
    .where('payment.user_id', '=', person.id)
    .where('payment.description', 'like', `${camp.name}%`)
    .execute()
const mailsAbout = async (camp: TestCamp) =>
  (
    await app.db
      .selectFrom('outbox')
      .select(['template', 'data'])
      .where(({ eb, ref }) => eb(ref('data', '->>').key('camp_name'), '=', camp.name))
      .orderBy('created_at')
      .execute()
  ).map(({ template }) => template)
const setClock = (moment: Date, minutes: number) =>
  clock.advance((moment.getTime() + minutes * 60_000 - clock.now().getTime()) / 60_000)
const restoreClock = () => setClock(now, 0)

describe('cancel-camp-registration', () => {
  test('frees the seat at once, refunds the payment, and says so once', async () => {
    const camp = await soonCamp()
    await payByCard(app, customer.cookie, seat(camp))
    const { id } = await registrationIn(camp)
    expect(await refusalOf(await register(app, camp, stranger))).toEqual([409, 'camp_full'])
    expect((await seen(id))?.change).toEqual({
      allowed: true,
      until: until.toISOString(),
      refund_amount: 180,
      refund_method: 'card',
      reason: null,
    })
    expect(await bodyOf(cancel(id))).toEqual({
      message: `Your camp registration is canceled: ${camp.name}. $180.00 goes back to the card you paid with. Banks take 5 to 10 days to show it.`,
      registration_id: id,
      status: 'canceled',
      refund_amount: 180,
      refund_method: 'card',
    })
    expect(await seen(id)).toMatchObject({ status: 'canceled', refunded_amount: 180 })
    expect((await register(app, camp, stranger)).status).toBe(201)
    expect(await mailsAbout(camp)).toEqual(['camp-registered', 'camp-canceled', 'camp-registered'])
    const { data } = await app.db
      .selectFrom('outbox')
      .select('data')
      .where('template', '=', 'camp-canceled')
      .executeTakeFirstOrThrow()
    expect((data as { dates: string }).dates).toBe('Thu–Fri, Nov 5–6')
    await sendRefunds(app.context)
    const payments = app.request('/api/me/payments', { cookie: customer.cookie })
    expect(await bodyOf<{ status: string }[]>(payments)).toMatchObject([
      { status: 'refunded', total_amount: 180 },
    ])
    expect(await refusalOf(await cancel(id))).toEqual([409, 'already_canceled'])
  })

  test('counts facility days, also across a change of the clocks, and refuses from then on', async () => {
    const camp = await soonCamp()
    await payByCard(app, customer.cookie, seat(camp))
    const { id } = await registrationIn(camp)
    setClock(until, 0)
    expect((await seen(id))?.change).toMatchObject({ allowed: false, reason: 'change_too_late' })
    const late = await cancel(id)
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({
      code: 'change_too_late',
      details: { until: until.toISOString() },
    })
    setClock(until, -0.001)
    expect((await cancel(id)).status).toBe(200)
    restoreClock()
  })

  test('cancels a registration to be paid on arrival, and one for a camp without sessions', async () => {
    const camp = await soonCamp()
    const id = await registered(camp)
    expect(await bodyOf(cancel(id))).toMatchObject({ refund_amount: 0, refund_method: null })
    expect((await register(app, camp, customer)).status).toBe(201)

    const bare = await soonCamp({ timeslots: [] })
    const other = await registered(bare)
    expect((await seen(other))?.change.until).toBe(instantOf('2026-10-29', '00:00', ZONE).toISOString())
    expect((await cancel(other)).status).toBe(200)
  })

  test('keeps the rule in force when registering, on arrival and by card', async () => {
    const [camp, paid] = [await soonCamp(), await soonCamp()]
    const id = await registered(camp)
    const opened = await openPayment(app, customer.cookie, seat(paid))
    await app.db.updateTable('facility').set({ camp_cancellation_cutoff_days: 60 }).execute()
    const later = await soonCamp()
    const strict = await registered(later)
    await sendCard(app, opened)
    await confirmPayment(app, customer.cookie, opened)
    // Paid later it keeps its own rule.
    await payByCard(app, customer.cookie, seat(camp, { registrationId: id }))
    await app.db.updateTable('facility').set({ camp_cancellation_cutoff_days: 7 }).execute()
    const byCard = await registrationIn(paid)
    expect((await seen(byCard.id))?.change.until).toBe(until.toISOString())
    expect(await refusalOf(await cancel(strict))).toEqual([409, 'change_too_late'])
    expect(await bodyOf(cancel(id))).toMatchObject({ refund_amount: 180 })
    expect(await bodyOf(cancel(byCard.id))).toMatchObject({ refund_amount: 180 })
  })

  test("cancels a guest's registration with the caller's address, and is not found for anybody else", async () => {
    const camp = await soonCamp()
    const { id } = await app.db
      .insertInto('camp_registrations')
      .values({
        camp_id: camp.id,
        guest_name: 'Pat',
        guest_email: customer.email.toUpperCase(),
        status: 'paid',
        total_cost: '180.00',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const person of [stranger, coach, admin])
      expect(await refusalOf(await cancel(id, person))).toEqual([404, 'registration_not_found'])
    expect(await refusalOf(await cancel(id, null))).toEqual([401, 'unauthenticated'])
    expect(await bodyOf(cancel(id))).toMatchObject({ refund_amount: 180, refund_method: 'front_desk' })
    expect((await register(app, camp, stranger)).status).toBe(201)
  })

  test("refunds a guest's registration to the card that paid it", async () => {
    const camp = await soonCamp()
    const { id } = await app.db
      .insertInto('camp_registrations')
      .values({
        camp_id: camp.id,
        guest_name: 'Pat',
        guest_email: customer.email,
        total_cost: '180.00',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Guests cannot pay camps by card here; registrations from another program can have a payment.
    const payment = await app.db
      .insertInto('payment_transactions')
      .values({
        payment_type: 'camp_registration',
        description: camp.name,
        total_amount: '180.00',
        payment_method: 'card',
        status: 'completed',
        stripe_payment_intent_id: `pi_${randomUUID()}`,
        completed_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('payment_items')
      .values({ payment_transaction_id: payment.id, camp_registration_id: id, amount: '180.00' })
      .execute()
    await app.db.updateTable('camp_registrations').set({ status: 'paid' }).where('id', '=', id).execute()
    expect((await seen(id))?.change).toMatchObject({ refund_amount: 180, refund_method: 'card' })
    expect(await bodyOf(cancel(id))).toMatchObject({ refund_amount: 180, refund_method: 'card' })
    expect(await seen(id)).toMatchObject({ registration_type: 'guest', refunded_amount: 180 })
    const refunds = app.db
      .selectFrom('payment_refunds')
      .select(['amount', 'reason'])
      .where('payment_transaction_id', '=', payment.id)
    expect(await refunds.execute()).toEqual([{ amount: '180.00', reason: 'customer_canceled' }])
  })

  test('repeated is one cancellation with one answer; of many tabs one cancels', async () => {
    const camp = await soonCamp()
    await payByCard(app, customer.cookie, seat(camp))
    const { id } = await registrationIn(camp)
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([
      cancel(id, customer, headers),
      cancel(id, customer, headers),
      ...Array.from({ length: 6 }, () => cancel(id)),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(statuses[0]).toBe(statuses[1])
    expect(await refundsOf(customer, camp)).toEqual([{ amount: '180.00', reason: 'customer_canceled' }])
    expect(await mailsAbout(camp)).toEqual(['camp-registered', 'camp-canceled'])
  })

  test('cancels the payment that is open for it: the card form can no longer pay', async () => {
    const camp = await soonCamp()
    const id = await registered(camp)
    const opened = await openPayment(app, customer.cookie, seat(camp, { registrationId: id }))
    expect((await cancel(id)).status).toBe(200)
    await expect
      .poll(async () => (await confirmPayment(app, customer.cookie, opened)).status)
      .toBe('canceled')
    expect((await sendCard(app, opened)).error).toBeDefined()
  })

  test('canceled while the card is charged: the money is refunded once, and the customer is told why', async () => {
    const camp = await soonCamp()
    const id = await registered(camp)
    const opened = await openPayment(app, customer.cookie, seat(camp, { registrationId: id }))
    await sendCard(app, opened)
    const [canceled, paid] = await Promise.all([cancel(id), confirmPayment(app, customer.cookie, opened)])
    expect(canceled.status).toBe(200)
    expect(['succeeded', 'refunded']).toContain(paid.status)
    await expect.poll(async () => (await refundsOf(customer, camp)).length).toBe(1)
    const [refund] = await refundsOf(customer, camp)
    expect(refund?.amount).toBe('180.00')
    expect(['customer_canceled', 'registration_canceled']).toContain(refund?.reason)
    expect((await registrationIn(camp)).status).toBe('canceled')
  })

  test('a payment that is reported after the cancellation is refunded with its reason', async () => {
    const camp = await soonCamp()
    const id = await registered(camp)
    const opened = await openPayment(app, customer.cookie, seat(camp, { registrationId: id }))
    await sendCard(app, opened)
    await app.db.updateTable('camp_registrations').set({ status: 'canceled' }).where('id', '=', id).execute()
    expect((await confirmPayment(app, customer.cookie, opened)).status).toBe('refunded')
    expect(await refundsOf(customer, camp)).toEqual([{ amount: '180.00', reason: 'registration_canceled' }])
    const mail = await app.db
      .selectFrom('outbox')
      .select('data')
      .where('template', '=', 'payment-refunded')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    expect(mail?.data).toMatchObject({
      reason_line: 'The payment came after this had been canceled.',
    })
  })
})
