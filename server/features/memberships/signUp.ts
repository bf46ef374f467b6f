import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import type { MembershipOffer } from '../../../shared/contract/memberships/memberships.ts'
import { centsFromDollars, decimalFromCents } from '../../../shared/domain/money/money.ts'
import type { Context } from '../../context.ts'
import { type Actor, transaction } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { askProvider, provider } from '../payments/provider/provider.ts'
import { type CardSetup, createSetup, findSetup, setupAnswer } from './cardSetup.ts'
import { noteSignUp, releaseSpot, type SignUp, takeSpot } from './commands/takeSpot.ts'
import { readOffer } from './offer.ts'
import { currentPriceId, ensurePrice } from './prices.ts'
import { ensureCustomer } from './stripeCustomer.ts'

/**
 * Opens a sign-up: holds a founders spot for 15 minutes, and creates a card setup at the provider (spec 2 §4, membership
 * sign-up). Called again, by another tab or after a return from the bank, it continues the same sign-up.
 */
export async function openSignUp(
  context: Context,
  { profile, actor }: { profile: Profile; actor: Actor },
  request: { priceId: string; agreementVersion?: string | undefined },
): Promise<(CardSetup & { expires_at: string }) | Refusal> {
  const offer = await checkedOffer(context, profile.id, request)
  if (offer instanceof Refusal) return offer
  const signUp = await holdSpot(context, { profile, actor }, offer, request.agreementVersion ?? null)
  if (signUp instanceof Refusal) return signUp
  const setup = await openSetup(context, profile, signUp, offer)
  if (setup instanceof Refusal) {
    // A sign-up that cannot begin must not hold a spot.
    if (signUp.setupIntentId === null)
      await transaction(context.db, actor, (tx) => releaseSpot(tx, signUp.holdId))
    return setup
  }
  return { ...setup, expires_at: signUp.expiresAt.toISOString() }
}

/** The offer as it is now, if it is what the person was shown (decision 1). */
export async function checkedOffer(
  context: Context,
  userId: string,
  shown: { priceId: string; agreementVersion?: string | undefined },
): Promise<MembershipOffer | Refusal> {
  const unavailable = provider(context)
  if (unavailable instanceof Refusal) return unavailable
  const asking = { userId, now: context.clock.now() }
  const offer = await readOffer(context.db, asking, await currentPriceId(context))
  if (offer.price_id === null) return refuse('payments_unavailable')
  if (offer.price_id !== shown.priceId) return refuse('membership_price_unknown')
  if (shown.agreementVersion !== undefined && shown.agreementVersion !== offer.agreement_version)
    return refuse('membership_agreement_changed')
  return offer
}

/** Holds the person's spot for 15 minutes from now. */
export const holdSpot = (
  context: Context,
  { profile, actor }: { profile: Profile; actor: Actor },
  offer: MembershipOffer,
  agreementVersion: string | null,
): Promise<SignUp | Refusal> =>
  transaction(context.db, actor, (tx) =>
    takeSpot(tx, {
      userId: profile.id,
      price: decimalFromCents(centsFromDollars(offer.monthly_charge)),
      agreementVersion,
      now: context.clock.now(),
    }),
  )

async function openSetup(
  context: Context,
  profile: Profile,
  signUp: SignUp,
  offer: MembershipOffer,
): Promise<CardSetup | Refusal> {
  const customerId = await ensureCustomer(context, profile)
  if (customerId instanceof Refusal) return customerId
  const price = await ensurePrice(context)
  if (price instanceof Refusal) return price
  // The page showed the price of before: the next reading of the offer has this one.
  if (price !== offer.price_id) return refuse('membership_price_unknown')
  const setup = await askProvider(context, async (stripe) => {
    const earlier = signUp.setupIntentId && (await findSetup(stripe, signUp.setupIntentId, customerId))
    if (earlier) return earlier
    return createSetup(stripe, {
      customerId,
      metadata: { checkout_hold_id: signUp.holdId },
      idempotencyKey: `setup-${signUp.holdId}-${signUp.attempt}-${signUp.setupIntentId ?? 'first'}-${customerId}`,
    })
  })
  if (setup instanceof Refusal) return setup
  if (setup.id !== signUp.setupIntentId) {
    await transaction(context.db, { userId: profile.id }, (tx) =>
      noteSignUp(tx, signUp.holdId, { setup_intent_id: setup.id }),
    )
  }
  return setupAnswer(setup, customerId)
}
