/** Goods that the desk sells: kept by admins, paid at the till, alone or with what else is due. */

import { sql } from 'kysely'
import type { Good } from '../../../../shared/contract/payments/till.ts'
import {
  centsFromDollars,
  decimalFromCents,
  dollarsFromDecimal,
} from '../../../../shared/domain/money/money.ts'
import type { TaxClass } from '../../../../shared/domain/money/salesTax.ts'
import { type Db, isDatabaseError, type Tx, UNIQUE_VIOLATION } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'

export interface SoldGood {
  readonly id: string
  readonly quantity: number
  /** Dollars that were shown for all of them, with tax; compared, never trusted. */
  readonly amount?: number | undefined
}

interface PricedGood {
  readonly id: string
  readonly name: string
  readonly tax_class: TaxClass
  readonly quantity: number
  readonly cents: number
}

/** Whose payment it is. */
export interface Buyer {
  readonly user_id: string | null
  readonly customer_name: string | null
  readonly customer_email: string | null
}

const goodsOf = (db: Db) =>
  db
    .selectFrom('goods')
    .select(['id', 'name', 'price', 'tax_class', 'count'])
    .select(sql<number>`current_tax(tax_class)::float8`.as('tax_percent'))

const asGood = <Row extends { price: string }>(row: Row) => ({
  ...row,
  price: dollarsFromDecimal(row.price),
})

/** What is sold, by name. */
export const readGoods = async (db: Db): Promise<Good[]> =>
  (await goodsOf(db).orderBy(sql`lower(name)`).execute()).map(asGood)

interface GoodFields {
  readonly name?: string | undefined
  readonly price?: number | undefined
  readonly tax_class?: TaxClass | undefined
  readonly count?: number | null | undefined
}

/** Adds something to what is sold, or changes it. Sales keep what they were sold at. Or `good_not_found`, `good_exists`. */
export async function saveGood(tx: Tx, id: string | null, fields: GoodFields): Promise<Good | Refusal> {
  const { name, price, tax_class, count } = fields
  const values = {
    ...(name !== undefined && { name }),
    ...(price !== undefined && { price: price.toFixed(2) }),
    ...(tax_class !== undefined && { tax_class }),
    ...(count !== undefined && { count }),
  }
  try {
    const saved =
      id === null
        ? await tx
            .insertInto('goods')
            .values({ name: '', price: '0', count: null, ...values })
            .returning('id')
            .executeTakeFirstOrThrow()
        : await tx
            .updateTable('goods')
            .set({ ...values, updated_at: sql`now()` })
            .where('id', '=', id)
            .returning('id')
            .executeTakeFirst()
    if (!saved) return refuse('good_not_found')
    return asGood(await goodsOf(tx).where('id', '=', saved.id).executeTakeFirstOrThrow())
  } catch (error) {
    if (isDatabaseError(error, UNIQUE_VIOLATION, 'goods_name_idx')) return refuse('good_exists')
    throw error
  }
}

/** @returns its name; or `good_not_found`. */
export async function deleteGood(tx: Tx, id: string): Promise<string | Refusal> {
  const gone = await tx.deleteFrom('goods').where('id', '=', id).returning('name').executeTakeFirst()
  return gone?.name ?? refuse('good_not_found')
}

/**
 * What these cost now, with tax, their rows locked in one order. Or `good_not_found`; `goods_changed` where something else was
 * shown; `goods_sold_out` where fewer are left, each with the goods as they are.
 */
export async function priceGoods(tx: Tx, sold: readonly SoldGood[]): Promise<PricedGood[] | Refusal> {
  const wanted = new Map<string, SoldGood>()
  for (const { id, quantity, amount } of sold) {
    const more = wanted.get(id)
    wanted.set(id, {
      ...{ id, quantity: quantity + (more?.quantity ?? 0) },
      amount: more ? undefined : amount,
    })
  }
  const priced: (PricedGood & { count: number | null })[] = []
  for (const { id, quantity } of [...wanted.values()].sort((a, b) => a.id.localeCompare(b.id))) {
    const good = await goodsOf(tx)
      .select(sql<string>`goods_amount(goods, ${quantity})`.as('amount'))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!good) return refuse('good_not_found')
    const { amount, name, tax_class, count } = good
    priced.push({ ...{ id, name, tax_class, quantity, count }, cents: centsFromDollars(amount) })
  }
  const isShown = ({ id, cents }: PricedGood) => {
    const { amount } = wanted.get(id) ?? {}
    return amount === undefined || centsFromDollars(amount) === cents
  }
  if (!priced.every(isShown)) return refuse('goods_changed', { items: await readGoods(tx) })
  if (priced.some(({ count, quantity }) => count !== null && count < quantity))
    return refuse('goods_sold_out', { items: await readGoods(tx) })
  return priced
}

/** Records one payment of these goods; the database counts them. @returns its id. */
export async function sellGoods(
  tx: Tx,
  sold: readonly PricedGood[],
  {
    buyer,
    method,
    note,
    by,
    receiptGroup,
    at,
  }: {
    readonly buyer: Buyer | null
    readonly method: 'cash' | 'desk_card' | 'other'
    readonly note: string | null
    readonly by: string
    readonly receiptGroup: string
    readonly at: Date
  },
): Promise<string> {
  const named = sold.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
  const { id } = await tx
    .insertInto('payment_transactions')
    .values({
      user_id: buyer?.user_id ?? null,
      customer_name: buyer?.customer_name ?? null,
      customer_email: buyer?.customer_email ?? null,
      payment_type: 'goods',
      description: named.join('; '),
      total_amount: decimalFromCents(sold.reduce((sum, { cents }) => sum + cents, 0)),
      payment_method: method,
      status: 'completed',
      taken_at_desk: true,
      taken_by: by,
      receipt_group: receiptGroup,
      admin_notes: note,
      ...{ payment_date: at, completed_at: at, created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payment_items')
    .values(
      sold.map((good) => ({
        payment_transaction_id: id,
        amount: decimalFromCents(good.cents),
        good_id: good.id,
        good_name: good.name,
        quantity: good.quantity,
        tax_class: good.tax_class,
      })),
    )
    .execute()
  return id
}
