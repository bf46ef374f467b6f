import Stripe from 'stripe'
import type { Profile } from '../../../shared/contract/accounts.ts'
import type { MembershipProgress } from '../../../shared/contract/memberships.ts'
import type { Context } from '../../context.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { askProvider } from '../payments/provider.ts'
import { type CardSetup, claimCard, createSetup, findSetup, setupAnswer } from './cardSetup.ts'
import { declined, openInvoice, progressOf } from './progress.ts'
import { findMembership } from './queries.ts'
import { syncSubscription } from './sync.ts'

interface Billed {
  readonly subscriptionId: string
  readonly customerId: string
}

async function findBilled(context: Context, userId: string): Promise<Billed | Refusal> {
  const membership = await findMembership(context.db, userId)
  if (!membership) return refuse('membership_not_found')
  const { stripe_subscription_id: subscriptionId, stripe_customer_id: customerId } = membership
  if (subscriptionId === null || customerId === null) return refuse('membership_not_billed')
  return { subscriptionId, customerId }
}

/** Asks for another card for a membership that runs. With the id of a setup that was begun, that one goes on. */
export async function openCardChange(
  context: Context,
  profile: Profile,
  begun: string | undefined,
): Promise<CardSetup | Refusal> {
  const billed = await findBilled(context, profile.id)
  if (billed instanceof Refusal) return billed
  const { customerId, subscriptionId } = billed
  const setup = await askProvider(context, async (stripe) => {
    const earlier = begun === undefined ? null : await findSetup(stripe, begun, customerId)
    return earlier ?? (await createSetup(stripe, { customerId, metadata: { subscription: subscriptionId } }))
  })
  return setup instanceof Refusal ? setup : setupAnswer(setup, customerId)
}

/**
 * Charges another card from now on, and with it the bill that is owed. A card that is refused for that bill stays on
 * file; the person hears why and may give another one.
 */
export async function changeCard(
  context: Context,
  profile: Profile,
  paymentMethodId: string,
): Promise<MembershipProgress | Refusal> {
  const billed = await findBilled(context, profile.id)
  if (billed instanceof Refusal) return billed
  const { subscriptionId, customerId } = billed
  const changed = await askProvider(context, (stripe) => putOnFile(stripe, billed, paymentMethodId))
  if (changed instanceof Refusal) return changed
  const before = await syncSubscription(context, subscriptionId)
  if (before === null || before instanceof Refusal) return before ?? refuse('payment_provider_unavailable')
  const owed = openInvoice(before)
  if (owed === undefined) return progressOf(context, before)
  const refused = await askProvider(context, (stripe) => payInvoice(stripe, owed.id, paymentMethodId))
  const after = await syncSubscription(context, subscriptionId)
  if (refused instanceof Refusal) return refused
  if (after === null || after instanceof Refusal) return after ?? refuse('payment_provider_unavailable')
  context.log.info({ customer: customerId }, 'a member gave another card')
  return progressOf(context, after)
}

async function putOnFile(
  stripe: Stripe,
  { subscriptionId, customerId }: Billed,
  paymentMethodId: string,
): Promise<Refusal | null> {
  try {
    const refused = await claimCard(stripe, paymentMethodId, customerId)
    if (refused) return refused
    await stripe.customers.update(customerId, {
      invoice_settings: { default_payment_method: paymentMethodId },
    })
    await stripe.subscriptions.update(subscriptionId, { default_payment_method: paymentMethodId })
    return null
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return declined(error.message)
    throw error
  }
}

/** Null when it is paid, or waits for the card's owner; the bank's refusal otherwise. */
async function payInvoice(stripe: Stripe, invoice: string, paymentMethodId: string): Promise<Refusal | null> {
  try {
    await stripe.invoices.pay(invoice, { payment_method: paymentMethodId, off_session: false })
    return null
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    // Answered as an error; the payment itself says what it waits for.
    if (error.code === 'invoice_payment_intent_requires_action') return null
    if (error instanceof Stripe.errors.StripeCardError) return declined(error.message)
    throw error
  }
}
