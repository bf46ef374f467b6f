import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  ComingLesson,
  StaffCoach,
  StaffCoachProfile,
} from '../../../shared/contract/lessons/staffCoaches.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { mailsTo, sessionOf } from '../accounts/accountsTestKit.ts'
import { lesson, postLesson } from '../lessons/lessonTestKit.ts'
import { addCoach } from './coachTestKit.ts'

let app: TestApp
let admin: Person
let desk: Person
let cages: string[]
beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 1)
  ;[admin, desk] = await Promise.all([addPerson(app, { role: 'admin' }), addPerson(app, { role: 'desk' })])
})
afterAll(() => app.close())

const list = () => bodyOf<StaffCoach[]>(app.request('/api/admin/coaches', { cookie: desk.cookie }))
const read = (id: string) =>
  bodyOf<StaffCoachProfile>(app.request(`/api/admin/coaches/${id}`, { cookie: desk.cookie }))
const change = (id: string, json: object, by: Person = admin) =>
  app.request(`/api/admin/coaches/${id}`, { method: 'PATCH', json, cookie: by.cookie })
const changed = (id: string, json: object) => bodyOf<{ coach: StaffCoachProfile }>(change(id, json))
const addressOf = async ({ id }: Person) =>
  (await app.db.selectFrom('profiles').select('email').where('id', '=', id).executeTakeFirst())?.email
const profileOf = ({ id }: Person) =>
  app.db.selectFrom('profiles').select(['role', 'coach_id']).where('id', '=', id).executeTakeFirst()

describe('get_all_coaches_for_admin', () => {
  test('lists coaches who are not active too, with their linked accounts', async () => {
    const person = await addPerson(app, { role: 'coach', name: 'Zelda Zed' })
    await addCoach(app.db, { name: 'Zelda', person, email: 'zelda@example.test' })
    await addCoach(app.db, { name: 'Yan', active: false })
    const found = (await list()).filter(({ name }) => ['Yan', 'Zelda'].includes(name))
    expect(found).toMatchObject([
      { name: 'Yan', is_active: false, user_id: null, user_email: null, user_role: null },
      {
        name: 'Zelda',
        email: 'zelda@example.test',
        is_active: true,
        user_id: person.id,
        user_name: 'Zelda Zed',
        user_email: person.email,
        user_role: 'coach',
      },
    ])
  })
})

describe('update-coach-admin, with get-coach-admin and list-coach-future-lessons', () => {
  test('changes what is named and leaves the rest', async () => {
    const { id } = await addCoach(app.db)
    const { coach } = await changed(id, {
      name: ' Casey Changed ',
      email: 'Casey@Example.test',
      phone_number: '409 555 0134',
      specialties: ['Hitting', ' Pitching '],
      hourly_rate: 62.5,
    })
    expect(coach).toMatchObject({
      name: 'Casey Changed',
      email: 'casey@example.test',
      phone_number: '(409) 555-0134',
      bio: 'Short swings, loud contact.',
      specialties: ['Hitting', 'Pitching'],
      hourly_rate: 62.5,
      is_active: true,
    })
    expect(await read(id)).toEqual(coach)
  })

  test('names the field that it refuses', async () => {
    const { id } = await addCoach(app.db)
    const fields = { name: '', hourly_rate: -1, phone_number: '1', email: 'casey' }
    for (const [field, value] of Object.entries(fields)) {
      const answer = await change(id, { [field]: value })
      expect(await answer.json()).toMatchObject({ code: 'invalid_input', details: [{ path: [field] }] })
    }
    expect(await refusalOf(await change(randomUUID(), { name: 'Nobody' }))).toEqual([404, 'coach_not_found'])
    expect(await refusalOf(await change(id, { name: 'Casey' }, desk))).toEqual([403, 'forbidden'])
  })

  test('gives the linked account the new address, and tells both', async () => {
    const person = await addPerson(app, { role: 'coach', name: 'Wes Moved' })
    const { id } = await addCoach(app.db, { person, email: person.email })
    const email = `${randomUUID()}@example.test`
    await app.request('/api/me/email-change', {
      json: { new_email: `${randomUUID()}@example.test`, current_password: 'play-ball-2026' },
      cookie: person.cookie,
    })
    expect((await changed(id, { email })).coach).toMatchObject({ email, user_email: email })
    expect(await addressOf(person)).toBe(email)
    expect((await sessionOf(app, person.cookie)).profile).toBeNull()
    expect((await mailsTo(app, email)).at(-1)?.subject).toContain('email was changed')
    expect((await mailsTo(app, person.email, 2)).at(-1)?.subject).toContain('email was changed')
    const rows = app.db.selectFrom('email_changes').select('user_id').where('user_id', '=', person.id)
    expect(await rows.execute()).toEqual([])
    const audited = await app.db
      .selectFrom('audit_log')
      .select(['user_id', 'table_name'])
      .where('record_id', '=', person.id)
      .where('action', '=', 'UPDATE')
      .where('user_id', '=', admin.id)
      .execute()
    expect(audited).toEqual([{ user_id: admin.id, table_name: 'profiles' }])
  })

  test('changes nothing where someone has the address', async () => {
    const [person, holder] = await Promise.all([addPerson(app, { role: 'coach' }), addPerson(app)])
    const { id } = await addCoach(app.db, { person, email: person.email })
    const refused = await change(id, { email: holder.email.toUpperCase(), name: 'Renamed' })
    expect(await refusalOf(refused)).toEqual([409, 'user_exists'])
    expect(await read(id)).toMatchObject({
      name: 'Casey Coach',
      email: person.email,
      user_email: person.email,
    })
    expect((await sessionOf(app, person.cookie)).profile?.email).toBe(person.email)
    await app.db
      .insertInto('profiles')
      .values({ full_name: 'Uma Unconfirmed', email: 'uma@example.test', email_verified: false })
      .execute()
    expect(await refusalOf(await change(id, { email: 'uma@example.test' }))).toEqual([409, 'user_exists'])
  })

  test('leaves the account alone where the address of the coach is deleted, or stays as it is', async () => {
    const person = await addPerson(app, { role: 'coach' })
    const { id } = await addCoach(app.db, { person, email: 'desk-line@example.test' })
    await changed(id, { email: 'desk-line@example.test' })
    await changed(id, { email: null })
    expect(await addressOf(person)).toBe(person.email)
    expect((await sessionOf(app, person.cookie)).profile?.id).toBe(person.id)
  })

  test('asks for a fresh proof before an address is changed', async () => {
    const { id } = await addCoach(app.db)
    await app.db
      .updateTable('auth_sessions')
      .set({ proved_at: new Date(Date.now() - 60 * 60_000) })
      .where('user_id', '=', admin.id)
      .execute()
    app.context.accounts.forgetSessions()
    const email = `${randomUUID()}@example.test`
    expect((await refusalOf(await change(id, { email })))[1]).toBe('proof_required')
    expect((await change(id, { name: 'Casey Coach' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ email: null })
    admin = await addPerson(app, { role: 'admin' })
  })

  test('makes a coach of the account that is linked, and a customer of the one before', async () => {
    const [former, next] = await Promise.all([addPerson(app), addPerson(app)])
    const { id } = await addCoach(app.db)
    expect((await changed(id, { user_id: former.id })).coach.user_role).toBe('coach')
    expect(await profileOf(former)).toEqual({ role: 'coach', coach_id: id })
    expect((await sessionOf(app, former.cookie)).profile).toBeNull()

    expect((await changed(id, { user_id: next.id })).coach.user_id).toBe(next.id)
    expect(await profileOf(former)).toEqual({ role: 'user', coach_id: null })
    expect(await profileOf(next)).toEqual({ role: 'coach', coach_id: id })

    expect((await changed(id, { user_id: null })).coach.user_id).toBeNull()
    expect(await profileOf(next)).toEqual({ role: 'user', coach_id: null })
  })

  test('refuses accounts of staff, of other coaches, without an e-mail, and unknown ones', async () => {
    const person = await addPerson(app, { role: 'coach' })
    await addCoach(app.db, { person })
    const { id } = await addCoach(app.db)
    const { id: unreachable } = await app.db
      .insertInto('profiles')
      .values({ full_name: 'Nan Noemail', email: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const refused = async (user_id: string) => (await refusalOf(await change(id, { user_id })))[1]
    expect(await refused(person.id)).toBe('coach_account_taken')
    expect(await refused(desk.id)).toBe('coach_account_is_staff')
    expect(await refused(unreachable)).toBe('role_needs_email')
    expect(await refused(randomUUID())).toBe('user_not_found')
    expect(await read(id)).toMatchObject({ user_id: null })
  })

  test('deactivates a coach and keeps the lessons that are still to come', async () => {
    const customer = await addPerson(app, { name: 'Lee Lesson' })
    const { id } = await addCoach(app.db)
    const lesson = {
      coach_id: id,
      cage_id: cages[0] ?? '',
      start_time: '17:00',
      end_time: '18:00',
      duration_minutes: 60,
      coach_rate: '50.00',
      cage_cost: '30.00',
    }
    const ofCustomer = { ...lesson, customer_type: 'user', customer_id: customer.id } as const
    await app.db
      .insertInto('coach_bookings')
      .values([
        { ...ofCustomer, lesson_date: tuesday(3) },
        { ...ofCustomer, lesson_date: '2026-02-03' },
        { ...ofCustomer, lesson_date: tuesday(4), status: 'canceled' },
        {
          ...lesson,
          customer_type: 'guest',
          guest_name: 'Gil Guest',
          guest_phone: '(409) 555-0155',
          lesson_date: tuesday(2),
        },
      ])
      .execute()
    expect((await changed(id, { is_active: false })).coach.is_active).toBe(false)
    expect((await app.request(`/api/coaches/${id}`)).status).toBe(404)
    const coming = await bodyOf<ComingLesson[]>(
      app.request(`/api/admin/coaches/${id}/future-lessons`, { cookie: desk.cookie }),
    )
    expect(coming).toMatchObject([
      { customer_name: 'Gil Guest', lesson_date: tuesday(2), start_time: '17:00', cage_name: 'Cage 1' },
      { customer_name: 'Lee Lesson', lesson_date: tuesday(3), status: 'pending payment' },
    ])
  })
})

describe('create-coach-admin, with get-coach-hours-admin and save-coach-hours-admin', () => {
  const create = (json: object, by: Person = admin) =>
    app.request('/api/admin/coaches', { json, cookie: by.cookie })
  const hours = (id: string, by: Person = desk) =>
    app.request(`/api/admin/coaches/${id}/hours`, { cookie: by.cookie })
  const save = (id: string, json: object, by: Person = admin) =>
    app.request(`/api/admin/coaches/${id}/hours`, { method: 'PUT', json, cookie: by.cookie })
  const week = (from: string, to: string) =>
    [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
      ...{ day_of_week, start_time: from, end_time: to, is_available: true },
    }))
  const shown = async () =>
    (await bodyOf<{ name: string }[]>(app.request('/api/coaches'))).map(({ name }) => name)

  test('a coach without an account and an email is shown beside others, and is booked once there are hours', async () => {
    await addCoach(app.db, { name: 'Linked', person: await addPerson(app, { role: 'coach' }) })
    await addCoach(app.db, { name: 'Left over' })
    const made = await create({ name: 'Pat Paper', hourly_rate: 60, phone_number: '409 555 0199' })
    const { coach } = await bodyOf<{ coach: StaffCoachProfile }>(made)
    expect([made.status, coach]).toMatchObject([
      201,
      { name: 'Pat Paper', email: null, user_id: null, phone_number: '(409) 555-0199', hourly_rate: 60 },
    ])
    expect(await shown()).toEqual(expect.arrayContaining(['Linked', 'Pat Paper']))
    expect(await shown()).not.toContain('Left over')

    const customer = await addPerson(app)
    const day = tuesday(40)
    const ask = () => postLesson(app, lesson(coach.id, day, '16:00'), { cookie: customer.cookie })
    expect((await ask()).status, 'no hours yet').toBe(409)
    const saved = await save(coach.id, { week: week('15:00', '20:00') })
    expect([saved.status, await bodyOf(saved)]).toMatchObject([200, week('15:00', '20:00')])
    expect(await bodyOf(hours(coach.id))).toMatchObject(week('15:00', '20:00'))
    expect((await ask()).status).toBe(201)

    const stranding = await save(coach.id, { week: week('18:00', '20:00') })
    const refused = await bodyOf<{ code: string; details: { bookings: { id: string }[] } }>(stranding)
    expect([stranding.status, refused.code, refused.details.bookings.length]).toEqual([
      409,
      'bookings_stranded',
      1,
    ])
    const confirm = refused.details.bookings.map(({ id }) => id)
    expect((await save(coach.id, { week: week('18:00', '20:00'), confirm })).status).toBe(200)

    const account = await addPerson(app)
    await changed(coach.id, { user_id: account.id })
    expect(await profileOf(account)).toEqual({ role: 'coach', coach_id: coach.id })
    expect(await shown()).toContain('Pat Paper')
  })

  test('what cannot be is refused at its field, and nobody is added', async () => {
    const before = (await list()).length
    for (const [json, field] of [
      [{ name: '', hourly_rate: 60 }, 'name'],
      [{ name: 'A', hourly_rate: -1 }, 'hourly_rate'],
      [{ name: 'A' }, 'hourly_rate'],
      [{ name: 'A', hourly_rate: 60, email: 'nobody' }, 'email'],
      [{ name: 'A', hourly_rate: 60, phone_number: '12' }, 'phone_number'],
    ] as const)
      expect(await bodyOf(create(json)), field).toMatchObject({
        code: 'invalid_input',
        details: [{ path: [field] }],
      })
    expect((await list()).length).toBe(before)
    expect(await refusalOf(await hours(randomUUID()))).toEqual([404, 'coach_not_found'])
    expect(await refusalOf(await save(randomUUID(), { week: week('15:00', '20:00') }))).toEqual([
      404,
      'coach_not_found',
    ])
  })

  test('the same key adds one coach, however often it is sent', async () => {
    const send = () =>
      app.request('/api/admin/coaches', {
        json: { name: 'Once Only', hourly_rate: 50 },
        cookie: admin.cookie,
        headers: { 'idempotency-key': 'add-once-only' },
      })
    const answers = await Promise.all(Array.from({ length: 8 }, send))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect((await list()).filter(({ name }) => name === 'Once Only')).toHaveLength(1)
  })

  test.each(['user', 'coach', 'desk'] as const)('%s adds nobody and sets no hours', async (role) => {
    const by = await addPerson(app, { role })
    const { id } = await addCoach(app.db)
    expect(await refusalOf(await create({ name: 'X', hourly_rate: 1 }, by))).toEqual([403, 'forbidden'])
    expect(await refusalOf(await save(id, { week: week('15:00', '20:00') }, by))).toEqual([403, 'forbidden'])
    expect((await hours(id, by)).status).toBe(role === 'desk' ? 200 : 403)
  })
})
