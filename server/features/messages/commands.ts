import type { Tx } from '../../db/database.ts'
import type { MessageData, TemplateName } from './templates.ts'

export interface Message<Name extends TemplateName> {
  readonly template: Name
  readonly to: { readonly email: string; readonly userId?: string | null }
  readonly data: MessageData[Name]
  /** Names the event, e.g. `booking-confirmed:<id>`: the same event never sends twice (decision 25). */
  readonly dedupeKey: string
}

/** Fresh messages are due at once whatever the clocks of database and application say, and go before retries. */
const AT_ONCE = new Date(0)

/**
 * Queues a message in the transaction of its event: it is sent if and only if that commits, by the outbox
 * worker, so nothing waits for the mail server (decision 23). A known `dedupeKey` queues nothing.
 */
export async function enqueueMessage<Name extends TemplateName>(
  tx: Tx,
  message: Message<Name>,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      template: message.template,
      to_email: message.to.email,
      to_user_id: message.to.userId ?? null,
      data: JSON.stringify(message.data),
      dedupe_key: message.dedupeKey,
      next_attempt_at: AT_ONCE,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}
