import { once } from 'node:events'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Listening, listen } from './listen.ts'
import type { HttpEnv } from './serve.ts'

let listening: Listening
let answer: PromiseWithResolvers<string>

beforeEach(async () => {
  answer = Promise.withResolvers()
  const app = new Hono<HttpEnv>()
  app.get('/slow', async (c) => c.text(await answer.promise))
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
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.write(bytes)

  await once(socket, 'close')

  expect(received).toMatch(/^HTTP\/1\.1 408 /)
})

test('what is answered while the server stops says that its connection ends, also when it was asked before', async () => {
  const socket = connect(listening.port, '127.0.0.1')
  socket.write('GET /slow HTTP/1.1\r\nHost: dugout\r\n\r\n')
  // The server has the first request once it answers a second one.
  await fetch(`http://127.0.0.1:${listening.port}/`, { method: 'POST', body: 'x' })
  const drained = listening.drain({ delaySeconds: 0, closeStreams: () => undefined })
  answer.resolve('late')
  const [received] = await once(socket, 'data')
  expect(String(received)).toMatch(/^HTTP\/1\.1 200 /)
  expect(String(received)).toMatch(/^connection: close\r$/im)
  await drained
})
