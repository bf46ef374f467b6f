import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listening, listen } from '../listen.ts'
import type { HttpEnv } from '../serve.ts'
import { csvDownload } from './csvDownload.ts'

interface Line {
  name: string | null
  amount: number
}
const columns = [
  ['Name', ({ name }: Line) => name],
  ['Amount', ({ amount }: Line) => amount],
] as const

let server: Listening
let batches: () => AsyncGenerator<readonly Line[]>

beforeAll(async () => {
  const site = new Hono<HttpEnv>()
  site.get('/file', () => csvDownload('file', columns, batches(), pino({ level: 'silent' })))
  server = await listen(site, { host: '127.0.0.1', port: 0 }, { draining: false })
})
afterAll(() => server.drain({ delaySeconds: 0, closeStreams: () => {}, hurry: AbortSignal.abort() }))

const download = (signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${server.port}/file`, signal ? { signal } : {})

async function fileOf(...names: (string | null)[]): Promise<string> {
  batches = async function* () {
    yield []
    for (const name of names) yield [{ name, amount: -1.5 }]
  }
  const response = await download()
  expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    'text/csv; charset=utf-8',
    'attachment; filename="file.csv"',
  ])
  // Not text(), which takes the byte order mark away.
  return Buffer.from(await response.arrayBuffer()).toString('utf8')
}

test('A file begins with a byte order mark and its header, and has all rows, quoted where they must be', async () => {
  expect(await fileOf('José "Pepe" García, Jr.', null, 'two\nlines')).toBe(
    '\uFEFFName,Amount\r\n"José ""Pepe"" García, Jr.",-1.5\r\n,-1.5\r\n"two\nlines",-1.5\r\n',
  )
})

test.each(['=1+1', '+1 409', '-2', '@SUM(A1)', '\t=1', '  =cmd|x', '\n=1', '＝1'])(
  'The text %j cannot be taken for a formula',
  async (name) => {
    expect((await fileOf(name)).split('\r\n')[1]).toMatch(/^"?'/)
  },
)

/** Batches of 64 KiB without end. */
function endless() {
  const seen = { batches: 0, ended: false }
  batches = async function* () {
    try {
      for (;;) {
        seen.batches += 1
        yield [{ name: 'x'.repeat(65_536), amount: 1 }]
      }
    } finally {
      seen.ended = true
    }
  }
  return seen
}

test('A client that leaves in the middle ends the reading', async () => {
  const seen = endless()
  const abort = new AbortController()
  const response = await download(abort.signal)
  await response.body?.getReader().read()
  expect(seen.ended).toBe(false)
  abort.abort()
  await expect.poll(() => seen.ended).toBe(true)
})

test('Nothing is read ahead of a client that does not take it', async () => {
  const seen = endless()
  const abort = new AbortController()
  const response = await download(abort.signal)
  const reader = response.body?.getReader()
  await reader?.read()
  // What the sockets hold, and then no more: the count stands still.
  let before = -1
  await expect
    .poll(
      () => {
        const still = seen.batches === before
        before = seen.batches
        return still
      },
      { interval: 200 },
    )
    .toBe(true)
  expect(seen.batches).toBeLessThan(500)
  abort.abort()
  await expect.poll(() => seen.ended).toBe(true)
})

test('A batch that fails cuts the file off, so that it is not taken for whole', async () => {
  batches = async function* () {
    yield [{ name: 'Ana', amount: 1 }]
    throw new Error('The database is gone.')
  }
  const response = await download()
  await expect(response.text()).rejects.toThrow()
})
