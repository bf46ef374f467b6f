/**
 * Random baskets and their corrections, and fifty sales at once whose connections are killed. `BASKETS=10000` tries ten
 * thousand, which takes some minutes.
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startStaffedFacility } from '../../bookings/staffTestKit.ts'
import { disagreements, randomSales } from './saleTestKit.ts'

const { app, book, desk, freshDay, other } = await startStaffedFacility()
afterAll(() => app.close())

const openDrawer = () =>
  app.db
    .insertInto('drawer_shifts')
    .values({ drawer: 'Front', opening_float: '200.00', opened_by: desk.id, keeper_id: desk.id })
    .returning('id')
    .executeTakeFirstOrThrow()
const closeDrawer = (id: string) =>
  sql`
    update drawer_shifts set closed_at = clock_timestamp(), counts = '{}', left_in_drawer = 0, difference_reason = 'other'
    where id = ${id}`.execute(app.db)

const baskets = Number(process.env.BASKETS ?? 500)

test('baskets by fixed seeds, voided and refunded at random, over five drawers: all books agree', async () => {
  const each = Math.ceil(baskets / 250) * 50
  for (let drawer = 0; drawer < 5; drawer++) {
    const { id } = await openDrawer()
    await randomSales(app.db, each, drawer * each)
    await closeDrawer(id)
  }
  const { count } = await app.db
    .selectFrom('sales')
    .select(sql<number>`count(distinct id) filter (where kind = 'sale')::integer`.as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBeGreaterThanOrEqual(baskets)
  expect(await disagreements(app.db)).toEqual([])
}, 900_000)

test('50 sales at once have numbers without a gap while their connections are killed, and each is taken once', async () => {
  const ids: string[] = []
  for (let n = 0; n < 50; n++) ids.push(await book(freshDay()))
  let isOver = false
  let killed = 0
  const kill = async () => {
    while (!isOver && killed < 40) {
      const { rows } = await sql<{ killed: boolean }>`
        select pg_terminate_backend(pid) as killed from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query ~ 'sale|payment'
        limit 1`
        .execute(app.db)
        .catch(() => ({ rows: [] }))
      killed += rows.length
      await delay(100)
    }
  }
  const take = async (id: string, at: typeof app) => {
    const key = randomUUID()
    for (;;) {
      const { status } = await at.request('/api/admin/desk-payments', {
        ...{ method: 'POST', cookie: desk.cookie, headers: { 'idempotency-key': key } },
        json: { items: [{ kind: 'booking', id }], method: 'cash' },
      })
      if (status < 500) return status
      await delay(10)
    }
  }
  const killing = kill()
  const answers = await Promise.all(ids.map((id, n) => take(id, n % 2 ? app : other)))
  isOver = true
  await killing
  expect(killed).toBeGreaterThan(0)
  expect(new Set(answers)).toEqual(new Set([201]))
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from payment_items item
    join payment_transactions payment on payment.id = item.payment_transaction_id
    where booking_id = any(${ids}::uuid[]) and payment.status = 'completed'`.execute(app.db)
  expect(rows[0]?.count).toBe(50)
  expect(await disagreements(app.db)).toEqual([])
}, 300_000)
