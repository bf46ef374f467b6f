/** Where backups are kept: a folder, or a bucket with the S3 interface. */

import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import { openBucket } from '../integrations/storage/fileStorage.ts'
import { BackupProblem } from './archive.ts'

const WORK = '.dugout-backup-'
const LEFT_MILLISECONDS = 24 * 3_600_000

export interface BackupPlace {
  /** As the operator wrote it. */
  readonly name: string
  /** A new folder of this machine, in which a backup is written before `keep` and read after `open`; the caller removes it. */
  readonly workFolder: string
  /** Takes a file that was written in the work folder under that name. */
  keep(name: string, file: string): Promise<void>
  /** The path of a backup on this machine. */
  open(name: string): Promise<string>
  /** Removes one; one that is not there is no error. */
  remove(name: string): Promise<void>
}

type PlaceConfig = Pick<Config, 'dataDir' | 'storage' | 'secrets'>

/** @param to a folder, or `s3://bucket/folder`, which takes the credentials of the pictures' bucket. */
export function openPlace(config: PlaceConfig, to: string): BackupPlace {
  const [, bucket, folder = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(to) ?? []
  return bucket === undefined ? folderPlace(resolve(to)) : bucketPlace(config, to, bucket, folder)
}

export const backupName = (now: Date): string =>
  `dugout-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.backup`

/** What a killed process has left, when none can still be at it. */
async function removeLeft(folder: string): Promise<void> {
  const { mtimeMs } = await stat(folder)
  if (Date.now() - mtimeMs > LEFT_MILLISECONDS) await rm(folder, { recursive: true, force: true })
}

function folderPlace(folder: string): BackupPlace {
  return {
    name: folder,
    // The same file system, so that what is there is always whole.
    workFolder: join(folder, `${WORK}${randomUUID()}`),
    async keep(name, file) {
      const there = await stat(join(folder, name)).catch(() => null)
      if (there) throw new BackupProblem(`${join(folder, name)} is there already.`)
      await rename(file, join(folder, name))
      for (const left of await readdir(folder))
        if (left.startsWith(WORK)) await removeLeft(join(folder, left))
    },
    open: async (name) => join(folder, name),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

function bucketPlace(config: PlaceConfig, name: string, bucket: string, folder: string): BackupPlace {
  const workFolder = resolve(config.dataDir, `${WORK}${randomUUID()}`)
  const disk = openBucket(config, bucket)
  const keyOf = (file: string) => (folder === '' ? file : `${folder}/${file}`)
  return {
    name,
    workFolder,
    async keep(file, path) {
      await (await disk).copyFromFs(path, keyOf(file))
      await rm(path)
    },
    async open(file) {
      await mkdir(workFolder, { recursive: true, mode: 0o700 })
      const path = join(workFolder, file)
      await pipeline(await (await disk).getStream(keyOf(file)), createWriteStream(path, { mode: 0o600 }))
      return path
    },
    remove: async (file) => (await disk).delete(keyOf(file)),
  }
}
