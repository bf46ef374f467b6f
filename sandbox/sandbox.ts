import { Hono } from 'hono'
import type { Tx } from '../server/db/database.ts'
import { invoiceEndpoints } from './billing/invoiceEndpoints.ts'
import { type PastBill, type PastSubscription, recordPastSubscription } from './billing/pastSubscription.ts'
import { portalEndpoints } from './billing/portal.ts'
import { subscriptionEndpoints } from './billing/subscriptionEndpoints.ts'
import { catalogueEndpoints } from './catalogue/catalogue.ts'
import { createDeliveries } from './events/delivery.ts'
import { eventEndpoints } from './events/events.ts'
import { createApi, scopeOf } from './http/api.ts'
import { createPages } from './pages/pages.ts'
import { chargeEndpoints } from './payments/chargeEndpoints.ts'
import { customerEndpoints } from './payments/customers.ts'
import { paymentMethodEndpoints } from './payments/methodEndpoints.ts'
import { type PastCharge, type PastPayment, recordPastPayments } from './payments/pastPayments.ts'
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

/** What callers of the sandbox see of the past that they had it write. */
export type { PastBill, PastCharge }

export type SandboxOptions = Omit<Settings, keyof typeof DEFAULTS> &
  Partial<Pick<Settings, keyof typeof DEFAULTS>>

/** Fills in the defaults. */
const settingsOf = (options: SandboxOptions): Settings => ({ ...DEFAULTS, ...options })

/** Writes a demo's past at the sandbox, in one transaction. No event tells of it. */
export interface SandboxPast {
  /** Each as charged to a Visa card at its time. */
  payments(payments: readonly PastPayment[]): Promise<PastCharge[]>
  /** Begun at `since` and paid every month up to now. */
  subscription(of: {
    since: Date
    payer: { id: string; name: string; email: string }
  }): Promise<PastSubscription>
}

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
  past(tx: Tx, now: Date): SandboxPast
}

/**
 * The one entrance to this folder. Stands in for Stripe on a laptop (decision 18): speaks the part of its HTTP API that Dugout uses, takes its test
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
    past(tx, now) {
      const scope = scopeOf(settings, tx, now, null)
      return {
        payments: (payments) => recordPastPayments(scope, payments),
        subscription: (of) => recordPastSubscription(scope, of),
      }
    },
  }
}
