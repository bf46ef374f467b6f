/** The texts of messages, as admins edit them (spec 3 §2, §3, §7). */

import { z } from 'zod'
import { id, instant, revision } from '../fields.ts'
import { route } from '../route.ts'
import { manyLines, oneLine } from '../text.ts'
import { mailBlocks, wholeText } from './mailBlocks.ts'

const template = {
  subject_template: wholeText(300),
  html_template: wholeText(100_000),
  text_template: wholeText(50_000),
}
/** Null where the HTML was edited. */
const blocks = mailBlocks.nullable()
const typed = {
  ...template,
  blocks: blocks.optional().meta({
    description:
      'The message as blocks: HTML and text are written from them, and what is sent as those is not looked at.',
  }),
}
const removed = z
  .array(z.string())
  .meta({ description: 'What a message must not carry and was taken out of the HTML, e.g. `<script>`.' })
const description = manyLines(500).or(z.literal(''))

/** A message's text, edited by the facility or built-in (spec 3 §3). */
export const emailTemplate = z.object({
  id,
  key: z.string().meta({ description: 'Says which message this is; it cannot change.' }),
  name: z.string().meta({ description: 'What staff call it.' }),
  description: z.string(),
  ...template,
  blocks: blocks.meta({ description: 'The message as blocks; null where its HTML was edited.' }),
  is_active: z.boolean().meta({ description: 'Whether this text is sent; if not, the built-in one is.' }),
  variables: z.array(z.string()).meta({ description: 'All variables of the texts.' }),
  required_variables: z.array(z.string()).meta({ description: 'Variables that HTML and text must contain.' }),
  sample: z.record(z.string(), z.string()).meta({ description: 'An example of each variable, as text.' }),
  edited: z.boolean().meta({ description: 'False while the built-in text is unchanged.' }),
  default: z
    .object({ name: z.string(), description: z.string(), ...template, blocks: mailBlocks })
    .meta({ description: 'The built-in text, which can be restored.' }),
  revision: z
    .number()
    .int()
    .meta({ description: 'Counts what was saved, 0 at first; send it as `expected_revision`.' }),
  saved_by_name: z.string().nullable(),
  saved_at: instant.nullable(),
  problems: z
    .array(z.string())
    .meta({ description: 'Why this text cannot be sent; the built-in one is sent instead.' }),
})
export type EmailTemplate = z.infer<typeof emailTemplate>

const named = z.object({ id })
const saved = z.object({ success: z.literal(true), template: emailTemplate })
const expected_revision = revision
  .optional()
  .meta({ description: 'Refuses to overwrite what someone else has saved since.' })

export const getEmailTemplates = route({
  operationId: 'get-email-templates',
  call: 'GET /api/admin/email-templates',
  access: 'admin',
  summary: 'Every message with its current text, its variables and an example of each',
  answer: z.object({ success: z.literal(true), templates: z.array(emailTemplate) }),
})

export const updateEmailTemplate = route({
  operationId: 'update-email-template',
  grave: true,
  call: 'PUT /api/admin/email-templates/:id',
  access: 'admin',
  summary: "Save a message's text, as blocks or HTML: only variables, if, else and unless",
  params: named,
  body: z.object({
    name: oneLine(100),
    description,
    ...typed,
    is_active: z.boolean(),
    expected_revision,
  }),
  answer: saved.extend({ removed }),
  errors: ['template_not_found', 'template_invalid', 'changed_meanwhile'],
})

export const restoreEmailTemplate = route({
  operationId: 'restore-email-template',
  grave: true,
  call: 'POST /api/admin/email-templates/:id/restore',
  access: 'admin',
  summary: 'Go back to the built-in text of a message; what was saved stays in its history',
  params: named,
  body: z.object({ expected_revision }),
  answer: saved,
  errors: ['template_not_found', 'changed_meanwhile'],
})

export const emailTemplateVersion = z.object({
  revision: z.number().int(),
  name: z.string(),
  description: z.string(),
  ...template,
  blocks,
  is_active: z.boolean(),
  is_default: z.boolean().meta({ description: 'The built-in text was restored.' }),
  saved_by_name: z.string().nullable(),
  saved_at: instant,
})
export type EmailTemplateVersion = z.infer<typeof emailTemplateVersion>

export const listEmailTemplateVersions = route({
  operationId: 'list-email-template-versions',
  call: 'GET /api/admin/email-templates/:id/versions',
  access: 'admin',
  summary: "The last hundred saved versions of a message's text, newest first",
  params: named,
  answer: z.object({ versions: z.array(emailTemplateVersion) }),
  errors: ['template_not_found'],
})

export const previewEmailTemplate = route({
  operationId: 'preview-email-template',
  call: 'POST /api/admin/email-templates/:id/preview',
  access: 'admin',
  summary: 'A message rendered with its sample data; saves nothing',
  params: named,
  body: z.object(typed),
  answer: z.object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    html_template: z
      .string()
      .meta({ description: 'As it would be saved: written from the blocks, or cleaned.' }),
    text_template: z.string(),
    removed,
  }),
  errors: ['template_not_found', 'template_invalid'],
})

export const sendTestEmailTemplate = route({
  operationId: 'send-test-email-template',
  call: 'POST /api/admin/email-templates/:id/test',
  access: 'admin',
  summary: 'Mail a text with its sample data to oneself, marked as a test; saves nothing',
  params: named,
  body: z.object(typed),
  answer: z.object({ message: z.string() }),
  errors: ['template_not_found', 'template_invalid', 'too_many_requests'],
})

/** `details` of `template_invalid`. Lines and columns are counted from 1. */
export const templateProblems = z.array(
  z.object({
    field: z.enum(['subject_template', 'html_template', 'text_template', 'blocks']),
    block: z.string().optional().meta({ description: 'The id of the block.' }),
    message: z.string(),
    line: z.number().int().optional(),
    column: z.number().int().optional(),
    name: z.string().optional().meta({ description: 'What stands in the braces and is no variable.' }),
  }),
)
export type TemplateProblems = z.infer<typeof templateProblems>
