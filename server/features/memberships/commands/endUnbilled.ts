import { type NotNull, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { system, transaction } from '../../../db/database.ts'
import { purchaseContext } from '../../payments/purchase.ts'
import { enqueueEnded } from '../emails.ts'

/**
 * Memberships without a subscription at the provider, like those of the demo, follow our clock: a canceled one ends with its
 * period, and any other continues with its next month.
 */
export async function endUnbilled(context: Context): Promise<void> {
  const at = await purchaseContext(context)
  await transaction(context.db, system, async (tx) => {
    const ended = await tx
      .updateTable('subscriptions')
      .set({ status: 'canceled', canceled_at: at.now })
      .where('stripe_subscription_id', 'is', null)
      .where('status', 'in', ['active', 'trialing'])
      .where('cancel_at_period_end', '=', true)
      .where('current_period_end', '<=', at.now)
      .returning(['id', 'user_id'])
      .execute()
    for (const { id, user_id } of ended) {
      const member = await tx
        .selectFrom('profiles')
        .select(['id', 'full_name', 'email'])
        .where('id', '=', user_id)
        .where('email', 'is not', null)
        .$narrowType<{ email: NotNull }>()
        .executeTakeFirst()
      if (member) await enqueueEnded(tx, { ...member, membershipId: id, unpaid: false, refund: null }, at)
    }
    await tx
      .updateTable('subscriptions')
      .set({
        current_period_start: sql<Date>`current_period_end`,
        current_period_end: sql<Date>`current_period_end + interval '1 month'`,
      })
      .where('stripe_subscription_id', 'is', null)
      .where('status', 'in', ['active', 'trialing'])
      .where('cancel_at_period_end', '=', false)
      .where('current_period_end', '<=', at.now)
      .execute()
  })
}
