import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { StripeSandbox } from '../../../sandbox/sandbox.ts'
import { centsFromDollars } from '../../../shared/domain/money.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import type { Task } from '../../jobs/tasks.ts'
import type { SandboxAccess } from './payments.ts'

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

type SandboxContext = Pick<Context, 'config' | 'db' | 'clock' | 'log'>

interface Addresses {
  /** Where events go; asked when it is needed. */
  readonly webhook: () => string
  /** What people type. */
  readonly site: () => string
}

/**
 * The facility's sandbox, on its database.
 *
 * @throws where the sandbox was left out, as in the image for production.
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

/** Imported when it is needed, since a production image does not contain the folder. */
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
