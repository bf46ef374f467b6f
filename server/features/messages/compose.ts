import type { Context } from '../../context.ts'
import type { CalendarFile, StoredCalendarEntry } from '../../db/tables/messages.ts'
import { type CalendarEntry, sentCalendar } from '../../integrations/calendar/calendarFile.ts'
import { type Attachment, type Mail, mailbox } from '../../integrations/mail/mail.ts'
import type { ClaimedMessage } from './delivery/outbox.ts'
import { type RenderedMessage, renderMessage, type Sender } from './render.ts'
import type { MessageTemplate, MessageTexts } from './templates/template.ts'
import { builtInTemplates, isTemplateName } from './templates.ts'
import { oneClickUrl, unsubscribePageUrl } from './unsubscribing/unsubscribeLinks.ts'

export type OutboxContext = Pick<
  Context,
  'config' | 'db' | 'clock' | 'log' | 'changes' | 'facility' | 'publicUrl'
>

/** The template of a row of the outbox; null when this version of Dugout has none of that name. */
export const kindOf = (name: string): MessageTemplate | null =>
  isTemplateName(name) ? builtInTemplates[name] : null

/** Begins the subject of a test. */
export const TEST_MARK = '[Test] '

/**
 * Renders the mail of a queued message; `fellBack` where the facility's texts could not be used.
 *
 * @param edited the facility's texts; the built-in ones are used where these are missing or invalid.
 * @throws when there is no template of that name.
 */
export function composeMail(
  context: OutboxContext,
  message: ClaimedMessage,
  sender: Sender,
  edited: MessageTexts | undefined,
): { mail: Mail; fellBack: boolean } {
  const kind = kindOf(message.template)
  if (!kind) throw new Error(`There is no message named ${message.template}.`)
  const { name, email } = sender.facility
  const from = sender.from ?? mailbox(name, email)
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'dugout.invalid'
  const replyTo = message.reply_to ?? (sender.from ? email || null : null)
  const { rendered, fellBack } = render(context, kind, message, sender, message.test_texts ?? edited)
  const mail: Mail = {
    ...rendered,
    ...(message.test_texts ? { subject: `${TEST_MARK}${rendered.subject}` } : {}),
    to: message.to_email,
    from,
    messageId: `<${message.id}@${domain}>`,
    headers: {
      ...(replyTo ? { 'Reply-To': replyTo } : {}),
      ...(message.in_reply_to ? threadHeaders(`<${message.in_reply_to}@${domain}>`) : {}),
      // A person wrote it: RFC 3834 §5.
      ...(kind.personal ? { 'Auto-Submitted': 'no' } : {}),
      ...(kind.marketing ? unsubscribeHeaders(context, message.to_email) : {}),
    },
    ...(message.calendar ? { attachments: [calendarAttachment(message.calendar, sender)] } : {}),
  }
  return { mail, fellBack }
}

/** Lets mail programs show a conversation as one (RFC 5322 §3.6.4). */
const threadHeaders = (earlier: string) => ({ 'In-Reply-To': earlier, References: earlier })

/** The facility's texts, or the built-in ones where those are missing or invalid. */
function render(
  context: OutboxContext,
  kind: MessageTemplate,
  message: ClaimedMessage,
  sender: Sender,
  edited: MessageTexts | undefined,
): { rendered: RenderedMessage; fellBack: boolean } {
  const data = message.data as object
  const unsubscribeUrl = kind.marketing ? unsubscribePageUrl(context, message.to_email) : undefined
  if (edited) {
    try {
      return {
        rendered: renderMessage(kind, data, sender, { texts: edited, unsubscribeUrl }),
        fellBack: false,
      }
    } catch (error) {
      context.log.warn(
        { template: message.template, reason: String(error) },
        'an edited message text cannot be used',
      )
    }
  }
  return {
    rendered: renderMessage(kind, data, sender, { unsubscribeUrl }),
    fellBack: edited !== undefined,
  }
}

/** Headers for one-click unsubscribing in a mail program (RFC 2369 §3.2, RFC 8058 §3.1). */
const unsubscribeHeaders = (context: OutboxContext, email: string) => ({
  'List-Unsubscribe': `<${oneClickUrl(context, email)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The method of the content type must equal the file's METHOD (RFC 6047 §2.4). */
function calendarAttachment(calendar: CalendarFile, { facility, siteUrl }: Sender): Attachment {
  const { filename } = calendar
  const content =
    'content' in calendar
      ? calendar.content
      : sentCalendar(calendar.entries.map(withDates), facility, siteUrl)
  const method = /^METHOD:([A-Z-]+)\s*$/m.exec(content)?.[1] ?? 'PUBLISH'
  return { filename, content, contentType: `text/calendar; charset=utf-8; method=${method}` }
}

const withDates = (entry: StoredCalendarEntry): CalendarEntry => ({
  ...entry,
  start: new Date(entry.start),
  end: new Date(entry.end),
  created_at: new Date(entry.created_at),
  changed_at: new Date(entry.changed_at),
})
