import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedPayment, PaymentTotals } from '../../../shared/contract/payments/staffPayments.ts'
import { addDays, facilityDay, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { ZONE } from '../../test/cageTime.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { readPaymentTotals } from './paymentTotals.ts'

const TODAY = facilityDay(new Date(), ZONE)
const NOW = instantOf(TODAY, '12:00', ZONE)
const WAYS = [
  ['cash', true],
  ['desk_card', true],
  ['other', true],
  ['card', false],
] as const

interface Page {
  items: ListedPayment[]
  cursor: string | null
  totals?: PaymentTotals | null
}

let app: TestApp
let desk: Person
let dana: Person
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => NOW } })
  desk = await addPerson(app, { role: 'desk', name: 'Alex Desk' })
  dana = await addPerson(app, { role: 'desk', name: 'Dana Desk' })
  for (let n = 0; n < 40; n += 1) {
    const [payment_method, taken_at_desk] = WAYS[n % 4] ?? WAYS[0]
    // A card is charged the day after its checkout was opened: it counts where the money came in.
    const at = instantOf(addDays(TODAY, (n % 5) - 4), n % 2 ? '23:30' : '00:00', ZONE)
    const { id } = await app.db
      .insertInto('payment_transactions')
      .values({
        ...{ customer_name: n % 3 ? 'Mia López' : 'Gus Guest', payment_type: 'cage_booking', payment_method },
        ...{ description: `Cage ${n}`, total_amount: `${10 + n}.25`, taken_at_desk, completed_at: at },
        status: n === 11 ? 'failed' : n === 12 ? 'refunded' : 'completed',
        refunded_amount: n === 12 ? '22.25' : n === 13 ? '5.00' : '0',
        taken_by: taken_at_desk ? (n % 8 < 4 ? desk.id : dana.id) : null,
        created_at: taken_at_desk ? at : new Date(at.getTime() - 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (n !== 12 && n !== 13) continue
    await app.db
      .insertInto('payment_refunds')
      .values({
        ...{ payment_transaction_id: id, amount: n === 12 ? '22.25' : '5.00', reason: 'staff', way: 'desk' },
        ...{ status: 'succeeded', given_by: desk.id, created_at: NOW },
      })
      .execute()
  }
})
afterAll(() => app.close())

const ask = (query: Record<string, string>, { cookie } = desk, path = 'payments') =>
  app.request(`/api/admin/${path}?${new URLSearchParams({ page_size: '100', ...query })}`, { cookie })
const list = (query: Record<string, string>) => bodyOf<Page>(ask(query))

const dayOf = ({ completed_at, created_at }: ListedPayment) => facilityDay(completed_at ?? created_at, ZONE)
const wayOf = ({ taken_at_desk, payment_method }: ListedPayment) =>
  taken_at_desk ? payment_method : 'online'
const sumOf = (rows: readonly ListedPayment[]) => ({
  count: rows.length,
  amount: rows.reduce((sum, { total_amount }) => sum + total_amount, 0),
})

test.each([
  ['today', TODAY, TODAY],
  ['yesterday', addDays(TODAY, -1), addDays(TODAY, -1)],
  ['custom', addDays(TODAY, -3), addDays(TODAY, -2)],
])('get_comprehensive_payments_admin adds up %s by method, as its rows do', async (range, from, to) => {
  const asked = range === 'custom' ? { from_day: from, to_day: to } : { range }
  const all = (await list({})).items
  const { items, totals } = await list({ ...asked, totals: 'true' })
  expect(items).toEqual(all.filter((row) => dayOf(row) >= from && dayOf(row) <= to))

  const paid = items.filter(({ status }) => status !== 'failed')
  for (const way of ['cash', 'desk_card', 'other', 'online'] as const) {
    const rows = paid.filter((row) => wayOf(row) === way)
    expect(totals?.[way], way).toEqual(sumOf(rows))
    // Each figure is made of the rows that it shows; a payment that failed has no money in it.
    const shown = (await list({ ...asked, method: way })).items
    expect(shown.filter(({ status }) => status !== 'failed')).toEqual(rows)
  }
  const back = range === 'today' ? 27.25 : 0
  expect(totals?.refunds).toEqual({ count: back ? 2 : 0, amount: back })
  expect(totals?.net_amount).toBe(sumOf(paid).amount - back)
})

test('get_all_payment_transactions_for_admin lists of what something went back on a day, whenever it was paid', async () => {
  const { items } = await bodyOf<Page>(
    ask({ range: 'today', method: 'refund' }, desk, 'payment-transactions'),
  )
  expect(items.map(({ refunded_amount }) => refunded_amount).sort()).toEqual([22.25, 5].sort())
  expect((await list({ range: 'yesterday', method: 'refund' })).items).toEqual([])
})

test('a person of staff and a search narrow rows and sums alike', async () => {
  for (const query of [{ taken_by: dana.id }, { search_query: 'lopez' }] as Record<string, string>[]) {
    const { items, totals } = await list({ ...query, totals: 'true' })
    expect(items.length).toBeGreaterThan(5)
    const cash = items.filter((row) => wayOf(row) === 'cash' && row.status !== 'failed')
    expect(totals?.cash).toEqual(sumOf(cash))
  }
  expect(
    (await list({ taken_by: dana.id })).items.every(({ taken_by_name }) => taken_by_name === 'Dana Desk'),
  ).toBe(true)
  const { totals } = await list({ totals: 'true', taken_by: dana.id })
  expect(totals?.staff.map(({ full_name, count }) => [full_name, count])).toEqual([
    ['Alex Desk', 15],
    ['Dana Desk', 15],
  ])
})

test('pages by cursor through a filter have each row once, sums only on the first, and none of too much', async () => {
  const query = { method: 'cash', page_size: '3', totals: 'true' }
  const whole = (await list({ method: 'cash' })).items
  let page = await list(query)
  const found = [...page.items]
  while (page.cursor) {
    page = await list({ ...query, cursor: page.cursor })
    expect(page.totals).toBeUndefined()
    found.push(...page.items)
  }
  expect(found).toEqual(whole)
  expect(await readPaymentTotals(app.db, { page_size: 15, sort: 'newest' }, 10)).toBeNull()
})

test('export-payments has the rows of the filter, and no other role reads the sums', async () => {
  const file = await ask({ range: 'today', method: 'cash' }, desk, 'payments.csv')
  expect((await file.text()).trim().split('\r\n')).toHaveLength(
    1 + (await list({ range: 'today', method: 'cash' })).items.length,
  )
  for (const role of ['user', 'coach'] as const) {
    expect((await ask({ totals: 'true' }, await addPerson(app, { role }))).status).toBe(403)
  }
  expect(await refusalOf(await ask({ method: 'gold' }))).toEqual([400, 'invalid_input'])
})
