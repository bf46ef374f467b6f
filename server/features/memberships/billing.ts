import Stripe from 'stripe'
import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import type { MembershipProgress } from '../../../shared/contract/memberships/memberships.ts'
import { dollarsFromCents } from '../../../shared/domain/money/money.ts'
import type { Context } from '../../context.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { askProvider } from '../payments/provider/provider.ts'
import { type CardSetup, claimCard, createSetup, findSetup, setupAnswer } from './cardSetup.ts'
import { declined, progressOf } from './progress.ts'
import { findMembership } from './queries.ts'
import type { InvoiceReading, SubscriptionReading } from './readSubscription.ts'
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

/**
 * Creates a setup for another card of a membership, and returns what will be charged at once. With the id of an existing
 * setup, that one is continued.
 */
export async function openCardChange(
  context: Context,
  profile: Profile,
  begun: string | undefined,
): Promise<(CardSetup & { amount_due: number }) | Refusal> {
  const billed = await findBilled(context, profile.id)
  if (billed instanceof Refusal) return billed
  const { customerId, subscriptionId } = billed
  const reading = await readNow(context, subscriptionId)
  if (reading instanceof Refusal) return reading
  const setup = await askProvider(context, async (stripe) => {
    const earlier = begun === undefined ? null : await findSetup(stripe, begun, customerId)
    return earlier ?? (await createSetup(stripe, { customerId, metadata: { subscription: subscriptionId } }))
  })
  if (setup instanceof Refusal) return setup
  return { ...setupAnswer(setup, customerId), amount_due: dollarsOf(owedInvoices(reading)) }
}

/**
 * Replaces the card, and charges what is owed to it. A card that is declined for that stays on file; the person
 * gets the reason and can give another one.
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
  const before = await readNow(context, subscriptionId)
  if (before instanceof Refusal) return before
  context.log.info({ customer: customerId }, 'a member gave another card')
  const owed = owedInvoices(before)
  const refused = await askProvider(context, (stripe) => payInvoices(stripe, owed, paymentMethodId))
  const after = await readNow(context, subscriptionId)
  if (refused instanceof Refusal) return refused
  if (after instanceof Refusal) return after
  const progress = await progressOf(context, after)
  if (progress instanceof Refusal) return progress
  // Older payments are not reported.
  const payment = owed.length > 0 && progress.payment
  return { ...progress, payment: payment ? { ...payment, amount: dollarsOf(owed) } : null }
}

const dollarsOf = (owed: readonly InvoiceReading[]): number =>
  dollarsFromCents(owed.reduce((sum, { dueCents }) => sum + dueCents, 0))

async function readNow(context: Context, subscriptionId: string): Promise<SubscriptionReading | Refusal> {
  return (await syncSubscription(context, subscriptionId)) ?? refuse('payment_provider_unavailable')
}

/**
 * The invoices that the new card is charged at once, the oldest first. A membership that has stopped resumes with the newest
 * one, which is a draft at the provider until then: members do not pay for the months in which it had stopped.
 */
function owedInvoices({ status, invoices }: SubscriptionReading): InvoiceReading[] {
  const unpaid = invoices.filter(({ dueCents }) => dueCents > 0)
  if (status === 'unpaid')
    return unpaid.filter((each) => each.status === 'open' || each.status === 'draft').slice(0, 1)
  return unpaid.filter((each) => each.status === 'open').toReversed()
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

/** Null when all is paid or waits for authentication; otherwise the bank's reason. */
async function payInvoices(
  stripe: Stripe,
  owed: readonly InvoiceReading[],
  paymentMethodId: string,
): Promise<Refusal | null> {
  try {
    for (const { id, status } of owed) {
      if (status === 'draft') await stripe.invoices.finalizeInvoice(id, { auto_advance: false })
      await stripe.invoices
        .pay(id, { payment_method: paymentMethodId, off_session: false })
        .catch((error: unknown) => ignoreIfPaid(stripe, id, error))
    }
    return null
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    // An error of the API; the payment has the required action.
    if (error.code === 'invoice_payment_intent_requires_action') return null
    if (error instanceof Stripe.errors.StripeCardError) return declined(error.message)
    throw error
  }
}

/** Ignores a failure if the invoice is paid after all, by another tab or the provider; throws it otherwise. */
async function ignoreIfPaid(stripe: Stripe, invoice: string, error: unknown): Promise<void> {
  const refused = error instanceof Stripe.errors.StripeInvalidRequestError
  if (!refused || (await stripe.invoices.retrieve(invoice)).status !== 'paid') throw error
}
