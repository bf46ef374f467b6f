import { createHash } from 'node:crypto'
import type { EmailTemplate } from '../../../shared/contract/emailTemplates.ts'
import type { Db, Tx } from '../../db/database.ts'
import { problemsOf } from './templateRules.ts'
import type { MessageTemplate } from './templates/template.ts'
import { builtInTemplates, type TemplateName } from './templates.ts'
import { sampleTexts, variablesOf } from './templateVariables.ts'
import { type LatestVersion, latestVersions, type TemplateChanges } from './templateVersions.ts'

/** All messages by name: the facility's texts where they exist, else the built-in ones. */
export async function listTemplates(db: Db): Promise<EmailTemplate[]> {
  const [rows, latest] = await Promise.all([
    db
      .selectFrom('email_templates')
      .select([
        'id',
        'name',
        'description',
        'subject_template',
        'html_template',
        'text_template',
        'is_active',
      ])
      .execute(),
    latestVersions(db),
  ])
  const edited = new Map(rows.map((row) => [row.name, row]))
  return (Object.entries(builtInTemplates) as [TemplateName, MessageTemplate][]).map(([name, kind]) => {
    const row = edited.get(name)
    const wording = row ?? { id: builtInId(name), ...builtInTexts(kind) }
    return describedAs(name, kind, wording, { edited: row !== undefined, latest: latest.get(name) })
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

/** Forgets the facility's texts of a message, so that the built-in ones are sent, those of later versions of Dugout too. */
export async function dropTexts(tx: Tx, { name }: Pick<EmailTemplate, 'name'>): Promise<void> {
  await tx.deleteFrom('email_templates').where('name', '=', name).execute()
}

/** The built-in template of a listed one. */
export const kindOfTemplate = ({ name }: Pick<EmailTemplate, 'name'>): MessageTemplate =>
  builtInTemplates[name as TemplateName]

function describedAs(
  name: TemplateName,
  kind: MessageTemplate,
  wording: TemplateChanges & { id: string },
  { edited, latest }: { edited: boolean; latest: LatestVersion | undefined },
): EmailTemplate {
  const { subject_template: subject, html_template: html, text_template: text } = wording
  const { is_active: _, ...builtIn } = builtInTexts(kind)
  return {
    ...wording,
    name,
    variables: variablesOf(kind),
    required_variables: [...kind.required],
    sample: sampleTexts(kind),
    edited,
    default: builtIn,
    revision: latest?.revision ?? 0,
    saved_by_name: latest?.saved_by_name ?? null,
    saved_at: latest?.saved_at.toISOString() ?? null,
    problems: problemsOf(kind, { subject, html, text }).map(({ message }) => message),
  }
}

/** What a message says where the facility has not edited it. */
export const builtInTexts = (kind: MessageTemplate): TemplateChanges => ({
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
