/** Reports of sales: every figure is the sum of its lines, and a journal's sides are equal. */

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { CompleteSettings } from '../../../../shared/contract/facility/facilitySettings.ts'
import type {
  SaleLine,
  SalesReport,
  SalesReportBy,
} from '../../../../shared/contract/payments/salesReport.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
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
    for (const { lines, method, amount } of methods) {
      const found = await linesOf(lines)
      expect(new Set(found.map((line) => line.method))).toEqual(new Set([method]))
      expect(cents(found.map((line) => line.total))).toBe(cents([amount]))
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

describe('the accounts of export-journal', () => {
  const save = (journal_accounts: object, by: Person = admin) =>
    app.request('/api/settings/facility', {
      ...{ method: 'PATCH', cookie: by.cookie },
      json: { seen: {}, changes: { journal_accounts } },
    })
  /** Debit less credit of each account, in cents. */
  async function accounts() {
    const lines = (await (await ask('journal.csv', all)).text()).trimEnd().split('\n').slice(1)
    const sums = new Map<string, number>()
    for (const line of lines) {
      const [, account = '', debit, credit] = line.trim().split(',')
      sums.set(account, (sums.get(account) ?? 0) + cents([Number(debit || 0)]) - cents([Number(credit || 0)]))
    }
    return sums
  }
  afterEach(() => save({}))

  test('have the names that an admin gives them; the same name is one account, an empty one keeps its own', async () => {
    const before = await accounts()
    await bodyOf(save({ cash: '1000 Cash', revenue_camps: '4000 Programs', revenue_goods: '4000 Programs' }))
    const named = await accounts()
    expect(named.get('1000 Cash')).toBe(before.get('Cash'))
    const programs = cents([
      (before.get('Revenue: camps') ?? 0) / 100,
      (before.get('Revenue: goods') ?? 0) / 100,
    ])
    expect(named.get('4000 Programs')).toBe(programs)
    expect(programs).not.toBe(0)
    const saved = await bodyOf<{ settings: CompleteSettings; changes: object[] }>(
      save({ cash: '1000 Cash', revenue_camps: ' ', revenue_goods: 'Shop' }),
    )
    expect(saved.settings.journal_accounts).toEqual({ cash: '1000 Cash', revenue_goods: 'Shop' })
    expect(saved.changes).toEqual([
      ...[
        {
          field: 'journal_accounts',
          label: 'Journal Accounts: Revenue, Camps',
          from: '4000 Programs',
          to: 'Revenue: camps',
        },
      ],
      ...[
        {
          field: 'journal_accounts',
          label: 'Journal Accounts: Revenue, Goods',
          from: '4000 Programs',
          to: 'Shop',
        },
      ],
    ])
    expect((await accounts()).get('Revenue: camps')).toBe(before.get('Revenue: camps'))
  })

  test('are named by admins only, each with one line of at most 80 characters (invalid_input)', async () => {
    for (const by of [desk, coach, customer]) expect((await save({ cash: 'Mine' }, by)).status).toBe(403)
    for (const wrong of [{ bank: 'Bank' }, { cash: 'x'.repeat(81) }, { cash: 'a\nb' }, { cash: 7 }])
      expect(await refusalOf(await save(wrong))).toEqual([400, 'invalid_input'])
    expect((await accounts()).has('Mine')).toBe(false)
  })

  test('include what a drawer had too little of, and what was paid in and out of it', async () => {
    const before = await accounts()
    const post = (path: string, json: object) =>
      app.request(`/api/admin/drawers${path}`, {
        ...{ method: 'POST', json, cookie: desk.cookie },
        headers: { 'idempotency-key': randomUUID() },
      })
    const { id } = await bodyOf<{ id: string }>(post('', { drawer: 'Desk', opening_float: 100 }))
    await bodyOf(post(`/${id}/moves`, { kind: 'paid_in', amount: 20, reason: 'Change from the bank' }))
    await bodyOf(post(`/${id}/moves`, { kind: 'paid_out', amount: 12.5, reason: 'Balls' }))
    const closed = await post(`/${id}/close`, {
      ...{ expected: 107.5, counts: { 10000: 1 }, left_in_drawer: 100, difference_reason: 'wrong_change' },
    })
    expect(closed.status).toBe(200)
    const after = await accounts()
    expect(after.get('Cash Over and Short')).toBe(750)
    expect(after.get('Cash Paid In and Out')).toBe(-750)
    expect(after.get('Cash')).toBe(before.get('Cash'))
    expect([...after.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0)
  })
})

test('only admins read reports, lines and files', async () => {
  for (const path of ['sales-report', 'sale-lines', 'sale-lines.csv', 'journal.csv'])
    for (const by of [desk, coach, customer]) expect((await ask(path, all, by)).status).toBe(403)
})
