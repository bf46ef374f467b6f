import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pino } from 'pino'
import { withAddresses } from './admin/administer.ts'
import { UsageError } from './admin/usageError.ts'
import { BackupProblem, type Manifest, openArchive } from './backup/archive.ts'
import { makeBackup, rowsOf } from './backup/makeBackup.ts'
import { openPlace } from './backup/places.ts'
import { restoreBackup } from './backup/restore.ts'
import { type Config, loadConfig } from './config.ts'
import { AlreadyRunning } from './db/embedded/claim.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { createFileStorage } from './integrations/storage/fileStorage.ts'
import { configuredAddresses } from './openDatabase.ts'

const USAGE = `Usage:

  npm run backup [-- <folder | s3://bucket/folder>]
      Makes a backup of the database and the pictures while Dugout runs or not, and reads it back. Without a place: BACKUP_TO, or
      the folder backups of DATA_DIR. BACKUP_KEY encrypts it.

  npm run restore -- <file | s3://bucket/folder/name>
      Puts a backup into an empty database: DATABASE_URL, or a new DATA_DIR. It never overwrites, and nothing can be seen before all
      of it was checked. Stop Dugout before.

  npm run restore -- --check <file | s3://bucket/folder/name>
      Reads a backup through and says what is in it. Changes nothing.

Exit code: 0 when it is done, 1 when it is not, with the reason; nothing was changed then.
`

async function main(): Promise<void> {
  const [command, ...args] = process.argv.slice(2)
  const config = loadConfig(process.env)
  if (command === 'backup' && args.length <= 1) return backup(config, args[0])
  const [first, second] = args
  if (command === 'restore' && first !== undefined && args.length <= 2) {
    if (first === '--check' && second !== undefined) return withArchive(config, second, async () => {})
    if (second === undefined && !first.startsWith('--'))
      return withArchive(config, first, (archive) => restore(config, archive))
  }
  throw new UsageError(USAGE)
}

async function backup(config: Config, place: string | undefined): Promise<void> {
  const to = place === undefined ? (config.backup.to ?? join(config.dataDir, 'backups')) : fromCaller(place)
  const files = createFileStorage(config)
  const made = await withAddresses(
    config,
    ({ ownerUrl }) => makeBackup(config, { ownerUrl, files, to, keep: null, now: new Date() }),
    { asItIs: true },
  )
  print(
    `${contents(made.manifest)}\nWritten and read back: ${join(made.place, made.name)}, ${megabytes(made.bytes)}`,
  )
  if (!config.secrets.backup)
    print('It is not encrypted: BACKUP_KEY is not set. Anyone who has the file can read every name in it.')
  print('AUTH_SECRET and AUDIT_KEY are not in it. Keep them apart from it.')
}

/** Fetches one from a bucket, and reads it through. */
async function withArchive(
  config: Config,
  source: string,
  work: (archive: Awaited<ReturnType<typeof openArchive>>) => Promise<void>,
): Promise<void> {
  const workFolder = join(tmpdir(), `dugout-restore-${randomUUID()}`)
  await mkdir(workFolder, { mode: 0o700 })
  try {
    const remote = /^(s3:\/\/.*)\/([^/]+)$/.exec(source)
    const path = remote
      ? await openPlace({ ...config, dataDir: workFolder }, remote[1] ?? '').open(remote[2] ?? '')
      : fromCaller(source)
    const archive = await openArchive(path, config.secrets.backup, join(workFolder, 'decrypted'))
    try {
      print(
        `${basename(path)} is whole: ${megabytes((await stat(path)).size)}, made by Dugout ${archive.manifest.version}`,
      )
      print(contents(archive.manifest))
      await work(archive)
    } finally {
      await archive.close()
    }
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

async function restore(config: Config, archive: Awaited<ReturnType<typeof openArchive>>): Promise<void> {
  const log = pino({ level: 'warn' }, pino.destination(process.stderr.fd))
  const own = config.databaseUrl === null ? await startOwn(config, log) : null
  try {
    const { ownerUrl } = own?.addresses ?? configuredAddresses(config)
    const files = createFileStorage(config)
    const { sealedEntries, warnings } = await restoreBackup(archive, {
      ownerUrl,
      files,
      secrets: config.secrets,
    })
    print('Restored. Rows, keys between tables and pictures are those of the backup.')
    if (sealedEntries > 0)
      print(`The audit log is whole: ${sealedEntries.toLocaleString('en-US')} sealed entries.`)
    for (const warning of warnings) print(`Mind: ${warning}`)
    print('Start Dugout.')
  } finally {
    await own?.stop()
  }
}

const startOwn = (config: Config, log: Parameters<typeof startEmbeddedPostgres>[0]['log']) =>
  startEmbeddedPostgres({ dataDir: config.dataDir, log }).catch((error: unknown) => {
    if (!(error instanceof AlreadyRunning)) throw error
    throw new BackupProblem(`Dugout runs on ${config.dataDir}. Stop it, or name another DATA_DIR.`)
  })

function contents(manifest: Manifest): string {
  const rows = (name: string) => (manifest.tables[`public.${name}`]?.rows ?? 0).toLocaleString('en-US')
  const { audit, files } = manifest
  return [
    `  made               ${manifest.made_at}`,
    `  people             ${rows('profiles')}`,
    `  cage bookings      ${rows('bookings')}`,
    `  lessons            ${rows('coach_bookings')}`,
    `  class spots        ${rows('class_registrations')}`,
    `  camp spots         ${rows('camp_registrations')}`,
    `  payments           ${rows('payment_transactions')}`,
    `  rows in all        ${rowsOf(manifest).toLocaleString('en-US')} of ${Object.keys(manifest.tables).length} tables`,
    `  pictures           ${files.toLocaleString('en-US')}`,
    `  audit log's head   ${audit ? `${audit.no}:${audit.mac}` : 'nothing is sealed yet'}`,
  ].join('\n')
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
const print = (line: string) => process.stdout.write(`${line}\n`)

/** npm runs this in the project's folder; paths are relative to where npm was called. */
const fromCaller = (place: string): string =>
  place.startsWith('s3://') ? place : resolve(process.env.INIT_CWD ?? '.', place)

main().catch((error: unknown) => {
  const told = error instanceof BackupProblem || error instanceof UsageError || !(error instanceof Error)
  process.stderr.write(`${error instanceof Error ? (told ? error.message : error.stack) : error}\n`)
  process.exitCode = 1
})
