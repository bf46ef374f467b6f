/** Reports of sales: every figure is the sum of its lines, and a journal's sides are equal. */

import { afterAll, expect, test } from 'vitest'
import type {
  SaleLine,
  SalesReport,
  SalesReportBy,
} from '../../../../shared/contract/payments/salesReport.ts'
import { bodyOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { startStaffedFacility } from '../../bookings/staffTestKit.ts'
import { randomSales } from './saleTestKit.ts'

const { admin, app, customer, desk } = await startStaffedFacility()
const coach = await addPerson(app, { role: 'coach' })
await randomSales(app.db, 100)
afterAll(() => app.close())

const ask = (path: string, query: Record<string, string>, by: Person = admin) =>
  app.request(`/api/admin/${path}?${new URLSearchParams(query)}`, { cookie: by.cookie })
const all = { from: '2020-01-01', to: '2099-12-31' }
const report = (by: SalesReportBy) => bodyOf<SalesReport>(ask('sales-report', { ...all, by }))
async function linesOf(filter: object) {
  const lines: SaleLine[] = []
  let cursor: string | null | undefined
  do {
    const query = { ...filter, page_size: '100', ...(cursor && { cursor }) } as Record<string, string>
    const page = await bodyOf<{ items: SaleLine[]; cursor: string | null }>(ask('sale-lines', query))
    lines.push(...page.items)
    cursor = page.cursor
  } while (cursor)
  return lines
}
const cents = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)

test.each(['day', 'week', 'month', 'item', 'tax_class'] as const)(
  'get-sales-report by %s adds up, and list-sale-lines opens exactly the rows of each figure',
  async (by) => {
    const { rows, total, taxes, methods } = await report(by)
    expect(rows.length).toBeGreaterThan(0)
    for (const figure of ['net', 'tax', 'total'] as const)
      expect(cents(rows.map((row) => row[figure]))).toBe(cents([total[figure]]))
    expect(cents(taxes.map(({ tax }) => tax))).toBe(cents([total.tax]))
    expect(cents(methods.map(({ amount }) => amount))).toBe(cents([total.total]))
    for (const row of rows) {
      const lines = await linesOf(row.lines)
      for (const figure of ['net', 'tax', 'total'] as const)
        expect(cents(lines.map((line) => line[figure]))).toBe(cents([row[figure]]))
      expect(lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(row.quantity)
    }
  },
)

test('a day on which nothing was sold has no rows', async () => {
  const { rows, total } = await bodyOf<SalesReport>(
    ask('sales-report', { from: '2020-01-01', to: '2020-01-02', by: 'day' }),
  )
  expect(rows).toEqual([])
  expect(total).toEqual({ quantity: 0, net: 0, tax: 0, total: 0 })
})

test('export-sale-lines has every line, and export-journal equal sides each day', async () => {
  const { total } = await report('day')
  const csv = await (await ask('sale-lines.csv', all)).text()
  expect(csv.trimEnd().split('\n')).toHaveLength(1 + (await linesOf(all)).length)
  const journal = (await (await ask('journal.csv', all)).text()).trimEnd().split('\n').slice(1)
  const sides = new Map<string, number>()
  for (const line of journal) {
    const [date = '', , debit, credit] = line.trim().split(',')
    sides.set(date, (sides.get(date) ?? 0) + cents([Number(debit || 0)]) - cents([Number(credit || 0)]))
  }
  expect([...sides.values()].every((difference) => difference === 0)).toBe(true)
  const tax = journal.filter((line) => line.includes('Sales Tax Payable'))
  expect(cents(tax.map((line) => Number(line.trim().split(',')[3] || 0)))).toBe(cents([total.tax]))
})

test('only admins read reports, lines and files', async () => {
  for (const path of ['sales-report', 'sale-lines', 'sale-lines.csv', 'journal.csv'])
    for (const by of [desk, coach, customer]) expect((await ask(path, all, by)).status).toBe(403)
})
