import {
  type EmailTemplate,
  getEmailTemplates,
  listEmailTemplateVersions,
  previewEmailTemplate,
  restoreEmailTemplate,
  sendTestEmailTemplate,
  type TemplateProblems,
  updateEmailTemplate,
} from '../../../../shared/contract/messages/emailTemplates.ts'
import type { MailBlock } from '../../../../shared/contract/messages/mailBlocks.ts'
import type { Context } from '../../../context.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../../http/idempotency.ts'
import { refuseTooMany } from '../../../http/limits/rateLimits.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { enqueueTest } from '../commands.ts'
import { type RenderedMessage, renderMessage } from '../render.ts'
import { textsOfBlocks } from '../templates/blocks.ts'
import type { MessageTemplate, MessageTexts } from '../templates/template.ts'
import { isTemplateName } from '../templates.ts'
import { cleaned } from './safeHtml.ts'
import { blockProblems, problemsOf } from './templateRules.ts'
import {
  builtInTexts,
  dropTexts,
  findTemplate,
  kindOfTemplate,
  listTemplates,
  saveTemplate,
} from './templateStore.ts'
import { addVersion, listVersions, type TemplateChanges } from './templateVersions.ts'

type Texts = Pick<TemplateChanges, 'subject_template' | 'html_template' | 'text_template'>
type Typed = Texts & { readonly blocks?: MailBlock[] | null | undefined }

export const templateEndpoints = [
  endpoint(getEmailTemplates, async ({ db }) =>
    reply({ success: true as const, templates: await listTemplates(db) }),
  ),

  endpoint(updateEmailTemplate, async (call) => {
    const { expected_revision: expectedRevision, ...changes } = call.body
    const template = await findTemplate(call.context.db, call.params.id)
    if (!template) return refuse('template_not_found')
    const written = writtenFrom(template, changes)
    if ('code' in written) return written
    const { removed, ...texts } = written
    return runCommand(call, async (tx) => {
      const version = {
        template: template.key,
        ...{ ...changes, ...texts },
        isDefault: false,
        savedBy: call.user.profile.id,
        expectedRevision,
      }
      const refused = await addVersion(tx, version, call.context.clock.now())
      if (refused) return refused
      await saveTemplate(tx, template, { ...changes, ...texts })
      const now = await findTemplate(tx, template.id)
      return now ? reply({ success: true as const, template: now, removed }) : refuse('template_not_found')
    })
  }),

  endpoint(restoreEmailTemplate, async (call) => {
    const template = await findTemplate(call.context.db, call.params.id)
    if (!template) return refuse('template_not_found')
    return runCommand(call, async (tx) => {
      const version = {
        template: template.key,
        ...builtInTexts(template),
        isDefault: true,
        savedBy: call.user.profile.id,
        expectedRevision: call.body.expected_revision,
      }
      const refused = await addVersion(tx, version, call.context.clock.now())
      if (refused) return refused
      await dropTexts(tx, template)
      // Its id is another one, where an import had given it one.
      const now = (await listTemplates(tx)).find(({ key }) => key === template.key)
      return now ? reply({ success: true as const, template: now }) : refuse('template_not_found')
    })
  }),

  endpoint(listEmailTemplateVersions, async ({ db, params }) => {
    const template = await findTemplate(db, params.id)
    if (!template) return refuse('template_not_found')
    return reply({ versions: await listVersions(db, template.key) })
  }),

  endpoint(previewEmailTemplate, async ({ context, db, params, body }) => {
    const template = await findTemplate(db, params.id)
    if (!template) return refuse('template_not_found')
    const written = writtenFrom(template, body)
    if ('code' in written) return written
    const { html_template, text_template, removed } = written
    const rendered = await preview(context, kindOfTemplate(template), textsOf(written))
    return reply({ ...rendered, html_template, text_template, removed })
  }),

  endpoint(sendTestEmailTemplate, async (call) => {
    const { context, params, body, user } = call
    const replay = await answeredBefore<{ message: string }>(call)
    if (replay) return replay
    const template = await findTemplate(context.db, params.id)
    if (!template || !isTemplateName(template.key)) return refuse('template_not_found')
    const written = writtenFrom(template, body)
    if ('code' in written) return written
    const { id: userId, email } = user.profile
    const limit = { name: 'template tests', subject: userId, most: 20, seconds: 3_600 }
    const tooMany = await refuseTooMany(context.limits, limit)
    if (tooMany) return tooMany
    const test = { template: template.key, texts: textsOf(written), to: { email, userId } }
    return runCommand(call, async (tx) => {
      await enqueueTest(tx, test)
      return reply({ message: `A test is on its way to ${email}.` })
    })
  }),
]

const textsOf = (texts: Texts): MessageTexts => ({
  subject: texts.subject_template,
  html: texts.html_template,
  text: texts.text_template,
})

/**
 * What is saved of what was typed: HTML and text written from the blocks, or the HTML without what a message must not carry. The
 * blocks stay where someone who does not know of them sends HTML and text as they are.
 */
function writtenFrom(template: EmailTemplate, typed: Typed): Refusal | (Texts & Written) {
  const kind = kindOfTemplate(template)
  const { subject_template, html_template, text_template, blocks } = typed
  if (blocks) {
    const { html, text } = textsOfBlocks(kind, blocks)
    const texts = { subject_template, html_template: html, text_template: text }
    const problems = blockProblems(kind, blocks)
    return (
      refuseInvalid(problems.length > 0 ? problems : problemsOf(kind, textsOf(texts))) ?? {
        ...texts,
        blocks,
        removed: [],
      }
    )
  }
  const isSame = html_template === template.html_template && text_template === template.text_template
  const { html, removed } = cleaned(html_template)
  const texts = { subject_template, html_template: html, text_template }
  const problems = problemsOf(kind, textsOf(typed))
  return (
    refuseInvalid(problems.length > 0 ? problems : problemsOf(kind, textsOf(texts))) ?? {
      ...texts,
      blocks: blocks === undefined && isSame ? template.blocks : null,
      removed,
    }
  )
}

interface Written {
  readonly blocks: MailBlock[] | null
  /** What was taken out of the HTML. */
  readonly removed: string[]
}

const refuseInvalid = (problems: TemplateProblems): Refusal | null =>
  problems.length > 0 ? refuse('template_invalid', problems) : null

async function preview(
  context: Context,
  kind: MessageTemplate,
  texts: MessageTexts,
): Promise<RenderedMessage> {
  const sender = { facility: await context.facility.get(), siteUrl: context.publicUrl() }
  const unsubscribeUrl = kind.marketing ? `${sender.siteUrl}/unsubscribe` : undefined
  return renderMessage(kind, kind.sample, sender, { texts, unsubscribeUrl })
}
