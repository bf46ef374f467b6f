import type Stripe from 'stripe'
import type { Context } from '../../context.ts'
import { system, transaction } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { type ProviderEvent, type ProviderEventHandler, recordEvent } from '../payments/provider/events.ts'
import { askProvider } from '../payments/provider/provider.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { syncRefunds } from '../payments/refunds/recordRefunds.ts'
import { sendRefunds } from '../payments/refunds/sendRefunds.ts'
import { applyReading } from './commands/applyReading.ts'
import { ourPriceIds } from './prices.ts'
import { readSubscription, type SubscriptionReading } from './readSubscription.ts'

/**
 * Reads a membership at the provider and applies the result. Browser, webhook and job may call it in any order and
 * repeatedly with the same end.
 *
 * @param event the provider's event that is handled with it, once.
 * @returns the provider's reading; null for a subscription that it does not know; a refusal when it cannot be reached.
 */
export async function syncSubscription(
  context: Context,
  subscriptionId: string,
  event?: ProviderEvent,
): Promise<SubscriptionReading | Refusal | null> {
  const reading = await readSubscription(context, subscriptionId)
  if (reading === null || reading instanceof Refusal) return reading
  const [at, ourPrices] = await Promise.all([purchaseContext(context), ourPriceIds(context)])
  const applied = await transaction(context.db, system, (tx) =>
    applyReading(tx, { reading, event, ourPrices }, at),
  )
  for (const intent of applied.refundedIntents) await syncRefunds(context, intent)
  if (applied.endIt) await endSubscription(context, subscriptionId)
  else if (applied.refunds) await sendRefunds(context)
  return reading
}

/** Cancels a membership that could not be given at the provider, and sends its refunds. */
async function endSubscription(context: Context, subscriptionId: string): Promise<void> {
  context.log.warn({ subscription: subscriptionId }, 'a membership could not be given and is ended')
  await askProvider(context, (stripe) => stripe.subscriptions.cancel(subscriptionId))
  await sendRefunds(context)
}

/**
 * The provider's `customer.subscription.*` and `invoice.*` events. What an event says of the subscription is not used: it
 * may be old.
 */
export const subscriptionEvents: ProviderEventHandler = {
  handles: ({ type }) => type.startsWith('customer.subscription.') || type.startsWith('invoice.'),

  async handle(context, event) {
    const noted: ProviderEvent = { id: event.id, type: event.type, payload: event }
    const subscriptionId = subscriptionOf(event)
    const reading = subscriptionId === null ? null : await syncSubscription(context, subscriptionId, noted)
    if (reading instanceof Refusal) return reading
    if (reading === null)
      await transaction(context.db, system, (tx) => recordEvent(tx, noted, context.clock.now()))
    return undefined
  },
}

function subscriptionOf({ data: { object } }: Stripe.Event): string | null {
  if (object.object === 'subscription') return object.id
  if (object.object !== 'invoice') return null
  const subscription = object.parent?.subscription_details?.subscription
  return typeof subscription === 'string' ? subscription : (subscription?.id ?? null)
}
