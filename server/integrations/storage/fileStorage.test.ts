import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, loadConfig } from '../../config.ts'
import { createFileStorage, type FileStorage } from './fileStorage.ts'

const secret = { AUTH_SECRET: 'a-secret-that-only-tests-know-and-use' }
let folder: string
let bucketServer: S3rver
let endpoint: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dugout-storage-'))
  bucketServer = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'dugout', configs: [] }],
  })
  const { port } = await bucketServer.run()
  endpoint = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await bucketServer.close()
  await rm(folder, { recursive: true })
})

const inFolder = () => createFileStorage(loadConfig({ ...secret, DATA_DIR: folder }))
const inBucket = (settings: Record<string, string> = {}) =>
  createFileStorage(
    loadConfig({
      ...secret,
      S3_BUCKET: 'dugout',
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      ...settings,
    }),
  )

describe.each<[string, () => FileStorage]>([
  ['A folder', inFolder],
  ['A bucket', inBucket],
])('%s', (_name, open) => {
  test('keeps a file under its name until it is deleted', async () => {
    const files = open()
    const name = `coach-avatars/${randomUUID()}/1764000000000.jpg`
    expect(await files.get(name)).toBeNull()
    await files.put(name, new Uint8Array([1, 2, 3]), 'image/jpeg')
    await files.put(name, new Uint8Array([4, 0, 255]), 'image/jpeg')
    expect([...((await open().get(name)) ?? [])]).toEqual([4, 0, 255])
    await files.delete(name)
    await files.delete(name)
    expect(await files.get(name)).toBeNull()
  })
})

test.each([
  ['a key that is wrong', { S3_SECRET_ACCESS_KEY: 'wrong' }],
  ['a bucket that is not there', { S3_BUCKET: 'elsewhere' }],
])('%s fails to write, and to read is not the same as a missing file', async (_name, settings) => {
  const files = inBucket(settings)
  await expect(files.put('a.jpg', new Uint8Array([1]), 'image/jpeg')).rejects.toThrow()
  await expect(files.get('a.jpg')).rejects.toThrow()
})

test.each([
  { S3_ENDPOINT: 'https://s3.example.com' },
  { S3_BUCKET: 'dugout', S3_ACCESS_KEY_ID: 'key' },
  { S3_BUCKET: 'dugout', S3_ENDPOINT: 'https://s3.example.com/path' },
])('settings that do not fit together are refused: %j', (settings) => {
  expect(() => loadConfig({ ...secret, ...settings })).toThrow(ConfigError)
})
