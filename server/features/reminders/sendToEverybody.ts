import { sql } from 'kysely'
import type { SentToday } from '../../../shared/contract/messages/reminders.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { describeInAudit } from '../../db/auditDescription.ts'
import type { Db, Tx } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { audienceOf, type Reader } from './audience.ts'
import { enqueueForReaders, type WrittenText } from './emails.ts'
import { isAbout, type Moment, readEarlier } from './runs.ts'
import { findSessions, type Session, type Target, titleOf } from './sessions.ts'

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
  { written, repeat, ...target }: Wanted,
  actorId: string | null,
  at: PurchaseContext,
): Promise<string | Refusal> {
  const moment = { now: at.now, zone: at.facility.time_zone }
  const ids = [...new Set([target.id, ...target.alsoIds])]
  // In one order, so that two messages about the same things never wait for each other.
  for (const id of ids.toSorted())
    await sql`select pg_advisory_xact_lock(hashtext('reminders'), hashtext(${id}))`.execute(tx)
  const sessions = await findSessions(tx, target, moment.zone)
  if (sessions instanceof Refusal) return sessions
  const [session] = sessions
  const refused = written ? null : refuseReminder(session, at.now)
  if (refused) return refused
  const { readers, unreachable } = await audienceOf(tx, sessions)
  if (readers.length === 0)
    return refuse(unreachable.length > 0 ? 'reminder_nobody_reachable' : 'reminder_nobody')

  const today = await sentToday(tx, { ids, written, readers }, moment)
  if (today && !repeat) return refuse('reminder_sent_today', today.details)
  const wanted = repeat === 'new' && today ? today.unsent : readers
  if (wanted.length === 0) return refuse('reminder_nobody_new')

  const kind = written ? 'Message' : 'Reminder'
  const title = titleOf(sessions)
  await describeInAudit(tx, `${kind} to ${wanted.length}: ${title}`)
  const run = await tx
    .insertInto('reminder_runs')
    .values({
      ...{ kind: written ? 'message' : 'reminder', about: target.about, about_id: target.id },
      ...{ also_ids: ids.filter((id) => id !== target.id), title },
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
  {
    ids,
    written,
    readers,
  }: { ids: readonly string[]; written: WrittenText | null; readers: readonly Reader[] },
  moment: Moment,
): Promise<{ details: SentToday; unsent: Reader[] } | null> {
  const earlier = await readEarlier(db, ids, null, moment)
  const same = await db
    .selectFrom('reminder_runs as run')
    .innerJoin('reminder_messages as part', 'part.run_id', 'run.id')
    .innerJoin('outbox as mail', 'mail.id', 'part.message_id')
    .select(['run.id', 'mail.to_email', 'mail.status'])
    .where(isAbout(ids))
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
