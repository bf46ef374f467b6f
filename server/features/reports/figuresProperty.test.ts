/** The figures of closed days are those of the payments, whatever is done with these afterwards and in which order. */

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminStats } from '../../../shared/contract/people/dashboard.ts'
import { addDays, facilityDay, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

const ZONE = 'America/Chicago'
const DAYS = 60
const MOVES = 250
let app: TestApp
let desk: Person
const today = facilityDay(new Date(), ZONE)

beforeAll(async () => {
  app = await startTestApp()
  desk = await addPerson(app, { role: 'desk' })
})
afterAll(() => app.close())

/** The same numbers in every run. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
}
const random = randomFrom(36)
/** Around midnight, where days and clocks change. */
const moment = () =>
  instantOf(
    addDays(today, -1 - random(DAYS)),
    ['00:00', '00:30', '01:30', '12:00', '23:59'][random(5)] ?? '',
    ZONE,
  )
const types = ['cage_booking', 'lesson', 'class_booking', 'camp_registration', 'membership'] as const
const one = <Row>(rows: readonly Row[]): Row | undefined => rows[random(rows.length)]

const payments = () => app.db.selectFrom('payment_transactions').selectAll().orderBy('created_at').execute()
const refunds = () => app.db.selectFrom('payment_refunds').selectAll().orderBy('created_at').execute()

async function pay() {
  const at = moment()
  await app.db
    .insertInto('payment_transactions')
    .values({
      payment_type: types[random(types.length)] ?? 'lesson',
      total_amount: `${1 + random(99)}.${10 + random(90)}`,
      status: 'completed',
      payment_method: 'cash',
      taken_at_desk: true,
      created_at: at,
      completed_at: random(4) === 0 ? null : at,
    })
    .execute()
}
async function giveBack() {
  const payment = one((await payments()).filter(({ status }) => status === 'completed'))
  if (!payment) return
  const left = (await refunds())
    .filter((back) => back.payment_transaction_id === payment.id && back.status !== 'failed')
    .reduce(
      (cents, { amount }) => cents - Math.round(Number(amount) * 100),
      Number(payment.total_amount) * 100,
    )
  if (left < 1) return
  const cents = 1 + random(Math.floor(left))
  await app.db
    .insertInto('payment_refunds')
    .values({
      ...{ payment_transaction_id: payment.id, amount: (cents / 100).toFixed(2), reason: 'staff' },
      ...{ way: 'desk', created_at: moment() },
    })
    .execute()
}
async function settleRefund(status: 'succeeded' | 'failed') {
  const back = one((await refunds()).filter((each) => each.status === 'pending'))
  if (!back) return
  await app.db.updateTable('payment_refunds').set({ status }).where('id', '=', back.id).execute()
}
async function takeBack() {
  const given = (await refunds()).filter(({ status }) => status === 'succeeded')
  const payment = one(
    (await payments()).filter(
      ({ id, status }) => status === 'completed' && !given.some((back) => back.payment_transaction_id === id),
    ),
  )
  if (!payment) return
  await app.db
    .updateTable('payment_refunds')
    .set({ status: 'failed' })
    .where('payment_transaction_id', '=', payment.id)
    .execute()
  await app.db
    .updateTable('payment_transactions')
    .set({ status: 'voided', voided_at: new Date() })
    .where('id', '=', payment.id)
    .execute()
}
const close = () => sql`select close_figures()`.execute(app.db)
const moves = [pay, pay, pay, giveBack, giveBack, takeBack, close]
const settlings = [() => settleRefund('succeeded'), () => settleRefund('failed')]

/** Cents by facility day, added up from the rows. */
async function direct(): Promise<Map<string, number>> {
  const byDay = new Map<string, number>()
  const add = (at: Date, amount: string, sign: 1 | -1) => {
    const day = facilityDay(at, ZONE)
    byDay.set(day, (byDay.get(day) ?? 0) + sign * Math.round(Number(amount) * 100))
  }
  const came = (await payments()).filter(({ status }) => status === 'completed')
  for (const payment of came) add(payment.completed_at ?? payment.created_at, payment.total_amount, 1)
  for (const back of await refunds()) {
    if (back.status !== 'failed' && came.some(({ id }) => id === back.payment_transaction_id))
      add(back.created_at, back.amount, -1)
  }
  return byDay
}
const sumOf = (byDay: Map<string, number>) => [...byDay.values()].reduce((sum, cents) => sum + cents, 0)
const revenue = async () => {
  const stats = await bodyOf<AdminStats>(app.request('/api/admin/dashboard', { cookie: desk.cookie }))
  return Math.round(stats.total_revenue * 100)
}

test('after every twenty-five of random moves, before and after the days are closed again', async () => {
  for (let move = 1; move <= MOVES; move++) {
    await one([...moves, ...settlings])?.()
    if (move % 25 === 0) expect([move, await revenue()]).toEqual([move, sumOf(await direct())])
  }
  await close()
  const expected = await direct()
  expect(await revenue()).toBe(sumOf(expected))
  const rows = await app.db.selectFrom('daily_figures').selectAll().orderBy('day').execute()
  expect(rows.length).toBeGreaterThan(DAYS - 10)
  const closed = rows.map((row) => [
    row.day,
    Math.round(
      100 *
        (Number(row.cage_revenue) +
          Number(row.lesson_revenue) +
          Number(row.class_revenue) +
          Number(row.camp_revenue) +
          Number(row.membership_revenue) +
          Number(row.goods_revenue)),
    ),
  ])
  expect(closed).toEqual(rows.map(({ day }) => [day, expected.get(day) ?? 0]))
})
