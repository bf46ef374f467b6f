import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import S3rver from '@20minutes/s3rver'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Config, loadConfig } from '../config.ts'
import { createDb, createPool } from '../db/database.ts'
import { disagreements } from '../db/ledger.fixture.ts'
import type { FileStorage } from '../integrations/storage/fileStorage.ts'
import { seedDemo } from '../seed/demo.ts'
import { execute, withDatabase } from '../test/administration.ts'
import { putPictures } from '../test/pictures.ts'
import { createTestDatabase } from '../test/postgres.ts'
import { startTestApp, type TestApp } from '../test/testApp.ts'
import { BackupProblem, type OpenArchive, openArchive } from './archive.ts'
import { makeBackup } from './makeBackup.ts'
import { nightlyBackup } from './nightly.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './takeBackup.ts'

const KEY = 'a-key-that-only-tests-encrypt-backups-with'

let app: TestApp
let folder: string
let plain: string
let secret: string
const drops: (() => Promise<void>)[] = []

beforeAll(async () => {
  app = await startTestApp()
  await seedDemo(app.db, new Date(), async () => 'a-hash-of-a-password')
  await putPictures(app.context.files)
  // The log is sealed in the background; a whole one can be compared with its copy.
  await vi.waitUntil(async () => (await countOf('audit_chain')) === (await countOf('audit_log')), 20_000)
  folder = await mkdtemp(join(tmpdir(), 'dugout-backup-'))
  plain = await take('plain.backup', null)
  secret = await take('secret.backup', KEY)
}, 60_000)
afterAll(async () => {
  await app.close()
  await Promise.all(drops.map((drop) => drop()))
  await rm(folder, { recursive: true, force: true })
})

async function countOf(table: 'audit_chain' | 'audit_log'): Promise<number> {
  const { count } = await app.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function take(name: string, backup: string | null): Promise<string> {
  const path = join(folder, name)
  const { config, files } = app.context
  const secrets = { ...config.secrets, backup }
  await takeBackup({ ownerUrl: app.databaseUrl, files, secrets, version: '0', now: new Date() }, path)
  return path
}

const open = (path: string, key: string | null = null) => openArchive(path, key, join(folder, 'decrypted'))

/** Without any table. */
async function emptyDatabase(): Promise<string> {
  const { url } = inject('postgres')
  const name = `dugout_restored_${randomBytes(6).toString('hex')}`
  drops.push(() => execute(url, `drop database if exists ${name} with (force)`))
  await execute(url, `create database ${name}`)
  return withDatabase(url, name)
}

/** With the tables and no facility, as a restore leaves it that failed: making them takes longer than filling them. */
async function migratedDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase()
  drops.push(drop)
  return url
}

/** Files in memory. */
function keptFiles(): Pick<FileStorage, 'put' | 'names'> & { kept: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>()
  return {
    kept,
    put: async (name, bytes) => void kept.set(name, bytes),
    async *names() {
      yield* kept.keys()
    },
  }
}

async function restore(
  path: string,
  ownerUrl: string,
  change: Partial<OpenArchive> = {},
  files = keptFiles(),
) {
  const archive = await open(path)
  try {
    return await restoreBackup(
      { ...archive, ...change },
      { ownerUrl, files, secrets: app.context.config.secrets },
    )
  } finally {
    await archive.close()
  }
}

/** A digest of every table, and of what else the catalog says of triggers and keys; a start has the audit triggers fire always. */
async function contents(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'stripe_sandbox') and tablename not like 'kysely%'`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(row::text, '' order by row::text)), '') as digest from ${name} row`,
      )
      found[name] = rows[0].digest
    }
    for (const [what, query] of Object.entries({
      triggers: `select concat(tgrelid::regclass, '.', tgname, case when tgname not like 'audit%' then tgenabled end) as one from pg_trigger where not tgisinternal`,
      keys: `select concat(conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) as one from pg_constraint
             where connamespace::regnamespace::text in ('public', 'stripe_sandbox')`,
      sequences: `select concat(schemaname, sequencename, last_value) as one from pg_sequences
                  where schemaname in ('public', 'stripe_sandbox')`,
    })) {
      const { rows } = await client.query(
        `select md5(string_agg(one, ' ' order by one)) as all from (${query}) x`,
      )
      found[what] = rows[0].all
    }
    return found
  } finally {
    await client.end()
  }
}

test('a backup restored into an empty database is the same in every table, key, trigger, sequence and picture', async () => {
  const url = await emptyDatabase()
  const files = keptFiles()
  const { sealedEntries, warnings } = await restore(plain, url, {}, files)
  expect(warnings).toEqual([])
  expect(sealedEntries).toBe(await countOf('audit_log'))
  const [here, there] = [await contents(app.databaseUrl), await contents(url)]
  expect(there).toEqual(here)
  const names: string[] = []
  for await (const name of app.context.files.names()) names.push(name)
  expect([...files.kept.keys()].toSorted()).toEqual(names.toSorted())
  expect(names.length).toBeGreaterThan(10)
  for (const name of names)
    expect(
      Buffer.compare(files.kept.get(name) as Uint8Array, (await app.context.files.get(name)) as Uint8Array),
    ).toBe(0)
  const db = createDb(createPool(url, 1))
  expect(await disagreements(db)).toEqual([])
  await db.destroy()
})

test('a restore never overwrites a facility, people or pictures', async () => {
  const before = await contents(app.databaseUrl)
  await expect(restore(plain, app.databaseUrl)).rejects.toThrow(/A restore never overwrites/)
  expect(await contents(app.databaseUrl)).toEqual(before)
  const files = keptFiles()
  await files.put('logos/own.png', new Uint8Array([1]), 'image/png')
  await expect(restore(plain, await migratedDatabase(), {}, files)).rejects.toThrow(
    /There are pictures here already/,
  )
  expect([...files.kept.keys()]).toEqual(['logos/own.png'])
  const foreign = await emptyDatabase()
  await execute(foreign, 'create table invoices (id integer)')
  await expect(restore(plain, foreign)).rejects.toThrow(/A restore never overwrites/)
})

test('one flipped byte anywhere is refused and named, and so is a file that was cut off', async () => {
  const changed = join(folder, 'changed.backup')
  for (const [path, key] of [
    [plain, null],
    [secret, KEY],
  ] as const) {
    const bytes = await readFile(path)
    // The ends, where the structure of the file is, and places all over it.
    const places = [0, 5, 30, 60, 100, bytes.length - 1, bytes.length - 70, bytes.length - 200]
    for (let index = 1; index < 25; index += 1) places.push(Math.floor((bytes.length * index) / 25))
    for (const at of places) {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] as number) ^ 1
      await writeFile(changed, copy)
      const problem = await open(changed, key).then(
        (archive) => archive.close(),
        (error: Error) => error,
      )
      expect(problem, `byte ${at} of ${path}`).toBeInstanceOf(BackupProblem)
      expect(String(problem)).toMatch(
        /is damaged: .+ (was|were|is) .+|is not the key of the backup|is damaged: it is not/,
      )
    }
    await copyFile(path, changed)
    await truncate(changed, bytes.length - 1_000)
    await expect(open(changed, key)).rejects.toThrow(BackupProblem)
  }
  const inTable = await readFile(plain)
  inTable[Math.floor(inTable.length / 2)] = (inTable[Math.floor(inTable.length / 2)] as number) ^ 1
  await writeFile(changed, inTable)
  await expect(open(changed)).rejects.toThrow(
    /is damaged: (tables|files)\/\S+ was changed\. Nothing was restored\./,
  )
  expect((await readdir(folder)).includes('decrypted')).toBe(false)
  // Sixty files are read whole: on a busy machine that takes more than the usual time.
}, 60_000)

test('an encrypted backup shows no name, opens with its key, and is refused without it or with another', async () => {
  const bytes = await readFile(secret)
  expect(bytes.includes('tables/public.profiles')).toBe(false)
  expect((await readFile(plain)).includes('tables/public.profiles')).toBe(true)
  const archive = await open(secret, KEY)
  expect(archive.manifest.tables['public.cages']?.rows).toBeGreaterThan(3)
  await archive.close()
  await expect(open(secret)).rejects.toThrow(/is encrypted: set BACKUP_KEY/)
  await expect(open(secret, `${KEY}!`)).rejects.toThrow(/BACKUP_KEY is not the key/)
})

test('nothing can be seen of a restore that fails half way, and it can be tried again', async () => {
  const url = await migratedDatabase()
  const archive = await open(plain)
  const read = async (name: string) => {
    if (!name.endsWith('public.payment_transactions')) return archive.read(name)
    return Readable.from(
      (async function* () {
        yield 'half a'
        throw new Error('The disk is gone.')
      })(),
    )
  }
  await expect(restore(plain, url, { read })).rejects.toThrow(/The disk is gone/)
  await archive.close()
  const db = createDb(createPool(url, 1))
  for (const table of ['facility', 'profiles', 'bookings', 'audit_log'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  await db.destroy()
  await restore(plain, url)
  expect((await contents(url))['public.bookings']).toBe((await contents(app.databaseUrl))['public.bookings'])
})

test('rows that are too few, of another version, or not as the audit log was sealed are refused', async () => {
  const { manifest, ...archive } = await open(plain)
  await archive.close()
  const table = { ...manifest.tables['public.cages'], rows: 999 } as (typeof manifest.tables)[string]
  const fewer = { ...manifest, tables: { ...manifest.tables, 'public.cages': table } }
  await expect(restore(plain, await migratedDatabase(), { manifest: fewer })).rejects.toThrow(
    /public.cages has \d+ rows/,
  )
  const newer = { ...manifest, version: '9.9.9', migrations: [...manifest.migrations, '999_of_the_future'] }
  await expect(restore(plain, await migratedDatabase(), { manifest: newer })).rejects.toThrow(
    /made by Dugout 9\.9\.9 with a database that this version does not know/,
  )
  const rewritten = { ...manifest, audit: { no: '1', mac: '0'.repeat(64) } }
  await expect(restore(plain, await migratedDatabase(), { manifest: rewritten })).rejects.toThrow(
    /The audit log of the backup is not what was sealed/,
  )
})

test('other secrets than those of the backup are told, with what follows from it', async () => {
  const archive = await open(plain)
  const { warnings, sealedEntries } = await restoreBackup(archive, {
    ownerUrl: await migratedDatabase(),
    files: keptFiles(),
    secrets: { auth: 'another'.repeat(6), audit: 'other'.repeat(8), auditOld: [] },
  })
  await archive.close()
  expect(warnings.join(' ')).toMatch(/AUTH_SECRET is not the one .* AUDIT_KEY is not the one/)
  expect(sealedEntries).toBe(0)
})

async function nights(
  settings: Record<string, string>,
  files: Pick<FileStorage, 'get' | 'names'> = app.context.files,
) {
  const config: Config = { ...app.context.config, backup: loadConfig({ ...settings }).backup }
  const task = nightlyBackup({ ...app.context, config, files: files as FileStorage }, app.databaseUrl)
  return (now: string) => task.run({ db: app.db, clock: { now: () => new Date(now) } })
}

test('a backup is made every night from its hour on, by the clock of the facility, and the newest are kept', async () => {
  const to = join(folder, 'nightly')
  const at = await nights({ BACKUP_TO: to, BACKUP_HOUR: '3', BACKUP_KEEP: '2' })
  const kept = () => readdir(to).catch(() => [])
  // 2:45 and 3:00 in Beaumont, in winter.
  await at('2026-12-01T08:45:00Z')
  expect(await kept()).toEqual([])
  await at('2026-12-01T09:00:00Z')
  await at('2026-12-01T09:15:00Z')
  await at('2026-12-01T23:00:00Z')
  expect(await kept()).toEqual(['dugout-2026-12-01-090000.backup'])
  // Down at three; the clocks change on March 14.
  for (const day of ['2026-12-02T17:30:00Z', '2027-03-13T09:00:00Z', '2027-03-14T08:00:00Z']) await at(day)
  expect((await kept()).toSorted()).toEqual([
    'dugout-2027-03-13-090000.backup',
    'dugout-2027-03-14-080000.backup',
  ])
  const archive = await open(join(to, 'dugout-2027-03-14-080000.backup'))
  await archive.close()
  const noted = await app.db.selectFrom('backups').selectAll().orderBy('made_at').execute()
  expect(noted).toHaveLength(4)
  expect(
    noted.every(
      ({ problem, bytes, row_count }) => problem === null && Number(bytes) > 0 && Number(row_count) > 0,
    ),
  ).toBe(true)
})

test('a backup that fails is noted with its reason, leaves no file, and is tried again', async () => {
  const to = join(folder, 'failing')
  let broken = true
  const files = {
    ...app.context.files,
    async get(name: string) {
      if (broken) throw new Error('The bucket does not answer.')
      return app.context.files.get(name)
    },
  }
  const at = await nights({ BACKUP_TO: to }, files)
  await expect(at('2028-01-01T12:00:00Z')).rejects.toThrow(/The bucket does not answer/)
  expect(await readdir(to)).toEqual([])
  const { problem } = await app.db
    .selectFrom('backups')
    .select('problem')
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(problem).toBe('The bucket does not answer.')
  broken = false
  await at('2028-01-01T12:15:00Z')
  expect(await readdir(to)).toEqual(['dugout-2028-01-01-121500.backup'])
})

test('a bucket keeps backups too, read back from it, and the newest of them', async () => {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'backups', configs: [] }],
  })
  const { port } = await server.run()
  const { storage, secrets } = loadConfig({
    BACKUP_TO: 's3://backups/nightly',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    AUTH_SECRET: 'a-secret-that-only-tests-know-and-use',
  })
  const config = {
    ...app.context.config,
    storage,
    secrets: { ...secrets, audit: app.context.config.secrets.audit },
  }
  const make = (now: string) =>
    makeBackup(config, {
      ownerUrl: app.databaseUrl,
      files: app.context.files,
      to: 's3://backups/nightly',
      keep: 1,
      now: new Date(now),
    })
  try {
    expect((await make('2029-01-01T12:00:00Z')).removed).toEqual([])
    const made = await make('2029-01-02T12:00:00Z')
    expect(made.removed).toEqual(['dugout-2029-01-01-120000.backup'])
    expect(made.manifest.files).toBeGreaterThan(10)
  } finally {
    await server.close()
  }
})
