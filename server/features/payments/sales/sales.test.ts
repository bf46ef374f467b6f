/** Sales as documents: what is taken, voided and given back has one, numbered without gaps, that never changes. */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { DrawerShift } from '../../../../shared/contract/payments/drawers.ts'
import type { Receipt } from '../../../../shared/contract/payments/receipts.ts'
import { bodyOf } from '../../../test/answers.ts'
import { payByCard } from '../../../test/cardPayment.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { startStaffedFacility } from '../../bookings/staffTestKit.ts'
import { startCardShop } from '../paymentTestKit.ts'
import { disagreements, randomSales } from './saleTestKit.ts'

const { admin, app, book, customer, desk, freshDay, other } = await startStaffedFacility()
const second = await addPerson(app, { role: 'desk', name: 'Sam Second' })
const shop = await startCardShop()
afterAll(async () => {
  await shop.close()
  await app.close()
})

const post = (path: string, json: object = {}, by: Person = desk, at = app) =>
  at.request(path, {
    ...{ method: 'POST', json, cookie: by.cookie },
    headers: { 'idempotency-key': randomUUID() },
  })
interface Taken {
  payments: { payment_id: string }[]
}
const take = (ids: readonly string[], by: Person = desk, at = app) =>
  post(
    '/api/admin/desk-payments',
    { items: ids.map((id) => ({ kind: 'booking', id })), method: 'cash' },
    by,
    at,
  )
const takenOf = async (count = 1) => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await book(freshDay()))
  const { payments } = await bodyOf<Taken>(take(ids))
  return payments.map(({ payment_id }) => payment_id)
}
/** The documents of payments in their order, with lines and tenders. */
const documentsOf = async (payments: readonly string[], { db } = app) => {
  const sales = await db
    .selectFrom('sales')
    .selectAll()
    .where(
      sql<boolean>`id in (select sale_id from sale_lines where payment_transaction_id = any(${payments}::uuid[]))`,
    )
    .orderBy('number')
    .execute()
  return Promise.all(
    sales.map(async (sale) => ({
      ...sale,
      lines: await db.selectFrom('sale_lines').selectAll().where('sale_id', '=', sale.id).execute(),
      tenders: await db.selectFrom('sale_tenders').selectAll().where('sale_id', '=', sale.id).execute(),
    })),
  )
}

test('take-desk-payment of several things is one sale with a line for each and who took it; it never changes', async () => {
  const [sale, ...more] = await documentsOf(await takenOf(2))
  expect(more).toEqual([])
  expect(sale).toMatchObject({ kind: 'sale', made_by: desk.id, total: '60.00', of_sale_id: null })
  expect(sale?.lines).toMatchObject([
    { position: 1, description: expect.stringContaining('Cage 1'), tax_class: 'cages', total: '30.00' },
    { position: 2, total: '30.00' },
  ])
  expect(sale?.tenders).toMatchObject([{ method: 'cash', amount: '60.00', tendered: null }])
  for (const [table, column] of [
    ['sales', 'total'],
    ['sale_lines', 'total'],
    ['sale_tenders', 'amount'],
  ] as const) {
    await expect(
      sql`update ${sql.table(table)} set ${sql.ref(column)} = 1 + ${sql.ref(column)}`.execute(app.db),
    ).rejects.toThrow('kept as it is')
    await expect(sql`delete from ${sql.table(table)}`.execute(app.db)).rejects.toThrow('kept as it is')
  }
})

test('a sale whose lines, total and tenders differ cannot be written', async () => {
  const insert = sql`
    with sale as (
      insert into sales (number, kind, issued_at, net, tax, total)
      select max(number) + 1, 'sale', now(), 9, 1, 10 from sales returning id
    ), line as (
      insert into sale_lines (sale_id, position, description, item_name, quantity, tax_class, tax_percent, net, tax, total)
      select id, 1, 'Ten', 'Ten', 1, 'goods', 0, 9, 1, 10 from sale
    ) insert into sale_tenders (sale_id, method, amount) select id, 'cash', 9 from sale`
  await expect(insert.execute(app.db)).rejects.toThrow('so are its tenders')
})

test('void-desk-payment of one of two things issues a void of its line, which names the sale', async () => {
  const payments = await takenOf(2)
  expect((await post(`/api/admin/payments/${payments[0]}/void`, { reason: 'Mistake' })).status).toBe(200)
  const [sale, voided] = await documentsOf(payments)
  expect(voided).toMatchObject({ kind: 'void', of_sale_id: sale?.id, made_by: desk.id, total: '-30.00' })
  expect(voided?.lines).toMatchObject([{ payment_transaction_id: payments[0], total: '-30.00' }])
  expect(voided?.tenders).toMatchObject([{ method: 'cash', amount: '-30.00' }])
  expect(voided?.number).toBe((sale?.number ?? 0) + 1)
})

test('the receipt has the sale’s number and names what was voided; customers read only their own', async () => {
  const payments = await takenOf(2)
  await post(`/api/admin/payments/${payments[0]}/void`, { reason: 'Mistake' })
  const [sale, voided] = await documentsOf(payments)
  const read = (path: string, by: Person) => app.request(path, { cookie: by.cookie })
  const own = `/api/me/payments/${payments[1]}/receipt`
  for (const [path, by] of [
    [`/api/admin/payments/${payments[1]}/receipt`, desk],
    [own, customer],
  ] as const) {
    expect(await bodyOf<Receipt>(read(path, by))).toMatchObject({
      ...{ receipt_number: String(sale?.number), total_amount: 30, tendered: null, change: null },
      corrections: [{ number: voided?.number, kind: 'void', amount: -30 }],
    })
  }
  const stranger = await addPerson(app)
  expect((await read(own, stranger)).status).toBe(404)
  expect((await read(`/api/admin/payments/${payments[1]}/receipt`, stranger)).status).toBe(403)
  const found = await bodyOf<{ items: { id: string }[] }>(
    read(`/api/admin/payments?search_query=${sale?.number}`, desk),
  )
  expect(found.items.map(({ id }) => id)).toEqual(expect.arrayContaining(payments))
})

test('refund-payment issues a refund by who gave it; one that is noted only has none until it is given', async () => {
  const [id = ''] = await takenOf()
  const refund = (amount: number, given: boolean) =>
    post(
      `/api/admin/payments/${id}/refunds`,
      { way: 'desk', place: 'keep', amount, given, reason: 'Rain' },
      admin,
    )
  expect((await refund(10, true)).status).toBe(201)
  expect((await refund(5, false)).status).toBe(201)
  const [sale, back, ...more] = await documentsOf([id])
  expect(more).toEqual([])
  expect(back).toMatchObject({ kind: 'refund', of_sale_id: sale?.id, made_by: admin.id, total: '-10.00' })
})

test('money that a drawer is counted in with later has its document in that drawer too', async () => {
  const [id = ''] = await takenOf()
  expect((await documentsOf([id]))[0]?.shift_id).toBeNull()
  const shift = await bodyOf<DrawerShift>(post('/api/admin/drawers', { opening_float: 100 }))
  expect((await post(`/api/admin/drawers/${shift.id}/outside`)).status).toBe(200)
  expect((await documentsOf([id]))[0]?.shift_id).toBe(shift.id)
  expect((await documentsOf(await takenOf()))[0]?.shift_id).toBe(shift.id)
})

test('50 sales at once from two desks and two instances have numbers without a gap', async () => {
  const ids: string[] = []
  for (let n = 0; n < 50; n++) ids.push(await book(freshDay()))
  const answers = await Promise.all(
    ids.map((id, n) => take([id], n % 2 ? desk : second, n % 3 ? app : other)),
  )
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 201))
  expect(await disagreements(app.db)).toEqual([])
})

test('however baskets are sold, voided and refunded, documents, payments, tax and drawers agree', async () => {
  await randomSales(app.db, 150)
  const { kinds } = await app.db
    .selectFrom('sales')
    .select(sql<string[]>`array_agg(distinct kind order by kind)`.as('kinds'))
    .executeTakeFirstOrThrow()
  expect(kinds).toEqual(['refund', 'sale', 'void'])
  expect(await disagreements(app.db)).toEqual([])
})

test('confirm-payment of a card issues the same document, of nobody and in no drawer', async () => {
  const payer = await addPerson(shop.app)
  const state = await payByCard(shop.app, payer.cookie, shop.hour())
  const [sale, ...more] = await documentsOf([state.payment.payment_transaction_id], shop.app)
  expect(more).toEqual([])
  expect(sale).toMatchObject({ kind: 'sale', number: 1, made_by: null, shift_id: null, total: '30.00' })
  expect(sale?.tenders).toMatchObject([{ method: 'online', amount: '30.00' }])
})
