import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addClass, addSession, register } from './classTestKit.ts'

let app: TestApp
let customer: Person
beforeAll(async () => {
  app = await startTestApp()
  customer = await addPerson(app, { name: 'Jo Slugger' })
})
afterAll(() => app.close())

/** A free class with a session on each of two Tuesdays. */
async function freeClass(plan: Parameters<typeof addClass>[1] = {}) {
  const classId = await addClass(app.db, { price: '0.00', ...plan })
  const [day, week] = [tuesday(), 7]
  return [await addSession(app.db, classId, day), await addSession(app.db, classId, addDays(day, week))]
}

const book = (instanceIds: readonly string[], person: Person | null = customer, key?: string) =>
  app.request('/api/class-registrations', {
    json: { instanceIds },
    cookie: person?.cookie ?? '',
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const seatsOf = (sessions: readonly string[]) =>
  app.db
    .selectFrom('class_registrations')
    .select(['id', 'class_instance_id', 'user_id', 'status', 'total_cost'])
    .where('class_instance_id', 'in', sessions)
    .execute()

describe('book-free-class-sessions', () => {
  test('books a seat in each without payment, and confirms in one mail', async () => {
    const sessions = await freeClass({ name: 'Open House' })

    const response = await book(sessions)

    expect(response.status).toBe(201)
    const seats = await seatsOf(sessions)
    expect(seats).toHaveLength(2)
    for (const seat of seats) {
      expect(seat).toMatchObject({ user_id: customer.id, status: 'registered', total_cost: '0.00' })
    }
    const { registration_ids } = await bodyOf<{ registration_ids: string[] }>(response)
    expect(registration_ids.toSorted()).toEqual(seats.map(({ id }) => id).toSorted())
    const mails = await app.db
      .selectFrom('outbox')
      .select('data')
      .where('template', '=', 'class-booked')
      .where('to_user_id', '=', customer.id)
      .execute()
    expect(mails).toMatchObject([
      { data: { total: 'Free', payment_line: 'There is nothing to pay.', sessions: [{}, {}] } },
    ])
  })

  test('repeated under its key books once and answers the same', async () => {
    const sessions = await freeClass()
    const key = randomUUID()
    const first = await bodyOf(book(sessions, customer, key))
    expect(await bodyOf(book(sessions, customer, key))).toEqual(first)
    expect(await seatsOf(sessions)).toHaveLength(2)
  })

  test('gives the last seat to one of several concurrent requests', async () => {
    const [session = ''] = await freeClass({ maxSpots: 1 })
    const people = await Promise.all(Array.from({ length: 6 }, () => addPerson(app)))
    const answers = await Promise.all(people.map((person) => book([session], person)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    expect(await seatsOf([session])).toHaveLength(1)
  })

  test('refuses all of them if one has a price, and names the price', async () => {
    const [free = ''] = await freeClass()
    const paid = await addSession(app.db, await addClass(app.db), tuesday())
    const response = await book([free, paid])
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'price_changed', details: { total_amount: 25 } })
    expect(await seatsOf([free, paid])).toEqual([])
  })

  test('refuses sessions that are full, booked already, repeated in the request, or unknown', async () => {
    const sessions = await freeClass({ maxSpots: 1 })
    const [first = '', second = ''] = sessions
    await register(app.db, second)
    expect(await refusalOf(await book(sessions))).toEqual([409, 'class_session_full'])
    expect((await book([first])).status).toBe(201)
    expect(await refusalOf(await book([first]))).toEqual([409, 'class_already_booked'])
    expect(await refusalOf(await book([first, first.toUpperCase()]))).toEqual([400, 'invalid_input'])
    expect(await refusalOf(await book([]))).toEqual([400, 'invalid_input'])
    expect(await refusalOf(await book([randomUUID()]))).toEqual([404, 'class_session_not_found'])
    expect(await refusalOf(await book([second], null))).toEqual([401, 'unauthenticated'])
    expect(await seatsOf(sessions)).toHaveLength(2)
  })
})
