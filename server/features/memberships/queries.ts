import { sql } from 'kysely'
import { liveStatuses } from '../../../shared/domain/memberships/memberships.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import type { Db } from '../../db/database.ts'
import { leftOfItem } from '../payments/refunds/cardMoney.ts'
import type { RefundWay } from '../payments/refunds/refunds.ts'

const memberships = (db: Db, userId: string) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'current_period_end', 'stripe_subscription_id', 'stripe_customer_id'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')

/** A person's live membership with its ids at the provider. */
export const findMembership = (db: Db, userId: string) =>
  memberships(db, userId).where('status', 'in', liveStatuses).limit(1).executeTakeFirst()
export type Membership = NonNullable<Awaited<ReturnType<typeof findMembership>>>

/** A person's subscriptions without a first payment, newest first. */
export const findIncomplete = (db: Db, userId: string) =>
  memberships(db, userId)
    .where('status', '=', 'incomplete')
    .where('stripe_subscription_id', 'is not', null)
    .$narrowType<{ stripe_subscription_id: string }>()
    .execute()

/** What was paid for the running month of a membership. */
export interface PaidPeriod {
  readonly paymentId: string
  readonly itemId: string
  /** What is not refunded of it. */
  readonly leftCents: number
  readonly way: RefundWay
}

/** An invoice is written when its month begins; the provider's clock and ours may differ a little. */
const EARLY = "interval '1 hour'"

/** Null where nothing was paid for the running month: a trial, a frozen month, one that is owed, or no billing at all. */
export async function paidPeriod(
  db: Db,
  membershipId: string,
  { locked = false }: { locked?: boolean } = {},
): Promise<PaidPeriod | null> {
  const row = await db
    .selectFrom('payment_items as item')
    .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
    .innerJoin('subscriptions as membership', 'membership.id', 'item.subscription_id')
    .select(['item.id as itemId', 'payment.id as paymentId', leftOfItem.as('left')])
    .select('payment.stripe_payment_intent_id as intent')
    .where('item.subscription_id', '=', membershipId)
    .where('payment.status', '=', 'completed')
    .where(sql<boolean>`payment.created_at >= membership.current_period_start - ${sql.raw(EARLY)}`)
    .orderBy('payment.created_at', 'desc')
    .limit(1)
    .$if(locked, (query) => query.forNoKeyUpdate(['item', 'payment']))
    .executeTakeFirst()
  if (!row) return null
  const { paymentId, itemId, left, intent } = row
  return { paymentId, itemId, leftCents: centsFromDollars(left), way: intent === null ? 'desk' : 'card' }
}

/** Memberships with their persons, as staff see them. */
export const selectMemberships = (db: Db) =>
  db
    .selectFrom('subscriptions as membership')
    .leftJoin('profiles as person', 'person.id', 'membership.user_id')
    .select([
      'membership.id',
      'membership.user_id',
      'membership.status',
      'membership.state',
      'membership.version',
    ])
    .select(['membership.joined_at', 'membership.cancel_at_period_end', 'membership.canceled_at'])
    .select(['membership.current_period_start', 'membership.current_period_end', 'membership.billing_anchor'])
    .select(['membership.frozen_from', 'membership.frozen_until', 'membership.is_frozen'])
    .select(['membership.monthly_price', 'membership.owed_amount', 'membership.next_attempt_at'])
    .select(['membership.card_brand', 'membership.card_last4', 'membership.stripe_subscription_id'])
    .select(['person.full_name', 'person.email', 'person.phone_number'])
    .where('membership.joined_at', 'is not', null)
export type MembershipRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectMemberships>['executeTakeFirst']>>
>

/** Whether the provider charges for it; others are settled at the desk, like those of the demo. */
export const isBilled = ({
  stripe_subscription_id: id,
}: Pick<MembershipRow, 'stripe_subscription_id'>): boolean => id !== null

/** Whether the member's account is deleted. It can be while the membership ends with its period. */
export const isMemberGone = ({ user_id }: Pick<MembershipRow, 'user_id'>): boolean => user_id === null
