import { resolve } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../../config.ts'

/** Files that people upload, under names such as `coach-avatars/…/1764000000000.jpg`; names are made by the server. */
export interface FileStorage {
  /** Writes a file; one with that name is replaced. Throws when the storage cannot be reached or written. */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** The bytes of a file; null when there is none. */
  get(name: string): Promise<Uint8Array | null>
  /** Removes a file; one that is not there is no error. */
  delete(name: string): Promise<void>
  /** The names of all files. */
  names(): AsyncIterable<string>
}

/** The content type of a stored picture, by its name: all are written by this server. */
export const pictureType = (name: string): string =>
  name.endsWith('.png') ? 'image/png' : name.endsWith('.avif') ? 'image/avif' : 'image/jpeg'

/** A bucket with the S3 interface where one is configured, else the folder `files` below DATA_DIR. */
export function createFileStorage(config: Pick<Config, 'dataDir' | 'storage' | 'secrets'>): FileStorage {
  const opening = lazily(() => openDisk(config))
  return {
    async put(name, bytes, contentType) {
      await (await opening()).put(name, bytes, { contentType })
    },
    async get(name) {
      const disk = await opening()
      try {
        return await disk.getBytes(name)
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async delete(name) {
      await (await opening()).delete(name)
    },
    async *names() {
      const disk = await opening()
      try {
        for (let paginationToken: string | undefined; ; ) {
          const page = await disk.listAll('', {
            recursive: true,
            ...(paginationToken && { paginationToken }),
          })
          for (const file of page.objects) if (file.isFile) yield file.key
          paginationToken = page.paginationToken
          if (!paginationToken) return
        }
      } catch (error) {
        // Before the first picture there is no folder.
        if (!isMissing(error)) throw error
      }
    },
  }
}

async function openDisk({ dataDir, ...config }: Parameters<typeof createFileStorage>[0]): Promise<Disk> {
  const { bucket } = config.storage
  return bucket === null
    ? new Disk(new FSDriver({ location: resolve(dataDir, 'files'), visibility: 'private' }))
    : openBucket(config, bucket)
}

/** Amazon's library is large; it is loaded where a bucket is used, and there at the first file. */
export async function openBucket(
  { storage, secrets }: Pick<Config, 'storage' | 'secrets'>,
  bucket: string,
): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { endpoint, region } = storage
  const { s3KeyId, s3Key } = secrets
  return new Disk(
    new S3Driver({
      bucket,
      region,
      visibility: 'private',
      // Buckets of today have no access lists; the pictures go through Dugout.
      supportsACL: false,
      // Servers other than Amazon's have their buckets in the path, and know no checksums of their own.
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(s3KeyId && s3Key ? { credentials: { accessKeyId: s3KeyId, secretAccessKey: s3Key } } : {}),
      maxAttempts: 2,
      requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000 },
    }),
  )
}

function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** flydrive wraps what the file system or the bucket said. */
function isMissing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return false
  return ('code' in cause && cause.code === 'ENOENT') || cause.name === 'NoSuchKey'
}
