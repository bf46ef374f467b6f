import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alive } from '../db/embedded/process.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded.ts'

const silent = { info: () => {} }

/**
 * Starts a PostgreSQL for this test run that does not wait for the disk; `stop()` deletes it. A killed run leaves its
 * server running: the next run with the same prefix takes it over and deletes it.
 *
 * @param prefix of its folder in the folder for temporary files.
 */
export async function startThrowawayServer(prefix: string): Promise<EmbeddedPostgres> {
  await removeAbandonedServers(prefix)
  const dataDir = join(tmpdir(), `${prefix}${process.pid}`)
  return startEmbeddedPostgres({ dataDir, log: silent, throwaway: true })
}

async function removeAbandonedServers(prefix: string): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (Number.isNaN(pid) || alive(pid)) continue
    const dataDir = join(tmpdir(), name)
    await startEmbeddedPostgres({ dataDir, log: silent, throwaway: true }).then(
      (abandoned) => abandoned.stop(),
      () => rm(dataDir, { recursive: true, force: true }),
    )
  }
}
