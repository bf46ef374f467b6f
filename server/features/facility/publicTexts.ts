import { linksOf, readPlainText } from '../../../shared/domain/facility/plainText.ts'
import { type PublicTextKey, publicTexts } from '../../../shared/domain/facility/publicTexts.ts'
import type { Db } from '../../db/database.ts'

/** The newest version; Dugout's own text, as version 0, where none was published. */
export async function readPublicText(
  db: Db,
  key: PublicTextKey,
): Promise<{ body: string; version: number; published_at: string }> {
  const newest = await readVersions(db, key).limit(1).executeTakeFirst()
  if (!newest) return { body: publicTexts[key].body, version: 0, published_at: publicTexts[key].day }
  const { body, version, published_at } = newest
  return { body, version, published_at: published_at.toISOString() }
}

export const readVersions = (db: Db, key: PublicTextKey) =>
  db
    .selectFrom('public_texts')
    .leftJoin('profiles', 'profiles.id', 'public_texts.published_by')
    .select(['version', 'body', 'published_at', 'profiles.full_name as published_by'])
    .where('key', '=', key)
    .orderBy('version', 'desc')

/** The owner's links for the footer; null where it has Dugout's own. */
export async function readFooterLinks(db: Db): Promise<{ label: string; to: string }[] | null> {
  const { body, version } = await readPublicText(db, 'footer-links')
  if (version === 0) return null
  const links = linksOf(readPlainText(body).flatMap(({ blocks }) => blocks))
  return links.map(({ text, href }) => ({ label: text, to: href }))
}
