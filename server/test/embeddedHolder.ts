import { startEmbeddedPostgres } from '../db/embedded.ts'

/** A process for tests to kill: starts the database of the given folder, prints a line, and waits. */
const [dataDir = ''] = process.argv.slice(2)
const database = await startEmbeddedPostgres({ dataDir, log: { info: () => {} } })
process.stdout.write(`${JSON.stringify({ url: database.url, adopted: database.adopted })}\n`)
setInterval(() => {}, 60_000)
