import type { Context } from '../../../context.ts'
import { system, transaction } from '../../../db/database.ts'
import { purchaseContext } from '../../payments/purchase.ts'
import { enqueueFreezeChange } from '../emails.ts'
import { findMember, freezeOf } from './changeUnbilled.ts'

/**
 * Begins freezes by our clock, so that members' prices end with the month that was paid, and ends those of memberships without
 * a subscription at the provider. The end of the others is read from the provider.
 */
export async function turnFreezes(context: Context): Promise<void> {
  const at = await purchaseContext(context)
  await transaction(context.db, system, async (tx) => {
    const over = await tx
      .selectFrom('subscriptions')
      .select(['id', 'user_id', 'frozen_from', 'frozen_until', 'current_period_end'])
      .where('stripe_subscription_id', 'is', null)
      .where('frozen_from', 'is not', null)
      .where('frozen_until', '<=', at.now)
      .where('status', 'in', ['active', 'trialing'])
      .forUpdate()
      .execute()
    for (const row of over) {
      await tx
        .updateTable('subscriptions')
        .set({ frozen_from: null, frozen_until: null, is_frozen: false })
        .where('id', '=', row.id)
        .execute()
      const member = row.user_id === null ? null : await findMember(tx, row.user_id)
      if (!member) continue
      const turn = { member, membershipId: row.id, before: freezeOf(row), after: null, priceCents: null }
      await enqueueFreezeChange(tx, { ...turn, nextCharge: row.current_period_end }, at)
    }
    await tx
      .updateTable('subscriptions')
      .set({ is_frozen: true })
      .where('frozen_from', '<=', at.now)
      .where('is_frozen', '=', false)
      .where('status', 'in', ['active', 'trialing'])
      .execute()
  })
}
