import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { loadavg } from 'node:os'
import { chromium } from '@playwright/test'
import { startAppProcess } from '../server/test/appProcess.ts'
import { findChromium } from '../tools/testing/chromium.mjs'
import { closedLoop, expectOnly } from './closedLoop.ts'
import { startBenchServer } from './database.ts'
import { median } from './figures.ts'
import { type LighthouseFigures, lighthouseLoad, type ThrottledFigures, throttledLoad } from './pageLoads.ts'

// How the public pages of the demo facility load on a phone, what they weigh, and what they cost the server, beside a bare
// page of React. `PAGES=/,/terms ROUNDS=3` measures fewer.

const LIMITS = {
  score: 99,
  lcp: 1_500,
  cls: 0.01,
  blocking: 50,
  html: 17_000,
  firstLoad: 140_000,
  throttled: { lcp: 1_300, cls: 0.02, usable: 3_000 },
  keptPerCpuSecond: 500,
}
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const DEBUGGER_PORT = 9_333
const CLOCK_TICKS = 100

const failures: string[] = []
const postgres = await startBenchServer()
try {
  const settings = {
    DATABASE_URL: await postgres.database('pages'),
    NODE_ENV: 'development',
    DEMO_SEED: 'true',
  }
  const app = await startAppProcess(settings)
  try {
    const paths = process.env.PAGES?.split(',') ?? (await publicPaths(app.url))
    console.log(
      `load of the machine: ${loadavg()[0]?.toFixed(1)}; medians of ${ROUNDS}; times in ms, sizes in bytes, brotli`,
    )
    for (const path of paths) await sizes(app.url, path)
    await serverCost(app)
    await loads(app.url, paths)
  } finally {
    await app.end('SIGTERM')
  }
} finally {
  await postgres.remove()
}
console.log(failures.length === 0 ? 'all within the limits' : `beyond a limit: ${failures.join('; ')}`)
if (failures.length > 0) process.exitCode = 1

async function publicPaths(url: string): Promise<string[]> {
  const first = async (list: string): Promise<string> => {
    const found = (await (await fetch(`${url}/api/${list}`)).json()) as
      | { id: string }[]
      | { items: { id: string }[] }
    return (Array.isArray(found) ? found : found.items)[0]?.id ?? ''
  }
  return [
    ...['/', '/book-cage', '/coaches', `/book-coach/${await first('coaches')}`, '/camps'],
    ...[`/camps/${await first('camps')}`, '/classes', `/classes/${await first('classes')}`],
    ...['/membership', '/contact', '/terms', '/auth'],
  ]
}

/** A figure with its verdict; a limit that is a least is negative. */
function judged(what: string, name: string, value: number, limit: number, digits = 0): string {
  const isMissed = !(limit < 0 ? value >= -limit : value <= limit)
  if (isMissed) failures.push(`${what} ${name}`)
  return `${name} ${value.toFixed(digits)} ${isMissed ? 'FAIL' : 'pass'}`
}

function shown(path: string): string {
  return path.replace(/[0-9a-f-]{36}/, '…').padEnd(14)
}

async function sizes(url: string, path: string): Promise<void> {
  const html = await bytesOf(url + path)
  const text = await (await fetch(url + path, { headers: { 'user-agent': 'Mobile' } })).text()
  const files = new Set([...text.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file))
  const each = await Promise.all([...files].map((file) => bytesOf(url + file)))
  const firstLoad = each.reduce((sum, bytes) => sum + bytes, 0)
  const verdicts = [
    judged(path, 'HTML', html, LIMITS.html),
    judged(path, 'JS and CSS', firstLoad, LIMITS.firstLoad),
  ]
  console.log(`${shown(path)} ${verdicts.join('   ')}`)
}

/** The bytes of an answer's body as it is sent. */
function bytesOf(url: string): Promise<number> {
  const headers = { 'accept-encoding': 'br', 'user-agent': 'Mobile' }
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      let bytes = 0
      response.on('data', (data: Buffer) => {
        bytes += data.byteLength
      })
      response.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}

interface Served {
  readonly url: string
  readonly pid: number
}

async function serverCost(app: Served): Promise<void> {
  const html = (await (await fetch(`${app.url}/book-cage`)).text()).length
  const child = fork(new URL('barePage.ts', import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  child.send(html)
  const [port] = await once(child, 'message')
  const bare = { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
  const kept: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const ours = await perCpuSecond(app, '/book-cage')
    kept.push(ours)
    ratios.push(ours / (await perCpuSecond(bare, '/kept')))
  }
  const verdict = judged('/book-cage', 'kept pages per CPU second', median(kept), -LIMITS.keptPerCpuSecond)
  console.log(`${verdict}   of the same bytes by node:http alone ${median(ratios).toFixed(2)}`)
  // Each address is rendered again.
  const days = Array.from({ length: 25 }, (_, n) =>
    new Date(Date.now() + (n + 1) * 86_400_000).toISOString().slice(0, 10),
  )
  const before = cpuMs(app.pid)
  for (const day of days)
    await fetch(`${app.url}/book-cage?date=${day}`, { headers: { 'accept-encoding': 'br' } }).then((a) =>
      a.arrayBuffer(),
    )
  const ours = (cpuMs(app.pid) - before) / days.length
  const beforeBare = cpuMs(bare.pid)
  for (const _ of days) await fetch(`${bare.url}/`).then((a) => a.arrayBuffer())
  const theirs = (cpuMs(bare.pid) - beforeBare) / days.length
  console.log(
    `a page that is not kept: ${ours.toFixed(1)} ms of CPU; as much HTML by React alone ${theirs.toFixed(1)} ms   ratio ${(ours / theirs).toFixed(2)}`,
  )
  child.kill()
}

/** Answers in a second of the process's own CPU time: what shares the machine does not count. */
async function perCpuSecond({ url, pid }: Served, path: string): Promise<number> {
  const before = cpuMs(pid)
  const headers = { 'accept-encoding': 'br', 'user-agent': 'Mobile' }
  const found = await closedLoop({ url: url + path, connections: 10, duration: 4, headers })
  expectOnly(200, found)
  return (found.perSecond * 4) / ((cpuMs(pid) - before) / 1_000)
}

/** CPU time that a process has used, its threads included (proc(5)). */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / CLOCK_TICKS
}

async function loads(url: string, paths: readonly string[]): Promise<void> {
  const executablePath = findChromium()
  const options = {
    ...(executablePath && { executablePath }),
    args: [`--remote-debugging-port=${DEBUGGER_PORT}`, '--no-sandbox'],
  }
  for (const path of paths) {
    const browser = await chromium.launch(options)
    try {
      const simulated: LighthouseFigures[] = []
      for (let round = 0; round < ROUNDS; round += 1)
        simulated.push(await lighthouseLoad(url + path, DEBUGGER_PORT))
      const of = (name: keyof LighthouseFigures) => median(simulated.map((figures) => figures[name]))
      const verdicts = [
        judged(path, 'performance', of('score'), -LIMITS.score),
        judged(path, 'LCP', of('lcp'), LIMITS.lcp),
        judged(path, 'CLS', of('cls'), LIMITS.cls, 3),
        judged(path, 'blocking', of('blocking'), LIMITS.blocking),
      ]
      console.log(`${shown(path)} Lighthouse: ${verdicts.join('   ')}`)
      const real: ThrottledFigures[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const context = await browser.newContext({
          viewport: { width: 390, height: 844 },
          deviceScaleFactor: 2,
          isMobile: true,
          hasTouch: true,
          userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile',
        })
        const page = await context.newPage()
        real.push(await throttledLoad(page, await context.newCDPSession(page), url + path))
        await context.close()
      }
      const ofReal = (name: keyof ThrottledFigures) => median(real.map((figures) => figures[name]))
      const { throttled } = LIMITS
      const realVerdicts = [
        judged(path, 'throttled LCP', ofReal('lcp'), throttled.lcp),
        judged(path, 'throttled CLS', ofReal('cls'), throttled.cls, 3),
        judged(path, 'usable', ofReal('usable'), throttled.usable),
      ]
      console.log(`${shown(path)} throttled:  ${realVerdicts.join('   ')}`)
    } finally {
      await browser.close()
    }
  }
}
