import type { Tx } from '../../db/database.ts'
import type { BookedPerson } from '../accounts/bookedPerson.ts'
import type { RefundedItem } from './refunds/cardMoney.ts'
import { paidItem } from './refunds/refunds.ts'

/** Who paid for something by card: the account, or what the payment keeps of its buyer; null where no card paid. */
export async function findPayer(tx: Tx, item: RefundedItem): Promise<BookedPerson | null> {
  const payment = await tx
    .selectFrom('payment_items as item')
    .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
    .leftJoin('profiles as account', 'account.id', 'payment.user_id')
    .select(['payment.user_id', 'customer_name', 'customer_email'])
    .select(['account.full_name', 'account.email', 'account.phone_number'])
    .where(paidItem(item))
    .where('payment.status', 'in', ['completed', 'refunded'])
    .where('payment.taken_at_desk', '=', false)
    .orderBy('payment.created_at', 'desc')
    .executeTakeFirst()
  return payment
    ? {
        userId: payment.user_id,
        name: payment.full_name ?? payment.customer_name ?? '',
        email: payment.email ?? payment.customer_email,
        phone: payment.phone_number,
      }
    : null
}
