/** The log of all messages as the desk and admins read it (decision 23). */

import { sql } from 'kysely'
import type { z } from 'zod'
import type {
  LoggedMessage,
  listMessages,
  MessageDetails,
  MessageState,
} from '../../../../shared/contract/messages/messageDelivery.ts'
import { dayBounds } from '../../../../shared/domain/time/time.ts'
import type { Db } from '../../../db/database.ts'
import { keyId, keyInstant, keysetList, type Page } from '../../../db/keyset.ts'
import { hasWord, searchWords } from '../../../db/searchWords.ts'
import { Refusal } from '../../../refusal.ts'
import { kindOf, TEST_MARK } from '../compose.ts'
import { maskedData } from '../maskedData.ts'
import { type EditedTexts, editedTemplates } from '../queries.ts'
import { type RenderedMessage, renderMessage, type Sender, subjectOf } from '../render.ts'
import type { MessageTemplate, MessageTexts } from '../templates/template.ts'
import { plainProblem } from './deliveryProblem.ts'

const newestFirst = keysetList('messages', [keyInstant('created_at'), keyId('id')], 'desc')

type LogQuery = z.output<(typeof listMessages)['query']>

/** What the log depends on besides the database. */
interface Reading {
  readonly now: Date
  /** The facility's. */
  readonly zone: string
  readonly sender: Sender
}

/**
 * A page of all messages, newest first. Every word of the search is in the address, the receiver's name or the subject. Those
 * that have not been tried yet are found by address and name.
 *
 * @returns `cursor_invalid` where the cursor is not of this list and query.
 */
export async function readLog(
  db: Db,
  query: LogQuery,
  reading: Reading,
): Promise<Page<LoggedMessage> | Refusal> {
  const start = newestFirst.open(query)
  if (start instanceof Refusal) return start
  let rows = logged(db)
  if (query.state) rows = rows.where(isIn(query.state, reading.now))
  if (query.template) rows = rows.where('template', '=', query.template)
  if (query.day) {
    const { start: from, end } = dayBounds(query.day, reading.zone)
    rows = rows.where('created_at', '>=', from).where('created_at', '<', end)
  }
  const words = searchWords(query.search_query)
  if (words?.length === 0) rows = rows.where(sql<boolean>`false`)
  if (words && words.length > 0) {
    const found = sql.join(
      words.map(({ people }) => hasWord(sql.ref('search'), people)),
      sql` and `,
    )
    // In two parts, each of which has an index.
    rows = rows.where(sql<boolean>`(status <> 'queued' and ${found} or status = 'queued' and ${found})`)
  }
  const page = await newestFirst.read(rows, start)
  const edited = await textsInUse(db, page.items)
  return { ...page, items: page.items.map((row) => asLogged(row, reading, edited)) }
}

/** How many messages were given up and not dismissed. */
export async function countFailed(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('status', '=', 'failed')
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** One message with what it says; null where there is none. Personal links are masked. */
export async function findMessage(db: Db, id: string, reading: Reading): Promise<MessageDetails | null> {
  const row = await logged(db)
    .select(['reply_to', 'calendar', 'text_revision', 'test_texts', 'copy_of'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const copies = await logged(db).where('copy_of', '=', id).orderBy('created_at').orderBy('id').execute()
  const edited = await textsInUse(db, [row])
  const kind = kindOf(row.template)
  const inUse = edited.get(row.template)
  const texts = row.test_texts ?? (row.status === 'sent' ? await textsSent(db, row) : inUse)
  return {
    ...asLogged(row, reading, edited),
    about: kind?.description ?? row.template,
    reply_to: row.reply_to,
    attachment: row.calendar?.filename ?? null,
    last_error: row.last_error,
    has_personal_link: kind?.secret === true,
    content: kind && contentOf(kind, row, texts, reading.sender),
    copies: copies.map((copy) => ({
      id: copy.id,
      created_at: copy.created_at.toISOString(),
      state: stateOf(copy, reading.now),
    })),
    copy_of: row.copy_of,
  }
}

/** Has the pages that show the log read it again. */
export const tellDeliveryLog = (db: Db): Promise<unknown> =>
  sql`select pg_notify('messages_changed', '')`.execute(db)

const logged = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(['id', 'template', 'to_email', 'to_user_id', 'recipient_name', 'subject', 'data', 'status'])
    .select(['attempts', 'next_attempt_at', 'last_error', 'sent_at', 'dismissed_at', 'created_at'])
    .select(['staff_change_id', sql<boolean>`test_texts is not null`.as('is_test')])
type Row = Awaited<ReturnType<ReturnType<typeof logged>['executeTakeFirstOrThrow']>>

/** What became of a message. */
export function stateOf(
  row: Pick<Row, 'status' | 'attempts' | 'next_attempt_at' | 'dismissed_at' | 'staff_change_id'>,
  now: Date,
): MessageState {
  if (row.status === 'sent') return 'sent'
  if (row.status === 'failed') return row.dismissed_at ? 'dismissed' : 'failed'
  return row.staff_change_id && row.attempts === 0 && row.next_attempt_at > now ? 'withheld' : 'waiting'
}

/** The condition in SQL for rows that are in a state; it must agree with the function above. */
function isIn(state: MessageState, now: Date) {
  const withheld = sql<boolean>`(staff_change_id is not null and attempts = 0 and next_attempt_at > ${now})`
  const conditions = {
    sent: sql<boolean>`status = 'sent'`,
    failed: sql<boolean>`status = 'failed' and dismissed_at is null`,
    dismissed: sql<boolean>`status = 'failed' and dismissed_at is not null`,
    withheld: sql<boolean>`status = 'queued' and ${withheld}`,
    waiting: sql<boolean>`status = 'queued' and not ${withheld}`,
  }
  return conditions[state]
}

function asLogged(row: Row, { now, sender }: Reading, edited: Map<string, EditedTexts>): LoggedMessage {
  const kind = kindOf(row.template)
  const subject = row.subject ?? subjectOf(kind, row.data, sender, edited.get(row.template)) ?? row.template
  return {
    id: row.id,
    state: stateOf(row, now),
    template: row.template,
    subject: row.is_test && row.subject === null ? `${TEST_MARK}${subject}` : subject,
    to_email: row.to_email,
    to_user_id: row.to_user_id,
    recipient_name: row.recipient_name ?? nameIn(row.data),
    attempts: row.attempts,
    problem: row.status === 'sent' ? null : plainProblem(row.last_error),
    next_attempt_at:
      row.status === 'queued' && row.next_attempt_at > now ? row.next_attempt_at.toISOString() : null,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    is_test: row.is_test,
    can_resend: row.status === 'failed',
    can_send_again: row.status === 'sent' && kind !== null && !kind.secret && !row.is_test,
  }
}

const nameIn = ({ full_name: name }: Record<string, unknown>): string | null =>
  typeof name === 'string' && name !== '' ? name : null

/** The facility's texts for messages that have not been tried yet. */
async function textsInUse(db: Db, rows: readonly Row[]): Promise<Map<string, EditedTexts>> {
  const names = [
    ...new Set(
      rows
        .filter(({ status, subject }) => status !== 'sent' || subject === null)
        .map(({ template }) => template),
    ),
  ]
  return names.length > 0 ? editedTemplates(db, names) : new Map()
}

/** The texts with which a message was sent; undefined for the built-in ones. */
async function textsSent(
  db: Db,
  { template, text_revision }: { template: string; text_revision: number | null },
): Promise<MessageTexts | undefined> {
  if (text_revision === null) return undefined
  return db
    .selectFrom('email_template_versions')
    .select(['subject_template as subject', 'html_template as html', 'text_template as text'])
    .where('template', '=', template)
    .where('revision', '=', text_revision)
    .executeTakeFirst()
}

/** What a message says. Null where its data are erased, or this version cannot render them. */
function contentOf(
  kind: MessageTemplate,
  { data, is_test: isTest }: Pick<Row, 'data' | 'is_test'>,
  texts: MessageTexts | undefined,
  sender: Sender,
): RenderedMessage | null {
  if (kind.secret && Object.keys(data).length === 0) return null
  const unsubscribeUrl = kind.marketing ? `${sender.siteUrl}/unsubscribe` : undefined
  const masked = maskedData(kind, data)
  for (const attempt of [texts, undefined]) {
    try {
      const content = renderMessage(kind, masked, sender, { texts: attempt, unsubscribeUrl })
      return isTest ? { ...content, subject: `${TEST_MARK}${content.subject}` } : content
    } catch {
      // The built-in texts are sent instead of texts that cannot be rendered.
    }
  }
  return null
}
