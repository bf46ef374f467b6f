import type {
  EmailTemplate,
  EmailTemplateVersion,
} from '../../../../shared/contract/messages/emailTemplates.ts'
import { type MailBlock, mailBlocks } from '../../../../shared/contract/messages/mailBlocks.ts'
import { templateTitle } from '../../../../shared/domain/messages/templateNames.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'

/** What the facility may change in a message. */
export type TemplateChanges = Pick<
  EmailTemplate,
  'name' | 'description' | 'subject_template' | 'html_template' | 'text_template' | 'blocks' | 'is_active'
>

const MOST_SHOWN = 100

const withNames = (db: Db) =>
  db
    .selectFrom('email_template_versions as version')
    .leftJoin('profiles', 'profiles.id', 'version.saved_by')
    .select([
      'version.template',
      'version.revision',
      'profiles.full_name as saved_by_name',
      'version.saved_at',
    ])

/** The last saved version of every message that has been saved, by the message's key. */
export async function latestVersions(db: Db) {
  const rows = await withNames(db)
    .distinctOn('version.template')
    .orderBy('version.template')
    .orderBy('version.revision', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.template, row]))
}
export type LatestVersion = NonNullable<ReturnType<Awaited<ReturnType<typeof latestVersions>>['get']>>

/** What was saved of a message, newest first. */
export async function listVersions(db: Db, template: string): Promise<EmailTemplateVersion[]> {
  const rows = await withNames(db)
    .select(['version.title', 'version.description', 'version.subject_template', 'version.html_template'])
    .select(['version.text_template', 'version.blocks', 'version.is_active', 'version.is_default'])
    .where('version.template', '=', template)
    .orderBy('version.revision', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map(({ template: _, title, saved_at, blocks, ...row }) => ({
    ...row,
    blocks: knownBlocks(blocks),
    name: title ?? templateTitle(template),
    saved_at: saved_at.toISOString(),
  }))
}

/** Blocks as this version of Dugout knows them; null for those of another, whose HTML can still be edited. */
export const knownBlocks = (stored: unknown): MailBlock[] | null => mailBlocks.safeParse(stored).data ?? null

interface NewVersion extends TemplateChanges {
  readonly template: string
  readonly isDefault: boolean
  readonly savedBy: string | null
  /** What was on the screen; undefined to overwrite whatever there is. */
  readonly expectedRevision: number | undefined
}

/**
 * Adds the next version of a message's texts. The primary key decides a race: one of two admins who save at once is refused.
 *
 * @returns `changed_meanwhile` with who saved and when, if someone did since `expectedRevision`.
 */
export async function addVersion(
  tx: Tx,
  { name, blocks, isDefault, savedBy, expectedRevision, ...version }: NewVersion,
  now: Date,
): Promise<Refusal | null> {
  const before = await newestOf(tx, version.template)
  if (expectedRevision === undefined || expectedRevision === (before?.revision ?? 0)) {
    const added = await tx
      .insertInto('email_template_versions')
      .values({
        ...version,
        title: name,
        blocks: blocks && JSON.stringify(blocks),
        revision: (before?.revision ?? 0) + 1,
        is_default: isDefault,
        saved_by: savedBy,
        saved_at: now,
      })
      .onConflict((conflict) => conflict.columns(['template', 'revision']).doNothing())
      .returning('revision')
      .executeTakeFirst()
    if (added) return null
  }
  const other = await newestOf(tx, version.template)
  return refuse('changed_meanwhile', {
    changed_by: other?.saved_by_name ?? 'Someone else',
    changed_at: (other?.saved_at ?? now).toISOString(),
  })
}

const newestOf = (db: Db, template: string) =>
  withNames(db)
    .where('version.template', '=', template)
    .orderBy('version.revision', 'desc')
    .limit(1)
    .executeTakeFirst()
