import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'
import {
  addCamp,
  addGuestRegistration,
  bornFor,
  register,
  soonCamp,
  type TestCamp,
  teenager,
} from './campTestKit.ts'

/** The operations of camps and classes behave alike in what they share, so they are tested together. */
let app: TestApp
let pat: Person
let alex: Person
let staff: Record<'desk' | 'admin' | 'coach', Person>
let mia: string
let small: string
let foreign: string
beforeAll(async () => {
  app = await startTestApp()
  const [desk, admin, coach, parent, other] = await Promise.all([
    addPerson(app, { role: 'desk' }),
    addPerson(app, { role: 'admin' }),
    addPerson(app, { role: 'coach' }),
    addPerson(app, { name: 'Pat Parent', ...teenager }),
    addPerson(app, { name: 'Alex Parent', ...teenager }),
  ])
  staff = { desk, admin, coach }
  pat = parent
  alex = other
  mia = await addChild(app.db, [pat, alex], { name: 'Mia', birthDate: bornFor(9) })
  small = await addChild(app.db, [pat], { name: 'Noa', birthDate: bornFor(7) })
  foreign = await addChild(app.db, [await addPerson(app, teenager)], { name: 'Max', birthDate: bornFor(9) })
})
afterAll(() => app.close())

const campWith = (options: Parameters<typeof addCamp>[1] = {}) =>
  addCamp(app.db, { name: `Camp ${randomUUID()}`, ...soonCamp, ...options })
const byHand = (camp: TestCamp, more: object, by: Person | null = staff.desk, key?: string) =>
  app.request('/api/manual-camp-registrations', {
    json: { camp_id: camp.id, ...more },
    cookie: by?.cookie ?? '',
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const inSession = (session: string, more: object, by: Person = staff.desk) =>
  app.request('/api/manual-class-registrations', {
    json: { class_instance_id: session, ...more },
    cookie: by.cookie,
  })
const guest = { guest_name: 'Kim Guest', guest_email: 'kim@example.test' }
const seatsOf = (of: 'accounts' | 'guests', camp: TestCamp) =>
  app.db
    .selectFrom('camp_registrations')
    .selectAll()
    .where('camp_id', '=', camp.id)
    .where('guest_name', of === 'guests' ? 'is not' : 'is', null)
    .execute()
const mailsAbout = (camp: TestCamp) =>
  app.db
    .selectFrom('outbox')
    .select(['to_email', 'data'])
    .where(({ eb, ref }) => eb(ref('data', '->>').key('camp_name'), '=', camp.name))
    .execute()
const auditOf = (id: string) =>
  app.db
    .selectFrom('audit_log')
    .select(['action', 'description', 'user_id'])
    .where('record_id', '=', id)
    .execute()

describe('admin-manual-camp-registration', () => {
  test('gives people of a household seats that are paid at the desk, and confirms it to its adults', async () => {
    const camp = await campWith()
    const answer = await bodyOf<{ message: string; registrations: object[] }>(
      byHand(camp, { user_id: pat.id, participant_ids: [mia], status: 'paid' }),
    )
    expect(answer).toMatchObject({
      message: `Registered for ${camp.name}: Mia.`,
      registrations: [{ participant: { id: mia, name: 'Mia', is_self: false } }],
    })
    const rows = await seatsOf('accounts', camp)
    expect(rows).toMatchObject([
      { user_id: pat.id, participant_id: mia, status: 'paid', total_cost: '180.00' },
    ])
    expect(await auditOf(rows[0]?.id ?? '')).toMatchObject([
      { action: 'INSERT', user_id: staff.desk.id, description: expect.not.stringContaining('Override') },
    ])
    const mails = await mailsAbout(camp)
    expect(mails.map(({ to_email }) => to_email).toSorted()).toEqual([alex.email, pat.email].toSorted())
    for (const { data } of mails) {
      expect(data).toMatchObject({
        participant_name: 'Mia',
        payment_line: 'It has been paid at the front desk. Thank you!',
      })
    }
  })

  test('takes a guest by name only; what is not said to be paid is to be paid on arrival', async () => {
    const camp = await campWith()
    const lee = { guest_name: 'Lee Nomail', guest_birth_date: bornFor(10) }
    expect((await byHand(camp, lee)).status).toBe(201)
    expect((await byHand(camp, { ...lee, guest_name: 'Ann Nomail', status: 'unpaid' })).status).toBe(201)
    expect(await seatsOf('guests', camp)).toMatchObject([
      { guest_name: 'Lee Nomail', guest_email: null, guest_phone: null, status: 'registered' },
      { guest_name: 'Ann Nomail', status: 'registered' },
    ])
    expect(await mailsAbout(camp)).toEqual([])
    expect(await refusalOf(await byHand(camp, { guest_email: 'only@example.test' }))).toEqual([
      400,
      'invalid_input',
    ])
  })

  test('may leave the payment to the arrival, and takes only the customer where nobody is named', async () => {
    const camp = await campWith()
    expect((await byHand(camp, { user_id: pat.id, status: 'registered' }, staff.admin)).status).toBe(201)
    expect(await seatsOf('accounts', camp)).toMatchObject([{ user_id: pat.id, status: 'registered' }])
    expect(await mailsAbout(camp)).toMatchObject([
      { to_email: pat.email, data: { participant_name: '', payment_line: 'You will pay on arrival.' } },
    ])
  })

  test('makes a guest a participant with a birth date, and tells the guest', async () => {
    const camp = await campWith()
    const kim = { guest_name: 'Kim Guest', guest_email: `${randomUUID()}@example.test` }
    const answer = await bodyOf<{ registrations: { participant: { id: string } }[] }>(
      byHand(camp, {
        ...{ ...kim, guest_phone: '409 555 0123', guest_birth_date: bornFor(10) },
        status: 'paid',
      }),
    )
    const [row] = await seatsOf('guests', camp)
    expect(row).toMatchObject({ guest_phone: '(409) 555-0123', status: 'paid', total_cost: '180.00' })
    expect(answer.registrations).toMatchObject([
      { participant: { id: row?.participant_id, name: 'Kim Guest' } },
    ])
    const participant = await app.db
      .selectFrom('participants')
      .select('birth_date')
      .where('id', '=', row?.participant_id ?? '')
      .executeTakeFirst()
    expect(participant).toEqual({ birth_date: bornFor(10) })
    expect(await mailsAbout(camp)).toMatchObject([
      { to_email: kim.guest_email, data: { participant_name: '' } },
    ])
    const again = await byHand(camp, { ...kim, guest_phone: '409 555 0123' })
    expect(await again.json()).toMatchObject({
      code: 'already_registered',
      message: 'Kim Guest is already registered for this camp.',
    })
  })

  test('recognizes a child of the household by the confirmed address and the name', async () => {
    const camp = await campWith()
    expect((await register(app, camp, pat, {}, { participant_ids: [mia] })).status).toBe(201)
    const again = await byHand(camp, { guest_name: 'mia', guest_email: alex.email })
    expect(await refusalOf(again)).toEqual([409, 'already_registered'])
    expect(await seatsOf('guests', camp)).toEqual([])
  })

  test('overrides the ages with a reason, which the audit log keeps', async () => {
    const camp = await campWith({ max_age: 12 })
    const refused = await byHand(camp, { user_id: pat.id, participant_ids: [small] })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      code: 'age_outside_range',
      message: 'Noa is 7 on the first day. This camp is for ages 8 to 12.',
      details: { override: 'ages', participants: [{ id: small, age: 7 }] },
    })
    const noDate = await byHand(camp, guest)
    expect(await noDate.json()).toMatchObject({ code: 'birth_date_needed', details: { override: 'ages' } })
    expect(await refusalOf(await byHand(camp, { ...guest, override_reason: '  ' }))).toEqual([
      400,
      'invalid_input',
    ])
    const override_reason = 'Plays with her brother'
    const choice = { user_id: pat.id, participant_ids: [small], override_reason }
    const answer = await bodyOf<{ registrations: { registration_id: string }[] }>(byHand(camp, choice))
    const [entry] = await auditOf(answer.registrations[0]?.registration_id ?? '')
    expect(entry?.description).toContain(`Override: ${override_reason}`)
  })

  test('enters a new person with their child and the registration, or nobody at all', async () => {
    const camp = await campWith({ max_age: 12 })
    const email = `${randomUUID()}@example.test`
    const child = { name: `Child ${randomUUID()}`, birth_date: bornFor(7) }
    const new_person = { name: 'Nora New', email, phone: null, child }
    const left = async () => ({
      accounts: await app.db.selectFrom('profiles').select('id').where('email', '=', email).execute(),
      people: await app.db.selectFrom('participants').select('id').where('name', '=', child.name).execute(),
      mails: await app.db.selectFrom('outbox').select('template').where('to_email', '=', email).execute(),
    })
    expect(await refusalOf(await byHand(camp, { new_person }))).toEqual([409, 'age_outside_range'])
    const full = await campWith({ max_spots: 1 })
    await addGuestRegistration(app.db, full)
    expect(await refusalOf(await byHand(full, { new_person }))).toEqual([409, 'age_outside_range'])
    const reason = { override_reason: 'Very good for her age' }
    expect(await refusalOf(await byHand(full, { new_person, ...reason }))).toEqual([409, 'camp_full'])
    expect(await left()).toEqual({ accounts: [], people: [], mails: [] })

    const answer = await byHand(camp, { new_person, ...reason })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ registrations: [{ participant: { name: child.name } }] })
    const { accounts, people, mails } = await left()
    expect(mails).toEqual(
      expect.arrayContaining([{ template: 'invitation' }, { template: 'camp-registered' }]),
    )
    expect(await seatsOf('accounts', camp)).toMatchObject([
      { user_id: accounts[0]?.id, participant_id: people[0]?.id },
    ])
    expect(await refusalOf(await byHand(camp, { new_person }))).toEqual([409, 'user_exists'])
  })

  test('knows the birth date of a new person who takes part, and takes no child for an account', async () => {
    const camp = await campWith({ max_age: 12 })
    const young = { name: 'Kid Alone', email: null, phone: null, birth_date: bornFor(10) }
    expect(await refusalOf(await byHand(camp, { new_person: young }))).toEqual([400, 'account_under_age'])
    const adult = { ...young, birth_date: bornFor(30) }
    expect(await refusalOf(await byHand(camp, { new_person: adult }))).toEqual([409, 'age_outside_range'])
    const both = { new_person: adult, user_id: pat.id }
    expect(await refusalOf(await byHand(camp, both))).toEqual([400, 'invalid_input'])
    const rows = await app.db
      .selectFrom('profiles')
      .select('id')
      .where('full_name', '=', young.name)
      .execute()
    expect(rows).toEqual([])
  })

  test('registers for a closed camp with a reason only', async () => {
    const camp = await campWith({ registration_enabled: false })
    const choice = { user_id: pat.id, participant_ids: [mia] }
    expect(await (await byHand(camp, choice)).json()).toMatchObject({
      code: 'registration_closed',
      details: { override: 'registration' },
    })
    expect((await byHand(camp, { ...choice, override_reason: 'Promised by phone' })).status).toBe(201)
  })

  test('takes no seat that is not there, whatever the reason', async () => {
    const camp = await campWith({ max_spots: 1 })
    const both = { user_id: pat.id, participant_ids: [mia, small], override_reason: 'Siblings' }
    expect(await (await byHand(camp, both)).json()).toMatchObject({
      code: 'camp_full',
      details: { spots_left: 1, asked: 2 },
    })
    expect(await seatsOf('accounts', camp)).toEqual([])
  })

  test('answers the same request again with the same registration', async () => {
    const camp = await campWith()
    const key = randomUUID()
    const choice = { user_id: pat.id, participant_ids: [mia] }
    const [first, second] = [
      await byHand(camp, choice, staff.desk, key),
      await byHand(camp, choice, staff.desk, key),
    ]
    expect(await second.json()).toEqual(await first.json())
    expect(await seatsOf('accounts', camp)).toHaveLength(1)
  })
})

test.each([
  ['nobody', () => ({}), 'Please select a user to register.'],
  ['a guest without a name', () => ({ guest_email: 'kim@example.test' }), 'Please provide a name'],
  ['both', () => ({ user_id: pat.id, ...guest }), 'Choose a customer or name a guest, not both.'],
  [
    'a guest with others',
    () => ({ ...guest, participant_ids: [mia] }),
    'A guest can only be registered for themselves.',
  ],
] as const)('by hand for %s is refused', async (_name, choice, message) => {
  const camp = await campWith()
  const session = await addSession(app.db, await addClass(app.db), tuesday(0))
  for (const response of [await byHand(camp, choice()), await inSession(session, choice())]) {
    expect(response.status).toBe(400)
    expect(JSON.stringify(await response.json())).toContain(message)
  }
})

test.each([
  ['an unknown customer', () => ({ user_id: randomUUID() }), [404, 'customer_not_found']],
  [
    'a child of another household',
    () => ({ user_id: pat.id, participant_ids: [foreign] }),
    [404, 'participant_not_found'],
  ],
  [
    'an unknown participant',
    () => ({ user_id: pat.id, participant_ids: [randomUUID()] }),
    [404, 'participant_not_found'],
  ],
  [
    'someone who is not born',
    () => ({ ...guest, guest_email: 'new@example.test', guest_birth_date: '2999-01-01' }),
    [400, 'birth_date_in_future'],
  ],
  ['a wrong phone number', () => ({ guest_name: 'Kim', guest_phone: '12' }), [400, 'invalid_input']],
] as const)('by hand for %s is refused', async (_name, choice, refusal) => {
  const camp = await campWith()
  const session = await addSession(app.db, await addClass(app.db), tuesday(0))
  expect(await refusalOf(await byHand(camp, choice()))).toEqual(refusal)
  expect(await refusalOf(await inSession(session, choice()))).toEqual(refusal)
})

describe('admin-manual-class-registration', () => {
  test("takes the customer's price, and confirms it", async () => {
    const session = await addSession(app.db, await addClass(app.db), tuesday(1))
    const member = await addPerson(app, { membership: 'active', ...teenager })
    const child = await addChild(app.db, [member], { name: 'Ben' })
    const choice = { user_id: member.id, participant_ids: [child], status: 'registered' }
    const answer = await bodyOf<{ registrations: { registration_id: string }[] }>(inSession(session, choice))
    const [{ registration_id = '' } = {}] = answer.registrations
    const row = await app.db
      .selectFrom('class_registrations')
      .selectAll()
      .where('id', '=', registration_id)
      .executeTakeFirst()
    expect(row).toMatchObject({
      user_id: member.id,
      participant_id: child,
      status: 'registered',
      total_cost: '21.25',
    })
    const mails = await app.db
      .selectFrom('outbox')
      .select('data')
      .where('dedupe_key', 'like', `class-booked:${registration_id}%`)
      .execute()
    expect(mails).toMatchObject([
      { data: { participant_name: 'Ben', payment_line: 'You will pay on arrival.' } },
    ])
    const again = await inSession(session, choice)
    expect(await again.json()).toMatchObject({
      code: 'class_already_booked',
      message: 'Ben has a spot in a selected session already.',
    })
  })

  test('asks how a guest can be reached', async () => {
    const session = await addSession(app.db, await addClass(app.db), tuesday(0))
    const refused = await inSession(session, { guest_name: 'Kim' })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(await refused.json())).toContain('Please provide a name and email for the guest.')
  })

  test("takes 'unpaid' as to be paid on arrival", async () => {
    const session = await addSession(app.db, await addClass(app.db), tuesday(0))
    const ivy = { ...guest, guest_email: `${randomUUID()}@example.test` }
    expect((await inSession(session, { ...ivy, status: 'unpaid' })).status).toBe(201)
    const rows = app.db.selectFrom('class_registrations').select('status')
    expect(await rows.where('class_instance_id', '=', session).execute()).toEqual([{ status: 'registered' }])
  })

  test('takes a guest, and once it has started only with a reason', async () => {
    const session = await addSession(app.db, await addClass(app.db), '2026-01-06')
    const kim = { ...guest, guest_email: `${randomUUID()}@example.test` }
    expect(await (await inSession(session, kim)).json()).toMatchObject({
      code: 'class_session_over',
      details: { override: 'registration' },
    })
    const answer = await inSession(session, { ...kim, override_reason: 'Came along' }, staff.admin)
    expect(answer.status).toBe(201)
    expect(
      await app.db
        .selectFrom('class_registrations')
        .select(['guest_name', 'user_id', 'status', 'total_cost'])
        .where('class_instance_id', '=', session)
        .execute(),
    ).toEqual([{ guest_name: 'Kim Guest', user_id: null, status: 'paid', total_cost: '25.00' }])
  })

  test('takes no seat in a full session, whatever the reason, and leaves open checkouts alone', async () => {
    const session = await addSession(app.db, await addClass(app.db, { maxSpots: 1 }), tuesday(2))
    const opened = await app.request('/api/payments/intents', {
      json: { instanceIds: [session], participantIds: [mia], amount: 2_500 },
      cookie: pat.cookie,
    })
    expect(opened.status).toBe(201)
    const choice = { user_id: pat.id, participant_ids: [mia], override_reason: 'She is here' }
    expect(await refusalOf(await inSession(session, choice))).toEqual([409, 'class_session_full'])
  })
})

test('coaches, customers and visitors register nobody by hand', async () => {
  const camp = await campWith()
  const choice = { user_id: pat.id, participant_ids: [mia] }
  expect(await refusalOf(await byHand(camp, choice, staff.coach))).toEqual([403, 'forbidden'])
  expect(await refusalOf(await byHand(camp, choice, pat))).toEqual([403, 'forbidden'])
  expect(await refusalOf(await byHand(camp, choice, null))).toEqual([401, 'unauthenticated'])
  expect(await seatsOf('accounts', camp)).toEqual([])
})
