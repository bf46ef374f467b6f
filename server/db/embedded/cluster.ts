import { randomBytes } from 'node:crypto'
import { access, chown, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClusterFiles } from './clusterFiles.ts'
import { databaseUser, passwordFile } from './listener.ts'
import { alive } from './process.ts'
import { run } from './run.ts'

/**
 * Creates the cluster if there is none. `initdb` works in a temporary folder that is renamed when complete, so
 * that a crash, or two concurrent first starts, leave no partial cluster.
 * @param throwaway skips waiting for the disk
 */
export async function createCluster(files: ClusterFiles, bin: string, throwaway: boolean): Promise<void> {
  if (await exists(join(files.data, 'PG_VERSION'))) return checkVersion(files, bin)
  await removeLeftovers(files)
  const half = `${files.data}.new-${process.pid}`
  await writePassword(files)
  const made = await run(
    join(bin, 'initdb'),
    [
      `--pgdata=${half}`,
      `--username=${databaseUser}`,
      `--pwfile=${passwordFile(files)}`,
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      ...(throwaway ? ['--no-sync'] : []),
    ],
    files.account,
  )
  if (!made.ok) throw new Error(`The database could not be created in ${files.folder}: ${made.output}`)
  await rename(half, files.data).catch(async (error) => {
    await rm(half, { recursive: true, force: true })
    if (!(await exists(join(files.data, 'PG_VERSION')))) throw error
  })
}

/** Of two concurrent starts the first sets the password. */
async function writePassword(files: ClusterFiles): Promise<void> {
  const file = passwordFile(files)
  const password = `${randomBytes(24).toString('base64url')}\n`
  await writeFile(file, password, { mode: 0o600, flag: 'wx' }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (files.account) await chown(file, files.account.uid, files.account.gid)
}

async function removeLeftovers(files: ClusterFiles): Promise<void> {
  for (const name of await readdir(files.folder)) {
    const pid = /^data\.new-(\d+)$/.exec(name)?.[1]
    if (pid && !alive(Number(pid))) await rm(join(files.folder, name), { recursive: true, force: true })
  }
}

async function checkVersion(files: ClusterFiles, bin: string): Promise<void> {
  const cluster = (await readFile(join(files.data, 'PG_VERSION'), 'utf8')).trim()
  const { output } = await run(join(bin, 'postgres'), ['--version'], files.account)
  const program = /(\d+)\.\d+/.exec(output)?.[1]
  if (program === undefined || program === cluster) return
  throw new Error(
    `The database in ${files.folder} was made by PostgreSQL ${cluster} and cannot be read by ${program}. ` +
      'Start the version of Dugout that made it, dump it with pg_dump, and restore it into a new one.',
  )
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
