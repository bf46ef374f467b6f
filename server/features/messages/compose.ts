import type { CalendarFile } from '../../db/tables/messages.ts'
import type { Attachment, Mail } from '../../integrations/mail/mail.ts'
import type { OutboxContext } from './delivery.ts'
import type { ClaimedMessage } from './outbox.ts'
import { type RenderedMessage, renderMessage, type Sender } from './render.ts'
import type { MessageTemplate, MessageTexts } from './templates/template.ts'
import { builtInTemplates, isTemplateName } from './templates.ts'
import { oneClickUrl, unsubscribePageUrl } from './unsubscribeLinks.ts'

/** The template of a row of the outbox; null when this version of Dugout has none of that name. */
export const kindOf = (name: string): MessageTemplate | null =>
  isTemplateName(name) ? builtInTemplates[name] : null

/**
 * Renders the mail of a queued message.
 *
 * @param edited the facility's texts; the built-in ones are used where these are missing or invalid.
 * @throws when there is no template of that name.
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

/** The facility's texts, or the built-in ones where those are missing or invalid. */
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

/** Headers for one-click unsubscribing in a mail program (RFC 2369 §3.2, RFC 8058 §3.1). */
const unsubscribeHeaders = (context: OutboxContext, email: string) => ({
  'List-Unsubscribe': `<${oneClickUrl(context, email)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The method of the content type must equal the file's METHOD (RFC 6047 §2.4). */
function calendarAttachment({ filename, content }: CalendarFile): Attachment {
  const method = /^METHOD:([A-Z-]+)\s*$/m.exec(content)?.[1] ?? 'PUBLISH'
  return { filename, content, contentType: `text/calendar; charset=utf-8; method=${method}` }
}
