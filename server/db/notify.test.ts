import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedFacility } from '../seed/facility.ts'
import { hearNotifications } from '../test/hearNotifications.ts'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { createDb, createPool, type Db } from './database.ts'
import { addCage, addCoach, takers } from './ledger.fixture.ts'

const CHANNELS = [
  'schedule_changed',
  'coach_changed',
  'seats_changed',
  'session_changed',
  'facility_changed',
  'outbox_changed',
]

let database: TestDatabase
let db: Db
let listener: Awaited<ReturnType<typeof hearNotifications>>
const hear = () => listener.hear()

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 4))
  await seedFacility(db)
  listener = await hearNotifications(database.url, CHANNELS)
})

afterAll(async () => {
  await listener.end()
  await db.destroy()
  await database.drop()
})

beforeEach(async () => {
  await hear()
})

const addProfile = async () => {
  const id = randomUUID()
  await db
    .insertInto('profiles')
    .values({ id, full_name: 'Pat', email: `${id}@example.test` })
    .execute()
  return id
}

test('A booking announces its facility day, and a move announces both days', async () => {
  const cageId = await addCage(db)
  await hear()
  const place = { cageId, coachId: '', day: '2027-05-04', from: '20:00', to: '21:00' }
  const id = await takers.booking(db, place)
  expect(await hear()).toEqual(['schedule_changed 2027-05-04'])
  const later = { start_time: '2027-05-06T01:00:00Z', end_time: '2027-05-06T02:00:00Z' }
  await db.updateTable('bookings').set(later).where('id', '=', id).execute()
  expect(await hear()).toEqual(['schedule_changed 2027-05-04', 'schedule_changed 2027-05-05'])
  await db.deleteFrom('bookings').where('id', '=', id).execute()
  expect(await hear()).toEqual(['schedule_changed 2027-05-05'])
})

test('A closure over several days announces each of them', async () => {
  const cageId = await addCage(db)
  await hear()
  const closure = { id: randomUUID(), start_time: '2027-06-01T12:00:00Z', end_time: '2027-06-03T05:00:00Z' }
  await db.insertInto('closures').values(closure).execute()
  await db.insertInto('closure_cages').values({ closure_id: closure.id, cage_id: cageId }).execute()
  // It ends at midnight in the facility, so the third day is not touched.
  expect(await hear()).toEqual(['schedule_changed 2027-06-01', 'schedule_changed 2027-06-02'])
})

test('A lesson announces its coach too', async () => {
  const [cageId, coachId] = [await addCage(db), await addCoach(db)]
  await hear()
  await takers.lesson(db, { cageId, coachId, day: '2027-07-01', from: '16:00', to: '17:00' })
  expect(await hear()).toEqual([`coach_changed ${coachId} 2027-07-01`, 'schedule_changed 2027-07-01'])
})

test('A booking that is refused announces nothing', async () => {
  const place = { cageId: await addCage(db), coachId: '', day: '2027-05-10', from: '16:00', to: '17:00' }
  await takers.booking(db, place)
  await hear()
  await expect(takers.booking(db, place)).rejects.toThrow()
  expect(await hear()).toEqual([])
})

test('Signing in announces nothing; renewing or ending a session announces its account', async () => {
  const userId = await addProfile()
  await hear()
  const session = {
    id: randomUUID(),
    token: randomUUID(),
    user_id: userId,
    expires_at: '2027-01-01T00:00:00Z',
  }
  await db.insertInto('auth_sessions').values(session).execute()
  expect(await hear()).toEqual([])
  await db
    .updateTable('auth_sessions')
    .set({ expires_at: '2027-02-01T00:00:00Z' })
    .where('id', '=', session.id)
    .execute()
  expect(await hear()).toEqual([`session_changed ${userId}`])
  await db.deleteFrom('auth_sessions').where('id', '=', session.id).execute()
  expect(await hear()).toEqual([`session_changed ${userId}`])
})

test('A new role and a membership announce the account', async () => {
  const userId = await addProfile()
  await hear()
  await db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', userId).execute()
  expect(await hear()).toEqual([`session_changed ${userId}`])
  await db.insertInto('subscriptions').values({ user_id: userId, status: 'active' }).execute()
  expect(await hear()).toEqual([`session_changed ${userId}`])
})

test.each([
  ['facility', sql`update facility set announcement = 'OPEN LATE'`],
  ['opening_hours', sql`delete from opening_hours where day_of_week = 6`],
  ['special_days', sql`insert into special_days (date, reason) values ('2027-12-25', 'Christmas')`],
  ['team_rates', sql`update team_rates set monthly_price = 200 where weekly_hours = 2`],
  ['cages', sql`update cages set price_30_min = 25`],
])('A change of %s tells that the facility has changed', async (_, statement) => {
  await statement.execute(db)
  expect(await hear()).toContain('facility_changed')
})

test('A queued message notifies the outbox', async () => {
  await db.insertInto('outbox').values({ template: 'greeting', to_email: 'pat@example.test' }).execute()
  expect(await hear()).toEqual(['outbox_changed'])
})

/** A seat held by a checkout. */
async function holdSeat(seat: { camp_id: string } | { class_instance_id: string }) {
  const hold = await db
    .insertInto('checkout_holds')
    .values({ purpose: 'camp_registration', amount: '180.00', expires_at: '2027-01-01T00:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('checkout_hold_seats')
    .values({ checkout_hold_id: hold.id, ...seat })
    .execute()
}

test('A camp is announced when a seat of it is taken, held or freed, and when the camp itself changes', async () => {
  const camp_id = randomUUID()
  const days = { start_date: '2027-07-06', end_date: '2027-07-07' }
  await db
    .insertInto('camps')
    .values({ id: camp_id, name: 'Skills', ...days })
    .execute()
  await hear()
  const told = [`seats_changed ${camp_id}`]
  await db.insertInto('camp_registrations').values({ camp_id, guest_name: 'Gwen' }).execute()
  expect(await hear()).toEqual(told)
  await db.updateTable('camp_registrations').set({ guest_name: 'Gwen Other' }).execute()
  expect(await hear()).toEqual([])
  await db.updateTable('camp_registrations').set({ status: 'canceled' }).execute()
  expect(await hear()).toEqual(told)
  await holdSeat({ camp_id })
  expect(await hear()).toEqual(told)
  await db.updateTable('checkout_holds').set({ status: 'released' }).execute()
  expect(await hear()).toEqual(told)
  await db.updateTable('camps').set({ registration_enabled: false }).execute()
  expect(await hear()).toEqual(told)
})

test('A class is announced when a seat of a session, a session or the class changes', async () => {
  const [class_id, class_instance_id] = [randomUUID(), randomUUID()]
  const days = { start_date: '2027-08-03', end_date: '2027-08-03' }
  await db
    .insertInto('classes')
    .values({ id: class_id, name: 'Hitting', price: '25.00', max_spots: 8, ...days })
    .execute()
  await hear()
  const told = [`seats_changed ${class_id}`]
  const session = { class_id, class_date: '2027-08-03', start_time: '16:00', end_time: '17:00' }
  await db
    .insertInto('class_instances')
    .values({ id: class_instance_id, ...session })
    .execute()
  expect(await hear()).toEqual(told)
  await db.insertInto('class_registrations').values({ class_instance_id, guest_name: 'Gwen' }).execute()
  expect(await hear()).toEqual(told)
  await holdSeat({ class_instance_id })
  expect(await hear()).toEqual(told)
  await db.updateTable('checkout_holds').set({ status: 'expired' }).where('status', '=', 'held').execute()
  expect(await hear()).toEqual(told)
  await db.deleteFrom('class_registrations').execute()
  expect(await hear()).toEqual(told)
  await db.updateTable('classes').set({ max_spots: 9 }).execute()
  expect(await hear()).toEqual(told)
})
