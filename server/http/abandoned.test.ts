import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '../test/factories.ts'
import { startTestApp, type TestApp } from '../test/testApp.ts'

let app: TestApp
let cookie: string
const logged: string[] = []

beforeAll(async () => {
  app = await startTestApp()
  cookie = (await addPerson(app)).cookie
  const { log } = app.context
  log.level = 'info'
  for (const level of ['info', 'warn', 'error'] as const) {
    log[level] = (...entry: unknown[]) => void logged.push(`${level} ${JSON.stringify(entry)}`)
  }
})
afterAll(() => app.close())

/** Starts to send a body of 1,000 bytes and disconnects halfway. */
async function leaveInTheMiddle(path: string, headers: readonly string[]): Promise<void> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const head = [`POST ${path} HTTP/1.1`, 'Host: dugout', `Cookie: ${cookie}`, ...headers, '', ''].join('\r\n')
  const part = '{"bookingDetails":['.padEnd(256)
  socket.write(`${head}${head.includes('chunked') ? `100\r\n${part}\r\n` : part}`)
  await requestUnderWay()
  socket.resetAndDestroy()
}

/** Resolves once the server has read the headers and waits for the body. */
async function requestUnderWay(): Promise<void> {
  await expect.poll(() => app.request('/healthz').then(({ status }) => status)).toBe(200)
}

async function countOf(operation: string, status: number): Promise<number> {
  const figures = await (await app.request('/metrics')).text()
  const line = `dugout_http_requests_total{operation="${operation}",status="${status}"}`
  return Number(
    figures
      .split('\n')
      .find((each) => each.startsWith(line))
      ?.slice(line.length) ?? 0,
  )
}

test.each([
  ['create-booking', '/api/bookings', ['Content-Type: application/json', 'Content-Length: 1000']],
  ['page', '/api/bookings', ['Content-Type: application/json', 'Transfer-Encoding: chunked']],
  ['page', '/api/auth/sign-in/email', ['Content-Type: application/json', 'Content-Length: 1000']],
  [
    'unsubscribe-one-click',
    '/api/unsubscribe/one-click',
    ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 1000'],
  ],
])(
  '%s: a client that leaves while it sends is no outage, and nothing is logged',
  async (operation, path, headers) => {
    const before = await countOf(operation, 499)
    logged.length = 0

    await leaveInTheMiddle(path, headers)

    await expect.poll(() => countOf(operation, 499)).toBe(before + 1)
    expect(await countOf(operation, 503)).toBe(0)
    expect(logged).toEqual([])
  },
)
