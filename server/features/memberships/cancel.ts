import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import { waivedNotice } from '../../../shared/domain/memberships/memberships.ts'
import type { Context } from '../../context.ts'
import { type Actor, transaction } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { askProvider } from '../payments/provider/provider.ts'
import { type PurchaseContext, purchaseContext } from '../payments/purchase.ts'
import { enqueueCanceling } from './emails.ts'
import { findMembership, type Membership } from './queries.ts'
import { nullWhenMissing } from './stripeCustomer.ts'
import { syncSubscription } from './sync.ts'

type Ending = { message: string; current_period_end: string | null }

const CANCELED =
  'Subscription cancelled successfully. It will remain active until the end of your current billing period.'
const KEPT = 'Your membership goes on. It will renew as before.'

/** Cancels the membership at the end of its period. Idempotent (spec 2 §8, 'Cancel subscription'). */
export const cancelMembership = (
  context: Context,
  who: { profile: Profile; actor: Actor },
): Promise<Ending | Refusal> =>
  setEnding(context, who, { ending: true, message: CANCELED, none: 'subscription_not_found' })

/** Undoes a cancellation while the membership still runs. */
export const resumeMembership = (
  context: Context,
  who: { profile: Profile; actor: Actor },
): Promise<Ending | Refusal> =>
  setEnding(context, who, { ending: false, message: KEPT, none: 'membership_not_found' })

interface Wish {
  readonly ending: boolean
  readonly message: string
  readonly none: 'subscription_not_found' | 'membership_not_found'
}

async function setEnding(
  context: Context,
  who: { profile: Profile; actor: Actor },
  wish: Wish,
): Promise<Ending | Refusal> {
  const membership = await findMembership(context.db, who.profile.id)
  if (!membership) return refuse(wish.none)
  const set =
    membership.stripe_subscription_id === null
      ? await setWithoutProvider(context, who, membership, wish.ending)
      : await setAtProvider(context, membership.stripe_subscription_id, wish)
  if (set instanceof Refusal) return set
  const after = await findMembership(context.db, who.profile.id)
  if (!after) return refuse(wish.none)
  const waived = wish.ending ? waivedNoticeOf(after, await purchaseContext(context)) : ''
  return {
    message: `${wish.message} ${waived}`.trim(),
    current_period_end: after.current_period_end?.toISOString() ?? null,
  }
}

/** The text for a member who cancels late. */
const waivedNoticeOf = (membership: Membership, { facility, now }: PurchaseContext): string => {
  const term = { days: facility.membership_notice_days, now, zone: facility.time_zone }
  return waivedNotice(membership, term) ?? ''
}

async function setAtProvider(context: Context, id: string, { ending, none }: Wish): Promise<Refusal | null> {
  const updated = await askProvider(context, async (stripe) => {
    const changed = await stripe.subscriptions
      .update(id, { cancel_at_period_end: ending })
      .catch(nullWhenMissing)
    return changed ?? refuse(none)
  })
  if (updated instanceof Refusal) return updated
  const reading = await syncSubscription(context, id)
  return reading instanceof Refusal ? reading : null
}

/** A membership without a subscription at the provider, like those of the demo: it ends by our clock. */
async function setWithoutProvider(
  context: Context,
  { profile, actor }: { profile: Profile; actor: Actor },
  membership: Membership,
  ending: boolean,
): Promise<null> {
  const at = await purchaseContext(context)
  await transaction(context.db, actor, async (tx) => {
    const changed = await tx
      .updateTable('subscriptions')
      .set({ cancel_at_period_end: ending })
      .where('id', '=', membership.id)
      .where('cancel_at_period_end', '=', !ending)
      .returning('id')
      .executeTakeFirst()
    if (!changed || !ending) return
    const { id: membershipId, current_period_end: ends } = membership
    await enqueueCanceling(tx, { ...profile, membershipId, ends, status: membership.status }, at)
  })
  return null
}
