/** Goods: kept by admins, sold at the till alone or with what is due, in documents, drawers, receipts and figures. */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { DrawerShift } from '../../../../shared/contract/payments/drawers.ts'
import type { Receipt } from '../../../../shared/contract/payments/receipts.ts'
import type { PaymentDetails } from '../../../../shared/contract/payments/staffPayments.ts'
import type { Good } from '../../../../shared/contract/payments/till.ts'
import type { AdminStats } from '../../../../shared/contract/people/dashboard.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson } from '../../../test/factories.ts'
import { problemOf, staffOf, startStaffedFacility } from '../../bookings/staffTestKit.ts'
import { disagreements } from './saleTestKit.ts'

const { admin, app, book, customer, desk, freshDay, other } = await startStaffedFacility()
const coach = await addPerson(app, { role: 'coach' })
afterAll(() => app.close())

interface Taken {
  message: string
  receipt_id: string
  total_amount: number
  change: number | null
  goods_payment_id: string
}
const keep = staffOf(app, admin)
const add = (good: object) => bodyOf<Good>(keep.post('/api/admin/goods', good))
const list = async () =>
  (await bodyOf<{ items: Good[] }>(app.request('/api/admin/goods', { cookie: desk.cookie }))).items
const countOf = async (id: string) => (await list()).find((good) => good.id === id)?.count
const sell = (goods: readonly object[], more: object = {}, at = app) =>
  staffOf(at, desk).post('/api/admin/desk-payments', { goods, method: 'cash', ...more })
const documentsOf = async (payment: string) =>
  app.db
    .selectFrom('sale_lines as line')
    .innerJoin('sales', 'sales.id', 'line.sale_id')
    .select(['sales.kind', 'sale_id', 'line.description', 'item_name', 'line.quantity', 'line.tax_class'])
    .select(['line.total', 'line.tax', 'line.position'])
    .where('sale_id', 'in', (eb) =>
      eb.selectFrom('sale_lines').select('sale_id').where('payment_transaction_id', '=', payment),
    )
    .orderBy('number')
    .orderBy('line.position')
    .execute()

test('create-good, update-good, delete-good and list-goods: admins keep the list, the desk reads it', async () => {
  const good = await add({ name: 'Gatorade', price: 3.5, count: 12 })
  expect(good).toMatchObject({ name: 'Gatorade', price: 3.5, tax_class: 'goods', tax_percent: 0, count: 12 })
  expect(await refusalOf(await keep.post('/api/admin/goods', { name: 'gatorade', price: 1 }))).toEqual([
    ...[409, 'good_exists'],
  ])
  const patch = (json: object, by = admin, id = good.id) =>
    app.request(`/api/admin/goods/${id}`, { method: 'PATCH', json, cookie: by.cookie })
  expect(await bodyOf<Good>(patch({ price: 4, count: null }))).toMatchObject({
    ...{ name: 'Gatorade', price: 4, count: null },
  })
  for (const wrong of [{ price: 0 }, { price: -1 }, { name: ' ' }, { count: -1 }, { tax_class: 'food' }])
    expect((await patch(wrong)).status).toBe(400)
  expect(await refusalOf(await patch({ price: 5 }, admin, randomUUID()))).toEqual([404, 'good_not_found'])
  for (const by of [desk, coach, customer]) expect((await patch({ price: 5 }, by)).status).toBe(403)
  expect((await app.request('/api/admin/goods', { cookie: customer.cookie })).status).toBe(403)
  const remove = () => app.request(`/api/admin/goods/${good.id}`, { method: 'DELETE', cookie: admin.cookie })
  expect((await remove()).status).toBe(200)
  expect(await refusalOf(await remove())).toEqual([404, 'good_not_found'])
  expect(await list()).toEqual([])
})

test('goods are sold to nobody, taxed once a line, counted, in the drawer, and voided and refunded by documents', async () => {
  await app.db.updateTable('facility').set({ tax_goods: '8.25', tax_added: true }).execute()
  const before = await bodyOf<AdminStats>(app.request('/api/admin/dashboard', { cookie: desk.cookie }))
  const water = await add({ name: 'Water', price: 1.99, count: 10 })
  const tokens = await add({ name: 'Tokens', price: 5, tax_class: 'cages' })
  const shift = await bodyOf<DrawerShift>(
    staffOf(app, desk).post('/api/admin/drawers', { opening_float: 100 }),
  )
  // 3 × 1.99 = 5.97 and 0.49 tax on it, not three times 0.16.
  const sold = [
    { id: water.id, quantity: 3, amount: 6.46 },
    { id: tokens.id, quantity: 1, amount: 5 },
  ]
  const taken = await bodyOf<Taken>(sell(sold, { tendered: 20 }))
  expect(taken).toMatchObject({ message: '$11.46 taken.', total_amount: 11.46, change: 8.54 })
  expect(await countOf(water.id)).toBe(7)
  const payment = taken.goods_payment_id
  expect(taken.receipt_id).toBe(payment)
  const lines = await documentsOf(payment)
  expect(lines.filter(({ item_name }) => item_name === 'Water')).toMatchObject([
    { kind: 'sale', description: '3 × Water', quantity: 3, tax_class: 'goods', total: '6.46', tax: '0.49' },
  ])
  expect(lines.filter(({ item_name }) => item_name === 'Tokens')).toMatchObject([
    { kind: 'sale', description: 'Tokens', quantity: 1, tax_class: 'cages', total: '5.00', tax: '0.00' },
  ])
  const read = <Body>(path: string) => bodyOf<Body>(app.request(path, { cookie: desk.cookie }))
  expect(await read<Receipt>(`/api/admin/payments/${payment}/receipt`)).toMatchObject({
    ...{ total_amount: 11.46, tendered: 20, change: 8.54, customer_name: null },
    taxes: [{ percent: 8.25, amount: 0.49 }],
  })
  expect(await read<PaymentDetails>(`/api/admin/payments/${payment}`)).toMatchObject({
    ...{ payment_type: 'goods', tax_amount: 0.49 },
    items: expect.arrayContaining([{ kind: 'goods', id: water.id, amount: 6.46 }]),
  })
  const open = await read<{ open: DrawerShift[] }>('/api/admin/drawers')
  expect(open.open[0]).toMatchObject({
    id: shift.id,
    expected: 111.46,
    taxes: [{ percent: 8.25, amount: 0.49 }],
  })
  const after = await read<AdminStats>('/api/admin/dashboard')
  expect(after.total_revenue - before.total_revenue).toBeCloseTo(11.46)

  // The list may change: what was sold stays what it was.
  await app.request(`/api/admin/goods/${tokens.id}`, { method: 'DELETE', cookie: admin.cookie })
  const refund = { way: 'desk', place: 'keep', amount: 6.46, given: true, reason: 'Warm' }
  expect((await keep.post(`/api/admin/payments/${payment}/refunds`, refund)).status).toBe(201)
  const back = (await documentsOf(payment)).filter(({ kind }) => kind === 'refund')
  expect(back.reduce((sum, { total }) => sum + Number(total), 0)).toBeCloseTo(-6.46)
  expect(back.every(({ quantity }) => quantity === 0)).toBe(true)
  expect(await countOf(water.id)).toBe(7)

  const mistake = await bodyOf<Taken>(sell([{ id: water.id, quantity: 2 }]))
  expect(await countOf(water.id)).toBe(5)
  const voided = await staffOf(app, desk).post(`/api/admin/payments/${mistake.goods_payment_id}/void`, {
    reason: 'Mistake',
  })
  expect(voided.status).toBe(200)
  expect(await countOf(water.id)).toBe(7)
  expect((await documentsOf(mistake.goods_payment_id)).map(({ kind, quantity }) => [kind, quantity])).toEqual(
    [
      ['sale', 2],
      ['void', -2],
    ],
  )
  expect(await disagreements(app.db)).toEqual([])
})

test('goods and what is due are one sale of one customer; a person can buy goods alone', async () => {
  const gloves = await add({ name: 'Gloves', price: 25 })
  const items = [{ kind: 'booking', id: await book(freshDay()), amount: 30 }]
  const taken = await bodyOf<Taken>(sell([{ id: gloves.id, quantity: 1 }], { items }))
  expect(taken.message).toContain('taken from Pat Parent.')
  const lines = await documentsOf(taken.goods_payment_id)
  expect(lines.map(({ tax_class }) => tax_class).sort()).toEqual(['cages', 'goods'])
  expect(new Set(lines.map(({ sale_id }) => sale_id)).size).toBe(1)
  const alone = await bodyOf<Taken>(sell([{ id: gloves.id, quantity: 1 }], { customer_id: customer.id }))
  const history = await bodyOf<{ id: string; payment_type: string; items: unknown[] }[]>(
    app.request('/api/me/payments', { cookie: customer.cookie }),
  )
  expect(history.find(({ id }) => id === alone.goods_payment_id)).toMatchObject({
    ...{ payment_type: 'goods', items: [] },
  })
  expect(
    await refusalOf(await sell([{ id: gloves.id, quantity: 1 }], { customer_id: randomUUID() })),
  ).toEqual([...[404, 'user_not_found']])
})

test('what is gone, sold out or dearer is refused whole, and nothing at all is nothing to take', async () => {
  const bat = await add({ name: 'Bat', price: 80, count: 1 })
  expect(await refusalOf(await sell([]))).toEqual([409, 'nothing_to_take'])
  expect(await refusalOf(await sell([{ id: randomUUID(), quantity: 1 }]))).toEqual([404, 'good_not_found'])
  expect(await problemOf(await sell([{ id: bat.id, quantity: 2 }]))).toMatchObject({
    ...{ status: 409, code: 'goods_sold_out' },
    details: { items: expect.arrayContaining([expect.objectContaining({ name: 'Bat', count: 1 })]) },
  })
  // The same twice is two of it.
  const twice = [
    { id: bat.id, quantity: 1 },
    { id: bat.id, quantity: 1 },
  ]
  expect(await refusalOf(await sell(twice))).toEqual([409, 'goods_sold_out'])
  expect(await refusalOf(await sell([{ id: bat.id, quantity: 1, amount: 70 }]))).toEqual([
    409,
    'goods_changed',
  ])
  expect((await sell([{ id: bat.id, quantity: 0 }])).status).toBe(400)
  expect(await countOf(bat.id)).toBe(1)
})

test('of the last one, two desks sell one, in 15 rounds; the count never lies', {
  tags: 'slow',
}, async () => {
  const ball = await add({ name: 'Signed ball', price: 50, count: 0 })
  for (let round = 0; round < 15; round++) {
    await app.db.updateTable('goods').set({ count: 1 }).where('id', '=', ball.id).execute()
    const one = [{ id: ball.id, quantity: 1 }]
    const answers = await Promise.all([sell(one), sell(one, {}, other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await countOf(ball.id)).toBe(0)
  }
  const { rows } = await sql<{ sold: number }>`
    select sum(quantity)::integer as sold from sale_lines where item_name = 'Signed ball'`.execute(app.db)
  expect(rows[0]?.sold).toBe(15)
})
