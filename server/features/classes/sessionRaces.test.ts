// @module-tag slow

/** What staff do with a class session at the moment at which a customer does something else. */

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { confirmPayment, type openPayment, sendCard } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addClass, addSession, register } from './classTestKit.ts'

const PAIRS = 8

let app: TestApp
let other: TestApp
let desk: Person
let admin: Person
let buyers: Person[]
beforeAll(async () => {
  app = await startTestApp()
  other = await app.another()
  desk = await addPerson(app, { role: 'desk' })
  admin = await addPerson(app, { role: 'admin' })
  buyers = await Promise.all(Array.from({ length: PAIRS }, () => addPerson(app)))
})
afterAll(() => app.close())

const sessions = async (maxSpots: number) => {
  const classId = await addClass(app.db, { maxSpots })
  return Promise.all(buyers.map((_, week) => addSession(app.db, classId, tuesday(week))))
}
const rowsOf = (session: string) =>
  app.db
    .selectFrom('class_registrations')
    .select(['user_id', 'guest_name', 'status'])
    .where('class_instance_id', '=', session)
    .execute()
const paymentOf = (buyer: Person) =>
  app.db
    .selectFrom('payment_transactions')
    .select(['status', 'total_amount'])
    .select(
      sql<string>`(
        select coalesce(sum(amount), 0) from payment_refunds
        where payment_transaction_id = payment_transactions.id and status <> 'failed'
      )`.as('back'),
    )
    .where('user_id', '=', buyer.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
const send = (instance: TestApp, person: Person, method: string, path: string, json?: object) =>
  instance.request(path, { method, cookie: person.cookie, ...(json ? { json } : {}) })

/** Opens, pays and confirms by card; what the browser ends with, or the code of the refusal. */
async function buy(instance: TestApp, buyer: Person, session: string): Promise<string> {
  const json = { instanceIds: [session], amount: 2500 }
  const answer = await send(instance, buyer, 'POST', '/api/payments/intents', json)
  if (answer.status !== 201) return (await refusalOf(answer))[1]
  const opened = await bodyOf<Awaited<ReturnType<typeof openPayment>>>(answer)
  await sendCard(app, opened)
  return (await confirmPayment(instance, buyer.cookie, opened)).status
}

test('the last spot goes to the desk or to a customer online, and the other is told that there is none', async () => {
  const outcomes = await Promise.all(
    (await sessions(1)).map(async (session, index) => {
      const buyer = buyers[index] as Person
      const guest = { guest_name: 'Gwen Guest', guest_email: 'gwen@example.test' }
      const json = { class_instance_id: session, ...guest }
      const [byHand, online] = await Promise.all([
        send(other, desk, 'POST', '/api/manual-class-registrations', json),
        buy(app, buyer, session),
      ])
      const desks = byHand.status === 201 ? 'in' : (await refusalOf(byHand))[1]
      return { session, desks, online }
    }),
  )
  for (const { session, desks, online } of outcomes) {
    expect([desks, online].toSorted()).toEqual(
      desks === 'in' ? ['class_session_full', 'in'] : ['class_session_full', 'succeeded'],
    )
    expect(await rowsOf(session)).toHaveLength(1)
  }
})

test('a session that is deleted while it is paid for is kept until then, or the money goes back', async () => {
  const ids = await sessions(4)
  const outcomes = await Promise.all(
    ids.map(async (session, index) => {
      const [deleted, bought] = await Promise.all([
        send(other, admin, 'DELETE', `/api/admin/class-instances/${session}`),
        buy(app, buyers[index] as Person, session),
      ])
      return { session, deleted: deleted.status, bought, buyer: buyers[index] as Person }
    }),
  )
  for (const { session, deleted, bought, buyer } of outcomes) {
    const [rows, payment] = [await rowsOf(session), await paymentOf(buyer)]
    const exists = await app.db.selectFrom('class_instances').select('id').where('id', '=', session).execute()
    // Nobody has paid for nothing: there is a seat, or no payment, or all of it goes back.
    if (deleted === 409) {
      expect([bought, rows, exists.length]).toEqual([
        'succeeded',
        [expect.objectContaining({ status: 'paid' })],
        1,
      ])
    } else {
      expect([deleted, rows, exists]).toEqual([200, [], []])
      if (bought === 'succeeded') expect(payment).toMatchObject({ total_amount: '25.00', back: '25.00' })
      else expect(['class_session_not_found', 'refunded']).toContain(bought)
    }
  }
})

test('a session that is canceled while customers cancel their own seats is canceled, and refunds once', async () => {
  const ids = await sessions(4)
  await Promise.all(
    ids.map(async (session, index) => {
      const buyer = buyers[index] as Person
      expect(await buy(app, buyer, session)).toBe('succeeded')
      await register(app.db, session)
      const { id } = await app.db
        .selectFrom('class_registrations')
        .select('id')
        .where('class_instance_id', '=', session)
        .where('user_id', '=', buyer.id)
        .executeTakeFirstOrThrow()
      const [canceled] = await Promise.all([
        send(other, desk, 'POST', `/api/admin/class-instances/${session}/cancel`, {}),
        send(app, buyer, 'POST', `/api/me/class-registrations/${id}/cancel`),
      ])
      expect(canceled.status).toBe(200)
      expect((await rowsOf(session)).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
      expect(await paymentOf(buyer)).toMatchObject({ total_amount: '25.00', back: '25.00' })
    }),
  )
})
