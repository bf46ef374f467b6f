import { createHash } from 'node:crypto'
import type { EmailTemplate } from '../../../shared/contract/messages.ts'
import type { Db, Tx } from '../../db/database.ts'
import { problemsOf } from './templateRules.ts'
import type { MessageTemplate } from './templates/template.ts'
import { builtInTemplates, type TemplateName } from './templates.ts'
import { sampleTexts, variablesOf } from './templateVariables.ts'

/** What the facility may change in a message. */
export type TemplateChanges = Pick<
  EmailTemplate,
  'description' | 'subject_template' | 'html_template' | 'text_template' | 'is_active'
>

/** All messages by name: the facility's texts where they exist, else the built-in ones. */
export async function listTemplates(db: Db): Promise<EmailTemplate[]> {
  const rows = await db
    .selectFrom('email_templates')
    .select(['id', 'name', 'description', 'subject_template', 'html_template', 'text_template', 'is_active'])
    .execute()
  const edited = new Map(rows.map((row) => [row.name, row]))
  return (Object.entries(builtInTemplates) as [TemplateName, MessageTemplate][]).map(([name, kind]) => {
    const row = edited.get(name)
    return describedAs(name, kind, row ?? { id: builtInId(name), ...builtInTexts(kind) }, row !== undefined)
  })
}

/** The message with this id; null when there is none. */
export async function findTemplate(db: Db, id: string): Promise<EmailTemplate | null> {
  return (await listTemplates(db)).find((template) => template.id === id) ?? null
}

/** Stores the facility's texts of a message, which must have passed the rules. */
export async function saveTemplate(
  tx: Tx,
  template: Pick<EmailTemplate, 'id' | 'name' | 'variables'>,
  changes: TemplateChanges,
): Promise<void> {
  await tx
    .insertInto('email_templates')
    .values({ id: template.id, name: template.name, variables: template.variables, ...changes })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ variables: template.variables, ...changes }),
    )
    .execute()
}

/** The built-in template of a listed one. */
export const kindOfTemplate = ({ name }: Pick<EmailTemplate, 'name'>): MessageTemplate =>
  builtInTemplates[name as TemplateName]

function describedAs(
  name: TemplateName,
  kind: MessageTemplate,
  wording: TemplateChanges & { id: string },
  edited: boolean,
): EmailTemplate {
  const { subject_template: subject, html_template: html, text_template: text } = wording
  return {
    ...wording,
    name,
    variables: variablesOf(kind),
    required_variables: [...kind.required],
    sample: sampleTexts(kind),
    edited,
    problems: problemsOf(kind, { subject, html, text }).map(({ message }) => message),
  }
}

const builtInTexts = (kind: MessageTemplate): TemplateChanges => ({
  description: kind.description,
  subject_template: kind.subject,
  html_template: kind.html,
  text_template: kind.text,
  is_active: true,
})

/** A message that was never edited has no row, but the same id in every installation (RFC 9562 §5.8). */
function builtInId(name: TemplateName): string {
  const digest = createHash('sha256').update(`dugout email template ${name}`).digest('hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}
