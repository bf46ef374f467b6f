/** Messages that could not be delivered, as staff see to them (decision 23). */

import { sql } from 'kysely'
import { dismissMessage, resendMessage } from '../../../shared/contract/messageDelivery.ts'
import type { Tx } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { type Refusal, refuse } from '../../refusal.ts'

export const deliveryEndpoints = [
  endpoint(resendMessage, (call) =>
    runCommand(call, async (tx) => {
      const refused = await queueAgain(tx, call.params.message_id, call.context.clock.now())
      return refused ?? reply({ message: 'The message is sent again.' })
    }),
  ),

  endpoint(dismissMessage, (call) =>
    runCommand(call, async (tx) => {
      const refused = await dismissFailure(tx, call.params.message_id, call.context.clock.now())
      return refused ?? reply({ message: 'The message is left undelivered.' })
    }),
  ),
]

/** Queues a message again that was given up. It keeps its event and its texts, and has all attempts again. */
async function queueAgain(tx: Tx, messageId: string, now: Date): Promise<Refusal | null> {
  const refused = await refuseUnlessFailed(tx, messageId)
  if (refused) return refused
  await tx
    .updateTable('outbox')
    .set({ status: 'queued', attempts: 0, next_attempt_at: now, last_error: null, dismissed_at: null })
    .where('id', '=', messageId)
    .execute()
  await sql`select pg_notify('outbox_changed', '')`.execute(tx)
  return null
}

async function dismissFailure(tx: Tx, messageId: string, now: Date): Promise<Refusal | null> {
  const refused = await refuseUnlessFailed(tx, messageId)
  if (refused) return refused
  await tx.updateTable('outbox').set({ dismissed_at: now }).where('id', '=', messageId).execute()
  return null
}

async function refuseUnlessFailed(tx: Tx, messageId: string): Promise<Refusal | null> {
  const message = await tx
    .selectFrom('outbox')
    .select('status')
    .where('id', '=', messageId)
    .forUpdate()
    .executeTakeFirst()
  if (!message) return refuse('message_not_found')
  return message.status === 'failed' ? null : refuse('message_not_failed')
}
