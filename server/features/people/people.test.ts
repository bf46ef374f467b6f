import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../../shared/contract/fields.ts'
import type {
  ListedUser,
  UnconfirmedDeletion,
  UserDeletion,
  UserDetails,
} from '../../../shared/contract/people/people.ts'
import type { Tx } from '../../db/database.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, addPayment, registerForCamp } from '../account/accountTestKit.ts'
import {
  confirm,
  confirmationToken,
  findProfile,
  mailsTo,
  post,
  recoveryToken,
  sessionOf,
  signIn,
  signUp,
  someEmail,
} from '../accounts/accountsTestKit.ts'
import { purgeSessions } from '../accounts/signUp/unconfirmed.ts'
import { addCoach } from '../coaches/coachTestKit.ts'

let app: TestApp
let other: TestApp
let cages: string[]
let admin: Person
let desk: Person
beforeAll(async () => {
  app = await startTestApp()
  other = await app.another()
  cages = await addCages(app.db, 2)
  ;[admin, desk] = await Promise.all([
    addPerson(app, { role: 'admin', name: 'Ada Admin' }),
    addPerson(app, { role: 'desk', name: 'Dee Desk' }),
  ])
})
afterAll(() => app.close())

interface UserPage {
  items: ListedUser[]
  cursor: string | null
}
const list = (query: string, { cookie }: Person = desk) =>
  bodyOf<UserPage>(app.request(`/api/admin/users?${query}`, { cookie }))
const details = (id: string, { cookie }: Person = desk) => app.request(`/api/admin/users/${id}`, { cookie })
const create = (json: object, { cookie }: Person = desk, headers: Record<string, string> = {}) =>
  app.request('/api/admin/users', { json: { email: null, phone: null, ...json }, cookie, headers })
const created = async (json: object) => (await bodyOf<{ profile_id: string }>(create(json))).profile_id
const changeRole = (user: { id: string }, new_role: Role, by: Person = admin, on: TestApp = app) =>
  on.request('/api/admin/users/role', { json: { user_id: user.id, new_role }, cookie: by.cookie })
const preview = (user: { id: string }) =>
  bodyOf<UserDeletion>(app.request(`/api/admin/users/${user.id}/deletion`, { cookie: admin.cookie }))
const remove = (
  user: { id: string },
  shown_ids: string[] = [],
  by: Person = admin,
  on: TestApp = app,
  headers: Record<string, string> = {},
) =>
  on.request('/api/admin/users/delete', { json: { user_id: user.id, shown_ids }, cookie: by.cookie, headers })
const profileOf = ({ id }: { id: string }) =>
  app.db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst()
const auditOf = ({ id }: { id: string }) =>
  app.db.selectFrom('audit_log').selectAll().where('record_id', '=', id).orderBy('created_at').execute()

const sentTo = async (email: string) => {
  const rows = await app.db
    .selectFrom('outbox')
    .select('template')
    .where('to_email', '=', email)
    .orderBy('created_at')
    .execute()
  return rows.map(({ template }) => template)
}

let weeks = 0
/** A booking of half an hour that no other test has. */
const book = async (user: { id: string }, more: object = {}) => {
  const start = new Date(`${tuesday(weeks++ % 40)}T23:00:00Z`)
  const { id } = await app.db
    .insertInto('bookings')
    .values({
      user_id: user.id,
      cage_id: cages[0] ?? '',
      start_time: start,
      end_time: new Date(start.getTime() + 1_800_000),
      total_cost: '20.00',
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('get_all_users_admin', () => {
  test('pages through users and finds them by name, e-mail and phone', async () => {
    const { email } = await addPerson(app, { name: 'Zoë Zimmermann' })
    await app.db
      .updateTable('profiles')
      .set({ phone_number: '(409) 555-0177' })
      .where('email', '=', email)
      .execute()
    for (const search of ['zoe zim', email, '555-0177']) {
      const { items } = await list(`search_query=${encodeURIComponent(search)}`)
      expect(items.map(({ full_name }) => full_name)).toEqual(['Zoë Zimmermann'])
    }
    const first = await list('page_size=1&sort=name')
    const second = await list(`page_size=1&sort=name&cursor=${first.cursor}`)
    expect([...first.items, ...second.items].map(({ full_name }) => full_name)).toEqual([
      'Ada Admin',
      'Dee Desk',
    ])
    expect(await refusalOf(await app.request('/api/admin/users?cursor=x', { cookie: desk.cookie }))).toEqual([
      400,
      'cursor_invalid',
    ])
  })
})

describe('get_user_details_admin', () => {
  test('tells membership, bookings of every kind and payments', async () => {
    const person = await addPerson(app, { name: 'Dora Details', membership: 'active' })
    const booking_id = await book(person)
    const camp_id = await addCamp(app.db, 'Spring Camp', [[tuesday(45), '09:00', '12:00']])
    await registerForCamp(app.db, { camp_id, user_id: person.id })
    await addPayment(app.db, { user_id: person.id, total_amount: '20.00' }, [{ booking_id }])
    await app.db.updateTable('bookings').set({ status: 'paid' }).where('id', '=', booking_id).execute()
    await book(await addPerson(app))
    const found = await bodyOf<UserDetails>(details(person.id))
    expect(found).toMatchObject({
      id: person.id,
      full_name: 'Dora Details',
      can_sign_in: true,
      coach: null,
      subscription: { status: 'active' },
    })
    expect(found.bookings.map(({ kind, title, status }) => [kind, title, status])).toEqual([
      ['camp', 'Spring Camp', 'pending payment'],
      ['cage_booking', 'Cage 1', 'paid'],
    ])
    expect(found.transactions).toMatchObject([{ total_amount: 20, status: 'completed' }])
    expect(await refusalOf(await details(randomUUID()))).toEqual([404, 'user_not_found'])
  })
})

describe('bookings of guests in the details', () => {
  const guestBooking = (guest_email: string, status: 'paid' | 'canceled') => {
    const start = new Date(`${tuesday(weeks++ % 40)}T23:00:00Z`)
    return app.db
      .insertInto('bookings')
      .values({
        guest_name: 'Gale Guest',
        guest_email,
        cage_id: cages[0] ?? '',
        start_time: start,
        end_time: new Date(start.getTime() + 1_800_000),
        total_cost: '20.00',
        status,
      })
      .execute()
  }
  const titles = async (id: string) => {
    const { bookings } = await bodyOf<UserDetails>(details(id))
    return bookings.map(({ title, status }) => [title, status])
  }

  test('are shown where the address is the account’s and confirmed', async () => {
    const person = await addPerson(app)
    await guestBooking(person.email.toUpperCase(), 'paid')
    await guestBooking(someEmail(), 'paid')
    expect(await titles(person.id)).toEqual([['Cage 1', 'paid']])
    const camp_id = await addCamp(app.db, 'Guest Camp', [[tuesday(45), '09:00', '12:00']])
    await app.db
      .insertInto('camp_registrations')
      .values({ camp_id, guest_name: 'Kid', guest_email: person.email })
      .execute()
    expect(await titles(person.id)).toEqual([
      ['Guest Camp', 'pending payment'],
      ['Cage 1', 'paid'],
    ])
  })

  test('are not shown while the address is unconfirmed', async () => {
    const email = someEmail()
    const id = await created({ name: 'Una Unconfirmed', email })
    await guestBooking(email, 'paid')
    expect(await titles(id)).toEqual([])
  })
})

describe('admin-create-user', () => {
  test('invites a person, who sets a password and signs in', async () => {
    const email = someEmail()
    const id = await created({ name: 'Ivy Invited', email: email.toUpperCase(), phone: '409 555 0123' })
    expect(await bodyOf<UserDetails>(details(id))).toMatchObject({
      full_name: 'Ivy Invited',
      email,
      phone_number: '(409) 555-0123',
      role: 'user',
      can_sign_in: false,
    })
    const token = await recoveryToken(app, email)
    const set = await post(app, '/reset-password', { token, newPassword: 'curve-ball-81' })
    expect(set.status).toBe(200)
    const { cookie } = await signIn(app, email)
    expect((await sessionOf(app, cookie)).profile).toMatchObject({ id, role: 'user' })
    const again = await post(app, '/reset-password', { token, newPassword: 'curve-ball-82' })
    expect(again.body.code).toBe('recovery_link_invalid')
    // Only the invitation: a first password is no change to warn of.
    expect(await sentTo(email)).toEqual(['invitation'])
    await post(app, '/request-password-reset', { email })
    await post(app, '/reset-password', {
      token: await recoveryToken(app, email, 2),
      newPassword: 'curve-ball-83',
    })
    expect(await sentTo(email)).toEqual(['invitation', 'reset-password', 'password-changed'])
  })

  test('keeps the invitation open while the role changes, and asks for a staff password then', async () => {
    const email = someEmail()
    const id = await created({ name: 'Nora New', email })
    const token = await recoveryToken(app, email)
    expect((await changeRole({ id }, 'desk')).status).toBe(200)
    const short = await post(app, '/reset-password', { token, newPassword: 'bunt-8x' })
    expect(short.body.code).toBe('password_too_short')
    expect((await post(app, '/reset-password', { token, newPassword: 'curve-ball-81' })).status).toBe(200)
    const { cookie } = await signIn(app, email)
    expect((await sessionOf(app, cookie)).profile).toMatchObject({ id, role: 'desk' })
  })

  test('keeps a person without an e-mail, for whom staff can book, as a customer', async () => {
    const id = await created({ name: 'Nan Noemail', phone: '(409) 555-0199' })
    expect((await bodyOf<UserDetails>(details(id))).email).toBeNull()
    await book({ id })
    expect((await list('search_query=noemail')).items).toMatchObject([{ id, email: null }])
    expect(await refusalOf(await changeRole({ id }, 'desk'))).toEqual([409, 'role_needs_email'])
    const confirmed = app.db.updateTable('profiles').set({ email_verified: true }).where('id', '=', id)
    await expect(confirmed.execute()).rejects.toThrow(/profiles_without_email/)
  })

  test('leaves an account with the same e-mail as it is, and names it', async () => {
    const person = await addPerson(app, { name: 'Existing Person' })
    const response = await create({ name: 'Someone Else', email: person.email })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'user_exists', details: { user_id: person.id } })
    expect(await findProfile(app, person.email)).toMatchObject({ full_name: 'Existing Person' })
    expect(
      await app.db.selectFrom('outbox').selectAll().where('to_email', '=', person.email).execute(),
    ).toEqual([])
  })

  test('refuses a number that cannot exist, at its field', async () => {
    const response = await create({ name: 'Pat Phone', phone: '12' })
    expect(await response.json()).toMatchObject({ code: 'invalid_input', details: [{ path: ['phone'] }] })
    const empty = await create({ name: ' ' })
    expect(await empty.json()).toMatchObject({
      details: [{ path: ['name'], message: 'Full name is required.' }],
    })
  })

  test('makes one person of a request that is sent twice', async () => {
    const email = someEmail()
    const headers = { 'idempotency-key': 'create-tia-twice' }
    const [one, two] = await Promise.all([
      create({ name: 'Tia Twice', email }, desk, headers),
      create({ name: 'Tia Twice', email }, desk, headers),
    ])
    expect([one.status, two.status]).toEqual([201, 201])
    expect(await one.json()).toEqual(await two.json())
    await mailsTo(app, email, 1)
  })

  test('leaves the person to a sign-up with the address by its own link', async () => {
    const email = someEmail()
    const id = await created({ name: 'Sid Signup', email })
    await signUp(app, email)
    await confirm(app, await confirmationToken(app, email, 2))
    expect(await findProfile(app, email)).toMatchObject({ id, email_verified: true })
  })

  test('outlives the month after which unconfirmed sign-ups are deleted', async () => {
    const id = await created({ name: 'Kim Kept', email: someEmail() })
    const created_at = new Date(Date.now() - 60 * 24 * 3_600_000)
    await app.db.updateTable('profiles').set({ created_at }).where('id', '=', id).execute()
    await purgeSessions.run(app.context)
    expect(await profileOf({ id })).toBeDefined()
  })
})

describe('update_user_role', () => {
  test('ends the sessions of the person on every instance, and is written down', async () => {
    const person = await addPerson(app)
    expect((await sessionOf(other, person.cookie)).profile?.role).toBe('user')
    expect(await bodyOf(changeRole(person, 'desk'))).toMatchObject({ id: person.id, role: 'desk' })
    expect((await sessionOf(app, person.cookie)).profile).toBeNull()
    await expect.poll(async () => (await sessionOf(other, person.cookie)).profile).toBeNull()
    const { cookie } = await signIn(app, person.email, 'play-ball-2026')
    expect((await app.request('/api/admin/users', { cookie })).status).toBe(200)
    const entry = (await auditOf(person)).find(({ action }) => action === 'UPDATE')
    expect(entry).toMatchObject({
      user_id: admin.id,
      old_values: { role: 'user' },
      new_values: { role: 'desk' },
    })
  })

  test('changes nothing and ends no session where the role is the same', async () => {
    const person = await addPerson(app)
    expect((await changeRole(person, 'user')).status).toBe(200)
    expect((await sessionOf(app, person.cookie)).profile?.id).toBe(person.id)
    expect(await refusalOf(await changeRole({ id: randomUUID() }, 'desk'))).toEqual([404, 'user_not_found'])
  })

  test('leaves the coach without an account when the role is coach no more', async () => {
    const person = await addPerson(app, { role: 'coach' })
    const coach = await addCoach(app.db, { person })
    await app.db.updateTable('profiles').set({ coach_id: coach.id }).where('id', '=', person.id).execute()
    expect((await changeRole(person, 'user')).status).toBe(200)
    expect(await profileOf(person)).toMatchObject({ role: 'user', coach_id: null })
    const row = app.db.selectFrom('coaches').select(['user_id', 'is_active']).where('id', '=', coach.id)
    expect(await row.executeTakeFirst()).toEqual({ user_id: null, is_active: true })
  })

  test('is not for the desk', async () => {
    const person = await addPerson(app)
    expect(await refusalOf(await changeRole(person, 'admin', desk))).toEqual([403, 'forbidden'])
    expect(await refusalOf(await remove(person, [], desk))).toEqual([403, 'forbidden'])
    expect(await profileOf(person)).toMatchObject({ role: 'user' })
  })
})

describe('the last admin', () => {
  /** An app of its own: here the number of admins matters. */
  const twoAdmins = async () => {
    const alone = await startTestApp()
    const [one, two] = await Promise.all([
      addPerson(alone, { role: 'admin' }),
      addPerson(alone, { role: 'admin' }),
    ])
    return { alone, second: await alone.another(), one, two }
  }
  /** Until a transaction waits for the other one; at most a second. */
  const untilOneWaits = ({ db }: TestApp) =>
    expect
      .poll(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event = 'advisory'`.execute(db)
        return rows.length
      })
      .toBe(1)
  const adminsOf = async ({ db }: TestApp) =>
    (await db.selectFrom('profiles').select('id').where('role', '=', 'admin').execute()).length

  test('keeps the role, and may give it up once there is another', async () => {
    const { alone, one, two } = await twoAdmins()
    expect((await changeRole(one, 'user', one, alone)).status).toBe(200)
    expect(await refusalOf(await changeRole(two, 'desk', two, alone))).toEqual([409, 'last_admin'])
    expect(await adminsOf(alone)).toBe(1)
    const gone = alone.db.deleteFrom('profiles').where('id', '=', two.id)
    await expect(gone.execute()).rejects.toThrow('The last admin stays an admin.')
    await alone.close()
  })

  test('stays when two admins demote each other at the same moment', async () => {
    const { alone, second, one, two } = await twoAdmins()
    const answers = await Promise.all([
      changeRole(two, 'user', one, alone),
      changeRole(one, 'user', two, second),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.toSatisfy((s) => s >= 401)])
    expect(await adminsOf(alone)).toBe(1)
    await alone.close()
  })

  test('stays when two admins delete each other at the same moment', async () => {
    const { alone, second, one, two } = await twoAdmins()
    await Promise.all([remove(two, [], one, alone), remove(one, [], two, second)])
    expect(await adminsOf(alone)).toBe(1)
    await alone.close()
  })

  test('is protected by the database whatever the two transactions do first', async () => {
    const { alone, one, two } = await twoAdmins()
    const demote = (tx: Tx, id: string) =>
      tx.updateTable('profiles').set({ role: 'user' }).where('id', '=', id).execute()
    const first = await alone.db.startTransaction().execute()
    await demote(first, one.id)
    const next = await alone.db.startTransaction().execute()
    const waiting = demote(next, two.id).then(
      () => next.commit().execute(),
      async (error) => {
        await next.rollback().execute()
        throw error
      },
    )
    const both = Promise.allSettled([waiting, untilOneWaits(alone).then(() => first.commit().execute())])
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(await adminsOf(alone)).toBe(1)
    await alone.close()
  })
})

describe('delete-user, after preview-user-deletion', () => {
  test('cancels what was listed, gives its money back and keeps the books', async () => {
    const person = await addPerson(app, { name: 'Gus Gone' })
    const paid = await book(person, { payment_method: 'card' })
    const atDesk = await book(person, { status: 'paid' })
    const unpaid = await book(person)
    const payment = await addPayment(
      app.db,
      {
        user_id: person.id,
        customer_name: 'Gus Gone',
        customer_email: person.email,
        payment_type: 'cage_booking',
        total_amount: '20.00',
        stripe_payment_intent_id: `pi_${person.id}`,
      },
      [{ booking_id: paid, amount: '20.00' }],
    )
    await app.db.updateTable('bookings').set({ status: 'paid' }).where('id', '=', paid).execute()
    const shown = await preview(person)
    expect(shown).toMatchObject({ ends_membership: false, payment_under_way: false })
    expect(
      shown.canceled.map(({ id, refund_amount, refund_method }) => [id, refund_amount, refund_method]),
    ).toEqual([
      [paid, 20, 'card'],
      [atDesk, 20, 'front_desk'],
      [unpaid, 0, null],
    ])

    const ids = shown.canceled.map(({ id }) => id)
    expect(await bodyOf(remove(person, ids))).toEqual({ deleted: true })
    expect(await profileOf(person)).toBeUndefined()
    expect((await sessionOf(app, person.cookie)).profile).toBeNull()
    const bookings = await app.db
      .selectFrom('bookings')
      .select(['status', 'user_id'])
      .where('id', 'in', ids)
      .execute()
    expect(bookings).toEqual(ids.map(() => ({ status: 'canceled', user_id: null })))
    const refund = app.db
      .selectFrom('payment_refunds')
      .select(['amount', 'reason', 'requested_by'])
      .where('payment_transaction_id', '=', payment)
    expect(await refund.execute()).toEqual([{ amount: '20.00', reason: 'staff', requested_by: admin.id }])
    const kept = app.db.selectFrom('payment_transactions').selectAll().where('id', '=', payment)
    expect(await kept.executeTakeFirst()).toMatchObject({
      customer_name: 'Deleted user',
      customer_email: null,
      total_amount: '20.00',
    })
    const [mail] = await mailsTo(app, person.email)
    expect(mail?.body_text).toContain('$20.00 goes back to the card')
    expect(await auditOf(person)).toContainEqual(
      expect.objectContaining({
        action: 'DELETE',
        user_id: admin.id,
        description: 'Staff deleted the account.',
      }),
    )
  })

  test('lists what would be lost, with the ids to send, where only the user is named', async () => {
    const person = await addPerson(app)
    const booking = await book(person)
    const bare = () =>
      app.request('/api/admin/users/delete', { json: { user_id: person.id }, cookie: admin.cookie })
    const refused = await bare()
    expect(refused.status).toBe(409)
    const { code, details } = await bodyOf<{ code: string; details: UnconfirmedDeletion }>(refused)
    expect(code).toBe('deletion_unconfirmed')
    expect(details).toMatchObject({
      canceled: [{ id: booking, kind: 'cage_booking' }],
      ...{ ends_membership: false, shown_ids: [booking] },
    })
    expect(await profileOf(person)).toBeDefined()
    expect(await bodyOf(remove(person, [...details.shown_ids]))).toEqual({ deleted: true })

    const idle = await addPerson(app)
    const json = { user_id: idle.id }
    const gone = await app.request('/api/admin/users/delete', { json, cookie: admin.cookie })
    expect(await bodyOf(gone)).toEqual({ deleted: true })
  })

  test('is refused when something was booked since the admin looked', async () => {
    const person = await addPerson(app)
    await book(person)
    expect(await refusalOf(await remove(person))).toEqual([409, 'changed_meanwhile'])
    expect(await profileOf(person)).toBeDefined()
  })

  test('sets a running membership to end with its period first', async () => {
    const person = await addPerson(app, { membership: 'active' })
    expect((await preview(person)).ends_membership).toBe(true)
    const row = app.db
      .selectFrom('subscriptions')
      .select(['cancel_at_period_end', 'user_id'])
      .where('user_id', '=', person.id)
    const { id } = await row.select('id').executeTakeFirstOrThrow()
    expect((await remove(person)).status).toBe(200)
    const left = app.db.selectFrom('subscriptions').select(['cancel_at_period_end', 'user_id'])
    expect(await left.where('id', '=', id).executeTakeFirst()).toEqual({
      cancel_at_period_end: true,
      user_id: null,
    })
  })

  test('waits for a payment that is under way, and leaves the membership alone in the meantime', async () => {
    const person = await addPerson(app, { membership: 'active' })
    const hold = { user_id: person.id, purpose: 'cage_booking', amount: '20.00' } as const
    const expires_at = new Date(Date.now() + 600_000)
    await app.db
      .insertInto('checkout_holds')
      .values({ ...hold, expires_at })
      .execute()
    expect((await preview(person)).payment_under_way).toBe(true)
    expect(await refusalOf(await remove(person))).toEqual([409, 'deletion_blocked'])
    const membership = app.db.selectFrom('subscriptions').select('cancel_at_period_end')
    expect(await membership.where('user_id', '=', person.id).executeTakeFirst()).toEqual({
      cancel_at_period_end: false,
    })
  })

  test('leaves the membership alone where it is refused for a coach, or for what the admin was not shown', async () => {
    const member = await addPerson(app, { membership: 'active' })
    await book(member)
    const coach = await addPerson(app, { role: 'coach', membership: 'active' })
    await addCoach(app.db, { person: coach })
    expect(await refusalOf(await remove(member))).toEqual([409, 'changed_meanwhile'])
    expect(await refusalOf(await remove(coach))).toEqual([409, 'coach_still_active'])
    const endings = app.db
      .selectFrom('subscriptions')
      .select('cancel_at_period_end')
      .where('user_id', 'in', [member.id, coach.id])
    expect((await endings.execute()).map((row) => row.cancel_at_period_end)).toEqual([false, false])
  })

  test('is not for oneself, an active coach, or someone who is gone', async () => {
    for (const id of [admin.id, admin.id.toUpperCase()])
      expect(await refusalOf(await remove({ ...admin, id }))).toEqual([403, 'staff_account_kept'])
    const person = await addPerson(app, { role: 'coach' })
    const coach = await addCoach(app.db, { person })
    await app.db.updateTable('profiles').set({ coach_id: coach.id }).where('id', '=', person.id).execute()
    expect(await refusalOf(await remove(person))).toEqual([409, 'coach_still_active'])
    await app.db.updateTable('coaches').set({ is_active: false }).where('id', '=', coach.id).execute()
    expect((await remove(person)).status).toBe(200)
    expect(await refusalOf(await remove(person))).toEqual([404, 'user_not_found'])
  })

  test('answers the same to a request that is repeated, and deletes a person without an e-mail', async () => {
    const id = await created({ name: 'Nan Noemail' })
    const headers = { 'idempotency-key': `delete-${id}` }
    expect((await remove({ id }, [], admin, app, headers)).status).toBe(200)
    expect(await bodyOf(remove({ id }, [], admin, other, headers))).toEqual({ deleted: true })
  })
})
