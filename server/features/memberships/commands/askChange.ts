import {
  changesAllowed,
  freezeFrom,
  type MembershipChangeKind,
  restOfPeriod,
} from '../../../../shared/domain/memberships/memberLife.ts'
import { membershipStates } from '../../../../shared/domain/memberships/memberships.ts'
import {
  centsFromDollars,
  decimalFromCents,
  dollarsFromCents,
} from '../../../../shared/domain/money/money.ts'
import { minuteMs } from '../../../../shared/domain/time/time.ts'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { centsRefundedWith } from '../../payments/refunds/refunds.ts'
import { isBilled, isMemberGone, type MembershipRow, paidPeriod, selectMemberships } from '../queries.ts'

/** What staff ask for. */
export interface Asked {
  readonly kind: MembershipChangeKind
  readonly atOnce?: boolean
  /** Of a freeze. */
  readonly months?: number
  /** In cents, as it was shown; nothing where the membership is not ended at once. */
  readonly refundCents?: number
  readonly reason?: string | undefined
  readonly expectedRevision: number
}

export interface Asking {
  readonly staffId: string
  /** The most that the caller may refund of one payment, in cents; null: no limit. */
  readonly refundLimitCents: number | null
  readonly now: Date
  readonly zone: string
}

/** How long the request that asked has to carry a change out before the job does. */
export const CARRY_OUT_MINUTES = 2

/**
 * Writes down what staff ask for, in the name of the one who asks, so that the audit log has it and a crash loses nothing.
 * Does not call the provider.
 *
 * @returns the change's id; a refusal where the membership's state does not allow it, it has been changed since, or another
 * change is on its way.
 */
export async function askChange(
  tx: Tx,
  membershipId: string,
  asked: Asked,
  by: Asking,
): Promise<string | Refusal> {
  const row = await selectMemberships(tx)
    .where('membership.id', '=', membershipId)
    .forUpdate('membership')
    .executeTakeFirst()
  if (!row?.state) return refuse('membership_unknown')
  const open = await tx
    .selectFrom('membership_changes')
    .select('id')
    .where('subscription_id', '=', membershipId)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  if (open) return refuse('membership_change_pending')
  const refused = refusalOfState(row, asked)
  if (refused) return refused
  if (row.version !== asked.expectedRevision) return refuse('changed_meanwhile')
  const freeze = freezeWanted(row, asked, by.now)
  if (freeze === 'late') return refuse('membership_freeze_late')
  const overpaid = await refusalOfRefund(tx, row, asked, by)
  if (overpaid) return overpaid
  const { id } = await tx
    .insertInto('membership_changes')
    .values({
      subscription_id: membershipId,
      kind: asked.kind,
      at_once: asked.kind === 'unfreeze' ? row.is_frozen && asked.atOnce === true : (asked.atOnce ?? false),
      frozen_from: freeze?.from ?? null,
      frozen_until: freeze?.until ?? null,
      refund_amount: decimalFromCents(asked.refundCents ?? 0),
      reason: asked.reason ?? null,
      asked_by: by.staffId,
      asked_at: by.now,
      next_attempt_at: new Date(by.now.getTime() + CARRY_OUT_MINUTES * minuteMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function refusalOfState(row: MembershipRow, { kind, atOnce }: Asked): Refusal | null {
  if (row.state === null || row.state === 'ended') return refuse('membership_over')
  const ending = row.cancel_at_period_end
  const freezing = row.frozen_from !== null
  const memberGone = isMemberGone(row)
  if (kind === 'end') return ending && !atOnce ? refuse('membership_ending') : null
  if (memberGone) return refuse('membership_member_gone')
  if (
    changesAllowed({ state: row.state, ending, freezing, billed: isBilled(row), memberGone }).includes(kind)
  )
    return null
  switch (kind) {
    case 'resume':
      return refuse('membership_not_ending')
    case 'freeze':
      if (ending) return refuse('membership_ending')
      return refuse(membershipStates[row.status].owes ? 'membership_owes' : 'membership_frozen')
    case 'unfreeze':
      return refuse(ending ? 'membership_ending' : 'membership_not_frozen')
    case 'pay':
      return refuse(isBilled(row) ? 'membership_owes_nothing' : 'membership_not_billed')
  }
}

/** The freeze that there is to be once the change is made; null for none. */
function freezeWanted(row: MembershipRow, { kind, atOnce, months }: Asked, now: Date) {
  const { billing_anchor: anchor, current_period_end: nextCharge } = row
  if (kind === 'freeze') {
    if (!nextCharge || nextCharge <= now) return 'late'
    return freezeFrom({ anchor, nextCharge }, months ?? 0)
  }
  // A freeze that has begun lasts until the end of a frozen month, unless a month is charged today.
  if (kind !== 'unfreeze' || atOnce || !row.is_frozen || !row.frozen_from || !nextCharge) return null
  return { from: row.frozen_from, until: nextCharge }
}

/** What is given back is the rest of the month or nothing, and within the limit of the one who gives it. */
async function refusalOfRefund(
  tx: Tx,
  row: MembershipRow,
  { refundCents = 0 }: Asked,
  by: Asking,
): Promise<Refusal | null> {
  if (refundCents === 0) return null
  const paid = await paidPeriod(tx, row.id, { locked: true })
  const { cents } = restOf(row, paid?.leftCents ?? 0, by)
  if (!paid || cents !== refundCents)
    return refuse('membership_refund_changed', { refund_amount: dollarsFromCents(cents) })
  const limit = by.refundLimitCents
  const given = limit === null ? 0 : await centsRefundedWith(tx, paid.paymentId)
  return limit !== null && cents + given > limit
    ? refuse('refund_above_limit', { limit: dollarsFromCents(Math.max(0, limit - given)) })
    : null
}

/** The rest of the running month of a membership that is ended now. */
export const restOf = (
  row: Pick<MembershipRow, 'current_period_start' | 'current_period_end'>,
  paidCents: number,
  at: { now: Date; zone: string },
) => restOfPeriod({ paidCents, from: row.current_period_start, until: row.current_period_end }, at)

/** What a membership owes, in cents. */
export const owedCents = (row: Pick<MembershipRow, 'owed_amount'>): number =>
  centsFromDollars(row.owed_amount)
