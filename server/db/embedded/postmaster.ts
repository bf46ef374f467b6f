import { chown, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Listener } from './listener.ts'
import type { ClusterFiles } from './clusterFiles.ts'
import { isPostgres } from './process.ts'
import { run } from './run.ts'

const logLimitBytes = 5_000_000

/** For a small machine: little memory, no helper processes that a booking site would not use. */
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
  // Refused statements are the application's to report: they may quote personal data.
  'log_min_messages = log',
  'log_min_error_statement = panic',
]
const throwawaySettings = ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off']

/**
 * Starts the server and waits until it answers. `pg_ctl` puts it in a session of its own, so that Ctrl-C in the
 * terminal reaches the application alone and the database outlives its graceful stop.
 * @returns false when something is in the way that passes by itself: a server that is starting or stopping, or
 *   the last processes of a killed one that still hold its shared memory
 */
export async function startPostmaster(home: ClusterFiles, bin: string, door: Listener, throwaway: boolean) {
  const lines = [...settings, ...(throwaway ? throwawaySettings : []), ...(await door.settings())]
  await writeConfiguration(home, lines)
  await rotateLog(home)
  const before = await sizeOf(home.log)
  const args = ['start', '--wait', '--timeout=60', '--silent', '-D', home.data, '-l', home.log]
  const started = await run(join(bin, 'pg_ctl'), args, home.account)
  if (started.ok) return true
  const reason = await readFrom(home.log, before)
  if (/lock file|shared memory block|shutting down|in use|starting up/i.test(reason)) {
    await removeStaleLockFile(home)
    return false
  }
  throw new Error(`PostgreSQL did not start: ${reason.trim() || started.output}`)
}

/**
 * Stops the server, whoever started it.
 * @param mode `fast` finishes cleanly; `immediate` is for databases that are deleted next
 */
export async function stopPostmaster(home: ClusterFiles, bin: string, mode: 'fast' | 'immediate') {
  const stop = (how: string) =>
    run(
      join(bin, 'pg_ctl'),
      ['stop', '--wait', '--timeout=6', '--silent', '-m', how, '-D', home.data],
      home.account,
    )
  const stopped = await stop(mode)
  if (stopped.ok || /PID file .* does not exist|No such process/.test(stopped.output)) return
  await stop('immediate')
}

/** Written anew at every start, so that an older database gets today's settings; ALTER SYSTEM goes on top. */
async function writeConfiguration(home: ClusterFiles, lines: string[]): Promise<void> {
  const file = join(home.data, 'postgresql.conf')
  const half = `${file}.${process.pid}`
  await writeFile(half, `# Written by Dugout at every start.\n${lines.join('\n')}\n`, { mode: 0o600 })
  if (home.account) await chown(half, home.account.uid, home.account.gid)
  await rename(half, file)
}

async function removeStaleLockFile(home: ClusterFiles): Promise<void> {
  const file = join(home.data, 'postmaster.pid')
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid || isPostgres(pid)) return
  await rm(file, { force: true })
  await rm(join(home.sockets, '.s.PGSQL.5432.lock'), { force: true })
}

async function rotateLog(home: ClusterFiles): Promise<void> {
  if ((await sizeOf(home.log)) > logLimitBytes) await rename(home.log, `${home.log}.1`)
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
