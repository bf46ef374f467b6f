import { Agent, request } from 'node:http'
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
  const process_ = await startAppProcess({ DATABASE_URL: app.databaseUrl })
  const stream = await fetch(`${process_.url}/api/events?p_date=${tuesday()}`)
  const streamEnded = stream.text().then(() => true)
  const clients = cages.map((cageId) => bookUntilToldToGo(process_.url, cageId))
  await delay(500)
  const started = performance.now()
  const code = await process_.end('SIGTERM')
  const seconds = (performance.now() - started) / 1000
  const statuses = (await Promise.all(clients)).flat()
  expect(statuses.length).toBeGreaterThan(cages.length)
  for (const status of statuses) expect([201, 409]).toContain(status)
  expect(await streamEnded).toBe(true)
  expect(code).toBe(0)
  expect(seconds).toBeLessThan(10)
}, 30_000)

/**
 * Books over one connection that is kept, as browsers and balancers do, until an answer says that it will be
 * closed. Fails if the connection breaks, or ends, with a request on it.
 */
async function bookUntilToldToGo(url: string, cageId: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const statuses: number[] = []
  for (let week = 0; ; week += 1) {
    const body = { bookingDetails: [group(cageId, tuesday(week % 40), '16:00', '16:30')], totalAmount: 20 }
    const { status, last } = await post(`${url}/api/bookings`, agent, body)
    statuses.push(status)
    if (last) return statuses
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

test('readiness goes off before the port closes, so that a balancer can look elsewhere', async () => {
  const process_ = await startAppProcess({ DATABASE_URL: app.databaseUrl })
  await ready(process_.url)
  const exit = process_.end('SIGTERM')
  await delay(100)
  expect((await fetch(`${process_.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${process_.url}/healthz`)).status).toBe(200)
  expect(await exit).toBe(0)
}, 20_000)

async function ready(url: string): Promise<void> {
  const patience = AbortSignal.timeout(5_000)
  while ((await fetch(`${url}/readyz`)).status !== 200) {
    patience.throwIfAborted()
    await delay(20)
  }
}
