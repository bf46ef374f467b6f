import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomerClassRegistration } from '../../../shared/contract/accounts/accountRegistrations.ts'
import type { ClassInstance } from '../../../shared/contract/programs/classes.ts'
import { addDays, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday, ZONE } from '../../test/cageTime.ts'
import { confirmPayment, openPayment } from '../../test/cardPayment.ts'
import { type CardProvider, startCardProvider } from '../../test/cardProvider.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { standingClock } from '../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { sendRefunds } from '../payments/refunds/sendRefunds.ts'
import { addClass, addSession } from './classTestKit.ts'

// The clock starts on a Saturday; sessions expire by it, so tests move it to the next Tuesday at most.
const clock = standingClock('2026-11-21T18:00:00Z')
const now = clock.now()
let app: TestApp
let provider: CardProvider
let customer: Person
let stranger: Person
let coach: Person
let admin: Person
let classId: string
const SOON = '2026-11-24'
let weeks = 1
const freshDay = () => tuesday(weeks++, now)

beforeAll(async () => {
  provider = await startCardProvider()
  app = await startTestApp({ clock, settings: provider.settings })
  ;[customer, stranger, coach, admin] = await Promise.all([
    addPerson(app, { name: 'Pat Parent' }),
    addPerson(app),
    addPerson(app, { role: 'coach' }),
    addPerson(app, { role: 'admin' }),
  ])
  classId = await addClass(app.db, { price: '19.99', maxSpots: 1 })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})

/** Buys sessions by card; the registration of each, in the order of the sessions. */
async function buy(person: Person, sessions: readonly string[], cents: number): Promise<string[]> {
  const request = { instanceIds: sessions, isMultiple: sessions.length > 1, amount: cents }
  const opened = await openPayment(app, person.cookie, request)
  await provider.charge(opened)
  expect((await confirmPayment(app, person.cookie, opened)).status).toBe('succeeded')
  const rows = await app.db
    .selectFrom('class_registrations')
    .select(['id', 'class_instance_id'])
    .where('class_instance_id', 'in', sessions)
    .where('user_id', '=', person.id)
    .where('status', '<>', 'canceled')
    .execute()
  return sessions.map((session) => rows.find((row) => row.class_instance_id === session)?.id ?? '')
}

const cancel = (id: string, person: Person | null = customer, headers: Record<string, string> = {}) =>
  app.request(`/api/me/class-registrations/${id}/cancel`, {
    method: 'POST',
    headers,
    ...(person ? { cookie: person.cookie } : {}),
  })
const seen = async (id: string, person = customer) =>
  (
    await bodyOf<CustomerClassRegistration[]>(
      app.request('/api/me/class-registrations', { cookie: person.cookie }),
    )
  ).find((registration) => registration.id === id)
const rowOf = (id: string) =>
  app.db.selectFrom('class_registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const refundsOf = (id: string) =>
  app.db
    .selectFrom('payment_refunds')
    .innerJoin('payment_items', 'payment_items.id', 'payment_refunds.payment_item_id')
    .select(['payment_refunds.amount', 'reason', 'payment_refunds.status'])
    .where('class_registration_id', '=', id)
    .execute()
const messagesOf = (id: string) =>
  app.db.selectFrom('outbox').selectAll().where('dedupe_key', 'like', `class-canceled:${id}%`).execute()
const spotsLeft = async (session: string) =>
  (await bodyOf<ClassInstance[]>(app.request(`/api/classes/${classId}/instances`))).find(
    ({ id }) => id === session,
  )?.spots_left
const setClock = (moment: Date, minutes: number) =>
  clock.advance((moment.getTime() + minutes * 60_000 - clock.now().getTime()) / 60_000)
const restoreClock = () => setClock(now, 0)

describe('cancel-class-registration', () => {
  test('frees the seat at once, refunds this session, and says so once', async () => {
    const [first = '', second = ''] = [freshDay(), freshDay()]
    const sessions = [await addSession(app.db, classId, first), await addSession(app.db, classId, second)]
    const [mine = '', other = ''] = await buy(customer, sessions, 3_998)
    expect(await spotsLeft(sessions[0] ?? '')).toBe(0)
    expect((await seen(mine))?.change).toEqual({
      allowed: true,
      until: instantOf(addDays(first, -1), '16:00', ZONE).toISOString(),
      refund_amount: 19.99,
      refund_method: 'card',
      reason: null,
    })

    expect(await bodyOf(cancel(mine))).toEqual({
      message: expect.stringMatching(
        /^Your class session is canceled: Hitting Basics, Tue, Dec 1, 4:00 PM\. \$19\.99 goes back to the card/,
      ),
      registration_id: mine,
      status: 'canceled',
      refund_amount: 19.99,
      refund_method: 'card',
    })
    expect(await seen(mine)).toMatchObject({ status: 'canceled', refunded_amount: 19.99 })
    expect(await seen(other)).toMatchObject({ refunded_amount: 0 })
    expect(await spotsLeft(sessions[0] ?? '')).toBe(1)
    expect(await rowOf(mine)).toMatchObject({
      status: 'canceled',
      canceled_at: expect.any(Date),
      revision: 1,
    })
    expect(await rowOf(other)).toMatchObject({ status: 'paid' })
    expect(await refundsOf(mine)).toMatchObject([{ amount: '19.99', reason: 'customer_canceled' }])
    expect(await refundsOf(other)).toEqual([])
    const [message, ...more] = await messagesOf(mine)
    expect(more).toEqual([])
    expect(message).toMatchObject({
      template: 'class-canceled',
      to_email: customer.email,
      data: { class_name: 'Hitting Basics', refund_line: expect.stringContaining('$19.99') },
    })
    expect(message?.calendar).toMatchObject({ entries: [{ id: mine, canceled: true, revision: 1 }] })

    await sendRefunds(app.context)
    const [payment] = await bodyOf<{ status: string; total_amount: number }[]>(
      app.request('/api/me/payments', { cookie: customer.cookie }),
    )
    expect(payment).toMatchObject({ status: 'completed', total_amount: 39.98 })
    expect(
      await app.db
        .selectFrom('payment_transactions')
        .select(['status', 'refunded_amount'])
        .where('user_id', '=', customer.id)
        .execute(),
    ).toEqual([{ status: 'completed', refunded_amount: '19.99' }])

    // Canceling the other session refunds the rest of the payment, to the cent.
    expect(await bodyOf(cancel(other))).toMatchObject({ refund_amount: 19.99 })
    await sendRefunds(app.context)
    expect(
      await app.db
        .selectFrom('payment_transactions')
        .select(['status', 'refunded_amount'])
        .where('user_id', '=', customer.id)
        .execute(),
    ).toEqual([{ status: 'refunded', refunded_amount: '39.98' }])
    const [again = ''] = await buy(customer, sessions.slice(0, 1), 1_999)
    expect(await rowOf(again)).toMatchObject({ status: 'paid' })
  })

  test("refunds a member the member's price of each session, and in all not a cent more than was paid", async () => {
    const member = await addPerson(app, { membership: 'active' })
    const sessions = await Promise.all([0, 1, 2].map(() => addSession(app.db, classId, freshDay())))
    // 3 × $19.99 less 15 % is $50.97: the cents do not divide by three.
    const registrations = await buy(member, sessions, 5_097)
    const back: number[] = []
    for (const id of registrations) {
      const answer = await bodyOf<{ refund_amount: number }>(cancel(id, member))
      back.push(Math.round(answer.refund_amount * 100))
    }
    expect(back.reduce((sum, cents) => sum + cents, 0)).toBe(5_097)
    for (const cents of back) expect([1_699, 1_700]).toContain(cents)
  })

  test('is allowed up to the cut-off and refused from then on, with the moment it ended', async () => {
    const [id = ''] = await buy(customer, [await addSession(app.db, classId, SOON)], 1_999)
    const until = instantOf(addDays(SOON, -1), '16:00', ZONE)
    setClock(until, 0)
    expect((await seen(id))?.change).toEqual({
      allowed: false,
      until: until.toISOString(),
      refund_amount: 0,
      refund_method: null,
      reason: 'change_too_late',
    })
    const late = await cancel(id)
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({
      code: 'change_too_late',
      details: { until: until.toISOString() },
    })
    expect(await rowOf(id)).toMatchObject({ status: 'paid' })
    setClock(until, -0.001)
    expect((await cancel(id)).status).toBe(200)
    restoreClock()
  })

  test('is refused once it has begun, is over, is canceled, or when the session does not take place', async () => {
    const times = { from: '18:00', to: '19:00' }
    const session = await addSession(app.db, classId, SOON, times)
    await app.db.updateTable('facility').set({ class_cancellation_cutoff_hours: 0 }).execute()
    const [id = ''] = await buy(customer, [session], 1_999)
    await app.db.updateTable('facility').set({ class_cancellation_cutoff_hours: 24 }).execute()
    setClock(instantOf(SOON, '18:00', ZONE), 0)
    expect(await refusalOf(await cancel(id))).toEqual([409, 'already_started'])
    setClock(instantOf(SOON, '19:00', ZONE), 0)
    expect(await refusalOf(await cancel(id))).toEqual([409, 'already_over'])
    setClock(instantOf(SOON, '18:00', ZONE), -1)
    await app.db
      .updateTable('class_instances')
      .set({ status: 'canceled' })
      .where('id', '=', session)
      .execute()
    expect(await refusalOf(await cancel(id))).toEqual([409, 'already_canceled'])
    await app.db.updateTable('class_instances').set({ status: 'active' }).where('id', '=', session).execute()
    expect((await cancel(id)).status).toBe(200)
    expect(await refusalOf(await cancel(id))).toEqual([409, 'already_canceled'])
    restoreClock()
  })

  test('keeps the rule that was shown when the checkout began, whatever the facility says later', async () => {
    const session = await addSession(app.db, classId, freshDay())
    const opened = await openPayment(app, customer.cookie, { instanceIds: [session], amount: 1_999 })
    await app.db.updateTable('facility').set({ class_cancellation_cutoff_hours: 336 }).execute()
    await provider.charge(opened)
    await confirmPayment(app, customer.cookie, opened)
    await app.db.updateTable('facility').set({ class_cancellation_cutoff_hours: 24 }).execute()
    const row = await app.db
      .selectFrom('class_registrations')
      .select('cancellation_cutoff_hours')
      .where('class_instance_id', '=', session)
      .executeTakeFirst()
    expect(row).toEqual({ cancellation_cutoff_hours: 24 })
    const mail = await app.db
      .selectFrom('outbox')
      .select('data')
      .where('template', '=', 'class-booked')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    expect(mail?.data).toMatchObject({ cancel_line: expect.stringContaining('4:00 PM, and any payment') })
  })

  test("cancels a guest's seat with the caller's address, is not found for anybody else, and names the desk", async () => {
    const session = await addSession(app.db, classId, freshDay())
    const { id } = await app.db
      .insertInto('class_registrations')
      .values({
        class_instance_id: session,
        guest_name: 'Pat',
        guest_email: customer.email.toUpperCase(),
        status: 'paid',
        total_cost: '19.99',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const person of [stranger, coach, admin])
      expect(await refusalOf(await cancel(id, person))).toEqual([404, 'registration_not_found'])
    expect(await refusalOf(await cancel(id, null))).toEqual([401, 'unauthenticated'])
    expect(await refusalOf(await cancel(randomUUID()))).toEqual([404, 'registration_not_found'])
    expect(await bodyOf(cancel(id))).toMatchObject({
      message: expect.stringContaining('Our front desk will refund the $19.99 you paid.'),
      refund_amount: 19.99,
      refund_method: 'front_desk',
    })
    expect(await refundsOf(id)).toMatchObject([{ amount: '19.99' }])
  })

  test('repeated is one cancellation with one answer; of two tabs one cancels', async () => {
    const sessions = await Promise.all([0, 1].map(() => addSession(app.db, classId, freshDay())))
    const [twice = '', tabs = ''] = await buy(customer, sessions, 3_998)
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([cancel(twice, customer, headers), cancel(twice, customer, headers)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()))
    expect(first).toBe(second)
    const raced = await Promise.all(Array.from({ length: 8 }, () => cancel(tabs)))
    expect(raced.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    for (const id of [twice, tabs]) {
      expect(await refundsOf(id)).toMatchObject([{ amount: '19.99', reason: 'customer_canceled' }])
      expect(await messagesOf(id)).toHaveLength(1)
    }
  })

  test('all sessions of one payment canceled at once refund what was paid, once', async () => {
    const sessions = await Promise.all([0, 1, 2, 3].map(() => addSession(app.db, classId, freshDay())))
    const registrations = await buy(customer, sessions, 7_996)
    const answers = await Promise.all(registrations.flatMap((id) => [cancel(id), cancel(id)]))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    const refunds = (await Promise.all(registrations.map(refundsOf))).flat()
    expect(refunds.map(({ amount }) => amount)).toEqual(['19.99', '19.99', '19.99', '19.99'])
  })

  test('at the same time as a cancellation by staff refunds once', async () => {
    const [id = ''] = await buy(customer, [await addSession(app.db, classId, freshDay())], 1_999)
    const staff = app.db
      .updateTable('class_registrations')
      .set({ status: 'canceled' })
      .where('id', '=', id)
      .where('status', '<>', 'canceled')
      .execute()
    const [answer] = await Promise.all([cancel(id), staff])
    expect([200, 409]).toContain(answer.status)
    expect(await refundsOf(id)).toHaveLength(answer.status === 200 ? 1 : 0)
    expect(await rowOf(id)).toMatchObject({ status: 'canceled', revision: 1 })
  })

  test('does not wait for a provider that is down: the refund is sent when it is back', async () => {
    const [id = ''] = await buy(customer, [await addSession(app.db, classId, freshDay())], 1_999)
    await sendRefunds(app.context)
    provider.away = true
    expect((await cancel(id)).status).toBe(200)
    await sendRefunds(app.context)
    expect((await refundsOf(id)).map(({ status }) => status)).toEqual(['pending'])
    provider.away = false
    clock.advance(61)
    await sendRefunds(app.context)
    expect((await refundsOf(id)).map(({ status }) => status)).toEqual(['succeeded'])
    restoreClock()
  })
})
