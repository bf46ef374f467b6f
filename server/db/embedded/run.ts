import { execFile } from 'node:child_process'

/** A user of the operating system. */
export interface Account {
  uid: number
  gid: number
}

export interface Outcome {
  ok: boolean
  /** Standard output, then standard error. */
  output: string
}

/**
 * Runs a program to its end, as `account` if given. Never throws: a missing program is an
 * outcome too. It gets a minimal environment, without PG… variables and without our secrets,
 * and `/` as its working directory, since another user may have no access to ours.
 */
export function run(file: string, args: readonly string[], account: Account | null = null): Promise<Outcome> {
  const options = {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC', ...shiftedClock() },
    timeout: 90_000,
    ...(account ?? {}),
  }
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') })
    })
  })
}

/** The clock of journeys that run at another time than the present (tools/testing/clock.mjs). */
function shiftedClock(): Record<string, string> {
  const { FAKETIME, LD_PRELOAD, NO_FAKE_STAT, FAKETIME_DONT_FAKE_MONOTONIC } = process.env
  if (!FAKETIME || !LD_PRELOAD) return {}
  return {
    FAKETIME,
    LD_PRELOAD,
    NO_FAKE_STAT: NO_FAKE_STAT ?? '',
    FAKETIME_DONT_FAKE_MONOTONIC: FAKETIME_DONT_FAKE_MONOTONIC ?? '',
  }
}
