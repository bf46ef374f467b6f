import Stripe from 'stripe'
import type { Scope } from '../settings.ts'
import { newId } from '../store/ids.ts'
import type { EventObject } from '../store/kinds.ts'
import type { SandboxTables } from '../store/tables.ts'

/**
 * Stores an event with a snapshot of the object, and queues it for the webhook endpoint. Part of
 * the transaction of the change, so no change is without its event.
 */
export async function emit(
  { store, now, request, quiet }: Scope,
  type: Stripe.Event.Type,
  object: object,
  previous?: object,
): Promise<void> {
  if (quiet) return
  const event: EventObject = {
    id: newId('event'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: now,
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: request?.id ?? null, idempotency_key: request?.idempotencyKey ?? null },
    type,
  }
  const delivery = { event_id: event.id, next_attempt_at: new Date(now * 1000) }
  await Promise.all([
    store.insert('event', event),
    store.tx.withTables<SandboxTables>().insertInto('stripe_sandbox.deliveries').values(delivery).execute(),
  ])
}

/** Emits that an object was updated, with the previous values of its changed properties. */
export async function emitUpdate(scope: Scope, type: Stripe.Event.Type, before: object, after: object) {
  const previous = Object.fromEntries(
    Object.entries(before).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(after, key)),
    ),
  )
  if (Object.keys(previous).length > 0) await emit(scope, type, after, previous)
}
