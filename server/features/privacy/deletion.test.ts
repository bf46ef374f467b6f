import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountDeletion } from '../../../shared/contract/accounts/privacy.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { payByCard } from '../../test/cardPayment.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { mailsTo, post, sessionOf, someEmail } from '../accounts/accountsTestKit.ts'
import { addCamp, bornFor, soonCamp } from '../camps/campTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'

const PASSWORD = 'play-ball-2026'

let app: TestApp
let other: TestApp
let cages: string[]
beforeAll(async () => {
  app = await startTestApp()
  other = await app.another()
  cages = await addCages(app.db, 4)
})
afterAll(() => app.close())

const preview = (person: Person) =>
  bodyOf<AccountDeletion>(app.request('/api/me/deletion', { cookie: person.cookie }))
const remove = (person: Person, json: object = {}) =>
  app.request('/api/me/deletion', {
    json: { current_password: PASSWORD, confirmation: 'DELETE', ...json },
    cookie: person.cookie,
  })
const profileOf = (person: Person) =>
  app.db.selectFrom('profiles').selectAll().where('id', '=', person.id).executeTakeFirst()

let week = 0
/** A half hour that no other test uses. */
const nextSlot = () => {
  week += 1
  const start = new Date(`${tuesday(week % 40)}T23:00:00Z`)
  return {
    cage_id: cages[week % 4] ?? '',
    start_time: start,
    end_time: new Date(start.getTime() + 1_800_000),
  }
}
const book = (person: Person, more: object = {}) =>
  app.db
    .insertInto('bookings')
    .values({ user_id: person.id, total_cost: '20.00', ...nextSlot(), ...more })
    .returning(['id', 'start_time'])
    .executeTakeFirstOrThrow()

describe('preview-account-deletion', () => {
  test('lists paid items separately from those that would be canceled', async () => {
    const person = await addPerson(app, { membership: 'active' })
    const paid = await book(person, { status: 'paid' })
    await book(person)
    await book(person, { status: 'canceled' })
    await book(person, {
      start_time: '2026-01-06T22:00:00Z',
      end_time: '2026-01-06T22:30:00Z',
      status: 'paid',
    })
    await book(await addPerson(app))
    const { staff, blocking, canceled } = await preview(person)
    expect(staff).toBe(false)
    expect(blocking.map(({ kind }) => kind)).toEqual(['membership', 'cage_booking'])
    expect(blocking[1]?.starts_at).toBe(paid.start_time.toISOString())
    expect(canceled.map(({ kind }) => kind)).toEqual(['cage_booking'])
  })

  test('includes lessons, class sessions, camps and a processing payment', async () => {
    const person = await addPerson(app)
    const day = tuesday(5)
    await addLesson(person, day)
    await addClassAndCamp(person, day)
    await app.db
      .insertInto('checkout_holds')
      .values({
        user_id: person.id,
        purpose: 'cage_booking',
        amount: '20.00',
        expires_at: new Date(Date.now() + 600_000),
      })
      .execute()
    const { blocking, canceled } = await preview(person)
    expect(blocking.map(({ kind }) => kind).sort()).toEqual(['camp', 'payment'])
    expect(canceled.map(({ kind, title }) => [kind, title]).sort()).toEqual([
      ['class_session', 'Hitting'],
      ['lesson', 'Lesson with Casey'],
    ])
  })

  test('says that coaches and admins cannot delete themselves', async () => {
    const coach = await addPerson(app, { role: 'coach' })
    expect(await preview(coach)).toMatchObject({ staff: true })
    expect(await refusalOf(await remove(coach))).toEqual([403, 'staff_account_kept'])
    expect(await profileOf(coach)).toBeDefined()
  })
})

describe('delete-my-account', () => {
  test('is refused without the password or the word, and while a paid booking is upcoming', async () => {
    const person = await addPerson(app)
    expect(await refusalOf(await remove(person, { current_password: 'not-this-one' }))).toEqual([
      400,
      'current_password_wrong',
    ])
    expect(await refusalOf(await remove(person, { confirmation: 'yes' }))).toEqual([
      400,
      'deletion_not_confirmed',
    ])
    expect(await refusalOf(await remove({ ...person, cookie: '' }))).toEqual([401, 'unauthenticated'])
    const unpaid = await book(person)
    const paid = await book(person, { status: 'paid' })
    expect(await refusalOf(await remove(person))).toEqual([409, 'deletion_blocked'])
    expect(await profileOf(person)).toBeDefined()
    const kept = app.db.selectFrom('bookings').select('status').where('id', '=', unpaid.id)
    expect((await kept.executeTakeFirst())?.status).toBe('pending payment')
    await app.db.updateTable('bookings').set({ status: 'canceled' }).where('id', '=', paid.id).execute()
    expect((await remove(person)).status).toBe(200)
  })

  test('is refused until a membership is canceled, and then leaves its end to the provider', async () => {
    const person = await addPerson(app, { membership: 'active' })
    expect(await refusalOf(await remove(person))).toEqual([409, 'deletion_blocked'])
    const subscription = app.db.updateTable('subscriptions').where('user_id', '=', person.id)
    const { id } = await subscription
      .set({ cancel_at_period_end: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await remove(person)).status).toBe(200)
    const left = await app.db
      .selectFrom('subscriptions')
      .select(['user_id', 'status'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(left).toEqual({ user_id: null, status: 'active' })
  })

  test('ends every session on every instance, and signing in no longer works', async () => {
    const person = await addPerson(app)
    const elsewhere = await post(app, '/sign-in/email', { email: person.email, password: PASSWORD })
    expect((await sessionOf(other, person.cookie)).profile?.id).toBe(person.id)
    const response = await remove(person, { confirmation: ' delete ' })
    expect(response.headers.get('set-cookie')).toMatch(
      /^dugout=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(elsewhere.status).toBe(200)
    expect((await sessionOf(app, person.cookie)).profile).toBeNull()
    await expect.poll(async () => (await sessionOf(other, person.cookie)).profile).toBeNull()
    const again = await post(app, '/sign-in/email', { email: person.email, password: PASSWORD })
    expect(again.body.code).toBe('invalid_credentials')
  })

  test("keeps the facility's bookings and payments, without the person", async () => {
    const person = await addPerson(app, { name: 'Sloane Recognizable' })
    const upcoming = await book(person)
    const over = await book(person, {
      start_time: '2026-01-13T22:00:00Z',
      end_time: '2026-01-13T22:30:00Z',
      status: 'paid',
    })
    const payment = await app.db
      .insertInto('payment_transactions')
      .values({
        user_id: person.id,
        customer_name: 'Sloane Recognizable',
        customer_email: person.email,
        payment_type: 'cage_booking',
        total_amount: '20.00',
        status: 'completed',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const buyer = { userId: person.id, name: 'Sloane Recognizable', email: person.email, phone: null }
    const checkout = await app.db
      .insertInto('checkout_holds')
      .values({
        user_id: person.id,
        purpose: 'cage_booking',
        status: 'completed',
        amount: '20.00',
        details: JSON.stringify({ sessions: [], buyer }),
        expires_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const guest = await app.db
      .insertInto('bookings')
      .values({ guest_name: 'Sloane', guest_email: person.email, total_cost: '20.00', ...nextSlot() })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await remove(person)).status).toBe(200)

    const rows = app.db.selectFrom('bookings').select(['status', 'user_id'])
    expect(await rows.where('id', '=', upcoming.id).executeTakeFirst()).toEqual({
      status: 'canceled',
      user_id: null,
    })
    expect(await rows.where('id', '=', over.id).executeTakeFirst()).toEqual({ status: 'paid', user_id: null })
    const kept = await app.db
      .selectFrom('payment_transactions')
      .selectAll()
      .where('id', '=', payment.id)
      .executeTakeFirst()
    expect(kept).toMatchObject({
      user_id: null,
      customer_name: 'Deleted user',
      customer_email: null,
      total_amount: '20.00',
    })
    const held = await app.db
      .selectFrom('checkout_holds')
      .select('details')
      .where('id', '=', checkout.id)
      .executeTakeFirst()
    expect(held?.details).toEqual({
      sessions: [],
      buyer: { userId: person.id, name: 'Deleted user', email: null, phone: null },
    })
    const untouched = await app.db
      .selectFrom('bookings')
      .selectAll()
      .where('id', '=', guest.id)
      .executeTakeFirst()
    expect(untouched).toMatchObject({ guest_email: person.email, status: 'pending payment' })
    const taken = await app.db
      .selectFrom('occupancy')
      .select('id')
      .where('booking_id', '=', upcoming.id)
      .execute()
    expect(taken).toEqual([])
  })

  test('leaves what a child has with the other adult, whose cancellation pays back the card of who is gone', async () => {
    await app.db.updateTable('facility').set({ card_payment_for_cages: true }).execute()
    const [payer, stays] = await Promise.all([addPerson(app), addPerson(app)])
    const mia = await addChild(app.db, [payer, stays], { birthDate: bornFor(9) })
    const camp = await addCamp(app.db, soonCamp)
    const time = group(cages[0] ?? '', tuesday(41), '16:00', '17:00')
    for (const purchase of [
      { campId: camp.id, participantIds: [mia], amount: 18_000 },
      { bookingDetails: [time], participant_id: mia, totalAmount: 30 },
    ]) {
      expect((await payByCard(app, payer.cookie, purchase)).status).toBe('succeeded')
    }
    expect(await preview(payer)).toMatchObject({ blocking: [], canceled: [] })
    expect((await remove(payer)).status).toBe(200)
    const { seat, booking } = await app.db
      .selectFrom('camp_registrations')
      .innerJoin('bookings', 'bookings.participant_id', 'camp_registrations.participant_id')
      .select(['camp_registrations.id as seat', 'bookings.id as booking'])
      .where('bookings.participant_id', '=', mia)
      .executeTakeFirstOrThrow()
    for (const [path, cents] of [
      [`camp-registrations/${seat}`, '180.00'],
      [`bookings/${booking}`, '30.00'],
    ]) {
      const answer = app.request(`/api/me/${path}/cancel`, { method: 'POST', cookie: stays.cookie })
      expect(await bodyOf<object>(answer)).toMatchObject({
        refund_method: 'card',
        message: expect.stringContaining(`$${cents} goes back to the card that it was paid with.`),
      })
    }
    const refunds = await app.db
      .selectFrom('payment_refunds')
      .select(['amount', 'reason'])
      .where('requested_by', '=', stays.id)
      .orderBy('amount')
      .execute()
    expect(refunds).toEqual([
      { amount: '30.00', reason: 'customer_canceled' },
      { amount: '180.00', reason: 'customer_canceled' },
    ])
  })

  test('is in the audit log without personal data', async () => {
    const person = await addPerson(app, { name: 'Unforgettable Name' })
    const since = new Date()
    await remove(person)
    const entries = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('created_at', '>=', since)
      .execute()
    const deleted = entries.find(({ table_name, action }) => table_name === 'profiles' && action === 'DELETE')
    expect(deleted).toMatchObject({ record_id: person.id, user_id: person.id })
    expect(deleted?.description).toBe('The customer deleted their account.')
    expect(JSON.stringify(entries)).not.toContain('Unforgettable')
    expect(JSON.stringify(entries)).not.toContain(person.email)
  })

  test('sends a confirmation and no other queued message', async () => {
    const person = await addPerson(app)
    await app.db
      .insertInto('outbox')
      .values({
        template: 'newsletter',
        to_email: person.email,
        to_user_id: person.id,
        next_attempt_at: new Date(Date.now() + 3_600_000),
      })
      .execute()
    await remove(person)
    const [mail] = await mailsTo(app, person.email)
    expect(mail?.subject).toContain('account was deleted')
    const left = await app.db
      .selectFrom('outbox')
      .select('template')
      .where('to_email', '=', person.email)
      .execute()
    expect(left).toEqual([{ template: 'account-deleted' }])
  })

  test('tells the coach of a lesson that will not take place', async () => {
    const person = await addPerson(app, { name: 'Lee Lesson' })
    const coachEmail = await addLesson(person, tuesday(6))
    expect((await remove(person)).status).toBe(200)
    const [mail] = await mailsTo(app, coachEmail)
    expect(mail?.body_text).toContain('Lee Lesson')
    expect(mail?.attachments[0]?.content).toContain('METHOD:CANCEL')
  })

  test('twice at the same moment deletes once and sends one confirmation', async () => {
    const person = await addPerson(app)
    const answers = await Promise.all([remove(person), remove(person)])
    expect(answers.map(({ status }) => status)).toContain(200)
    for (const { status } of answers) expect([200, 400, 401]).toContain(status)
    expect(await profileOf(person)).toBeUndefined()
    await mailsTo(app, person.email)
  })

  test('frees the address for a new account', async () => {
    const person = await addPerson(app)
    await remove(person)
    const made = await post(app, '/sign-up/email', {
      name: 'Pat Again',
      email: person.email,
      password: 'curve-ball-81',
    })
    expect(made.status).toBe(200)
    await mailsTo(app, person.email, 2)
  })
})

/** The lesson's coach, by address. */
async function addLesson(person: Person, lesson_date: string): Promise<string> {
  const email = someEmail()
  const coach = await addCoach(app.db, { name: 'Casey' })
  await app.db.updateTable('coaches').set({ email }).where('id', '=', coach.id).execute()
  await app.db
    .insertInto('coach_bookings')
    .values({
      coach_id: coach.id,
      cage_id: cages[3] ?? '',
      customer_type: 'user',
      customer_id: person.id,
      lesson_date,
      start_time: '20:00',
      end_time: '21:00',
      duration_minutes: 60,
      coach_rate: '50.00',
      cage_cost: '30.00',
    })
    .execute()
  return email
}

/** A class session that is not paid yet, and a camp that is. */
async function addClassAndCamp(person: Person, day: string) {
  const made = await app.db
    .insertInto('classes')
    .values({ name: 'Hitting', price: '25.00', max_spots: 8, start_date: day, end_date: day })
    .returning('id')
    .executeTakeFirstOrThrow()
  const session = await app.db
    .insertInto('class_instances')
    .values({ class_id: made.id, class_date: day, start_time: '16:00', end_time: '17:00' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('class_registrations')
    .values({ class_instance_id: session.id, user_id: person.id })
    .execute()
  const camp = await app.db
    .insertInto('camps')
    .values({ name: 'Camp', start_date: day, end_date: day })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('camp_registrations')
    .values({ camp_id: camp.id, user_id: person.id, status: 'paid' })
    .execute()
}
