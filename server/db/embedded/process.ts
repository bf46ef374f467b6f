import { readFileSync } from 'node:fs'

/**
 * Whether a process with this id is running. One that belongs to another user counts; one that has ended but
 * still has its entry, because its parent does not collect it (common in containers), does not.
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
 * Whether the process is a PostgreSQL server. After a crash its id can belong to any other program, and the
 * server would then refuse to start over its own old lock file. Where this cannot be told, it is taken for one.
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
