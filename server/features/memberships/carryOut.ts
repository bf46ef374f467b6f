import Stripe from 'stripe'
import { errors } from '../../../shared/contract/errors.ts'
import { membershipStates } from '../../../shared/domain/memberships/memberships.ts'
import { minuteMs } from '../../../shared/domain/time/time.ts'
import type { Context } from '../../context.ts'
import { system, transaction } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { askProvider } from '../payments/provider/provider.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { CARRY_OUT_MINUTES } from './commands/askChange.ts'
import { changeUnbilled } from './commands/changeUnbilled.ts'
import { closeChange, type OpenChange } from './commands/settleChange.ts'
import { isMemberGone, type MembershipRow } from './queries.ts'
import { freezeMetadata, type SubscriptionReading } from './readSubscription.ts'
import { nullWhenMissing } from './stripeCustomer.ts'
import { syncSubscription } from './sync.ts'

/** How early collection resumes before the first charge after a freeze: the provider needs no more than minutes. */
const RESUME_EARLY_MS = 60 * minuteMs
/** After a day without the provider a change is given up: what was asked for may not be wanted any more. */
const GIVE_UP_MINUTES = 24 * 60

/** What became of a change. `asked`: the provider could not be reached, and a job repeats it. */
export type Carried = 'done' | 'asked'

/**
 * Carries out what staff asked for, at the provider and outside every lock; the reading that follows marks it as done
 * (`settleChange`). Repeated calls, also after a crash at any point, lead to one change and one charge.
 *
 * @returns a refusal where it cannot be done: the membership is as it was.
 */
export async function carryOut(context: Context, changeId: string): Promise<Carried | Refusal> {
  const change = await findChange(context, changeId)
  if (change?.state !== 'asked') return outcomeOf(change)
  if (change.stripe_subscription_id === null) {
    const at = await purchaseContext(context)
    await transaction(context.db, system, (tx) => changeUnbilled(tx, change, at))
    return outcomeOf(await findChange(context, changeId))
  }
  const before = await syncSubscription(context, change.stripe_subscription_id)
  if (before instanceof Refusal) return 'asked'
  const late = await findChange(context, changeId)
  if (late?.state !== 'asked') return outcomeOf(late)
  const impossible =
    before === null ? refuse('membership_over') : refusalAt(late, before, context.clock.now())
  const refused = impossible ?? (await atProvider(context, change, before))
  if (refused instanceof Refusal && refused.code !== 'payment_provider_unavailable') {
    await fail(context, change.id, refused)
    // A declined charge is one more attempt.
    if (change.kind === 'pay') await syncSubscription(context, change.stripe_subscription_id)
    return refused
  }
  if (refused instanceof Refusal) return 'asked'
  const after = await syncSubscription(context, change.stripe_subscription_id)
  return after instanceof Refusal ? 'asked' : outcomeOf(await findChange(context, changeId))
}

const findChange = (context: Context, id: string) =>
  context.db
    .selectFrom('membership_changes as change')
    .innerJoin('subscriptions', 'subscriptions.id', 'change.subscription_id')
    .select(['change.id', 'change.subscription_id', 'change.kind', 'change.at_once', 'change.frozen_from'])
    .select([
      'change.frozen_until',
      'change.refund_amount',
      'change.asked_by',
      'change.state',
      'change.failure',
    ])
    .select(['subscriptions.stripe_subscription_id', 'subscriptions.user_id'])
    .where('change.id', '=', id)
    .executeTakeFirst()

function outcomeOf(change: Awaited<ReturnType<typeof findChange>>): Carried | Refusal {
  if (!change) return refuse('membership_unknown')
  if (change.state !== 'failed') return change.state
  return refuse('membership_change_failed', { reason: change.failure }, change.failure ?? undefined)
}

const fail = (context: Context, id: string, { code, message }: Refusal) =>
  transaction(context.db, system, (tx) =>
    closeChange(tx, id, {
      state: 'failed',
      failure: message ?? errors[code].message,
      now: context.clock.now(),
    }),
  )

/** Why a change cannot be made, by the provider's own state: the member may have canceled a moment ago. */
function refusalAt(
  change: OpenChange & Pick<MembershipRow, 'user_id'>,
  reading: SubscriptionReading,
  now: Date,
): Refusal | null {
  if (membershipStates[reading.status].over) return refuse('membership_over')
  // Deleted since staff asked.
  if (change.kind !== 'end' && isMemberGone(change)) return refuse('membership_member_gone')
  if (change.kind !== 'freeze') return null
  if (reading.cancelAtPeriodEnd) return refuse('membership_ending')
  if (membershipStates[reading.status].owes) return refuse('membership_owes')
  const early = Math.abs((reading.periodEnd?.getTime() ?? 0) - (change.frozen_from?.getTime() ?? 0)) < 1000
  return early && change.frozen_from && change.frozen_from > now ? null : refuse('membership_freeze_late')
}

/** Null when the provider has done it. */
async function atProvider(
  context: Context,
  change: OpenChange,
  reading: SubscriptionReading | null,
): Promise<Refusal | null> {
  if (!reading) return null
  try {
    return await askProvider(context, async (stripe) => {
      await calls[change.kind](stripe, change, { reading, now: context.clock.now() })
      return null
    })
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      return refuse(
        'membership_charge_declined',
        { reason: error.message },
        `The card was declined: ${error.message}`,
      )
    throw error
  }
}

interface Present {
  readonly reading: SubscriptionReading
  readonly now: Date
}

type ProviderCall = (stripe: Stripe, change: OpenChange, present: Present) => Promise<unknown>

const keyOf = ({ id }: OpenChange, more = '') => ({ idempotencyKey: `membership-change-${id}${more}` })

const calls: Record<OpenChange['kind'], ProviderCall> = {
  async end(stripe, change, { reading }) {
    if (!change.at_once) return stripe.subscriptions.update(reading.id, { cancel_at_period_end: true })
    await stripe.subscriptions.cancel(reading.id).catch(nullWhenMissing)
    // What is owed goes with it: the card is not tried again for a membership that is over.
    for (const { id, status } of reading.invoices)
      if (status === 'open') await stripe.invoices.voidInvoice(id).catch(ignoreIfSettled)
  },
  resume: (stripe, _change, { reading: { id } }) =>
    stripe.subscriptions.update(id, { cancel_at_period_end: false }),
  freeze: (stripe, change, { reading: { id }, now }) =>
    stripe.subscriptions.update(id, pausedUntil(change, now)),
  async unfreeze(stripe, change, { reading: { id }, now }) {
    if (change.frozen_until) return stripe.subscriptions.update(id, pausedUntil(change, now))
    return stripe.subscriptions.update(
      id,
      {
        ...unpaused,
        // A month begins today and is charged; the frozen month is not counted against it.
        ...(change.at_once && {
          billing_cycle_anchor: { type: 'now' as const },
          proration_behavior: 'none' as const,
        }),
      },
      keyOf(change),
    )
  },
  async pay(stripe, change, { reading: { invoices } }) {
    for (const { id, status, dueCents } of invoices.toReversed())
      if (status === 'open' && dueCents > 0)
        await stripe.invoices.pay(id, { off_session: true }, keyOf(change, `-${id}`)).catch(ignoreIfSettled)
  },
}

const unpaused: Stripe.SubscriptionUpdateParams = {
  pause_collection: '',
  metadata: freezeMetadata(null),
}

function pausedUntil(
  { frozen_from: from, frozen_until: until }: OpenChange,
  now: Date,
): Stripe.SubscriptionUpdateParams {
  if (!from || !until) throw new Error('A freeze has a beginning and an end.')
  const resumes = until.getTime() - RESUME_EARLY_MS
  if (resumes <= now.getTime()) return unpaused
  return {
    pause_collection: { behavior: 'void', resumes_at: Math.floor(resumes / 1000) },
    metadata: freezeMetadata({ from, until }),
  }
}

/** Ignores that an invoice is paid or voided already; throws every other error. */
function ignoreIfSettled(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
}

const MAX_BATCH = 20

/** Carries out what a crash or the provider's absence left; gives up what is older than a day. */
export async function carryOutDue(context: Context): Promise<void> {
  const now = context.clock.now()
  const due = await transaction(context.db, system, async (tx) => {
    const rows = await tx
      .selectFrom('membership_changes')
      .select(['id', 'asked_at'])
      .where('state', '=', 'asked')
      .where('next_attempt_at', '<=', now)
      .orderBy('next_attempt_at')
      .limit(MAX_BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id } of rows)
      await tx
        .updateTable('membership_changes')
        .set({ next_attempt_at: new Date(now.getTime() + CARRY_OUT_MINUTES * minuteMs) })
        .where('id', '=', id)
        .execute()
    return rows
  })
  for (const { id, asked_at } of due) {
    const outcome = await carryOut(context, id)
    const isOld = now.getTime() - asked_at.getTime() > GIVE_UP_MINUTES * minuteMs
    if (outcome === 'asked' && isOld) await fail(context, id, refuse('payment_provider_unavailable'))
  }
}
