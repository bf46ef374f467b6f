/** Where backups are kept: a folder, or a bucket with the S3 interface. */

import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import { openBucket } from '../integrations/storage/fileStorage.ts'
import { BackupProblem } from './archive.ts'

/** Names sort by their time. */
const NAME = /^dugout-\d{4}-\d{2}-\d{2}-\d{6}\.backup$/

export interface BackupPlace {
  /** As the operator wrote it. */
  readonly name: string
  /** A folder of this machine in which a backup is written before `keep` and read after `open`. */
  readonly workFolder: string
  /** Takes a file that was written in the work folder under that name. */
  keep(name: string, file: string): Promise<void>
  /** The path of a backup on this machine. */
  open(name: string): Promise<string>
  /** Removes all but the newest backups; returns the names of those that went. */
  trim(most: number): Promise<string[]>
}

type PlaceConfig = Pick<Config, 'dataDir' | 'storage' | 'secrets'>

/** @param to a folder, or `s3://bucket/folder`, which takes the credentials of the pictures' bucket. */
export function openPlace(config: PlaceConfig, to: string): BackupPlace {
  const [, bucket, folder = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(to) ?? []
  return bucket === undefined ? folderPlace(resolve(to)) : bucketPlace(config, to, bucket, folder)
}

export const backupName = (now: Date): string =>
  `dugout-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.backup`

const oldest = (names: readonly string[], most: number): string[] =>
  names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .slice(most)

function folderPlace(folder: string): BackupPlace {
  return {
    name: folder,
    // The same file system, so that what is there is always whole.
    workFolder: join(folder, '.writing'),
    async keep(name, file) {
      const there = await stat(join(folder, name)).catch(() => null)
      if (there) throw new BackupProblem(`${join(folder, name)} is there already.`)
      await rename(file, join(folder, name))
    },
    open: async (name) => join(folder, name),
    async trim(most) {
      const gone = oldest(await readdir(folder), most)
      for (const name of gone) await rm(join(folder, name))
      return gone
    },
  }
}

function bucketPlace(config: PlaceConfig, name: string, bucket: string, folder: string): BackupPlace {
  const workFolder = resolve(config.dataDir, 'backup-work')
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
    async trim(most) {
      const names: string[] = []
      let paginationToken: string | undefined
      do {
        const page = await (await disk).listAll(folder === '' ? '' : `${folder}/`, {
          ...(paginationToken && { paginationToken }),
        })
        for (const file of page.objects) if (file.isFile) names.push(file.key.slice(keyOf('').length))
        paginationToken = page.paginationToken
      } while (paginationToken)
      const gone = oldest(names, most)
      for (const file of gone) await (await disk).delete(keyOf(file))
      return gone
    },
  }
}
