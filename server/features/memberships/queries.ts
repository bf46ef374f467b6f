import { liveStatuses } from '../../../shared/domain/memberships.ts'
import type { Db } from '../../db/database.ts'

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
export const findIncomplete = (db: Db, userId: string) =>
  memberships(db, userId)
    .where('status', '=', 'incomplete')
    .where('stripe_subscription_id', 'is not', null)
    .$narrowType<{ stripe_subscription_id: string }>()
    .execute()
