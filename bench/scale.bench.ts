import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createPool } from '../server/db/database.ts'
import { settingsFor } from '../server/test/administration.ts'
import { type AppProcess, startAppProcess } from '../server/test/appProcess.ts'
import { freePort } from '../server/test/databaseProxy.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../server/test/pgBouncer.ts'
import { facilityDay } from '../shared/domain/time/time.ts'
import { bookedPerSecond, bookingRequest } from './bookingLoad.ts'
import { type BookingSlot, bookingSlots } from './bookingSlots.ts'
import { closedLoop, expectOnly } from './closedLoop.ts'
import { sessionCookie } from './customers.ts'
import { startBenchServer } from './database.ts'
import { median } from './figures.ts'
import { prepareFacility } from './prepareFacility.ts'

// Three processes on one PostgreSQL behind haproxy, without stickiness: what more of them carry, and what people notice when one is killed and
// one is replaced while they book and follow the schedule. Needs haproxy (Debian's package). Where PgBouncer is, two more processes go through it.

const PROCESSES = 3
const CLIENTS = 12
const FOLLOWERS = 30
/** Connections to PostgreSQL of the two processes behind PgBouncer. */
const POOLED = 8
const ROUNDS = 5
const WARM_UP = 3
const ZONE = 'America/Chicago'

if (spawnSync('haproxy', ['-v']).status !== 0) {
  console.log('Not run: haproxy is not installed')
  process.exit(0)
}
const folder = await mkdtemp(join(tmpdir(), 'dugout-scale-'))
const proxies: ChildProcess[] = []
const postgres = await startBenchServer()
const apps: (AppProcess | null)[] = []
const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort))
let pooler: PgBouncer | null = null
try {
  const url = await postgres.database('scale')
  const { cageIds, customers } = await prepareFacility(url, { cages: 16, customers: CLIENTS, limits: false })
  const settings = {
    ...settingsFor(url),
    NODE_ENV: 'development',
    SHUTDOWN_DELAY: '3',
    DATABASE_POOL: '6',
    DATA_DIR: folder,
  }
  const start = async (index: number, more = {}) => {
    apps[index] = await startAppProcess({ ...settings, ...more, PORT: String(ports[index]) })
  }
  for (let index = 0; index < PROCESSES; index += 1) await start(index)
  const fronts: string[] = []
  for (let count = 1; count <= PROCESSES; count += 1) fronts.push(await balance(ports.slice(0, count)))
  const cookies: string[] = []
  for (const customer of customers) cookies.push(await sessionCookie(fronts[0] ?? '', customer))
  const slots = bookingSlots(cageIds)
  const [one = '', two = ''] = fronts
  const measured: Front[] = fronts.map((front, index) => ({
    name: `${index + 1} processes`,
    url: front,
    base: one,
  }))
  if (hasPgBouncer()) {
    pooler = await startPgBouncer(url, { mode: 'transaction', size: POOLED })
    const addresses = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: settings.DATABASE_URL }
    ports.push(await freePort(), await freePort())
    for (let index = PROCESSES; index < ports.length; index += 1) await start(index, addresses)
    measured.push({ name: '2 through PgBouncer', url: await balance(ports.slice(PROCESSES)), base: two })
  } else console.log('Not run: PgBouncer is not installed')
  await measureRates(measured, cookies, slots)
  for (const app of apps.splice(PROCESSES)) await app?.end('SIGTERM')
  await breakThem(fronts.at(-1) ?? '', { cookies, slots, url, start })
} finally {
  await Promise.all(apps.map((app) => app?.end('SIGKILL')))
  for (const proxy of proxies) proxy.kill()
  await pooler?.close()
  await postgres.remove()
  await rm(folder, { recursive: true, force: true })
}

/** An haproxy before these processes: each request goes to the next one that is ready. */
async function balance(servers: readonly number[]): Promise<string> {
  const port = await freePort()
  const file = join(folder, `haproxy-${port}.cfg`)
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout check 3s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch
frontend site
  bind 127.0.0.1:${port}
  default_backend dugout
backend dugout
  balance roundrobin
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host dugout
  default-server check inter 500 fall 2 rise 1
${servers.map((server, index) => `  server dugout${index} 127.0.0.1:${server}`).join('\n')}
`,
  )
  proxies.push(spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' }))
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (
      await fetch(`${url}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return url
    await delay(100)
  }
  throw new Error('haproxy does not answer')
}

/** Some processes behind an address, and the address whose rates theirs are divided by. */
interface Front {
  readonly name: string
  readonly url: string
  readonly base: string
}

/** Schedules are read from the process, cages from the database each time. */
async function measureRates(
  fronts: readonly Front[],
  cookies: readonly string[],
  slots: Iterator<BookingSlot, never>,
): Promise<void> {
  const day = facilityDay(new Date(), ZONE)
  const reads = async (url: string) => {
    const read = await closedLoop({ url, connections: CLIENTS, duration: 1 })
    expectOnly(200, read)
    return read.perSecond
  }
  const kinds: Record<string, (url: string) => Promise<number>> = {
    bookings: (url) => bookedPerSecond(url, { cookies, slots, seconds: 1 }),
    schedules: (url) => reads(`${url}/api/schedule?p_date=${day}`),
    cages: (url) => reads(`${url}/api/cages`),
  }
  const found = new Map(fronts.map(({ url }) => [url, Object.keys(kinds).map((): number[] => [])]))
  for (let round = -WARM_UP; round < ROUNDS; round += 1)
    for (const { url } of fronts)
      for (const [at, measure] of Object.values(kinds).entries()) {
        const rate = await measure(url)
        if (round >= 0) found.get(url)?.[at]?.push(rate)
      }
  const rateOf = (url: string, at: number) => median(found.get(url)?.[at] ?? [])
  console.log(`through haproxy, ${CLIENTS} clients, medians of ${ROUNDS} rounds in turn\n`)
  for (const { name, url, base } of fronts) {
    const figures = Object.keys(kinds).map((kind, at) => {
      const rate = rateOf(url, at)
      return `${rate.toFixed(0)} ${kind}/s (${(rate / rateOf(base, at)).toFixed(2)})`
    })
    console.log(`${name.padEnd(19)} ${figures.join('   ')}`)
  }
  console.log('\nin brackets: of those with one process; through PgBouncer, of those with two')
}

/** Kills one process and replaces another while people book, each of whom asks again with the same key when the answer is lost. */
async function breakThem(
  url: string,
  {
    cookies,
    slots,
    url: database,
    start,
  }: {
    cookies: readonly string[]
    slots: Iterator<BookingSlot, never>
    url: string
    start(index: number): Promise<void>
  },
): Promise<void> {
  let phase = 'all is well'
  let isOver = false
  const counts = new Map<string, { answered: number; lost: number; slowest: number }>()
  const told: BookingSlot[] = []
  const client = async (cookie: string) => {
    while (!isOver) {
      const [slot, began] = [slots.next().value, performance.now()]
      const request = bookingRequest(cookie, slot)
      for (;;) {
        const answer = await fetch(`${url}/api/bookings`, { method: 'POST', ...request }).catch(() => null)
        await answer?.arrayBuffer().catch(() => null)
        const count = counts.get(phase) ?? { answered: 0, lost: 0, slowest: 0 }
        counts.set(phase, count)
        if (answer?.status === 201) {
          count.answered += 1
          count.slowest = Math.max(count.slowest, performance.now() - began)
          told.push(slot)
          break
        }
        if (answer && answer.status < 500) throw new Error(`create-booking answered ${answer.status}`)
        count.lost += 1
        await delay(50)
      }
    }
  }
  const last = slots.next().value
  const followers = Array.from({ length: FOLLOWERS }, () =>
    follow(url, facilityDay(new Date(last.startTime), ZONE)),
  )
  const clients = cookies.map(client)
  const during = async (name: string, act: () => Promise<unknown>) => {
    phase = name
    await act()
    await delay(1_500)
  }
  await during('all is well', async () => {})
  await during('one is killed', async () => apps[0]?.end('SIGKILL'))
  await during('it starts again', () => start(0))
  await during('one is replaced', async () => {
    await apps[1]?.end('SIGTERM')
    await start(1)
  })
  isOver = true
  await Promise.all(clients)
  for (const one of followers) one.heard = false
  const answer = await fetch(`${url}/api/bookings`, {
    method: 'POST',
    ...bookingRequest(cookies[0] ?? '', last),
  })
  if (answer.status !== 201) throw new Error(`the last booking answered ${answer.status}`)
  await delay(1_000)
  const heard = followers.filter((one) => one.heard).length
  for (const one of followers) one.end()
  console.log(`\n${CLIENTS} clients, each with one request at a time\n`)
  for (const [name, { answered, lost, slowest }] of counts)
    console.log(
      `${name.padEnd(18)} ${answered} booked   ${lost} answers lost   slowest ${slowest.toFixed(0)} ms`,
    )
  await compare(database, told)
  console.log(`${heard} of ${FOLLOWERS} live streams, moved to another process, tell the last booking`)
  const lost = [...counts.values()].map((count) => count.lost)
  if (heard < FOLLOWERS || (counts.get('one is replaced')?.lost ?? 1) > 0 || Math.max(...lost) > CLIENTS)
    process.exitCode = 1
}

/** Each that was told is there once, whichever process answered at last. */
async function compare(database: string, told: readonly BookingSlot[]): Promise<void> {
  const pool = createPool(database, 1)
  const { rows } = await pool.query<{ slot: string; times: number }>(
    `select cage_id || ' ' || extract(epoch from start_time)::bigint as slot, count(*)::integer as times from bookings where status <> 'canceled' group by 1`,
  )
  await pool.end()
  const times = new Map(rows.map((row) => [row.slot, row.times]))
  const of = ({ cageId, startTime }: BookingSlot) =>
    times.get(`${cageId} ${Date.parse(startTime) / 1000}`) ?? 0
  const [lost, doubled] = [
    told.filter((slot) => of(slot) === 0).length,
    rows.filter((row) => row.times > 1).length,
  ]
  console.log(`${told.length} bookings were told, ${lost} are lost, ${doubled} are doubled`)
  if (lost + doubled > 0) process.exitCode = 1
}

/** A browser's stream of a day: opened again wherever haproxy leads when it ends. */
function follow(url: string, day: string) {
  const follower = { heard: false, end: () => {} }
  let isOver = false
  const open = () => {
    if (isOver) return
    const asking = get(`${url}/api/events?topics=schedule:${day}`, { agent: false }, (stream) => {
      stream.on('data', (bytes: Buffer) => {
        if (bytes.includes('changed')) follower.heard = true
      })
    })
    asking.on('error', () => undefined).on('close', () => setTimeout(open, 200))
    follower.end = () => {
      isOver = true
      asking.destroy()
    }
  }
  open()
  return follower
}
