import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedBooking } from '../../../shared/contract/bookings/bookingLists.ts'
import type { FoundEverywhere } from '../../../shared/contract/people/staffSearch.ts'
import { shortNumber } from '../../../shared/domain/bookings/shortNumber.ts'
import { receiptNumber } from '../../../shared/domain/money/receipts.ts'
import { instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp } from '../camps/campTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addChild, familyOf } from '../households/householdTestKit.ts'

const day = tuesday(1)
const NOTHING = { people: [], participants: [], bookings: [], payments: [] }
let app: TestApp
let desk: Person
let cages: string[]
let father: Person
let mother: Person
let noah: string

beforeAll(async () => {
  app = await startTestApp()
  desk = await addPerson(app, { role: 'desk', name: 'Front Desk' })
  cages = await addCages(app.db, 6)
  father = await addPerson(app, { name: 'José García' })
  mother = await addPerson(app, { name: 'Ann Weber' })
  await app.db
    .updateTable('profiles')
    .set({ phone_number: '(409) 555-0123' })
    .where('id', '=', father.id)
    .execute()
  noah = await addChild(app.db, [father], { name: 'Noah Weber' })
  await book(father, 0, '16:00')
  await book(father, 1, '17:00', noah)
})
afterAll(() => app.close())

async function book(who: Person, cage: number, from: string, participant_id?: string): Promise<string> {
  const start_time = instantOf(day, from, ZONE)
  const end_time = new Date(start_time.getTime() + 1_800_000)
  const { id } = await app.db
    .insertInto('bookings')
    .values({
      user_id: who.id,
      cage_id: cages[cage] ?? '',
      start_time,
      end_time,
      total_cost: '20',
      ...(participant_id && { participant_id }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const ask = (path: string, search_query: string, by = desk) =>
  app.request(`/api/admin/${path}?${new URLSearchParams({ search_query })}`, { cookie: by.cookie })
const find = (search: string) => bodyOf<FoundEverywhere>(ask('search', search))
const found = async (search: string) => {
  const { people, participants, bookings } = await find(search)
  return [
    people.map(({ full_name }) => full_name),
    participants.map(({ full_name, customer_name }) => [full_name, customer_name]),
    bookings.map(({ customer_name, participant_name }) => participant_name ?? customer_name),
  ]
}
const listed = async (search: string) =>
  (await bodyOf<{ items: ListedBooking[] }>(ask('bookings', search))).items.map(
    ({ customer_name, participant_name }) => participant_name ?? customer_name,
  )
const users = async (search: string) =>
  (await bodyOf<{ items: { full_name: string }[] }>(ask('users', search))).items.map(
    ({ full_name }) => full_name,
  )

describe('search-staff', () => {
  test.each([
    ['jose', [['José García'], [], ['José García', 'Noah Weber']]],
    ['garcía', [['José García'], [], ['José García', 'Noah Weber']]],
    ['noah', [[], [['Noah Weber', 'José García']], ['Noah Weber']]],
    ['noah garcia', [[], [['Noah Weber', 'José García']], ['Noah Weber']]],
    ['weber', [['Ann Weber'], [['Noah Weber', 'José García']], ['Noah Weber']]],
    ['noah cage 2', [[], [], ['Noah Weber']]],
    ['noah cage 1', [[], [], []]],
    ['555-0123', [['José García'], [], ['José García', 'Noah Weber']]],
  ])('for %j finds people, participants and bookings', async (search, expected) => {
    expect(await found(search)).toEqual(expected)
  })

  test.each(['', '%', 'nobody'])('for %j finds nothing and does not fail', async (search) => {
    expect(await find(search)).toEqual(NOTHING)
  })

  test('finds a booking, a class seat and a camper by the number of the ticket', async () => {
    const id = await book(mother, 2, '18:00')
    const number = shortNumber(id)
    for (const typed of [number, number.toLowerCase(), ` ${number} `])
      expect((await find(typed)).bookings.map((booking) => booking.id)).toEqual([id])
    expect((await find(`${number}2`)).bookings).toEqual([])
    const session = await addSession(app.db, await addClass(app.db), day, { from: '19:00', to: '20:00' })
    const seat = await app.db
      .insertInto('class_registrations')
      .values({ class_instance_id: session, user_id: father.id, participant_id: noah, total_cost: '25' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await find(shortNumber(seat.id))).bookings).toMatchObject([{ id: session, kind: 'class' }])
    const camp = await addCamp(app.db)
    const place = await app.db
      .insertInto('camp_registrations')
      .values({ camp_id: camp.id, user_id: father.id, participant_id: noah, total_cost: '180' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await find(shortNumber(place.id))).participants).toEqual([
      { id: noah, full_name: 'Noah Weber', customer_id: father.id, customer_name: 'José García' },
    ])
    await app.db.deleteFrom('bookings').where('id', '=', id).execute()
    await app.db.deleteFrom('class_registrations').where('id', '=', seat.id).execute()
    await app.db.deleteFrom('camp_registrations').where('id', '=', place.id).execute()
    await app.db.deleteFrom('class_instances').where('id', '=', session).execute()
  })

  test('finds payments by the customer, and by the child', async () => {
    const paid = {
      user_id: father.id,
      customer_name: 'José García',
      payment_type: 'cage_booking' as const,
      total_amount: '20',
    }
    await app.db
      .insertInto('payment_transactions')
      .values([
        { ...paid, status: 'completed' },
        { ...paid, status: 'canceled' },
      ])
      .execute()
    const expected = [{ customer_name: 'José García', total_amount: 20, status: 'completed' }]
    const { payments } = await find('jose')
    for (const search of ['noah', payments[0]?.receipt_number ?? '']) {
      expect((await find(search)).payments).toEqual(payments)
    }
    expect(payments).toMatchObject(expected)
  })

  test('finds a guest’s payment by the name and by the receipt number', async () => {
    const { id } = await app.db
      .insertInto('payment_transactions')
      .values({
        customer_name: 'Gwen Guest',
        payment_type: 'cage_booking',
        total_amount: '35',
        status: 'completed',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const number = (await find('gwen')).payments[0]?.receipt_number
    expect(number).toMatch(/^\d+$/)
    const reference = receiptNumber(id, null)
    for (const search of ['gwen', number ?? '', reference, reference.toLowerCase()]) {
      expect((await find(search)).payments).toMatchObject([{ id, receipt_number: number, total_amount: 35 }])
    }
  })

  test('is for the desk and admins', async () => {
    const admin = await addPerson(app, { role: 'admin' })
    expect((await ask('search', 'noah', admin)).status).toBe(200)
    for (const by of [await addPerson(app, { role: 'coach' }), father]) {
      expect(await refusalOf(await ask('search', 'noah', by))).toEqual([403, 'forbidden'])
    }
    expect(await refusalOf(await app.request('/api/admin/search?search_query=noah'))).toEqual([
      401,
      'unauthenticated',
    ])
    expect(await refusalOf(await ask('search', 'x'.repeat(101)))).toEqual([400, 'invalid_input'])
  })
})

test('get_all_bookings_for_admin finds what is booked for a child, and not what else the parent has booked', async () => {
  expect(await listed('noah')).toEqual(['Noah Weber'])
  expect(await listed('garcia')).toEqual(['José García', 'Noah Weber'])
})

test('get_all_users_admin finds a parent by the child', async () => {
  expect(await users('noah')).toEqual(['José García'])
})

describe('A household that changes', () => {
  test('is found by the new name of a child, and by an adult’s new name', async () => {
    const zoe = await addChild(app.db, [mother], { name: 'Zoe' })
    await familyOf(app, mother).update(zoe, { name: 'Zoë Winter' })
    expect([await users('zoe winter'), await users('winter')]).toEqual([['Ann Weber'], ['Ann Weber']])
    await app.db.updateTable('profiles').set({ full_name: 'Ann Stone' }).where('id', '=', mother.id).execute()
    expect((await find('zoe stone')).participants).toMatchObject([
      { full_name: 'Zoë Winter', customer_name: 'Ann Stone' },
    ])
    expect(await users('weber')).toEqual(['José García'])
  })

  test('that is shared is found by both adults, and no more by one who leaves', async () => {
    await app.db
      .insertInto('participant_adults')
      .values({ participant_id: noah, user_id: mother.id })
      .execute()
    expect((await users('noah')).sort()).toEqual(['Ann Stone', 'José García'])
    await book(mother, 2, '18:00', noah)
    expect(await listed('noah')).toEqual(['Noah Weber', 'Noah Weber'])
    await app.db
      .deleteFrom('participant_adults')
      .where('participant_id', '=', noah)
      .where('user_id', '=', mother.id)
      .execute()
    expect(await users('noah')).toEqual(['José García'])
  })

  test('is forgotten: a child who is deleted is found by nothing', async () => {
    const lost = await addChild(app.db, [father], { name: 'Quincy Lost' })
    await book(father, 3, '19:00', lost)
    expect([await users('quincy'), await listed('quincy')]).toEqual([['José García'], ['Quincy Lost']])
    await app.db.deleteFrom('participants').where('id', '=', lost).execute()
    expect([await users('quincy'), await listed('quincy')]).toEqual([[], []])
    expect(await find('quincy')).toEqual(NOTHING)
  })
})
