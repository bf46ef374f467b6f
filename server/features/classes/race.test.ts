// @module-tag slow

import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDatabaseError } from '../../db/database.ts'
import { refusalOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { confirmPayment, type OpenedPayment, sendCard, testCards } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addClass, addSession, register } from './classTestKit.ts'

const PEOPLE = 50
/** Fewer than there are spots, so that some are left for card payments. */
const AT_THE_DESK = 2

let app: TestApp
let other: TestApp
let people: Person[]
beforeAll(async () => {
  app = await startTestApp()
  other = await app.another()
  people = []
  while (people.length < PEOPLE) {
    people.push(...(await Promise.all(Array.from({ length: 10 }, () => addPerson(app)))))
  }
}, 120_000)
afterAll(() => app.close())

const instance = (index: number) => (index % 2 ? app : other)

/** Opens a card payment for the session; returns it or the refusal. */
async function openByCard(index: number, person: Person, session: string): Promise<OpenedPayment | string> {
  const response = await instance(index).request('/api/payments/intents', {
    json: { instanceIds: [session], amount: 2500 },
    cookie: person.cookie,
  })
  return response.status === 201
    ? (response.json() as Promise<OpenedPayment>)
    : (await refusalOf(response))[1]
}

/** Adds a paid seat, as staff do at the desk. */
async function enterByHand(person: Person, session: string): Promise<'in' | 'class_session_full'> {
  try {
    await register(app.db, session, { userId: person.id })
    return 'in'
  } catch (error) {
    if (isDatabaseError(error, '23514', 'class_session_seats')) return 'class_session_full'
    throw error
  }
}

const settledPayments = (session: string) =>
  app.db
    .selectFrom('payment_transactions as payment')
    .innerJoin('checkout_hold_seats as seat', 'seat.checkout_hold_id', 'payment.checkout_hold_id')
    .select(['payment.user_id', 'payment.status'])
    .where('seat.class_instance_id', '=', session)
    .execute()
const seatsOf = (session: string) =>
  app.db
    .selectFrom('class_registrations')
    .select(['user_id', 'status'])
    .where('class_instance_id', '=', session)
    .where('user_id', 'is not', null)
    .execute()

test('of fifty who compete for the last three spots, by card and at the desk, three get one and no other pays', async () => {
  const session = await addSession(app.db, await addClass(app.db, { maxSpots: 5 }), tuesday())
  await register(app.db, session)
  await register(app.db, session)

  const outcomes = await Promise.all(
    people.map(async (person, index) => {
      if (index >= PEOPLE - AT_THE_DESK) return enterByHand(person, session)
      const opened = await openByCard(index, person, session)
      if (typeof opened === 'string') return opened
      await sendCard(app, opened)
      return (await confirmPayment(instance(index), person.cookie, opened)).status
    }),
  )

  const won = outcomes.filter((outcome) => outcome === 'in' || outcome === 'succeeded')
  expect(won).toHaveLength(3)
  expect(outcomes.filter((outcome) => outcome === 'class_session_full')).toHaveLength(PEOPLE - 3)
  const seats = await seatsOf(session)
  expect(seats).toHaveLength(3)
  const payers = (await settledPayments(session)).filter(({ status }) => status !== 'canceled')
  expect(payers.length).toBeGreaterThanOrEqual(3 - AT_THE_DESK)
  expect(payers.every(({ status }) => status === 'completed')).toBe(true)
  expect(payers.map(({ user_id }) => user_id).sort()).toEqual(
    seats.flatMap(({ user_id, status }) => (status === 'paid' ? user_id : [])).sort(),
  )
}, 60_000)

test('concurrent overlapping selections never deadlock, and each is booked completely or not at all', async () => {
  const classId = await addClass(app.db, { maxSpots: 2 })
  const [a = '', b = '', c = ''] = await Promise.all(
    [0, 1, 2].map((week) => addSession(app.db, classId, tuesday(week))),
  )
  const choices = [
    [a, b],
    [b, a],
    [b, c],
    [c, b],
    [a, c],
    [c, b, a],
  ]
  const racers = people.slice(0, 24)

  const outcomes = await Promise.all(
    racers.map(async (person, index) => {
      const instanceIds = choices[index % choices.length] ?? []
      const response = await instance(index).request('/api/payments/intents', {
        json: { instanceIds, amount: instanceIds.length * 2500 },
        cookie: person.cookie,
      })
      if (response.status !== 201) return { person, instanceIds, code: (await refusalOf(response))[1] }
      const opened = (await response.json()) as OpenedPayment
      await sendCard(app, opened, index % 3 === 0 ? testCards.declined : testCards.success)
      const { status } = await confirmPayment(instance(index), person.cookie, opened)
      return { person, instanceIds, code: status }
    }),
  )

  expect(
    new Set(outcomes.map(({ code }) => code)).difference(
      new Set(['succeeded', 'class_session_full', 'requires_payment_method']),
    ),
  ).toEqual(new Set())
  const seats = (await Promise.all([a, b, c].map(seatsOf))).flat()
  for (const { person, instanceIds, code } of outcomes) {
    const mine = seats.filter(({ user_id }) => user_id === person.id)
    expect(mine).toHaveLength(code === 'succeeded' ? instanceIds.length : 0)
  }
  for (const session of [a, b, c]) expect((await seatsOf(session)).length).toBeLessThanOrEqual(2)
}, 60_000)
