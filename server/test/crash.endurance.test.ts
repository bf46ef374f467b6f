import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, cutPower, startAppProcess } from './appProcess.ts'
import { type DemoCustomer, signInDemoCustomer } from './demoCustomer.ts'

const KILLS = 10

let dataDir: string
let app: AppProcess | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dugout-crash-'))
})
afterAll(async () => {
  await app?.end('SIGTERM')
  const database = await realpath(join(dataDir, 'postgres'))
  await rm(database, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
})

const lost = (acknowledged: Set<string>, kept: Set<string>) => [...acknowledged].filter((id) => !kept.has(id))

const startApp = () => startAppProcess({ DATA_DIR: dataDir, DEMO_SEED: 'true' })

/** Books until the process has ended; adds confirmed bookings to `acknowledged`. */
async function bookUntilGone(
  customer: DemoCustomer,
  slots: DemoCustomer['slots'],
  acknowledged: Set<string>,
) {
  // Not `for … of`, which would end the slots for the streams of the next round too.
  for (let next = slots.next(); !next.done; next = slots.next()) {
    const id = await customer.book(next.value).catch(() => 'gone' as const)
    if (id === 'gone') return
    if (id !== null) acknowledged.add(id)
  }
}

test(`killing app and database ${KILLS} times during a stream of bookings loses none that was acknowledged`, async () => {
  const acknowledged = new Set<string>()
  let slots: DemoCustomer['slots'] | undefined
  for (let kill = 0; kill < KILLS; kill += 1) {
    app = await startApp()
    const customer = await signInDemoCustomer(app.url)
    expect(lost(acknowledged, await customer.bookingIds())).toEqual([])
    slots ??= customer.slots
    const enough = acknowledged.size + 1 + Math.floor(Math.random() * 15)
    const streams = [1, 2, 3, 4].map(() => bookUntilGone(customer, slots ?? customer.slots, acknowledged))
    const isOver = Promise.all(streams).then(() => true)
    while (acknowledged.size < enough)
      if (await Promise.race([isOver, delay(1, false)])) throw new Error('nothing can be booked any more')
    await cutPower(app, dataDir)
    await Promise.all(streams)
  }
  app = await startApp()
  const customer = await signInDemoCustomer(app.url)
  expect(acknowledged.size).toBeGreaterThan(KILLS)
  expect(lost(acknowledged, await customer.bookingIds())).toEqual([])
}, 300_000)
