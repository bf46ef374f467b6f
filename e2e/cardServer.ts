import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { createStripeSandbox } from '../sandbox/sandbox.ts'
import { createDb, createPool } from '../server/db/database.ts'

/** What an owner copies from Stripe's pages. */
export const stripeKeys = {
  publishableKey: 'pk_test_of_the_owner',
  secretKey: 'sk_test_of_the_owner',
  webhookSecret: 'whsec_of_the_owner',
}

/** A server that speaks Stripe's API, takes test cards from browsers, and sends signed events to a webhook. */
export interface CardServer {
  /** The settings of a Dugout that knows where it is; nobody has entered its keys. */
  readonly settings: Readonly<Record<string, string>>
  /** The webhook's address, as it is entered at Stripe. */
  webhook: string
  close(): Promise<void>
}

/** @param databaseUrl of a database that is migrated before the first call. */
export async function openCardServer(databaseUrl: string): Promise<CardServer> {
  const db = createDb(createPool(databaseUrl, 3))
  let origin = ''
  const sandbox = createStripeSandbox({
    ...{ db, clock: { now: () => new Date() }, log: pino({ level: 'warn' }), ...stripeKeys },
    ...{ deliver: { url: () => opened.webhook }, publicBase: () => origin },
  })
  const server = createServer(getRequestListener(sandbox.app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const opened = {
    settings: { PAYMENT_SANDBOX: 'false', STRIPE_API_BASE: origin },
    webhook: '',
    async close() {
      await sandbox.close()
      server.close()
      server.closeAllConnections()
      await db.destroy()
    },
  }
  return opened
}
