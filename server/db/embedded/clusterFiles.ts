import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readlink, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { systemFolder } from './binaries.ts'
import type { Account } from './run.ts'

/** The paths of one embedded database, and the user who owns them (null: the current user). */
export interface ClusterFiles {
  folder: string
  /** PostgreSQL's PGDATA. */
  data: string
  /** The folder of the unix socket, open only to the database's user (and root). */
  sockets: string
  log: string
  account: Account | null
}

/**
 * Finds or creates the folders of the database that belongs to `dataDir`. When not root that is
 * `dataDir/postgres`. When root, the database's user may be unable to enter `dataDir`, so `dataDir/postgres` is a
 * link to a folder of that user under /var/lib/dugout: deleting `dataDir` starts afresh, moving it keeps the data.
 */
export async function openClusterFiles(dataDir: string, account: Account | null): Promise<ClusterFiles> {
  const place = join(resolve(dataDir), 'postgres')
  await mkdir(dirname(place), { recursive: true })
  const folder = account ? await followLink(place, account) : place
  if (!account) await mkdir(folder, { recursive: true, mode: 0o700 })
  const { uid, gid } = await stat(folder)
  const owner = account ? { uid, gid } : null
  const sockets = await openSocketFolder(folder, owner)
  return { folder, data: join(folder, 'data'), sockets, log: join(folder, 'postgres.log'), account: owner }
}

/** Deletes the database that belongs to `dataDir`, which must be stopped. */
export async function removeClusterFiles(dataDir: string, files: ClusterFiles): Promise<void> {
  await rm(files.folder, { recursive: true, force: true })
  await rm(files.sockets, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}

async function followLink(place: string, account: Account): Promise<string> {
  const existing = await readlink(place).catch(() => null)
  if (existing !== null) return existingFolder(place, existing)
  const found = await lstat(place).catch(() => null)
  if (found) return place
  await mkdir(systemFolder, { recursive: true, mode: 0o755 })
  const folder = join(systemFolder, randomBytes(6).toString('hex'))
  await mkdir(folder, { mode: 0o700 })
  await chown(folder, account.uid, account.gid)
  try {
    await symlink(folder, place)
    return folder
  } catch {
    // A concurrent start created the link first: use that one.
    await rm(folder, { recursive: true })
    return existingFolder(place, await readlink(place))
  }
}

async function existingFolder(place: string, folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null)
  if (found?.isDirectory()) return folder
  throw new Error(
    `${place} points to ${folder}, where the database was, but that folder is gone. ` +
      `Bring it back, or delete ${place} to start with an empty database.`,
  )
}

/** A unix socket's path is limited to about 100 bytes; for a deep folder a short path is used instead. */
async function openSocketFolder(folder: string, account: Account | null): Promise<string> {
  const near = join(folder, 'run')
  const short = join(tmpdir(), `dugout-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`)
  const sockets = Buffer.byteLength(join(near, '.s.PGSQL.5432')) <= 100 ? near : short
  const made = await mkdir(sockets, { mode: 0o700 }).then(
    () => true,
    (error) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
  if (made && account) await chown(sockets, account.uid, account.gid)
  if (made) await chmod(sockets, 0o700)
  const found = await lstat(sockets)
  const owner = account?.uid ?? process.getuid?.()
  const safe =
    found.isDirectory() && (owner === undefined || (found.uid === owner && (found.mode & 0o077) === 0))
  // Access to this folder gives access to the whole database.
  if (!safe)
    throw new Error(`${sockets} must be a folder that only the database's user may enter; delete it.`)
  return sockets
}
