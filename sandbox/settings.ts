import type { Logger } from 'pino'
import type { Clock } from '../server/clock.ts'
import type { Db } from '../server/db/database.ts'
import type { Store } from './store/store.ts'

/** The sandbox's settings and connections; all other state is in the database. */
export interface Settings {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly secretKey: string
  readonly publishableKey: string
  /** Signs the events for the webhook endpoint. */
  readonly webhookSecret: string
  /** The URL of the webhook endpoint. While it is empty, events stay queued. */
  readonly deliver: { readonly url: () => string }
  /** The URL of the sandbox's pages for browsers, without a trailing slash. */
  readonly publicBase: () => string
  /** The price per month of the first price, in cents, as it is when that price is first used. */
  readonly monthlyPriceCents: () => number | Promise<number>
  /** The id of the first price, which exists without a call. */
  readonly priceId: string
  /** The time zone of the pages. */
  readonly zone: () => string
  /** The state of a subscription after its last retry has failed; an account setting at Stripe. */
  readonly afterLastRetry: 'cancel' | 'mark_unpaid'
}

/** The current API request, for the events it emits. */
export interface ApiRequest {
  readonly id: string
  readonly idempotencyKey: string | null
}

/** The context of every change: the store of one transaction, and one moment. */
export interface Scope {
  readonly store: Store
  /** Unix seconds. */
  readonly now: number
  readonly settings: Settings
  /** Null for scheduled work. */
  readonly request: ApiRequest | null
  /** Emit no events: a past is being created. */
  readonly quiet?: boolean
}
