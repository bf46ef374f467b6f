import { chown, mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseAccount } from '../db/embedded/account.ts'
import { alive } from '../db/embedded/process.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded.ts'

const silent = { info: () => {} }

/** Memory as files on Linux, which every user may write to; in containers it is often small. */
const MEMORY = '/dev/shm'
/** Several times what the databases of a run take at once. */
const ROOM_BYTES = 3 * 1024 ** 3

/**
 * Starts a PostgreSQL for this test run that does not wait for the disk; `stop()` deletes it. Its files are in memory where
 * there is room: each test file copies and deletes a database, which is a thousand files. A killed run leaves its server
 * running: the next run with the same prefix takes it over and deletes it.
 *
 * @param prefix of its folder in the folder for temporary files.
 */
export async function startThrowawayServer(prefix: string): Promise<EmbeddedPostgres> {
  const parent = (await hasRoom()) ? MEMORY : tmpdir()
  await removeAbandonedServers(parent, prefix)
  const dataDir = join(parent, `${prefix}${process.pid}`)
  if (parent === MEMORY) await createOwnFolder(dataDir)
  return startEmbeddedPostgres({ dataDir, log: silent, throwaway: true })
}

const hasRoom = () =>
  statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize >= ROOM_BYTES,
    () => false,
  )

/** For root: the database's user may enter it, so the database needs no other place (`openClusterFiles`). */
async function createOwnFolder(dataDir: string): Promise<void> {
  const account = await databaseAccount()
  const folder = join(dataDir, 'postgres')
  await mkdir(folder, { recursive: true, mode: 0o755 })
  if (account) await chown(folder, account.uid, account.gid)
}

async function removeAbandonedServers(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (Number.isNaN(pid) || alive(pid)) continue
    const dataDir = join(parent, name)
    await startEmbeddedPostgres({ dataDir, log: silent, throwaway: true }).then(
      (abandoned) => abandoned.stop(),
      () => rm(dataDir, { recursive: true, force: true }),
    )
  }
}
