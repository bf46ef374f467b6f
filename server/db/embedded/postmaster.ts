import { chown, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClusterFiles } from './clusterFiles.ts'
import type { Listener } from './listener.ts'
import { isPostgres } from './process.ts'
import { run } from './run.ts'

const logLimitBytes = 5_000_000

/** For a small machine: little memory, and no background processes that a booking site does not need. */
const settings = [
  'shared_buffers = 96MB',
  'max_connections = 80',
  'max_parallel_workers_per_gather = 0',
  'io_method = sync',
  'huge_pages = off',
  'jit = off',
  'max_wal_size = 512MB',
  "timezone = 'UTC'",
  'log_checkpoints = off',
  "log_line_prefix = '%m [%p] '",
  // The application reports refused statements; the server must not log them, since they may contain personal data.
  'log_min_messages = log',
  'log_min_error_statement = panic',
]
const throwawaySettings = [
  'fsync = off',
  'synchronous_commit = off',
  'full_page_writes = off',
  // Test files run side by side, each with instances of its own.
  'max_connections = 400',
]

/**
 * Starts the server and waits until it answers. `pg_ctl` puts it in a separate session, so that Ctrl-C in the
 * terminal reaches only the application and the database outlives its graceful stop.
 * @returns false on a temporary obstacle: a server that is starting or stopping, or
 *   the last processes of a killed one that still hold its shared memory
 */
export async function startPostmaster(
  files: ClusterFiles,
  bin: string,
  listener: Listener,
  throwaway: boolean,
) {
  const lines = [...settings, ...(throwaway ? throwawaySettings : []), ...(await listener.settings())]
  await writeConfiguration(files, lines)
  await rotateLog(files)
  const before = await sizeOf(files.log)
  const args = ['start', '--wait', '--timeout=60', '--silent', '-D', files.data, '-l', files.log]
  const started = await run(join(bin, 'pg_ctl'), args, files.account)
  if (started.ok) return true
  const reason = await readFrom(files.log, before)
  if (/lock file|shared memory block|shutting down|in use|starting up/i.test(reason)) {
    await removeStaleLockFile(files)
    return false
  }
  throw new Error(`PostgreSQL did not start: ${reason.trim() || started.output}`)
}

/**
 * Stops the server, also when another process started it.
 * @param mode `fast` finishes cleanly; `immediate` is for databases that are deleted next
 */
export async function stopPostmaster(files: ClusterFiles, bin: string, mode: 'fast' | 'immediate') {
  const stop = (how: string) =>
    run(
      join(bin, 'pg_ctl'),
      ['stop', '--wait', '--timeout=6', '--silent', '-m', how, '-D', files.data],
      files.account,
    )
  const stopped = await stop(mode)
  if (stopped.ok || /PID file .* does not exist|No such process/.test(stopped.output)) return
  await stop('immediate')
}

/** Rewritten at every start, so that an older database gets the current settings; ALTER SYSTEM overrides them. */
async function writeConfiguration(files: ClusterFiles, lines: string[]): Promise<void> {
  const file = join(files.data, 'postgresql.conf')
  const half = `${file}.${process.pid}`
  await writeFile(half, `# Written by Dugout at every start.\n${lines.join('\n')}\n`, { mode: 0o600 })
  if (files.account) await chown(half, files.account.uid, files.account.gid)
  await rename(half, file)
}

async function removeStaleLockFile(files: ClusterFiles): Promise<void> {
  const file = join(files.data, 'postmaster.pid')
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid || isPostgres(pid)) return
  await rm(file, { force: true })
  await rm(join(files.sockets, '.s.PGSQL.5432.lock'), { force: true })
}

async function rotateLog(files: ClusterFiles): Promise<void> {
  if ((await sizeOf(files.log)) > logLimitBytes) await rename(files.log, `${files.log}.1`)
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

async function readFrom(file: string, position: number): Promise<string> {
  const handle = await open(file).catch(() => null)
  if (!handle) return ''
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(4000), position })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
