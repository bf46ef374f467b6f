import { dirname, join } from 'node:path'
import { type Config, loadConfig } from './config.ts'
import { createLog } from './log.ts'
import { openDatabase } from './openDatabase.ts'

const WEB = join(dirname(import.meta.dirname), 'dist', 'web')

/** Opens the database and, while that starts, loads the rest of the program; then listens. */
async function run(config: Config): Promise<{ stop(): Promise<void> }> {
  const log = createLog(config)
  const program = import('./start.ts')
  const database = await openDatabase(config, log)
  try {
    const { start } = await program
    const running = await start(config, database.url, { log, webDirectory: WEB })
    process.stdout.write(greeting(running.url, config.demoSeed))
    return {
      async stop() {
        await running.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

const greeting = (url: string, demo: boolean): string => `
  Dugout is ready at ${url}
${
  demo
    ? `
  Demo accounts, password play-ball-2026:
    customer@demo.dugout.test   member@demo.dugout.test
    coach@demo.dugout.test      admin@demo.dugout.test
  Mail is kept at ${url}/dev/mailbox
`
    : ''
}
`

/** The stack is of no use to someone whose port is taken or whose settings are wrong. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

function main(): void {
  const running = run(loadConfig(process.env))
  running.catch(fail)
  // Listened for from the first moment: a start that is interrupted still stops its database.
  const stop = () => {
    running
      .then((app) => app.stop())
      .then(() => process.exit(0))
      .catch(fail)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

try {
  main()
} catch (error) {
  fail(error)
}
