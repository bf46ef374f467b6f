/** The Camp Registrations dialog's operations: list, status, delete, payment; their undo, their races. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Undo } from '../../../shared/contract/bookings/staffChanges.ts'
import type { PaymentDetails } from '../../../shared/contract/payments/staffPayments.ts'
import type {
  CampRegistrations,
  StaffCampRegistration,
} from '../../../shared/contract/programs/campRegistrations.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { confirmPayment, openPayment, payByCard, sendCard } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addChild } from '../households/householdTestKit.ts'
import { addCamp, bornFor, register, SOON, soonCamp, type TestCamp, teenager } from './campTestKit.ts'

let app: TestApp
let other: TestApp
let desk: Person
let admin: Person
let pat: Person
let mia: string
beforeAll(async () => {
  app = await startTestApp()
  other = await app.another()
  ;[desk, admin, pat] = await Promise.all([
    addPerson(app, { role: 'desk', name: 'Dee Desk' }),
    addPerson(app, { role: 'admin' }),
    addPerson(app, { name: 'Pat Parent', ...teenager }),
  ])
  mia = await addChild(app.db, [pat], { name: 'Mia', birthDate: bornFor(9) })
})
afterAll(() => app.close())

interface Changed {
  message: string
  refund_amount: number
  undo: Undo
}

const campWith = (options: Parameters<typeof addCamp>[1] = {}) =>
  addCamp(app.db, { name: `Camp ${randomUUID()}`, price: '80.00', ...soonCamp, ...options })
const listOf = (camp: TestCamp, by: Person | null = desk) =>
  app.request(`/api/admin/camps/${camp.id}/registrations`, { cookie: by?.cookie ?? '' })
async function seatIn(camp: TestCamp): Promise<StaffCampRegistration> {
  const { registrations } = await bodyOf<CampRegistrations>(listOf(camp))
  const [seat] = registrations
  if (!seat) throw new Error('No one is registered.')
  return seat
}
const byHand = (camp: TestCamp, more: object, on = app) =>
  on.request('/api/manual-camp-registrations', { json: { camp_id: camp.id, ...more }, cookie: desk.cookie })
const update = (id: string, changes: object, by: Person | null = desk, on = app) =>
  on.request(`/api/admin/camp-registrations/${id}`, {
    method: 'PATCH',
    json: changes,
    cookie: by?.cookie ?? '',
  })
const remove = (id: string, choices: Record<string, string> = {}, by: Person | null = desk, on = app) =>
  on.request(`/api/admin/camp-registrations/${id}?${new URLSearchParams(choices)}`, {
    method: 'DELETE',
    cookie: by?.cookie ?? '',
  })
const paymentOf = (id: string, by: Person | null = desk) =>
  app.request(`/api/admin/camp-registrations/${id}/payment`, { cookie: by?.cookie ?? '' })
const undo = (change: Undo) =>
  app.request(`/api/staff-changes/${change?.id}/undo`, { method: 'POST', cookie: desk.cookie })
const mailsAbout = async (camp: TestCamp) =>
  (
    await app.db
      .selectFrom('outbox')
      .select('template')
      .where(({ eb, ref }) => eb(ref('data', '->>').key('camp_name'), '=', camp.name))
      .orderBy('created_at')
      .execute()
  ).map(({ template }) => template)
const moneyOf = (id: string) =>
  app.db
    .selectFrom('payment_items as item')
    .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
    .select(['payment.status', 'payment.payment_method', 'payment.total_amount'])
    .where('camp_registration_id', '=', id)
    .orderBy('payment.created_at')
    .execute()
/** A registration of Mia, to be paid on arrival unless told otherwise. */
async function registered(camp: TestCamp, more: object = {}): Promise<StaffCampRegistration> {
  const choice = { user_id: pat.id, participant_ids: [mia], status: 'registered', ...more }
  expect((await byHand(camp, choice)).status).toBe(201)
  return seatIn(camp)
}

describe('list-camp-registrations', () => {
  test('has participants with their age on the first day, who registered them, and guests', async () => {
    const camp = await campWith({ published: false, max_spots: 3 })
    await app.db.updateTable('camps').set({ published: true }).where('id', '=', camp.id).execute()
    await registered(camp)
    await byHand(camp, {
      guest_name: 'Kim Guest',
      guest_phone: '409 555 0199',
      guest_birth_date: bornFor(10),
      status: 'paid',
    })
    // A draft's registrations are there too.
    await app.db.updateTable('camps').set({ published: false }).where('id', '=', camp.id).execute()
    const found = await bodyOf<CampRegistrations>(listOf(camp))
    expect(found.camp).toMatchObject({ name: camp.name, published: false, spots_left: 1, start_date: SOON })
    expect(found.registrations).toMatchObject([
      {
        is_guest: true,
        name: 'Kim Guest',
        status: 'paid',
        participant: { name: 'Kim Guest', age: 10 },
        registrant: { id: null, full_name: 'Kim Guest', email: null, phone_number: '(409) 555-0199' },
        ...{ total_cost: 80, paid_amount: 80, owed_amount: 0, has_payment: true, paid_by_card: false },
      },
      {
        is_guest: false,
        name: 'Mia',
        status: 'registered',
        participant: { id: mia, age: 9 },
        registrant: { id: pat.id, full_name: 'Pat Parent', email: pat.email, phone_number: null },
        ...{ total_cost: 80, paid_amount: 0, owed_amount: 80, has_payment: false, refund_by_rule: 0 },
      },
    ])
  })

  test('is empty for a camp without registrations, and there is none of an unknown camp', async () => {
    expect(await bodyOf(listOf(await campWith()))).toMatchObject({ registrations: [] })
    expect(await refusalOf(await listOf({ id: randomUUID(), name: '' }))).toEqual([404, 'camp_not_found'])
    expect(await refusalOf(await listOf({ id: 'x', name: '' }))).toEqual([400, 'invalid_input'])
  })
})

describe('update-camp-registration', () => {
  test('notes a payment at the desk as a payment, and takes it back', async () => {
    const camp = await campWith()
    const { id, revision } = await registered(camp)
    const paid = await bodyOf<Changed>(
      update(id, { status: 'paid', paid_by: 'cash', expected_revision: revision }),
    )
    expect(paid.message).toBe(`Saved for Mia: ${camp.name}.`)
    expect(await moneyOf(id)).toEqual([
      { status: 'completed', payment_method: 'cash', total_amount: '80.00' },
    ])
    expect(await bodyOf<PaymentDetails>(paymentOf(id))).toMatchObject({
      ...{ total_amount: 80, taken_by_name: 'Dee Desk', customer_name: 'Pat Parent', booking_count: 1 },
    })
    await bodyOf(update(id, { status: 'registered' }))
    expect(await moneyOf(id)).toMatchObject([{ status: 'voided' }])
    expect(await seatIn(camp)).toMatchObject({ status: 'registered', paid_amount: 0, owed_amount: 80 })
    expect(await mailsAbout(camp)).toEqual(['camp-registered'])
  })

  test('cancels with what the rule gives back, tells the customer, and brings it back at its price', async () => {
    const camp = await campWith({ max_spots: 1 })
    const { id } = await registered(camp, { status: 'paid', paid_by: 'desk_card' })
    await app.db.updateTable('camps').set({ price: '250' }).where('id', '=', camp.id).execute()
    const canceled = await bodyOf<Changed>(update(id, { status: 'canceled' }))
    expect(canceled).toMatchObject({ refund_amount: 80 })
    expect(canceled.message).toContain('Please refund $80.00 at the desk.')
    expect(await seatIn(camp)).toMatchObject({ status: 'canceled', paid_amount: 0, owed_amount: 0 })
    await bodyOf(update(id, { status: 'registered' }))
    expect(await seatIn(camp)).toMatchObject({ status: 'registered', total_cost: 80, owed_amount: 80 })
    expect(await mailsAbout(camp)).toEqual(['camp-registered', 'camp-canceled', 'camp-registered'])
  })

  test('cancels quietly, keeps the money with a reason, and finds it paid when it comes back', async () => {
    const camp = await campWith()
    const { id } = await registered(camp, { status: 'paid', paid_by: 'cash' })
    const keep = { status: 'canceled', refund: 'none', tell: false }
    expect(await refusalOf(await update(id, keep))).toEqual([409, 'override_reason_required'])
    expect(await seatIn(camp)).toMatchObject({ status: 'paid' })
    await bodyOf(update(id, { ...keep, override_reason: 'They asked for credit' }))
    await bodyOf(update(id, { status: 'registered', tell: false }))
    expect(await seatIn(camp)).toMatchObject({ status: 'paid', paid_amount: 80, owed_amount: 0 })
    expect(await moneyOf(id)).toHaveLength(1)
    expect(await mailsAbout(camp)).toEqual(['camp-registered'])
  })

  test('brings nobody back into a full camp, or beside another seat of the same person', async () => {
    const camp = await campWith({ max_spots: 1 })
    const { id } = await registered(camp)
    await bodyOf(update(id, { status: 'canceled' }))
    const again = await byHand(camp, { user_id: pat.id, participant_ids: [mia] })
    expect(again.status).toBe(201)
    expect(await refusalOf(await update(id, { status: 'registered' }))).toEqual([409, 'already_registered'])
    await app.db
      .updateTable('camp_registrations')
      .set({ status: 'canceled' })
      .where('camp_id', '=', camp.id)
      .execute()
    await byHand(camp, { user_id: pat.id, override_reason: 'The parent helps' })
    expect(await refusalOf(await update(id, { status: 'paid' }))).toEqual([409, 'camp_full'])
    const { registrations } = await bodyOf<CampRegistrations>(listOf(camp))
    expect(registrations.filter(({ status }) => status !== 'canceled')).toHaveLength(1)
  })

  test('brings someone back into a closed camp with a reason only', async () => {
    const camp = await campWith()
    const { id } = await registered(camp)
    await bodyOf(update(id, { status: 'canceled' }))
    await app.db.updateTable('camps').set({ registration_enabled: false }).where('id', '=', camp.id).execute()
    const refused = await update(id, { status: 'registered' })
    expect(await refused.json()).toMatchObject({
      code: 'registration_closed',
      details: { override: 'registration' },
    })
    expect((await update(id, { status: 'registered', override_reason: 'A mistake of ours' })).status).toBe(
      200,
    )
  })

  test('brings nobody back to, or registers for, a camp that was called off, whatever the reason', async () => {
    const camp = await campWith()
    const { id } = await registered(camp)
    await bodyOf(update(id, { status: 'canceled' }))
    const called_off_at = new Date()
    await app.db
      .updateTable('camps')
      .set({ registration_enabled: false, called_off_at })
      .where('id', '=', camp.id)
      .execute()
    const override_reason = 'They insist'
    for (const answer of [
      update(id, { status: 'registered', override_reason }),
      byHand(camp, { user_id: pat.id, participant_ids: [mia], override_reason }),
    ])
      expect(await refusalOf(await answer)).toEqual([409, 'camp_called_off'])
    expect(await seatIn(camp)).toMatchObject({ status: 'canceled' })
    expect((await register(app, camp, pat)).status).toBe(409)
  })

  test('leaves to be paid online what is not paid any more, not the whole price again', async () => {
    const camp = await campWith()
    const { id } = await registered(camp, { status: 'paid', paid_by: 'cash' })
    await bodyOf(update(id, { status: 'canceled', refund: 30, override_reason: 'Half of it' }))
    await bodyOf(update(id, { status: 'registered' }))
    expect(await seatIn(camp)).toMatchObject({ status: 'registered', paid_amount: 50, owed_amount: 30 })
    const purchase = { campId: camp.id, registrationId: id }
    const whole = await app.request('/api/payments/intents', {
      json: { ...purchase, amount: 8_000 },
      cookie: pat.cookie,
    })
    expect(await whole.json()).toMatchObject({ code: 'price_changed', details: { total_amount: 30 } })
    await payByCard(app, pat.cookie, { ...purchase, amount: 3_000 })
    expect(await seatIn(camp)).toMatchObject({
      status: 'paid',
      total_cost: 80,
      paid_amount: 80,
      owed_amount: 0,
    })
    expect((await moneyOf(id)).map(({ total_amount }) => total_amount)).toEqual(['80.00', '30.00'])
  })

  test('leaves to the provider what a card paid', async () => {
    const camp = await campWith()
    await payByCard(app, pat.cookie, { campId: camp.id, amount: 8_000, participantIds: [mia] })
    const { id, paid_by_card } = await seatIn(camp)
    expect(paid_by_card).toBe(true)
    expect(await refusalOf(await update(id, { status: 'registered' }))).toEqual([409, 'paid_by_card'])
    expect(await bodyOf(paymentOf(id))).toMatchObject({ card_last4: '4242', status: 'completed' })
    expect(await bodyOf(update(id, { status: 'canceled' }))).toMatchObject({ refund_amount: 80 })
    expect(await refusalOf(await update(id, { status: 'paid' }))).toEqual([409, 'refunded_by_card'])
  })

  test('gives back above the limit of the desk only by an admin', async () => {
    const camp = await campWith({ price: '180.00' })
    const { id } = await registered(camp, { status: 'paid', paid_by: 'cash' })
    expect(await refusalOf(await update(id, { status: 'canceled' }))).toEqual([403, 'refund_above_limit'])
    expect(await refusalOf(await remove(id))).toEqual([403, 'refund_above_limit'])
    expect(await bodyOf(update(id, { status: 'canceled' }, admin))).toMatchObject({ refund_amount: 180 })
  })

  test('is refused where another desk has changed it in the meantime, and says what', async () => {
    const camp = await campWith()
    const { id, revision } = await registered(camp)
    await bodyOf(update(id, { status: 'paid', paid_by: 'cash' }, admin))
    const late = await update(id, { status: 'canceled', expected_revision: revision })
    expect(await late.json()).toMatchObject({
      code: 'changed_meanwhile',
      details: { changes: [{ field: 'status', from: 'registered', to: 'paid' }] },
    })
    expect(await seatIn(camp)).toMatchObject({ status: 'paid' })
  })

  test('is undone: the seat is back, the refund is withdrawn, and nobody is told', async () => {
    const camp = await campWith({ max_spots: 1 })
    const { id } = await registered(camp, { status: 'paid', paid_by: 'cash' })
    const canceled = await bodyOf<Changed>(update(id, { status: 'canceled' }))
    expect(await bodyOf(undo(canceled.undo))).toMatchObject({
      items: [{ kind: 'camp_registration', id }],
    })
    expect(await seatIn(camp)).toMatchObject({ status: 'paid', paid_amount: 80 })
    expect(await mailsAbout(camp)).toEqual(['camp-registered'])
    // Someone takes the seat before the second undo.
    const again = await bodyOf<Changed>(update(id, { status: 'canceled' }))
    expect((await register(app, camp, pat)).status).toBe(201)
    expect(await refusalOf(await undo(again.undo))).toEqual([409, 'camp_full'])
    expect(await seatIn(camp)).toMatchObject({ status: 'canceled' })
  })

  test('is not undone where the same person was registered again in the meantime', async () => {
    const camp = await campWith()
    const { id } = await registered(camp)
    const canceled = await bodyOf<Changed>(update(id, { status: 'canceled' }))
    await registered(camp)
    expect(await refusalOf(await undo(canceled.undo))).toEqual([409, 'registered_again'])
    const { registrations } = await bodyOf<CampRegistrations>(listOf(camp))
    expect(registrations.map(({ status }) => status).sort()).toEqual(['canceled', 'registered'])
  })
})

describe('delete-camp-registration', () => {
  test('cancels first: the money comes back and the customer is told; the undo restores all of it', async () => {
    const camp = await campWith({ max_spots: 1 })
    const { id, revision } = await registered(camp, { status: 'paid', paid_by: 'cash' })
    const deleted = await bodyOf<Changed>(remove(id, { expected_revision: String(revision) }))
    expect(deleted).toMatchObject({ refund_amount: 80 })
    expect(deleted.message).toContain(`Registration deleted for Mia: ${camp.name}.`)
    expect(await bodyOf(listOf(camp))).toMatchObject({ registrations: [], camp: { spots_left: 1 } })
    expect(await mailsAbout(camp)).toEqual(['camp-registered', 'camp-canceled'])
    expect((await undo(deleted.undo)).status).toBe(200)
    expect(await seatIn(camp)).toMatchObject({ id, status: 'paid', paid_amount: 80, has_payment: true })
    expect(await mailsAbout(camp)).toEqual(['camp-registered'])
  })

  test('deletes a guest, and once more there is nothing', async () => {
    const camp = await campWith()
    const choice = { guest_name: 'Kim Guest', guest_birth_date: bornFor(9), status: 'registered' }
    await bodyOf(byHand(camp, { ...choice, guest_email: `${randomUUID()}@example.test` }))
    const { id } = await seatIn(camp)
    const { undo: change } = await bodyOf<Changed>(remove(id, { tell: 'false' }))
    expect(await refusalOf(await remove(id))).toEqual([404, 'registration_not_found'])
    expect(await mailsAbout(camp)).toEqual(['camp-registered'])
    await bodyOf(undo(change))
    expect(await seatIn(camp)).toMatchObject({ id, name: 'Kim Guest' })
  })

  test('keeps what was paid for a camp that has begun, except for an admin with a reason', async () => {
    const camp = await campWith()
    const { id } = await registered(camp, { status: 'paid', paid_by: 'cash' })
    await app.db
      .updateTable('camp_timeslots')
      .set({ date: '2020-07-06' })
      .where('camp_id', '=', camp.id)
      .execute()
    expect(await refusalOf(await remove(id))).toEqual([409, 'sale_kept'])
    expect(await refusalOf(await remove(id, {}, admin))).toEqual([409, 'sale_kept'])
    expect((await remove(id, { override_reason: 'Entered twice' }, admin)).status).toBe(200)
    expect(await bodyOf(listOf(camp))).toMatchObject({ registrations: [] })
  })
})

test('find-camp-registration-payment says that there is no payment', async () => {
  const { id } = await registered(await campWith())
  const none = await paymentOf(id)
  expect(none.status).toBe(404)
  expect(await none.json()).toMatchObject({
    code: 'registration_payment_not_found',
    message: 'Payment transaction not found for this registration.',
  })
  expect(await refusalOf(await paymentOf(randomUUID()))).toEqual([404, 'registration_not_found'])
})

test('a registration by hand is undone with its payment, and before anybody is told', async () => {
  const camp = await campWith()
  const choice = { user_id: pat.id, participant_ids: [mia], status: 'paid', paid_by: 'cash' }
  const made = await bodyOf<Changed>(byHand(camp, choice))
  const { id } = await seatIn(camp)
  expect(await moneyOf(id)).toMatchObject([{ payment_method: 'cash', status: 'completed' }])
  expect((await undo(made.undo)).status).toBe(200)
  expect(await bodyOf(listOf(camp))).toMatchObject({ registrations: [] })
  expect(await mailsAbout(camp)).toEqual([])
})

test('only the desk and admins read and change registrations', async () => {
  const { id } = await registered(await campWith())
  const coach = await addPerson(app, { role: 'coach' })
  for (const [person, refusal] of [
    [null, [401, 'unauthenticated']],
    [pat, [403, 'forbidden']],
    [coach, [403, 'forbidden']],
  ] as const) {
    expect(await refusalOf(await update(id, { status: 'paid' }, person))).toEqual(refusal)
    expect(await refusalOf(await remove(id, {}, person))).toEqual(refusal)
    expect(await refusalOf(await paymentOf(id, person))).toEqual(refusal)
  }
})

test.each([
  ['another status', { status: 'failed' }],
  ['no status', {}],
  ['another way to pay', { status: 'paid', paid_by: 'gold' }],
  ['a negative refund', { status: 'canceled', refund: -1 }],
  ['a reason of invisible characters', { status: 'canceled', override_reason: '\u200b' }],
  ['a revision that is no number', { status: 'paid', expected_revision: 'x' }],
])('%s is refused and changes nothing', async (_name, changes) => {
  const camp = await campWith()
  const before = await registered(camp)
  expect(await refusalOf(await update(before.id, changes))).toEqual([400, 'invalid_input'])
  expect(await seatIn(camp)).toEqual(before)
})

describe('races', () => {
  const statusesOf = async (answers: Promise<Response>[]) =>
    (await Promise.all(answers)).map(({ status }) => status).toSorted()

  test('of the desk and a customer online, one gets the last seat', async () => {
    const noa = await addChild(app.db, [pat], { name: 'Noa', birthDate: bornFor(10) })
    for (let round = 0; round < 5; round += 1) {
      const camp = await campWith({ max_spots: 1 })
      const answers = [
        byHand(camp, { user_id: pat.id, participant_ids: [mia], status: 'registered' }),
        register(other, camp, pat, {}, { participant_ids: [noa] }),
      ]
      expect(await statusesOf(answers)).toEqual([201, 409])
      expect((await bodyOf<CampRegistrations>(listOf(camp))).registrations).toHaveLength(1)
    }
  })

  test('two desks that add the same participant make one registration', async () => {
    for (let round = 0; round < 5; round += 1) {
      const camp = await campWith()
      const choice = { user_id: pat.id, participant_ids: [mia] }
      const answers = [byHand(camp, choice), byHand(camp, choice, other)]
      expect(await statusesOf(answers)).toEqual([201, 409])
      expect((await bodyOf<CampRegistrations>(listOf(camp))).registrations).toHaveLength(1)
    }
  })

  test('a registration that is deleted while it is paid at another desk leaves no money without a trace', async () => {
    for (let round = 0; round < 5; round += 1) {
      const camp = await campWith()
      const { id } = await registered(camp)
      const [paid, deleted] = await Promise.all([
        update(id, { status: 'paid', paid_by: 'cash' }, admin, other),
        remove(id),
      ])
      expect(deleted.status).toBe(200)
      const { refund_amount } = (await deleted.json()) as Changed
      // Paid first: the money is to be given back. Deleted first: no payment was taken.
      expect([paid.status, refund_amount]).toEqual(paid.ok ? [200, 80] : [404, 0])
    }
  })

  test('a card payment of a registration that is deleted in the meantime goes back to the card', async () => {
    const camp = await campWith()
    const { id } = await registered(camp)
    const opened = await openPayment(app, pat.cookie, { campId: camp.id, amount: 8_000, registrationId: id })
    await sendCard(app, opened)
    expect((await remove(id)).status).toBe(200)
    await confirmPayment(app, pat.cookie, opened)
    expect(await bodyOf(listOf(camp))).toMatchObject({ registrations: [] })
    const refunds = await app.db
      .selectFrom('payment_refunds')
      .innerJoin('payment_transactions as payment', 'payment.id', 'payment_transaction_id')
      .select('payment_refunds.amount')
      .where('stripe_payment_intent_id', '=', opened.paymentIntentId)
      .execute()
    expect(refunds).toEqual([{ amount: '80.00' }])
  })
})
