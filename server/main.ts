import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { systemClock } from './clock.ts'
import { type Config, loadConfig } from './config.ts'
import { createDb, createPool } from './db/database.ts'
import { setupLine } from './features/accounts/signUp/ownerSetup.ts'
import { openDatabase } from './openDatabase.ts'
import { refuseDemo } from './seed/forgetDemo.ts'

const WEB = join(dirname(import.meta.dirname), 'dist', 'web')

/** Opens the database and, while that starts, loads the rest of the program; then listens. */
async function run(
  config: Config,
  stopping: AbortSignal,
): Promise<{ stop(hurry: AbortSignal): Promise<void> }> {
  const log = createLog(config)
  const program = import('./start.ts')
  const database = await openDatabase(config, log, stopping)
  try {
    if (config.production) await refuseDemo(database.ownerUrl)
    const { start, warmUp } = await program
    const running = await start(config, database, { log, webDirectory: WEB })
    process.stdout.write(greeting(running, config))
    if (!config.demoSeed) process.stdout.write(await invitation(database.ownerUrl, config, running.url))
    if (config.production || config.demoSeed) void warmUp(config, running.port)
    return {
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

function main(): void {
  const stopping = new AbortController()
  const hurry = new AbortController()
  const running = run(loadConfig(process.env), stopping.signal)
  // A start that was told to stop has no error to report.
  running.catch((error) => (stopping.signal.aborted ? process.exit(0) : fail(error)))
  let asked = Number.NEGATIVE_INFINITY
  // Handled until the end, so that the embedded database is stopped however many signals arrive.
  const stop = () => {
    const again = stopping.signal.aborted
    if (performance.now() - asked < SAME_KEYSTROKE_MILLISECONDS) return
    asked = performance.now()
    if (again) return hurry.abort()
    stopping.abort()
    running.then((app) => app.stop(hurry.signal).then(() => process.exit(0), fail)).catch(() => undefined)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)
}

try {
  main()
} catch (error) {
  fail(error)
}

/** The log of a process; never contains secrets. */
function createLog({ logLevel: level }: Config) {
  return pino({ level, redact: ['req.headers.cookie', 'req.headers.authorization', '*.password'] })
}
