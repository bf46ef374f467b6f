import { randomBytes } from 'node:crypto'
import { access, chown, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseUser, passwordFile } from './listener.ts'
import type { ClusterFiles } from './clusterFiles.ts'
import { alive } from './process.ts'
import { run } from './run.ts'

/**
 * Makes the cluster when there is none. `initdb` works in a folder of its own that is renamed when complete, so
 * that a crash in the middle, or two first starts at once, leave nothing half made.
 * @param throwaway skips waiting for the disk
 */
export async function createCluster(home: ClusterFiles, bin: string, throwaway: boolean): Promise<void> {
  if (await exists(join(home.data, 'PG_VERSION'))) return checkVersion(home, bin)
  await removeLeftovers(home)
  const half = `${home.data}.new-${process.pid}`
  await writePassword(home)
  const made = await run(
    join(bin, 'initdb'),
    [
      `--pgdata=${half}`,
      `--username=${databaseUser}`,
      `--pwfile=${passwordFile(home)}`,
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      ...(throwaway ? ['--no-sync'] : []),
    ],
    home.account,
  )
  if (!made.ok) throw new Error(`The database could not be created in ${home.folder}: ${made.output}`)
  await rename(half, home.data).catch(async (error) => {
    await rm(half, { recursive: true, force: true })
    if (!(await exists(join(home.data, 'PG_VERSION')))) throw error
  })
}

/** The first of two starts decides the password. */
async function writePassword(home: ClusterFiles): Promise<void> {
  const file = passwordFile(home)
  const password = `${randomBytes(24).toString('base64url')}\n`
  await writeFile(file, password, { mode: 0o600, flag: 'wx' }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (home.account) await chown(file, home.account.uid, home.account.gid)
}

async function removeLeftovers(home: ClusterFiles): Promise<void> {
  for (const name of await readdir(home.folder)) {
    const pid = /^data\.new-(\d+)$/.exec(name)?.[1]
    if (pid && !alive(Number(pid))) await rm(join(home.folder, name), { recursive: true, force: true })
  }
}

async function checkVersion(home: ClusterFiles, bin: string): Promise<void> {
  const cluster = (await readFile(join(home.data, 'PG_VERSION'), 'utf8')).trim()
  const { output } = await run(join(bin, 'postgres'), ['--version'], home.account)
  const program = /(\d+)\.\d+/.exec(output)?.[1]
  if (program === undefined || program === cluster) return
  throw new Error(
    `The database in ${home.folder} was made by PostgreSQL ${cluster} and cannot be read by ${program}. ` +
      'Start the version of Dugout that made it, dump it with pg_dump, and restore it into a new one.',
  )
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
