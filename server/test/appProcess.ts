import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

/** Dugout in a separate process, started as in production. */
export interface AppProcess {
  readonly url: string
  readonly pid: number
  /** Its output so far. */
  output(): string
  /** Sends a signal and resolves with the exit code (null when the signal killed it). */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/**
 * What a process of Dugout is started with in tests. It keeps what it has compiled, as `npm start` does: otherwise each of a
 * hundred starts would compile all files again.
 */
const environment = (settings: Record<string, string>) => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
  NODE_ENV: 'test',
  AUTH_SECRET: 'a-secret-that-only-tests-know-and-use',
  AUDIT_KEY: 'a-key-that-only-tests-know-and-seal-with',
  DEMO_SEED: 'false',
  ...settings,
})

/**
 * Runs a program such as `server/admin.ts` to its end, without a terminal.
 *
 * @param args the program's file and its arguments
 */
export async function runProgram(args: readonly string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[status], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ])
  return { status, stdout, stderr }
}

const READY = /Dugout is ready at (\S+)/

/**
 * Starts `server/main.ts` on a free port and waits until it says that it is ready.
 *
 * @param command the command that starts it, such as npm
 */
export async function startAppProcess(
  settings: Record<string, string>,
  [program, ...args]: readonly [string, ...string[]] = [
    process.execPath,
    '--max-semi-space-size=16',
    'server/main.ts',
  ],
): Promise<AppProcess> {
  const child = spawn(program, args, {
    env: environment({
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'false',
      ...settings,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const url = await readyUrl(child, lines, exited)
  return {
    url,
    pid: child.pid ?? 0,
    output: () => lines.join('\n'),
    end(signal) {
      child.kill(signal)
      return exited
    },
  }
}

/** Kills the process and its embedded database, as a power cut does. */
export async function cutPower(app: AppProcess, dataDir: string): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await app.end('SIGKILL')
}

async function readyUrl(
  child: ChildProcess,
  lines: string[],
  exited: Promise<number | null>,
): Promise<string> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('the process has no output')
  const ready = new Promise<string>((resolve) => {
    for (const stream of [stdout, stderr]) {
      createInterface(stream).on('line', (line) => {
        lines.push(line)
        const url = READY.exec(line)?.[1]
        if (url) resolve(url.replace('localhost', '127.0.0.1'))
      })
    }
  })
  const early = exited.then((code) => {
    throw new Error(`Dugout ended with ${code} before it was ready:\n${lines.join('\n')}`)
  })
  early.catch(() => undefined)
  return Promise.race([ready, early])
}
