import { type RawBuilder, sql } from 'kysely'
import type { PaidCents } from '../../../../shared/domain/bookings/changePolicy.ts'
import { centsFromDollars } from '../../../../shared/domain/money/money.ts'
import type { ItemColumn } from '../../../db/kinds.ts'

/** Something that was paid, by its column of `payment_items`. */
export type RefundedItem = { readonly [column in ItemColumn]?: string }

/**
 * Dollars of a payment's item that are not refunded yet, as an SQL expression over `item` and `payment`: never more than is
 * left of the whole payment, which staff may have refunded in part by hand.
 */
export const leftOfItem: RawBuilder<string> = sql<string>`least(
  item.amount - (
    select coalesce(sum(back.amount), 0) from payment_refunds back
    where back.payment_item_id = item.id and back.status <> 'failed'
  ),
  payment.total_amount - (
    select coalesce(sum(back.amount), 0) from payment_refunds back
    where back.payment_transaction_id = payment.id and back.status <> 'failed'
  )
)`

/**
 * Dollars that were paid by card for one thing and are not refunded yet, as an SQL expression, so that a list stays one
 * query: what `refundItem` can refund. Null where no card payment is known to the provider.
 *
 * @param reference the column of `payment_items` that names the thing.
 * @param id the column that has its id in the query around it.
 */
export const cardMoneyFor = (reference: keyof RefundedItem, id: string): RawBuilder<string | null> => sql<
  string | null
>`(
  select sum(case payment.status when 'refunded' then 0 else ${leftOfItem} end)
  from payment_items item
  join payment_transactions payment on payment.id = item.payment_transaction_id
  where ${sql.ref(`item.${reference}`)} = ${sql.ref(id)}
    and payment.status in ('completed', 'refunded') and payment.stripe_payment_intent_id is not null
)`

/**
 * Dollars that were paid at the desk for one thing and are not given back or to be given back, as an SQL expression.
 *
 * @param reference as for `cardMoneyFor`.
 */
export const deskMoneyFor = (reference: keyof RefundedItem, id: string): RawBuilder<string> => sql<string>`(
  select coalesce(sum(${leftOfItem}), 0)
  from payment_items item
  join payment_transactions payment on payment.id = item.payment_transaction_id
  where ${sql.ref(`item.${reference}`)} = ${sql.ref(id)} and payment.status = 'completed' and payment.taken_at_desk
)`

/** Whether a refund `back` came back, or is on its way to the card. */
export const cameBack: RawBuilder<boolean> = sql<boolean>`(
  back.status = 'succeeded' or (back.status = 'pending' and back.way = 'card')
)`

/**
 * Dollars that were paid for one thing and came back, or are on their way to the card, as an SQL expression. What the
 * front desk still has to give is not among them.
 *
 * @param reference as for `cardMoneyFor`.
 */
export const refundedFor = (reference: keyof RefundedItem, id: string): RawBuilder<string> => sql<string>`(
  select coalesce(sum(case payment.status when 'refunded' then item.amount else (
    select coalesce(sum(back.amount), 0) from payment_refunds back
    where back.payment_item_id = item.id and ${cameBack}
  ) end), 0)
  from payment_items item
  join payment_transactions payment on payment.id = item.payment_transaction_id
  where ${sql.ref(`item.${reference}`)} = ${sql.ref(id)}
    and payment.status in ('completed', 'refunded')
)`

/** What was paid for something and is still there, in cents. */
export const paidOf = (thing: {
  /** As `cardMoneyFor` reads it. */
  readonly card_money: string | null
  /** As `deskMoneyFor` reads it. */
  readonly desk_money: string
}): PaidCents => ({
  byCard: centsFromDollars(thing.card_money ?? 0),
  atDesk: centsFromDollars(thing.desk_money),
})
