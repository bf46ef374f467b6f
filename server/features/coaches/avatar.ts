import { pictureOfWidth, squareWidths } from '../../../shared/domain/pictureWidths.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
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
 * Removes the files of a picture that no row names any more. A failure is logged and keeps the file: nothing shows it.
 *
 * @param path null, or an address elsewhere, is no file of ours.
 */
export async function discardAvatar(
  { files, log }: Pick<Context, 'files' | 'log'>,
  path: string | null,
): Promise<void> {
  if (path === null || /^https?:/i.test(path)) return
  for (const result of await deleteFiles(files, path)) {
    if (result.status === 'rejected')
      log.warn({ reason: String(result.reason), path }, 'an old picture was not deleted')
  }
}

const deleteFiles = (files: FileStorage, path: string) =>
  Promise.allSettled(squareFiles.map((file) => files.delete(fileOf(path, file))))

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
