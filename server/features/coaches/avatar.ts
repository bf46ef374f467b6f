import { pictureOfWidth, squareWidths } from '../../../shared/domain/facility/pictureWidths.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type FileStorage, pictureType } from '../../integrations/storage/fileStorage.ts'
import { type SquarePicture, squareFiles } from '../../integrations/storage/squarePicture.ts'
import { newPictureName } from '../../integrations/storage/storedFile.ts'

/** The folder of coaches' pictures (spec 3 §3). */
const BUCKET = 'coach-avatars'

/** What a coach's row keeps of a picture that is uploaded now: `userId/timestamp.jpg` (spec 3 §7). */
export const newAvatarPath = (userId: string, now: Date): string => `${newPictureName(userId, now)}.jpg`

const fileOf = (path: string, { width, format }: Pick<SquarePicture, 'width' | 'format'>): string =>
  `${BUCKET}/${pictureOfWidth(path, width, squareWidths).replace(/jpg$/, format)}`

/** Stores all files of a picture; throws when the storage does, and then leaves none of them. */
export async function storeAvatar(
  files: FileStorage,
  path: string,
  pictures: readonly SquarePicture[],
): Promise<void> {
  const stored = await Promise.allSettled(
    pictures.map((picture) => {
      const name = fileOf(path, picture)
      return files.put(name, picture.bytes, pictureType(name))
    }),
  )
  const failed = stored.find(({ status }) => status === 'rejected')
  if (!failed) return
  await deleteFiles(files, path)
  throw failed.status === 'rejected' ? failed.reason : new Error('A picture was not stored.')
}

/**
 * Removes the files of a picture. A failure is logged and keeps the file.
 *
 * @param path null, or an address elsewhere, is no file of ours.
 * @returns whether none of them is left.
 */
export async function discardAvatar(
  { files, log }: Pick<Context, 'files' | 'log'>,
  path: string | null,
): Promise<boolean> {
  if (path === null || /^https?:/i.test(path)) return true
  const failed = (await deleteFiles(files, path)).filter(({ status }) => status === 'rejected')
  for (const { reason } of failed as PromiseRejectedResult[])
    log.warn({ reason: String(reason), path }, 'an old picture was not deleted')
  return failed.length === 0
}

const deleteFiles = (files: FileStorage, path: string) =>
  Promise.allSettled(squareFiles.map((file) => files.delete(fileOf(path, file))))

/** What a coach's row names as the picture. */
export async function currentAvatar(db: Db, coachId: string): Promise<string | null> {
  const { profile_image_url: path } = await db
    .selectFrom('coaches')
    .select('profile_image_url')
    .where('id', '=', coachId)
    .executeTakeFirstOrThrow()
  return path
}

/**
 * Names a coach's picture, or none.
 *
 * @returns the path of the one before.
 */
export async function setAvatar(tx: Tx, coachId: string, path: string | null): Promise<string | null> {
  const before = await tx
    .selectFrom('coaches')
    .select('profile_image_url')
    .where('id', '=', coachId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx.updateTable('coaches').set({ profile_image_url: path }).where('id', '=', coachId).execute()
  return before.profile_image_url
}
