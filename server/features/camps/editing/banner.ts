/** The picture of a camp: uploaded before the camp is saved, drawn again, and thrown away when no camp shows it (spec 3 §5). */

import { randomUUID } from 'node:crypto'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/database.ts'
import { newPictureName, storedFileUrl } from '../../../integrations/storage/storedFile.ts'
import { discardWide, storeWide, wideFile, widePicture } from '../../../integrations/storage/widePicture.ts'
import { type Refusal, refuse } from '../../../refusal.ts'

type BannerContext = Pick<Context, 'files' | 'log' | 'clock' | 'db'>

const NOT_A_PICTURE = 'Please select an image file (JPG, PNG, GIF)'

/**
 * Stores an uploaded picture in the widths and formats that pages use.
 *
 * @returns its URL; or why it is not taken, in the words of spec 3 §5.
 */
export async function storeBanner(context: BannerContext, upload: Uint8Array): Promise<string | Refusal> {
  const picture = await widePicture(upload, { formats: ['jpeg', 'png', 'gif'] })
  if (picture === 'picture_unreadable') return refuse(picture, undefined, NOT_A_PICTURE)
  if (typeof picture === 'string') return refuse(picture)
  const file = newPictureName(randomUUID(), context.clock.now())
  try {
    await storeWide(context, 'camp-banners', file, picture)
  } catch (error) {
    context.log.error({ err: error }, 'a picture could not be stored')
    return refuse('storage_unavailable')
  }
  return `/files/${wideFile('camp-banners', file, '.jpg')}`
}

const uploaded = /^\/files\/camp-banners\/([\da-f-]{36}\/\d{1,16})\.jpg$/

/**
 * The stored name of a picture that a save names by its URL.
 *
 * @param current the stored name of the camp's picture; it may be one that was not uploaded here.
 * @returns null for none; `camp_banner_unknown` for anything that was not uploaded here.
 */
export async function storedBanner(
  { files, log }: BannerContext,
  url: string | null,
  current: string | null = null,
): Promise<string | null | Refusal> {
  if (url === null || url === '') return null
  if (url === storedFileUrl('camp-banners', current)) return current
  const file = uploaded.exec(url)?.[1]
  if (file === undefined) return refuse('camp_banner_unknown')
  try {
    const bytes = await files.get(wideFile('camp-banners', file, '-800.jpg'))
    return bytes ? `${file}.jpg` : refuse('camp_banner_unknown')
  } catch (error) {
    log.error({ err: error }, 'a stored file could not be read')
    return refuse('storage_unavailable')
  }
}

/** The stored name of a camp's picture; null when there is none. */
export async function currentBanner(db: Db, campId: string): Promise<string | null> {
  const row = await db.selectFrom('camps').select('banner_url').where('id', '=', campId).executeTakeFirst()
  return row?.banner_url ?? null
}

/** Deletes the files of a picture that no camp shows any more: copies of a camp share theirs. */
export async function discardBanner(context: BannerContext, stored: string | null): Promise<void> {
  const file = stored === null ? undefined : uploaded.exec(storedFileUrl('camp-banners', stored) ?? '')?.[1]
  if (file === undefined) return
  const shown = await context.db
    .selectFrom('camps')
    .select('id')
    .where('banner_url', '=', stored)
    .limit(1)
    .executeTakeFirst()
  if (!shown) await discardWide(context, 'camp-banners', file)
}
