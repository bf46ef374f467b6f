import type { Generated } from 'kysely'
import type {
  DefaultJson,
  Instant,
  Json,
  NullableInstant,
  NullableJson,
} from '../../server/db/tables/columns.ts'

interface ObjectsTable {
  id: string
  object: string
  seq: Generated<string>
  body: Json<Record<string, unknown>>
  hidden: DefaultJson<Hidden>
  due_at: NullableInstant
}

/** Data of an object that the API does not show. */
export interface Hidden {
  /** The test card behind a payment method. */
  readonly card?: string
  /** The card was authenticated for later payments off session. */
  readonly setUp?: boolean
  /** The invoice that a payment intent pays. */
  readonly invoice?: string
  /** The secret in a page's URL: of a pending authentication, or of a portal session. */
  readonly token?: string
  readonly returnUrl?: string
  /** The intent's attempt is off session. */
  readonly offSession?: boolean
  /** Unix seconds of the first failed attempt to collect an invoice. */
  readonly failedSince?: number
}

interface DeliveriesTable {
  event_id: string
  seq: Generated<string>
  attempts: Generated<number>
  next_attempt_at: Instant
  claimed_until: NullableInstant
  delivered_at: NullableInstant
  last_error: string | null
}

interface IdempotencyKeysTable {
  key: string
  fingerprint: string
  status: number | null
  answer: NullableJson<unknown>
  created_at: Instant
}

/** The tables of the sandbox's schema, for `withTables`. */
export type SandboxTables = {
  'stripe_sandbox.objects': ObjectsTable
  'stripe_sandbox.deliveries': DeliveriesTable
  'stripe_sandbox.idempotency_keys': IdempotencyKeysTable
}
