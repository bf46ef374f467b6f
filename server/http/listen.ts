import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { ProcessState } from '../app.ts'
import type { HttpEnv } from './serve.ts'

const HEADER_SECONDS = 10
const REQUEST_SECONDS = 30
/** While draining begins: long enough for keep-alive clients to be told to close, and for a balancer to look. */
const GRACE_MILLISECONDS = 300
const DRAIN_MILLISECONDS = 7_000

export interface Listening {
  readonly port: number
  /** Finishes what was accepted, then closes; whatever is still open after seven seconds is cut. */
  drain(closeStreams: () => void): Promise<void>
}

/** Serves the app on a port (0 picks a free one). Fails if the port is taken. */
export async function listen(
  app: Hono<HttpEnv>,
  address: { host: string; port: number },
  state: ProcessState,
): Promise<Listening> {
  const handle = getRequestListener((request, env) => app.fetch(request, env))
  const server = createServer(
    { keepAliveTimeout: 65_000, requestTimeout: REQUEST_SECONDS * 1000 },
    (incoming, outgoing) => {
      if (state.draining) outgoing.setHeader('connection', 'close')
      handle(incoming, outgoing)
    },
  )
  server.headersTimeout = HEADER_SECONDS * 1000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async drain(closeStreams) {
      state.draining = true
      await delay(GRACE_MILLISECONDS)
      closeStreams()
      await close(server)
    },
  }
}

async function close(server: Server): Promise<void> {
  // Right after the connections that wait have been accepted, so that closing the port refuses none of them.
  const closed = new Promise<boolean>((resolve) => setImmediate(() => server.close(() => resolve(true))))
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const inTime = await Promise.race([closed, delay(DRAIN_MILLISECONDS, false, { ref: false })])
  clearInterval(sweep)
  if (!inTime) server.closeAllConnections()
}
