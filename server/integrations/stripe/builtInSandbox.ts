import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { StripeSandbox } from '../../../sandbox/sandbox.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import type { Task } from '../../jobs/tasks.ts'
import type { SandboxAccess } from './payments.ts'

/** The sandbox's path on the site, for browsers. */
export const SANDBOX_PATH = '/payment-sandbox'
const PRICE_ID = 'price_dugout_membership'

export interface BuiltInSandbox {
  readonly access: SandboxAccess
  /** The app to mount at `SANDBOX_PATH`. */
  readonly app: Hono
  /** Scheduled work: renewals, slow payments, undelivered events. */
  readonly tasks: readonly Task[]
  stop(): Promise<void>
}

type SandboxContext = Pick<Context, 'config' | 'db' | 'clock' | 'log'>

interface Addresses {
  /** The URL of the webhook; called when needed, because the port is not known at first. */
  readonly webhook: () => string
  /** The public origin. */
  readonly site: () => string
}

/**
 * The facility's sandbox, on its database.
 *
 * @throws where the folder is missing, as in the image for production.
 */
export async function createBuiltInSandbox(
  context: SandboxContext,
  { webhook, site }: Addresses,
): Promise<StripeSandbox> {
  const createStripeSandbox = await loadSandbox()
  return createStripeSandbox({
    ...context,
    ...sandboxKeys(context.config),
    priceId: PRICE_ID,
    monthlyPriceCents: () => monthlyPrice(context.db),
    deliver: { url: webhook },
    publicBase: () => site() + SANDBOX_PATH,
  })
}

/** Imported dynamically, because a production image does not contain the folder. */
async function loadSandbox() {
  try {
    return (await import('../../../sandbox/sandbox.ts')).createStripeSandbox
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      throw new Error(
        'This installation has no payment sandbox. Set the keys of Stripe, or PAYMENT_SANDBOX=false to take no cards.',
        { cause: error },
      )
    }
    throw error
  }
}

/**
 * Runs the sandbox in this process: on the loopback interface for the provider's own client, and as an app for
 * browsers.
 */
export async function startBuiltInSandbox(
  context: SandboxContext,
  addresses: Addresses,
): Promise<BuiltInSandbox> {
  const sandbox = await createBuiltInSandbox(context, addresses)
  const server = createServer(getRequestListener(sandbox.app.fetch))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    access: {
      ...sandboxKeys(context.config),
      origin: `http://127.0.0.1:${port}`,
      path: SANDBOX_PATH,
      priceId: PRICE_ID,
    },
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

/** Derived from the application's secret, so that all processes have the same keys, also after a restart. */
export function sandboxKeys({ secrets }: Pick<Config, 'secrets'>) {
  const key = (purpose: string) =>
    createHmac('sha256', secrets.auth).update(`payment sandbox ${purpose}`).digest('hex').slice(0, 32)
  return {
    secretKey: `sk_test_${key('secret key')}`,
    publishableKey: `pk_test_${key('publishable key')}`,
    webhookSecret: `whsec_${key('webhook secret')}`,
  }
}

/** The sandbox's only price is the facility's. */
async function monthlyPrice(db: Db): Promise<number> {
  const row = await db.selectNoFrom(sql<string>`membership_charge()`.as('dollars')).executeTakeFirstOrThrow()
  return centsFromDollars(row.dollars)
}
