import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, startAppProcess } from './appProcess.ts'
import { tuesday } from './cageTime.ts'
import { signInDemoCustomer } from './demoCustomer.ts'
import { type StandaloneServer, startStandaloneServer } from './standaloneServer.ts'

const AWAY_SECONDS = 30

let server: StandaloneServer
let app: AppProcess

beforeAll(async () => {
  server = await startStandaloneServer(await mkdtemp(join(tmpdir(), 'dugout-away-')))
  app = await startAppProcess({ DATABASE_URL: server.url, DEMO_SEED: 'true' })
}, 60_000)
afterAll(async () => {
  await app?.end('SIGTERM')
  await server?.remove()
})

test(`${AWAY_SECONDS} s without a database: 503 with Retry-After, no crash, and healthy within 2 s of its return`, async () => {
  const customer = await signInDemoCustomer(app.url)
  const slot = customer.slots.next().value
  await server.stop()
  const away = performance.now() + AWAY_SECONDS * 1000
  while (performance.now() < away) {
    const asked = performance.now()
    const answers = await Promise.all([
      fetch(`${app.url}/api/schedule?p_date=${tuesday(1)}`),
      fetch(`${app.url}/api/cages`),
      fetch(`${app.url}/readyz`),
      fetch(`${app.url}/api/bookings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: customer.cookie },
        body: JSON.stringify({ bookingDetails: [slot], totalAmount: 20 }),
      }),
    ])
    for (const answer of answers) {
      expect(answer.status, answer.url).toBe(503)
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    }
    expect(performance.now() - asked).toBeLessThan(5_000)
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
    await delay(1_000)
  }
  await server.start()
  const back = performance.now()
  while ((await fetch(`${app.url}/readyz`)).status !== 200) {
    expect(performance.now() - back).toBeLessThan(2_000)
    await delay(50)
  }
  expect((await fetch(`${app.url}/api/schedule?p_date=${tuesday(1)}`)).status).toBe(200)
  if (slot) expect(await customer.book(slot)).toMatch(/^[0-9a-f-]{36}$/)
}, 90_000)
