import {
  liveSubscriptionStatus,
  type Subscription,
} from '../../../../shared/contract/memberships/memberships.ts'
import type { Db } from '../../../db/database.ts'

/** A person's live membership, newest preferred; null without one (spec 2 §4, 'Subscription loading'). */
export async function findLiveSubscription(db: Db, userId: string): Promise<Subscription | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select(['id', 'cancel_at_period_end', 'current_period_start', 'current_period_end', 'created_at'])
    .select(['stripe_subscription_id', 'frozen_from', 'frozen_until', 'is_frozen'])
    .select((eb) => eb.ref('status').$castTo<Subscription['status']>().as('status'))
    .where('user_id', '=', userId)
    .where('status', 'in', liveSubscriptionStatus.options)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { frozen_from: from, frozen_until: until, is_frozen: begun, ...live } = row
  return {
    ...live,
    current_period_start: row.current_period_start?.toISOString() ?? null,
    current_period_end: row.current_period_end?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    freeze: from && until ? { from: from.toISOString(), until: until.toISOString(), begun } : null,
  }
}
