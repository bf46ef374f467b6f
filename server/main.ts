import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { systemClock } from './clock.ts'
import { type Config, loadConfig } from './config.ts'
import { createDb, createPool } from './db/database.ts'
import { setupLine } from './features/accounts/signUp/ownerSetup.ts'
import { openDatabase } from './openDatabase.ts'
import { keepDemoAside, returnToDemo } from './ownFacility.ts'
import { refuseDemo } from './seed/forgetDemo.ts'

const WEB = join(dirname(import.meta.dirname), 'dist', 'web')

interface RunningProgram {
  readonly port: number
  /** Aborted when the demo is to make room for an own facility. */
  readonly leavesDemo: AbortSignal
  stop(hurry: AbortSignal): Promise<void>
}

/** Opens the database and, while that starts, loads the rest of the program; then listens. */
async function run(config: Config, stopping: AbortSignal): Promise<RunningProgram> {
  const leave = new AbortController()
  const log = createLog(config)
  const program = import('./start.ts')
  const database = await openDatabase(config, log, stopping)
  try {
    if (config.production) await refuseDemo(database.ownerUrl)
    const { start, warmUp } = await program
    const startOwnFacility = config.demoCanBeLeft
      ? () => {
          keepDemoAside(config.dataDir)
          leave.abort()
        }
      : null
    const running = await start(config, database, { log, webDirectory: WEB, startOwnFacility })
    process.stdout.write(greeting(running, config))
    if (!config.demoSeed) process.stdout.write(await invitation(database.ownerUrl, config, running.url))
    if (config.production || config.demoSeed) void warmUp(config, running.port)
    return {
      port: running.port,
      leavesDemo: leave.signal,
      async stop(hurry) {
        await running.stop(hurry)
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

const greeting = ({ url, port }: { url: string; port: number }, { host, demoSeed }: Config): string => `
  Dugout is ready at ${url}
  It listens on ${host}, port ${port}${isLoopback(host) ? ': this machine only. HOST=0.0.0.0 serves the network' : ''}
${
  demoSeed
    ? `
  Demo accounts, password play-ball-2026:
    customer@demo.dugout.test   member@demo.dugout.test
    coach@demo.dugout.test      desk@demo.dugout.test
    admin@demo.dugout.test
  Mail is kept at ${url}/dev/mailbox
`
    : ''
}
`

/** How to become the owner of a facility that has none. */
async function invitation(databaseUrl: string, config: Config, url: string): Promise<string> {
  const db = createDb(createPool(databaseUrl, 1))
  return setupLine(db, config, { url, now: systemClock.now() }).finally(() => db.destroy())
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.')

/** Omits the stack trace for a port in use or an invalid setting. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

/** Ctrl-C in a terminal arrives twice, directly and through npm: it counts as one request to stop. */
const SAME_KEYSTROKE_MILLISECONDS = 500

/** Serves until it is told to stop; leaves the demo for an own facility in between, on the same port. */
async function serve(stopping: AbortSignal, hurry: AbortSignal): Promise<void> {
  const demo = loadConfig(process.env)
  let config = demo
  while (!stopping.aborted) {
    const running = await run(config, stopping).catch((error: unknown) => {
      // A start that was told to stop has no error to report.
      if (stopping.aborted) return null
      if (!demo.demoCanBeLeft || config.dataDir === demo.dataDir) throw error
      returnToDemo(demo.dataDir)
      process.stderr.write(`Your own facility could not be started; the demo is back. ${error}\n`)
      return null
    })
    if (running) {
      await aborted(AbortSignal.any([stopping, running.leavesDemo]))
      await running.stop(hurry)
    }
    config = { ...loadConfig(process.env), port: running?.port ?? config.port }
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

function main(): void {
  const stopping = new AbortController()
  const hurry = new AbortController()
  serve(stopping.signal, hurry.signal).then(() => process.exit(0), fail)
  let asked = Number.NEGATIVE_INFINITY
  // Handled until the end, so that the embedded database is stopped however many signals arrive.
  const stop = () => {
    const again = stopping.signal.aborted
    if (performance.now() - asked < SAME_KEYSTROKE_MILLISECONDS) return
    asked = performance.now()
    if (again) return hurry.abort()
    stopping.abort()
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)
}

main()

/** The log of a process; never contains secrets. */
function createLog({ logLevel: level }: Config) {
  return pino({ level, redact: ['req.headers.cookie', 'req.headers.authorization', '*.password'] })
}
