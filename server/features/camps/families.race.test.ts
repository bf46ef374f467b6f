// @module-tag slow

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { confirmPayment, type OpenedPayment, openPayment, sendCard } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addChild, familyOf } from '../households/householdTestKit.ts'
import {
  addCamp,
  addGuestRegistration,
  bornFor,
  register,
  soonCamp,
  type TestCamp,
  teenager,
} from './campTestKit.ts'

const FAMILIES = 50
const PRICE = 18_000

interface Family {
  readonly parent: Person
  readonly children: readonly string[]
}

let app: TestApp
let other: TestApp
const families: Family[] = []
const addFamily = async (): Promise<Family> => {
  const parent = await addPerson(app, teenager)
  const children = await Promise.all(
    ['Mia', 'Leo'].map((name) => addChild(app.db, [parent], { name, birthDate: bornFor(9) })),
  )
  return { parent, children }
}
beforeAll(async () => {
  app = await startTestApp()
  other = await app.another()
  while (families.length < FAMILIES) {
    families.push(...(await Promise.all(Array.from({ length: 10 }, addFamily))))
  }
}, 60_000)
afterAll(() => app.close())

const instance = (index: number) => (index % 2 ? app : other)

/** A camp with three spots left. */
async function nearlyFull(): Promise<TestCamp> {
  const camp = await addCamp(app.db, { ...soonCamp, max_spots: 5 })
  await addGuestRegistration(app.db, camp)
  await addGuestRegistration(app.db, camp)
  return camp
}
const outcomeOf = async (response: Response): Promise<string> =>
  response.ok ? 'in' : (await refusalOf(response))[1]
const registerBoth = (index: number, camp: TestCamp, { parent, children }: Family, key?: string) =>
  register(instance(index), camp, parent, key === undefined ? {} : { 'idempotency-key': key }, {
    participant_ids: children,
  })
const cardFor = (camp: TestCamp, children: readonly string[]) => ({
  campId: camp.id,
  participantIds: children,
  amount: PRICE * children.length,
})
async function payFor(at: TestApp, camp: TestCamp, { parent, children }: Family): Promise<string> {
  const response = await at.request('/api/payments/intents', {
    json: cardFor(camp, children),
    cookie: parent.cookie,
  })
  if (!response.ok) return (await refusalOf(response))[1]
  return finish(at, (await response.json()) as OpenedPayment, parent)
}
async function finish(at: TestApp, opened: OpenedPayment, { cookie }: Person): Promise<string> {
  await sendCard(at, opened)
  const { status } = await confirmPayment(at, cookie, opened)
  return status === 'succeeded' ? 'in' : status
}
const seatsOf = (camp: TestCamp) =>
  app.db
    .selectFrom('camp_registrations')
    .select(['user_id', 'participant_id', 'status'])
    .where('camp_id', '=', camp.id)
    .where('guest_name', 'is', null)
    .where('status', '<>', 'canceled')
    .execute()
const seatedOf = (seats: { participant_id: string | null }[], { children }: Family) =>
  seats.filter(({ participant_id }) => participant_id !== null && children.includes(participant_id)).length
const chargedFor = (camp: TestCamp) =>
  app.db
    .selectFrom('payment_transactions as payment')
    .innerJoin('checkout_holds as hold', 'hold.id', 'payment.checkout_hold_id')
    .select(['payment.user_id', 'payment.total_amount', 'payment.refunded_amount', 'payment.status'])
    .where(({ eb, ref }) => eb(ref('hold.details', '->>').key('campId'), '=', camp.id))
    .where('payment.status', 'in', ['completed', 'refunded'])
    .execute()

test('of fifty families with two children each who compete for three spots, one gets two and nobody gets half', async () => {
  const camp = await nearlyFull()
  const outcomes = await Promise.all(
    families.map(async (family, index) => outcomeOf(await registerBoth(index, camp, family))),
  )
  expect(outcomes.toSorted()).toEqual([...Array(FAMILIES - 1).fill('camp_full'), 'in'])
  const seats = await seatsOf(camp)
  expect(seats).toHaveLength(2)
  expect(seatedOf(seats, families[outcomes.indexOf('in')] as Family)).toBe(2)
})

test('the same beside single registrations and card payments: never a spot too many, no half family, everybody told', async () => {
  const camp = await nearlyFull()
  const outcomes = await Promise.all(
    families.map(async (family, index) => {
      const [first = ''] = family.children
      if (index % 3 === 0) return payFor(instance(index), camp, family)
      if (index % 3 === 1) return outcomeOf(await registerBoth(index, camp, family))
      const single = { participant_ids: [first] }
      return outcomeOf(await register(instance(index), camp, family.parent, {}, single))
    }),
  )
  const seats = await seatsOf(camp)
  expect(seats).toHaveLength(3)
  for (const [index, family] of families.entries()) {
    const asked = index % 3 === 2 ? 1 : 2
    expect([outcomes[index], seatedOf(seats, family)]).toEqual(
      outcomes[index] === 'in' ? ['in', asked] : ['camp_full', 0],
    )
  }
  const paid = new Set(seats.filter(({ status }) => status === 'paid').map(({ user_id }) => user_id))
  const charged = await chargedFor(camp)
  expect(charged.map(({ user_id }) => user_id)).toEqual([...paid])
  for (const payment of charged) {
    expect(payment).toMatchObject({ total_amount: '360.00', refunded_amount: '0.00' })
  }
})

test('the same for a class session that costs nothing', async () => {
  const session = await addSession(app.db, await addClass(app.db, { price: '0.00', maxSpots: 3 }), tuesday(1))
  const outcomes = await Promise.all(
    families.map(async ({ parent, children }, index) =>
      outcomeOf(
        await instance(index).request('/api/class-registrations', {
          json: { instanceIds: [session], participantIds: children },
          cookie: parent.cookie,
        }),
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual([...Array(FAMILIES - 1).fill('class_session_full'), 'in'])
  const seats = await app.db
    .selectFrom('class_registrations')
    .select('participant_id')
    .where('class_instance_id', '=', session)
    .execute()
  expect(seats).toHaveLength(2)
  expect(seatedOf(seats, families[outcomes.indexOf('in')] as Family)).toBe(2)
})

test('where a part is allowed, the last family gets as many as are left', async () => {
  const camp = await nearlyFull()
  const answers = await Promise.all(
    families.slice(0, 10).map(async ({ parent, children }, index) => {
      const choice = { participant_ids: children, allow_partial: true }
      const response = await register(instance(index), camp, parent, {}, choice)
      return response.ok
        ? (await bodyOf<{ registrations: object[]; without_seat: object[] }>(response)).registrations.length
        : 0
    }),
  )
  expect(answers.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
  expect(await seatsOf(camp)).toHaveLength(3)
})

test('a request that is sent again, through both processes, registers each child once and answers the same', async () => {
  const camp = await addCamp(app.db, soonCamp)
  const [family] = families
  if (!family) throw new Error('There are fifty families.')
  const key = randomUUID()
  const answers = await Promise.all([0, 1, 2, 3].map((index) => registerBoth(index, camp, family, key)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const [first, ...others] = await Promise.all(answers.map((answer) => answer.json()))
  for (const answer of others) expect(answer).toEqual(first)
  expect(await seatsOf(camp)).toHaveLength(2)
})

test('of two parents who register the same child at once, through two processes, one is told that it is done', async () => {
  const [mother, father] = [await addPerson(app, teenager), await addPerson(app, teenager)]
  const child = await addChild(app.db, [mother, father], { birthDate: bornFor(10) })
  for (const _ of Array(5).keys()) {
    const camp = await addCamp(app.db, soonCamp)
    const choice = { participant_ids: [child] }
    const answers = await Promise.all([
      register(app, camp, mother, {}, choice),
      register(other, camp, father, {}, choice),
    ])
    expect((await Promise.all(answers.map(outcomeOf))).toSorted()).toEqual(['already_registered', 'in'])
    expect(await seatsOf(camp)).toHaveLength(1)
  }
  const camp = await addCamp(app.db, soonCamp)
  const opened = await Promise.all([
    openPayment(app, mother.cookie, cardFor(camp, [child])),
    openPayment(other, father.cookie, cardFor(camp, [child])),
  ])
  const outcomes = await Promise.all([finish(app, opened[0], mother), finish(other, opened[1], father)])
  expect(outcomes.toSorted()).toEqual(['in', 'refunded'])
  expect(await seatsOf(camp)).toHaveLength(1)
  const refundedOf = async () => (await chargedFor(camp)).map((row) => row.refunded_amount).toSorted()
  // The provider's word may come through the other process, after the answer.
  await expect.poll(refundedOf).toEqual(['0.00', '180.00'])
})

test('a parent who pays and registers while being removed, and while the other child is deleted: each cent has its place', async () => {
  const [mother, father] = [await addPerson(app, teenager), await addPerson(app, teenager)]
  for (const _ of Array(4).keys()) {
    const born = { birthDate: bornFor(10) }
    const shared = await addChild(app.db, [mother, father], { name: randomUUID(), ...born })
    const own = await addChild(app.db, [father], { name: randomUUID(), ...born })
    const [paid, later] = [
      await addCamp(app.db, soonCamp),
      await addCamp(app.db, { ...soonCamp, price: '0.00' }),
    ]
    const children = [shared, own]
    const opened = await openPayment(app, father.cookie, cardFor(paid, children))
    await sendCard(app, opened)
    const [, ...answers] = await Promise.all([
      confirmPayment(other, father.cookie, opened),
      register(other, later, father, {}, { participant_ids: children }),
      familyOf(app, mother).removeAdult(shared, father.id),
      familyOf(app, father).delete(own),
    ])
    // A deadlock would be a failure here, once all attempts are used up.
    for (const { status } of answers) expect(status).toBeLessThan(500)
    const { rows } = await sql<{ total: string; placed: string }>`
      select total_amount as total, (
        select coalesce(sum(amount), 0) from payment_items where payment_transaction_id = payment.id
      ) + (
        select coalesce(sum(amount), 0) from payment_refunds where payment_transaction_id = payment.id
      ) as placed
      from payment_transactions payment
      where stripe_payment_intent_id = ${opened.paymentIntentId}`.execute(app.db)
    expect(rows).toEqual([{ total: '360.00', placed: '360.00' }])
  }
})

test('who pays after the hold is over gets both spots or all the money', async () => {
  const [family, rival] = families
  if (!family || !rival) throw new Error('There are fifty families.')
  const camp = await nearlyFull()
  const opened = await openPayment(app, family.parent.cookie, cardFor(camp, family.children))
  await app.db
    .updateTable('checkout_holds')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where(({ eb, ref }) => eb(ref('details', '->>').key('campId'), '=', camp.id))
    .execute()
  // Two of the three spots: one is left for two children.
  expect((await registerBoth(0, camp, rival)).status).toBe(201)
  expect(await finish(app, opened, family.parent)).toBe('refunded')
  const seats = await seatsOf(camp)
  expect([seatedOf(seats, family), seatedOf(seats, rival)]).toEqual([0, 2])
  await expect
    .poll(() => chargedFor(camp))
    .toMatchObject([{ total_amount: '360.00', refunded_amount: '360.00' }])

  const roomy = await addCamp(app.db, soonCamp)
  const late = await openPayment(app, family.parent.cookie, cardFor(roomy, family.children))
  await app.db
    .updateTable('checkout_holds')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where(({ eb, ref }) => eb(ref('details', '->>').key('campId'), '=', roomy.id))
    .execute()
  expect(await finish(app, late, family.parent)).toBe('in')
  expect(await seatsOf(roomy)).toHaveLength(2)
})
