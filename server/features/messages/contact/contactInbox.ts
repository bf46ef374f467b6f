/** What visitors wrote, as the desk and admins answer it (decision 24). */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type {
  ContactMessageDetails,
  ContactState,
  ListedContactMessage,
  listContactMessages,
} from '../../../../shared/contract/messages/contactMessages.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { dayInText } from '../../../../shared/domain/time/timeFormat.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { keyId, keyInstant, keysetList, type Page } from '../../../db/keyset.ts'
import { hasWord, searchWords } from '../../../db/searchWords.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { enqueueMessage } from '../commands.ts'
import { stateOf } from '../delivery/deliveryLog.ts'
import { subjectLabels } from './contact.ts'

const newestFirst = keysetList(
  'contact messages',
  [keyInstant('contact.created_at'), keyId('contact.id')],
  'desc',
)

type InboxQuery = z.output<(typeof listContactMessages)['query']>

/**
 * A page of what visitors wrote, newest first. Every word of the search is in the name, address, phone number or text.
 *
 * @returns `cursor_invalid` where the cursor is not of this list and query.
 */
export async function listInbox(db: Db, query: InboxQuery): Promise<Page<ListedContactMessage> | Refusal> {
  const start = newestFirst.open(query)
  if (start instanceof Refusal) return start
  let rows = listed(db)
  if (query.state === 'done') rows = rows.where('handled_at', 'is not', null)
  else if (query.state === 'open') rows = rows.where('handled_at', 'is', null)
  else if (query.state)
    rows = rows
      .where('handled_at', 'is', null)
      .where('replied_at', query.state === 'replied' ? 'is not' : 'is', null)
  const words = searchWords(query.search_query)
  if (words?.length === 0) rows = rows.where(sql<boolean>`false`)
  for (const { people } of words ?? []) rows = rows.where(hasWord(sql.ref('contact.search'), people))
  const page = await newestFirst.read(rows, start)
  return { ...page, items: page.items.map(asListed) }
}

/** One message with its replies; null where there is none. */
export async function findInInbox(db: Db, id: string, now: Date): Promise<ContactMessageDetails | null> {
  const row = await listed(db)
    .leftJoin('profiles as account', (join) =>
      join.on(sql`lower(contact.email)`, '=', sql.ref('account.email')),
    )
    .select(['contact.revision', 'account.id as user_id'])
    .where('contact.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const replies = await db
    .selectFrom('contact_replies as reply')
    .leftJoin('profiles', 'profiles.id', 'reply.sent_by')
    .leftJoin('outbox', 'outbox.id', 'reply.outbox_id')
    .select(['reply.id', 'reply.body', 'profiles.full_name as sent_by_name', 'reply.created_at'])
    .select(['reply.outbox_id as message_id', 'status', 'attempts', 'next_attempt_at', 'dismissed_at'])
    .select('outbox.staff_change_id')
    .where('contact_message_id', '=', id)
    .orderBy('reply.created_at')
    .orderBy('reply.id')
    .execute()
  const { revision, user_id, ...rest } = row
  return {
    ...asListed(rest),
    revision,
    user_id,
    replies: replies.map(
      ({ created_at, status, attempts, next_attempt_at, dismissed_at, staff_change_id, ...reply }) => ({
        ...reply,
        created_at: created_at.toISOString(),
        state:
          status === null || attempts === null || next_attempt_at === null
            ? null
            : stateOf({ status, attempts, next_attempt_at, dismissed_at, staff_change_id }, now),
      }),
    ),
  }
}

const listed = (db: Db) =>
  db
    .selectFrom('contact_messages as contact')
    .leftJoin('profiles as handler', 'handler.id', 'contact.handled_by')
    .select(['contact.id', 'contact.name', 'contact.phone', 'contact.email', 'contact.subject'])
    .select(['contact.message', 'contact.created_at', 'replied_at', 'handled_at'])
    .select('handler.full_name as handled_by_name')
    .select((eb) =>
      eb
        .selectFrom('contact_replies as last')
        .select('last.body')
        .whereRef('last.contact_message_id', '=', 'contact.id')
        .orderBy('last.created_at', 'desc')
        .orderBy('last.id', 'desc')
        .limit(1)
        .as('last_reply'),
    )
type Row = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const asListed = (row: Row): ListedContactMessage => ({
  ...row,
  state: contactStateOf(row),
  created_at: row.created_at.toISOString(),
  replied_at: row.replied_at?.toISOString() ?? null,
  handled_at: row.handled_at?.toISOString() ?? null,
})

const contactStateOf = ({ handled_at, replied_at }: Pick<Row, 'handled_at' | 'replied_at'>): ContactState =>
  handled_at ? 'done' : replied_at ? 'replied' : 'new'

interface Reply {
  readonly contactMessageId: string
  readonly body: string
  readonly done: boolean
  readonly expectedRevision: number
  readonly by: { readonly id: string; readonly full_name: string }
}

/**
 * Answers a visitor by mail. An answer to it goes to the facility, and a later reply continues the conversation.
 *
 * @returns `changed_meanwhile` where someone else has replied since `expectedRevision`.
 */
export async function replyTo(
  tx: Tx,
  { contactMessageId, body, done, expectedRevision, by }: Reply,
  at: { now: Date; zone: string; facilityEmail: string },
): Promise<Refusal | null> {
  const contact = await tx
    .selectFrom('contact_messages')
    .selectAll()
    .where('id', '=', contactMessageId)
    .forUpdate()
    .executeTakeFirst()
  if (!contact) return refuse('contact_message_not_found')
  if (contact.email === null) return refuse('contact_email_missing')
  const last = await tx
    .selectFrom('contact_replies as reply')
    .leftJoin('profiles', 'profiles.id', 'reply.sent_by')
    .select(['reply.outbox_id', 'reply.created_at', 'profiles.full_name'])
    .where('contact_message_id', '=', contactMessageId)
    .orderBy('reply.created_at', 'desc')
    .orderBy('reply.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (contact.revision !== expectedRevision) {
    return refuse('changed_meanwhile', {
      changed_by: last?.full_name ?? 'Someone else',
      changed_at: (last?.created_at ?? at.now).toISOString(),
    })
  }
  const account = await tx
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', contact.email.toLowerCase())
    .executeTakeFirst()
  const outboxId = randomUUID()
  await enqueueMessage(tx, {
    id: outboxId,
    template: 'contact-reply',
    to: { email: contact.email, userId: account?.id ?? null },
    replyTo: at.facilityEmail,
    inReplyTo: last?.outbox_id ?? null,
    data: {
      name: contact.name,
      reply: body,
      staff_name: by.full_name,
      subject: subjectLabels[contact.subject],
      message: contact.message,
      sent_on: dayInText(facilityDay(contact.created_at, at.zone), facilityDay(at.now, at.zone)),
    },
    dedupeKey: `contact-reply:${outboxId}`,
  })
  await tx
    .insertInto('contact_replies')
    .values({
      contact_message_id: contactMessageId,
      body,
      sent_by: by.id,
      outbox_id: outboxId,
      created_at: at.now,
    })
    .execute()
  await tx
    .updateTable('contact_messages')
    .set({ replied_at: at.now, revision: contact.revision + 1 })
    .$if(done && contact.handled_at === null, (update) =>
      update.set({ handled_at: at.now, handled_by: by.id }),
    )
    .where('id', '=', contactMessageId)
    .execute()
  return null
}

/** Marks a message as done, or opens it again. Nothing happens where it is so already. */
export async function setDone(
  tx: Tx,
  { contactMessageId, done, by }: { contactMessageId: string; done: boolean; by: string },
  now: Date,
): Promise<Refusal | null> {
  const contact = await tx
    .selectFrom('contact_messages')
    .select('handled_at')
    .where('id', '=', contactMessageId)
    .forUpdate()
    .executeTakeFirst()
  if (!contact) return refuse('contact_message_not_found')
  if ((contact.handled_at !== null) === done) return null
  await tx
    .updateTable('contact_messages')
    .set(done ? { handled_at: now, handled_by: by } : { handled_at: null, handled_by: null })
    .where('id', '=', contactMessageId)
    .execute()
  return null
}
