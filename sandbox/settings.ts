import type { Logger } from 'pino'
import type { Clock } from '../server/clock.ts'
import type { Db } from '../server/db/database.ts'
import type { Store } from './store/store.ts'

/** What the sandbox is made of; nothing of it is kept in memory but this. */
export interface Settings {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly secretKey: string
  readonly publishableKey: string
  /** Signs what is sent to the webhook endpoint. */
  readonly webhookSecret: string
  /** Where events go: the webhook endpoint's address. An empty text keeps them until there is one. */
  readonly deliver: { readonly url: () => string }
  /** Where browsers find the sandbox's pages, without a slash at the end. */
  readonly publicBase: () => string
  /** The membership's price per month, in cents. */
  readonly monthlyPriceCents: () => number | Promise<number>
  /** The id of the one price that exists. */
  readonly priceId: string
  /** The zone in which pages show times. */
  readonly zone: () => string
  /** What becomes of a subscription whose last retry failed. Stripe lets the account choose. */
  readonly afterLastRetry: 'cancel' | 'mark_unpaid'
}

/** The API request that is being answered, as events name it. */
export interface ApiRequest {
  readonly id: string
  readonly idempotencyKey: string | null
}

/** What every change works with: one transaction's store, one moment. */
export interface Scope {
  readonly store: Store
  /** Unix seconds. */
  readonly now: number
  readonly settings: Settings
  /** Null for what happens by itself. */
  readonly request: ApiRequest | null
  /** No event tells of what happens: it is written into the past, by somebody who knows it. */
  readonly quiet?: boolean
}
