import { execFile } from 'node:child_process'
import type { Account } from './account.ts'

export interface Outcome {
  ok: boolean
  /** Standard output, then standard error. */
  output: string
}

/**
 * Runs a program to its end, as `account` when one is given. Never throws: a program that is missing is an
 * outcome too. It gets a bare environment, so that no PG… variable steers it and no secret of ours reaches it,
 * and `/` as its folder, since another user may not be allowed into ours.
 */
export function run(file: string, args: readonly string[], account: Account | null = null): Promise<Outcome> {
  const options = {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    timeout: 90_000,
    ...(account ?? {}),
  }
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') })
    })
  })
}
