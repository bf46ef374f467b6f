import type { Context } from '../../../context.ts'
import type { Buyer } from '../purchase.ts'
import { closeIntent } from './closeIntent.ts'

/**
 * Cancels at the provider, in the background, the payments whose holds a person's newer checkout has released. The job
 * retries what fails here.
 */
export function closeReleasedCheckouts(context: Context, { userId }: Pick<Buyer, 'userId'>): void {
  if (userId)
    void closeAll(context, userId).catch((error) => context.log.warn({ err: error }, 'checkouts stay open'))
}

async function closeAll(context: Context, userId: string): Promise<void> {
  const released = await context.db
    .selectFrom('payment_transactions as payment')
    .innerJoin('checkout_holds as hold', 'hold.id', 'payment.checkout_hold_id')
    .select('payment.stripe_payment_intent_id as intent')
    .where('payment.user_id', '=', userId)
    .where('payment.status', 'in', ['pending', 'failed'])
    .where('payment.next_check_at', 'is not', null)
    .where('hold.status', 'in', ['released', 'expired'])
    .execute()
  for (const { intent } of released) if (intent) await closeIntent(context, intent)
}
