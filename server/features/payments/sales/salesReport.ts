/** What was sold, as the documents say it: figures by period, item and class, their lines, and a journal. */

import { sql } from 'kysely'
import type { z } from 'zod'
import type {
  getSalesReport,
  journalEntry,
  listSaleLines,
  SaleLine,
  SalesReport,
} from '../../../../shared/contract/payments/salesReport.ts'
import { journalAccountKeys, journalAccounts } from '../../../../shared/domain/money/journal.ts'
import { dollarsFromDecimal } from '../../../../shared/domain/money/money.ts'
import type { TaxClass } from '../../../../shared/domain/money/salesTax.ts'
import { addDays, dayBounds } from '../../../../shared/domain/time/time.ts'
import type { WallClock } from '../../../../shared/domain/time/wallClock.ts'
import type { Db } from '../../../db/database.ts'
import { everyPage, keyId, keyInstant, keysetList, type Page } from '../../../db/keyset.ts'
import type { CsvColumns } from '../../../http/answers/csvDownload.ts'
import { Refusal } from '../../../refusal.ts'

interface Span {
  readonly from: string
  readonly to: string
}

/** What happened on these facility days. */
const inSpan = (instant: string, { from, to }: Span, zone: string) =>
  sql<boolean>`${sql.ref(instant)} >= ${dayBounds(from, zone).start.toISOString()}::timestamptz
    and ${sql.ref(instant)} < ${dayBounds(to, zone).end.toISOString()}::timestamptz`
const issuedIn = (span: Span, zone: string) => inSpan('sales.issued_at', span, zone)

const keys = {
  day: sql<string>`facility_day(issued_at)::text`,
  week: sql<string>`date_trunc('week', facility_day(issued_at))::date::text`,
  month: sql<string>`date_trunc('month', facility_day(issued_at))::date::text`,
  item: sql<string>`item_name`,
  tax_class: sql<string>`tax_class`,
} as const

interface Sums {
  quantity: number
  net: string
  tax: string
  total: string
}
const sums = sql`coalesce(sum(quantity), 0)::integer as quantity, coalesce(sum(line.net), 0) as net,
  coalesce(sum(line.tax), 0) as tax, coalesce(sum(line.total), 0) as total`
const inDollars = ({ quantity, net, tax, total }: Sums) => ({
  ...{ quantity, net: dollarsFromDecimal(net) },
  ...{ tax: dollarsFromDecimal(tax), total: dollarsFromDecimal(total) },
})

type ReportQuery = z.output<(typeof getSalesReport)['query']>

/** Sales less voids and refunds; every figure with the filter that finds its lines. */
export async function readSalesReport(db: Db, query: ReportQuery, zone: string): Promise<SalesReport> {
  const which = issuedIn(query, zone)
  const of = sql`from sale_lines line join sales on sales.id = line.sale_id where ${which}`
  const [rows, total, taxes, methods] = await Promise.all([
    sql<Sums & { key: string }>`select ${keys[query.by]} as key, ${sums} ${of} group by 1 order by 1`.execute(
      db,
    ),
    sql<Sums>`select ${sums} ${of}`.execute(db),
    sql<{ percent: number; net: string; tax: string }>`
      select tax_percent::float8 as percent, sum(line.net) as net, sum(line.tax) as tax ${of}
      group by tax_percent order by tax_percent`.execute(db),
    sql<{ method: SaleLine['method']; amount: string }>`
      select method, sum(amount) as amount from sale_tenders tender join sales on sales.id = tender.sale_id
      where ${which} group by method order by method`.execute(db),
  ])
  const [all] = total.rows
  if (!all) throw new Error('A sum has a row.')
  return {
    rows: rows.rows.map(({ key, ...row }) => ({ key, lines: linesOf(query, key), ...inDollars(row) })),
    total: inDollars(all),
    taxes: taxes.rows.map(({ percent, net, tax }) => ({
      ...{ percent, net: dollarsFromDecimal(net), tax: dollarsFromDecimal(tax) },
    })),
    methods: methods.rows.map(({ method, amount }) => ({
      ...{ method, lines: { from: query.from, to: query.to, method } },
      amount: dollarsFromDecimal(amount),
    })),
  }
}

/** The filter for the lines of one figure: of a period, its days within those of the report. */
function linesOf({ from, to, by }: ReportQuery, key: string) {
  if (by === 'item') return { from, to, item_name: key }
  if (by === 'tax_class') return { from, to, tax_class: key as TaxClass }
  const last = by === 'day' ? key : by === 'week' ? addDays(key, 6) : lastOfMonth(key)
  return { from: key > from ? key : from, to: last < to ? last : to }
}

const lastOfMonth = (first: string) => addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1)

const newest = keysetList('sale lines', [keyInstant('sales.issued_at'), keyId('line.id')], 'desc')

type LineQuery = z.output<(typeof listSaleLines)['query']>

/** The lines of documents, newest first; or `cursor_invalid`. */
export async function readSaleLines(
  db: Db,
  query: LineQuery,
  zone: string,
): Promise<Page<SaleLine> | Refusal> {
  const start = newest.open(query)
  if (start instanceof Refusal) return start
  let rows = db
    .selectFrom('sale_lines as line')
    .innerJoin('sales', 'sales.id', 'line.sale_id')
    .innerJoin('sale_tenders as tender', 'tender.sale_id', 'sales.id')
    .select([
      'line.id',
      'sales.number',
      'sales.kind',
      'sales.issued_at',
      'item_name',
      'description',
      'tax_class',
    ])
    .select(['quantity', 'line.net', 'line.tax', 'line.total', 'tender.method'])
    .select([
      'payment_transaction_id as payment_id',
      sql<number>`tax_percent::float8`.as('tax_percent'),
      sql<number | null>`(select number from sales named where named.id = sales.of_sale_id)`.as('of_number'),
      sql<string | null>`(select full_name from profiles where id = sales.made_by)`.as('made_by_name'),
    ])
    .where(issuedIn(query, zone))
  if (query.item_name !== undefined) rows = rows.where('item_name', '=', query.item_name)
  if (query.tax_class) rows = rows.where('tax_class', '=', query.tax_class)
  if (query.method) rows = rows.where('tender.method', '=', query.method)
  const page = await newest.read(rows, start)
  return {
    ...page,
    items: page.items.map(({ issued_at, net, tax, total, quantity, ...row }) => ({
      ...row,
      issued_at: issued_at.toISOString(),
      ...inDollars({ quantity, net, tax, total }),
    })),
  }
}

export const allSaleLines = (
  db: Db,
  query: Omit<LineQuery, 'page_size' | 'page_number' | 'cursor'>,
  zone: string,
) => everyPage((cursor) => readSaleLines(db, { ...query, page_size: 2_000, cursor }, zone))

export const saleLineColumns = (wallClock: (instant: string) => WallClock): CsvColumns<SaleLine> => [
  ['Date', ({ issued_at }) => wallClock(issued_at).day],
  ['Time', ({ issued_at }) => wallClock(issued_at).time],
  ['Document', ({ number }) => number],
  ['Kind', ({ kind }) => kind],
  ['Of document', ({ of_number }) => of_number],
  ['Item', ({ item_name }) => item_name],
  ['Description', ({ description }) => description],
  ['Quantity', ({ quantity }) => quantity],
  ['Tax class', ({ tax_class }) => tax_class],
  ['Tax percent', ({ tax_percent }) => tax_percent],
  ['Net', ({ net }) => net.toFixed(2)],
  ['Tax', ({ tax }) => tax.toFixed(2)],
  ['Total', ({ total }) => total.toFixed(2)],
  ['Method', ({ method }) => method],
  ['By', ({ made_by_name }) => made_by_name],
]

const ownNames = Object.fromEntries(journalAccountKeys.map((key) => [key, journalAccounts[key].name]))
type JournalEntry = z.infer<typeof journalEntry>

/**
 * The days' entries under the owner's names of accounts: what came in by method on the debit side, revenue by tax class and
 * sales tax on the credit side, and the other way round where more went back; then what drawers were found to have too much
 * or too little, and what was paid in and out, against cash. Each day's sides are equal, because each document's lines and
 * tenders are.
 */
export async function readJournal(db: Db, span: Span, zone: string): Promise<JournalEntry[]> {
  const { rows } = await sql<{ day: string; account: string; amount: string }>`
    with entry (at, account, amount) as (
      select issued_at, method, tender.amount
      from sale_tenders tender join sales on sales.id = tender.sale_id where ${issuedIn(span, zone)}
      union all
      select issued_at, 'revenue_' || tax_class, -line.net
      from sale_lines line join sales on sales.id = line.sale_id where ${issuedIn(span, zone)}
      union all
      select issued_at, 'tax_' || tax_class, -line.tax
      from sale_lines line join sales on sales.id = line.sale_id where ${issuedIn(span, zone)}
      union all
      select at, account, amount * sign from (
        select closed_at, 'drawer_difference', counted - expected from drawer_shifts
        where ${inSpan('closed_at', span, zone)}
        union all
        select made_at, 'drawer_moves', amount from drawer_moves
        where kind in ('paid_in', 'paid_out') and ${inSpan('made_at', span, zone)}
      ) move (at, other, amount), lateral (values ('cash', 1), (other, -1)) side (account, sign)
    ), named (key, place, account) as (
      select key, place, coalesce(journal_accounts ->> key, names ->> key)
      from facility, (select ${JSON.stringify(ownNames)}::jsonb) own (names),
        unnest(${journalAccountKeys}::text[]) with ordinality each (key, place)
    )
    select facility_day(at)::text as day, named.account, sum(amount) as amount
    from entry join named on named.key = entry.account
    group by 1, 2 having sum(amount) <> 0
    order by 1, min(place)`.execute(db)
  return rows.map(({ day, account, amount }) => {
    const dollars = dollarsFromDecimal(amount.replace('-', ''))
    const isDebit = !amount.startsWith('-')
    return { day, account, debit: isDebit ? dollars : 0, credit: isDebit ? 0 : dollars }
  })
}

export const journalColumns: CsvColumns<JournalEntry> = [
  ['Date', ({ day }) => day],
  ['Account', ({ account }) => account],
  ['Debit', ({ debit }) => (debit > 0 ? debit.toFixed(2) : null)],
  ['Credit', ({ credit }) => (credit > 0 ? credit.toFixed(2) : null)],
]
