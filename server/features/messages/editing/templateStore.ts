import { createHash } from 'node:crypto'
import type { EmailTemplate } from '../../../../shared/contract/messages/emailTemplates.ts'
import { templateTitle } from '../../../../shared/domain/messages/templateNames.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { MessageTemplate } from '../templates/template.ts'
import { builtInTemplates, type TemplateName } from '../templates.ts'
import { problemsOf } from './templateRules.ts'
import { sampleTexts, variablesOf } from './templateVariables.ts'
import { knownBlocks, type LatestVersion, latestVersions, type TemplateChanges } from './templateVersions.ts'

/** All messages by key: the facility's texts where they exist, else the built-in ones. */
export async function listTemplates(db: Db): Promise<EmailTemplate[]> {
  const [rows, latest] = await Promise.all([
    db
      .selectFrom('email_templates')
      .select([
        'id',
        'name as key',
        'title',
        'description',
        'subject_template',
        'html_template',
        'text_template',
        'blocks',
        'is_active',
      ])
      .execute(),
    latestVersions(db),
  ])
  const edited = new Map(
    rows.map(({ key, title, blocks, ...row }) => [
      key,
      { ...row, blocks: knownBlocks(blocks), name: title ?? templateTitle(key) },
    ]),
  )
  return (Object.entries(builtInTemplates) as [TemplateName, MessageTemplate][]).map(([key, kind]) => {
    const row = edited.get(key)
    const wording = row ?? { id: builtInId(key), ...builtInTexts({ key }) }
    return describedAs(key, kind, wording, { edited: row !== undefined, latest: latest.get(key) })
  })
}

/** The message with this id; null when there is none. */
export async function findTemplate(db: Db, id: string): Promise<EmailTemplate | null> {
  return (await listTemplates(db)).find((template) => template.id === id) ?? null
}

/** Stores the facility's texts of a message, which must have passed the rules. */
export async function saveTemplate(
  tx: Tx,
  template: Pick<EmailTemplate, 'id' | 'key' | 'variables'>,
  { name: title, blocks, ...texts }: TemplateChanges,
): Promise<void> {
  const row = { ...texts, variables: template.variables, title, blocks: blocks && JSON.stringify(blocks) }
  await tx
    .insertInto('email_templates')
    .values({ id: template.id, name: template.key, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

/** Forgets the facility's texts of a message, so that the built-in ones are sent, those of later versions of Dugout too. */
export async function dropTexts(tx: Tx, { key }: Pick<EmailTemplate, 'key'>): Promise<void> {
  await tx.deleteFrom('email_templates').where('name', '=', key).execute()
}

/** The built-in template of a listed one. */
export const kindOfTemplate = ({ key }: Pick<EmailTemplate, 'key'>): MessageTemplate =>
  builtInTemplates[key as TemplateName]

function describedAs(
  key: TemplateName,
  kind: MessageTemplate,
  wording: TemplateChanges & { id: string },
  { edited, latest }: { edited: boolean; latest: LatestVersion | undefined },
): EmailTemplate {
  const { subject_template: subject, html_template: html, text_template: text } = wording
  const { is_active: _, ...builtIn } = builtInTexts({ key })
  return {
    ...wording,
    key,
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
export function builtInTexts({ key }: Pick<EmailTemplate, 'key'>) {
  const { description, subject, html, text, blocks } = kindOfTemplate({ key })
  const texts = { subject_template: subject, html_template: html, text_template: text }
  return {
    ...{ name: templateTitle(key), description, ...texts, is_active: true },
    blocks: blocks.map(({ block }) => block),
  }
}

/** A message that was never edited has no row, but the same id in every installation (RFC 9562 §5.8). */
function builtInId(key: TemplateName): string {
  const digest = createHash('sha256').update(`dugout email template ${key}`).digest('hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}
