import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startAppProcess } from '../server/test/appProcess.ts'
import { addDays, facilityDay } from '../shared/domain/time/time.ts'
import type { BareAnswer } from './bareServer.ts'
import { closedLoop, expectOnly } from './closedLoop.ts'
import { startBenchServer } from './database.ts'
import { printLatency, printRate } from './figures.ts'
import { openLoop } from './openLoop.ts'

// How fast one process answers the most frequent request: a day's schedule. The limit is a bare node:http server
// that sends the same bytes with the same headers, measured alternately with ours.

const ROUNDS = 3
const CONNECTIONS = 20
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' }
const STEADY = { perSecond: 500, requests: 2_000 }

const agent = new Agent({ keepAlive: true })
const postgres = await startBenchServer()
try {
  const app = await startAppProcess({
    DATABASE_URL: await postgres.database('schedule'),
    DEMO_SEED: 'true',
    NODE_ENV: 'development',
  })
  try {
    await compare(app.url)
  } finally {
    await app.end('SIGTERM')
  }
} finally {
  agent.destroy()
  await postgres.remove()
}

async function compare(app: string): Promise<void> {
  const path = await fullestDay(app)
  const answer = await read(app + path)
  const { etag = '' } = answer.response.headers
  const asked = { full: BROWSER, unchanged: { ...BROWSER, 'if-none-match': etag } }
  const notModified = await read(app + path, asked.unchanged)
  const bare = await startBareServer({
    headers: sentHeaders(answer.response),
    notModifiedHeaders: sentHeaders(notModified.response),
    etag,
    body: answer.body.toString('base64'),
  })
  console.log(`GET ${path}, ${answer.body.length} bytes, ${CONNECTIONS} connections`)
  try {
    const load = async (server: string, kind: keyof typeof asked, seconds: number) => {
      const found = await closedLoop({
        url: server + path,
        connections: CONNECTIONS,
        duration: seconds,
        headers: asked[kind],
      })
      expectOnly(kind === 'full' ? 200 : 304, found)
      return found.perSecond
    }
    await Promise.all([load(app, 'full', 1), load(bare.url, 'full', 1)])
    const rates = { full: { ours: [0], limit: [0] }, unchanged: { ours: [0], limit: [0] } }
    for (const [kind, seconds] of [
      ['full', 2],
      ['unchanged', 1],
    ] as const) {
      rates[kind] = { ours: [], limit: [] }
      for (let round = 0; round < ROUNDS; round += 1) {
        rates[kind].ours.push(await load(app, kind, seconds))
        rates[kind].limit.push(await load(bare.url, kind, seconds))
      }
    }
    printRate('full answers (200)', { ...rates.full, goal: 10_000 })
    printRate('unchanged (304)', { ...rates.unchanged, goal: 0 })
    printLatency(`at ${STEADY.perSecond}/s`, await openLoop(STEADY, () => read(app + path)), 10)
    printLatency('  the limit', await openLoop(STEADY, () => read(bare.url + path)))
  } finally {
    bare.end()
  }
}

/** The day of the coming week with the longest answer: the demo facility has its bookings around today. */
async function fullestDay(app: string): Promise<string> {
  const today = facilityDay(new Date(), 'America/Chicago')
  const paths = Array.from({ length: 7 }, (_, ahead) => `/api/schedule?p_date=${addDays(today, ahead)}`)
  const sizes = await Promise.all(paths.map(async (path) => (await read(app + path)).body.length))
  return paths[sizes.indexOf(Math.max(...sizes))] ?? ''
}

async function read(url: string, headers: Record<string, string> = BROWSER) {
  const asking = request(url, { agent, headers }).end()
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  return { response, body: await buffer(response) }
}

/** All headers but those that node:http writes itself. */
function sentHeaders({ rawHeaders }: IncomingMessage): string[] {
  const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])
  return rawHeaders.filter((_, index) => !own.has(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ''))
}

async function startBareServer(answer: BareAnswer) {
  const child = fork(join(import.meta.dirname, 'bareServer.ts'))
  child.send(answer)
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, end: () => child.kill() }
}
