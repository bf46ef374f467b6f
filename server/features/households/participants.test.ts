import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_PARTICIPANTS, type Participant } from '../../../shared/contract/accounts/households.ts'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, tuesday, ZONE } from '../../test/cageTime.ts'
import { confirmPayment, openPayment, sendCard } from '../../test/cardPayment.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { followEvents } from '../../test/followEvents.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { mailsTo } from '../accounts/accountsTestKit.ts'
import { problemOf } from '../bookings/staffTestKit.ts'
import { addCamp, addGuestRegistration, bornFor } from '../camps/campTestKit.ts'
import { addClass, addSession, register } from '../classes/classTestKit.ts'
import { addChild, familyOf } from './householdTestKit.ts'

let app: TestApp
let cages: string[]
beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 1)
})
afterAll(() => app.close())

const yearsAgo = (years: number, more = 0) => {
  const [year = '', ...rest] = addDays(facilityDay(new Date(), ZONE), more).split('-')
  return [Number(year) - years, ...rest].join('-').replace('-02-29', '-02-28')
}
const names = (people: readonly Participant[]) => people.map(({ name }) => name)
let weeks = 0
const book = (participant_id: string, user_id: string) => {
  const { cageId: cage_id, ...hour } = group(cages[0] ?? '', tuesday(weeks++), '16:00', '17:00')
  return app.db
    .insertInto('bookings')
    .values({
      user_id,
      participant_id,
      cage_id,
      start_time: hour.startTime,
      end_time: hour.endTime,
      total_cost: '30.00',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

describe('list-participants', () => {
  test('has the account itself first, then everybody in the order in which they were added', async () => {
    const person = await addPerson(app, { name: 'Jo Parent' })
    const partner = await addPerson(app, { name: 'Casey Parent' })
    const family = familyOf(app, person)
    const mia = await addChild(app.db, [person, partner], { name: 'Mia Parent', birthDate: '2016-05-01' })
    await addChild(app.db, [person], { name: 'Ben Parent' })
    await addChild(app.db, [partner], { name: 'Someone Else' })

    const list = await family.list()

    expect(names(list)).toEqual(['Jo Parent', 'Mia Parent', 'Ben Parent'])
    const adult = { user_id: person.id, full_name: 'Jo Parent', is_me: true, is_told: true }
    expect(list[0]).toMatchObject({ is_self: true, adults: [{ ...adult, can_be_removed: false }] })
    expect(list[1]).toEqual({
      id: mia,
      name: 'Mia Parent',
      is_self: false,
      birth_date: '2016-05-01',
      positions: [],
      bats: null,
      throws: null,
      photo_consent: 'unasked',
      missing_care: ['emergency_contact', 'allergies'],
      care_said_at: null,
      archived_at: null,
      adults: [
        { ...adult, can_be_removed: true },
        {
          user_id: partner.id,
          full_name: 'Casey Parent',
          is_me: false,
          is_told: true,
          can_be_removed: true,
        },
      ],
    })
    expect(
      (await familyOf(app, partner).list())[1]?.adults.map(({ can_be_removed }) => can_be_removed),
    ).toEqual([false, true])
  })
})

describe('create-participant', () => {
  test('adds someone with what is known of them', async () => {
    const family = familyOf(app, await addPerson(app))
    const details = {
      name: 'Mia Example',
      birth_date: '2016-05-01',
      bats: 'left',
      throws: 'right',
      photo_consent: 'no',
    }
    const answer = await family.create({ ...details, positions: ['P', 'SS', 'P'] })
    expect(answer.status).toBe(201)
    const created = await bodyOf<Participant>(answer)
    expect(created).toMatchObject({ ...details, positions: ['P', 'SS'], is_self: false, archived_at: null })
    expect((await family.list())[1]).toEqual(created)
  })

  test.for([
    ['no name', { name: ' ' }, [400, 'invalid_input']],
    ['a name of two lines', { name: 'Mia\nExample' }, [400, 'invalid_input']],
    ['an unknown position', { name: 'Mia', positions: ['QB'] }, [400, 'invalid_input']],
    ['a day that is not', { name: 'Mia', birth_date: '2015-02-29' }, [400, 'invalid_input']],
    ['a birth tomorrow', { name: 'Mia', birth_date: yearsAgo(0, 1) }, [400, 'birth_date_in_future']],
    ['a birth long ago', { name: 'Mia', birth_date: '1899-12-31' }, [400, 'invalid_input']],
  ] as const)('refuses %s and adds nobody', async ([, json, refused]) => {
    const family = familyOf(app, await addPerson(app))
    expect(await refusalOf(await family.create(json))).toEqual(refused)
    expect(await family.list()).toHaveLength(1)
  })

  test('pressed twice at once adds one person', async () => {
    const family = familyOf(app, await addPerson(app))
    const json = { name: 'Mia Example', birth_date: '2016-05-01' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => family.create(json)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect(await family.list()).toHaveLength(2)
  })

  test('asks whether someone of the same name is another person, unless the birth date is the same', async () => {
    const family = familyOf(app, await addPerson(app, { name: 'Jo Parent' }))
    const mia = await bodyOf<Participant>(family.create({ name: 'Mia Parent' }))
    const born = { name: 'MIA parent', birth_date: '2016-05-01' }
    const existing = { participant_id: mia.id, name: 'Mia Parent', birth_date: null, archived: false }

    expect(await problemOf(await family.create(born))).toEqual({
      status: 409,
      code: 'participant_exists',
      details: { ...existing, can_be_another: true },
    })
    expect((await family.create({ ...born, is_another_person: true })).status).toBe(201)
    expect(await problemOf(await family.create({ ...born, is_another_person: true }))).toMatchObject({
      code: 'participant_exists',
      details: { birth_date: '2016-05-01', can_be_another: false },
    })
    expect(
      await problemOf(await family.create({ name: 'Mia Parent', is_another_person: true })),
    ).toMatchObject({
      details: { can_be_another: false },
    })
    expect((await family.create({ name: 'Jo Parent', birth_date: '2015-01-01' })).status).toBe(409)
    expect(await family.list()).toHaveLength(3)
  })

  test('shares with the adults who share everybody else, or with those named', async () => {
    const [jo, casey, alex] = await Promise.all(
      ['Jo', 'Casey', 'Alex'].map((name) => addPerson(app, { name })),
    )
    if (!jo || !casey || !alex) throw new Error('nobody')
    await addChild(app.db, [jo, casey, alex], { name: 'Mia' })
    await addChild(app.db, [jo, casey], { name: 'Leo' })
    const family = familyOf(app, jo)
    const adultsOf = async (json: object) =>
      (await bodyOf<Participant>(family.create(json))).adults.map(({ full_name }) => full_name)

    expect(await adultsOf({ name: 'Ben' })).toEqual(['Jo', 'Casey'])
    expect(await adultsOf({ name: 'Tom', shared_with: [] })).toEqual(['Jo'])
    expect(await adultsOf({ name: 'Kim', shared_with: [alex.id, jo.id, alex.id] })).toEqual(['Jo', 'Alex'])
    const stranger = await addPerson(app)
    expect(await refusalOf(await family.create({ name: 'Ann', shared_with: [stranger.id] }))).toEqual([
      404,
      'adult_not_found',
    ])
  })

  test('has room for 20 people besides the account and archived ones', async () => {
    const jo = await addPerson(app)
    const family = familyOf(app, jo)
    for (let count = 1; count < MOST_PARTICIPANTS; count += 1) {
      await addChild(app.db, [jo], { name: `Child ${count}` })
    }
    const answers = await Promise.all([family.create({ name: 'Mia' }), family.create({ name: 'Leo' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const [, first] = await family.list()
    expect((await family.update(first?.id ?? '', { archived: true })).status).toBe(200)
    expect((await family.create({ name: 'Ben' })).status).toBe(201)
    expect(await refusalOf(await family.update(first?.id ?? '', { archived: false }))).toEqual([
      409,
      'participants_limit',
    ])
  })
})

describe('update-participant', () => {
  test('changes what is sent and tells every adult at once', async () => {
    const [jo, casey] = await Promise.all([addPerson(app), addPerson(app)])
    const mia = await addChild(app.db, [jo, casey], { birthDate: '2016-05-01' })
    const stream = await followEvents(app, ['me'], casey.cookie)
    const answer = await familyOf(app, jo).update(mia, { positions: ['C'], bats: 'switch' })
    await stream.next('me')
    expect(await bodyOf(answer)).toMatchObject({
      name: 'Mia Example',
      birth_date: '2016-05-01',
      positions: ['C'],
      bats: 'switch',
    })
    await stream.end()
  })

  test('keeps name and account of oneself, and refuses an age below 13', async () => {
    const jo = await addPerson(app, { name: 'Jo Parent' })
    const family = familyOf(app, jo)
    const [self] = await family.list()
    const update = (json: object) => family.update(self?.id ?? '', json)
    expect((await update({ name: 'Jo Parent', birth_date: yearsAgo(13) })).status).toBe(200)
    expect(await refusalOf(await update({ birth_date: yearsAgo(13, 1) }))).toEqual([400, 'account_under_age'])
    expect(await refusalOf(await update({ name: 'Jo Other' }))).toEqual([409, 'account_name_kept'])
    expect(await refusalOf(await update({ archived: true }))).toEqual([409, 'account_not_archived'])
    expect((await family.list())[0]).toMatchObject({
      name: 'Jo Parent',
      birth_date: yearsAgo(13),
      archived_at: null,
    })
    await expect(
      app.db
        .updateTable('participants')
        .set({ birth_date: yearsAgo(12) })
        .where('user_id', '=', jo.id)
        .execute(),
    ).rejects.toMatchObject({ constraint: 'participants_account_age' })
    await expect(
      app.db
        .updateTable('participants')
        .set({ birth_date: addDays(yearsAgo(0), 2) })
        .where('user_id', '=', jo.id)
        .execute(),
    ).rejects.toMatchObject({ constraint: 'participants_are_born' })
  })

  test('refuses the name and birth date of another person of the family', async () => {
    const jo = await addPerson(app)
    const mia = await addChild(app.db, [jo], { name: 'Mia', birthDate: '2016-05-01' })
    await addChild(app.db, [jo], { name: 'Leo', birthDate: '2016-05-01' })
    const family = familyOf(app, jo)
    expect(await refusalOf(await family.update(mia, { name: 'LEO' }))).toEqual([409, 'participant_exists'])
    expect((await family.update(mia, { name: 'Leo', birth_date: '2018-05-01' })).status).toBe(200)
  })

  test('archives someone who is booked only once that was seen, and brings them back', async () => {
    const jo = await addPerson(app)
    const mia = await addChild(app.db, [jo])
    const family = familyOf(app, jo)
    await book(mia, jo.id)
    const session = await addSession(app.db, await addClass(app.db), tuesday(50))
    await register(app.db, session, { userId: jo.id })
    await app.db
      .updateTable('class_registrations')
      .set({ participant_id: mia })
      .where('class_instance_id', '=', session)
      .execute()
    const last = { date: '2099-07-06', start_time: '09:00', end_time: '12:00' }
    const camp = await addCamp(app.db, { start_date: last.date, end_date: last.date, timeslots: [last] })
    await addGuestRegistration(app.db, camp)
    await app.db
      .updateTable('camp_registrations')
      .set({ participant_id: mia })
      .where('camp_id', '=', camp.id)
      .execute()

    const asked = await problemOf(await family.update(mia, { archived: true }))

    expect(asked).toMatchObject({ status: 409, code: 'participant_has_upcoming' })
    const { upcoming } = asked.details as { upcoming: { kind: string }[] }
    expect(upcoming.map(({ kind }) => kind)).toEqual(['cage_booking', 'class_session', 'camp'])
    const archived = await bodyOf<Participant>(family.update(mia, { archived: true, upcoming_seen: true }))
    expect(archived.archived_at).not.toBeNull()
    expect((await bodyOf<Participant>(family.update(mia, { archived: false }))).archived_at).toBeNull()
    const { status } = await app.db
      .selectFrom('bookings')
      .select('status')
      .where('participant_id', '=', mia)
      .executeTakeFirstOrThrow()
    expect(status).toBe('pending payment')
  })
})

describe('delete-participant', () => {
  test('forgets someone for good: what was booked stays without the name', async () => {
    const { id: userId, email, cookie } = await addPerson(app)
    const keyed = (path: string, json: object, key: string) =>
      app.request(path, { json, cookie, headers: { 'idempotency-key': `${key}-${userId}` } })
    const created = await keyed('/api/me/participants', { name: 'Mia Unmistakable' }, 'create')
    const { id: mia } = await bodyOf<Participant>(created)
    const family = familyOf(app, { cookie })
    const hour = group(cages[0] ?? '', tuesday(weeks++), '16:00', '17:00')
    const request = { bookingDetails: [hour], totalAmount: 30, participant_id: mia }
    const { bookings } = await bodyOf<{ bookings: { id: string }[] }>(keyed('/api/bookings', request, 'book'))
    const id = bookings[0]?.id ?? ''
    expect(await refusalOf(await family.delete(mia))).toEqual([409, 'participant_has_upcoming'])
    expect((await keyed(`/api/me/bookings/${id}/cancel`, {}, 'cancel')).status).toBe(200)
    const names = ['you and Mia Unmistakable', 'Leo, Mia Unmistakable, and Max', 'Mia Unmistakably']
    await app.db
      .insertInto('outbox')
      .values(
        names.map((participant_name) => ({
          template: 'camp-registered',
          status: 'sent' as const,
          to_email: email,
          to_user_id: userId,
          data: JSON.stringify({ participant_name }),
          dedupe_key: `${userId}:${participant_name}`,
        })),
      )
      .execute()

    expect((await family.delete(mia)).status).toBe(204)

    expect(await refusalOf(await family.delete(mia))).toEqual([404, 'participant_not_found'])
    const row = await app.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ user_id: userId, participant_id: null })
    const { rows } = await sql`
      select to_jsonb(audit_log) from audit_log where concat(old_values, new_values) like '%Unmistakable%'
      union all select to_jsonb(kept) from idempotency_keys kept where answer::text like '%Unmistakable%'
      union all select to_jsonb(outbox) from outbox where data::text like '%Unmistakable%'
      union all select to_jsonb(person) from participants person where name like '%Unmistakable%'`.execute(
      app.db,
    )
    expect(rows).toEqual([])
    const kept = app.db.selectFrom('outbox').select('id').where('to_user_id', '=', userId)
    expect(await kept.where('template', '=', 'camp-registered').execute()).toHaveLength(1)
  })

  test('refuses while another adult is there, and for oneself', async () => {
    const [jo, casey] = await Promise.all([addPerson(app), addPerson(app)])
    const mia = await addChild(app.db, [jo, casey])
    const family = familyOf(app, jo)
    const [self] = await family.list()
    expect(await refusalOf(await family.delete(mia))).toEqual([409, 'participant_shared'])
    expect(await refusalOf(await family.delete(self?.id ?? ''))).toEqual([409, 'account_not_archived'])
    expect(await family.list()).toHaveLength(2)
  })
})

describe('the adults of someone', () => {
  const three = async () => {
    const [jo, casey, alex] = await Promise.all(
      ['Jo', 'Casey', 'Alex'].map((name) => addPerson(app, { name })),
    )
    if (!jo || !casey || !alex) throw new Error('nobody')
    const mia = await addChild(app.db, [jo, casey, alex], {
      name: 'Mia Unmistakable',
      birthDate: yearsAgo(10),
    })
    return { jo, casey, alex, mia }
  }
  const adultsOf = async (person: Person, id: string) =>
    (await familyOf(app, person).list())
      .find((participant) => participant.id === id)
      ?.adults.map(({ full_name }) => full_name)

  test('update-participant-adult sets whether the caller is told, and nobody else', async () => {
    const { jo, casey, mia } = await three()
    const family = familyOf(app, jo)
    expect((await family.setTold(mia, jo.id, false)).status).toBe(200)
    expect(await refusalOf(await family.setTold(mia, casey.id, false))).toEqual([404, 'adult_not_found'])
    const [self, child] = await family.list()
    expect(child?.adults.map(({ is_told }) => is_told)).toEqual([false, true, true])
    expect(await refusalOf(await family.setTold(self?.id ?? '', jo.id, false))).toEqual([
      409,
      'account_not_shared',
    ])
  })

  test('remove-adult removes those who joined later, and nobody who was there before', async () => {
    const { jo, casey, alex, mia } = await three()
    const { id: booking } = await book(mia, casey.id)
    const bookingsOf = async ({ cookie }: Person) =>
      (await app.request('/api/me/bookings', { cookie })).text()
    expect(await bookingsOf(casey)).toContain(booking)
    expect(await refusalOf(await familyOf(app, casey).removeAdult(mia, jo.id))).toEqual([
      403,
      'adult_not_removable',
    ])
    await expect(
      app.db.transaction().execute(async (tx) => {
        await sql`select set_config('dugout.actor_id', ${casey.id}, true)`.execute(tx)
        await tx
          .deleteFrom('participant_adults')
          .where('user_id', '=', jo.id)
          .where('participant_id', '=', mia)
          .execute()
      }),
    ).rejects.toMatchObject({ constraint: 'participant_adults_joined_before' })
    const streams = await Promise.all([casey, alex].map(({ cookie }) => followEvents(app, ['me'], cookie)))

    expect((await familyOf(app, jo).removeAdult(mia, casey.id)).status).toBe(204)

    await Promise.all(streams.map((stream) => stream.next('me')))
    for (const stream of streams) await stream.end()
    expect(await adultsOf(jo, mia)).toEqual(['Jo', 'Alex'])
    expect(await adultsOf(casey, mia)).toBeUndefined()
    expect(await refusalOf(await familyOf(app, casey).update(mia, { bats: 'left' }))).toEqual([
      404,
      'participant_not_found',
    ])
    expect(await refusalOf(await familyOf(app, jo).removeAdult(mia, casey.id))).toEqual([
      404,
      'adult_not_found',
    ])
    const [told] = await mailsTo(app, casey.email)
    expect(told?.subject).toBe('You no longer manage bookings for Mia')
    const [others] = await mailsTo(app, alex.email)
    expect(others?.subject).toBe('Casey no longer manages bookings for Mia')
    expect(others?.body_text).not.toContain('Unmistakable')
    // Who booked and paid sees nothing of it any more; the history stays with the others.
    expect(await bookingsOf(casey)).not.toContain(booking)
    expect(await bookingsOf(jo)).toContain(booking)
    const cancel = app.request(`/api/me/bookings/${booking}/cancel`, { method: 'POST', cookie: casey.cookie })
    expect(await refusalOf(await cancel)).toEqual([404, 'booking_not_found'])
  })

  test('remove-adult takes back what waits for that adult: mails about the person, and repeated answers', async () => {
    const { jo, casey, mia } = await three()
    const change = (id: string, key: string) =>
      app.request(`/api/participants/${id}`, {
        method: 'PATCH',
        json: { bats: 'left' },
        cookie: casey.cookie,
        headers: { 'idempotency-key': key },
      })
    const [self] = await familyOf(app, casey).list()
    expect((await change(mia, 'about-mia')).status).toBe(200)
    expect((await change(self?.id ?? '', 'about-self')).status).toBe(200)
    const mail = (to: Person, participant_name: string) => ({
      ...{ template: 'booking-canceled', to_email: to.email, to_user_id: to.id },
      ...{ dedupe_key: `${to.id} ${participant_name}`, next_attempt_at: new Date(Date.now() + 3_600_000) },
      data: JSON.stringify({ participant_name }),
    })
    const mails = [mail(casey, 'Mia Unmistakable'), mail(casey, ''), mail(jo, 'Mia Unmistakable')]
    await app.db.insertInto('outbox').values(mails).execute()

    expect((await familyOf(app, jo).removeAdult(mia, casey.id)).status).toBe(204)

    expect(await refusalOf(await change(mia, 'about-mia'))).toEqual([404, 'participant_not_found'])
    expect((await change(self?.id ?? '', 'about-self')).status).toBe(200)
    const waiting = app.db
      .selectFrom('outbox')
      .select('dedupe_key')
      .where('template', '=', 'booking-canceled')
      .where('to_user_id', 'in', [jo.id, casey.id])
    expect((await waiting.execute()).map(({ dedupe_key }) => dedupe_key).sort()).toEqual(
      [`${casey.id} `, `${jo.id} Mia Unmistakable`].sort(),
    )
  })

  test('remove-adult lets everybody leave but the last one', async () => {
    const { jo, casey, alex, mia } = await three()
    expect((await familyOf(app, jo).removeAdult(mia, jo.id)).status).toBe(204)
    const [casey1, alex1] = await Promise.all([
      familyOf(app, casey).removeAdult(mia, casey.id),
      familyOf(app, alex).removeAdult(mia, alex.id),
    ])
    expect([casey1?.status, alex1?.status].sort()).toEqual([204, 409])
    const last = casey1?.status === 409 ? casey : alex
    expect(await adultsOf(last, mia)).toHaveLength(1)
    expect(await refusalOf(await familyOf(app, last).removeAdult(mia, last.id))).toEqual([409, 'last_adult'])
    await expect(
      app.db.deleteFrom('participant_adults').where('participant_id', '=', mia).execute(),
    ).rejects.toMatchObject({ constraint: 'participant_adults_last' })
    const [self] = await familyOf(app, last).list()
    expect(await refusalOf(await familyOf(app, last).removeAdult(self?.id ?? '', last.id))).toEqual([
      409,
      'account_not_shared',
    ])
  })

  test('an account has no other adult, whatever code runs', async () => {
    const { jo, casey } = await three()
    const [self] = await familyOf(app, jo).list()
    await expect(
      app.db
        .insertInto('participant_adults')
        .values({ participant_id: self?.id ?? '', user_id: casey.id })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'participant_adults_account' })
  })

  test('remove-adult releases the open checkouts for this person, and a payment that comes late is refunded', async () => {
    const { jo, casey, mia } = await three()
    await app.db
      .updateTable('participants')
      .set({ birth_date: bornFor(16) })
      .where((where) => where.or([where('id', '=', mia), where('user_id', '=', casey.id)]))
      .execute()
    const open = (request: object) => openPayment(app, casey.cookie, request)
    const day = tuesday(6)
    const timeslots = [{ date: day, start_time: '09:00', end_time: '12:00' }]
    const camp = await addCamp(app.db, { start_date: day, end_date: day, timeslots })
    const at = group(cages[0] ?? '', tuesday(weeks++), '18:00', '19:00')
    await app.db.updateTable('facility').set({ card_payment_for_cages: true }).execute()
    const forMia = [
      await open({ campId: camp.id, amount: 18_000, participantIds: [mia] }),
      await open({ bookingDetails: [at], totalAmount: 30, participant_id: mia }),
    ]
    const forSelf = await open({ campId: (await addCamp(app.db)).id, amount: 18_000 })
    const read = ({ paymentIntentId }: { paymentIntentId: string }) =>
      app.db
        .selectFrom('payment_transactions as payment')
        .innerJoin('checkout_holds as hold', 'hold.id', 'payment.checkout_hold_id')
        .leftJoin('payment_refunds as refund', 'refund.payment_transaction_id', 'payment.id')
        .select(['hold.status', 'payment.total_amount', 'refund.amount'])
        .where('stripe_payment_intent_id', '=', paymentIntentId)
        .executeTakeFirstOrThrow()

    expect((await familyOf(app, jo).removeAdult(mia, casey.id)).status).toBe(204)

    expect((await read(forSelf)).status).toBe('held')
    for (const opened of forMia) {
      expect((await read(opened)).status).toBe('released')
      await sendCard(app, opened)
      await confirmPayment(app, casey.cookie, opened)
      const { total_amount, amount } = await read(opened)
      expect(amount).toBe(total_amount)
    }
    expect(
      await app.db.selectFrom('bookings').select('id').where('user_id', '=', casey.id).execute(),
    ).toEqual([])
    const seats = app.db.selectFrom('camp_registrations').select('id').where('camp_id', '=', camp.id)
    expect(await seats.execute()).toEqual([])
  })

  test('two adults who delete their accounts at once take the children along; one alone leaves them', async () => {
    const [jo, casey, alex] = await Promise.all([addPerson(app), addPerson(app), addPerson(app)])
    const shared = await addChild(app.db, [jo, alex], { name: 'Kim' })
    const children = await Promise.all(
      ['Mia', 'Leo', 'Ben'].map((name) => addChild(app.db, [jo, casey], { name })),
    )
    const answers = await Promise.all(
      [jo, casey].map(({ cookie }) =>
        app.request('/api/me/deletion', {
          json: { current_password: 'play-ball-2026', confirmation: 'DELETE' },
          cookie,
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await familyOf(app, alex).list())[1]).toMatchObject({
      id: shared,
      adults: [{ user_id: alex.id }],
    })
    expect(
      await app.db.selectFrom('participants').select('id').where('id', 'in', children).execute(),
    ).toEqual([])
  })
})
