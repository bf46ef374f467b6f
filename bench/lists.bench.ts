import { loadavg } from 'node:os'
import { createDb, createPool, type Db } from '../server/db/database.ts'
import { startBenchServer } from './database.ts'
import { fillLists } from './listsFill.ts'
import { others, paging, type Read } from './listsReads.ts'
import { compareBookingCost } from './listsWriteCost.ts'

// How long the staff's lists take with ten thousand and with a million bookings and 200 000 people, and what keeping them
// costs a booking. Fails when a limit is missed.

const LIMITS = { p95: 100, pagingRatio: 1.5, bookingCost: 1.15 }
const PEOPLE = 200_000
/** Pages are quick and are compared with each other, so they are read more often. */
const ROUNDS = { paging: 200, others: 30 }

type Figures = { p50: number; p95: number; max: number }

const failures: string[] = []
const postgres = await startBenchServer()
try {
  const smallUrl = await postgres.database('small')
  const largeUrl = await postgres.database('large')
  await fillLists(smallUrl, { people: PEOPLE, bookings: 10_000 })
  const seconds = await fillLists(largeUrl, { people: PEOPLE, bookings: 1_000_000 })
  console.log(`the migrations index 1 000 000 bookings and ${PEOPLE} people in ${seconds.toFixed(0)} s`)
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}; p50 / p95 in ms`)
  await compareReads(smallUrl, largeUrl)
  const cost = await compareBookingCost(largeUrl)
  console.log(
    `create-booking takes ${cost.toFixed(2)} times as long as without the lists   limit ${LIMITS.bookingCost}`,
  )
  if (cost > LIMITS.bookingCost) failures.push('create-booking')
} finally {
  await postgres.remove()
}
if (failures.length > 0) {
  console.log(`beyond a limit: ${failures.join('; ')}`)
  process.exitCode = 1
}

async function compareReads(smallUrl: string, largeUrl: string): Promise<void> {
  const small = createDb(createPool(smallUrl, 2))
  const large = createDb(createPool(largeUrl, 2))
  console.log(
    `${''.padEnd(44)} ${'10 000'.padStart(16)} ${'1 000 000'.padStart(24)}   limit p95 ≤ ${LIMITS.p95} ms`,
  )
  for (const [name, read] of Object.entries({ ...paging, ...others })) {
    const [few, many] = await inTurns(read, small, large, name in paging ? ROUNDS.paging : ROUNDS.others)
    const ratio =
      name in paging ? `   ${(many.p50 / few.p50).toFixed(2)} times, limit ${LIMITS.pagingRatio}` : ''
    console.log(
      `${name.padEnd(44)} ${shown(few).padStart(16)} ${shown(many).padStart(16)} max ${many.max.toFixed(0)}${ratio}`,
    )
    if (Math.max(few.p95, many.p95) > LIMITS.p95) failures.push(name)
    if (name in paging && many.p50 / few.p50 > LIMITS.pagingRatio)
      failures.push(`${name}, by the number of bookings`)
  }
  await Promise.all([small.destroy(), large.destroy()])
}

/** Both databases in turns, so that a neighbour on the machine disturbs both. */
async function inTurns(read: Read, small: Db, large: Db, rounds: number): Promise<[Figures, Figures]> {
  const times: [number[], number[]] = [[], []]
  for (let round = -3; round < rounds; round += 1) {
    for (const [n, db] of [small, large].entries()) {
      const started = performance.now()
      await read(db, Math.max(round, 0))
      if (round >= 0) times[n]?.push(performance.now() - started)
    }
  }
  return [figuresOf(times[0]), figuresOf(times[1])]
}

function figuresOf(milliseconds: number[]): Figures {
  milliseconds.sort((a, b) => a - b)
  const at = (share: number) => milliseconds[Math.ceil(milliseconds.length * share) - 1] ?? 0
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}

function shown({ p50, p95 }: Figures): string {
  return `${p50.toFixed(1)} / ${p95.toFixed(1)}`
}
