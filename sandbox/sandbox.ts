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
import { disputeEndpoints } from './payments/disputes.ts'
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
  ...disputeEndpoints,
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

/** The ids of the payments and subscriptions that `past` created. */
export type { PastBill, PastCharge }

export type SandboxOptions = Omit<Settings, keyof typeof DEFAULTS> &
  Partial<Pick<Settings, keyof typeof DEFAULTS>>

/** Settings with defaults. */
const settingsOf = (options: SandboxOptions): Settings => ({ ...DEFAULTS, ...options })

/** Creates a demo's past payments and subscriptions, in one transaction. Emits no events. */
export interface SandboxPast {
  /** Each is charged to a Visa card at its time. */
  payments(payments: readonly PastPayment[]): Promise<PastCharge[]>
  /** Begun at `since` and paid every month until now. */
  subscription(of: {
    since: Date
    payer: { id: string; name: string; email: string }
  }): Promise<PastSubscription>
}

export interface StripeSandbox {
  /** Stripe's calls under `/v1/…`, and the pages for browsers: receipts, 3-D Secure, the billing portal. */
  readonly app: Hono
  /**
   * Does what is due at `now`: renews subscriptions, ends processing payments and pending refunds, sends undelivered
   * events. Resolves when all of it is done.
   */
  work(now: Date): Promise<void>
  /** Waits until no delivery is in progress; this process then sends no more events. */
  close(): Promise<void>
  past(tx: Tx, now: Date): SandboxPast
}

/**
 * The only entry point of this folder. Replaces Stripe for development (decision 18): it implements the part of
 * Stripe's HTTP API that Dugout uses, accepts its test cards and sends signed events. All state is in the database, so
 * any number of processes can run it, and a restart loses nothing.
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
