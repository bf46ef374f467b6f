import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedFacility } from '../seed/facility.ts'
import { hearNotifications } from '../test/hearNotifications.ts'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { createDb, createPool, type Db } from './database.ts'
import { addCage, addCoach, takers } from './ledger.fixture.ts'

/** The channels of status, payments and people, and the public schedule's, which must announce none of them. */
const CHANNELS = [
  'records_changed',
  'lessons_changed',
  'person_changed',
  'payments_changed',
  'people_changed',
  'schedule_changed',
]

let database: TestDatabase
let db: Db
let listener: Awaited<ReturnType<typeof hearNotifications>>
let customer: { id: string; email: string }
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
  const id = randomUUID()
  customer = { id, email: `${id}@example.test` }
  await db
    .insertInto('profiles')
    .values({ ...customer, full_name: 'Pat' })
    .execute()
  await hear()
})

test('A booking marked paid is announced to its owner and the desk, and not on the public schedule', async () => {
  const place = { cageId: await addCage(db), coachId: '', day: '2027-05-04', from: '16:00', to: '17:00' }
  const id = await takers.booking(db, place)
  await db.updateTable('bookings').set({ user_id: customer.id }).where('id', '=', id).execute()
  await hear()
  await db.updateTable('bookings').set({ status: 'paid' }).where('id', '=', id).execute()
  expect(await hear()).toEqual([
    'payments_changed',
    `person_changed ${customer.id}`,
    'records_changed 2027-05-04',
  ])
  // What the ledger announces is not announced twice.
  await db.updateTable('bookings').set({ status: 'canceled' }).where('id', '=', id).execute()
  expect(await hear()).toEqual([`person_changed ${customer.id}`, 'schedule_changed 2027-05-04'])
})

test('A booking for a child is announced to the child’s adults, and not to one who booked it and was removed', async () => {
  const [payer, child] = [randomUUID(), randomUUID()]
  await db
    .insertInto('profiles')
    .values({ id: payer, email: `${payer}@example.test`, full_name: 'Sam' })
    .execute()
  await db.insertInto('participants').values({ id: child, name: 'Mia' }).execute()
  const ties = [customer.id, payer].map((user_id) => ({ participant_id: child, user_id }))
  await db.insertInto('participant_adults').values(ties).execute()
  const place = { cageId: await addCage(db), coachId: '', day: '2027-05-06', from: '16:00', to: '17:00' }
  const id = await takers.booking(db, place)
  await db
    .updateTable('bookings')
    .set({ user_id: payer, participant_id: child })
    .where('id', '=', id)
    .execute()
  await hear()
  const pay = db.updateTable('bookings').where('id', '=', id)
  await pay.set({ status: 'paid' }).execute()
  const both = [customer.id, payer].sort().map((adult) => `person_changed ${adult}`)
  expect(await hear()).toEqual(['payments_changed', ...both, 'records_changed 2027-05-06'])
  await db
    .deleteFrom('participant_adults')
    .where('user_id', '=', payer)
    .where('participant_id', '=', child)
    .execute()
  expect(await hear()).toContain(`person_changed ${payer}`)
  await pay.set({ status: 'pending payment' }).execute()
  // The payer's, because the payment that is taken back was the payer's; the booking is not announced to them.
  expect(await hear()).toEqual(['payments_changed', ...both, 'records_changed 2027-05-06'])
})

test('A booking that gets another owner is announced to both people', async () => {
  const place = { cageId: await addCage(db), coachId: '', day: '2027-05-05', from: '16:00', to: '17:00' }
  const id = await takers.booking(db, place)
  const former = randomUUID()
  await db
    .insertInto('profiles')
    .values({ id: former, email: `${former}@example.test`, full_name: 'Sam' })
    .execute()
  await db.updateTable('bookings').set({ user_id: former }).where('id', '=', id).execute()
  await hear()
  await db.updateTable('bookings').set({ user_id: customer.id }).where('id', '=', id).execute()
  expect(await hear()).toEqual(
    [`person_changed ${customer.id}`, `person_changed ${former}`, 'records_changed 2027-05-05'].sort(),
  )
})

test('A guest booking is announced to the account that has confirmed the guest’s address, in any letter case', async () => {
  const place = { cageId: await addCage(db), coachId: '', day: '2027-05-06', from: '22:30', to: '23:30' }
  const id = await takers.guestBooking(db, place)
  await hear()
  await db.updateTable('profiles').set({ email_verified: true }).where('id', '=', customer.id).execute()
  await hear()
  const guest_email = customer.email.toUpperCase()
  await db.updateTable('bookings').set({ guest_email }).where('id', '=', id).execute()
  expect(await hear()).toEqual([`person_changed ${customer.id}`, 'records_changed 2027-05-06'])
})

test('A lesson is announced to its coach when it is booked and when its payment changes', async () => {
  const [cageId, coachId] = [await addCage(db), await addCoach(db)]
  await hear()
  const id = await takers.lesson(db, { cageId, coachId, day: '2027-07-01', from: '16:00', to: '17:00' })
  expect(await hear()).toEqual([`lessons_changed ${coachId}`, 'schedule_changed 2027-07-01'])
  await db.updateTable('coach_bookings').set({ payment_status: 'paid' }).where('id', '=', id).execute()
  expect(await hear()).toEqual([`lessons_changed ${coachId}`, 'records_changed 2027-07-01'])
})

test('A registration announces the days of its camp or session', async () => {
  const [cageId, coachId] = [await addCage(db), await addCoach(db)]
  const place = { cageId, coachId, day: '2027-07-02', from: '16:00', to: '17:00' }
  const class_instance_id = await takers.classSession(db, place)
  await takers.campSession(db, { ...place, day: '2027-07-03' })
  const { camp_id } = await db.selectFrom('camp_timeslots').select('camp_id').executeTakeFirstOrThrow()
  await hear()
  const mine = { user_id: customer.id }
  await db
    .insertInto('class_registrations')
    .values({ class_instance_id, ...mine })
    .execute()
  expect(await hear()).toEqual([`person_changed ${customer.id}`, 'records_changed 2027-07-02'])
  await db.updateTable('camps').set({ max_spots: 9 }).execute()
  await db
    .insertInto('camp_registrations')
    .values({ camp_id, ...mine })
    .execute()
  expect(await hear()).toEqual([`person_changed ${customer.id}`, 'records_changed 2027-07-03'])
})

test('A payment and its refund are announced to the desk and to the customer', async () => {
  const told = ['payments_changed', `person_changed ${customer.id}`]
  const payment = { user_id: customer.id, payment_type: 'cage_booking' as const, total_amount: '20' }
  const { id } = await db
    .insertInto('payment_transactions')
    .values(payment)
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await hear()).toEqual(told)
  await db.updateTable('payment_transactions').set({ status: 'completed' }).where('id', '=', id).execute()
  expect(await hear()).toEqual(told)
  await db
    .insertInto('payment_refunds')
    .values({ payment_transaction_id: id, amount: '5', reason: 'staff' })
    .execute()
  expect(await hear()).toEqual(told)
})

test('Changed profiles, coaches and memberships are announced to the lists of people', async () => {
  await addCoach(db)
  expect(await hear()).toEqual(['people_changed'])
  await db.updateTable('profiles').set({ full_name: 'Sam' }).where('id', '=', customer.id).execute()
  expect(await hear()).toEqual(['people_changed', `person_changed ${customer.id}`])
  await db.insertInto('subscriptions').values({ user_id: customer.id, status: 'active' }).execute()
  expect(await hear()).toEqual(['people_changed', `person_changed ${customer.id}`])
})

test('A transaction announces each day and person once, however many rows it changes', async () => {
  const cageId = await addCage(db)
  const hours = Array.from({ length: 10 }, (_, hour) => [`${hour + 10}:00`, `${hour + 11}:00`] as const)
  for (const [from, to] of hours)
    await takers.booking(db, { cageId, coachId: '', day: '2027-08-01', from, to })
  await hear()
  await db.updateTable('bookings').set({ user_id: customer.id }).where('cage_id', '=', cageId).execute()
  expect(await hear()).toEqual([`person_changed ${customer.id}`, 'records_changed 2027-08-01'])
})

test('Payloads are an id or a day and nothing else', async () => {
  await sql`update profiles set full_name = repeat('x', 200) where id = ${customer.id}`.execute(db)
  for (const notification of await hear()) expect(notification).toMatch(/^[a-z_]+( [0-9a-f-]{10,36})?$/)
})
