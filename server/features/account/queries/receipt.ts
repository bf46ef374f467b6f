import { type Expression, sql } from 'kysely'
import type { Customer } from '../../accounts/customer.ts'

/**
 * The receipt of the customer's payment that paid a registration, found by reference (decision 3); null while there is
 * none, and where someone else paid: receipts are the payer's.
 *
 * @param item the condition on `payment_items` that names the registration.
 */
export const receiptOf = ({ id }: Customer, item: Expression<unknown>) =>
  sql<string | null>`(
    select receipt_url
    from payment_items
    join payment_transactions on payment_transactions.id = payment_transaction_id
    where ${item} and receipt_url is not null and (payment_transactions.user_id is null or payment_transactions.user_id = ${id})
      and payment_transactions.status in ('completed', 'refunded')
    order by completed_at desc nulls last
    limit 1
  )`.as('receipt_url')
