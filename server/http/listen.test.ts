import { once } from 'node:events'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Listening, listen } from './listen.ts'
import type { HttpEnv } from './serve.ts'

let listening: Listening

beforeEach(async () => {
  const app = new Hono<HttpEnv>()
  app.post('/', async (c) => c.text(await c.req.text()))
  app.onError((_error, c) => c.text('failed', 500))
  const timeouts = { headerMilliseconds: 100, requestMilliseconds: 200 }
  listening = await listen(app, { host: '127.0.0.1', port: 0 }, { draining: false }, timeouts)
})
afterEach(() => listening.drain({ delaySeconds: 0, closeStreams: () => undefined }))

// By default Node checks for slow clients every 30 seconds, which is longer than this test runs.
test.each([
  ['headers', 'POST / HTTP/1.1\r\nHost: dugout\r\n'],
  ['a body', 'POST / HTTP/1.1\r\nHost: dugout\r\nContent-Length: 100\r\n\r\nhalf of it'],
])('a client that does not finish %s is told so and cut off when its time is over', async (_part, bytes) => {
  const socket = connect(listening.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(bytes)

  await once(socket, 'close')

  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})
