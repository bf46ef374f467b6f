import { sql } from 'kysely'
import { minuteMs } from '../../../shared/domain/time/time.ts'
import type { Context } from '../../context.ts'
import { system, transaction } from '../../db/database.ts'
import type { Task } from '../../jobs/tasks.ts'
import { Refusal } from '../../refusal.ts'
import { askProvider } from '../payments/provider/provider.ts'
import { endIncomplete } from './cancelSignUp.ts'
import { carryOutDue } from './carryOut.ts'
import { endUnbilled } from './commands/endUnbilled.ts'
import { noteSignUp } from './commands/takeSpot.ts'
import { turnFreezes } from './commands/turnFreezes.ts'
import { ensureNewPrice } from './prices.ts'
import { syncSubscription } from './sync.ts'

const MAX_BATCH = 20
/** The lease of one check, after which another process may start one. */
const LEASE_MINUTES = 10

/**
 * Reconciles after a crash, a lost event or a closed browser: carries out what staff asked for, reads due memberships from
 * the provider, ends sign-ups whose spot is no longer held, and ends memberships without a subscription by our clock. Safe
 * to run at any time and concurrently.
 */
export async function reconcileSubscriptions(context: Context): Promise<void> {
  await endUnbilled(context)
  await turnFreezes(context)
  await carryOutDue(context)
  if (!context.payments.stripe) return
  await ensureNewPrice(context)
  for (const { id, held, status } of await claimDue(context)) {
    const outcome =
      status === 'incomplete' && !held
        ? await endIncomplete(context, id)
        : await syncSubscription(context, id)
    // The next one would fail too; all of them are due again when their lease ends.
    if (outcome instanceof Refusal) return
  }
  for (const { holdId, customerId } of await claimUnansweredSignUps(context)) {
    const found = await askProvider(context, (stripe) =>
      stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 20 }),
    )
    if (found instanceof Refusal) return
    for (const { id, metadata } of found.data) {
      if (metadata.checkout_hold_id !== holdId) continue
      const outcome = await syncSubscription(context, id)
      if (outcome instanceof Refusal) return
    }
    await transaction(context.db, system, (tx) => noteSignUp(tx, holdId, { asked_at: null }))
  }
}

const lease = (context: Context): Date => new Date(context.clock.now().getTime() + LEASE_MINUTES * minuteMs)

/** Memberships that are due, with the next check moved so that no other process reads them at the same time. */
async function claimDue(context: Context) {
  const { rows } = await transaction(context.db, system, (tx) =>
    sql<{ id: string; status: string; held: boolean }>`
      update subscriptions subscription set next_check_at = ${lease(context).toISOString()}::timestamptz
      where id in (
        select id from subscriptions
        where next_check_at <= ${context.clock.now().toISOString()}::timestamptz
          and stripe_subscription_id is not null
        order by next_check_at limit ${MAX_BATCH} for update skip locked
      )
      returning stripe_subscription_id as id, status, exists (
        select from checkout_holds hold
        where hold.user_id = subscription.user_id and hold.purpose = 'membership' and hold.status = 'held'
          and hold.expires_at > ${context.clock.now().toISOString()}::timestamptz
      ) as held`.execute(tx),
  )
  return rows
}

/** Sign-ups with a lost answer from the provider to the subscription request; claimed in the same way. */
async function claimUnansweredSignUps(context: Context) {
  const before = new Date(context.clock.now().getTime() - 2 * minuteMs).toISOString()
  const { rows } = await transaction(context.db, system, (tx) =>
    sql<{ holdId: string; customerId: string }>`
      update checkout_holds hold
      set details = details || jsonb_build_object('asked_at', ${lease(context).toISOString()}::text)
      from stripe_customers customer
      where customer.user_id = hold.user_id and hold.id in (
        select id from checkout_holds
        where purpose = 'membership' and details ->> 'asked_at' < ${before}
          and details ->> 'subscription_id' is null
        order by created_at limit ${MAX_BATCH} for update skip locked
      )
      returning hold.id as "holdId", customer.stripe_customer_id as "customerId"`.execute(tx),
  )
  return rows
}

/** Runs `reconcileSubscriptions` every minute. */
export const reconcileSubscriptionsTask = (context: Context): Task => ({
  name: 'reconcile-memberships',
  cron: '* * * * *',
  run: () => reconcileSubscriptions(context),
})
