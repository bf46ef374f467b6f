import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import { pino } from 'pino'
import Stripe from 'stripe'
import { createStripeSandbox } from '../../sandbox/sandbox.ts'
import { createDb, createPool } from '../db/database.ts'
import { cardFields } from './cardPayment.ts'
import { createTestDatabase, type TestDatabase } from './postgres.ts'

const keys = {
  secretKey: 'sk_test_of_the_provider',
  publishableKey: 'pk_test_of_the_provider',
  webhookSecret: 'whsec_of_the_provider',
}

/** A callback before the provider handles a request, or before it answers. */
export interface Interception {
  /** e.g. 'POST /v1/refunds'; matched as a prefix, or a pattern. */
  readonly request: string | RegExp
  readonly moment: 'before' | 'after'
  run(): Promise<unknown>
}

/** The payment provider as an external server, whose requests can be intercepted. */
export interface CardProvider {
  /** The settings of a Dugout that uses it. */
  readonly settings: Record<string, string>
  readonly stripe: Stripe
  /** Intercepts the next matching request, once; with null, none any more. */
  intercept(interception: Interception | null): void
  /** Whether every request fails, as if the provider were down. */
  away: boolean
  /** Whether it accepts requests and answers none. */
  silent: boolean
  /** The URL of the webhook; while null, deliveries fail. */
  webhook: string | null
  /** Delivers pending events. */
  redeliver(): Promise<void>
  /** Lets the paid period of a subscription be over now, and charges the next one. */
  endPeriod(subscriptionId: string): Promise<void>
  /** Charges a card, as a browser would. */
  charge(intent: { paymentIntentId: string; clientSecret: string }, card?: string): Promise<void>
  close(): Promise<void>
}

/** @param database its own, migrated; one of the test run unless told otherwise */
export async function startCardProvider(
  database?: Pick<TestDatabase, 'url' | 'drop'>,
): Promise<CardProvider> {
  const { url, drop } = database ?? (await createTestDatabase())
  const db = createDb(createPool(url, 6))
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

  const provider = { away: false, silent: false }
  async function answer(request: Request): Promise<Response> {
    if (provider.silent) await new Promise(() => undefined)
    if (provider.away) return new Response(null, { status: 503 })
    const name = `${request.method} ${new URL(request.url).pathname}`
    const caught = waiting && isNamed(name, waiting.request) ? waiting : null
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
    get silent() {
      return provider.silent
    },
    set silent(silent) {
      provider.silent = silent
    },
    get webhook() {
      return webhook
    },
    set webhook(url) {
      webhook = url
    },
    redeliver: () => sandbox.work(new Date(Date.now() + 3_600_000)),
    async endPeriod(subscriptionId) {
      await sql`
        with due as (
          select id, (body #>> '{items,data,0,current_period_end}')::bigint - extract(epoch from now())::bigint as seconds
          from stripe_sandbox.objects where id = ${subscriptionId}
        )
        update stripe_sandbox.objects one set due_at = now(), body = jsonb_set(jsonb_set(jsonb_set(body,
          '{billing_cycle_anchor}', to_jsonb((body ->> 'billing_cycle_anchor')::bigint - seconds)),
          '{items,data,0,current_period_start}',
          to_jsonb((body #>> '{items,data,0,current_period_start}')::bigint - seconds)),
          '{items,data,0,current_period_end}',
          to_jsonb((body #>> '{items,data,0,current_period_end}')::bigint - seconds))
        from due where due.id = one.id`.execute(db)
      await sandbox.work(new Date())
    },
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
      await drop()
    },
  }
}

const isNamed = (name: string, request: string | RegExp) =>
  typeof request === 'string' ? name.startsWith(request) : request.test(name)
