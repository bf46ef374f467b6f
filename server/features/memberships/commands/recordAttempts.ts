import { decimalFromCents } from '../../../../shared/domain/money/money.ts'
import type { Tx } from '../../../db/database.ts'
import type { SubscriptionReading } from '../readSubscription.ts'

/** Records each charge of a month that did not go through at once. The provider's charges never change once they are over. */
export async function recordAttempts(
  tx: Tx,
  membershipId: string,
  { invoices }: SubscriptionReading,
): Promise<void> {
  const rows = invoices.flatMap((invoice) =>
    invoice.charges.map(({ id, cents, succeeded, reason, at }) => ({
      subscription_id: membershipId,
      stripe_charge_id: id,
      stripe_invoice_id: invoice.id,
      amount: decimalFromCents(cents),
      succeeded,
      reason,
      attempted_at: at,
    })),
  )
  if (rows.length === 0) return
  await tx
    .insertInto('membership_attempts')
    .values(rows)
    .onConflict((conflict) => conflict.column('stripe_charge_id').doNothing())
    .execute()
}
