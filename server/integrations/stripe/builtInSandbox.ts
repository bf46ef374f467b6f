import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { centsFromDollars } from '../../../shared/domain/money.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import type { Task } from '../../jobs/tasks.ts'
import type { SandboxAccess } from './payments.ts'
import { createStripeSandbox } from './sandbox/sandbox.ts'

/** Where browsers find the sandbox on the site. */
export const SANDBOX_PATH = '/payment-sandbox'
const PRICE_ID = 'price_dugout_membership'

export interface BuiltInSandbox {
  readonly access: SandboxAccess
  /** For the site, below `SANDBOX_PATH`. */
  readonly app: Hono
  /** What happens there by itself: renewals, slow payments, events that were not taken. */
  readonly tasks: readonly Task[]
  stop(): Promise<void>
}

/**
 * Runs the sandbox in this process: on the loopback interface for the provider's own client, and as an app for
 * browsers.
 *
 * @param addresses where events go, and what people type; asked when they are needed.
 */
export async function startBuiltInSandbox(
  context: Pick<Context, 'config' | 'db' | 'clock' | 'log'>,
  addresses: { webhook: () => string; site: () => string },
): Promise<BuiltInSandbox> {
  const keys = sandboxKeys(context.config)
  const sandbox = createStripeSandbox({
    ...context,
    ...keys,
    priceId: PRICE_ID,
    monthlyPriceCents: () => monthlyPrice(context.db),
    deliver: { url: addresses.webhook },
    publicBase: () => addresses.site() + SANDBOX_PATH,
  })
  const server = createServer(getRequestListener(sandbox.app.fetch))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    access: { ...keys, origin: `http://127.0.0.1:${port}`, path: SANDBOX_PATH, priceId: PRICE_ID },
    app: sandbox.app,
    tasks: [
      { name: 'work-payment-sandbox', cron: '* * * * *', run: ({ clock }) => sandbox.work(clock.now()) },
    ],
    async stop() {
      await sandbox.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

/** They follow from the application's secret: every process of the facility has the same ones, and a restart changes nothing. */
export function sandboxKeys({ secrets }: Pick<Config, 'secrets'>) {
  const key = (purpose: string) =>
    createHmac('sha256', secrets.auth).update(`payment sandbox ${purpose}`).digest('hex').slice(0, 32)
  return {
    secretKey: `sk_test_${key('secret key')}`,
    publishableKey: `pk_test_${key('publishable key')}`,
    webhookSecret: `whsec_${key('webhook secret')}`,
  }
}

/** The one price there is the facility's. */
async function monthlyPrice(db: Db): Promise<number> {
  const row = await db.selectFrom('facility').select('membership_monthly_price').executeTakeFirstOrThrow()
  return centsFromDollars(row.membership_monthly_price)
}
