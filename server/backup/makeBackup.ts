/** A backup from its snapshot to the place where it is kept, read back there and noted in the database. */

import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createDb, createPool, type Db, system, transaction } from '../db/database.ts'
import type { FileStorage } from '../integrations/storage/fileStorage.ts'
import { version } from '../version.ts'
import { type Manifest, openArchive } from './archive.ts'
import { type BackupPlace, backupName, openPlace } from './places.ts'
import { takeBackup } from './takeBackup.ts'

export interface MadeBackup {
  readonly name: string
  readonly place: string
  /** The size of the file. */
  readonly bytes: number
  readonly manifest: Manifest
  /** Older backups that went. */
  readonly removed: readonly string[]
}

/**
 * Makes a backup while Dugout runs, and reads it back from where it is kept. A problem is noted in the table `backups` too.
 *
 * @param keep how many backups stay there; null: all.
 */
export async function makeBackup(
  config: Config,
  parts: {
    ownerUrl: string
    files: Pick<FileStorage, 'get' | 'names'>
    to: string
    keep: number | null
    now: Date
  },
): Promise<MadeBackup> {
  const place = openPlace(config, parts.to)
  const name = backupName(parts.now)
  const db = createDb(createPool(parts.ownerUrl, 1))
  const note = (row: { bytes: number; row_count: number } | { problem: string }) =>
    transaction(db, system, (tx) =>
      tx
        .insertInto('backups')
        .values({ made_at: parts.now, place: place.name, name, ...row })
        .execute(),
    )
  try {
    const { bytes, manifest } = await writeAndRead(config, place, name, parts)
    await note({ bytes, row_count: rowsOf(manifest) })
    const removed = parts.keep === null ? [] : await trim(db, place, parts.keep)
    return { name, place: place.name, bytes, manifest, removed }
  } catch (error) {
    const problem = String(error instanceof Error ? error.message : error).slice(0, 500)
    await note({ problem }).catch(() => undefined)
    throw error
  } finally {
    await db.destroy()
  }
}

async function writeAndRead(
  config: Config,
  place: BackupPlace,
  name: string,
  { ownerUrl, files, now }: Parameters<typeof makeBackup>[1],
): Promise<{ bytes: number; manifest: Manifest }> {
  const { secrets } = config
  await mkdir(place.workFolder, { recursive: true, mode: 0o700 })
  try {
    const written = join(place.workFolder, name)
    await takeBackup({ ownerUrl, files, secrets, version, now }, written)
    const { size } = await stat(written)
    await place.keep(name, written)
    const archive = await openArchive(
      await place.open(name),
      secrets.backup,
      join(place.workFolder, 'decrypted'),
    )
    await archive.close()
    return { bytes: size, manifest: archive.manifest }
  } finally {
    await rm(place.workFolder, { recursive: true, force: true })
  }
}

export const rowsOf = ({ tables }: Manifest): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

/** Removes what was made there before the newest `keep`. */
async function trim(db: Db, place: BackupPlace, keep: number): Promise<string[]> {
  const old = await db
    .selectFrom('backups')
    .select(['id', 'name'])
    .where('place', '=', place.name)
    .where('problem', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('made_at', 'desc')
    .offset(keep)
    .execute()
  for (const { id, name } of old) {
    await place.remove(name)
    await db.updateTable('backups').set({ removed_at: new Date() }).where('id', '=', id).execute()
  }
  return old.map(({ name }) => name)
}
