import { readFileSync } from 'node:fs'

/** Whether a process with this id is running; one that belongs to another user counts. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Whether the process is a PostgreSQL server. After a crash its id can belong to any other program, and the
 * server would then refuse to start over its own old lock file. Where this cannot be told, it is taken for one.
 */
export function isPostgres(pid: number): boolean {
  if (!alive(pid)) return false
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return true
  }
}
