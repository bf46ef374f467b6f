import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import type { Context } from '../../context.ts'
import { type Actor, transaction } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { askProvider } from '../payments/provider/provider.ts'
import { findOpenSignUp, releaseSpot } from './commands/takeSpot.ts'
import { findIncomplete } from './queries.ts'
import { nullWhenMissing } from './stripeCustomer.ts'
import { syncSubscription } from './sync.ts'

/**
 * Cancels an unfinished sign-up: its spot is free at once, and nothing can be charged later. One that has
 * become a membership since is kept.
 */
export async function cancelSignUp(
  context: Context,
  { profile, actor }: { profile: Profile; actor: Actor },
): Promise<{ released: boolean } | Refusal> {
  const incomplete = await findIncomplete(context.db, profile.id)
  for (const { stripe_subscription_id: id } of incomplete) {
    const ended = await endIncomplete(context, id)
    if (ended instanceof Refusal) return ended
  }
  return transaction(context.db, actor, async (tx) => {
    const open = await findOpenSignUp(tx, profile.id)
    // The provider is charging and has not answered yet: its answer decides.
    if (!open || open.isCharging) return { released: false }
    await releaseSpot(tx, open.holdId)
    return { released: true }
  })
}

/** Ends a subscription without a first payment; a paid one is kept. */
export async function endIncomplete(context: Context, id: string): Promise<Refusal | null> {
  const reading = await syncSubscription(context, id)
  if (reading === null || reading instanceof Refusal) return reading
  if (reading.status !== 'incomplete') return null
  const ended = await askProvider(context, (stripe) => stripe.subscriptions.cancel(id).catch(nullWhenMissing))
  if (ended instanceof Refusal) return ended
  const after = await syncSubscription(context, id)
  return after instanceof Refusal ? after : null
}
