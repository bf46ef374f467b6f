import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from './config.ts'
import { openDatabase } from './openDatabase.ts'
import { freePort, proxied, startDatabaseProxy } from './test/databaseProxy.ts'
import { createTestDatabase, type TestDatabase } from './test/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function settings(waitSeconds: number) {
  const port = await freePort()
  const config = loadConfig({
    NODE_ENV: 'test',
    AUTH_SECRET: 'a-secret-that-only-tests-know-and-use',
    AUDIT_KEY: 'a-key-that-only-tests-know-and-seal-with',
    DATABASE_URL: proxied(database.url, port),
    DATABASE_WAIT: String(waitSeconds),
    DEMO_SEED: 'false',
  })
  return { port, config }
}

/** A log, and a promise of its first line. */
function listeningLog(): { log: Logger; said: Promise<string> } {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { log: pino({ level: 'info' }, { write: resolve }), said: promise }
}

test('a start waits for a database that does not answer yet, and logs it', async () => {
  const { port, config } = await settings(60)
  const { log, said } = listeningLog()
  const opening = openDatabase(config, log)
  expect(await said).toMatch(/ECONNREFUSED.*waiting for it for 60 s \(DATABASE_WAIT\)/)

  const proxy = await startDatabaseProxy(database.url, port)
  onTestFinished(() => proxy.close())

  const opened = await opening
  expect(opened.url).toBe(config.databaseUrl)
  await opened.close()
})

test('it gives up after DATABASE_WAIT, with the reason', async () => {
  const { config } = await settings(0)
  const { log } = listeningLog()

  await expect(openDatabase(config, log)).rejects.toThrow(
    /^The database did not answer within 0 s: .*ECONNREFUSED/,
  )
})

test('an error that waiting cannot fix is reported at once', async () => {
  const { config } = await settings(60)
  const { log } = listeningLog()
  const missing = { ...config, databaseUrl: database.url.replace(/dugout_test_\w+/, 'dugout_test_none') }

  await expect(openDatabase(missing, log)).rejects.toThrow('database "dugout_test_none" does not exist')
})

test('a start that is told to stop waits no longer', async () => {
  const { config } = await settings(60)
  const { log, said } = listeningLog()
  const stopping = new AbortController()
  const opening = openDatabase(config, log, stopping.signal)
  await said

  stopping.abort()

  await expect(opening).rejects.toThrow('ECONNREFUSED')
})
