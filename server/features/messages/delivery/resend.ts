/** Sending messages once more (decision 23). */

import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { kindOf } from '../compose.ts'
import { tellDeliveryLog } from './deliveryLog.ts'

const MOST_AT_ONCE = 500
/** In which a message is copied once: two members of staff may press at the same time. */
const COPY_MILLISECONDS = 5 * 60_000

/** As when it was first queued: it keeps its event and its texts, and has all attempts again. */
const queuedAnew = (now: Date) =>
  ({
    status: 'queued',
    attempts: 0,
    next_attempt_at: now,
    last_error: null,
    dismissed_at: null,
  }) as const

/** Queues a message again that was given up. */
export async function queueAgain(tx: Tx, messageId: string, now: Date): Promise<Refusal | null> {
  const refused = await refuseUnlessFailed(tx, messageId)
  if (refused) return refused
  await tx.updateTable('outbox').set(queuedAnew(now)).where('id', '=', messageId).execute()
  await wakeWorkers(tx)
  return null
}

/**
 * Corrects the address of a message that was given up, and queues it again. Never of one with access to an account, which
 * only its owner's own address may get.
 */
export async function correctAddress(
  tx: Tx,
  { messageId, to }: { messageId: string; to: string },
  now: Date,
): Promise<Refusal | null> {
  const refused = await refuseUnlessFailed(tx, messageId)
  if (refused) return refused
  const { template } = await tx
    .selectFrom('outbox')
    .select('template')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow()
  if (kindOf(template)?.secret !== undefined) return refuse('message_has_link')
  await tx.updateTable('outbox').set({ to_email: to }).where('id', '=', messageId).execute()
  return queueAgain(tx, messageId, now)
}

/**
 * Queues again what was given up and not dismissed, oldest first, at most 500.
 *
 * @param until leaves out what was queued later.
 * @returns how many.
 */
export async function queueFailedAgain(tx: Tx, until: Date, now: Date): Promise<number> {
  const queued = await tx
    .with('failed', (db) =>
      db
        .selectFrom('outbox')
        .select('id')
        .where('status', '=', 'failed')
        .where('dismissed_at', 'is', null)
        .where('created_at', '<=', until)
        .orderBy('created_at')
        .orderBy('id')
        .limit(MOST_AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .from('failed')
    .whereRef('outbox.id', '=', 'failed.id')
    .set(queuedAnew(now))
    .returning('outbox.id')
    .execute()
  if (queued.length > 0) await wakeWorkers(tx)
  return queued.length
}

/**
 * Queues a copy of a message that was sent, to the same address, with the texts of today. It is a message of its own: mail
 * programs drop a second one with the same id. Never one with access to an account: whoever needs that asks for a new link.
 */
export async function copySent(tx: Tx, messageId: string, now: Date): Promise<Refusal | null> {
  const message = await tx
    .selectFrom('outbox')
    .select(['template', 'to_email', 'to_user_id', 'recipient_name', 'data', 'status', 'reply_to'])
    .select(['calendar', 'in_reply_to', sql<boolean>`test_texts is not null`.as('is_test')])
    .where('id', '=', messageId)
    .forUpdate()
    .executeTakeFirst()
  if (!message) return refuse('message_not_found')
  const kind = kindOf(message.template)
  if (kind?.secret) return refuse('message_has_link')
  if (message.status !== 'sent' || !kind || message.is_test) return refuse('message_not_sent')
  const copy = await tx
    .selectFrom('outbox')
    .select('id')
    .where('copy_of', '=', messageId)
    .where('created_at', '>', new Date(now.getTime() - COPY_MILLISECONDS))
    .executeTakeFirst()
  if (copy) return refuse('message_copied')
  const { status: _, is_test: __, data, calendar, ...same } = message
  await tx
    .insertInto('outbox')
    .values({
      ...same,
      data: JSON.stringify(data),
      calendar: calendar && JSON.stringify(calendar),
      copy_of: messageId,
      created_at: now,
      next_attempt_at: now,
    })
    .execute()
  return null
}

/** Leaves a message undelivered that was given up. */
export async function dismissFailure(tx: Tx, messageId: string, now: Date): Promise<Refusal | null> {
  const refused = await refuseUnlessFailed(tx, messageId)
  if (refused) return refused
  await tx.updateTable('outbox').set({ dismissed_at: now }).where('id', '=', messageId).execute()
  await tellDeliveryLog(tx)
  return null
}

const wakeWorkers = (tx: Tx) => sql`select pg_notify('outbox_changed', '')`.execute(tx)

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
