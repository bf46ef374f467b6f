import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import Stripe from 'stripe'
import { createStripeSandbox } from '../../sandbox/sandbox.ts'
import { createDb, createPool } from '../db/database.ts'
import { cardFields } from './cardPayment.ts'
import { createTestDatabase } from './postgres.ts'

const keys = {
  secretKey: 'sk_test_of_the_provider',
  publishableKey: 'pk_test_of_the_provider',
  webhookSecret: 'whsec_of_the_provider',
}

/** What happens when a request comes by: before the provider works on it, or before its answer leaves. */
export interface Interception {
  /** e.g. 'POST /v1/refunds'; the start of it is enough. */
  readonly request: string
  readonly moment: 'before' | 'after'
  run(): Promise<unknown>
}

/** The payment provider as another machine has it: its own process's state, and requests that can be interrupted. */
export interface CardProvider {
  /** For a Dugout that is to use it. */
  readonly settings: Record<string, string>
  readonly stripe: Stripe
  /** Interrupts the next request that fits, once. */
  intercept(interception: Interception): void
  /** Whether it answers nothing but failures, as a provider does that is away. */
  away: boolean
  /** Where events go; null loses them for now. */
  webhook: string | null
  /** Sends what was not taken yet. */
  redeliver(): Promise<void>
  /** Charges a card in the browser's stead. */
  charge(intent: { paymentIntentId: string; clientSecret: string }, card?: string): Promise<void>
  close(): Promise<void>
}

export async function startCardProvider(): Promise<CardProvider> {
  const database = await createTestDatabase()
  const db = createDb(createPool(database.url, 6))
  let waiting: Interception | null = null
  let webhook: string | null = null
  let origin = ''
  const sandbox = createStripeSandbox({
    db,
    clock: { now: () => new Date() },
    log: pino({ level: 'silent' }),
    ...keys,
    deliver: { url: () => webhook ?? '' },
    publicBase: () => origin,
  })

  const provider = { away: false }
  async function answer(request: Request): Promise<Response> {
    if (provider.away) return new Response(null, { status: 503 })
    const name = `${request.method} ${new URL(request.url).pathname}`
    const caught = waiting && name.startsWith(waiting.request) ? waiting : null
    if (caught) waiting = null
    if (caught?.moment === 'before') {
      await caught.run()
      return new Response(null, { status: 503 })
    }
    const response = await sandbox.app.fetch(request)
    await caught?.run()
    return response
  }
  const server = createServer(getRequestListener(answer))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const { hostname, port } = new URL(origin)
  return {
    settings: {
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_BASE: origin,
      STRIPE_PRICE_ID: 'price_dugout_membership',
    },
    stripe: new Stripe(keys.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 }),
    intercept(interception) {
      waiting = interception
    },
    get away() {
      return provider.away
    },
    set away(away) {
      provider.away = away
    },
    get webhook() {
      return webhook
    },
    set webhook(url) {
      webhook = url
    },
    redeliver: () => sandbox.work(new Date(Date.now() + 3_600_000)),
    async charge({ paymentIntentId, clientSecret }, card) {
      const response = await sandbox.app.request(`${origin}/v1/payment_intents/${paymentIntentId}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({
          key: keys.publishableKey,
          client_secret: clientSecret,
          ...cardFields(card),
        }),
      })
      if (!response.ok) throw new Error(await response.text())
    },
    async close() {
      await sandbox.close()
      server.close()
      server.closeAllConnections()
      await db.destroy()
      await database.drop()
    },
  }
}
