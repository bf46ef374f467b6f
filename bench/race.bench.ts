import { startAppProcess } from '../server/test/appProcess.ts'
import { type BookingSlot, bookingSlots } from './bookingSlots.ts'
import { sessionCookie } from './customers.ts'
import { startBenchServer } from './database.ts'
import { median, printLatency } from './figures.ts'
import { type Latency, openLoop } from './openLoop.ts'
import { prepareFacility } from './prepareFacility.ts'

// How long the last of 200 people waits when all book one slot at the same moment, through two processes on one
// PostgreSQL. race.endurance.test.ts tests that exactly one gets the slot.

const PEOPLE = 200
const RACES = 9

const postgres = await startBenchServer()
try {
  const url = await postgres.database('race')
  const { cageIds, customers } = await prepareFacility(url, { cages: 1, customers: PEOPLE, limits: true })
  const apps = await Promise.all([0, 1].map(() => startAppProcess({ DATABASE_URL: url })))
  try {
    const cookies = await Promise.all(
      customers.map((customer) => sessionCookie(apps[0]?.url ?? '', customer)),
    )
    const slots = bookingSlots(cageIds)
    const race = (slot: BookingSlot) =>
      openLoop({ perSecond: Number.POSITIVE_INFINITY, requests: PEOPLE }, (index) =>
        book(apps[index % apps.length]?.url ?? '', cookies[index % cookies.length] ?? '', slot),
      )
    await race(slots.next().value)
    const races: Latency[] = []
    for (let round = 0; round < RACES; round += 1) races.push(await race(slots.next().value))
    const middle = (figure: 'p50' | 'p99') => median(races.map((latency) => latency[figure]))
    console.log(`POST /api/bookings, ${PEOPLE} people, one slot, two processes, median of ${RACES} races`)
    printLatency('all at once', { p50: middle('p50'), p99: middle('p99'), requests: PEOPLE }, 500)
  } finally {
    await Promise.all(apps.map((app) => app.end('SIGTERM')))
  }
} finally {
  await postgres.remove()
}

async function book(app: string, cookie: string, slot: BookingSlot): Promise<void> {
  const response = await fetch(`${app}/api/bookings`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ bookingDetails: [slot], totalAmount: 20 }),
  })
  await response.arrayBuffer()
  if (response.status !== 201 && response.status !== 409) throw new Error(`answered ${response.status}`)
}
