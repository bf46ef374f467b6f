import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedPayment } from '../../../shared/contract/payments/staffPayments.ts'
import type { Db } from '../../db/database.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { explainedDatabase } from '../../test/queryPlans.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { listPayments } from './paymentList.ts'

describe('get_comprehensive_payments_admin and get_all_payment_transactions_for_admin', () => {
  let app: TestApp
  let desk: Person
  let customer: Person
  beforeAll(async () => {
    app = await startTestApp()
    desk = await addPerson(app, { role: 'desk' })
    customer = await addPerson(app, { name: 'Mia López' })
    const rows = Array.from({ length: 20 }, (_, n) => ({
      user_id: n % 2 === 0 ? customer.id : null,
      customer_name: n % 2 === 0 ? 'Mia López' : 'Gus Guest',
      customer_email: n % 2 === 0 ? customer.email : 'gus@example.com',
      payment_type: n === 0 ? ('membership' as const) : ('cage_booking' as const),
      description: n === 0 ? 'Membership' : `Cage ${n}, Tue, Nov 24, 4:00–5:00 PM`,
      total_amount: '30.00',
      status: n === 19 ? ('canceled' as const) : n === 18 ? ('failed' as const) : ('completed' as const),
      card_last4: n === 3 ? '9876' : null,
      created_at: new Date(Date.UTC(2026, 0, n + 1)),
    }))
    await app.db.insertInto('payment_transactions').values(rows).execute()
  })
  afterAll(() => app.close())

  const list = async (query: Record<string, string> = {}, path = 'payments') =>
    bodyOf<{ items: ListedPayment[]; cursor: string | null }>(
      app.request(`/api/admin/${path}?${new URLSearchParams(query)}`, { cookie: desk.cookie }),
    )
  const textsOf = ({ items }: { items: ListedPayment[] }) => items.map(({ description }) => description)

  test('pages through all but what was never paid, newest or oldest first, memberships among them', async () => {
    const first = await list()
    expect(first.items).toHaveLength(15)
    const second = await list({ cursor: first.cursor ?? '' })
    expect([...textsOf(first), ...textsOf(second)]).toHaveLength(19)
    expect(textsOf(second).at(-1)).toBe('Membership')
    expect(textsOf(await list({ sort: 'oldest' }))[0]).toBe('Membership')
    expect(textsOf(await list({ page_number: '2' }))).toEqual(textsOf(second))
    expect(textsOf(await list({}, 'payment-transactions'))).toEqual(textsOf(first))
  })

  test('filters by status and account', async () => {
    expect((await list({ status_filter: 'failed' })).items).toHaveLength(1)
    expect((await list({ status_filter: 'canceled' })).items).toHaveLength(1)
    expect((await list({ user_id: customer.id })).items).toHaveLength(10)
  })

  test.each([
    ['a name without its accents', 'lopez mia', 10],
    ['an address', 'gus@example', 9],
    ['what was paid', 'cage 7', 1],
    ['the last digits of a card', '9876', 1],
    ['nobody', 'zebra', 0],
    ['text that matches all in LIKE', '%', 0],
  ])('finds %s', async (_, search_query, count) => {
    expect((await list({ search_query })).items).toHaveLength(count)
  })

  test('has what came back in part among the refunded', async () => {
    const [part, whole, none] = (await list()).items
    const refund = (id: string | undefined, refunded_amount: string, status: 'completed' | 'refunded') =>
      app.db
        .updateTable('payment_transactions')
        .set({ refunded_amount, status })
        .where('id', '=', id ?? '')
        .execute()
    await refund(part?.id, '5.00', 'completed')
    await refund(whole?.id, `${whole?.total_amount}`, 'refunded')
    const { items } = await list({ status_filter: 'refunded' })
    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [part?.id, 'completed'],
      [whole?.id, 'refunded'],
    ])
    const file = await app.request('/api/admin/payments.csv?status_filter=refunded', { cookie: desk.cookie })
    expect((await file.text()).trim().split('\n')).toHaveLength(3)
    await refund(part?.id, '0', 'completed')
    await refund(whole?.id, '0', 'completed')
    expect(none?.refunded_amount).toBe(0)
  })

  test('finds a receipt by its number', async () => {
    const { items } = await list()
    const search_query = items[4]?.receipt_number ?? ''
    expect((await list({ search_query })).items.map(({ id }) => id)).toContain(items[4]?.id)
  })

  test('refuses a cursor of another list and a status that there is not', async () => {
    const { cursor } = await list()
    const ask = (query: string) => app.request(`/api/admin/payments?${query}`, { cookie: desk.cookie })
    expect(await refusalOf(await ask(`sort=oldest&cursor=${cursor}`))).toEqual([400, 'cursor_invalid'])
    expect(await refusalOf(await ask('status_filter=lost'))).toEqual([400, 'invalid_input'])
  })
})

describe('at a size at which reading the whole table would be the wrong plan', () => {
  const PAYMENTS = 40_000
  let database: TestDatabase
  let db: Db
  let explained: ReturnType<typeof explainedDatabase>
  beforeAll(async () => {
    database = await createTestDatabase()
    explained = explainedDatabase(database.url, ['payment_transactions'])
    db = explained.db
    await sql`alter table payment_transactions disable trigger user`.execute(db)
    await sql`
      insert into payment_transactions (
        customer_name, customer_email, payment_type, description, total_amount, status, created_at
      )
      select case when n % 4000 = 0 then 'José García' else 'Player ' || n end, 'p' || n || '@example.test',
        'cage_booking', 'Cage ' || n % 12, 30, case when n % 1000 = 0 then 'failed' else 'completed' end,
        timestamptz '2025-01-01' + n * interval '10 minutes'
      from generate_series(1, ${sql.lit(PAYMENTS)}) n`.execute(db)
    await sql`analyze payment_transactions`.execute(db)
  }, 60_000)
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })

  test.each<[string, number, object]>([
    ['first page', 200, {}],
    ['oldest page', 200, { sort: 'oldest' }],
    ['page of a status', 200, { status_filter: 'failed' }],
    ['page of a status that nothing has', 200, { status_filter: 'voided' }],
    ['page of what came back', 200, { status_filter: 'refunded' }],
    ['page 100', 4_000, { page_number: 100 }],
    ['search for few', 2_000, { search_query: 'garcia' }],
    ['search for many', 2_000, { search_query: 'player' }],
    ['search for an address', 2_000, { search_query: 'p12345@' }],
  ])('the %s reads no whole table', async (_, most, query) => {
    const costs = await explained.costsOf(() =>
      listPayments(db, { page_size: 15, sort: 'newest' as const, ...query }),
    )
    expect(costs.length).toBeGreaterThan(0)
    for (const { text, buffers, scanned } of costs) {
      expect(scanned, text).toEqual([])
      expect(buffers, text).toBeLessThanOrEqual(most)
    }
  })
})
