import { sql } from 'kysely'
import type { SentToday } from '../../../shared/contract/messages/reminders.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { describeInAudit } from '../../db/auditDescription.ts'
import type { Db, Tx } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { audienceOf, type Reader } from './audience.ts'
import { enqueueForReaders, type WrittenText } from './emails.ts'
import { type Moment, readEarlier } from './runs.ts'
import { findSession, type Session, type Target } from './sessions.ts'

/** What staff send. */
export interface Wanted extends Target {
  /** Null: a reminder. */
  readonly written: WrittenText | null
  /** How a second one on the same day is confirmed. */
  readonly repeat: 'new' | 'everyone' | undefined
}

/**
 * Writes a run, its recipients and their mails in one transaction: all or nothing is sent, and to nobody twice. Two that
 * press at once are asked like one that presses twice: the second one waits and is then asked whether to repeat.
 *
 * @returns the run's id; or why nothing is sent: `reminder_sent_today` has what was sent as its details.
 */
export async function sendToEverybody(
  tx: Tx,
  { about, id, ofCoach, written, repeat }: Wanted,
  actorId: string | null,
  at: PurchaseContext,
): Promise<string | Refusal> {
  const moment = { now: at.now, zone: at.facility.time_zone }
  await sql`select pg_advisory_xact_lock(hashtext('reminders'), hashtext(${id}))`.execute(tx)
  const session = await findSession(tx, { about, id, ofCoach }, moment.zone)
  if (session instanceof Refusal) return session
  const refused = written ? null : refuseReminder(session, at.now)
  if (refused) return refused
  const { readers, unreachable } = await audienceOf(tx, [session])
  if (readers.length === 0)
    return refuse(unreachable.length > 0 ? 'reminder_nobody_reachable' : 'reminder_nobody')

  const today = await sentToday(tx, { id, written, readers }, moment)
  if (today && !repeat) return refuse('reminder_sent_today', today.details)
  const wanted = repeat === 'new' && today ? today.unsent : readers
  if (wanted.length === 0) return refuse('reminder_nobody_new')

  const kind = written ? 'Message' : 'Reminder'
  await describeInAudit(tx, `${kind} to ${wanted.length}: ${session.title}`)
  const run = await tx
    .insertInto('reminder_runs')
    .values({
      ...{ kind: written ? 'message' : 'reminder', about, about_id: id, title: session.title },
      ...{ starts_at: session.starts, sent_on: facilityDay(at.now, moment.zone) },
      ...{ subject: written?.subject ?? null, body: written?.text ?? null },
      ...{ unreachable: unreachable.length, created_by: actorId, created_at: at.now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mails = await enqueueForReaders(tx, wanted, {
    event: `reminder-run:${run.id}`,
    written,
    at,
  })
  await tx
    .insertInto('reminder_messages')
    .values(mails.map((mail) => ({ run_id: run.id, message_id: mail.id })))
    .execute()
  return run.id
}

function refuseReminder({ about, isCanceled, ends }: Session, now: Date): Refusal | null {
  if (about === 'class' && isCanceled) return refuse('class_session_canceled')
  return ends <= now ? refuse('reminder_over') : null
}

/** The same reminder or message if it was sent today, and who has not received it; null otherwise. A failed mail counts as not received. */
async function sentToday(
  db: Db,
  { id, written, readers }: { id: string; written: WrittenText | null; readers: readonly Reader[] },
  moment: Moment,
): Promise<{ details: SentToday; unsent: Reader[] } | null> {
  const earlier = await readEarlier(db, id, null, moment)
  const same = await db
    .selectFrom('reminder_runs as run')
    .innerJoin('reminder_messages as part', 'part.run_id', 'run.id')
    .innerJoin('outbox as mail', 'mail.id', 'part.message_id')
    .select(['run.id', 'mail.to_email', 'mail.status'])
    .where('run.about_id', '=', id)
    .where('run.sent_on', '=', facilityDay(moment.now, moment.zone))
    .where('run.kind', '=', written ? 'message' : 'reminder')
    .$if(written !== null, (query) =>
      query.where('run.subject', '=', written?.subject ?? '').where('run.body', '=', written?.text ?? ''),
    )
    .execute()
  const last = earlier.find(({ run_id }) => same.some((mail) => mail.id === run_id))
  if (!last) return null
  const got = new Set(
    same.filter(({ status }) => status !== 'failed').map(({ to_email }) => to_email.toLowerCase()),
  )
  const unsent = readers.filter(({ email }) => !got.has(email.toLowerCase()))
  return { details: { ...last, new_recipients: unsent.length }, unsent }
}
