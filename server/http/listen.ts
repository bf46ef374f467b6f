import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { HttpEnv } from './serve.ts'

/** How long a client may take to send a request's headers, and the whole request. */
export interface ClientTimeouts {
  readonly headerMilliseconds: number
  readonly requestMilliseconds: number
}

const CLIENT_TIMEOUTS: ClientTimeouts = { headerMilliseconds: 10_000, requestMilliseconds: 30_000 }
/** Node's default interval of 30 seconds would close slow clients up to that much later. */
const CHECK_MILLISECONDS = 500
/** Long enough to tell keep-alive clients to close, and for a load balancer to see that readiness is off. */
const GRACE_MILLISECONDS = 300
const DRAIN_MILLISECONDS = 7_000

/** State that changes while the process runs; `draining` means that it should get no new traffic. */
export interface ProcessState {
  draining: boolean
}

export interface Listening {
  readonly port: number
  /**
   * Keeps serving with readiness off, then closes the port and finishes accepted requests; a connection that is still open
   * seven seconds later is cut off.
   */
  drain(options: Draining): Promise<void>
}

export interface Draining {
  /** How long new connections are still served, so that a load balancer notices. */
  readonly delaySeconds: number
  closeStreams(): void
  /** When aborted, ends all waiting. */
  readonly hurry?: AbortSignal | undefined
}

/** Serves the app on a port (0 picks a free one). Fails if the port is taken. */
export async function listen(
  app: Hono<HttpEnv>,
  address: { host: string; port: number },
  state: ProcessState,
  { headerMilliseconds, requestMilliseconds } = CLIENT_TIMEOUTS,
): Promise<Listening> {
  const handle = getRequestListener((request, env) => app.fetch(request, env))
  const underWay = new Set<ServerResponse>()
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: headerMilliseconds,
      requestTimeout: requestMilliseconds,
      connectionsCheckingInterval: CHECK_MILLISECONDS,
    },
    (incoming, outgoing) => {
      if (state.draining) outgoing.setHeader('connection', 'close')
      underWay.add(outgoing)
      outgoing.once('close', () => underWay.delete(outgoing))
      handle(incoming, outgoing)
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(isPortTaken(error) ? new Error(portTaken(address.port)) : error))
    server.listen(address.port, address.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async drain({ delaySeconds, closeStreams, hurry = new AbortController().signal }) {
      state.draining = true
      // Else their clients send the next request on a connection that is about to be closed.
      for (const outgoing of underWay) if (!outgoing.headersSent) outgoing.setHeader('connection', 'close')
      await pause(Math.max(GRACE_MILLISECONDS, delaySeconds * 1000), hurry)
      closeStreams()
      await close(server, hurry)
    },
  }
}

const isPortTaken = (error: Error): boolean => 'code' in error && error.code === 'EADDRINUSE'

const portTaken = (port: number): string =>
  `Port ${port} is in use, perhaps by a Dugout that still runs. \`lsof -i :${port}\` shows the program and its process id: end it with \`kill\` and that id, or set PORT to another port.`

/** Ends early, and without an error, when `hurry` aborts. */
const pause = (milliseconds: number, hurry: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { ref: false, signal: hurry }).catch(() => undefined)

async function close(server: Server, hurry: AbortSignal): Promise<void> {
  // After the pending connections have been accepted, so that closing the port refuses none of them.
  const closed = new Promise<boolean>((resolve) => setImmediate(() => server.close(() => resolve(true))))
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const inTime = await Promise.race([closed, pause(DRAIN_MILLISECONDS, hurry).then(() => false)])
  clearInterval(sweep)
  if (!inTime) server.closeAllConnections()
}
