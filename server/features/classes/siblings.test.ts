import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HouseholdClassSeat } from '../../../shared/contract/programs/classes.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { confirmPayment, openPayment, payByCard, sendCard } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addChild } from '../households/householdTestKit.ts'
import { addClass, addSession } from './classTestKit.ts'

const PRICE = 2_500

let app: TestApp
let pat: Person
let alex: Person
let mia: string
let leo: string
let foreign: string
beforeAll(async () => {
  app = await startTestApp()
  ;[pat, alex] = await Promise.all([
    addPerson(app, { name: 'Pat Parent', membership: 'active' }),
    addPerson(app, { name: 'Alex Parent' }),
  ])
  mia = await addChild(app.db, [pat, alex], { name: 'Mia' })
  leo = await addChild(app.db, [pat], { name: 'Leo' })
  foreign = await addChild(app.db, [await addPerson(app)], { name: 'Max' })
})
afterAll(() => app.close())

let weeks = 0
/** A class with this many sessions, each with so many spots. */
async function sessionsOf(count: number, plan: { price?: string; maxSpots?: number } = {}) {
  const classId = await addClass(app.db, { price: '25.00', ...plan })
  const sessions: string[] = []
  while (sessions.length < count) sessions.push(await addSession(app.db, classId, tuesday(weeks++ % 40)))
  return { classId, sessions }
}
const intent = (instanceIds: string[], more: object, { cookie } = alex) =>
  app.request('/api/payments/intents', { json: { instanceIds, ...more }, cookie })
const bookFree = (instanceIds: string[], more: object, { cookie } = pat) =>
  app.request('/api/class-registrations', { json: { instanceIds, ...more }, cookie })
const seatsOf = (sessions: string[]) =>
  app.db
    .selectFrom('class_registrations')
    .select(['id', 'class_instance_id', 'participant_id', 'user_id', 'status', 'total_cost'])
    .where('class_instance_id', 'in', sessions)
    .where('status', '<>', 'canceled')
    .execute()
const household = (classId: string, { cookie }: Person) =>
  bodyOf<HouseholdClassSeat[]>(app.request(`/api/classes/${classId}/household-registrations`, { cookie }))
const refundsOf = (paymentId: string) =>
  app.db
    .selectFrom('payment_refunds')
    .select(['amount', 'reason'])
    .where('payment_transaction_id', '=', paymentId)
    .execute()

describe('class sessions for siblings, seen by list-household-class-registrations', () => {
  test('are one payment at the member price of who pays, with an item for each seat and a mail for each adult', async () => {
    const { classId, sessions } = await sessionsOf(2)
    const participantIds = [mia, leo]
    const { status, payment } = await payByCard(app, pat.cookie, {
      instanceIds: sessions,
      participantIds,
      // 15 percent off four seats.
      amount: PRICE * 4 * 0.85,
    })
    expect(status).toBe('succeeded')
    expect(payment).toMatchObject({
      booking_count: 4,
      description: expect.stringMatching(/2 sessions, 2 spots each/),
    })
    const rows = await seatsOf(sessions)
    expect(rows).toHaveLength(4)
    for (const row of rows)
      expect(row).toMatchObject({ user_id: pat.id, status: 'paid', total_cost: '21.25' })
    const items = await app.db
      .selectFrom('payment_items')
      .select('amount')
      .where('payment_transaction_id', '=', payment.payment_transaction_id)
      .execute()
    expect(items).toEqual(Array(4).fill({ amount: '21.25' }))
    const mails = await app.db
      .selectFrom('outbox')
      .select(['to_email', 'data', 'calendar'])
      .where('dedupe_key', 'like', `class-booked:${payment.payment_transaction_id}%`)
      .execute()
    expect(mails).toHaveLength(2)
    const [toPat, toAlex] = [pat, alex].map(({ email }) => mails.find(({ to_email }) => to_email === email))
    expect(toPat?.data).toMatchObject({
      participant_name: 'Mia and Leo',
      total: '$85.00',
      sessions: [{}, {}, {}, {}],
    })
    expect(toAlex?.data).toMatchObject({
      participant_name: 'Mia',
      total: '$42.50',
      sessions: [{ participant_name: 'Mia' }, { participant_name: 'Mia' }],
    })
    expect(JSON.stringify(toAlex)).not.toContain('Leo')
    const ofMia = expect.objectContaining({ summary: 'Class: Hitting Basics for Mia' })
    expect(toAlex?.calendar).toMatchObject({ entries: [ofMia, ofMia] })
    expect(await household(classId, alex)).toMatchObject(
      sessions.map((id) => ({
        class_instance_id: id,
        participant: { id: mia, is_self: false },
        status: 'paid',
        total_cost: 21.25,
        receipt_url: null,
        payer: { name: 'Pat Parent', is_self: false },
      })),
    )
    const own = await app.request(`/api/classes/${classId}/my-registrations`, { cookie: pat.cookie })
    expect(await own.json()).toEqual([])
  })

  test('hold a seat for each while the card is asked for', async () => {
    const { classId, sessions } = await sessionsOf(1, { maxSpots: 2 })
    await openPayment(app, pat.cookie, { instanceIds: sessions, participantIds: [mia, leo], amount: 4_250 })
    const full = await intent(sessions, { amount: PRICE })
    expect(await full.json()).toMatchObject({
      code: 'class_session_full',
      message: 'A selected session has no spots left.',
      details: { spots_left: 0, asked: 1, sessions: [{ id: sessions[0] }] },
    })
    expect(await household(classId, alex)).toMatchObject([
      { participant: { id: mia }, status: 'held', total_cost: 21.25, registration_id: null },
    ])
  })

  test.each([
    ['the same child twice', () => [mia, mia], [400, 'invalid_input']],
    ['someone unknown', () => [mia, randomUUID()], [404, 'participant_not_found']],
    ['a child of another family', () => [mia, foreign], [404, 'participant_not_found']],
  ] as const)('are refused for %s, and nothing is booked', async (_name, ids, refusal) => {
    const { sessions } = await sessionsOf(1, { price: '0.00' })
    expect(await refusalOf(await bookFree(sessions, { participantIds: ids() }))).toEqual(refusal)
    expect(await refusalOf(await intent(sessions, { participantIds: ids(), amount: PRICE }, pat))).toEqual(
      refusal,
    )
    expect(await seatsOf(sessions)).toEqual([])
  })

  test('name the child who has a seat already; a brother or sister is another person', async () => {
    const { sessions } = await sessionsOf(1, { price: '0.00' })
    expect((await bookFree(sessions, { participantIds: [mia] }, alex)).status).toBe(201)
    const again = await bookFree(sessions, { participantIds: [leo, mia] })
    expect(await again.json()).toMatchObject({
      code: 'class_already_booked',
      message: 'Mia has a spot in a selected session already.',
      details: { participants: [{ id: mia }], sessions: [{ id: sessions[0] }] },
    })
    expect((await bookFree(sessions, { participantIds: [leo] })).status).toBe(201)
    expect((await bookFree(sessions, {})).status).toBe(201)
    expect(await seatsOf(sessions)).toHaveLength(3)
  })

  test('are booked for nobody where not everybody fits, and for the first ones where that is allowed', async () => {
    const { sessions } = await sessionsOf(2, { price: '0.00', maxSpots: 2 })
    await app.db
      .insertInto('class_registrations')
      .values({ class_instance_id: sessions[1] ?? '', guest_name: 'Gwen Guest' })
      .execute()
    const refused = await bookFree(sessions, { participantIds: [leo, mia] })
    expect(await refused.json()).toMatchObject({
      code: 'class_session_full',
      message: 'Only 1 spot is left in a selected session.',
      details: { spots_left: 1, asked: 2, sessions: [{ id: sessions[1] }] },
    })
    const partly = await bookFree(sessions, { participantIds: [leo, mia], allow_partial: true })
    expect(await partly.json()).toMatchObject({
      registrations: sessions.map((id) => ({ class_instance_id: id, participant: { id: leo } })),
      without_seat: [{ id: mia }],
    })
    const full = await bookFree(sessions, { participantIds: [mia], allow_partial: true })
    expect(await refusalOf(full)).toEqual([409, 'class_session_full'])
  })

  test('of two parents who pay for the same child the second gets that part back, and the sibling stays', async () => {
    const { sessions } = await sessionsOf(1)
    const first = await openPayment(app, alex.cookie, {
      instanceIds: sessions,
      participantIds: [mia],
      amount: PRICE,
    })
    const both = { instanceIds: sessions, participantIds: [mia, leo], amount: 4_250 }
    const second = await openPayment(app, pat.cookie, both)
    await sendCard(app, first)
    await confirmPayment(app, alex.cookie, first)
    await sendCard(app, second)
    const { status, payment } = await confirmPayment(app, pat.cookie, second)
    expect(status).toBe('succeeded')
    expect(await refundsOf(payment.payment_transaction_id)).toEqual([
      { amount: '21.25', reason: 'duplicate' },
    ])
    const rows = await seatsOf(sessions)
    expect(rows.map(({ participant_id }) => participant_id).toSorted()).toEqual([mia, leo].toSorted())
  })

  test('of which one was called off before the money arrived are booked, and that one goes back', async () => {
    const { sessions } = await sessionsOf(2)
    const opened = await openPayment(app, alex.cookie, {
      instanceIds: sessions,
      participantIds: [mia],
      amount: PRICE * 2,
    })
    await sendCard(app, opened)
    const [first = ''] = sessions
    await app.db.updateTable('class_instances').set({ status: 'canceled' }).where('id', '=', first).execute()
    const { status, payment } = await confirmPayment(app, alex.cookie, opened)
    expect(status).toBe('succeeded')
    expect(await refundsOf(payment.payment_transaction_id)).toEqual([
      { amount: '25.00', reason: 'registration_canceled' },
    ])
    expect((await seatsOf(sessions)).map((seat) => [seat.class_instance_id, seat.status])).toEqual([
      [sessions[1], 'paid'],
    ])
  })

  test('are canceled seat by seat, by any adult of the child, with the refund to who paid', async () => {
    const { sessions } = await sessionsOf(1)
    const both = { instanceIds: sessions, participantIds: [mia, leo], amount: 4_250 }
    const { payment } = await payByCard(app, pat.cookie, both)
    const rows = await seatsOf(sessions)
    const cancel = (child: string) =>
      app.request(
        `/api/me/class-registrations/${rows.find((row) => row.participant_id === child)?.id}/cancel`,
        { method: 'POST', cookie: alex.cookie },
      )
    expect(await refusalOf(await cancel(leo))).toEqual([404, 'registration_not_found'])
    const answer = await bodyOf<{ message: string }>(cancel(mia))
    expect(answer).toMatchObject({ status: 'canceled', refund_amount: 21.25 })
    expect(answer.message).toMatch(/^The class session of Mia is canceled: Hitting Basics.*it was paid with/)
    expect(await refundsOf(payment.payment_transaction_id)).toEqual([
      { amount: '21.25', reason: 'customer_canceled' },
    ])
    expect(await seatsOf(sessions)).toMatchObject([{ participant_id: leo, status: 'paid' }])
  })
})
