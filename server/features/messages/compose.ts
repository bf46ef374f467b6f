import type { CalendarFile } from '../../db/tables/messages.ts'
import type { Attachment, Mail } from '../../integrations/mail/mail.ts'
import type { OutboxContext } from './delivery.ts'
import type { ClaimedMessage } from './outbox.ts'
import { type RenderedMessage, renderMessage, type Sender } from './render.ts'
import type { MessageTemplate, MessageTexts } from './templates/template.ts'
import { builtInTemplates, isTemplateName } from './templates.ts'
import { oneClickUrl, unsubscribePageUrl } from './unsubscribeLinks.ts'

/** The kind of message that a row of the outbox is; null when this version of Dugout knows none of that name. */
export const kindOf = (name: string): MessageTemplate | null =>
  isTemplateName(name) ? builtInTemplates[name] : null

/**
 * Makes the mail of a queued message.
 *
 * @param edited the facility's wording; the built-in one goes out where that cannot be used.
 * @throws when there is no message of that name.
 */
export function composeMail(
  context: OutboxContext,
  message: ClaimedMessage,
  sender: Sender,
  edited: MessageTexts | undefined,
): Mail {
  const kind = kindOf(message.template)
  if (!kind) throw new Error(`There is no message named ${message.template}.`)
  const { name, email } = sender.facility
  const from = context.config.mailFrom ?? `"${name.replace(/["\\\p{Cc}]/gu, '')}" <${email}>`
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'dugout.invalid'
  const replyTo = message.reply_to ?? (context.config.mailFrom ? email : null)
  return {
    ...render(context, kind, message, sender, edited),
    to: message.to_email,
    from,
    messageId: `<${message.id}@${domain}>`,
    headers: {
      ...(replyTo ? { 'Reply-To': replyTo } : {}),
      ...(kind.marketing ? unsubscribeHeaders(context, message.to_email) : {}),
    },
    ...(message.calendar ? { attachments: [calendarAttachment(message.calendar)] } : {}),
  }
}

/** The facility's wording, or ours where that is missing or cannot be used. */
function render(
  context: OutboxContext,
  kind: MessageTemplate,
  message: ClaimedMessage,
  sender: Sender,
  edited: MessageTexts | undefined,
): RenderedMessage {
  const data = message.data as object
  const unsubscribeUrl = kind.marketing ? unsubscribePageUrl(context, message.to_email) : undefined
  if (edited) {
    try {
      return renderMessage(kind, data, sender, { texts: edited, unsubscribeUrl })
    } catch (error) {
      context.log.warn(
        { template: message.template, reason: String(error) },
        'an edited message text cannot be used',
      )
    }
  }
  return renderMessage(kind, data, sender, { unsubscribeUrl })
}

/** One click in a mail program, without a page (RFC 2369 §3.2, RFC 8058 §3.1). */
const unsubscribeHeaders = (context: OutboxContext, email: string) => ({
  'List-Unsubscribe': `<${oneClickUrl(context, email)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The method of the content type must be the one of the file itself (RFC 6047 §2.4). */
function calendarAttachment({ filename, content }: CalendarFile): Attachment {
  const method = /^METHOD:([A-Z-]+)\s*$/m.exec(content)?.[1] ?? 'PUBLISH'
  return { filename, content, contentType: `text/calendar; charset=utf-8; method=${method}` }
}
