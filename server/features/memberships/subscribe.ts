import { sql } from 'kysely'
import Stripe from 'stripe'
import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import type { MembershipProgress } from '../../../shared/contract/memberships/memberships.ts'
import { membershipStates, readSubscriptionStatus } from '../../../shared/domain/memberships/memberships.ts'
import type { Context } from '../../context.ts'
import { type Actor, transaction } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { askProvider } from '../payments/provider/provider.ts'
import { claimCard } from './cardSetup.ts'
import { nextAttempt, noteSignUp, type SignUp } from './commands/takeSpot.ts'
import { ensurePrice, ourPriceIds } from './prices.ts'
import { declined, progressOf } from './progress.ts'
import { checkedOffer, holdSpot } from './signUp.ts'
import { findCustomer } from './stripeCustomer.ts'
import { syncSubscription } from './sync.ts'

interface Request {
  readonly customerId: string
  readonly priceId: string
  readonly paymentMethodId: string
}

/**
 * Makes the caller a member: the first month is charged at once (spec 2 §4). Repetitions and crashes never lead
 * to a second subscription: a try has one idempotency key at the provider, and existing subscriptions at the provider
 * are checked first.
 */
export async function subscribe(
  context: Context,
  who: { profile: Profile; actor: Actor },
  request: Request,
): Promise<MembershipProgress | Refusal> {
  const userId = who.profile.id
  // The same answer for another person's and for an unknown one.
  if ((await findCustomer(context.db, userId)) !== request.customerId)
    return refuse('stripe_customer_not_found')
  const offer = await checkedOffer(context, userId, request)
  if (offer instanceof Refusal) return offer
  const signUp = await holdSpot(context, who, offer, null)
  if (signUp instanceof Refusal) return (await answerOfBefore(context, userId, request, signUp)) ?? signUp
  const known = await findAtProvider(context, signUp, request)
  if (known instanceof Refusal) return known
  // If price or agreement differ from what was accepted, nothing is charged.
  const { agreementVersion } = signUp
  if (known === null && agreementVersion !== null && agreementVersion !== offer.agreement_version)
    return refuse('membership_agreement_changed')
  const subscriptionId = known ?? (await subscribeToCurrentPrice(context, signUp, request))
  if (subscriptionId instanceof Refusal) return subscriptionId
  const reading = await syncSubscription(context, subscriptionId)
  if (reading instanceof Refusal) return reading
  return reading === null ? refuse('payment_provider_unavailable') : progressOf(context, reading)
}

/** A repetition after a lost answer: succeeds for a member who joined with this card. */
async function answerOfBefore(
  context: Context,
  userId: string,
  { paymentMethodId }: Request,
  refusal: Refusal,
): Promise<MembershipProgress | Refusal | null> {
  if (refusal.code !== 'already_enrolled') return null
  const row = await context.db
    .selectFrom('checkout_holds')
    .select(sql<string | null>`details ->> 'subscription_id'`.as('subscription_id'))
    .where('user_id', '=', userId)
    .where('purpose', '=', 'membership')
    .where('status', '=', 'completed')
    .where(sql`details ->> 'payment_method_id'`, '=', paymentMethodId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.subscription_id) return null
  const reading = await syncSubscription(context, row.subscription_id)
  return reading === null || reading instanceof Refusal ? null : progressOf(context, reading)
}

/**
 * Checks the person's subscriptions at the provider: an unrecorded membership ends the sign-up, a try of this sign-up
 * is continued, and other unfinished tries are ended.
 */
async function findAtProvider(
  context: Context,
  signUp: SignUp,
  { customerId }: Request,
): Promise<string | Refusal | null> {
  const found = await askProvider(context, (stripe) =>
    stripe.subscriptions.list({ customer: customerId, limit: 20 }),
  )
  if (found instanceof Refusal) return found
  const ourPrices = await ourPriceIds(context)
  let current: string | null = null
  for (const { id, status, metadata, items } of found.data) {
    // Other subscriptions of the same account are not memberships.
    if (!metadata.checkout_hold_id && !ourPrices.includes(items.data[0]?.price.id ?? '')) continue
    const known = readSubscriptionStatus(status)
    if (known !== null && membershipStates[known].live) {
      await syncSubscription(context, id)
      return metadata.checkout_hold_id === signUp.holdId ? id : refuse('already_enrolled')
    }
    if (status !== 'incomplete') continue
    const same = metadata.checkout_hold_id === signUp.holdId && Number(metadata.attempt) === signUp.attempt
    if (same) current = id
    else await askProvider(context, (stripe) => stripe.subscriptions.cancel(id))
  }
  return current
}

/** A price that was set while the card was given is not charged unseen. */
async function subscribeToCurrentPrice(
  context: Context,
  signUp: SignUp,
  request: Request,
): Promise<string | Refusal> {
  const price = await ensurePrice(context)
  if (price instanceof Refusal) return price
  if (price !== request.priceId) return refuse('membership_price_unknown')
  return createAtProvider(context, signUp, request)
}

async function createAtProvider(
  context: Context,
  signUp: SignUp,
  request: Request,
): Promise<string | Refusal> {
  const { holdId, attempt } = signUp
  const note = (details: Record<string, unknown>) =>
    transaction(context.db, { userId: null }, (tx) => noteSignUp(tx, holdId, details))
  // Recorded before the request: after a crash in between, the reconciliation continues.
  await note({ asked_at: context.clock.now().toISOString(), payment_method_id: request.paymentMethodId })
  const made = await askProvider(context, async (stripe) => {
    try {
      const refused = await claimCard(stripe, request.paymentMethodId, request.customerId)
      return refused ?? (await create(stripe, signUp, request))
    } catch (error) {
      return refusalOf(error)
    }
  })
  if (made instanceof Refusal) {
    // A declined card ends the try: the next card is a new request.
    if (made.code === 'membership_declined' || made.code === 'payment_method_not_found')
      await transaction(context.db, { userId: null }, (tx) => nextAttempt(tx, { holdId, attempt }))
    return made
  }
  await note({ subscription_id: made.id, asked_at: null })
  return made.id
}

const create = (stripe: Stripe, { holdId, attempt }: SignUp, request: Request) =>
  stripe.subscriptions.create(
    {
      customer: request.customerId,
      items: [{ price: request.priceId }],
      default_payment_method: request.paymentMethodId,
      // A declined first payment is not an error here: the bank may require authentication.
      payment_behavior: 'allow_incomplete',
      payment_settings: {
        payment_method_types: ['card'],
        // A card that replaces a declined one is also used for later months.
        save_default_payment_method: 'on_subscription',
      },
      metadata: { checkout_hold_id: holdId, attempt: String(attempt) },
    },
    { idempotencyKey: `membership-${holdId}-${attempt}` },
  )

/** Maps the provider's errors to refusals; rethrows other errors. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Stripe.errors.StripeCardError) return declined(error.message)
  // Another request of this try is in progress, or had another card.
  if (error instanceof Stripe.errors.StripeIdempotencyError) return refuse('membership_in_progress')
  if (error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use')
    return refuse('membership_in_progress')
  throw error
}
