import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAppProcess } from './appProcess.ts'
import { group, tuesday } from './cageTime.ts'
import { addCages, addPerson, type Person } from './factories.ts'
import { startTestApp, type TestApp } from './testApp.ts'

let app: TestApp
let cages: string[]
let customer: Person

beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 8)
  customer = await addPerson(app)
})
afterAll(() => app.close())

test('SIGTERM under load answers every request on an accepted connection, ends event streams, and exits 0 in time', async () => {
  const process_ = await startAppProcess({ ...app.databaseSettings })
  const stream = await fetch(`${process_.url}/api/events?topics=schedule:${tuesday()}`)
  const streamEnded = stream.text().then(() => true)
  const statuses: number[] = []
  const clients = Promise.all(
    cages.map((cageId) => bookUntilConnectionCloses(process_.url, cageId, statuses)),
  )
  // Its failure is told when it is waited for.
  clients.catch(() => undefined)
  await expect.poll(() => statuses.length, { timeout: 30_000 }).toBeGreaterThan(2 * cages.length)
  const started = performance.now()
  const code = await process_.end('SIGTERM')
  const seconds = (performance.now() - started) / 1000
  await clients
  for (const status of statuses) expect([201, 409]).toContain(status)
  expect(await streamEnded).toBe(true)
  expect(code).toBe(0)
  expect(seconds).toBeLessThan(10)
}, 120_000)

/**
 * Books over one kept-alive connection, as browsers and load balancers do, until an answer says that it will be
 * closed. Fails if the connection breaks, or ends, with a request on it.
 */
async function bookUntilConnectionCloses(url: string, cageId: string, statuses: number[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let week = 0; ; week += 1) {
    const body = { bookingDetails: [group(cageId, tuesday(week % 40), '16:00', '16:30')], totalAmount: 20 }
    const { status, last } = await post(`${url}/api/bookings`, agent, body)
    statuses.push(status)
    if (last) return
  }
}

function post(url: string, agent: Agent, body: unknown): Promise<{ status: number; last: boolean }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', cookie: customer.cookie }
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      const { statusCode = 0, headers: received } = answer
      answer.resume().on('end', () => resolve({ status: statusCode, last: received.connection === 'close' }))
    })
    sent.on('error', reject).end(JSON.stringify(body))
  })
}

test('readiness goes off before the port closes, and during SHUTDOWN_DELAY every new connection is still served', async () => {
  const process_ = await startAppProcess({ ...app.databaseSettings, SHUTDOWN_DELAY: '3' })
  await ready(process_.url)
  const started = performance.now()
  const exit = process_.end('SIGTERM')
  // So that a load balancer can switch.
  await expect.poll(() => fresh(`${process_.url}/readyz`)).toBe(503)
  expect((await fetch(`${process_.url}/healthz`)).status).toBe(200)

  const statuses: number[] = []
  while (performance.now() - started < 2_500) statuses.push(await fresh(`${process_.url}/api/cages`))

  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await exit).toBe(0)
}, 120_000)

/** The status of a request on a new connection; fails when that is refused or reset. */
function fresh(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject).end()
  })
}

test('SIGTERM to npm stops the processes of npm start, and npm waits for them', async () => {
  const process_ = await startAppProcess({ ...app.databaseSettings, SHUTDOWN_DELAY: '1' }, ['npm', 'start'])
  await ready(process_.url)

  expect(await process_.end('SIGTERM')).toBe(0)

  await expect(fetch(`${process_.url}/healthz`)).rejects.toThrow('fetch failed')
}, 120_000)

/** As Node before 22.15, which cannot replace the running program: what starts the server stays, and the server is its child. */
const oldNode = [process.execPath, '--import', 'data:text/javascript,delete process.execve'] as const

test.each([
  ['npm', {}, ['npm', 'start']],
  ['what started it, on an older Node', {}, [...oldNode, 'tools/start.mjs']],
  // A shell in place of npm, which runs the project's own Node once that is installed.
  [
    'npm on an older Node',
    { npm_lifecycle_event: 'start' },
    ['sh', '-c', `'${oldNode.join("' '")}' tools/start.mjs & wait`],
  ],
  // The address is Vite's, which passes requests on to the server.
  ['npm run dev', {}, [process.execPath, 'tools/dev.mjs']],
] as const)(
  'kill -9 of %s stops the server, and frees its port',
  async (_what, settings, command) => {
    const process_ = await startAppProcess({ ...app.databaseSettings, ...settings }, command)
    const isServing = () =>
      fetch(`${process_.url}/healthz`).then(
        ({ status }) => status,
        () => 'gone',
      )
    await expect.poll(isServing, { timeout: 60_000 }).toBe(200)

    await process_.end('SIGKILL')

    await expect.poll(isServing, { timeout: 20_000 }).toBe('gone')
  },
  120_000,
)

test('a port that is taken is named, with what shows who has it', async () => {
  const process_ = await startAppProcess(app.databaseSettings)
  const { port } = new URL(process_.url)
  const second = startAppProcess({ ...app.databaseSettings, PORT: port })
  await expect(second).rejects.toThrow(`Port ${port} is in use, perhaps by a Dugout that still runs.`)
  await process_.end('SIGTERM')
}, 120_000)

test('a second SIGTERM ends the waiting, and still stops PostgreSQL', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'dugout-stop-'))
  const process_ = await startAppProcess({ DATA_DIR: dataDir, SHUTDOWN_DELAY: '300' })
  const folder = await realpath(join(dataDir, 'postgres'))
  const lockFile = join(folder, 'data', 'postmaster.pid')
  expect(existsSync(lockFile)).toBe(true)
  try {
    const signals = setInterval(() => process.kill(process_.pid, 'SIGTERM'), 100)
    const code = await process_.end('SIGTERM').finally(() => clearInterval(signals))

    expect(code).toBe(0)
    expect(existsSync(lockFile)).toBe(false)
  } finally {
    await rm(folder, { recursive: true })
    await rm(dataDir, { recursive: true })
  }
}, 120_000)

async function ready(url: string): Promise<void> {
  const timeout = AbortSignal.timeout(30_000)
  while ((await fetch(`${url}/readyz`)).status !== 200) {
    timeout.throwIfAborted()
    await delay(20)
  }
}
