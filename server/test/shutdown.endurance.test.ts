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

test('SIGTERM under load answers every request that was accepted, ends event streams, and exits 0 in time', async () => {
  const process_ = await startAppProcess({ DATABASE_URL: app.databaseUrl })
  const stream = await fetch(`${process_.url}/api/events?p_date=${tuesday()}`)
  const streamEnded = stream.text().then(() => true)
  let sent = 0
  let answered = 0
  const refusedConnections: unknown[] = []
  const broken: unknown[] = []
  const client = async (number: number) => {
    for (let round = 0; ; round += 1) {
      const slot = group(cages[number] ?? '', tuesday(round % 40), '16:00', '16:30')
      sent += 1
      try {
        const response = await fetch(`${process_.url}/api/bookings`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: customer.cookie },
          body: JSON.stringify({ bookingDetails: [slot], totalAmount: 20 }),
        })
        expect([201, 409]).toContain(response.status)
        await response.text()
        answered += 1
      } catch (error) {
        const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
        if (cause?.code === 'ECONNREFUSED') refusedConnections.push(error)
        else broken.push(error)
        return
      }
    }
  }
  const clients = Array.from({ length: 8 }, (_, number) => client(number))
  await delay(500)
  const started = performance.now()
  const code = await process_.end('SIGTERM')
  const seconds = (performance.now() - started) / 1000
  await Promise.all(clients)
  expect(broken).toEqual([])
  expect(answered).toBe(sent - refusedConnections.length)
  expect(await streamEnded).toBe(true)
  expect(code).toBe(0)
  expect(seconds).toBeLessThan(10)
}, 30_000)

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
