import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { KeptCare, ParticipantCare } from '../../../shared/contract/accounts/participantCare.ts'
import { addDays, facilityDay, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, addClass, register } from '../account/accountTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { deleteOldCare } from './care.ts'
import { addChild } from './householdTestKit.ts'
import { ownParticipantId } from './ownRows.ts'

const NOTE = 'Bee stings: the pen is in the blue bag'
const care: ParticipantCare = {
  medical_note: NOTE,
  nothing_to_note: false,
  emergency_contacts: [{ name: 'Rosa Unforgettable', phone: '(409) 555-0177', relation: 'Grandmother' }],
  pickup_adults: [{ name: 'Hank Unforgettable', phone: null }],
}

const started = new Date()
let at = started
const clock = { now: () => at }
const TODAY = facilityDay(started, ZONE)
const inDays = (days: number) => addDays(TODAY, days)
let app: TestApp
let cage: string
let parent: Person
let child: string
const logged: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  app = await startTestApp({ clock, log })
  cage = (await addCages(app.db, 1))[0] ?? ''
})
afterAll(() => app.close())
beforeEach(async () => {
  at = started
  parent = await addPerson(app, { name: 'Ana Example' })
  child = await addChild(app.db, [parent])
})

const put = (person: Person, json: object, id = child) =>
  app.request(`/api/participants/${id}/care`, { method: 'PUT', json, cookie: person.cookie })
const get = (person: Person, id = child) =>
  app.request(`/api/participants/${id}/care`, { cookie: person.cookie })
const readAsStaff = (person: Person, id = child) =>
  app.request(`/api/staff/participants/${id}/care`, { cookie: person.cookie })
const readings = () =>
  app.db
    .selectFrom('audit_log')
    .select(['user_id', 'table_name', 'old_values', 'new_values'])
    .where('action', '=', 'READ')
    .where('record_id', '=', child)
    .orderBy('created_at')
    .execute()

const toldOf = () =>
  app.db
    .selectFrom('outbox')
    .select(['to_user_id', 'data'])
    .where('template', '=', 'family-note-changed')
    .where('to_user_id', 'in', [parent.id, ...others])
    .orderBy('created_at')
    .execute()
let others: string[] = []

test('a changed medical note is told to the other adults of the child, without what it says', async () => {
  const [other, third, stranger] = [await addPerson(app), await addPerson(app), await addPerson(app)]
  others = [other.id, third.id, stranger.id]
  await app.db
    .insertInto('participant_adults')
    .values([other.id, third.id].map((user_id) => ({ participant_id: child, user_id })))
    .execute()
  expect((await put(parent, care)).status).toBe(204)
  const first = await toldOf()
  expect(first.map(({ to_user_id }) => to_user_id).sort()).toEqual([other.id, third.id].sort())
  expect(JSON.stringify(first)).toContain('Ana Example')
  expect(JSON.stringify(first)).not.toMatch(/Bee stings|Unforgettable/)
  await put(parent, { ...care, emergency_contacts: [] })
  await put(stranger, { ...care, medical_note: 'Made up' })
  expect(await toldOf()).toHaveLength(2)
  await put(other, { medical_note: null, emergency_contacts: [], pickup_adults: [] })
  expect(
    (await toldOf())
      .slice(2)
      .map(({ to_user_id }) => to_user_id)
      .sort(),
  ).toEqual([parent.id, third.id].sort())
})

/** A coach who can sign in. */
async function addCoachAccount() {
  const person = await addPerson(app, { role: 'coach' })
  return { person, coach: await addCoach(app.db, { person }) }
}

const addLesson = (coachId: string, day: string, more: object = {}) =>
  app.db
    .insertInto('coach_bookings')
    .values({
      coach_id: coachId,
      customer_type: 'user',
      customer_id: parent.id,
      participant_id: child,
      cage_id: cage,
      lesson_date: day,
      start_time: '17:00',
      end_time: '18:00',
      duration_minutes: 60,
      coach_rate: '50.00',
      cage_cost: '30.00',
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Sets the clock to a time of today; the person's session was in use until then. */
async function setTime(time: string, { id }: Person) {
  at = instantOf(TODAY, time, ZONE)
  await app.db.updateTable('auth_sessions').set({ last_used_at: at }).where('user_id', '=', id).execute()
}

const participantOfLesson = async (id: string) =>
  (
    await app.db
      .selectFrom('coach_bookings')
      .select('participant_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).participant_id

describe('a household', () => {
  test('writes, reads and empties what is kept (update-participant-care, get-participant-care)', async () => {
    const nothing = { medical_note: null, nothing_to_note: false, emergency_contacts: [], pickup_adults: [] }
    expect(await bodyOf<KeptCare>(get(parent))).toEqual({ ...nothing, updated_at: null, kept_days: 60 })
    expect((await put(parent, care)).status).toBe(204)
    const answer = await get(parent)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await bodyOf<KeptCare>(answer)).toEqual({
      ...care,
      updated_at: expect.any(String),
      kept_days: 60,
    })
    expect((await put(parent, nothing)).status).toBe(204)
    expect(await app.db.selectFrom('participant_care').where('participant_id', '=', child).execute()).toEqual(
      [],
    )
    expect(await readings()).toEqual([])
  })

  test('shares it with the second adult, until that adult is removed', async () => {
    const other = await addPerson(app)
    await app.db
      .insertInto('participant_adults')
      .values({ participant_id: child, user_id: other.id })
      .execute()
    expect((await put(other, care)).status).toBe(204)
    await app.db
      .deleteFrom('participant_adults')
      .where('user_id', '=', other.id)
      .where('participant_id', '=', child)
      .execute()
    expect(await refusalOf(await get(other))).toEqual([404, 'participant_not_found'])
    expect(await refusalOf(await put(other, care))).toEqual([404, 'participant_not_found'])
    expect(await bodyOf<KeptCare>(get(parent))).toMatchObject(care)
  })

  test.each(['user', 'coach', 'desk', 'admin'] as const)(
    'is not readable for another account with the role %s',
    async (role) => {
      const other = await addPerson(app, { role })
      await put(parent, care)
      expect(await refusalOf(await get(other))).toEqual([404, 'participant_not_found'])
      expect(await refusalOf(await put(other, { ...care, medical_note: 'x' }))).toEqual([
        404,
        'participant_not_found',
      ])
      expect(await bodyOf<KeptCare>(get(parent))).toMatchObject(care)
    },
  )

  test.each([
    { ...care, medical_note: 'x'.repeat(1001) },
    { ...care, medical_note: 'a\u0000b' },
    { ...care, emergency_contacts: Array.from({ length: 5 }, () => care.emergency_contacts[0]) },
    { ...care, emergency_contacts: [{ name: '', phone: '(409) 555-0177' }] },
    { ...care, emergency_contacts: [{ name: 'Rosa', phone: '12' }] },
    { ...care, emergency_contacts: [{ name: 'Rosa', phone: '(409)\n555-0177' }] },
    { ...care, emergency_contacts: [{ name: 'Rosa', phone: '(409) 555-0177\u2028call him' }] },
    { ...care, emergency_contacts: [{ ...care.emergency_contacts[0], relation: 'Aunt\u2029Uncle' }] },
    { ...care, pickup_adults: [{ name: 'Hank', phone: '409\u0007555\u00070178' }] },
    { ...care, pickup_adults: 'Hank' },
    { medical_note: NOTE },
  ])('is told what is wrong with input, and keeps what it had', async (wrong) => {
    await put(parent, care)
    expect(await refusalOf(await put(parent, wrong))).toEqual([400, 'invalid_input'])
    expect(await bodyOf<KeptCare>(get(parent))).toMatchObject(care)
  })
})

describe('staff', () => {
  test.each(['desk', 'admin'] as const)(
    'with the role %s read it (read-participant-care), and the reading is logged',
    async (role) => {
      await put(parent, care)
      const reader = await addPerson(app, { role })
      const answer = await readAsStaff(reader)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(await answer.json()).toEqual({ name: 'Mia Example', ...care })
      expect(await readings()).toEqual([
        { user_id: reader.id, table_name: 'participant_care', old_values: null, new_values: null },
      ])
    },
  )

  test('who coach read it on the day of their own lesson only', async () => {
    await put(parent, care)
    const [mine, other] = [await addCoachAccount(), await addCoachAccount()]
    const unknown = [404, 'participant_not_found']
    await addLesson(mine.coach.id, inDays(7))
    expect(await refusalOf(await readAsStaff(mine.person))).toEqual(unknown)
    const { id } = await addLesson(mine.coach.id, TODAY)
    expect((await readAsStaff(mine.person)).status).toBe(200)
    expect(await refusalOf(await readAsStaff(other.person))).toEqual(unknown)
    await app.db.updateTable('coach_bookings').set({ status: 'canceled' }).where('id', '=', id).execute()
    expect(await refusalOf(await readAsStaff(mine.person))).toEqual(unknown)
    expect((await readings()).map(({ user_id }) => user_id)).toEqual([mine.person.id])
  })

  test('who coach read nothing of a stranger by booking a lesson for the child, before it begins', async () => {
    await put(parent, care)
    const { person, coach } = await addCoachAccount()
    const unknown = [404, 'participant_not_found']
    await setTime('16:59', person)
    const byCoach = await addLesson(coach.id, TODAY, { booked_by_coach: true })
    const change = (id: string, values: object) =>
      app.db.updateTable('coach_bookings').set(values).where('id', '=', id).execute()
    expect(await refusalOf(await readAsStaff(person))).toEqual(unknown)
    // Nor by the form of guests, with the parent's address and the child's name.
    const guest = { customer_type: 'guest', guest_name: 'Mia Example', guest_email: parent.email } as const
    await change(byCoach.id, { ...guest, customer_id: null, booked_by_coach: false })
    expect(await participantOfLesson(byCoach.id)).toBe(child)
    expect(await refusalOf(await readAsStaff(person))).toEqual(unknown)
    expect(await readings()).toEqual([])
    await setTime('17:00', person)
    expect((await readAsStaff(person)).status).toBe(200)
    await setTime('16:59', person)

    const { id } = await addLesson(coach.id, inDays(-7))
    await change(id, { booked_by_coach: true, status: 'canceled' })
    expect(await refusalOf(await readAsStaff(person))).toEqual(unknown)
    await change(id, { status: 'paid' })
    expect((await readAsStaff(person)).status).toBe(200)
    await change(id, { status: 'canceled', booked_by_coach: false })
    expect((await readAsStaff(person)).status).toBe(200)
    await change(byCoach.id, { status: 'canceled' })
    expect(await refusalOf(await readAsStaff(person))).toEqual(unknown)
  })

  test('who coach read it on the day of their own class session or camp', async () => {
    await put(parent, care)
    const { person, coach } = await addCoachAccount()
    const { sessions } = await addClass(app.db, 'Hitting', [TODAY], coach.id)
    const seat = { class_instance_id: sessions[0] ?? '', user_id: parent.id, participant_id: child }
    const registration = await register(app.db, seat)
    expect((await readAsStaff(person)).status).toBe(200)
    await app.db.deleteFrom('class_registrations').where('id', '=', registration).execute()
    expect((await readAsStaff(person)).status).toBe(404)

    const camp = await addCamp(app.db, 'Spring Camp', [
      [inDays(-1), '09:00', '12:00'],
      [TODAY, '09:00', '12:00'],
    ])
    await app.db.insertInto('camp_coaches').values({ camp_id: camp, coach_id: coach.id }).execute()
    expect((await readAsStaff(person)).status).toBe(404)
    await app.db
      .insertInto('camp_registrations')
      .values({ camp_id: camp, user_id: parent.id, participant_id: child })
      .execute()
    expect((await readAsStaff(person)).status).toBe(200)
    await app.db.updateTable('coaches').set({ is_active: false }).where('id', '=', coach.id).execute()
    expect((await readAsStaff(person)).status).toBe(404)
  })

  test('find no participant of that id where there is none', async () => {
    const desk = await addPerson(app, { role: 'desk' })
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await refusalOf(await readAsStaff(desk, unknown))).toEqual([404, 'participant_not_found'])
  })
})

test('nothing else says what is kept: no log, audit entry, message, stored answer or list', async () => {
  await put(parent, care)
  await put(parent, { ...care, emergency_contacts: [] })
  await put(parent, { ...care, medical_note: `${NOTE}\u0001` })
  const desk = await addPerson(app, { role: 'desk' })
  await readAsStaff(desk)
  await addLesson((await addCoachAccount()).coach.id, TODAY)
  await app.request('/api/me/profile', {
    method: 'PATCH',
    json: { full_name: 'Ana E.' },
    cookie: parent.cookie,
  })
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'participant_care'`.execute(
    app.db,
  )
  const secrets = [NOTE, 'Unforgettable', '555-0177']
  for (const { name } of rows) {
    const found = await sql`
      select from ${sql.table(name)} t
      where to_jsonb(t)::text like any (${secrets.map((secret) => `%${secret}%`)})`.execute(app.db)
    expect(found.rows, name).toEqual([])
  }
  expect(logged.length).toBeGreaterThan(0)
  expect(secrets.filter((secret) => logged.some((line) => line.includes(secret)))).toEqual([])
})

describe('old care data', () => {
  const kept = async () =>
    (await app.db.selectFrom('participant_care').select('participant_id').execute()).map(
      ({ participant_id }) => participant_id,
    )
  /** Written so many days before the facility's today. */
  const writtenDaysAgo = (days: number) =>
    app.db
      .updateTable('participant_care')
      .set({ updated_at: new Date(clock.now().getTime() - days * 86_400_000) })
      .execute()

  beforeEach(async () => {
    await app.db.deleteFrom('participant_care').execute()
    await put(parent, care)
  })

  test('goes when the set days have passed since the last session, and not before', async () => {
    const { coach } = await addCoachAccount()
    await addLesson(coach.id, inDays(-60))
    await writtenDaysAgo(200)
    await deleteOldCare.run(app.context)
    expect(await kept()).toEqual([child])
    await app.db.updateTable('facility').set({ care_retention_days: 59 }).execute()
    await deleteOldCare.run(app.context)
    expect(await kept()).toEqual([])
    await app.db.updateTable('facility').set({ care_retention_days: 60 }).execute()
    expect(
      await app.db
        .selectFrom('audit_log')
        .select(['system_operation', 'old_values'])
        .where('table_name', '=', 'participant_care')
        .where('record_id', '=', child)
        .where('action', '=', 'DELETE')
        .execute(),
    ).toEqual([{ system_operation: true, old_values: expect.objectContaining({ medical_note: '[hidden]' }) }])
  })

  test.each([
    [
      'cage booking',
      () => sql`insert into bookings (user_id, participant_id, cage_id, start_time, end_time, total_cost)
      values (${parent.id}, ${child}, ${cage}, ${instantOf(inDays(-21), '16:00', ZONE)}, ${instantOf(inDays(-21), '17:00', ZONE)}, 20)`,
    ],
    [
      'camp',
      async () => {
        const camp = await addCamp(app.db, 'Summer Camp', [[inDays(40), '09:00', '12:00']])
        return sql`insert into camp_registrations (camp_id, user_id, participant_id) values (${camp}, ${parent.id}, ${child})`
      },
    ],
    [
      'class session',
      async () => {
        const { sessions } = await addClass(app.db, 'Pitching', [inDays(-14)])
        return sql`insert into class_registrations (class_instance_id, user_id, participant_id)
        values (${sessions[0]}, ${parent.id}, ${child})`
      },
    ],
  ] as const)(
    'stays for a %s that is to come or not long ago; canceled ones do not count',
    async (_kind, statement) => {
      await (await statement()).execute(app.db)
      await writtenDaysAgo(200)
      await deleteOldCare.run(app.context)
      expect(await kept()).toEqual([child])
      for (const table of ['bookings', 'camp_registrations', 'class_registrations'] as const) {
        await app.db
          .updateTable(table)
          .set({ status: 'canceled' })
          .where('participant_id', '=', child)
          .execute()
      }
      await deleteOldCare.run(app.context)
      expect(await kept()).toEqual([])
    },
  )

  test('stays for someone without a session for as long after it was entered', async () => {
    await writtenDaysAgo(59)
    await deleteOldCare.run(app.context)
    expect(await kept()).toEqual([child])
    await writtenDaysAgo(61)
    await deleteOldCare.run(app.context)
    expect(await kept()).toEqual([])
  })

  test('goes with its participant when the account of the only adult is deleted', async () => {
    await put(parent, care, await ownParticipantId(app.db, parent.id))
    expect(await kept()).toHaveLength(2)
    const deleted = await app.request('/api/me/deletion', {
      json: { current_password: 'play-ball-2026', confirmation: 'DELETE' },
      cookie: parent.cookie,
    })
    expect([deleted.status, await kept()]).toEqual([200, []])
  })
})
