import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type {
  getComprehensivePayments,
  ListedPayment,
  listDeskRefunds,
  PaymentDetails,
  Tender,
} from '../../../shared/contract/payments/staffPayments.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import { receiptNumber } from '../../../shared/domain/money/receipts.ts'
import type { Db } from '../../db/database.ts'
import type { InstantSpan } from '../../db/dayRange.ts'
import { keyId, keyInstant, keysetList, type Page } from '../../db/keyset.ts'
import { hasWord, type SearchWord, searchWords } from '../../db/searchWords.ts'
import { Refusal } from '../../refusal.ts'
import { paidKind, paidThing } from './payables.ts'

/** When the money came in, or else when it was asked for; as the indexes have it. */
export const received = sql<Date>`coalesce(payment.completed_at, payment.created_at)`
const columns = [
  {
    ...keyInstant('payment.created_at'),
    read: sql`(extract(epoch from ${received}) / 0.000001)::float8`,
    sort: received,
  },
  keyId('payment.id'),
]
const lists = {
  newest: keysetList('payments by newest', columns, 'desc'),
  oldest: keysetList('payments by oldest', columns, 'asc'),
}

export type PaymentQuery = Omit<
  z.output<(typeof getComprehensivePayments)['query']>,
  'range' | 'from_day' | 'to_day' | 'totals'
> & { span?: InstantSpan | undefined }

/**
 * A page of all payments, newest or oldest first. Every word of the search is in the customer's name or e-mail, in what was
 * paid, in the card's last digits or in the receipt number. What was opened and never paid is listed only by its status; 'refunded' lists what came back in part, too.
 *
 * @returns `cursor_invalid` where the cursor is not of this list and query.
 */
export async function listPayments(db: Db, query: PaymentQuery): Promise<Page<ListedPayment> | Refusal> {
  const list = lists[query.sort]
  const start = list.open(query)
  if (start instanceof Refusal) return start
  const words = searchWords(query.search_query)
  let rows = listed(db)
  const { status_filter } = query
  if (status_filter === undefined) rows = rows.where('payment.status', '<>', 'canceled')
  // What came back in part is still 'completed'.
  else if (status_filter === 'refunded') rows = rows.where('payment.refunded_amount', '>', '0')
  else rows = rows.where('payment.status', '=', status_filter)
  if (query.user_id) rows = rows.where('payment.user_id', '=', query.user_id)
  if (query.taken_by) rows = rows.where('payment.taken_by', '=', query.taken_by)
  const { method, span } = query
  if (method === 'refund') {
    rows = rows.where(sql<boolean>`payment.id = any(${await paymentsRefunded(db, span)}::uuid[])`)
  } else {
    rows = rows.where(inSpan(received, span))
    if (method) rows = rows.where(sql<boolean>`${tenderOf} = ${method}`)
    // A figure's payments: what was voided or never came is not money by any method.
    if (method && status_filter === undefined)
      rows = rows.where('payment.status', 'in', ['completed', 'refunded'])
  }
  rows = rows.where(hasWords(words, await paymentsOfSale(db, query.search_query)))
  const page = await list.read(rows, start)
  const documented = await readDocumented(
    db,
    page.items.map(({ id }) => id),
  )
  return { ...page, items: page.items.map((row) => asListedPayment(row, documented.get(row.id))) }
}

/** Never what is bound alone: an index entered by it serves all of the list. */
export function inSpan(at: RawBuilder<unknown>, span: InstantSpan | undefined): RawBuilder<SqlBool> {
  const bounds: RawBuilder<unknown>[] = [sql`true`]
  if (span?.start) bounds.push(sql`${at} >= ${span.start}`)
  if (span?.end) bounds.push(sql`${at} < ${span.end}`)
  return sql`${sql.join(bounds, sql` and `)}`
}

/** Whether a payment has all words of a search, or is one of those of the sale whose number was typed. */
export function hasWords(words: readonly SearchWord[] | null, sold: readonly string[]): RawBuilder<SqlBool> {
  if (words?.length === 0) return sql`false`
  const each = (words ?? []).map(({ people }) => {
    const word = hasWord(sql.ref('payment.search'), people)
    return sql`(${word} or payment.id = any(${sold}::uuid[]))`
  })
  return sql`${sql.join([sql`true`, ...each], sql` and `)}`
}

/** As `tender_of` in the database; so the index has it. */
export const tenderOf = sql<Tender>`(case when not payment.taken_at_desk then 'online'
  when payment.payment_method in ('cash', 'desk_card') then payment.payment_method else 'other' end)`

/** Of more, the list has the latest; someone chooses days to see others. */
const MOST_REFUNDED = 10_000

/** Payments of which something went back on these days, the latest first; read first, so that the list keeps its indexes. */
async function paymentsRefunded(db: Db, span: InstantSpan | undefined): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select back.payment_transaction_id as id from payment_refunds back
    where back.status <> 'failed' and ${inSpan(sql.ref('back.created_at'), span)}
    order by back.created_at desc limit ${MOST_REFUNDED}`.execute(db)
  return [...new Set(rows.map(({ id }) => id))]
}

/** The payments of the sale whose number was typed; read first, so that the list keeps its indexes. */
export async function paymentsOfSale(db: Db, typed: string | undefined): Promise<string[]> {
  if (!/^\s*\d{1,9}\s*$/.test(typed ?? '')) return []
  const { rows } = await sql<{ id: string }>`
    select distinct payment_transaction_id as id from sale_lines
    where sale_id = (select id from sales where number = ${Number(typed)}) and payment_transaction_id is not null`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

interface Documented {
  /** The sales tax in a payment, in dollars. */
  readonly tax?: string
  /** The number of its sale. */
  readonly sale?: number | null
}

/** What each of these payments was sold with; read apart, so that the list keeps its plan. */
async function readDocumented(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Documented>> {
  const { rows } = await sql<{ id: string; tax: string; sale: number | null }>`
    select id,
      (
        select max(number) from sale_lines line join sales on sales.id = line.sale_id
        where line.payment_transaction_id = asked.id and sales.kind = 'sale'
      ) as sale,
      (select coalesce(sum(tax), 0)::text from payment_items where payment_transaction_id = asked.id) as tax
    from unnest(${ids}::uuid[]) asked (id)`.execute(db)
  return new Map(rows.map(({ id, ...documented }) => [id, documented]))
}

const nameOf = (account: string) =>
  sql<string | null>`(select full_name from profiles where profiles.id = ${sql.ref(account)})`

const listed = (db: Db) =>
  db
    .selectFrom('payment_transactions as payment')
    .select(['payment.id', 'payment.user_id as customer_id', 'customer_name', 'customer_email'])
    .select(['payment_type', 'description', 'payment_description', 'total_amount', 'refunded_amount'])
    .select(['payment_method', 'payment_method_details', 'card_brand', 'card_last4', 'payment.status'])
    .select(['receipt_url', 'payment_date', 'payment.created_at', 'completed_at', 'booking_count'])
    .select(['admin_notes', 'stripe_charge_id', 'stripe_payment_intent_id', 'stripe_checkout_session_id'])
    .select(['taken_at_desk', nameOf('payment.taken_by').as('taken_by_name')])
    .select(
      sql<string>`(
        select coalesce(sum(amount), 0)::text from payment_refunds
        where payment_transaction_id = payment.id and payment_refunds.status = 'pending'
      )`.as('refund_pending_amount'),
    )
type Row = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const asListedPayment = (row: Row, { tax = '0', sale = null }: Documented = {}): ListedPayment => ({
  ...row,
  receipt_number: receiptNumber(row.id, sale),
  total_amount: dollarsFromDecimal(row.total_amount),
  refunded_amount: dollarsFromDecimal(row.refunded_amount),
  refund_pending_amount: dollarsFromDecimal(row.refund_pending_amount),
  tax_amount: dollarsFromDecimal(tax),
  payment_date: row.payment_date?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
})

/** One payment with what it paid and what came back; null where there is none. */
export async function findPayment(db: Db, id: string): Promise<PaymentDetails | null> {
  const [row, items, documented, refunds] = await Promise.all([
    listed(db)
      .select([
        'voided_at',
        'void_reason',
        'failure_message',
        nameOf('payment.voided_by').as('voided_by_name'),
      ])
      .where('payment.id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('payment_items as item')
      .select([
        'amount',
        'subscription_id',
        'good_id',
        'good_name',
        paidKind.as('kind'),
        paidThing.as('thing'),
      ])
      .where('payment_transaction_id', '=', id)
      .orderBy('item.id')
      .execute(),
    readDocumented(db, [id]),
    refundRows(db).where('back.payment_transaction_id', '=', id).orderBy('back.created_at').execute(),
  ])
  if (!row) return null
  const { voided_at, void_reason, failure_message, voided_by_name, ...listedRow } = row
  return {
    ...asListedPayment(listedRow, documented.get(id)),
    items: items.map(({ kind, thing, subscription_id, good_id, good_name, amount }) => ({
      kind: kind ?? (subscription_id ? 'subscription' : good_name ? 'goods' : 'deleted'),
      id: thing ?? subscription_id ?? good_id,
      amount: dollarsFromDecimal(amount),
    })),
    refunds: refunds.map(asRefund),
    voided_at: voided_at?.toISOString() ?? null,
    ...{ void_reason, failure_message, voided_by_name },
  }
}

const refundRows = (db: Db) =>
  db
    .selectFrom('payment_refunds as back')
    .select(['back.id', 'back.amount', 'back.way', 'back.status', 'back.reason', 'back.note'])
    .select(['back.failure_message', 'back.created_at', 'back.completed_at'])
    .select([
      nameOf('back.requested_by').as('requested_by_name'),
      nameOf('back.given_by').as('given_by_name'),
    ])
type RefundRow = Awaited<ReturnType<ReturnType<typeof refundRows>['executeTakeFirstOrThrow']>>

const asRefund = <R extends RefundRow>(row: R) => ({
  ...row,
  amount: dollarsFromDecimal(row.amount),
  created_at: row.created_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
})

const byAge = keysetList('desk refunds', [keyInstant('back.created_at'), keyId('back.id')], 'asc')

/** Refunds by hand: those that are still to be given, or those that were, oldest first. */
export async function readDeskRefunds(db: Db, query: z.output<(typeof listDeskRefunds)['query']>) {
  const start = byAge.open(query)
  if (start instanceof Refusal) return start
  const rows = refundRows(db)
    .innerJoin('payment_transactions as payment', 'payment.id', 'back.payment_transaction_id')
    .select(['payment.id as payment_id', 'payment.user_id as customer_id'])
    .select(['payment.customer_name', 'payment.description'])
    .where('back.way', '=', 'desk')
    .where('back.status', '=', query.state === 'given' ? 'succeeded' : 'pending')
  const page = await byAge.read(rows, start)
  return { ...page, items: page.items.map(asRefund) }
}
