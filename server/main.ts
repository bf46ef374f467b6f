import { dirname, join } from 'node:path'
import { loadConfig } from './config.ts'
import { openDatabase } from './openDatabase.ts'
import { createLog, start } from './start.ts'

const WEB = join(dirname(import.meta.dirname), 'dist', 'web')

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const log = createLog(config)
  const database = await openDatabase(config, log)
  const running = await start(config, database.url, { log, webDirectory: WEB }).catch(
    async (error: unknown) => {
      await database.close()
      throw error
    },
  )
  process.stdout.write(greeting(running.url, config.demoSeed))

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await running.stop()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
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

main().catch((error: unknown) => {
  // The stack is of no use to someone whose port is taken or whose settings are wrong.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
