/** Runs: what staff sent to everybody of a session, and how far it is. The outbox knows; nothing is counted twice. */

import { sql } from 'kysely'
import type {
  ReminderPerson,
  ReminderRun,
  RunRecipient,
  SessionAudience,
} from '../../../shared/contract/messages/reminders.ts'
import { daysBetween, facilityDay } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'
import { audienceOf } from './audience.ts'
import { existingSessions, type Target } from './sessions.ts'

export interface Moment {
  readonly now: Date
  readonly zone: string
}

/** Days of the calendar from now until it begins; 0 once it has. */
export const daysUntil = (starts: Date, { now, zone }: Moment): number =>
  Math.max(0, daysBetween(facilityDay(now, zone), facilityDay(starts, zone)))

const SHOWN = 20

/** Of a query with `reminder_runs as run`: those about any of these. */
export const isAbout = (ids: readonly string[]) =>
  sql<boolean>`(run.about_id = any(${ids}::uuid[]) or run.also_ids && ${ids}::uuid[])`

/**
 * What was sent to the people of sessions, newest first; what was undone before anything went out is not there.
 *
 * @param sentBy the account that sent it; null for all.
 */
export async function readEarlier(
  db: Db,
  aboutIds: readonly string[],
  sentBy: string | null,
  { now, zone }: Moment,
): Promise<SessionAudience['earlier']> {
  const today = facilityDay(now, zone)
  const rows = await db
    .selectFrom('reminder_runs as run')
    .innerJoin('reminder_messages as part', 'part.run_id', 'run.id')
    .leftJoin('profiles as sender', 'sender.id', 'run.created_by')
    .select(['run.id', 'run.kind', 'run.subject', 'run.created_at', 'run.sent_on', 'sender.full_name'])
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where(isAbout(aboutIds))
    .$if(sentBy !== null, (query) => query.where('run.created_by', '=', sentBy))
    .groupBy(['run.id', 'sender.full_name'])
    .orderBy('run.created_at', 'desc')
    .orderBy('run.id')
    .limit(SHOWN)
    .execute()
  return rows.map(({ id, kind, subject, created_at, sent_on, full_name, total }) => ({
    ...{ run_id: id, kind, subject },
    created_at: created_at.toISOString(),
    created_by: full_name,
    total: Number(total),
    today: sent_on === today,
  }))
}

export interface RunProgress {
  readonly run: ReminderRun
  /** What it is about. */
  readonly target: Omit<Target, 'ofCoach'>
  readonly recipients: RunRecipient[]
}

/** A run with each of its recipients, those that failed first; null when there is none of this id. */
export async function readRun(db: Db, id: string, moment: Moment): Promise<RunProgress | null> {
  const [row, messages] = await Promise.all([
    db
      .selectFrom('reminder_runs as run')
      .leftJoin('profiles as sender', 'sender.id', 'run.created_by')
      .selectAll('run')
      .select('sender.full_name')
      .where('run.id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('reminder_messages as part')
      .innerJoin('outbox as mail', 'mail.id', 'part.message_id')
      .leftJoin('profiles as account', 'account.id', 'mail.to_user_id')
      .select(['mail.id', 'mail.to_email', 'mail.status', 'mail.last_error', 'account.phone_number'])
      .select([
        sql<string | null>`mail.data ->> 'full_name'`.as('name'),
        sql<string | null>`mail.data ->> 'participant_name'`.as('participants'),
      ])
      .where('part.run_id', '=', id)
      .orderBy('name')
      .orderBy('mail.id')
      .execute(),
  ])
  if (!row) return null
  const recipients = messages.map(
    (mail): RunRecipient => ({
      ...{ message_id: mail.id, email: mail.to_email, phone: mail.phone_number },
      name: mail.name ?? '',
      participants: mail.participants ?? '',
      status: stateOf(mail),
      error: mail.status === 'sent' ? null : mail.last_error,
    }),
  )
  const count = (status: RunRecipient['status']) =>
    recipients.filter((recipient) => recipient.status === status).length
  return {
    target: { about: row.about, id: row.about_id, alsoIds: row.also_ids },
    run: {
      ...{ id: row.id, kind: row.kind, about: row.about, about_id: row.about_id, title: row.title },
      start_time: row.starts_at.toISOString(),
      days_until: daysUntil(row.starts_at, moment),
      subject: row.subject,
      text: row.body,
      created_at: row.created_at.toISOString(),
      created_by: row.full_name,
      total: recipients.length,
      waiting: count('waiting'),
      retrying: count('retrying'),
      sent: count('sent'),
      failed: count('failed'),
    },
    recipients: recipients.toSorted(
      (one, other) => Number(other.status === 'failed') - Number(one.status === 'failed'),
    ),
  }
}

const stateOf = (mail: { status: 'queued' | 'sent' | 'failed'; last_error: string | null }) => {
  if (mail.status !== 'queued') return mail.status
  return mail.last_error === null ? 'waiting' : 'retrying'
}

/** Those whom no mail reaches, as of now, of what a run was about and still exists. */
export async function unreachableOf(
  db: Db,
  { target }: RunProgress,
  { zone }: Moment,
): Promise<readonly ReminderPerson[]> {
  const [first, ...more] = await existingSessions(db, target, zone)
  return first ? (await audienceOf(db, [first, ...more])).unreachable : []
}
