import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HouseholdCampSeat } from '../../../shared/contract/programs/camps.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { confirmPayment, openPayment, payByCard, sendCard } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addChild, familyOf } from '../households/householdTestKit.ts'
import { addCamp, bornFor, register, SOON, soonCamp, type TestCamp, teenager } from './campTestKit.ts'

const PRICE = 18_000

let app: TestApp
let pat: Person
let alex: Person
let stranger: Person
let mia: string
let leo: string
let foreign: string
beforeAll(async () => {
  app = await startTestApp()
  ;[pat, alex, stranger] = await Promise.all([
    addPerson(app, { name: 'Pat Parent', ...teenager }),
    addPerson(app, { name: 'Alex Parent', ...teenager }),
    addPerson(app, { name: 'Sam Stranger', ...teenager }),
  ])
  mia = await addChild(app.db, [pat, alex], { name: 'Mia', birthDate: bornFor(9) })
  leo = await addChild(app.db, [pat], { name: 'Leo', birthDate: bornFor(11) })
  foreign = await addChild(app.db, [stranger], { name: 'Max', birthDate: bornFor(10) })
})
afterAll(() => app.close())

const campWith = (options: Parameters<typeof addCamp>[1] = {}) =>
  addCamp(app.db, { name: `Camp ${randomUUID()}`, ...soonCamp, ...options })
const registerAll = (camp: TestCamp, person: Person, participant_ids: string[], allow_partial?: boolean) =>
  register(app, camp, person, {}, { participant_ids, ...(allow_partial ? { allow_partial } : {}) })
const intent = (camp: TestCamp, more: object, { cookie } = pat) =>
  app.request('/api/payments/intents', { json: { campId: camp.id, ...more }, cookie })
const seatsOf = (camp: TestCamp) =>
  app.db
    .selectFrom('camp_registrations')
    .select(['id', 'participant_id', 'user_id', 'status', 'total_cost'])
    .where('camp_id', '=', camp.id)
    .where('status', '<>', 'canceled')
    .execute()
const household = (camp: TestCamp, { cookie }: Person) =>
  bodyOf<HouseholdCampSeat[]>(app.request(`/api/camps/${camp.id}/household-registrations`, { cookie }))
const mailsAbout = (camp: TestCamp) =>
  app.db
    .selectFrom('outbox')
    .select(['template', 'to_email', 'data'])
    .where(({ eb, ref }) => eb(ref('data', '->>').key('camp_name'), '=', camp.name))
    .orderBy('created_at')
    .orderBy('to_email')
    .execute()
const refundsOf = (paymentId: string) =>
  app.db
    .selectFrom('payment_refunds')
    .select(['amount', 'reason'])
    .where('payment_transaction_id', '=', paymentId)
    .execute()
const registeredIds = async (camp: TestCamp, person: Person, ids: string[]) =>
  (
    await bodyOf<{ registrations: { registration_id: string }[] }>(registerAll(camp, person, ids))
  ).registrations.map(({ registration_id }) => registration_id)

describe('registering siblings, seen by list-household-camp-registrations', () => {
  test('gives each a seat at its price, and tells both parents once of what concerns them', async () => {
    const camp = await campWith()
    const response = await registerAll(camp, pat, [leo, mia])
    expect(response.status).toBe(201)
    const answer = await response.json()
    expect(answer).toMatchObject({
      message: 'Registration Successful! You will pay on arrival. See you at the camp!',
      registrations: [
        { participant: { id: leo, name: 'Leo', is_self: false } },
        { participant: { id: mia, name: 'Mia', is_self: false } },
      ],
      without_seat: [],
    })
    const rows = await seatsOf(camp)
    expect(rows).toHaveLength(2)
    for (const row of rows)
      expect(row).toMatchObject({ user_id: pat.id, status: 'registered', total_cost: '180.00' })
    const mails = await mailsAbout(camp)
    expect(mails).toHaveLength(2)
    expect(mails.find(({ to_email }) => to_email === pat.email)?.data).toMatchObject({
      participant_name: 'Leo and Mia',
      headline: 'Leo and Mia are registered',
      price: '$360.00',
      payment_line: 'You will pay on arrival.',
    })
    expect(mails.find(({ to_email }) => to_email === alex.email)?.data).toMatchObject({
      participant_name: 'Mia',
      headline: 'Mia is registered',
      price: '$180.00',
      payment_line: 'It will be paid on arrival.',
    })
    expect(await household(camp, alex)).toMatchObject([
      {
        participant: { id: mia, is_self: false },
        status: 'registered',
        total_cost: 180,
        payer: { name: 'Pat Parent', is_self: false },
      },
    ])
    expect(await household(camp, stranger)).toEqual([])
    const mine = await app.request(`/api/camps/${camp.id}/my-registration`, { cookie: pat.cookie })
    expect(await mine.json()).toBeNull()
  })

  test('a parent may come along, and an adult who does not want messages gets none', async () => {
    const camp = await campWith()
    const adult = { participant_id: mia, user_id: alex.id }
    const tell = (is_told: boolean) =>
      app.db
        .updateTable('participant_adults')
        .set({ is_told })
        .where('participant_id', '=', adult.participant_id)
        .where('user_id', '=', adult.user_id)
        .execute()
    await tell(false)
    const self = await app.db
      .selectFrom('participants')
      .select('id')
      .where('user_id', '=', pat.id)
      .executeTakeFirstOrThrow()
    expect((await registerAll(camp, pat, [self.id, mia])).status).toBe(201)
    await tell(true)
    expect(await mailsAbout(camp)).toMatchObject([
      {
        to_email: pat.email,
        data: { participant_name: 'you and Mia', headline: 'You and Mia are registered', price: '$360.00' },
      },
    ])
  })

  test.each([
    ['nobody', () => [], [400, 'invalid_input']],
    ['the same child twice', () => [mia, mia.toUpperCase()], [400, 'invalid_input']],
    ['nine people', () => Array.from({ length: 9 }, () => randomUUID()), [400, 'invalid_input']],
    ['someone unknown', () => [mia, randomUUID()], [404, 'participant_not_found']],
    ['a child of another family', () => [mia, foreign], [404, 'participant_not_found']],
  ] as const)('is refused for %s, by card too, and books nothing', async (_name, ids, refusal) => {
    const camp = await campWith()
    expect(await refusalOf(await registerAll(camp, pat, [...ids()]))).toEqual(refusal)
    const card = await intent(camp, { participantIds: ids(), amount: PRICE * 2 })
    expect(await refusalOf(card)).toEqual(refusal)
    expect(await seatsOf(camp)).toEqual([])
  })

  test('a child who is archived is refused by name', async () => {
    const camp = await campWith()
    const old = await addChild(app.db, [pat], { name: 'Kim', birthDate: bornFor(10) })
    await app.db.updateTable('participants').set({ archived_at: new Date() }).where('id', '=', old).execute()
    const response = await registerAll(camp, pat, [mia, old])
    expect(await response.json()).toMatchObject({
      code: 'participant_archived',
      message: 'Kim is archived. Please restore them in the Family section of the profile first.',
      details: { participants: [{ id: old, name: 'Kim' }] },
    })
  })

  test('the same child has one seat, whoever asks; a brother or sister is another person', async () => {
    const camp = await campWith()
    expect((await registerAll(camp, pat, [mia])).status).toBe(201)
    const second = await registerAll(camp, alex, [mia])
    expect(second.status).toBe(409)
    expect(await second.json()).toMatchObject({
      code: 'already_registered',
      message: 'Mia is already registered for this camp.',
      details: { status: 'registered', participants: [{ id: mia }] },
    })
    expect(await refusalOf(await registerAll(camp, pat, [leo, mia]))).toEqual([409, 'already_registered'])
    expect((await registerAll(camp, pat, [leo])).status).toBe(201)
    expect((await register(app, camp, pat)).status).toBe(201)
    expect(await seatsOf(camp)).toHaveLength(3)
  })

  test('a child whom the desk entered as a guest has a seat too; the database itself refuses a second one', async () => {
    const camp = await campWith()
    await app.db
      .insertInto('camp_registrations')
      .values({ camp_id: camp.id, guest_name: 'Mia', guest_email: pat.email })
      .execute()
    expect(await refusalOf(await registerAll(camp, pat, [mia]))).toEqual([409, 'already_registered'])
    expect(await household(camp, pat)).toMatchObject([
      { registration_type: 'guest', participant: { id: mia }, payer: null },
    ])
    const row = { camp_id: camp.id, user_id: pat.id, participant_id: mia }
    await expect(app.db.insertInto('camp_registrations').values(row).execute()).rejects.toMatchObject({
      code: '23505',
      constraint: 'camp_registrations_once',
    })
    const other = await campWith()
    expect((await registerAll(other, pat, [mia])).status).toBe(201)
    const guest = { camp_id: other.id, guest_name: 'Mia', guest_email: pat.email }
    await expect(app.db.insertInto('camp_registrations').values(guest).execute()).rejects.toMatchObject({
      constraint: 'camp_registrations_once',
    })
  })

  test('judges ages on the first day, with name and date', async () => {
    const camp = await campWith({ max_age: 12 })
    const [small, unknown] = [
      await addChild(app.db, [pat], { name: 'Noa', birthDate: bornFor(7) }),
      await addChild(app.db, [pat], { name: 'Ida' }),
    ]
    const outside = await registerAll(camp, pat, [mia, small])
    expect(await outside.json()).toMatchObject({
      code: 'age_outside_range',
      message: 'Noa is 7 on the first day. This camp is for ages 8 to 12.',
      details: { participants: [{ id: small, age: 7 }], min_age: 8, max_age: 12, start_date: SOON },
    })
    const needed = await intent(camp, { participantIds: [unknown], amount: PRICE })
    expect(await needed.json()).toMatchObject({
      code: 'birth_date_needed',
      message: 'Please add the birth date of Ida: this camp is for ages 8 to 12.',
      details: { participants: [{ id: unknown, name: 'Ida' }] },
    })
    expect(await seatsOf(camp)).toEqual([])
  })
})

describe('not enough spots', () => {
  test('nobody of the family is booked, and the answer says how many would fit', async () => {
    const camp = await campWith({ max_spots: 1 })
    for (const response of [
      await registerAll(camp, pat, [mia, leo]),
      await intent(camp, { participantIds: [mia, leo], amount: PRICE * 2 }),
    ]) {
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({
        code: 'camp_full',
        message: 'Only 1 spot is left in this camp.',
        details: { spots_left: 1, asked: 2 },
      })
    }
    expect(await seatsOf(camp)).toEqual([])
    expect(await mailsAbout(camp)).toEqual([])
  })

  test('with allow_partial the first ones in the given order get them, but not none', async () => {
    const camp = await campWith({ max_spots: 1 })
    const answer = await bodyOf<object>(registerAll(camp, pat, [leo, mia], true))
    expect(answer).toMatchObject({
      registrations: [{ participant: { id: leo } }],
      without_seat: [{ id: mia, name: 'Mia', is_self: false }],
    })
    const full = await registerAll(camp, pat, [mia], true)
    expect(await full.json()).toMatchObject({ code: 'camp_full', message: 'Camp Full' })
  })
})

describe('paying for siblings', () => {
  test('is one payment with one item for each, and holds a seat for each in the meantime', async () => {
    const camp = await campWith({ max_spots: 2 })
    const opened = await openPayment(app, pat.cookie, {
      campId: camp.id,
      participantIds: [mia, leo],
      amount: PRICE * 2,
    })
    expect(opened).toMatchObject({ total_amount: 360, description: expect.stringMatching(/: 2 spots$/) })
    expect(opened.description).not.toMatch(/Mia|Leo/)
    expect(await refusalOf(await register(app, camp, stranger))).toEqual([409, 'camp_full'])
    expect(await household(camp, alex)).toMatchObject([
      {
        participant: { id: mia },
        status: 'held',
        total_cost: 180,
        registration_id: null,
        payer: { is_self: false },
      },
    ])
    await sendCard(app, opened)
    const { payment } = await confirmPayment(app, pat.cookie, opened)
    expect(payment).toMatchObject({ amount: 360, booking_count: 2 })
    const items = await app.db
      .selectFrom('payment_items')
      .innerJoin('camp_registrations as seat', 'seat.id', 'payment_items.camp_registration_id')
      .select(['payment_items.amount', 'seat.participant_id', 'seat.status'])
      .where('payment_transaction_id', '=', payment.payment_transaction_id)
      .execute()
    expect(items.map(({ participant_id }) => participant_id).toSorted()).toEqual([mia, leo].toSorted())
    for (const item of items) expect(item).toMatchObject({ amount: '180.00', status: 'paid' })
    expect(await household(camp, pat)).toMatchObject([
      { status: 'paid', receipt_url: expect.stringMatching(/^http/), payer: { is_self: true } },
      { status: 'paid', receipt_url: expect.stringMatching(/^http/), payer: { is_self: true } },
    ])
    expect(await household(camp, alex)).toMatchObject([{ status: 'paid', receipt_url: null }])
  })

  test('a wrong amount is refused with the price of all', async () => {
    const response = await intent(await campWith(), { participantIds: [mia, leo], amount: PRICE })
    expect(await response.json()).toMatchObject({ code: 'price_changed', details: { total_amount: 360 } })
  })

  test('the other parent pays later for one or for all, but not for what they do not look after', async () => {
    const camp = await campWith()
    const [forMia = '', forLeo = ''] = await registeredIds(camp, pat, [mia, leo])
    const both = { registrationIds: [forMia, forLeo], amount: PRICE * 2 }
    expect(await refusalOf(await intent(camp, both, alex))).toEqual([404, 'registration_not_found'])
    expect(await refusalOf(await intent(camp, { ...both, participantIds: [mia] }))).toEqual([
      400,
      'invalid_input',
    ])
    const paid = await payByCard(app, alex.cookie, { campId: camp.id, registrationId: forMia, amount: PRICE })
    expect(paid.status).toBe('succeeded')
    expect(await household(camp, pat)).toMatchObject([
      { participant: { id: leo }, status: 'registered', payer: { is_self: true } },
      {
        participant: { id: mia },
        status: 'paid',
        payer: { name: 'Alex Parent', is_self: false },
        receipt_url: null,
      },
    ])
    const again = await intent(camp, both)
    expect(await again.json()).toMatchObject({
      code: 'already_registered',
      message: 'Mia is already registered for this camp.',
    })
    const other = await campWith()
    const ids = await registeredIds(other, pat, [mia, leo])
    const all = { campId: other.id, registrationIds: ids, amount: PRICE * 2 }
    expect((await payByCard(app, pat.cookie, all)).payment).toMatchObject({ booking_count: 2, amount: 360 })
    expect((await seatsOf(other)).map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  test('of two parents who pay for the same child the second gets that part back, and the sibling stays', async () => {
    const camp = await campWith()
    const first = await openPayment(app, alex.cookie, {
      campId: camp.id,
      participantIds: [mia],
      amount: PRICE,
    })
    const second = await openPayment(app, pat.cookie, {
      campId: camp.id,
      participantIds: [mia, leo],
      amount: PRICE * 2,
    })
    await sendCard(app, first)
    expect((await confirmPayment(app, alex.cookie, first)).status).toBe('succeeded')
    await sendCard(app, second)
    const { status, payment } = await confirmPayment(app, pat.cookie, second)
    expect(status).toBe('succeeded')
    expect(await refundsOf(payment.payment_transaction_id)).toEqual([
      { amount: '180.00', reason: 'duplicate' },
    ])
    expect((await seatsOf(camp)).map(({ participant_id, user_id }) => [participant_id, user_id])).toEqual(
      expect.arrayContaining([
        [mia, alex.id],
        [leo, pat.id],
      ]),
    )
    expect(await seatsOf(camp)).toHaveLength(2)
  })

  test('a payment for a child who has been paid for is refunded as a whole', async () => {
    const camp = await campWith()
    const request = { campId: camp.id, participantIds: [mia], amount: PRICE }
    const [first, second] = [
      await openPayment(app, alex.cookie, request),
      await openPayment(app, pat.cookie, request),
    ]
    await sendCard(app, first)
    await confirmPayment(app, alex.cookie, first)
    await sendCard(app, second)
    const { status, payment } = await confirmPayment(app, pat.cookie, second)
    expect(status).toBe('refunded')
    expect(await refundsOf(payment.payment_transaction_id)).toEqual([
      { amount: '180.00', reason: 'duplicate' },
    ])
  })

  test('a parent who was removed while the card was charged gets that part back, also of what was to be paid later', async () => {
    const camp = await campWith()
    const kim = await addChild(app.db, [pat, alex], { name: 'Kim', birthDate: bornFor(10) })
    const owed = await registeredIds(camp, pat, [mia, kim])
    const opened = await openPayment(app, alex.cookie, {
      campId: camp.id,
      registrationIds: owed,
      amount: PRICE * 2,
    })
    await sendCard(app, opened)
    expect((await familyOf(app, pat).removeAdult(kim, alex.id)).status).toBe(204)
    const { status, payment } = await confirmPayment(app, alex.cookie, opened)
    expect(status).toBe('succeeded')
    expect(await refundsOf(payment.payment_transaction_id)).toEqual([
      { amount: '180.00', reason: 'registration_canceled' },
    ])
    expect((await seatsOf(camp)).map((seat) => [seat.participant_id, seat.status]).toSorted()).toEqual(
      [
        [mia, 'paid'],
        [kim, 'registered'],
      ].toSorted(),
    )
  })

  test('who paid in time has the seat, although the birth date was corrected since', async () => {
    const camp = await campWith({ max_age: 12 })
    const child = await addChild(app.db, [pat], { name: 'Ben', birthDate: bornFor(12) })
    const opened = await openPayment(app, pat.cookie, {
      campId: camp.id,
      participantIds: [child],
      amount: PRICE,
    })
    await app.db
      .updateTable('participants')
      .set({ birth_date: bornFor(13) })
      .where('id', '=', child)
      .execute()
    await sendCard(app, opened)
    expect((await confirmPayment(app, pat.cookie, opened)).status).toBe('succeeded')
    const other = await campWith({ max_age: 12 })
    const again = await intent(other, { participantIds: [child], amount: PRICE })
    expect(await refusalOf(again)).toEqual([409, 'age_outside_range'])
  })
})

describe('canceling one seat of several', () => {
  const cancel = (id: string, { cookie }: Person) =>
    app.request(`/api/me/camp-registrations/${id}/cancel`, { method: 'POST', cookie })

  test('is for any adult of the child; its part goes back to who paid, and the sibling stays', async () => {
    const camp = await campWith({ max_age: 12 })
    const paid = { campId: camp.id, participantIds: [mia, leo], amount: PRICE * 2 }
    const { payment } = await payByCard(app, pat.cookie, paid)
    const rows = await seatsOf(camp)
    const idOf = (child: string) => rows.find(({ participant_id }) => participant_id === child)?.id ?? ''
    expect(await refusalOf(await cancel(idOf(leo), alex))).toEqual([404, 'registration_not_found'])
    expect(await refusalOf(await cancel(idOf(mia), stranger))).toEqual([404, 'registration_not_found'])
    const answer = await bodyOf<{ message: string }>(cancel(idOf(mia), alex))
    expect(answer).toMatchObject({ status: 'canceled', refund_amount: 180 })
    expect(answer.message).toContain(`The camp registration of Mia is canceled: ${camp.name}.`)
    expect(answer.message).toContain('the card that it was paid with')
    expect(await refundsOf(payment.payment_transaction_id)).toEqual([
      { amount: '180.00', reason: 'customer_canceled' },
    ])
    expect(await seatsOf(camp)).toMatchObject([{ participant_id: leo, status: 'paid' }])
    const told = (await mailsAbout(camp)).filter(({ template }) => template === 'camp-canceled')
    expect(told.map(({ to_email }) => to_email).toSorted()).toEqual([alex.email, pat.email].toSorted())
    for (const { data } of told) expect(data).toMatchObject({ participant_name: 'Mia' })
  })

  test('ends a payment of siblings that is open; what is paid after that is given back for the canceled one', async () => {
    const camp = await campWith({ max_age: 12 })
    const [forMia = '', forLeo = ''] = await registeredIds(camp, pat, [mia, leo])
    const request = { campId: camp.id, registrationIds: [forMia, forLeo], amount: PRICE * 2 }
    const opened = await openPayment(app, pat.cookie, request)
    // As staff do, so that the open checkout stays.
    await app.db
      .updateTable('camp_registrations')
      .set({ status: 'canceled' })
      .where('id', '=', forMia)
      .execute()
    await sendCard(app, opened)
    const { status, payment } = await confirmPayment(app, pat.cookie, opened)
    expect(status).toBe('succeeded')
    expect(await refundsOf(payment.payment_transaction_id)).toEqual([
      { amount: '180.00', reason: 'registration_canceled' },
    ])
    expect(await seatsOf(camp)).toMatchObject([{ id: forLeo, status: 'paid' }])

    const other = await campWith({ max_age: 12 })
    const ids = await registeredIds(other, pat, [mia, leo])
    const late = { campId: other.id, registrationIds: ids, amount: PRICE * 2 }
    const abandoned = await openPayment(app, pat.cookie, late)
    expect((await cancel(ids[0] ?? '', alex)).status).toBe(200)
    const hold = await app.db
      .selectFrom('checkout_holds as hold')
      .innerJoin('payment_transactions as payment', 'payment.checkout_hold_id', 'hold.id')
      .select('hold.status')
      .where('stripe_payment_intent_id', '=', abandoned.paymentIntentId)
      .executeTakeFirst()
    expect(hold?.status).toBe('released')
  })

  test('an adult who was removed sees and cancels nothing, and is told only of the money', async () => {
    const camp = await campWith({ max_age: 12 })
    const uncle = await addPerson(app, { name: 'Uncle Example', ...teenager })
    const child = await addChild(app.db, [pat, uncle], { name: 'Zoe', birthDate: bornFor(9) })
    const request = { campId: camp.id, participantIds: [child], amount: PRICE }
    await payByCard(app, uncle.cookie, request)
    const [row] = await seatsOf(camp)
    await app.db
      .deleteFrom('participant_adults')
      .where('participant_id', '=', child)
      .where('user_id', '=', uncle.id)
      .execute()
    expect(await household(camp, uncle)).toEqual([])
    expect(await refusalOf(await cancel(row?.id ?? '', uncle))).toEqual([404, 'registration_not_found'])
    expect((await cancel(row?.id ?? '', pat)).status).toBe(200)
    const told = await app.db
      .selectFrom('outbox')
      .select(['template', 'data'])
      .where('to_email', '=', uncle.email)
      .where('template', 'in', ['camp-canceled', 'refund-sent'])
      .execute()
    expect(told).toMatchObject([{ template: 'refund-sent' }])
    expect(JSON.stringify(told)).not.toMatch(/Zoe/)
  })

  test('an adult who was removed pays for no registration of the child any more', async () => {
    const camp = await campWith({ max_age: 12 })
    const uncle = await addPerson(app, { name: 'Uncle Example', ...teenager })
    const child = await addChild(app.db, [pat, uncle], { name: 'Zoe', birthDate: bornFor(9) })
    const request = { campId: camp.id, participantIds: [child], amount: PRICE }
    const seat = await openPayment(app, uncle.cookie, request)
    const [registrationId = ''] = await registeredIds(camp, pat, [child])
    const owed = await openPayment(app, uncle.cookie, { campId: camp.id, registrationId, amount: PRICE })
    const removed = `/api/participants/${child}/adults/${uncle.id}`
    expect((await app.request(removed, { method: 'DELETE', cookie: pat.cookie })).status).toBe(204)
    for (const opened of [seat, owed]) {
      await sendCard(app, opened)
      const { status, payment } = await confirmPayment(app, uncle.cookie, opened)
      expect([status, await refundsOf(payment.payment_transaction_id)]).toEqual([
        'refunded',
        [{ amount: '180.00', reason: 'registration_canceled' }],
      ])
    }
    expect(await seatsOf(camp)).toMatchObject([{ participant_id: child, status: 'registered' }])
  })
})
