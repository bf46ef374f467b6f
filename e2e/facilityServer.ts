import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createDb, createPool, type Db } from '../server/db/database.ts'
import { openCardServer } from './cardServer.ts'
import { commonSettings, copyFacility } from './facilityTemplate.ts'

/** The application with the demo facility on a database of its own. */
export interface FacilityServer {
  readonly url: string
  /** The settings that name its data; for `npm run admin`. */
  readonly settings: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** The facilities of this process, by their origins. */
const running = new Map<string, FacilityServer>()

/** @throws where no facility of this process has that origin. */
export function facilityAt(origin: string): FacilityServer {
  const found = running.get(origin)
  if (!found) throw new Error(`No facility of this process is at ${origin}.`)
  return found
}

/** Writes rows of a facility: what a journey takes as given, or cannot wait for. */
export async function writeRows<Result>(
  { settings }: FacilityServer,
  write: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db = createDb(createPool(settings.DATABASE_URL ?? '', 1))
  try {
    return await write(db)
  } finally {
    await db.destroy()
  }
}

const READY = /Dugout is ready at (http\S+)/

/**
 * Starts it on a free port and waits until it is ready. Fails with what it printed when it ends before.
 *
 * @param empty without the demo: a facility of which nothing is entered. Beside it is a server that speaks Stripe's API, to
 * which its owner may connect.
 */
export async function startFacilityServer({ empty = false } = {}): Promise<FacilityServer> {
  const copy = await copyFacility(empty)
  const cards = empty ? await openCardServer(copy.DATABASE_URL) : null
  const settings = { ...commonSettings, ...copy, ...cards?.settings }
  const child = spawn(process.execPath, ['tools/testing/journey-server.mjs'], {
    // All journeys have the same network address.
    env: { ...process.env, ...settings, PORT: '0', RATE_LIMITS: 'false' },
    // It ends when its standard input closes, so also when the worker is killed.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const url = await Promise.race([readyUrl(child), exited.then(() => null)])
  if (url === null) throw new Error('The facility could not be started.')
  const { origin } = new URL(url)
  if (cards) cards.webhook = `${origin}/api/payments/webhook`
  const server = {
    url,
    settings,
    async stop() {
      running.delete(origin)
      await cards?.close()
      child.kill('SIGTERM')
      await exited
    },
  }
  running.set(origin, server)
  return server
}

async function readyUrl({ stdout }: ChildProcess): Promise<string | null> {
  if (!stdout) return null
  return new Promise((resolve) => {
    createInterface(stdout).on('line', (line) => {
      const url = READY.exec(line)?.[1]
      if (url) resolve(url)
    })
  })
}
