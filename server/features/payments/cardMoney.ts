import { type RawBuilder, sql } from 'kysely'

/**
 * Dollars that were paid by card for one thing and are not on their way back yet, as an SQL expression, so that a list
 * stays one query: what `refundItem` can give back. Zero where the provider knows of no payment.
 *
 * @param reference the column of `payment_items` that names the thing.
 * @param id the column that has its id in the query around it.
 */
export const cardMoneyFor = (
  reference: 'booking_id' | 'coach_booking_id',
  id: string,
): RawBuilder<string> => sql<string>`coalesce((
  select sum(item.amount - coalesce(
    (select sum(back.amount) from payment_refunds back where back.payment_item_id = item.id and back.status <> 'failed'),
    0
  ))
  from payment_items item
  join payment_transactions payment on payment.id = item.payment_transaction_id
  where ${sql.ref(`item.${reference}`)} = ${sql.ref(id)}
    and payment.status = 'completed' and payment.stripe_payment_intent_id is not null
), 0)`
