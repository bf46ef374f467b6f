import pg from 'pg'
import { createDb, createPool } from '../server/db/database.ts'
import { startAppProcess } from '../server/test/appProcess.ts'
import { bookingSlots } from './bookingSlots.ts'
import { addCustomers, sessionCookie } from './customers.ts'
import { median } from './figures.ts'

const PAIRS = 15
const BATCH = 60
const CLIENTS = 4

/**
 * How many times as long `create-booking` takes because of the triggers that keep the lists: the median of many short
 * batches with them and without, in turns.
 */
export async function compareBookingCost(url: string): Promise<number> {
  const db = createDb(createPool(url, 1))
  const cageIds = (await db.selectFrom('cages').select('id').orderBy('name').execute()).map(({ id }) => id)
  const customers = await addCustomers(db, CLIENTS)
  await db.destroy()
  const admin = new pg.Client(url)
  await admin.connect()
  const app = await startAppProcess({ DATABASE_URL: url, NODE_ENV: 'development', DEMO_SEED: 'false' })
  try {
    const cookies = await Promise.all(customers.map((customer) => sessionCookie(app.url, customer)))
    const slots = bookingSlots(cageIds)
    const batch = async (triggers: 'enable' | 'disable'): Promise<number> => {
      await admin.query(`alter table bookings ${triggers} trigger entries_insert`)
      const started = performance.now()
      await Promise.all(
        cookies.map(async (cookie) => {
          for (let n = 0; n < BATCH / CLIENTS; n += 1) await book(app.url, cookie, slots.next().value)
        }),
      )
      return performance.now() - started
    }
    await batch('enable')
    await batch('disable')
    const ratios: number[] = []
    for (let pair = 0; pair < PAIRS; pair += 1) {
      // Each order as often as the other, because what comes second finds more in the caches.
      if (pair % 2 === 0) {
        const kept = await batch('enable')
        ratios.push(kept / (await batch('disable')))
      } else {
        const bare = await batch('disable')
        ratios.push((await batch('enable')) / bare)
      }
    }
    return median(ratios)
  } finally {
    await app.end('SIGTERM')
    await admin.end()
  }
}

async function book(
  app: string,
  cookie: string,
  slot: { cageId: string; startTime: string; endTime: string },
) {
  const response = await fetch(`${app}/api/bookings`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ bookingDetails: [slot], totalAmount: 20 }),
  })
  if (response.status !== 201)
    throw new Error(`create-booking answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}
