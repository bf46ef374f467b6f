import type { Tx } from '../../db/database.ts'

/** An event as the provider sent it. */
export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly payload: unknown
}

/**
 * Notes an event: the first thing in the transaction of its work, under a unique key (architecture rule 4).
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
