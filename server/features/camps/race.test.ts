// @module-tag slow

import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../test/answers.ts'
import { confirmPayment, type OpenedPayment, openPayment, sendCard } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, addGuestRegistration, register, type TestCamp, teenager } from './campTestKit.ts'

const PEOPLE = 50

let app: TestApp
let other: TestApp
const people: Person[] = []

beforeAll(async () => {
  app = await startTestApp()
  other = await app.another()
  while (people.length < PEOPLE) {
    people.push(...(await Promise.all(Array.from({ length: 10 }, () => addPerson(app, teenager)))))
  }
}, 60_000)
afterAll(() => app.close())

/** A camp with three spots left. */
async function nearlyFull(): Promise<TestCamp> {
  const camp = await addCamp(app.db, { max_spots: 5 })
  await addGuestRegistration(app.db, camp)
  await addGuestRegistration(app.db, camp)
  return camp
}

const outcomeOf = async (response: Response): Promise<string> =>
  response.ok ? 'in' : (await refusalOf(response))[1]

const request = (camp: TestCamp) => ({ campId: camp.id, amount: 18_000 })

/** A complete card payment; a person who gets no hold is not asked for a card. */
async function payFor(instance: TestApp, camp: TestCamp, { cookie }: Person): Promise<string> {
  const response = await instance.request('/api/payments/intents', { json: request(camp), cookie })
  if (!response.ok) return (await refusalOf(response))[1]
  return finish(instance, (await response.json()) as OpenedPayment, cookie)
}

async function finish(instance: TestApp, opened: OpenedPayment, cookie: string): Promise<string> {
  await sendCard(instance, opened)
  const { status } = await confirmPayment(instance, cookie, opened)
  return status === 'succeeded' ? 'in' : status
}

const seatsOf = (camp: TestCamp) =>
  app.db
    .selectFrom('camp_registrations')
    .select(['user_id', 'status'])
    .where('camp_id', '=', camp.id)
    .where('guest_name', 'is', null)
    .execute()

test('of fifty people who compete for the last three spots through two processes, three get one', async () => {
  const camp = await nearlyFull()
  const outcomes = await Promise.all(
    people.map(async (person, index) => outcomeOf(await register(index % 2 ? app : other, camp, person))),
  )
  expect(outcomes.toSorted()).toEqual([...Array(PEOPLE - 3).fill('camp_full'), 'in', 'in', 'in'])
  expect(await seatsOf(camp)).toHaveLength(3)
})

test('the same with every second one paying by card: three get one, and nobody is charged without a spot', async () => {
  const camp = await nearlyFull()
  // Two are at the card form already when the others come.
  const early = await Promise.all(
    people.slice(0, 2).map(({ cookie }) => openPayment(app, cookie, request(camp))),
  )
  const outcomes = await Promise.all(
    people.map(async (person, index) => {
      const [instance, held] = [index % 4 < 2 ? app : other, early[index]]
      if (held) return finish(instance, held, person.cookie)
      return index % 2 ? payFor(instance, camp, person) : outcomeOf(await register(instance, camp, person))
    }),
  )
  expect(outcomes.toSorted()).toEqual([...Array(PEOPLE - 3).fill('camp_full'), 'in', 'in', 'in'])
  const seats = await seatsOf(camp)
  expect(seats).toHaveLength(3)
  const charged = await app.db
    .selectFrom('payment_transactions')
    .select(['user_id', 'refunded_amount'])
    .where('payment_type', '=', 'camp_registration')
    .where('status', 'in', ['completed', 'refunded'])
    .execute()
  const paid = seats.filter(({ status }) => status === 'paid').map(({ user_id }) => user_id)
  expect(paid.length).toBeGreaterThanOrEqual(2)
  expect(charged.map(({ user_id }) => user_id).toSorted()).toEqual(paid.toSorted())
  for (const { refunded_amount } of charged) expect(refunded_amount).toBe('0.00')
})
