import type { Generated, GeneratedAlways } from 'kysely'
import type { MailBlock } from '../../../shared/contract/messages/mailBlocks.ts'
import type { DefaultInstant, DefaultJson, Id, NullableInstant, NullableJson } from './columns.ts'

export interface EmailTemplatesTable {
  id: Id
  /** The message's key. */
  name: string
  /** What staff call it; null as it comes. */
  title: string | null
  description: Generated<string>
  subject_template: string
  html_template: string
  text_template: string
  variables: Generated<string[]>
  is_active: Generated<boolean>
  created_at: DefaultInstant
  updated_at: DefaultInstant
  /** What HTML and text were written from; null where the HTML was edited. */
  blocks: NullableJson<MailBlock[]>
}

export interface EmailTemplateVersionsTable {
  template: string
  revision: number
  title: string | null
  description: string
  subject_template: string
  html_template: string
  text_template: string
  is_active: boolean
  /** The built-in texts were restored. */
  is_default: Generated<boolean>
  saved_by: string | null
  saved_at: DefaultInstant
  blocks: NullableJson<MailBlock[]>
}

export interface OutboxTable {
  id: Id
  template: string
  to_email: string
  to_user_id: string | null
  data: DefaultJson<Record<string, unknown>>
  /** The same key is never queued twice: one message per event. */
  dedupe_key: string | null
  status: Generated<'queued' | 'sent' | 'failed'>
  attempts: Generated<number>
  next_attempt_at: DefaultInstant
  last_error: string | null
  sent_at: NullableInstant
  /** When staff left it undelivered. */
  dismissed_at: NullableInstant
  created_at: DefaultInstant
  /** Reply-To, if not the facility. */
  reply_to: string | null
  calendar: NullableJson<CalendarFile>
  /** The change by staff that it is about, which may be undone until it is sent; kept by the database. */
  staff_change_id: Generated<string | null>
  /** Rendered with each attempt, secrets masked. */
  subject: string | null
  recipient_name: string | null
  /** The revision of the facility's texts that was sent; null for the built-in ones. */
  text_revision: number | null
  /** The texts of a test. */
  test_texts: NullableJson<{ readonly subject: string; readonly html: string; readonly text: string }>
  /** The earlier message of a conversation. */
  in_reply_to: string | null
  /** Someone who need not be the addressee asked for it. */
  from_stranger: Generated<boolean>
  /** The message that this one repeats. */
  copy_of: string | null
  search: GeneratedAlways<string>
}

/**
 * A calendar file that goes out with a message (RFC 5545): written already, or its entries, of which it is written when it is
 * sent. Entries are a tenth of the file.
 */
export type CalendarFile = { readonly filename: string } & (
  | { readonly content: string }
  | { readonly entries: readonly StoredCalendarEntry[] }
)

/** A `CalendarEntry`, its instants in ISO 8601. */
export interface StoredCalendarEntry {
  readonly id: string
  readonly summary: string
  readonly lines: readonly string[]
  readonly start: string
  readonly end: string
  readonly canceled: boolean
  readonly revision: number
  readonly created_at: string
  readonly changed_at: string
}

export interface UnsubscribesTable {
  id: Id
  /** Lower case. */
  email: string
  created_at: DefaultInstant
}

export interface ContactMessagesTable {
  id: Id
  name: string
  phone: string
  subject: 'cage-rental' | 'private-lessons' | 'team-training' | 'facility-tour' | 'general'
  message: string
  handled_at: NullableInstant
  created_at: DefaultInstant
  email: string | null
  handled_by: string | null
  /** When staff last replied. */
  replied_at: NullableInstant
  /** Counts replies. */
  revision: Generated<number>
  search: GeneratedAlways<string>
}

export interface ContactRepliesTable {
  id: Id
  contact_message_id: string
  body: string
  sent_by: string | null
  /** The mail that carried it; null once that is deleted. */
  outbox_id: string | null
  created_at: DefaultInstant
}

export interface MailAttachment {
  readonly filename: string
  readonly content_type: string
  readonly content: string
}

/** Mail that was stored instead of sent; empty in production. */
export interface DevelopmentMailboxTable {
  id: Id
  /** Of the mail itself, with angle brackets. */
  message_id: string
  from_email: string
  to_email: string
  subject: string
  html: string
  body_text: string
  received_at: Date
  attachments: DefaultJson<MailAttachment[]>
}
