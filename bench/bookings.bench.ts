import pg from 'pg'
import { createPool } from '../server/db/database.ts'
import { settingsFor } from '../server/test/administration.ts'
import { startAppProcess } from '../server/test/appProcess.ts'
import { bareBookings } from './bareBookings.ts'
import { bookedPerSecond, bookingRequest } from './bookingLoad.ts'
import { bookingSlots } from './bookingSlots.ts'
import { type Customer, sessionCookie } from './customers.ts'
import { startBenchServer } from './database.ts'
import { median, printLatency, printRate } from './figures.ts'
import { openLoop } from './openLoop.ts'
import { prepareFacility } from './prepareFacility.ts'

// How many bookings one process takes over HTTP, with session, price, idempotency key, ledger, audit log and
// outbox. The limit is the bare SQL of a booking (bareBookings.ts) on a second database of the same server with the
// same contents, measured alternately with ours. A second process, on a third database, has no seals: what the sealing of
// the audit log costs is the ratio of the two.

const CLIENTS = 8
const CAGES = 16
const ROUNDS = 5
const SECONDS = 3
/** Until V8 has compiled what a booking runs: a server is measured as it is after its first thousand. */
const WARM_UP_SECONDS = 8
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
  const unsealedUrl = await postgres.database('unsealed', 'template')
  const unsealing = await forgetSeals(unsealedUrl)
  const app = await startAppProcess({ ...settingsFor(url), NODE_ENV: 'development' })
  const unsealed = await startAppProcess({ DATABASE_URL: unsealedUrl, NODE_ENV: 'development' })
  try {
    await compare({ app: app.url, unsealed: unsealed.url, bareUrl }, cageIds, customers)
    await expectAllWritten(url)
  } finally {
    await Promise.all([app.end('SIGTERM'), unsealed.end('SIGTERM')])
    await unsealing.end()
  }
} finally {
  await postgres.remove()
}

/** Makes the audit log of a database what it was before it was sealed; the lock keeps the sealer away while the client is open. */
async function forgetSeals(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`
    drop index audit_log_xid_idx;
    alter table audit_log alter column xid drop default;
    alter function audit_row() security invoker;
    alter function audit_row() reset search_path`)
  await client.query(`select pg_advisory_lock(hashtextextended('dugout audit seal', 0))`)
  return client
}

async function compare(
  { app, unsealed, bareUrl }: { app: string; unsealed: string; bareUrl: string },
  cageIds: readonly string[],
  customers: readonly Customer[],
): Promise<void> {
  const slots = bookingSlots(cageIds)
  const unsealedSlots = bookingSlots(cageIds)
  const bareSlots = bookingSlots(cageIds)
  const cookies = await Promise.all(customers.map((customer) => sessionCookie(app, customer)))
  const unsealedCookies = await Promise.all(customers.map((customer) => sessionCookie(unsealed, customer)))

  const ours = (seconds: number) => bookedPerSecond(app, { seconds, cookies, slots })
  const without = (seconds: number) =>
    bookedPerSecond(unsealed, { seconds, cookies: unsealedCookies, slots: unsealedSlots })
  const bare = (seconds: number) => bareBookings(bareUrl, { customers, slots: bareSlots, seconds })

  console.log(`POST /api/bookings, ${CLIENTS} clients, half hours in ${CAGES} cages`)
  await ours(WARM_UP_SECONDS)
  await without(WARM_UP_SECONDS)
  await bare(WARM_UP_SECONDS)
  const rounds: { ours: number[]; limit: number[]; without: number[] } = { ours: [], limit: [], without: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.ours.push(await ours(SECONDS))
    rounds.without.push(await without(SECONDS))
    rounds.limit.push(await bare(SECONDS))
  }
  printRate('bookings', { ...rounds, goal: 1_000 })
  console.log(
    `without seals              ${Math.round(median(rounds.without))}/s   sealed / without ${median(rounds.ours.map((rate, round) => rate / (rounds.without[round] ?? 0))).toFixed(2)}   goal ≥ 0.90`,
  )

  const steady = await openLoop(STEADY, async (index) => {
    const request = bookingRequest(cookies[index % CLIENTS] ?? '', slots.next().value)
    const response = await fetch(`${app}/api/bookings`, { method: 'POST', ...request })
    if (response.status !== 201) throw new Error(`create-booking answered ${response.status}`)
    await response.arrayBuffer()
  })
  printLatency(`at ${STEADY.perSecond}/s`, steady, 50)
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
