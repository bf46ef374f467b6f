import type Stripe from 'stripe'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { Refusal } from '../../../refusal.ts'

/** An event as the provider sent it. */
export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly payload: unknown
}

/**
 * Records an event under a unique key, first in the transaction of its work.
 *
 * @returns whether it is new.
 */
export async function recordEvent(tx: Tx, event: ProviderEvent, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('payment_events')
    .values({
      provider_event_id: event.id,
      type: event.type,
      payload: JSON.stringify(event.payload),
      received_at: now,
      processed_at: now,
    })
    .onConflict((conflict) => conflict.column('provider_event_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Handles the provider's events of one kind besides payments and refunds; the composition root registers it
 * (server/features.ts).
 */
export interface ProviderEventHandler {
  handles(event: Stripe.Event): boolean
  /** Handles the event once. A refusal means that the provider should send it again. */
  handle(context: Context, event: Stripe.Event): Promise<Refusal | undefined>
}
