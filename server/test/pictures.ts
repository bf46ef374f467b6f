import { randomBytes, randomUUID } from 'node:crypto'
import type { FileStorage } from '../integrations/storage/fileStorage.ts'

/** Files of coaches, as large as small pictures, where what they show does not matter: to encode real ones takes seconds. */
export async function putPictures(files: Pick<FileStorage, 'put'>): Promise<void> {
  for (let number = 0; number < 12; number += 1)
    await files.put(`coach-avatars/${randomUUID()}/${1e15 + number}.jpg`, randomBytes(10_000), 'image/jpeg')
}
