import { sql } from 'kysely'
import { type PaymentTotals, type Tender, tender } from '../../../shared/contract/payments/staffPayments.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money/money.ts'
import type { Db } from '../../db/database.ts'
import { searchWords } from '../../db/searchWords.ts'
import { hasWords, inSpan, type PaymentQuery, paymentsOfSale, received, tenderOf } from './paymentList.ts'

/** So many payments are added up; of more, someone has to choose days first. */
const MOST_ADDED_UP = 10_000

/**
 * What came in and went back on the days of the query, by method, of those who are searched for; with the formulas of the
 * dashboard's figures. Null where it is too much to add up.
 */
export async function readPaymentTotals(
  db: Db,
  query: PaymentQuery,
  most = MOST_ADDED_UP,
): Promise<PaymentTotals | null> {
  const { span, taken_by: by } = query
  const words = hasWords(searchWords(query.search_query), await paymentsOfSale(db, query.search_query))
  const ofAccount = query.user_id ? sql`payment.user_id = ${query.user_id}` : sql`true`
  const taken = sql`
    select payment.id, payment.total_amount, payment.taken_by, ${tenderOf} as way from payment_transactions payment
    where payment.status in ('completed', 'refunded') and ${inSpan(received, span)} and ${words} and ${ofAccount}
    limit ${most + 1}`
  const isBy = (column: string) => (by ? sql`${sql.ref(column)} = ${by}` : sql`true`)
  const [figures, staff] = await Promise.all([
    sql<{ way: Tender | 'refunds'; looked: number; count: number; amount: string; tax: string }>`
      with taken as materialized (${taken}), back as materialized (
        select back.amount, back.tax from payment_refunds back
        join payment_transactions payment on payment.id = back.payment_transaction_id
        where back.status <> 'failed' and payment.status in ('completed', 'refunded')
          and ${inSpan(sql.ref('back.created_at'), span)} and ${words} and ${ofAccount}
          and ${by ? sql`coalesce(back.given_by, back.requested_by) = ${by}` : sql`true`}
        limit ${most + 1}
      )
      select way, (select count(*) from taken)::integer as looked, count(*)::integer as count,
        sum(total_amount)::text as amount, coalesce(sum(items.tax), 0)::text as tax
      from taken cross join lateral (
        select sum(item.tax) as tax from payment_items item where item.payment_transaction_id = taken.id
      ) items
      where ${isBy('taken.taken_by')} group by way
      union all
      select 'refunds', count(*)::integer, count(*)::integer, coalesce(sum(amount), 0)::text,
        coalesce(sum(tax), 0)::text from back`.execute(db),
    sql<{ id: string; full_name: string; count: number }>`
      select profiles.id, profiles.full_name, taken.count
      from (select taken_by, count(*)::integer as count from (${taken}) taken group by taken_by) taken
      join profiles on profiles.id = taken.taken_by order by profiles.full_name, profiles.id`.execute(db),
  ])
  if (figures.rows.some(({ looked }) => looked > most)) return null
  const of = (way: Tender | 'refunds') => {
    const { count = 0, amount = '0', tax = '0' } = figures.rows.find((row) => row.way === way) ?? {}
    return { count, cents: centsFromDollars(amount), tax: centsFromDollars(tax) }
  }
  const figure = (way: Tender | 'refunds') => ({
    count: of(way).count,
    amount: dollarsFromCents(of(way).cents),
  })
  const sum = (cents: 'cents' | 'tax') =>
    tender.options.reduce((total, way) => total + of(way)[cents], -of('refunds')[cents])
  return {
    ...{
      cash: figure('cash'),
      desk_card: figure('desk_card'),
      other: figure('other'),
      online: figure('online'),
    },
    refunds: figure('refunds'),
    tax_amount: dollarsFromCents(sum('tax')),
    net_amount: dollarsFromCents(sum('cents')),
    staff: staff.rows,
  }
}
