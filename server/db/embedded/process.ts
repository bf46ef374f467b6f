import { readFileSync } from 'node:fs'

/**
 * Whether a process with this id is running. A process of another user counts; a zombie, which has ended but
 * was not reaped by its parent (common in containers), does not.
 */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !/^State:\s+[ZX]/m.test(read(`/proc/${pid}/status`) ?? '')
}

/**
 * Whether the process is a PostgreSQL server. After a crash its id may be reused by another program, and the
 * server would then refuse to start because of its old lock file. True where it cannot be determined.
 */
export function isPostgres(pid: number): boolean {
  if (!alive(pid)) return false
  const name = read(`/proc/${pid}/comm`)
  return name === null || name.trim() === 'postgres'
}

/** Null where there is no such file, as on systems without /proc. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
