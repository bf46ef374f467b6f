import { type NotNull, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { enqueueCanceling, enqueueEnded, enqueueFreezeChange } from '../emails.ts'
import type { Freeze, Member } from '../readSubscription.ts'
import { closeChange, type OpenChange, settleChange } from './settleChange.ts'

/** Makes a change of a membership without a subscription at the provider, like those of the demo; it follows our clock. */
export async function changeUnbilled(tx: Tx, change: OpenChange, at: PurchaseContext): Promise<void> {
  const before = await tx
    .selectFrom('subscriptions')
    .select(['id', 'user_id', 'status', 'cancel_at_period_end', 'current_period_end'])
    .select(['frozen_from', 'frozen_until', 'is_frozen'])
    .where('id', '=', change.subscription_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (change.kind === 'freeze' && before.cancel_at_period_end) {
    await closeChange(tx, change.id, {
      state: 'failed',
      failure: 'The member has canceled in the meantime.',
      now: at.now,
    })
    return
  }
  const begins = change.kind === 'unfreeze' && change.at_once
  const after = await tx
    .updateTable('subscriptions')
    .set({
      ...(change.kind === 'end' && change.at_once && { status: 'canceled' as const, canceled_at: at.now }),
      ...(change.kind === 'end' && !change.at_once && { cancel_at_period_end: true }),
      ...(change.kind === 'resume' && { cancel_at_period_end: false }),
      ...((change.kind === 'freeze' ||
        change.kind === 'unfreeze' ||
        (change.kind === 'end' && change.at_once)) && {
        frozen_from: change.frozen_from,
        frozen_until: change.frozen_until,
        is_frozen: change.frozen_from !== null && change.frozen_from <= at.now,
      }),
      ...(begins && {
        current_period_start: at.now,
        current_period_end: sql<Date>`${at.now.toISOString()}::timestamptz + interval '1 month'`,
        billing_anchor: at.now,
      }),
    })
    .where('id', '=', before.id)
    .returning(['status', 'cancel_at_period_end', 'current_period_end'])
    .executeTakeFirstOrThrow()
  const freeze = freezeOf(change.kind === 'end' && !change.at_once ? before : change)
  const reading = { status: after.status, cancelAtPeriodEnd: after.cancel_at_period_end }
  const { refund } = await settleChange(tx, before.id, { reading, freeze }, at)
  const member = before.user_id === null ? null : await findMember(tx, before.user_id)
  if (!member) return
  const membershipId = before.id
  if (after.status === 'canceled')
    await enqueueEnded(tx, { ...member, membershipId, unpaid: false, refund }, at)
  else if (after.cancel_at_period_end && !before.cancel_at_period_end) {
    await enqueueCanceling(
      tx,
      { ...member, membershipId, ends: after.current_period_end, status: after.status },
      at,
    )
  } else if (change.kind === 'freeze' || change.kind === 'unfreeze') {
    const turn = { member, membershipId, before: freezeOf(before), after: freeze }
    await enqueueFreezeChange(tx, { ...turn, priceCents: null, nextCharge: after.current_period_end }, at)
  }
}

/** The freeze of a membership's row; null where there is none. */
export const freezeOf = (row: { frozen_from: Date | null; frozen_until: Date | null }): Freeze | null =>
  row.frozen_from && row.frozen_until ? { from: row.frozen_from, until: row.frozen_until } : null

/** The member, for messages; null for one without an address. */
export const findMember = async (tx: Tx, userId: string): Promise<Member | null> =>
  (await tx
    .selectFrom('profiles')
    .select(['id', 'full_name', 'email'])
    .where('id', '=', userId)
    .where('email', 'is not', null)
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst()) ?? null
