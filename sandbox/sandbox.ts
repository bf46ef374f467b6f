import { Hono } from 'hono'
import { invoiceEndpoints } from './billing/invoiceEndpoints.ts'
import { portalEndpoints } from './billing/portal.ts'
import { subscriptionEndpoints } from './billing/subscriptionEndpoints.ts'
import { catalogueEndpoints } from './catalogue/catalogue.ts'
import { createDeliveries } from './events/delivery.ts'
import { eventEndpoints } from './events/events.ts'
import { createApi } from './http/api.ts'
import { createPages } from './pages/pages.ts'
import { chargeEndpoints } from './payments/chargeEndpoints.ts'
import { customerEndpoints } from './payments/customers.ts'
import { paymentMethodEndpoints } from './payments/methodEndpoints.ts'
import { paymentIntentEndpoints } from './payments/paymentIntents.ts'
import { refundEndpoints } from './payments/refunds.ts'
import type { Settings } from './settings.ts'
import { setupIntentEndpoints } from './setups/setupIntents.ts'
import { workDue } from './worker.ts'

const endpoints = [
  ...paymentIntentEndpoints,
  ...setupIntentEndpoints,
  ...paymentMethodEndpoints,
  ...chargeEndpoints,
  ...refundEndpoints,
  ...customerEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...portalEndpoints,
  ...catalogueEndpoints,
  ...eventEndpoints,
]

const DEFAULTS = {
  monthlyPriceCents: () => 10_999,
  priceId: 'price_dugout_membership',
  zone: () => 'America/Chicago',
  afterLastRetry: 'cancel',
} as const

export type SandboxOptions = Omit<Settings, keyof typeof DEFAULTS> &
  Partial<Pick<Settings, keyof typeof DEFAULTS>>

/** What is not said is as everywhere. */
export const settingsOf = (options: SandboxOptions): Settings => ({ ...DEFAULTS, ...options })

export interface StripeSandbox {
  /** Stripe's calls under `/v1/…`, and the pages for browsers: receipts, 3-D Secure, the billing portal. */
  readonly app: Hono
  /**
   * Does what is due at `now`: renews subscriptions, ends payments and refunds under way, sends events that were not
   * taken yet. Ends when all of it is done.
   */
  work(now: Date): Promise<void>
  /** Waits until no event is under way; what comes after is not sent by this process. */
  close(): Promise<void>
}

/**
 * Stands in for Stripe on a laptop (decision 18): speaks the part of its HTTP API that Dugout uses, takes its test
 * cards, and sends its signed events. All state is in the database: any number of processes may run one, and a restart
 * forgets nothing.
 */
export function createStripeSandbox(options: SandboxOptions): StripeSandbox {
  const settings = settingsOf(options)
  const deliveries = createDeliveries(settings)
  const app = new Hono()
  app.route('/', createApi(settings, endpoints, deliveries.kick))
  app.route('/', createPages(settings, deliveries.kick))
  return {
    app,
    async work(now) {
      await workDue(settings, now)
      await deliveries.settle(now)
    },
    close: () => deliveries.close(),
  }
}
