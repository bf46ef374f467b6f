import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import type { Clock } from '../clock.ts'
import { loadConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { createDb, createPool, type Db } from '../db/database.ts'
import { servingUser } from '../db/embedded/listener.ts'
import { noLimits } from '../features/facility/limits.ts'
import { noReminders } from '../features/facility/reminderSettings.ts'
import { configuredAddresses } from '../openDatabase.ts'
import { createEmptyFacility, seedFacility } from '../seed/facility.ts'
import { type Running, start } from '../start.ts'
import { asRole } from './administration.ts'
import { createTestDatabase } from './postgres.ts'

const SETTINGS = {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  PORT: '0',
  AUTH_SECRET: 'a-secret-that-only-tests-know-and-use',
  AUDIT_KEY: 'a-key-that-only-tests-know-and-seal-with',
  LOG_LEVEL: 'silent',
  RATE_LIMITS: 'false',
}

/** No load balancer has to hear of the end of a test's app. */
const noPatience = AbortSignal.abort()

export interface TestApp {
  readonly url: string
  readonly context: Context
  /** For setting up and reading rows, as the database's owner; the app has its own connections, as the serving role. */
  readonly db: Db
  /** For the database's owner. */
  readonly databaseUrl: string
  /** The settings of another process on the same database, with its roles. */
  readonly databaseSettings: Record<string, string>
  /** A request to the app; a body is sent as JSON. */
  request(path: string, init?: RequestInit & { json?: unknown; cookie?: string }): Promise<Response>
  /** Starts a second instance of Dugout on the same database, optionally by another URL and with more settings. */
  another(databaseUrl?: string, settings?: Record<string, string>): Promise<TestApp>
  /** Ends once this instance has heard of all that is committed now, so that none of its caches is older. */
  hearsAll(): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  clock?: Clock
  /** Receives the log; without it, nothing is logged. */
  log?: Logger
  settings?: Record<string, string>
  /** How long the database may be silent, in place of `SILENCE_SECONDS`. */
  silenceSeconds?: number
  /** Whether it does scheduled work; not by default, because to set it up takes longer than most tests, which run their tasks. */
  scheduledWork?: boolean
  /** A facility of which its owner has entered nothing yet. */
  emptyFacility?: boolean
  /** Whether the facility's limits apply; not by default, so that tests can book freely. */
  limits?: boolean
  /** Whether the facility reminds people by itself; not by default, because it would at some hours of the day. */
  reminders?: boolean
}

/** Starts the real app on a private database that contains only a facility. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const db = createDb(createPool(database.url, 4))
  await (options.emptyFacility ? createEmptyFacility(db) : seedFacility(db))
  if (!options.reminders) await db.updateTable('facility').set(noReminders).execute()
  if (!options.limits) await db.updateTable('facility').set(noLimits).execute()
  const apps: Running[] = []
  const folder = join(tmpdir(), `dugout-files-${randomUUID()}`)

  const run = async (databaseUrl = database.url, settings = {}): Promise<TestApp> => {
    const config = loadConfig({
      ...SETTINGS,
      ...database.settings,
      DATABASE_URL: asRole(databaseUrl, servingUser),
      DATA_DIR: folder,
      ...options.settings,
      ...settings,
    })
    const app = await start(config, configuredAddresses(config), {
      log: options.log ?? pino({ level: 'silent' }),
      webDirectory: 'dist/web',
      scheduledWork: options.scheduledWork ?? false,
      mailRest: 10,
      ...(options.clock ? { clock: options.clock } : {}),
      ...(options.silenceSeconds ? { silenceSeconds: options.silenceSeconds } : {}),
    })
    apps.push(app)
    await hearsChanges(app.context)
    const awaited = new Map<string, () => void>()
    app.context.changes.on('imports_changed', (payload) => awaited.get(payload)?.())
    const url = `http://127.0.0.1:${app.port}`
    return {
      url,
      context: app.context,
      db,
      databaseUrl,
      databaseSettings: database.settings,
      request: (path, init) => send(url, path, init),
      another: run,
      // PostgreSQL notifies in the order of the commits.
      async hearsAll() {
        const mark = randomUUID()
        const heard = new Promise<void>((resolve) => awaited.set(mark, resolve))
        await sql`select pg_notify('imports_changed', ${mark})`.execute(db)
        await heard
        awaited.delete(mark)
      },
      close,
    }
  }
  const close = async () => {
    await Promise.all(apps.map((app) => app.stop(noPatience)))
    await db.destroy()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  return run()
}

/** Until then nothing is kept: a test that expects a kept page or an event would depend on which came first. */
async function hearsChanges({ changes }: Context): Promise<void> {
  if (changes.listening) return
  await new Promise<void>((resolve) => changes.onInterruption(() => changes.listening && resolve()))
}

/** A request to the app at `url`; a body is sent as JSON. */
export function send(
  url: string,
  path: string,
  init: RequestInit & { json?: unknown; cookie?: string } = {},
) {
  const { json, cookie, ...rest } = init
  const headers = new Headers(rest.headers)
  if (cookie) headers.set('cookie', cookie)
  if (json === undefined) return fetch(url + path, { redirect: 'manual', ...rest, headers })
  headers.set('content-type', 'application/json')
  return fetch(url + path, {
    redirect: 'manual',
    method: 'POST',
    ...rest,
    headers,
    body: JSON.stringify(json),
  })
}
