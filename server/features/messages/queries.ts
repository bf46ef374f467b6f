import type { Db } from '../../db/database.ts'
import type { MessageTexts } from './templates/template.ts'

/** The facility's texts of a message. */
export interface EditedTexts extends MessageTexts {
  /** Of `email_template_versions`; null for a row that no admin has saved. */
  readonly revision: number | null
}

/** The facility's texts of these messages, where they exist and are active. */
export async function editedTemplates(db: Db, names: readonly string[]): Promise<Map<string, EditedTexts>> {
  const rows = await db
    .selectFrom('email_templates')
    .select(['name', 'subject_template', 'html_template', 'text_template'])
    .select((eb) =>
      eb
        .selectFrom('email_template_versions as version')
        .select((version) => version.fn.max('version.revision').as('revision'))
        .whereRef('version.template', '=', 'email_templates.name')
        .as('revision'),
    )
    .where('is_active', '=', true)
    .where('name', 'in', names)
    .execute()
  return new Map(
    rows.map((row) => [
      row.name,
      {
        subject: row.subject_template,
        html: row.html_template,
        text: row.text_template,
        revision: row.revision,
      },
    ]),
  )
}

/** When the next queued message is due; null when none is waiting. */
export async function nextDue(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('outbox')
    .select('next_attempt_at')
    .where('status', '=', 'queued')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at ?? null
}
