import {
  type EmailTemplate,
  getEmailTemplates,
  listEmailTemplateVersions,
  previewEmailTemplate,
  restoreEmailTemplate,
  sendTestEmailTemplate,
  updateEmailTemplate,
} from '../../../../shared/contract/messages/emailTemplates.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../../http/idempotency.ts'
import { refuseTooMany } from '../../../http/limits/rateLimits.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { enqueueTest } from '../commands.ts'
import { type RenderedMessage, renderMessage } from '../render.ts'
import type { MessageTemplate, MessageTexts } from '../templates/template.ts'
import { isTemplateName } from '../templates.ts'
import { problemsOf } from './templateRules.ts'
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

export const templateEndpoints = [
  endpoint(getEmailTemplates, async ({ context }) =>
    reply({ success: true as const, templates: await listTemplates(context.db) }),
  ),

  endpoint(updateEmailTemplate, async (call) => {
    const { expected_revision: expectedRevision, ...changes } = call.body
    const template = await findTemplate(call.context.db, call.params.id)
    if (!template) return refuse('template_not_found')
    const invalid = refuseInvalid(kindOfTemplate(template), changes)
    if (invalid) return invalid
    return runCommand(call, async (tx) => {
      const version = {
        template: template.key,
        ...changes,
        isDefault: false,
        savedBy: call.user.profile.id,
        expectedRevision,
      }
      const refused = await addVersion(tx, version, call.context.clock.now())
      if (refused) return refused
      await saveTemplate(tx, template, changes)
      return saved(tx, template)
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
      return saved(tx, template)
    })
  }),

  endpoint(listEmailTemplateVersions, async ({ context, params }) => {
    const template = await findTemplate(context.db, params.id)
    if (!template) return refuse('template_not_found')
    return reply({ versions: await listVersions(context.db, template.key) })
  }),

  endpoint(previewEmailTemplate, async ({ context, params, body }) => {
    const template = await findTemplate(context.db, params.id)
    if (!template) return refuse('template_not_found')
    const kind = kindOfTemplate(template)
    return refuseInvalid(kind, body) ?? reply(await preview(context, kind, textsOf(body)))
  }),

  endpoint(sendTestEmailTemplate, async (call) => {
    const { context, params, body, user } = call
    const replay = await answeredBefore<{ message: string }>(call)
    if (replay) return replay
    const template = await findTemplate(context.db, params.id)
    if (!template || !isTemplateName(template.key)) return refuse('template_not_found')
    const invalid = refuseInvalid(kindOfTemplate(template), body)
    if (invalid) return invalid
    const { id: userId, email } = user.profile
    const limit = { name: 'template tests', subject: userId, most: 20, seconds: 3_600 }
    const tooMany = await refuseTooMany(context.limits, limit)
    if (tooMany) return tooMany
    const test = { template: template.key, texts: textsOf(body), to: { email, userId } }
    return runCommand(call, async (tx) => {
      await enqueueTest(tx, test)
      return reply({ message: `A test is on its way to ${email}.` })
    })
  }),
]

/** The template as it is now; its id, where it has a new row. */
async function saved(tx: Tx, { key }: Pick<EmailTemplate, 'key'>) {
  const template = (await listTemplates(tx)).find((each) => each.key === key)
  return template ? reply({ success: true as const, template }) : refuse('template_not_found')
}

const textsOf = (texts: Texts): MessageTexts => ({
  subject: texts.subject_template,
  html: texts.html_template,
  text: texts.text_template,
})

function refuseInvalid(kind: MessageTemplate, texts: Texts): Refusal | null {
  const problems = problemsOf(kind, textsOf(texts))
  return problems.length > 0 ? refuse('template_invalid', problems) : null
}

async function preview(
  context: Context,
  kind: MessageTemplate,
  texts: MessageTexts,
): Promise<RenderedMessage> {
  const sender = { facility: await context.facility.get(), siteUrl: context.publicUrl() }
  const unsubscribeUrl = kind.marketing ? `${sender.siteUrl}/unsubscribe` : undefined
  return renderMessage(kind, kind.sample, sender, { texts, unsubscribeUrl })
}
