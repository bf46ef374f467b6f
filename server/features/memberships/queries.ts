import { liveSubscriptionStatus, type Subscription } from '../../../shared/contract/memberships.ts'
import { liveStatuses } from '../../../shared/domain/memberships.ts'
import type { Db } from '../../db/database.ts'

/** A person's live membership, newest preferred; null without one (spec 2 §4, 'Subscription loading'). */
export async function findLiveSubscription(db: Db, userId: string): Promise<Subscription | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select(['id', 'cancel_at_period_end', 'current_period_start', 'current_period_end', 'created_at'])
    .select('stripe_subscription_id')
    .select((eb) => eb.ref('status').$castTo<Subscription['status']>().as('status'))
    .where('user_id', '=', userId)
    .where('status', 'in', liveSubscriptionStatus.options)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...row,
    current_period_start: row.current_period_start?.toISOString() ?? null,
    current_period_end: row.current_period_end?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

const memberships = (db: Db, userId: string) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'current_period_end', 'stripe_subscription_id', 'stripe_customer_id'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')

/** A person's live membership with what the provider calls it. */
export const findMembership = (db: Db, userId: string) =>
  memberships(db, userId).where('status', 'in', liveStatuses).limit(1).executeTakeFirst()
export type Membership = NonNullable<Awaited<ReturnType<typeof findMembership>>>

/** Sign-ups of a person whose first payment has not been made yet, newest first. */
export const findHalfway = (db: Db, userId: string) =>
  memberships(db, userId)
    .where('status', '=', 'incomplete')
    .where('stripe_subscription_id', 'is not', null)
    .$narrowType<{ stripe_subscription_id: string }>()
    .execute()
