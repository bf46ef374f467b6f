import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { CalendarFile } from '../../../db/tables/messages.ts'
import { task } from '../../../jobs/tasks.ts'
import type { MessageTexts } from '../templates/template.ts'

/** A message that this process may send until its lease expires. */
export interface ClaimedMessage {
  readonly id: string
  readonly template: string
  readonly to_email: string
  readonly data: unknown
  readonly reply_to: string | null
  readonly calendar: CalendarFile | null
  /** The texts of a test, which shows the template's examples. */
  readonly test_texts: MessageTexts | null
  /** The earlier message of a conversation. */
  readonly in_reply_to: string | null
  /** The number of this attempt; distinguishes a newer claim of the same message. */
  readonly attempts: number
}

/** What the delivery log keeps of an attempt. */
export interface SentAs {
  /** Personal links masked; null where this version has no such template. */
  readonly subject: string | null
  /** Of the facility's texts; null for the built-in ones. */
  readonly textRevision: number | null
}

/** The outcome of an attempt: `rejected` is permanent, `failed` is retried. */
export type Attempt =
  | { readonly outcome: 'sent'; readonly eraseData: boolean }
  | { readonly outcome: 'rejected' | 'failed'; readonly reason: string }

/**
 * Claims up to `most` due messages. No other process claims them before `leaseEnd`: a process that dies
 * during that time delays them but does not lose them.
 */
export function claimDue(tx: Tx, now: Date, leaseEnd: Date, most: number): Promise<ClaimedMessage[]> {
  return tx
    .with('due', (db) =>
      db
        .selectFrom('outbox')
        .select('id')
        .where('status', '=', 'queued')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .from('due')
    .whereRef('outbox.id', '=', 'due.id')
    .set((row) => ({ attempts: row('outbox.attempts', '+', 1), next_attempt_at: leaseEnd }))
    .returning([
      'outbox.id',
      'outbox.template',
      'outbox.to_email',
      'outbox.data',
      'outbox.attempts',
      'outbox.reply_to',
      'outbox.calendar',
      'outbox.test_texts',
      'outbox.in_reply_to',
    ])
    .execute()
}

/** Records the outcome of an attempt, unless the lease has expired and another process has claimed the message. */
export async function recordAttempt(
  tx: Tx,
  message: ClaimedMessage,
  attempt: Attempt,
  sentAs: SentAs,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set(changes(message, attempt, now))
    .set({
      subject: sentAs.subject,
      text_revision: sentAs.textRevision,
      // The data of a secret message will be erased.
      recipient_name: sql`(select full_name from profiles where profiles.id = to_user_id)`,
    })
    .where('id', '=', message.id)
    .where('status', '=', 'queued')
    .where('attempts', '=', message.attempts)
    .execute()
}

function changes(message: ClaimedMessage, attempt: Attempt, now: Date) {
  if (attempt.outcome === 'sent') {
    const erased = attempt.eraseData ? { data: '{}' } : {}
    return { status: 'sent' as const, sent_at: now, last_error: null, ...erased }
  }
  const retry = attempt.outcome === 'failed' ? nextAttempt(message.attempts, now) : null
  const last_error = attempt.reason.slice(0, 500)
  return retry ? { next_attempt_at: retry, last_error } : { status: 'failed' as const, last_error }
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delays between attempts: ten attempts over two days, longer than most outages of mail servers. */
const WAITS = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  24 * HOUR,
] as const

/** When to try again after this many attempts; null when there are no more. */
function nextAttempt(attempts: number, now: Date): Date | null {
  const wait = WAITS[attempts - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait)
}

/** Long enough to answer what someone asks about last season; the log is no archive. */
const KEPT_DAYS = 400
/** An hour's work stays short. */
const MOST_PURGED = 5_000

/** Deletes messages and finished contact messages that nobody asks about any more (docs/privacy.md). */
export const purgeMessages = task('purge-messages', '47 * * * *', async (tx, now) => {
  const until = new Date(now.getTime() - KEPT_DAYS * 24 * HOUR)
  await tx
    .deleteFrom('outbox')
    .where('id', 'in', (db) =>
      db
        .selectFrom('outbox')
        .select('id')
        .where('created_at', '<', until)
        .where('status', '<>', 'queued')
        .limit(MOST_PURGED),
    )
    .execute()
  await tx.deleteFrom('contact_messages').where('handled_at', '<', until).execute()
})

/** Wakes all workers, in case a notification was lost. */
export const sweepOutbox = task('sweep-outbox', '* * * * *', (tx) =>
  sql`select pg_notify('outbox_changed', '')`.execute(tx),
)
