import {
  getEmailTemplates,
  previewEmailTemplate,
  updateEmailTemplate,
} from '../../../shared/contract/messages.ts'
import type { Context } from '../../context.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type RenderedMessage, renderMessage } from './render.ts'
import { problemsOf } from './templateRules.ts'
import {
  findTemplate,
  kindOfTemplate,
  listTemplates,
  saveTemplate,
  type TemplateChanges,
} from './templateStore.ts'
import type { MessageTemplate, MessageTexts } from './templates/template.ts'

type Texts = Pick<TemplateChanges, 'subject_template' | 'html_template' | 'text_template'>

export const templateEndpoints = [
  endpoint(getEmailTemplates, async ({ context }) =>
    reply({ success: true as const, templates: await listTemplates(context.db) }),
  ),

  endpoint(updateEmailTemplate, async (call) => {
    const { name, ...changes } = call.body
    const template = await findTemplate(call.context.db, call.params.id)
    if (!template) return refuse('template_not_found')
    if (name !== template.name) {
      return refuse('invalid_input', [
        { path: ['name'], message: 'The name says which message this is and cannot change.' },
      ])
    }
    const invalid = refuseInvalid(kindOfTemplate(template), changes)
    if (invalid) return invalid
    return runCommand(call, async (tx) => {
      await saveTemplate(tx, template, changes)
      const saved = await findTemplate(tx, template.id)
      return saved ? reply({ success: true as const, template: saved }) : refuse('template_not_found')
    })
  }),

  endpoint(previewEmailTemplate, async ({ context, params, body }) => {
    const template = await findTemplate(context.db, params.id)
    if (!template) return refuse('template_not_found')
    const kind = kindOfTemplate(template)
    return refuseInvalid(kind, body) ?? reply(await preview(context, kind, textsOf(body)))
  }),
]

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
