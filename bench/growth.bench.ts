import { readFile, writeFile } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { settingsFor } from '../server/test/administration.ts'
import { type AppProcess, startAppProcess } from '../server/test/appProcess.ts'
import { facilityDay } from '../shared/domain/time/time.ts'
import { bareBookings } from './bareBookings.ts'
import { bookedPerSecond, bookingRequest } from './bookingLoad.ts'
import { type BookingSlot, bookingSlots } from './bookingSlots.ts'
import { closedLoop, expectOnly } from './closedLoop.ts'
import { sessionCookie } from './customers.ts'
import { startBenchServer } from './database.ts'
import { median } from './figures.ts'
import { type Filled, fillYears } from './growthFill.ts'
import { plotGrowth } from './growthPlot.ts'

// What grows with the years and with the size of a day. Each size has a database and a process of its own on one PostgreSQL; rounds go through all sizes
// in turn, so that what else the machine does disturbs them alike. The limits, in the same rounds: bare SQL for bookings,
// an answer that reads nothing for reads. `SIZES=10000,100000 FACILITIES=1,10` measures fewer.

const ZONE = 'America/Chicago'
const CLIENTS = 8
const VIEWERS = 200
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const READS = 12
const CAGES = 12
/** Of the rows where the day grows. */
const HISTORY = 100_000
const numbers = (text: string) => text.split(',').map(Number).filter(Boolean)
const SIZES = numbers(process.env.SIZES ?? '10000,100000,1000000,5000000')
const FACILITIES = numbers(process.env.FACILITIES ?? '1,10,50')
const today = facilityDay(new Date(), ZONE)

/** What is read by staff; a median in milliseconds for each. */
const reads = {
  'an answer that reads nothing': '/healthz',
  'desk, today': `/api/admin/schedule/day?schedule_date=${today}`,
  'list of bookings': '/api/admin/bookings?page_size=15',
  'list of payments': '/api/admin/payments?page_size=15',
  "Ctrl+K 'garcia'": '/api/admin/search?search_query=garcia',
  "Ctrl+K 'cage 7'": '/api/admin/search?search_query=cage%207',
  dashboard: '/api/admin/dashboard',
  'report, 12 months': '/api/admin/dashboard/series?by=month',
}
const rates = {
  bookings: 'bookings, of bare SQL',
  schedule: 'schedules, of answers that read nothing',
}
const NEWS = `news to ${VIEWERS} viewers`
const MEMORY = 'memory of the process'

interface Size {
  readonly label: number
  readonly filled: Filled
  readonly app: AppProcess
  readonly admin: string
  readonly cookies: readonly string[]
  readonly slots: Iterator<BookingSlot, never>
}
type Figures = Map<string, number[]>

const agent = new Agent({ keepAlive: true })
const postgres = await startBenchServer()
try {
  await measure('Years of bookings, 288 on each day', 'growth-years', SIZES, (bookings) => ({
    bookings,
    cages: CAGES,
  }))
  await measure('Full days of several facilities', 'growth-days', FACILITIES, (facilities) => ({
    bookings: HISTORY,
    cages: CAGES * facilities,
  }))
} finally {
  agent.destroy()
  await postgres.remove()
}

async function measure(
  title: string,
  file: string,
  labels: readonly number[],
  shape: (label: number) => { bookings: number; cages: number },
): Promise<void> {
  if (labels.length < 2) return
  const sizes: Size[] = []
  try {
    for (const label of labels)
      sizes.push(await prepare(`${file.replace('-', '_')}_${label}`, label, shape(label)))
    const figures: Figures[] = sizes.map(() => new Map())
    for (let round = -1; round < ROUNDS; round += 1)
      for (const [at, size] of sizes.entries())
        await measureOnce(size, round < 0 ? new Map() : (figures[at] ?? new Map()))
    await print(title, file, labels, figures)
  } finally {
    await Promise.all(sizes.map(({ app }) => app.end('SIGTERM')))
  }
}

async function prepare(
  name: string,
  label: number,
  shape: { bookings: number; cages: number },
): Promise<Size> {
  const began = performance.now()
  const filled = await fillYears(await postgres.database(name), { ...shape, customers: CLIENTS })
  console.log(
    `filled ${shape.bookings} bookings in ${shape.cages} cages in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  const app = await startAppProcess({ ...settingsFor(filled.url), NODE_ENV: 'development' })
  const admin = await sessionCookie(app.url, filled.admin)
  const cookies: string[] = []
  for (const customer of filled.customers) cookies.push(await sessionCookie(app.url, customer))
  return { label, filled, app, admin, cookies, slots: bookingSlots(filled.cageIds) }
}

async function measureOnce({ app, filled, admin, cookies, slots }: Size, found: Figures): Promise<void> {
  const note = (what: string, value: number) => found.set(what, [...(found.get(what) ?? []), value])
  for (const [what, path] of Object.entries(reads)) {
    const times: number[] = []
    for (let read = 0; read < READS; read += 1) {
      const began = performance.now()
      await answerOf(app.url + path, admin)
      times.push(performance.now() - began)
    }
    note(what, median(times))
  }
  const ours = await bookedPerSecond(app.url, { cookies, slots, seconds: 1 })
  const bare = await bareBookings(filled.url, { customers: filled.customers, slots, seconds: 1 })
  note('bookings a second', ours)
  note(rates.bookings, ours / bare)
  const asked = await load(`${app.url}/api/schedule?p_date=${today}`)
  note('schedules a second', asked)
  note(rates.schedule, asked / (await load(`${app.url}/healthz`)))
  note(NEWS, await newsToViewers(app.url, cookies[0] ?? '', slots.next().value))
  const status = await readFile(`/proc/${app.pid}/status`, 'utf8')
  note(MEMORY, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

async function answerOf(address: string, cookie: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(address, { agent, headers: { cookie } }, resolve).on('error', reject)
  const answer = await promise
  if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}`)
  for await (const _chunk of answer);
}

async function load(url: string): Promise<number> {
  const found = await closedLoop({ url, connections: CLIENTS, duration: 1 })
  expectOnly(200, found)
  return found.perSecond
}

/** From the request of a booking to the event of it in the last of the streams that follow its day; in ms. */
async function newsToViewers(url: string, cookie: string, slot: BookingSlot): Promise<number> {
  const day = facilityDay(new Date(slot.startTime), ZONE)
  const streams = await Promise.all(Array.from({ length: VIEWERS }, () => follow(url, day)))
  const heard = Promise.all(streams.map(({ changed }) => changed))
  const began = performance.now()
  const answer = await fetch(`${url}/api/bookings`, { method: 'POST', ...bookingRequest(cookie, slot) })
  if (answer.status !== 201) throw new Error(`create-booking answered ${answer.status}`)
  await heard
  const took = performance.now() - began
  for (const { end } of streams) end()
  return took
}

async function follow(url: string, day: string) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const asking = get(`${url}/api/events?topics=schedule:${day}`, { agent: false }, resolve).on(
    'error',
    reject,
  )
  const stream = await promise
  if (stream.statusCode !== 200) throw new Error(`a stream answered ${stream.statusCode}`)
  stream.setEncoding('utf8')
  const changed = new Promise<void>((tell) => stream.on('data', (text) => text.includes('changed') && tell()))
  return { changed, end: () => asking.destroy() }
}

async function print(
  title: string,
  file: string,
  labels: readonly number[],
  figures: readonly Figures[],
): Promise<void> {
  const first = figures[0] ?? new Map()
  const medians = (what: string) => figures.map((found) => median(found.get(what) ?? []))
  const grown = (labels.at(-1) ?? 1) / (labels[0] ?? 1)
  const head = [
    `figure, median of ${ROUNDS}`,
    ...labels.map((label) => label.toLocaleString('en-US')),
    'times',
    'slope',
  ]
  console.log(
    `\n${title}; load ${loadavg()[0]?.toFixed(1)}\n\n| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}`,
  )
  for (const what of first.keys()) {
    const values = medians(what)
    const times = (values.at(-1) ?? 0) / (values[0] ?? 1)
    const slope = Math.log(times) / Math.log(grown)
    const shown = [...values.map((value) => format(what, value)), times.toFixed(2), slope.toFixed(2)]
    console.log(`| ${what} | ${shown.join(' | ')} |`)
  }
  const lines = [...first.keys()].filter(isDrawn).map((label: string) => ({ label, values: medians(label) }))
  await writeFile(
    join(import.meta.dirname, '../docs/pictures', `${file}.svg`),
    plotGrowth(title, labels, lines),
  )
}

/** Ratios say more than the rates that they are made of. */
function isDrawn(what: string): boolean {
  return !what.endsWith('a second') && what !== 'an answer that reads nothing'
}

function format(what: string, value: number): string {
  if (what === MEMORY) return `${value.toFixed(0)} MB`
  if (what.endsWith('a second')) return `${value.toFixed(0)}/s`
  return what in reads || what === NEWS ? `${value.toFixed(1)} ms` : value.toFixed(2)
}
