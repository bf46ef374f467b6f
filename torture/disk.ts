import { execFileSync } from 'node:child_process'
import { chmod, mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseAccount } from '../server/db/embedded/account.ts'

/** A disk in memory for the cluster in a folder: fills it or gives it space; null where none can be mounted. */
export async function mountDisk(folder: string) {
  const account = await databaseAccount()
  const place = join(folder, 'postgres')
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString()
  if (!account) return null
  await mkdir(place)
  try {
    const owner = `uid=${account.uid},gid=${account.gid},mode=700`
    run('mount', '-t', 'tmpfs', '-o', `size=900m,${owner}`, 'dugout-torture', place)
    // The database's user goes through it.
    await chmod(folder, 0o755)
  } catch {
    await rmdir(place)
    return null
  }
  return {
    set(space: 'full' | 'free') {
      const used = Number(run('df', '--output=used', '-k', place).trim().split('\n')[1])
      run('mount', '-o', `remount,size=${space === 'full' ? `${used + 64}k` : '900m'}`, place)
    },
    unmount: () => void run('umount', place),
  }
}
