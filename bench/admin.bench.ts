import { loadavg } from 'node:os'
import { createDb, createPool, type Db } from '../server/db/database.ts'
import { startBenchServer } from './database.ts'
import { exportLists } from './listsExport.ts'
import { fillLists } from './listsFill.ts'
import { scannedBy } from './listsPlans.ts'
import { others, paging, type Read } from './listsReads.ts'
import { compareBookingCost } from './listsWriteCost.ts'

// How long the back office's lists, searches, days, weeks and months take with ten thousand, a hundred thousand and a
// million bookings and 200 000 people, its files with a million, and what keeping the lists costs a booking. Fails when a
// limit is missed.

const LIMITS = {
  p95: 100,
  pagingRatio: 1.5,
  bookingCost: 1.15,
  exportSeconds: 60,
  exportMegabytes: 100,
}
const PEOPLE = 200_000
const SIZES = [10_000, 100_000, 1_000_000]
/** Pages are quick and are compared with each other, so they are read more often. */
const ROUNDS = { paging: 200, others: 30 }

interface Figures {
  p50: number
  p95: number
  max: number
}

const failures: string[] = []
const postgres = await startBenchServer()
try {
  const urls: string[] = []
  for (const bookings of SIZES) {
    const url = await postgres.database(`bookings_${bookings}`)
    const started = performance.now()
    await fillLists(url, { people: PEOPLE, bookings })
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    console.log(`filled with ${bookings} bookings and ${PEOPLE} people in ${seconds} s`)
    urls.push(url)
  }
  const largest = urls.at(-1) ?? ''
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}; p50 / p95 in ms`)
  await compareReads(urls)
  await checkPlans(largest)
  await measureExports(largest)
  const cost = await compareBookingCost(largest)
  const missed = judge('create-booking', cost > LIMITS.bookingCost)
  console.log(
    `create-booking takes ${cost.toFixed(2)} times as long as without the lists   limit ${LIMITS.bookingCost}   ${missed}`,
  )
} finally {
  await postgres.remove()
}
console.log(failures.length === 0 ? 'all within the limits' : `beyond a limit: ${failures.join('; ')}`)
if (failures.length > 0) process.exitCode = 1

function judge(name: string, isMissed: boolean): 'pass' | 'FAIL' {
  if (isMissed) failures.push(name)
  return isMissed ? 'FAIL' : 'pass'
}

async function compareReads(urls: readonly string[]): Promise<void> {
  const databases = urls.map((url) => createDb(createPool(url, 4)))
  const sizes = SIZES.map((size) => size.toLocaleString('en-US').replaceAll(',', ' ').padStart(16)).join('')
  console.log(`${''.padEnd(44)}${sizes}   limit p95 ≤ ${LIMITS.p95} ms`)
  for (const [name, read] of Object.entries({ ...paging, ...others })) {
    const isPaging = name in paging
    const figures = await inTurns(read, databases, isPaging ? ROUNDS.paging : ROUNDS.others)
    const ratio = (figures.at(-1)?.p50 ?? 0) / (figures[0]?.p50 ?? 1)
    const slow = figures.some(({ p95 }) => p95 > LIMITS.p95)
    const verdict = judge(name, slow || (isPaging && ratio > LIMITS.pagingRatio))
    const max = Math.max(...figures.map((each) => each.max)).toFixed(0)
    console.log(
      `${name.padEnd(44)}${figures.map((each) => shown(each).padStart(16)).join('')}   max ${max.padStart(4)}   ${verdict}` +
        (isPaging ? `   ${ratio.toFixed(2)} times, limit ${LIMITS.pagingRatio}` : ''),
    )
  }
  await Promise.all(databases.map((db) => db.destroy()))
}

/** The databases in turns, so that a neighbour on the machine disturbs all of them. */
async function inTurns(read: Read, databases: readonly Db[], rounds: number): Promise<Figures[]> {
  const times = databases.map((): number[] => [])
  for (let round = -3; round < rounds; round += 1) {
    for (const [n, db] of databases.entries()) {
      const started = performance.now()
      await read(db, Math.max(round, 0))
      if (round >= 0) times[n]?.push(performance.now() - started)
    }
  }
  return times.map(figuresOf)
}

function figuresOf(milliseconds: number[]): Figures {
  milliseconds.sort((a, b) => a - b)
  const at = (share: number) => milliseconds[Math.ceil(milliseconds.length * share) - 1] ?? 0
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}

function shown({ p50, p95 }: Figures): string {
  return `${p50.toFixed(1)} / ${p95.toFixed(1)}`
}

async function checkPlans(url: string): Promise<void> {
  let count = 0
  for (const [name, read] of Object.entries({ ...paging, ...others })) {
    const { statements, scanned } = await scannedBy(url, read)
    count += statements
    if (scanned.length > 0) console.log(`${name} reads from end to end: ${scanned.join(', ')}`)
    judge(`plan of ${name}`, scanned.length > 0)
  }
  console.log(`plans of ${count} statements looked at, by EXPLAIN, for large tables read from end to end`)
}

async function measureExports(url: string): Promise<void> {
  for (const { file, rows, seconds, megabytes, growth } of await exportLists(url)) {
    const verdict = judge(
      `file of ${file}`,
      seconds > LIMITS.exportSeconds || growth > LIMITS.exportMegabytes,
    )
    console.log(
      `${file.padEnd(28)} ${rows} rows, ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s, memory of the server + ${growth.toFixed(0)} MB` +
        `   limit ${LIMITS.exportSeconds} s, ${LIMITS.exportMegabytes} MB   ${verdict}`,
    )
  }
}
