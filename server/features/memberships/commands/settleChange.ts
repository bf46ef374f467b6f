import type { MembershipChangeKind } from '../../../../shared/domain/memberships/memberLife.ts'
import { membershipStates } from '../../../../shared/domain/memberships/memberships.ts'
import { centsFromDollars } from '../../../../shared/domain/money/money.ts'
import type { Tx } from '../../../db/database.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { insertRefund, type RefundWay } from '../../payments/refunds/refunds.ts'
import { paidPeriod } from '../queries.ts'
import type { Freeze, SubscriptionReading } from '../readSubscription.ts'

/** What staff asked for and the provider has not confirmed. */
export interface OpenChange {
  readonly id: string
  readonly subscription_id: string
  readonly kind: MembershipChangeKind
  readonly at_once: boolean
  readonly frozen_from: Date | null
  readonly frozen_until: Date | null
  readonly refund_amount: string
  readonly asked_by: string | null
}

/** What a change gave back. */
export interface ChangeRefund {
  readonly cents: number
  readonly way: RefundWay
}

/** The state that a change is compared with. */
export interface Reached {
  readonly reading: Pick<SubscriptionReading, 'status' | 'cancelAtPeriodEnd'>
  readonly freeze: Freeze | null
}

/**
 * Marks the open change of a membership as done once the membership is as staff asked, whoever made it so and in whatever
 * order readings arrive; records its refund with it, so that it is given once.
 *
 * @returns the refund to send; null for none.
 */
export async function settleChange(
  tx: Tx,
  membershipId: string,
  reached: Reached,
  { now }: Pick<PurchaseContext, 'now'>,
): Promise<{ refund: ChangeRefund | null }> {
  const change = await tx
    .selectFrom('membership_changes')
    .select(['id', 'subscription_id', 'kind', 'at_once', 'frozen_from', 'frozen_until', 'refund_amount'])
    .select('asked_by')
    .where('subscription_id', '=', membershipId)
    .where('state', '=', 'asked')
    .forUpdate()
    .executeTakeFirst()
  if (!change) return { refund: null }
  const over = membershipStates[reached.reading.status].over
  if (isReached(change, reached)) {
    await closeChange(tx, change.id, { state: 'done', failure: null, now })
    return { refund: change.kind === 'end' && over ? await refundRest(tx, change, now) : null }
  }
  if (over)
    await closeChange(tx, change.id, {
      state: 'failed',
      failure: 'The membership has ended in the meantime.',
      now,
    })
  return { refund: null }
}

function isReached(change: OpenChange, { reading, freeze }: Reached): boolean {
  const { over, owes } = membershipStates[reading.status]
  switch (change.kind) {
    case 'end':
      return over || (!change.at_once && reading.cancelAtPeriodEnd)
    case 'resume':
      return !over && !reading.cancelAtPeriodEnd
    case 'freeze':
      return (
        isSameMoment(freeze?.from, change.frozen_from) && isSameMoment(freeze?.until, change.frozen_until)
      )
    case 'unfreeze':
      return !over && (freeze === null || isSameMoment(freeze.until, change.frozen_until))
    case 'pay':
      return !over && !owes
  }
}

/** The provider keeps seconds. */
const isSameMoment = (a: Date | null | undefined, b: Date | null): boolean =>
  Boolean(a && b && Math.abs(a.getTime() - b.getTime()) < 1000)

/** Ends a change that staff asked for, as done or as failed with the reason. */
export const closeChange = (
  tx: Tx,
  id: string,
  { state, failure, now }: { state: 'done' | 'failed'; failure: string | null; now: Date },
) =>
  tx
    .updateTable('membership_changes')
    .set({ state, failure, settled_at: now })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .execute()

/** Never more than is left of the payment: someone may have refunded it since. */
async function refundRest(tx: Tx, change: OpenChange, now: Date): Promise<ChangeRefund | null> {
  const asked = centsFromDollars(change.refund_amount)
  const paid = asked > 0 ? await paidPeriod(tx, change.subscription_id, { locked: true }) : null
  const cents = Math.min(asked, paid?.leftCents ?? 0)
  if (!paid || cents <= 0) return null
  await insertRefund(tx, {
    paymentId: paid.paymentId,
    itemId: paid.itemId,
    cents,
    reason: 'staff',
    now,
    requestedBy: change.asked_by,
    way: paid.way,
    note: 'The rest of the month, membership ended by staff',
  })
  return { cents, way: paid.way }
}
