import { sql } from 'kysely'
import Stripe from 'stripe'
import type { Profile } from '../../../shared/contract/accounts.ts'
import type { MembershipProgress } from '../../../shared/contract/memberships.ts'
import { membershipStates, readSubscriptionStatus } from '../../../shared/domain/memberships.ts'
import type { Context } from '../../context.ts'
import { type Actor, transaction } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { askProvider } from '../payments/provider.ts'
import { claimCard } from './cardSetup.ts'
import { nextAttempt, noteSignUp, type SignUp } from './commands/takeSpot.ts'
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
 * Makes the caller a member: the first month is charged at once (spec 2 §4). However often it is asked for, and whatever
 * crashed in between, there is one subscription: a try has one idempotency key at the provider, and what the provider
 * has already is looked for first.
 */
export async function subscribe(
  context: Context,
  who: { profile: Profile; actor: Actor },
  request: Request,
): Promise<MembershipProgress | Refusal> {
  const userId = who.profile.id
  // The same answer whether it is someone else's or nobody's.
  if ((await findCustomer(context.db, userId)) !== request.customerId)
    return refuse('stripe_customer_not_found')
  const offer = await checkedOffer(context, userId, request)
  if (offer instanceof Refusal) return offer
  const signUp = await holdSpot(context, who, offer, null)
  if (signUp instanceof Refusal) return (await answerOfBefore(context, userId, request, signUp)) ?? signUp
  const known = await findAtProvider(context, signUp, request)
  if (known instanceof Refusal) return known
  // Price and wording are what was accepted, or nothing is charged.
  const { agreementVersion } = signUp
  if (known === null && agreementVersion !== null && agreementVersion !== offer.agreement_version)
    return refuse('membership_agreement_changed')
  const subscriptionId = known ?? (await createAtProvider(context, signUp, request))
  if (subscriptionId instanceof Refusal) return subscriptionId
  const reading = await syncSubscription(context, subscriptionId)
  if (reading instanceof Refusal) return reading
  return reading === null ? refuse('payment_provider_unavailable') : progressOf(context, reading)
}

/** Repeated after the answer was lost: a member who joined with this card is told so. */
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
 * What the provider has of this person: a membership that we did not hear of ends the sign-up, a try of this sign-up
 * goes on, and other tries that were left half-way are ended.
 */
async function findAtProvider(
  context: Context,
  signUp: SignUp,
  { customerId, priceId }: Request,
): Promise<string | Refusal | null> {
  const found = await askProvider(context, (stripe) =>
    stripe.subscriptions.list({ customer: customerId, limit: 20 }),
  )
  if (found instanceof Refusal) return found
  let current: string | null = null
  for (const { id, status, metadata, items } of found.data) {
    // What else the facility sells through the same account is no membership.
    if (!metadata.checkout_hold_id && items.data[0]?.price.id !== priceId) continue
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

async function createAtProvider(
  context: Context,
  signUp: SignUp,
  request: Request,
): Promise<string | Refusal> {
  const { holdId, attempt } = signUp
  const note = (details: Record<string, unknown>) =>
    transaction(context.db, { userId: null }, (tx) => noteSignUp(tx, holdId, details))
  // Noted before it is asked for: a crash in between is taken up by the reconciliation.
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
    // A card that cannot be taken ends the try: the next card is another request.
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
      // A declined or unconfirmed first payment is an answer and not an error: the bank may want to hear from its owner.
      payment_behavior: 'allow_incomplete',
      payment_settings: {
        payment_method_types: ['card'],
        // A card that is given in place of a refused one pays the months to come too.
        save_default_payment_method: 'on_subscription',
      },
      metadata: { checkout_hold_id: holdId, attempt: String(attempt) },
    },
    { idempotencyKey: `membership-${holdId}-${attempt}` },
  )

/** What the provider's errors mean for the person; others stay errors. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Stripe.errors.StripeCardError) return declined(error.message)
  // Another request of this try is under way, or was made with another card.
  if (error instanceof Stripe.errors.StripeIdempotencyError) return refuse('membership_in_progress')
  if (error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use')
    return refuse('membership_in_progress')
  throw error
}
