/*
 * The file of a backup: a zip whose last entry, manifest.json, has a digest of every other entry, and whose comment has one of the
 * whole file. With a key it is encrypted as a whole (AES-256-GCM).
 */

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile as ReadZip } from 'yauzl'
import { ZipFile } from 'yazl'
import { z } from 'zod'

/** Why a backup cannot be used or made, as a sentence for whoever runs the command. */
export class BackupProblem extends Error {}

const digest = z.string().regex(/^[0-9a-f]{64}$/)

const manifestSchema = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  version: z.string(),
  postgresql: z.string(),
  /** The migrations of the database, in their order; the first is named by the text of the schema. */
  migrations: z.array(z.string()).min(1),
  /** By name with the schema, such as `public.bookings`. */
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()), rows: z.number().int() })),
  /** The last value of each sequence; null for one that was never used. */
  sequences: z.record(z.string(), z.string().nullable()),
  files: z.number().int(),
  /** The last seal of the audit log. */
  audit: z.object({ no: z.string(), mac: digest }).nullable(),
  /** What shows whether the secrets of now are those of the backup, and nothing else. */
  keys: z.object({ auth: z.string(), audit: z.string() }),
  /** SHA-256 of each entry. */
  entries: z.record(z.string(), digest),
})

export type Manifest = z.infer<typeof manifestSchema>

const MANIFEST = 'manifest.json'
const SEAL = 'sha256:'
const SEAL_LENGTH = 64

const MAGIC = Buffer.from('DUGOUT-ENCRYPTED-BACKUP-1\n')
const SALT_LENGTH = 16
const CHECK_LENGTH = 16
const IV_LENGTH = 12
const TAG_LENGTH = 16
const HEAD_LENGTH = MAGIC.length + SALT_LENGTH + CHECK_LENGTH + IV_LENGTH

/** An entry, read when its turn comes. */
export interface NewEntry {
  readonly name: string
  /** Whether it shrinks; pictures do not. */
  readonly compress: boolean
  open(): Readable | Promise<Readable>
}

/**
 * Writes a backup to `path`, flushed to the disk. Nothing is left of one that fails.
 *
 * @param manifest is asked for after the last entry was read; the digests are added.
 * @param key encrypts the file; null for none.
 */
export async function writeArchive(
  path: string,
  parts: {
    entries: AsyncIterable<NewEntry> | Iterable<NewEntry>
    manifest(): Omit<Manifest, 'format' | 'entries'>
    key: string | null
  },
): Promise<void> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  const digests: Record<string, string> = {}
  const add = ({ name, compress, open }: NewEntry) =>
    zip.addReadStreamLazy(name, { compress }, (give) => {
      Promise.resolve(open()).then(
        (source) => give(null, hashed(source, digests, name)),
        (error: Error) => output.destroy(error),
      )
    })
  const adding = async () => {
    for await (const entry of parts.entries) add(entry)
    const text = () => JSON.stringify({ format: 1, ...parts.manifest(), entries: digests } satisfies Manifest)
    zip.addReadStreamLazy(MANIFEST, { compress: true }, (give) => give(null, Readable.from([text()])))
    zip.end({ forceZip64Format: false, comment: SEAL + '0'.repeat(SEAL_LENGTH) })
  }
  const file = createWriteStream(path, { mode: 0o600, flush: true })
  try {
    const writing = parts.key
      ? pipeline(output, sealed(), encrypted(parts.key), file)
      : pipeline(output, sealed(), file)
    await Promise.all([writing, adding().catch((error: Error) => void output.destroy(error))])
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Notes the digest under the name at the end. */
function hashed(source: Readable, digests: Record<string, string>, name: string): Readable {
  const hash = createHash('sha256')
  const through = new Transform({
    transform(chunk: Buffer, _, next) {
      hash.update(chunk)
      next(null, chunk)
    },
    flush(next) {
      digests[name] = hash.digest('hex')
      next()
    },
  })
  source.on('error', (error) => through.destroy(error))
  return source.pipe(through)
}

/** Replaces the last 64 bytes, which the zip keeps for it, by the digest of all before. */
function sealed(): Transform {
  const hash = createHash('sha256')
  let tail = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _, next) {
      const all = Buffer.concat([tail, chunk])
      const cut = Math.max(0, all.length - SEAL_LENGTH)
      tail = all.subarray(cut)
      hash.update(all.subarray(0, cut))
      next(null, all.subarray(0, cut))
    },
    flush(next) {
      next(null, hash.digest('hex'))
    },
  })
}

/** The key of one file, and what shows that it is this one. */
function derive(key: string, salt: Buffer): { cipher: Buffer; check: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', key, salt, 'dugout backup', 32 + CHECK_LENGTH))
  return { cipher: bytes.subarray(0, 32), check: bytes.subarray(32) }
}

function encrypted(key: string): Transform {
  const salt = randomBytes(SALT_LENGTH)
  const iv = randomBytes(IV_LENGTH)
  const { cipher: secret, check } = derive(key, salt)
  const cipher = createCipheriv('aes-256-gcm', secret, iv)
  const through = new Transform({
    transform(chunk: Buffer, _, next) {
      next(null, cipher.update(chunk))
    },
    flush(next) {
      through.push(cipher.final())
      next(null, cipher.getAuthTag())
    },
  })
  through.push(Buffer.concat([MAGIC, salt, check, iv]))
  return through
}

/** A backup of which every byte is what was written. */
export interface OpenArchive {
  readonly manifest: Manifest
  /** The names of the pictures. */
  readonly files: readonly string[]
  read(name: string): Promise<Readable>
  close(): Promise<void>
}

/**
 * Opens a backup and reads it through: the whole file, and each entry, against its digest.
 *
 * @param workFile where an encrypted file is put decrypted until `close`.
 * @throws BackupProblem that names what is damaged or missing, before anything else is done with it.
 */
export async function openArchive(path: string, key: string | null, workFile: string): Promise<OpenArchive> {
  const plain = await decrypted(path, key, workFile)
  const clean = () => (plain.path === path ? Promise.resolve() : rm(plain.path, { force: true }))
  try {
    const whole = plain.authentic && (await isWhole(plain.path))
    const zip = await openPromise(plain.path, { lazyEntries: true, autoClose: false }).catch(() => null)
    if (!zip) throw damaged(path, whole ? 'it is not a backup' : 'its list of contents was changed')
    try {
      return await checked(path, zip, whole, clean)
    } catch (error) {
      zip.close()
      throw error
    }
  } catch (error) {
    await clean()
    throw error
  }
}

async function checked(
  path: string,
  zip: ReadZip,
  whole: boolean,
  clean: () => Promise<void>,
): Promise<OpenArchive> {
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch {
    throw damaged(path, 'its list of contents was changed')
  }
  const manifest = await readManifest(zip, entries).catch(() => null)
  if (!manifest) throw damaged(path, `${MANIFEST} was changed or is missing`)
  for (const [name, expected] of Object.entries(manifest.entries)) {
    const entry = entries.get(name)
    if (!entry) throw damaged(path, `${name} is missing`)
    if ((await digestOf(zip, entry)) !== expected) throw damaged(path, `${name} was changed`)
  }
  if (!whole) throw damaged(path, 'bytes between its entries were changed')
  return {
    manifest,
    files: [...entries.keys()]
      .filter((name) => name.startsWith('files/'))
      .map((name) => name.slice('files/'.length)),
    read: async (name) => {
      const entry = entries.get(name)
      if (!entry) throw damaged(path, `${name} is missing`)
      return zip.openReadStreamPromise(entry)
    },
    close: async () => {
      zip.close()
      await clean()
    },
  }
}

const damaged = (path: string, what: string) =>
  new BackupProblem(`The backup ${path} is damaged: ${what}. Nothing was restored.`)

async function readManifest(zip: ReadZip, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const entry = entries.get(MANIFEST)
  if (!entry) throw new Error('There is none.')
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  return manifestSchema.parse(JSON.parse(Buffer.concat(chunks).toString()))
}

/** Null for one that cannot be read. */
async function digestOf(zip: ReadZip, entry: Entry): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch {
    return null
  }
}

async function isWhole(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size < SEAL_LENGTH) return false
    const hash = createHash('sha256')
    for await (const chunk of file.createReadStream({ end: size - SEAL_LENGTH - 1, autoClose: false }))
      hash.update(chunk as Buffer)
    const seal = Buffer.alloc(SEAL_LENGTH)
    await file.read(seal, 0, SEAL_LENGTH, size - SEAL_LENGTH)
    return seal.toString('latin1') === hash.digest('hex')
  } finally {
    await file.close()
  }
}

/** The zip itself; what was changed in an encrypted one is decrypted too, so that the damage can be named. */
async function decrypted(
  path: string,
  key: string | null,
  workFile: string,
): Promise<{ path: string; authentic: boolean }> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new BackupProblem(`The backup ${path} cannot be read: ${error.code ?? error.message}.`)
  })
  const { size } = await file.stat()
  const head = Buffer.alloc(HEAD_LENGTH)
  const tag = Buffer.alloc(TAG_LENGTH)
  await file.read(head, 0, HEAD_LENGTH, 0)
  if (size > TAG_LENGTH) await file.read(tag, 0, TAG_LENGTH, size - TAG_LENGTH)
  await file.close()
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) return { path, authentic: true }
  if (key === null) throw new BackupProblem(`The backup ${path} is encrypted: set BACKUP_KEY to its key.`)
  if (size < HEAD_LENGTH + TAG_LENGTH) throw damaged(path, 'it was cut off')
  const salt = head.subarray(MAGIC.length, MAGIC.length + SALT_LENGTH)
  const check = head.subarray(MAGIC.length + SALT_LENGTH, HEAD_LENGTH - IV_LENGTH)
  const iv = head.subarray(HEAD_LENGTH - IV_LENGTH)
  const derived = derive(key, salt)
  if (!timingSafeEqual(derived.check, check))
    throw new BackupProblem(
      `BACKUP_KEY is not the key of the backup ${path}, or its first bytes were changed.`,
    )
  const decipher = createDecipheriv('aes-256-gcm', derived.cipher, iv)
  const body = createReadStream(path, { start: HEAD_LENGTH, end: size - TAG_LENGTH - 1 })
  const update = new Transform({
    transform(chunk: Buffer, _, done) {
      done(null, decipher.update(chunk))
    },
  })
  await pipeline(body, update, createWriteStream(workFile, { mode: 0o600 }))
  decipher.setAuthTag(tag)
  try {
    decipher.final()
    return { path: workFile, authentic: true }
  } catch {
    return { path: workFile, authentic: false }
  }
}
