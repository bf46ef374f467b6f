import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import Stripe from 'stripe'
import { createDb, createPool, type Db } from '../server/db/database.ts'
import { createTestDatabase } from '../server/test/postgres.ts'
import { createStripeSandbox, type SandboxOptions, type StripeSandbox } from './sandbox.ts'

export const SECRET_KEY = 'sk_test_sandbox_of_these_tests'
export const PUBLISHABLE_KEY = 'pk_test_sandbox_of_these_tests'
export const WEBHOOK_SECRET = 'whsec_sandbox_of_these_tests'

/** A clock that tests move. */
export class MovedClock {
  #now: Date

  constructor(start: string) {
    this.#now = new Date(start)
  }

  now = () => this.#now
  seconds = () => Math.floor(this.#now.getTime() / 1000)

  /** Advances by days and seconds. */
  pass(days: number, seconds = 0): Date {
    this.#now = new Date(this.#now.getTime() + days * 86_400_000 + seconds * 1_000)
    return this.#now
  }
}

export interface Received {
  readonly body: string
  readonly signature: string
  readonly event: Stripe.Event
}

export interface SandboxKit {
  readonly clock: MovedClock
  readonly db: Db
  /** The sandbox's origin. */
  readonly url: string
  readonly stripe: Stripe
  readonly sandbox: StripeSandbox
  /** Events that the webhook endpoint received, in order. */
  readonly received: Received[]
  /** The status that the webhook endpoint answers; 200 by default. */
  receiver: { status: number }
  /** Does what is due now, and waits until every event has been tried. */
  work(): Promise<void>
  types(): string[]
  /** Another sandbox on the same database, as in another process or after a restart. */
  another(options?: Partial<SandboxOptions>): Promise<{ stripe: Stripe; sandbox: StripeSandbox; url: string }>
  close(): Promise<void>
}

/** The sandbox on a loopback port with a private database, and Stripe's official client. */
export async function startSandbox(options: Partial<SandboxOptions> = {}): Promise<SandboxKit> {
  const database = await createTestDatabase()
  const db = createDb(createPool(database.url, 6))
  const clock = new MovedClock('2026-11-21T15:00:00Z')
  const receiver = { status: 200 }
  const received: Received[] = []
  const endings: (() => Promise<void>)[] = []

  const webhook = await listen(async (incoming) => {
    const body = await readAll(incoming)
    received.push({
      body,
      signature: String(incoming.headers['stripe-signature']),
      event: JSON.parse(body) as Stripe.Event,
    })
    return receiver.status
  })
  endings.push(webhook.close)

  const another = async (more: Partial<SandboxOptions> = {}) => {
    let base = ''
    const sandbox = createStripeSandbox({
      db,
      clock,
      log: pino({ level: 'silent' }),
      secretKey: SECRET_KEY,
      publishableKey: PUBLISHABLE_KEY,
      webhookSecret: WEBHOOK_SECRET,
      deliver: { url: () => webhook.url },
      publicBase: () => base,
      ...options,
      ...more,
    })
    const server = createServer(getRequestListener((request) => sandbox.app.fetch(request)))
    const url = await started(server)
    base = url
    endings.unshift(async () => {
      await sandbox.close()
      await stopped(server)
    })
    return { sandbox, url, stripe: clientOf(url) }
  }

  const first = await another()
  return {
    ...first,
    clock,
    db,
    received,
    receiver,
    another,
    work: () => first.sandbox.work(clock.now()),
    types: () => received.map(({ event }) => event.type),
    async close() {
      for (const end of endings) await end()
      await db.destroy()
      await database.drop()
    },
  }
}

/** The official client, pointed at a sandbox. */
export function clientOf(url: string, key = SECRET_KEY): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(key, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0 })
}

/** A call as a browser makes it: a form with the publishable key. */
export const browserCall = (url: string, path: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url + path, { method: 'POST', body: new URLSearchParams({ key: PUBLISHABLE_KEY, ...fields }) })

/** The error that the official client throws. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const answer = await call.then(
    () => 'was not refused',
    (error: unknown) => error,
  )
  if (answer instanceof Stripe.errors.StripeError) return answer
  throw new Error(String(answer))
}

async function listen(answer: (incoming: IncomingMessage) => Promise<number>) {
  const server = createServer((incoming, outgoing) => {
    void answer(incoming).then((status) => outgoing.writeHead(status).end())
  })
  return { url: `${await started(server)}/webhook`, close: () => stopped(server) }
}

async function started(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const stopped = (server: ReturnType<typeof createServer>) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

async function readAll(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
