import { randomUUID } from 'node:crypto'
import { createPool } from '../server/db/database.ts'
import { startAppProcess } from '../server/test/appProcess.ts'
import { bareBookings } from './bareBookings.ts'
import { type BookingSlot, bookingSlots } from './bookingSlots.ts'
import { closedLoop, expectOnly } from './closedLoop.ts'
import { type Customer, sessionCookie } from './customers.ts'
import { startBenchServer } from './database.ts'
import { printLatency, printRate } from './figures.ts'
import { openLoop } from './openLoop.ts'
import { prepareFacility } from './prepareFacility.ts'

// How many bookings one process takes over HTTP, with session, price, idempotency key, ledger, audit log and
// outbox. The limit is the bare SQL of a booking (bareBookings.ts) on a second database of the same server with the
// same contents, measured alternately with ours.

const CLIENTS = 8
const CAGES = 16
const ROUNDS = 3
const SECONDS = 3
const STEADY = { perSecond: 50, requests: 300 }

const postgres = await startBenchServer()
try {
  const template = await postgres.database('template')
  const { cageIds, customers } = await prepareFacility(template, {
    cages: CAGES,
    customers: CLIENTS,
    limits: false,
  })
  const bareUrl = await postgres.database('bare', 'template')
  const url = await postgres.database('ours', 'template')
  const app = await startAppProcess({ DATABASE_URL: url, NODE_ENV: 'development' })
  try {
    await compare(app.url, bareUrl, cageIds, customers)
    await expectAllWritten(url)
  } finally {
    await app.end('SIGTERM')
  }
} finally {
  await postgres.remove()
}

async function compare(
  app: string,
  bareUrl: string,
  cageIds: readonly string[],
  customers: readonly Customer[],
): Promise<void> {
  const cookies = await Promise.all(customers.map((customer) => sessionCookie(app, customer)))
  const slots = bookingSlots(cageIds)
  const bareSlots = bookingSlots(cageIds)

  const ours = async (seconds: number): Promise<number> => {
    let client = 0
    const found = await closedLoop({
      url: app,
      connections: CLIENTS,
      duration: seconds,
      setupClient(connection) {
        const cookie = cookies[client++ % CLIENTS] ?? ''
        connection.setRequests([
          {
            method: 'POST',
            path: '/api/bookings',
            setupRequest: (request) => Object.assign(request, bookingRequest(cookie, slots.next().value)),
          },
        ])
      },
    })
    expectOnly(201, found)
    return found.perSecond
  }
  const bare = (seconds: number) => bareBookings(bareUrl, { customers, slots: bareSlots, seconds })

  console.log(`POST /api/bookings, ${CLIENTS} clients, half hours in ${CAGES} cages`)
  await ours(1)
  await bare(1)
  const rounds: { ours: number[]; limit: number[] } = { ours: [], limit: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.ours.push(await ours(SECONDS))
    rounds.limit.push(await bare(SECONDS))
  }
  printRate('bookings', { ...rounds, goal: 1_000 })

  const steady = await openLoop(STEADY, async (index) => {
    const request = bookingRequest(cookies[index % CLIENTS] ?? '', slots.next().value)
    const response = await fetch(`${app}/api/bookings`, { method: 'POST', ...request })
    if (response.status !== 201) throw new Error(`create-booking answered ${response.status}`)
    await response.arrayBuffer()
  })
  printLatency(`at ${STEADY.perSecond}/s`, steady, 50)
}

function bookingRequest(cookie: string, slot: BookingSlot) {
  return {
    headers: { cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ bookingDetails: [slot], totalAmount: 20 }),
  }
}

/** Checks that each booking has its rows in the ledger, the audit log, the outbox, and its key. */
async function expectAllWritten(url: string): Promise<void> {
  const pool = createPool(url, 1)
  const { rows } = await pool.query<{ bookings: string; others: string[] }>(`
    select (select count(*) from bookings) as bookings, array[
      (select count(*) from occupancy where booking_id is not null),
      (select count(*) from audit_log where table_name = 'bookings' and user_id is not null),
      (select count(*) from outbox where template = 'booking-confirmed'),
      (select count(*) from idempotency_keys where answer is not null)
    ]::text[] as others`)
  await pool.end()
  const [found] = rows
  if (!found?.others.every((count) => count === found.bookings)) {
    throw new Error(`Not every booking left all its rows: ${JSON.stringify(found)}`)
  }
  console.log(
    `each of ${found.bookings} bookings is in the ledger, the audit log and the outbox, with its key`,
  )
}
